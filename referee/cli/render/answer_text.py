"""Short answers as text for the terminal."""

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import PurePath
from typing import TYPE_CHECKING, ParamSpec

from referee.i18n.translator import ENGLISH, Translator, forms, message, messages
from referee.reports.entry_summaries import KINDS
from schemas.record import Provenance, Side

if TYPE_CHECKING:
    from schemas.answers import matches
    from schemas.answers.help import HelpFound
    from schemas.answers.packs import (
        BegunPack,
        CountedOrders,
        Explained,
        ExplainedFact,
        ExplainedRuling,
        Explanation,
        FilledPack,
        ListedPack,
        PackChoice,
        PackList,
        PackPage,
        RedrawnMap,
    )
    from schemas.bots import BotPlayed
    from schemas.clocks import Deadline


Parameters = ParamSpec("Parameters")


def join_lines(render: Callable[Parameters, Iterator[str]]) -> Callable[Parameters, str]:
    """Turn a generator of lines into a function that returns them as one text."""

    @wraps(render)
    def join(*args: Parameters.args, **parts: Parameters.kwargs) -> str:
        return "\n".join(render(*args, **parts))

    return join


def shelf(answer: "matches.Shelf", tongue: Translator = ENGLISH, *, is_missing: bool = False) -> str:
    """Render the matches of a shelf, whose folder may be missing."""
    if is_missing:
        return tongue.say("{shelf} contains no matches: the folder does not exist.", shelf=answer.shelf)
    if not answer.matches:
        return tongue.say("{shelf} contains no matches.", shelf=answer.shelf)
    rows = [_match(match, tongue) for match in answer.matches]
    has_deadlines = any(row[4] for row in rows)
    return table(rows if has_deadlines else [row[:4] for row in rows])


KEPT: Mapping[str, str] = {
    "fresh": message("fresh"),
    "behind": message("behind: the journal has newer entries"),
    "unfit": message("invalid: not used"),
    "none": message("no snapshot"),
}


def word_folds(answer: "matches.Folds", tongue: Translator) -> str:
    """Render the snapshots of matches, one per line."""
    say = tongue.say
    if answer.cleared is not None:
        return say("{count} snapshot was removed.", "{count} snapshots were removed.", count=answer.cleared)
    if not answer.folds:
        return say("The shelf has no matches, so it has no snapshots.")
    rows = table([_fold(fold, answer, tongue) for fold in answer.folds])
    return f"{rows}\n{say('Folder of the snapshots: {folder}', folder=answer.folder)}"


