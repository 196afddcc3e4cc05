"""A match judged again, by today's rules or with another pack: the different decisions, with reasons.

The running match does not change; that takes a ruling.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from msgspec import to_builtins
from msgspec.structs import replace

from referee.engine.copy_check import ViewFact
from referee.engine.dice import DiceNeeded, FiledDice, replay_dice
from referee.engine.machine import judge_again
from referee.engine.system import Rules, State
from referee.evidence import copy_check, disputed_case, roll_proof
from referee.evidence.disputed_case import Case, EvidenceFault
from referee.evidence.replay import agrees
from referee.evidence.rule_checks import refusals
from referee.evidence.rule_checks.refusals import Again
from referee.faults import DataFault, Misuse, declare
from referee.i18n.translator import Translator, message
from referee.matches import history
from referee.matches.history import Move
from referee.matches.journal.reading import MOVING
from referee.matches.judging import entry_drafts
from referee.matches.matches import Match
from referee.packs import rulesets
from referee.packs.rulesets import Ruleset
from referee.systems.faces import Game
from schemas.answers.evidence import Rejudged, Rejudgement, Weighed
from schemas.answers.matches import ViewFinding
from schemas.journal import Entry, Header
from schemas.record import REFEREE, Event, Side, Value, dump_model
from schemas.vocabulary import as_said_in

MOST_DIFFERENCES = 5
"""Highest number of differences shown for one entry."""


class _Bench(Value):
    """The header of the match, the rules that judge, and the game in the language of a reader."""

    header: Header
    rules: Rules
    localised_game: Game
    tongue: Translator


def rejudge(match: Match, pack: str | None = None, *, localised_match: Match | None = None) -> Rejudgement:
    """Return every entry that would be decided differently, refusals included.

    `localised_match` is the same match in the language of its reader.
    """
    header = match.header
    bound = match.bound
    if pack is not None:
        # It is bound to the options of the match that it knows.
        bound = rulesets.bind(pack, header.scenario, header.options, is_opened=True)
    tongue = (localised_match or match).tongue
    bench = _Bench(header, bound.rules, bound.speaking(tongue.language).system, tongue)
    moving = (entry for entry in match.entries if entry.body.kind in MOVING)
    if any(entry.body.commit.keys() != entry.private.keys() for entry in moving):
        return _rejudge_copy(bench, match, bound)
    different: list[Rejudged] = []
    count, reason = 0, ""
    try:
        for step in history.steps(bound.rules, match.entries):
            count += 1
            for before, move in history.replay_moves(bound.rules, step.before, step.moves):
                different += _move(bench, step.entry, step.events, before, move)
        for entry in match.entries:
            if entry.body.kind == "refusal":
                count += 1
                different += _refusal(bench, match, entry)
    except DataFault as fault:
        # Another pack may lack a piece, an area or a card of the events.
        reason = "\n".join(str(complaint.speaking(bench.tongue)) for complaint in fault.complaints)
    return Rejudgement(
        match=match.name,
        pack=bound.found_by,
        version=bound.pack.game.version,
        digest=bound.loaded.digest,
        judged=count,
        different=tuple(sorted(different, key=lambda one: one.entry)),
        stopped=reason,
    )


def _rejudge_copy(bench: _Bench, match: Match, bound: Ruleset) -> Rejudgement:
    """Judge a side's copy again, as far as the side may know."""
    view = copy_check.judge(match.header, bound.system, lambda: match.entries, bench.tongue)
    if view is None:
        raise Misuse(declare(EvidenceFault.NO_OWN_COPY, match=match.name))
    different: list[Rejudged] = []
    for seq, findings in groupby(sorted(view.wrong, key=lambda one: one.entry), key=lambda one: one.entry):
        different.append(_describe_seen(bench, match, match.entries[seq - 1], tuple(findings)))
    return Rejudgement(
        match=match.name,
        pack=bound.found_by,
        version=bound.pack.game.version,
        digest=bound.loaded.digest,
        judged=view.orders_judged + view.refusals_judged,
        different=tuple(different),
    )


def _describe_seen(bench: _Bench, match: Match, entry: Entry, findings: tuple[ViewFinding, ...]) -> Rejudged:
    """Return the description of an entry of a copy that would be decided differently."""
    texts = tuple(one.text for one in findings)
    if entry.body.kind == "refusal":
        (refusal,) = refusals.find_refused(entry, match.header.sides, refusals.Earlier())
        then = refusal.letter.fallen[0]
        return Rejudged(
            entry=entry.body.seq,
            side=refusal.side,
            order=then.order or then.text,
            then="unreadable" if then.unreadable else "refused",
            now="accepted",
            differences=texts,
        )
    order = history.order_of(bench.rules, entry)
    return Rejudged(
        entry=entry.body.seq,
        side=entry.body.side,
        order=bench.localised_game.notation.write(order)
        if order
        else bench.tongue.say("work of the rules without an order"),
        then="accepted",
        now="refused" if ViewFact.ORDER_UNLAWFUL.code in {one.code for one in findings} else "other-events",
        differences=texts[:MOST_DIFFERENCES],
    )


def list_contradictions(case: Case) -> tuple[str, ...]:
    """Return the differences between an order of a complete journal and today's rules."""
    match, entry = case.match, case.entry
    bench = _Bench(match.header, match.rules, match.system, match.tongue)
    verdicts = (_move(bench, entry, case.events, before, move) for before, move in case.played())
    return tuple(text for verdict in verdicts for one in verdict for text in one.differences)


