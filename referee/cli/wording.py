"""Answers in words, where they are no document: a line or a few for the terminal."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from schemas.record import listed

if TYPE_CHECKING:
    from referee.core.tongue import Tongue
    from schemas.answers import Answers, Filed, Languages, Line, Listed, Log, Opened, Questions, Shelf
    from schemas.catalogue import BegunPack, CountedOrders, ListedPack, PackChoice, PackList, PackPage
    from schemas.explanation import Explained, ExplainedRuling, Explanation


def opened(answer: "Opened") -> str:
    """What was agreed, and what goes to the players."""
    chosen = ", ".join(f"{option}={choice}" for option, choice in answer.chosen.items())
    options = f"{chosen}, else as the pack recommends" if chosen else "as the pack recommends"
    return "\n".join(
        (
            f"{answer.match} is open: {answer.pack} {answer.version}, scenario {answer.scenario}.",
            f"Sides: {listed(answer.sides)}. Dice: {answer.dice}. Options: {options}.",
            f"Errors found late are settled by the policy {answer.policy}.",
            f"Journal in {answer.folder}",
            "Tell the players, so that they can verify the dice from the first throw on:",
            f"  first key   {answer.anchor}",
            f"  hidden      {answer.hidden}",
            f"  head        {answer.head}",
        )
    )


def shelf(answer: "Shelf") -> str:
    """The matches there are."""
    if not answer.matches:
        return f"There is no match in {answer.shelf}."
    return table([_match(match) for match in answer.matches])


def questions(answer: "Questions", tongue: "Tongue") -> str:
    """Who is asked what, in the language of whoever asks."""
    lines = [f"{prompt.side}: {prompt.text}" for prompt in answer.prompts]
    others = [side for side in answer.waiting if all(prompt.side != side for prompt in answer.prompts)]
    if others:
        lines.append(tongue.say("Waiting for {sides}.", sides=tongue.listed(others)))
    return "\n".join(lines) or tongue.say("Nobody has anything to answer: the match is over.")


def answers(answer: "Answers") -> str:
    """Lawful orders, one a line."""
    if not answer.orders:
        return f"# {answer.side} has nothing to answer now"
    more = ["# and more: raise --limit"] if answer.more else []
    return "\n".join([*answer.orders, *more])


def log(answer: "Log") -> str:
    """The entries, one a line."""
    lines = table([_entry(line) for line in answer.entries])
    return f"{lines}\nhead {answer.head}".strip()


def languages(answer: "Languages") -> str:
    """The language that each viewer is answered in."""
    spoken = ", ".join(f"{viewer}={code}" for viewer, code in answer.languages.items())
    return f"{answer.match}: {spoken}. There are {listed(answer.known)}."


def filed(answer: "Filed") -> str:
    """An entry that was filed."""
    return f"Filed as entry {answer.entry} ({answer.kind}).\nhead {answer.head}"


def explanation(answer: "Explanation") -> str:
    """The clauses, each with its rulings."""
    clauses = ["\n".join(_clause(clause)) for clause in answer.clauses]
    rulings = ["\n".join(_ruling(ruling)) for ruling in answer.rulings]
    return "\n\n".join([*clauses, *rulings])


def packs(answer: "PackList") -> str:
    """The packs there are."""
    if not answer.packs:
        return "There is no pack."
    return table([_pack(pack) for pack in answer.packs])


def begun(answer: "BegunPack") -> str:
    """A pack that was begun, and what to do with it."""
    builds = f", and builds on {answer.extends}" if answer.extends is not None else ""
    return f"{answer.folder} holds {', '.join(answer.files)}{builds}."


def described(answer: "PackPage") -> str:
    """A pack as it describes itself."""
    return "\n".join(_described(answer))


def counts(answer: "CountedOrders") -> str:
    """The lawful orders of each scenario, a line for each depth."""
    heads = ("scenario", "depth", "orders", "by question")
    return table([heads, *_depths(answer)])


def _depths(answer: "CountedOrders") -> Iterator[tuple[str, ...]]:
    for scenario in answer.scenarios:
        for depth in scenario.depths:
            parts = ", ".join(f"{question} {count:,}" for question, count in depth.questions.items())
            yield scenario.scenario, str(depth.depth), f"{depth.orders:,}", parts


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of words in columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _pack(pack: "ListedPack") -> tuple[str, ...]:
    if pack.fault:
        return pack.pack, "", "", f"cannot be read: {pack.fault}"
    return pack.pack, pack.version, pack.system, pack.name


def _described(answer: "PackPage") -> Iterator[str]:
    yield f"{answer.name} ({answer.pack} {answer.version}), a game of the {answer.system} system"
    yield f"Folder: {answer.folder}"
    yield f"Digest: {answer.digest}"
    yield f"Sides: {listed(answer.sides)}"
    yield "Scenarios:"
    yield from (f"  {scenario.id}  {scenario.name}" for scenario in answer.scenarios)
    if answer.options:
        yield "Options, what is recommended first:"
        yield from (f"  {option.id}={_choices(option)}  {option.title}" for option in answer.options)
    yield "Where the figures come from:"
    for part in answer.tables:
        yield f"  {part.table}: {part.source}"
        if part.note:
            yield from textwrap.wrap(part.note, 72, initial_indent="    ", subsequent_indent="    ")


def _choices(option: "PackChoice") -> str:
    others = [choice for choice in option.choices if choice != option.default]
    return "|".join([option.default, *others])


def _match(match: "Listed") -> tuple[str, ...]:
    if match.fault:
        return match.match, "", "", f"cannot be read: {match.fault}"
    waiting = f"waiting for {listed(match.waiting)}" if match.waiting else "over"
    entries = counted(match.entries, "entry", "entries")
    return match.match, f"{match.pack} {match.scenario}", entries, waiting


def _entry(line: "Line") -> tuple[str, ...]:
    thrown = "".join(f" [{' '.join(map(str, faces))}]" for faces in line.thrown)
    taken_back = "" if line.stands else " (taken back)"
    return str(line.seq), line.at, line.kind, line.side or "-", f"{line.text}{thrown}{taken_back}"


def counted(number: int, noun: str, many: str = "") -> str:
    """A number of things, as one says it."""
    return f"{number} {noun}" if number == 1 else f"{number} {many or f'{noun}s'}"


def _clause(clause: "Explained") -> Iterator[str]:
    yield f"{clause.number}  {clause.title}  ({clause.book})"
    yield from textwrap.wrap(clause.rule, 72, initial_indent="  ", subsequent_indent="  ")
    if clause.meanings:
        yield f"  The rules know it as {listed(clause.meanings)}."
    for ruling in clause.rulings:
        yield from textwrap.wrap(f"Ruling {ruling}", 72, initial_indent="  ", subsequent_indent="    ")


def _ruling(ruling: "ExplainedRuling") -> Iterator[str]:
    yield f"{ruling.id}  {ruling.title}  (ruling)"
    yield from textwrap.wrap(ruling.text, 72, initial_indent="  ", subsequent_indent="  ")
    yield from textwrap.wrap(f"From {ruling.because}", 72, initial_indent="  ", subsequent_indent="  ")