def _fold(fold: "matches.KeptFold", answer: "matches.Folds", tongue: Translator) -> tuple[str, ...]:
    say = tongue.say
    if fold.state in {"none", "unfit"}:
        return fold.match, say(KEPT[fold.state]), "", "", "", ""
    entries = say("{count} entry", "{count} entries", count=fold.entries)
    points = say("{count} checkpoint", "{count} checkpoints", count=fold.checkpoints)
    size = say("{count} kB", count=-(-fold.size // 1000))
    if fold.wrong:
        state = say("wrong: {parts}", parts=tongue.listed([say(part) for part in fold.wrong]))
    else:
        state = say("right") if answer.checked else ""
    return fold.match, say(KEPT[fold.state]), entries, points, size, state


@join_lines
def questions(
    answer: "matches.Questions", tongue: Translator, name_of: Callable[[Side], str] = str
) -> Iterator[str]:
    """Render the open questions. `name_of` returns the name of a side in the language of the reader."""
    say, awaits, sides_asked = tongue.say, answer.awaits, [prompt.side for prompt in answer.prompts]
    if awaits:
        text = message("The dice of {side} wait for round {round} of the public beacon drand, at {time}.")
        yield say(text, side=name_of(awaits.side), round=str(awaits.round), time=awaits.time)
        return
    if answer.phrases_awaited:
        sides = tongue.listed(list(map(name_of, answer.phrases_awaited)))
        yield say("These sides must add a phrase before the first order: {sides}.", sides=sides)
    for prompt in answer.prompts:
        yield say("{side}: {question}", side=name_of(prompt.side), question=prompt.text)
    others = [name_of(side) for side in answer.waiting if side not in sides_asked]
    if others:
        yield say("Waiting for {sides}.", sides=tongue.listed(others))
    if not (sides_asked or others or answer.phrases_awaited):
        yield say("There are no open questions. The match is over.")


def answers(answer: "matches.Answers", tongue: Translator = ENGLISH, *, name: str) -> str:
    """Render legal orders, one per line. `name` is the side's name in the language of the reader."""
    if not answer.orders:
        return tongue.say("# {side} has no open question", side=name)
    more = [tongue.say("# more orders exist: raise --limit")] if answer.more else []
    return "\n".join([*answer.orders, *more])


def log(answer: "matches.Log", tongue: Translator = ENGLISH) -> str:
    """Render the entries, one per line."""
    lines = table([_entry(line, tongue) for line in answer.entries])
    return f"{lines}\n{head(answer.head, tongue)}".strip()


def head(head: str, tongue: Translator = ENGLISH) -> str:
    """Render the head of a journal."""
    return tongue.say("head {head}", head=head)


def languages(answer: "matches.Languages", tongue: Translator = ENGLISH) -> str:
    """Render the language of each viewer."""
    spoken = ", ".join(f"{viewer}={code}" for viewer, code in answer.languages.items())
    available = tongue.listed(answer.known)
    return tongue.say(
        ("{match}: {spoken}. Available: {known}."), match=answer.match, spoken=spoken, known=available
    )


def word_entry(answer: "matches.Filed", tongue: Translator) -> str:
    """Render a filed entry."""
    kind = tongue.say(KINDS[answer.kind])
    summary = tongue.say("Filed as entry {entry} ({kind}).", entry=answer.entry, kind=kind)
    return f"{summary}\n{head(answer.head, tongue)}"


def word_export(answer: "matches.Exported", tongue: Translator) -> str:
    """Render the export of a copy to a file."""
    texts = forms("{count} line written to {file}", "{count} lines written to {file}")
    return tongue.say(*texts, count=answer.lines, file=answer.file)


def word_table_export(answer: "matches.Exported", tongue: Translator) -> str:
    """Render the export of tables to a file."""
    texts = forms("{count} row written to {file}", "{count} rows written to {file}")
    return tongue.say(*texts, count=answer.lines, file=answer.file)


def word_bot(turn: "BotPlayed", tongue: Translator = ENGLISH) -> str:
    """Render the letters that a bot filed."""
    return tongue.say(
        "{bot} plays {side} and filed {count} letter, up to entry {last}",
        "{bot} plays {side} and filed {count} letters, up to entry {last}",
        bot=turn.bot,
        side=turn.side,
        count=turn.letters,
        last=max(turn.entries, default=0),
    )


CONFINED: Mapping[str | None, str] = {
    "bubblewrap": message("{name} is confined by bubblewrap: it sees none of your files and no network"),
    "landlock": message("{name} is confined by Landlock: it sees none of your files and no network"),
    "user": message("{name} runs as another user: it can read what every user can read, and use the network"),
    None: message("{name} is not confined: it can read the secrets of every match, and use the network"),
}
"""The confinement of a foreign program, by its means."""


def word_confinement(name: str, means: str | None, tongue: Translator) -> str:
    """Render the confinement of a foreign program."""
    return tongue.say(CONFINED[means], name=name)


def explanation(answer: "Explanation", tongue: Translator = ENGLISH) -> str:
    """Render clauses with their rulings, single rulings, and the meanings of codes."""
    clauses = (_clause(clause, tongue) for clause in answer.clauses)
    rulings = (_ruling(ruling, tongue) for ruling in answer.rulings)
    facts = (_fact(fact, tongue) for fact in answer.facts)
    return "\n\n".join([*clauses, *rulings, *facts])


def word_help(answer: "HelpFound", tongue: Translator) -> str:
    """Render the places that answer a question, each with the command that shows more."""
    blocks: list[str] = []
    for one in answer.results:
        head = one.heading if one.kind == "command" else f"{one.name}: {one.heading}"
        lines = textwrap.wrap(one.excerpt, 76) or [""]
        more = tongue.say("More: {command}", command=one.more)
        blocks.append("\n".join([head, *(f"    {line}" for line in (*lines, more))]))
    if answer.skipped:
        blocks.append(tongue.say("Found nowhere: {words}", words=tongue.listed(answer.skipped)))
    return "\n\n".join(blocks)


def packs(answer: "PackList", tongue: Translator = ENGLISH) -> str:
    """Render the installed packs."""
    if not answer.packs:
        return tongue.say("No packs are installed.")
    return table([_pack(pack, tongue) for pack in answer.packs])


def word_new_pack(answer: "BegunPack") -> str:
    """Render a new pack and its files."""
    builds = f", and builds on {answer.extends}" if answer.extends is not None else ""
    return f"{answer.folder} holds {', '.join(answer.files)}{builds}."


LABELS: Mapping[str, str] = {
    "documented": message("{count} documented"),
    "inferred": message("{count} inferred"),
    "invented": message("{count} invented"),
}


def word_filled_pack(answer: "FilledPack", tongue: Translator) -> str:
    """Render the new figures of a pack, then the blanks that are left, the most important first."""
    entries = [(one.figure, one.item, one.value) for one in answer.entries]
    rows = [(one.figure, one.item, f"{one.file}:{one.line}:{one.column}", one.source) for one in answer.next]
    done = tongue.say(
        "{figures} figures filled in, {blanks} blanks left.", figures=answer.figures, blanks=answer.blanks
    )
    return "\n".join((*([table(entries)] if entries else ()), done, *([table(rows)] if rows else ())))


def redrawn(answer: "RedrawnMap") -> str:
    """Render a redrawn map, and the borders that its outlines do not show."""
    lines = [f"{answer.file} has the outlines of {answer.areas} areas."]
    lines += [f"Linked by a line: {here} and {there}." for here, there in answer.linked]
    lines += [f"Closed by a bar: {here} and {there}." for here, there in answer.closed]
    return "\n".join(lines)


def counts(answer: "CountedOrders", tongue: Translator = ENGLISH) -> str:
    """Render the numbers of legal orders of each scenario, one line per depth."""
    heads = tongue.say("scenario"), tongue.say("depth"), tongue.say("orders"), tongue.say("by question")
    depths = [
        (one.scenario, str(depth.depth), f"{depth.orders:,}",
         ", ".join(f"{question} {count:,}" for question, count in depth.questions.items()))
        for one in answer.scenarios for depth in one.depths
    ]  # fmt: skip
    return "\n\n".join((table([heads, *depths]), *_games(answer, tongue)))


def _games(answer: "CountedOrders", tongue: Translator) -> Iterator[str]:
    """Yield a table of the games between scripted players, one row per side and assignment."""
    rows = [
        (one.scenario, str(way.games), f"{share.side} ({share.player})", f"{share.percent} %",
         f"{share.least} - {share.most} %", str(way.drawn))
        for one in answer.scenarios for way in one.games for share in way.shares
    ]  # fmt: skip
    if rows:
        heads = (
            tongue.say("scenario"), tongue.say("games"), tongue.say("side (player)"), tongue.say("won"),
            tongue.say("95 % interval"), tongue.say("drawn"),
        )  # fmt: skip
        yield table([heads, *rows])


def table(rows: Sequence[Sequence[str]]) -> str:
    """Render rows as aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _pack(pack: "ListedPack", tongue: Translator) -> tuple[str, ...]:
    if pack.fault:
        return pack.pack, "", "", tongue.say("cannot be read: {fault}", fault=pack.fault)
    return pack.pack, pack.version, pack.system, pack.name


SOURCES: Mapping[Provenance, str] = messages("rulebook", "documented", "reconstruction")


@join_lines
def word_pack(answer: "PackPage", tongue: Translator) -> Iterator[str]:
    """Render the description of a pack."""
    say = tongue.say
    names = {"name": answer.name, "pack": answer.pack, "version": answer.version, "system": answer.system}
    yield say("{name} ({pack} {version}), a game of the {system} system", **names)
    yield say("Folder: {folder}", folder=answer.folder)
    yield say("Digest: {digest}", digest=answer.digest)
    yield say("Sides: {sides}", sides=tongue.listed(answer.sides))
    yield say("Scenarios:")
    yield from (f"  {scenario.id}  {scenario.name}" for scenario in answer.scenarios)
    if answer.options:
        yield say("Options, recommended choice first:")
        yield from (f"  {option.id}={_choices(option)}  {option.title}" for option in answer.options)
    yield say("Sources of the figures:")
    for part in answer.tables:
        yield f"  {say('{table}: {source}', table=part.table, source=say(SOURCES[part.source]))}"
        if part.note:
            yield from textwrap.wrap(part.note, 72, initial_indent="    ", subsequent_indent="    ")
    if answer.figures:
        yield say("Figures by file:")
    for row in answer.figures:
        counts = (say(LABELS[label], count=count) for label, count in row.labels.items())
        yield f"  {row.file}: {', '.join(counts)}"


def _choices(option: "PackChoice") -> str:
    others = [choice for choice in option.choices if choice != option.default]
    return "|".join([option.default, *others])


def _match(match: "matches.Listed", tongue: Translator) -> tuple[str, ...]:
    if match.fault:
        return match.match, "", "", tongue.say("cannot be read: {fault}", fault=match.fault), ""
    due = (_word_due(one, tongue) for one in match.deadlines if one.due)
    waiting = tongue.say("waiting for {sides}", sides=tongue.listed(match.waiting))
    entries = tongue.say("{count} entry", "{count} entries", count=match.entries)
    return (
        match.match,
        f"{PurePath(match.pack).name} {match.scenario}",
        entries,
        waiting if match.waiting else tongue.say("over"),
        tongue.listed(tuple(due)),
    )


DUE: Mapping[bool, str] = {False: message("{side} by {due}"), True: message("{side} by {due}: late")}
"""Deadline of a side, by lateness."""


def _word_due(one: "Deadline", tongue: Translator) -> str:
    return tongue.say(DUE[one.late is not None], side=one.side, due=one.told)


def _entry(line: "matches.Line", tongue: Translator) -> tuple[str, ...]:
    rolls = "".join(f" [{' '.join(map(str, faces))}]" for faces in line.thrown)
    text = f"{line.text}{rolls}"
    if line.kept:
        text = tongue.say("{told} (filed again)", told=text)
    if not line.stands:
        text = tongue.say("{told} (taken back)", told=text)
    return str(line.seq), line.at, tongue.say(KINDS[line.kind]), line.side or "-", text


@join_lines
def _clause(clause: "Explained", tongue: Translator) -> Iterator[str]:
    yield f"{clause.number}  {clause.title}  ({clause.book})"
    yield from textwrap.wrap(clause.rule, 72, initial_indent="  ", subsequent_indent="  ")
    if clause.meanings:
        meanings = tongue.listed(clause.meanings)
        yield f"  {tongue.say('Name in the rules: {meanings}.', meanings=meanings)}"
    for ruling in clause.rulings:
        text = tongue.say("Ruling {ruling}", ruling=ruling)
        yield from textwrap.wrap(text, 72, initial_indent="  ", subsequent_indent="    ")


@join_lines
def _ruling(ruling: "ExplainedRuling", tongue: Translator) -> Iterator[str]:
    yield f"{ruling.id}  {ruling.title}  ({tongue.say(KINDS['ruling'])})"
    yield from textwrap.wrap(ruling.text, 72, initial_indent="  ", subsequent_indent="  ")
    because = tongue.say("Source: {source}", source=ruling.because)
    yield from textwrap.wrap(because, 72, initial_indent="  ", subsequent_indent="  ")


@join_lines
def _fact(fact: "ExplainedFact", tongue: Translator) -> Iterator[str]:
    packs = tongue.listed(fact.packs)
    kind = tongue.say("a refusal of {packs}", packs=packs) if packs else tongue.say("a fault")
    yield f"{fact.code}  ({kind})"
    texts = [tongue.say("text: {text}", text=fact.text)]
    texts += [tongue.say("remedy: {remedy}", remedy=fact.remedy)] if fact.remedy else []
    for line in texts:
        yield from textwrap.wrap(line, 72, initial_indent="  ", subsequent_indent="    ")
