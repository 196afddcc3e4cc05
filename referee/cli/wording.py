"""Answers in words, where they are no document: a line or a few for the terminal."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from referee.engine.tongue import ENGLISH, Translator, message
from referee.reports.entry_summaries import KINDS
from schemas.journal import DiceMode, Phrases
from schemas.record import Provenance

if TYPE_CHECKING:
    from schemas.answers.catalogue import (
        BegunPack,
        CountedOrders,
        ListedPack,
        PackChoice,
        PackList,
        PackPage,
        RedrawnMap,
    )
    from schemas.answers.explanation import Explained, ExplainedFact, ExplainedRuling, Explanation
    from schemas.answers.matches import (
        Answers,
        Exported,
        Filed,
        Folds,
        KeptFold,
        Languages,
        Line,
        Listed,
        Log,
        Opened,
        Questions,
        Shelf,
    )
    from schemas.bots import BotPlayed
    from schemas.clocks import Deadline


FIGURES_APART = 3
"""Blanks between a name and the long figure behind it."""

DICE: Mapping[DiceMode, str] = {"sealed": message("sealed"), "spoken": message("spoken")}
"""How dice are thrown."""


PHRASES: Mapping[Phrases, str] = {
    "required": message("No order is taken before each side put a phrase of its own into the dice."),
    "allowed": message("Before the first order, each side may put a phrase of its own into the dice."),
    "none": message("The dice hold no phrases of the players."),
}
"""Whether the sides put phrases into the dice."""


def word_opening(answer: "Opened", tongue: Translator = ENGLISH) -> str:
    """What was agreed, and what goes to the players."""
    return "\n".join((*_agree(answer, tongue), *_to_players(answer, tongue)))


def _agree(answer: "Opened", tongue: Translator) -> Iterator[str]:
    say = tongue.say
    chosen = ", ".join(f"{option}={choice}" for option, choice in answer.chosen.items())
    recommended, besides = message("as the pack recommends"), message("{chosen}, else as the pack recommends")
    options = say(besides if chosen else recommended, chosen=chosen)
    sides, dice = tongue.listed(answer.sides), say(DICE[answer.dice])
    pack = {"pack": PurePath(answer.pack).name, "version": answer.version, "scenario": answer.scenario}
    yield say("{match} is open: {pack} {version}, scenario {scenario}.", match=answer.match, **pack)
    yield say("Sides: {sides}. Dice: {dice}. Options: {options}.", sides=sides, dice=dice, options=options)
    yield say(PHRASES[answer.phrases])
    yield say("Errors found late are settled by the policy {policy}.", policy=answer.policy)
    yield say("Journal in {folder}", folder=answer.folder)


def _to_players(answer: "Opened", tongue: Translator) -> Iterator[str]:
    say = tongue.say
    yield say("Tell the players, so that they can verify the dice from the first throw on:")
    first, hidden, head = say("first key"), say("hidden secret"), say("head")
    rows = (first, answer.anchor), (hidden, answer.hidden), (head, answer.head)
    width = max(len(name) for name, _ in rows) + FIGURES_APART
    yield from (f"  {name.ljust(width)}{told}" for name, told in rows)


def shelf(answer: "Shelf", tongue: Translator = ENGLISH) -> str:
    """The matches there are."""
    if not answer.matches:
        return tongue.say("There is no match in {shelf}.", shelf=answer.shelf)
    rows = [_match(match, tongue) for match in answer.matches]
    return table([row if any(row[4] for row in rows) else row[:4] for row in rows])


KEPT: Mapping[str, str] = {
    "fresh": message("fresh"),
    "behind": message("behind: more was filed since"),
    "unfit": message("unfit: not used"),
    "none": message("no fold"),
}
"""What a fold is good for."""


def word_folds(answer: "Folds", tongue: Translator = ENGLISH) -> str:
    """What is kept of the past of matches, one a line."""
    say = tongue.say
    if answer.cleared is not None:
        return say("{count} fold was removed.", "{count} folds were removed.", count=answer.cleared)
    if not answer.folds:
        return say("There is no match to keep a fold of.")
    rows = table([_fold(fold, answer, tongue) for fold in answer.folds])
    return f"{rows}\n{say('They lie in {folder}.', folder=answer.folder)}"


def _fold(fold: "KeptFold", answer: "Folds", tongue: Translator) -> tuple[str, ...]:
    say = tongue.say
    if fold.state in {"none", "unfit"}:
        return fold.match, say(KEPT[fold.state]), "", "", "", ""
    entries = say("{count} entry", "{count} entries", count=fold.entries)
    points = say("{count} checkpoint", "{count} checkpoints", count=fold.checkpoints)
    size = say("{count} kB", count=-(-fold.size // 1000))
    if fold.wrong:
        checked = say("wrong: {parts}", parts=tongue.listed([say(part) for part in fold.wrong]))
    else:
        checked = say("right") if answer.checked else ""
    return fold.match, say(KEPT[fold.state]), entries, points, size, checked


def questions(answer: "Questions", tongue: Translator) -> str:
    """Who is asked what, in the language of the person who asks."""
    lines = [
        tongue.say("{side}: {question}", side=prompt.side, question=prompt.text) for prompt in answer.prompts
    ]
    if answer.phrases_awaited:
        sides = tongue.listed(answer.phrases_awaited)
        lines.insert(0, tongue.say("No order is taken before the phrases of {sides}.", sides=sides))
    others = [side for side in answer.waiting if all(prompt.side != side for prompt in answer.prompts)]
    if others:
        lines.append(tongue.say("Waiting for {sides}.", sides=tongue.listed(others)))
    return "\n".join(lines) or tongue.say("Nobody has anything to answer: the match is over.")


def answers(answer: "Answers", tongue: Translator = ENGLISH) -> str:
    """Lawful orders, one a line."""
    if not answer.orders:
        return tongue.say("# {side} has nothing to answer now", side=answer.side)
    more = [tongue.say("# and more: raise --limit")] if answer.more else []
    return "\n".join([*answer.orders, *more])


def log(answer: "Log", tongue: Translator = ENGLISH) -> str:
    """The entries, one a line."""
    lines = table([_entry(line, tongue) for line in answer.entries])
    return f"{lines}\n{head(answer.head, tongue)}".strip()


def head(head: str, tongue: Translator = ENGLISH) -> str:
    """The head of a journal, below an answer."""
    return tongue.say("head {head}", head=head)


def languages(answer: "Languages", tongue: Translator = ENGLISH) -> str:
    """The language that each viewer is answered in."""
    spoken = ", ".join(f"{viewer}={code}" for viewer, code in answer.languages.items())
    known = tongue.listed(answer.known)
    return tongue.say("{match}: {spoken}. There are {known}.", match=answer.match, spoken=spoken, known=known)


def word_entry(answer: "Filed", tongue: Translator = ENGLISH) -> str:
    """An entry that was filed."""
    kind = tongue.say(KINDS[answer.kind])
    told = tongue.say("Filed as entry {entry} ({kind}).", entry=answer.entry, kind=kind)
    return f"{told}\n{head(answer.head, tongue)}"


def word_export(answer: "Exported", tongue: Translator = ENGLISH) -> str:
    """A copy that was written to a file."""
    return tongue.say(
        "{count} line written to {file}",
        "{count} lines written to {file}",
        count=answer.lines,
        file=answer.file,
    )


def word_table_export(answer: "Exported", tongue: Translator = ENGLISH) -> str:
    """Tables that were written to a file."""
    return tongue.say(
        "{count} row written to {file}",
        "{count} rows written to {file}",
        count=answer.lines,
        file=answer.file,
    )


def word_bot(played: "BotPlayed", tongue: Translator = ENGLISH) -> str:
    """What a bot filed."""
    return tongue.say(
        "{bot} plays {side} and filed {count} letter, up to entry {last}",
        "{bot} plays {side} and filed {count} letters, up to entry {last}",
        bot=played.bot,
        side=played.side,
        count=played.letters,
        last=max(played.entries, default=0),
    )


CONFINED: Mapping[str | None, str] = {
    "bubblewrap": message("{name} is confined by bubblewrap: it sees none of your files and no network"),
    "landlock": message("{name} is confined by Landlock: it sees none of your files and no network"),
    "user": message("{name} runs as another user: it can read what every user can read, and use the network"),
    None: message("{name} is not confined: it can read the secrets of every match, and use the network"),
}
"""The confinement of a foreign program, by its means."""


def word_confinement(name: str, means: str | None, tongue: Translator = ENGLISH) -> str:
    """Render the confinement of a foreign program."""
    return tongue.say(CONFINED[means], name=name)


def explanation(answer: "Explanation", tongue: Translator = ENGLISH) -> str:
    """The clauses, each with its rulings, and what a code stands for."""
    clauses = ["\n".join(_clause(clause, tongue)) for clause in answer.clauses]
    rulings = ["\n".join(_ruling(ruling, tongue)) for ruling in answer.rulings]
    facts = ["\n".join(_fact(fact, tongue)) for fact in answer.facts]
    return "\n\n".join([*clauses, *rulings, *facts])


def packs(answer: "PackList", tongue: Translator = ENGLISH) -> str:
    """The packs there are."""
    if not answer.packs:
        return tongue.say("There is no pack.")
    return table([_pack(pack, tongue) for pack in answer.packs])


def word_new_pack(answer: "BegunPack") -> str:
    """A pack that was begun, and what to do with it."""
    builds = f", and builds on {answer.extends}" if answer.extends is not None else ""
    return f"{answer.folder} holds {', '.join(answer.files)}{builds}."


def redrawn(answer: "RedrawnMap") -> str:
    """A map that was drawn again, and the borders that its outlines do not show."""
    told = [f"{answer.file} has the outlines of {answer.areas} areas."]
    told += [f"Linked by a line: {here} and {there}." for here, there in answer.linked]
    told += [f"Closed by a bar: {here} and {there}." for here, there in answer.closed]
    return "\n".join(told)


def word_pack(answer: "PackPage", tongue: Translator = ENGLISH) -> str:
    """A pack as it describes itself."""
    return "\n".join(_describe(answer, tongue))


def counts(answer: "CountedOrders", tongue: Translator = ENGLISH) -> str:
    """The lawful orders of each scenario, a line for each depth."""
    heads = tongue.say("scenario"), tongue.say("depth"), tongue.say("orders"), tongue.say("by question")
    orders = table([heads, *_depths(answer)])
    return "\n\n".join((orders, *_games(answer, tongue)))


def _games(answer: "CountedOrders", tongue: Translator) -> Iterator[str]:
    """Who won the games between scripted players, a line for each side of each way."""
    rows = [
        (one.scenario, str(way.games), f"{share.side} ({share.player})", f"{share.percent} %",
         f"{share.least} - {share.most} %", str(way.drawn))
        for one in answer.scenarios for way in one.games for share in way.shares
    ]  # fmt: skip
    if rows:
        heads = (
            tongue.say("scenario"), tongue.say("games"), tongue.say("side (player)"), tongue.say("won"),
            tongue.say("19 times in 20"), tongue.say("drawn"),
        )  # fmt: skip
        yield table([heads, *rows])


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


def _pack(pack: "ListedPack", tongue: Translator) -> tuple[str, ...]:
    if pack.fault:
        return pack.pack, "", "", tongue.say("cannot be read: {fault}", fault=pack.fault)
    return pack.pack, pack.version, pack.system, pack.name


SOURCES: Mapping[Provenance, str] = {
    "rulebook": message("rulebook"),
    "documented": message("documented"),
    "reconstruction": message("reconstruction"),
}
"""Where figures come from."""


def _describe(answer: "PackPage", tongue: Translator) -> Iterator[str]:
    say = tongue.say
    named = {"name": answer.name, "pack": answer.pack, "version": answer.version, "system": answer.system}
    yield say("{name} ({pack} {version}), a game of the {system} system", **named)
    yield say("Folder: {folder}", folder=answer.folder)
    yield say("Digest: {digest}", digest=answer.digest)
    yield say("Sides: {sides}", sides=tongue.listed(answer.sides))
    yield say("Scenarios:")
    yield from (f"  {scenario.id}  {scenario.name}" for scenario in answer.scenarios)
    if answer.options:
        yield say("Options, what is recommended first:")
        yield from (f"  {option.id}={_choices(option)}  {option.title}" for option in answer.options)
    yield say("Where the figures come from:")
    for part in answer.tables:
        yield f"  {say('{table}: {source}', table=part.table, source=say(SOURCES[part.source]))}"
        if part.note:
            yield from textwrap.wrap(part.note, 72, initial_indent="    ", subsequent_indent="    ")


def _choices(option: "PackChoice") -> str:
    others = [choice for choice in option.choices if choice != option.default]
    return "|".join([option.default, *others])


def _match(match: "Listed", tongue: Translator) -> tuple[str, ...]:
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
"""Until when a side has to answer, and whether it is late."""


def _word_due(one: "Deadline", tongue: Translator) -> str:
    return tongue.say(DUE[one.late is not None], side=one.side, due=one.told)


def _entry(line: "Line", tongue: Translator) -> tuple[str, ...]:
    thrown = "".join(f" [{' '.join(map(str, faces))}]" for faces in line.thrown)
    told = f"{line.text}{thrown}"
    if line.kept:
        told = tongue.say("{told} (filed again)", told=told)
    if not line.stands:
        told = tongue.say("{told} (taken back)", told=told)
    return str(line.seq), line.at, tongue.say(KINDS[line.kind]), line.side or "-", told


def _clause(clause: "Explained", tongue: Translator) -> Iterator[str]:
    yield f"{clause.number}  {clause.title}  ({clause.book})"
    yield from textwrap.wrap(clause.rule, 72, initial_indent="  ", subsequent_indent="  ")
    if clause.meanings:
        meanings = tongue.listed(clause.meanings)
        yield f"  {tongue.say('The rules know it as {meanings}.', meanings=meanings)}"
    for ruling in clause.rulings:
        told = tongue.say("Ruling {ruling}", ruling=ruling)
        yield from textwrap.wrap(told, 72, initial_indent="  ", subsequent_indent="    ")


def _ruling(ruling: "ExplainedRuling", tongue: Translator) -> Iterator[str]:
    yield f"{ruling.id}  {ruling.title}  ({tongue.say(KINDS['ruling'])})"
    yield from textwrap.wrap(ruling.text, 72, initial_indent="  ", subsequent_indent="  ")
    because = tongue.say("From {source}", source=ruling.because)
    yield from textwrap.wrap(because, 72, initial_indent="  ", subsequent_indent="  ")


def _fact(fact: "ExplainedFact", tongue: Translator) -> Iterator[str]:
    packs = tongue.listed(fact.packs)
    kind = tongue.say("a refusal of {packs}", packs=packs) if packs else tongue.say("a fault")
    yield f"{fact.code}  ({kind})"
    told = [tongue.say("says: {text}", text=fact.text)]
    told += [tongue.say("what helps: {remedy}", remedy=fact.remedy)] if fact.remedy else []
    for line in told:
        yield from textwrap.wrap(line, 72, initial_indent="  ", subsequent_indent="    ")