def _move(
    bench: _Bench, entry: Entry, entry_events: Sequence[Event], before: State, move: Move
) -> Iterator[Rejudged]:
    """Yield the different decision on one move of an entry, whose events are `entry_events`."""
    rules, tongue = bench.rules, bench.tongue
    owners = roll_proof.owners(bench.header, entry, entry_events)
    vocabulary, format = bench.header.vocabulary, bench.header.format
    if agrees(bench.header, rules, before, move, owners):
        return
    order = (
        bench.localised_game.notation.write(move.order)
        if move.order
        else tongue.say("work of the rules without an order")
    )
    then = Rejudged(
        entry=entry.body.seq, side=entry.body.side, order=order, then="accepted", now="other-events"
    )
    if move.order and (objections := disputed_case.against(bench.localised_game, before, move.order)):
        yield replace(then, now="refused", clauses=objections)
        return
    prompts = tuple(_ask(bench.localised_game, before, move))
    try:
        dice = FiledDice(replay_dice(move.events, owners), format, rules.spell_purpose)
        again = judge_again(rules, before, move.order, dice)
    except DiceNeeded as needed:
        differences: tuple[str, ...] = (_needs(bench, needed),)
        yield replace(then, now="needs-dice", differences=differences, clauses=prompts)
    else:
        events = tuple(as_said_in(event, vocabulary) for event in again or ())
        differences = tuple(_differences(tongue, move.events, events))[:MOST_DIFFERENCES]
        yield replace(then, differences=differences, clauses=prompts)


def _needs(bench: _Bench, needed: DiceNeeded) -> str:
    return bench.tongue.say(
        "the rules would roll {count} more die for {purpose}",
        "the rules would roll {count} more dice for {purpose}",
        count=needed.count,
        purpose=bench.localised_game.language.word_purpose(needed.roll.purpose),
    )


def _ask(game: Game, before: State, move: Move) -> Iterator[Weighed]:
    """Yield the clauses of the prompts that the order answered."""
    side = move.order.side if move.order else REFEREE
    for prompt in map(game.language.ask, disputed_case.questions(game.rules, before, side)):
        citation = game.language.cite(prompt.clause)
        yield Weighed(clause=prompt.clause, number=citation.number, title=citation.title, text=prompt.text)


def _differences(tongue: Translator, then: Sequence[Event], now: Sequence[Event]) -> Iterator[str]:
    say = tongue.say
    for index, (was, is_now) in enumerate(zip_longest(then, now), 1):
        if was == is_now:
            continue
        if was is None or is_now is None:
            here = was or is_now
            assert here is not None
            text = (
                message("event {number}, {type}, is new")
                if was is None
                else message("event {number}, {type}, is no more")
            )
            yield say(text, number=index, type=here.type)
        elif was.type != is_now.type:
            yield say("event {number} was {was} and is {now}", number=index, was=was.type, now=is_now.type)
        else:
            changes = ", ".join(_changes(tongue, was, is_now))
            yield say("event {number}, {type}: {changes}", number=index, type=was.type, changes=changes)


def _changes(tongue: Translator, was: Event, is_now: Event) -> Iterator[str]:
    then, now = (to_builtins(event, enc_hook=dump_model) for event in (was, is_now))
    for path, old, new in _list_changed((), then, now):
        yield tongue.say("{part} was {was} and is {now}", part=" ".join(path), was=old, now=new)


def _list_changed(
    path: tuple[str, ...], then: object, now: object
) -> Iterator[tuple[tuple[str, ...], object, object]]:
    """Yield the smallest parts that differ, each with its path: names, and numbers from 1 in lists."""
    if then == now:
        return
    old, new = _name_parts(then), _name_parts(now)
    if not old or old.keys() != new.keys():
        yield path, then, now
        return
    for name in old:
        yield from _list_changed((*path, name), old[name], new[name])


def _name_parts(value: object) -> Mapping[str, object]:
    """Return the parts of a record by name, or of a list of records by number. Other values have none."""
    match value:
        case dict():
            return {str(name): part for name, part in value.items()}
        case [dict(), *_]:
            return {str(number): part for number, part in enumerate(value, 1)}
        case _:
            return {}


def _refusal(bench: _Bench, match: Match, entry: Entry) -> Iterator[Rejudged]:
    """Judge a refused letter again, and yield its lines that would be decided differently today."""
    earlier = match.entries[: entry.body.seq - 1]
    for refusal in refusals.find_refused(entry, match.header.sides, refusals.Earlier(earlier)):
        state = history.position(bench.rules, earlier)
        for again in refusals.hear_again(bench.localised_game, state, refusal):
            if not again.agrees:
                yield _describe_refused(bench, entry, refusal.side, again)


def _describe_refused(bench: _Bench, entry: Entry, side: Side, again: Again) -> Rejudged:
    """Return the description of a refused line that would be decided differently."""
    then, game = again.then, bench.localised_game
    objections = again.now.objections if again.now else ()
    clauses = (
        tuple(entry_drafts.file_objection(game, objection) for objection in objections) or then.objections
    )
    return Rejudged(
        entry=entry.body.seq,
        side=side,
        order=then.order or then.text,
        then="unreadable" if then.unreadable else "refused",
        now=again.decision,
        clauses=tuple(disputed_case.weigh_case(game, objection) for objection in clauses),
        differences=tuple(map(bench.tongue.say, again.remarks)),
    )
