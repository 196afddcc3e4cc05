"""Visible and legal targets of the reader's figures, with the scores they need, in full and in brief."""

from collections.abc import Iterable, Iterator, Sequence

from referee.i18n.translator import message
from referee.systems.skirmish.language.language import SkirmishLanguage
from referee.systems.skirmish.narrative import phrases
from referee.systems.skirmish.secrecy import visibility
from schemas.reports import Block, Bullets, Heading, Inline, Text
from schemas.reports import Table as Grid
from schemas.skirmish.view import SightView, View

Item = tuple[Inline, ...]


def tell_fire(narrator: SkirmishLanguage, seen: View) -> Iterator[Block]:
    """Yield each line of fire with its range, cover and dice, then the illegal shots with their clauses."""
    if not seen.sight:
        return
    yield Heading(text=narrator.say("Sight and fire"), level=3)
    lawful = [line for line in seen.sight if line.pin is not None or line.unaimed is not None]
    if lawful:
        columns = (
            message("Figure"), message("Enemy"), message("Inches"), message("Cover"), message("Dice"),
            message("Pins on"), message("Kills on"), message("Unaimed"),
        )  # fmt: skip
        yield Grid(
            columns=tuple(map(narrator.say, columns)),
            rows=tuple(_row(narrator, line) for line in lawful),
            numeric=(2, 4, 5, 6, 7),
        )
        yield narrator.paragraph(
            "A die pins or kills with this number or more. An enemy may be better protected than it looks."
        )
    items = tuple(_tell_barred(narrator, [line for line in seen.sight if line.against]))
    if items:
        yield narrator.paragraph("Cannot fire now:")
        yield Bullets(items=items)


def _row(narrator: SkirmishLanguage, line: SightView) -> tuple[str, ...]:
    inches, cover = phrases.reach(line.range), _cover(narrator, line)
    return (
        line.figure, line.enemy, inches, cover, str(line.dice), _need(line.pin), _need(line.kill),
        phrases.span(line.unaimed),
    )  # fmt: skip


def _cover(narrator: SkirmishLanguage, line: SightView) -> str:
    """Return the names of the enemy's hard cover."""
    names = [narrator.ground_name(ground) for ground in line.cover]
    if names or not line.covered:
        return narrator.listed(names) or "-"
    return narrator.say("lying down")


def _need(face: int | None) -> str:
    return f"{face}+" if face is not None else "-"


def _tell_barred(narrator: SkirmishLanguage, lines: Sequence[SightView]) -> Iterator[Item]:
    """Yield figures and enemies, grouped by the first clause that forbids all fire."""
    enemies: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        enemies.setdefault((line.figure, line.against[0]), []).append(line.enemy)
    figures: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for (figure, number), there in enemies.items():
        figures.setdefault((tuple(dict.fromkeys(there)), number), []).append(figure)
    for (aliases, number), mine in figures.items():
        yield narrator.sentence(
            "{figures} at {enemies}: {clause}",
            figures=", ".join(mine),
            enemies=", ".join(aliases),
            clause=f"{number}, {narrator.citations[number].title}",
        )


def brief_fire(narrator: SkirmishLanguage, seen: View, most: int) -> Iterator[Item]:
    """Yield the best line of fire of each figure in few words, with like lines in one item."""
    best: dict[str, SightView] = {}
    for line in seen.sight:
        if line.pin is not None or line.unaimed is not None:
            best[line.figure] = min(best.get(line.figure, line), line, key=visibility.weigh)
    groups: dict[tuple[object, ...], list[SightView]] = {}
    for line in best.values():
        key = (line.enemy, line.covered, line.dice, line.pin, line.kill, line.unaimed)
        groups.setdefault(key, []).append(line)
    best_first = sorted(groups.values(), key=lambda lines: visibility.weigh(lines[0]))
    for lines in best_first[:most]:
        yield (Text(text=_tell_group(narrator, lines)),)
    if more := sum(map(len, best_first[most:])):
        yield narrator.sentence("{count} figure more may fire.", "{count} figures more may fire.", count=more)


def _tell_group(narrator: SkirmishLanguage, lines: Sequence[SightView]) -> str:
    """Return lines that differ in the figure and the range: `br-mg-1: c01 22.0 in, behind hard cover, …`."""
    line = lines[0]
    figures = ", ".join(one.figure for one in lines)
    far = sorted({phrases.reach(one.range) for one in lines}, key=float)
    inches = "-".join(dict.fromkeys((far[0], far[-1])))
    texts = [narrator.say("{enemy} {inches} in", enemy=line.enemy, inches=inches)]
    texts += [narrator.say("behind hard cover")] if line.covered else []
    return narrator.say(
        "{name}: {said}", name=figures, said=", ".join((*texts, *_tell_needs(narrator, line)))
    )


def _tell_needs(narrator: SkirmishLanguage, line: SightView) -> Iterable[str]:
    if line.dice > 1:
        yield narrator.say("{count} die", "{count} dice", count=line.dice)
    if line.pin is not None:
        yield narrator.say("needs {need}", need=_need(line.pin))
        if line.kill is not None:
            yield narrator.say("kills on {need}", need=_need(line.kill))
    elif line.unaimed is not None:
        yield narrator.say("unaimed, needs {need}", need=phrases.span(line.unaimed))
