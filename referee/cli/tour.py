"""A tour of the program by its example: a letter, a refusal, a battle, the views of the sides, the proof."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from textwrap import fill, indent

from referee.cli.demo import Heard, Proved, Scene
from referee.cli.words.evidence_wording import word_verification
from referee.matches.matches import Match
from referee.reports import differences, maps, publishing, telling
from referee.values.value import Value
from schemas.record import REFEREE
from schemas.reports.document import Block, DiceThrown, Document, Figure, Heading, Table
from schemas.reports.picture import MapPicture

NEXT = """\
referee demo --full            every letter, every ruling, both reports
referee demo --pages           its map, report and replay as pages
referee demo --keep            the same match, left on your shelf
referee new my-match {pack:<10}a match of your own
referee help moderator         from the announcement to the last report
referee help players           one page to send to your players"""

WIDTH = 72
"""Columns of a mail."""


class Stop(Value):
    """One stop of the tour: a text and a sentence about it."""

    title: str
    sentence: str
    text: str
    most: int = 13

    def __str__(self) -> str:
        shown = indent(_cut(self.text, self.most), "    ")
        return f"\n== {self.title}\n\n{fill(self.sentence, WIDTH)}\n\n{shown}"


def stops(scenes: Iterable[Scene]) -> Iterator[Stop]:
    """Yield the stops of a tour through a played example."""
    played = tuple(scenes)
    heard = [scene for scene in played if isinstance(scene, Heard)]
    (proof,) = (scene for scene in played if isinstance(scene, Proved))
    yield from _letters(heard)
    yield from _match(proof.match)
    yield Stop(
        "The proof",
        "Anyone who has the journal can check it: each seal, and each die against its key.",
        word_verification(proof.verified),
    )
    pack = proof.match.bound.loaded.name
    yield Stop("What to try next", "Each command answers with --help.", NEXT.format(pack=pack))


def _letters(heard: Sequence[Heard]) -> Iterator[Stop]:
    # A letter before the first orders contains only a phrase.
    ordering = [one for one in heard if one.answer.accepted] or heard
    first, others = ordering[0], ordering[1:]
    yield Stop(
        "A letter",
        f"Players write in their own words. The referee read {len(first.answer.accepted)} orders here, "
        f"judged "
        "each by the rules, and filed them in the journal.",
        first.letter,
    )
    refused = next((one for one in heard if one.answer.refused), None)
    if refused is not None:
        yield Stop(
            "A refusal",
            "An illegal order is refused with the rule, the fact and a legal alternative. It changes "
            "nothing.",
            _exchange(refused),
        )
    thrown = [shown for one in others if (shown := tuple(_throw(one.ruling.blocks)))]
    if thrown:
        yield Stop(
            "Dice",
            "The purpose of each roll is fixed before the roll. Anyone can recompute the roll from its key.",
            _print(thrown[0]),
            most=11,
        )


def _match(match: Match) -> Iterator[Stop]:
    last = len(match.entries)
    if match.system.narrator.compares:
        changed = differences.between(match, REFEREE, 1, last)
        yield Stop(
            "What changed",
            f"The journal now has {last} entries. The referee can compare any two of them.",
            _print(_pick_table(changed.blocks)),
            most=9,
        )
    if match.system.pictures.picture(match.position(), REFEREE) is not None:
        yield Stop(
            "The map as text",
            "A mail contains the map as text; a page or a forum gets a drawing.",
            "\n".join(filter(None, _print((Figure(picture=_find_region(match)),)).splitlines())),
            most=8,
        )
    if seen := tuple(_see_differently(match)):
        yield Stop(
            "What each side sees",
            "Some of it is secret. This is the same entry as each side sees it.",
            "\n\n".join(seen),
        )


def _see_differently(match: Match) -> Iterator[str]:
    """Yield the shortest entry that the sides see differently, once for each side."""
    names = tuple(match.bound.name_of(side) for side in match.rules.sides)
    found = (
        tuple(
            _print(telling.render_events(match.system, side, step.before, step.events, step.entry))
            for side in match.rules.sides
        )
        for step in match.steps()
    )
    if different := [told for told in found if len(set(told)) > 1]:
        shortest = min(different, key=lambda told: sum(map(len, told)))
        shown = [_cut(text, 6) for text in shortest]
        if len(set(shown)) == 1:
            shown = [_cut(text, 6) for text in _skip_shared(shortest)]
        yield from (f"{name}: {text}" for name, text in zip(names, shown, strict=True))


def _skip_shared(texts: Sequence[str]) -> Iterator[str]:
    """Yield the texts from their first different line on, after an ellipsis for the lines before it."""
    lines = [text.splitlines() for text in texts]
    shared = sum(1 for _ in takewhile(lambda told: len(set(told)) == 1, zip(*lines, strict=False)))
    for own in lines:
        yield "\n".join(["...", "", *own[shared:]])


def _find_region(match: Match) -> MapPicture:
    """Return the map around the area that was entered last, or the whole map if it has no areas."""
    whole = maps.picture(match, REFEREE, maps.Wanted(since=0))
    ends = {arrow.points[-1] for arrow in whole.arrows[-1:]}
    around = next((cell.name for cell in whole.cells if cell.at in ends), None)
    return maps.picture(match, REFEREE, maps.Wanted(around=around)) if around else whole


def _pick_table(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the last table and the block above it."""
    tables = [number for number, block in enumerate(blocks) if isinstance(block, Table)]
    for number in tables[-1:]:
        yield from blocks[max(number - 1, 0) : number + 1]


def _exchange(heard: Heard) -> str:
    return f"{heard.letter.strip()}\n\n{_print(_answer(heard))}"


def _throw(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the first publicly provable roll of a ruling and the two blocks before it."""
    for number, block in enumerate(blocks):
        if isinstance(block, DiceThrown) and block.key:
            yield from blocks[max(number - 2, 0) : number + 1]
            return


def _answer(heard: Heard) -> Iterator[Block]:
    """Return the answer to a letter, up to the next question."""
    return takewhile(lambda block: not isinstance(block, Heading), heard.ruling.blocks)


def _print(blocks: Iterable[Block]) -> str:
    return publishing.publish(Document(title="", blocks=tuple(blocks)), "text").strip()


def _cut(text: str, most: int) -> str:
    """Return the first lines of a text, with an ellipsis if it is cut."""
    lines = text.strip().splitlines()
    return "\n".join(lines if len(lines) <= most else [*lines[: most - 1], "..."])
