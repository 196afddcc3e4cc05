"""Casework of the Great War: systems and results of cases, and exact chances over all sequences of dice."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from referee.engine import enumeration, machine
from referee.engine.dice import Dice
from referee.engine.system import Refused
from referee.faults import PackProblem
from referee.packs.conformance.great_war import case_pieces, setup
from referee.packs.conformance.great_war.case_pieces import cards_of, kind_of
from referee.packs.conformance.misfits import (
    Impossible,
    find_unknown,
    find_unknown_choices,
    find_unknown_scenario,
    unlike,
)
from referee.systems.great_war.events.recorder import EVENTS
from referee.systems.great_war.faces.notation import GreatWarNotation
from referee.systems.great_war.facts import control, pool, turn_sequence
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position, strength
from referee.systems.great_war.system import GreatWarSystem
from schemas.case import NONE
from schemas.great_war.case import Cards, Fought, GreatWarCases, GreatWarExpected, GreatWarGiven
from schemas.great_war.events import (
    ErsatzSpent,
    FortReduced,
    GreatWarEvent,
    PieceLost,
    TurnClosed,
    TurnOpened,
)
from schemas.great_war.orders import GreatWarOrder, Lose
from schemas.great_war.pack import Pack

file = GreatWarCases
"""Shape of a file of cases."""

position = setup.position


def binding(given: GreatWarGiven) -> tuple[object, ...]:
    """Return the parts of a set-up that select the rules of a case."""
    return (given.scenario, *sorted(given.options.items()))


def bind(pack: Pack, given: GreatWarGiven) -> GreatWarSystem:
    """Return the system of a case: its scenario, or the first of the pack, and its options."""
    if missing := (*find_unknown_scenario(pack, given), *find_unknown_choices(pack, given)):
        raise Impossible(*missing)
    return GreatWarSystem.bind(pack, given.scenario or pack.scenarios[0].id, given.options)


def summarise_event(rules: GreatWar, before: Position, event: GreatWarEvent) -> str:
    """Return a loss in one word: the kind of piece (`lone-` without an army) or of card; or an empty text."""
    match event:
        case PieceLost(piece=id, fate="hit"):
            piece = before.map.pieces[id]
            return piece.kind if piece.army is not None or piece.kind == "fort" else f"lone-{piece.kind}"
        case FortReduced():
            return "fort"
        case ErsatzSpent(card=number):
            return kind_of(rules.theatre, number)
        case _:
            return ""


def clauses(rules: GreatWar, before: Position, event: GreatWarEvent) -> Iterator[str]:
    """Yield the numbers of the clauses that act in an event."""
    for clause in EVENTS.of(event).clauses(rules.theatre, before, event):
        yield rules.clause_number(clause)


def opens_span(event: GreatWarEvent) -> bool:
    """Return True if a player turn ends or begins: clauses before and after it have not met."""
    return isinstance(event, TurnOpened | TurnClosed)


def chance_differences(rules: GreatWar, end: Position, fought: Fought) -> tuple[str, ...]:
    """Return the differences between the chances found and the expected ones."""
    must = {result: Fraction(chance) for result, chance in fought.left.items()}
    chances = work_out(rules, end, fought.answers)
    return tuple(
        f"the chance of `{result}` is {chances.get(result, 0)}, and must be {must.get(result, 0)}"
        for result in sorted({*chances, *must})
        if chances.get(result, 0) != must.get(result, 0)
    )


def work_out(rules: GreatWar, position: Position, answers: Sequence[str]) -> Mapping[str, Fraction]:
    """Return the chance of each end of a player turn, by the remaining strength of each side on the map."""
    waiting = [(position, Fraction(1))]
    over: dict[str, Fraction] = {}
    while waiting:
        state, chance = waiting.pop()
        order = _answer(rules, state, answers)
        for (after, closed), share in enumeration.ends(partial(_play, rules, state, order)):
            if closed:
                result = _leave(rules, after)
                over[result] = over.get(result, Fraction(0)) + chance * share
            else:
                waiting.append((after, chance * share))
        waiting = enumeration.merge(waiting)
    return over


def _play(rules: GreatWar, state: Position, order: GreatWarOrder | None, dice: Dice) -> tuple[Position, bool]:
    """Return the position after an order, or after work without a prompt, and True if the turn closed."""
    if order is None:
        events = rules.advance(state, dice).events
    else:
        verdict = machine.decide(rules, state, order, dice)
        assert not isinstance(verdict, Refused)
        events = verdict.events
    return machine.replay(rules, state, events), any(isinstance(event, TurnClosed) for event in events)


def _answer(rules: GreatWar, position: Position, answers: Sequence[str]) -> GreatWarOrder | None:
    """Return the first legal answer that the case prefers, or a loss or `done`; None without a prompt."""
    prompts = rules.prompts(position)
    if not prompts:
        return None
    write = GreatWarNotation(GreatWarLanguage(rules.theatre)).write
    lawful = {write(order): order for order in rules.lawful(position, prompts[0])}
    quiet = (order for order in lawful.values() if isinstance(order, Lose) or order.type == "done")
    return next((lawful[answer] for answer in answers if answer in lawful), None) or next(quiet)


def _leave(rules: GreatWar, position: Position) -> str:
    """Return the remaining strength of each side.

    Forts count by their strength, other pieces except armies by number.
    """
    strengths = Counter[str]()
    for piece in position.map.pieces.values():
        strengths[piece.side] += piece.strength if piece.kind == "fort" else piece.kind != "army"
    return ", ".join(f"{side} {strengths[side]}" for side in rules.sides)


def misfits(rules: GreatWar, expected: GreatWarExpected) -> Iterator[PackProblem]:
    """Yield unknown names in an expectation: a misspelt name would never fail."""
    theatre = rules.theatre
    try:
        case_pieces.read(theatre, expected.pieces or "")
        for cards in _card_lists(expected):
            _name(theatre, cards)
    except Impossible as impossible:
        yield from impossible.misfits
    nations, counters = tuple(theatre.nations), tuple(theatre.ids())
    for key, what, words, valid_words in (
        ("gone", "counter", expected.gone, counters),
        ("eliminated", "counter", () if expected.eliminated == NONE else expected.eliminated, counters),
        ("strength", "counter", expected.strength, counters),
        ("status", "area", expected.status, theatre.areas),
        ("owner", "area", expected.owner, theatre.areas),
        ("pool", "nation", expected.pool, nations),
        ("hands", "side", expected.hands, theatre.sides),
        ("locked", "side", expected.locked, theatre.sides),
        ("supplied", "side", expected.supplied, theatre.sides),
        ("first", "side", () if expected.first is None else (expected.first,), theatre.sides),
    ):
        yield from find_unknown((key,), what, words or (), valid_words)
    for area, status in (expected.status or {}).items():
        yield from find_unknown(
            ("status", area), "side", () if isinstance(status, str) else status, theatre.sides
        )
    for side, areas in (expected.supplied or {}).items():
        yield from find_unknown(("supplied", side), "area", areas, theatre.areas)


def _card_lists(expected: GreatWarExpected) -> Iterator[Cards]:
    yield from (expected.hands or {}).values()
    yield from (expected.locked or {}).values()
    yield expected.discards or ()


def differences(rules: GreatWar, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    """Yield the differences between a position and its expectation, in sentences."""
    findings: tuple[Callable[[GreatWarGame, Position, GreatWarExpected], Iterator[str]], ...] = (
        _standing, _absent, _statuses, _count, _strengths, _supplies, _holdings, _pools, _clock,
    )  # fmt: skip
    for finding in findings:
        yield from finding(rules.theatre, end, expected)
    if expected.chances is not None:
        yield from chance_differences(rules, end, expected.chances)


def _standing(theatre: GreatWarGame, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    if expected.pieces is None:
        return
    laid = case_pieces.read(theatre, expected.pieces)
    for area in laid.areas:
        must = case_pieces.describe(theatre, area, laid.pieces)
        yield from unlike(
            f"the contents of {area}", case_pieces.describe(theatre, area, end.map.pieces), must
        )


def _absent(_: GreatWarGame, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for id in expected.gone or ():
        if id in end.map.pieces:
            yield f"{id} stands in {end.map.pieces[id].area}, and must be gone"
    if expected.eliminated is not None:
        must = "" if expected.eliminated == NONE else ", ".join(sorted(expected.eliminated))
        yield from unlike("the list of eliminated armies", ", ".join(sorted(end.map.eliminated)), must)


def _statuses(theatre: GreatWarGame, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for area, must in (expected.status or {}).items():
        each = dict.fromkeys(theatre.sides, must) if isinstance(must, str) else must
        for side, status in each.items():
            yield from unlike(f"{area} to the {side} side", control.status(end.map, area, side), status)
    for area, side in (expected.owner or {}).items():
        yield from unlike(f"the owner of {area}", end.map.owner.get(area), side)


def _count(theatre: GreatWarGame, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    total = victory.points(theatre, end).total
    if expected.points is not None:
        yield from unlike("the victory point total", total, expected.points)
    if expected.level is not None:
        level = end.result or victory.victory_level(theatre, total).name
        yield from unlike("the level of victory", level, expected.level)


def _strengths(_: GreatWarGame, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for id, must in (expected.strength or {}).items():
        piece = end.map.pieces.get(id)
        if piece is None:
            yield f"{id} is not on the map, and must have strength {must}"
        else:
            yield from unlike(f"the strength of {id}", strength(end.map, piece), must)


def _supplies(theatre: GreatWarGame, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for side, areas in (expected.supplied or {}).items():
        lines = control.Lines(theatre, end.map, side)
        for area, must in areas.items():
            if lines.feed_all(area) != must:
                yield f"{area} is {'not ' if must else ''}in supply to the {side} side"


def _holdings(theatre: GreatWarGame, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for side, cards in (expected.hands or {}).items():
        hand = end.hand(side)
        yield from unlike(f"the {side} hand", hand.cards, _name(theatre, cards))
        yield from unlike(f"the number of cards that the {side} hand shows", hand.size, len(hand.cards))
    for side, cards in (expected.locked or {}).items():
        yield from unlike(
            f"the locked {side} cards", tuple(sorted(end.hand(side).locked)), _name(theatre, cards)
        )
    if expected.discards is not None:
        yield from unlike("the discard pile", tuple(sorted(end.discards)), _name(theatre, expected.discards))
    if expected.pile is not None:
        yield from unlike("the number of cards in the draw pile", len(end.pile), expected.pile)


def _pools(theatre: GreatWarGame, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    for nation, kinds in (expected.pool or {}).items():
        there = pool.force_pool(end.map, theatre.nations[nation])
        for kind, must in kinds.items():
            yield from unlike(f"the {nation} pool of {kind}", there.get(kind, 0), must)


def _name(theatre: GreatWarGame, cards: Cards) -> tuple[int, ...]:
    return tuple(sorted(cards_of(theatre, list(theatre.deck()), cards, "hands")))


def _clock(theatre: GreatWarGame, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    now = end.now
    if expected.season is not None:
        yield from unlike("the season", theatre.turns[end.map.turn].title, expected.season)
    if expected.turn is not None:
        yield from unlike("the player turn", f"{now.side} {now.kind}" if now else NONE, expected.turn)
    if expected.first is not None:
        yield from unlike("the First Player", turn_sequence.first_player(theatre, end), expected.first)
    if expected.battles is not None:
        battles = now.battles if now is not None else ()
        must = () if expected.battles == NONE else expected.battles
        yield from unlike("the list of battles", battles, must)
