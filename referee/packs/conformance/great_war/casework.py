"""Cases of the Great War family: the position that a case describes, and a word for what happens to it."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from referee.engine.faults import PackProblem
from referee.engine.remedy import suggest_in_english
from referee.packs.conformance.great_war import agendas, case_pieces, chances, findings
from referee.packs.conformance.great_war.case_names import cards_of, kind_of, unknown
from referee.packs.conformance.great_war.case_pieces import Impossible
from referee.systems.great_war.faces.notation import GreatWarNotation
from referee.systems.great_war.facts import control, pool, sequence
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Position
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.case import GreatWarCase, GreatWarCases, GreatWarExpected, GreatWarGiven
from schemas.great_war.events import ErsatzSpent, FortReduced, GreatWarEvent, PieceLost
from schemas.great_war.pack import Pack
from schemas.record import Side

NEUTRAL = "neutral"

file = GreatWarCases
"""The shape of a file of cases."""


def binding(given: GreatWarGiven) -> tuple[object, ...]:
    """What decides the rules that a case is played by."""
    return (given.scenario, *sorted(given.options.items()))


def unbound(pack: Pack, given: GreatWarGiven) -> Iterator[PackProblem]:
    """What a case asks of a pack that the pack does not have: a scenario, or the choice of an option."""
    known = [scenario.id for scenario in pack.scenarios]
    if given.scenario is not None and given.scenario not in known:
        yield unknown(("given", "scenario"), "scenario", given.scenario, known)
    choices = {option.id: option.choices for option in pack.game.options}
    for option, choice in given.options.items():
        if choice not in choices.get(option, ()):
            near = (
                suggest_in_english(choice, choices[option])
                if option in choices
                else suggest_in_english(option, choices)
            )
            yield PackProblem(
                "", ("given", "options", option), f"there is no option `{option}: {choice}`", near
            )


def rules(pack: Pack, given: GreatWarGiven) -> GreatWar:
    """The rules that a case is played by: its scenario, or the first of the pack, and its options."""
    return GreatWar(pack, given.scenario or pack.scenarios[0].id, given.options)


def notation(rules: GreatWar) -> GreatWarNotation:
    """Return the notation of the letters of a case."""
    return GreatWarNotation(rules.narrator)


def misfits(rules: GreatWar, case: GreatWarCase) -> Iterator[PackProblem]:
    """Everything that is wrong with what a case starts from or expects, by the path in the case."""
    try:
        position(rules, case.given)
    except Impossible as impossible:
        yield from (replace(misfit, path=("given", *misfit.path)) for misfit in impossible.misfits)
    for misfit in findings.misfits(rules.theatre, case.then):
        yield replace(misfit, path=("then", *misfit.path))


def position(rules: GreatWar, given: GreatWarGiven) -> Position:
    """The position that a case starts from; raises `Impossible` where there can be none."""
    theatre = rules.theatre
    start = theatre.start()
    laid = case_pieces.read(theatre, given.pieces, start.map.pieces if given.start == "scenario" else {})
    number = _season(theatre, given.season) if given.season is not None else start.map.turn
    stood = Position.opening(theatre.sides, number, start.map.owner, laid.pieces)
    owners = _owners(theatre, stood, laid.areas, given.owners)
    stood = replace(stood, removed=start.removed).marking(owner=owners)
    stood = _dealt(theatre, stood, given)
    if against := tuple(case_pieces.impossibilities(theatre, stood)):
        raise Impossible(*(PackProblem("", ("pieces",), fact) for fact in against))
    if given.first not in {None, *theatre.sides}:
        raise Impossible(unknown(("first",), "side", str(given.first), theatre.sides))
    for area in given.battles:
        if area not in theatre.areas:
            raise Impossible(unknown(("battles",), "area", area, theatre.areas))
    side, kind = agendas.turn(theatre, given.turn, given.asked)
    passes = given.passes + (kind == "pass")
    stood = replace(stood, passes=passes, initiative=given.first).marking(
        eliminated=_eliminated(theatre, given.eliminated),
        swapped=frozenset(_swapped(theatre, stood, given.eliminated)),
    )
    now = replace(sequence.open_turn(stood, side), kind=kind, battles=given.battles)
    return agendas.ask(theatre, stood, now, given.asked)


def _season(theatre: GreatWarGame, season: str) -> int:
    """The number of a season turn by its title or by season and year."""
    names = {f"{turn.season} {turn.year}": number for number, turn in theatre.turns.items()}
    names |= {turn.title: number for number, turn in theatre.turns.items()}
    if season not in names:
        raise Impossible(unknown(("season",), "season", season, names))
    return names[season]


def _owners(
    theatre: GreatWarGame, stood: Position, named: tuple[str, ...], owners: Mapping[str, str]
) -> Mapping[str, Side]:
    """Whose each area is: as it is said, or of those who hold it alone, or as in the scenario."""
    for area, owner in owners.items():
        if area not in theatre.areas:
            raise Impossible(unknown(("owners", area), "area", area, theatre.areas))
        if owner not in {*theatre.sides, NEUTRAL}:
            raise Impossible(unknown(("owners", area), "side", owner, (*theatre.sides, NEUTRAL)))
    held = {area: control.holder(theatre, stood.map, area) for area in named}
    everyone = {**stood.map.owner, **{area: side for area, side in held.items() if side}, **owners}
    return {area: owner for area, owner in everyone.items() if owner != NEUTRAL}


def _eliminated(theatre: GreatWarGame, armies: tuple[str, ...]) -> frozenset[str]:
    known = [army for nation in theatre.nations.values() for army in nation.armies]
    for army in armies:
        if army not in known and not _swaps_in(theatre, army):
            raise Impossible(unknown(("eliminated",), "army", army, known))
    return frozenset(armies) & frozenset(known)


def _swaps_in(theatre: GreatWarGame, id: str) -> bool:
    """Whether a counter is of a kind that enters by taking the place of another."""
    piece = pool.counter(theatre, id)
    return piece is not None and theatre.units[piece.kind].swapped_for is not None


def _swapped(theatre: GreatWarGame, stood: Position, eliminated: tuple[str, ...]) -> Iterator[str]:
    """The pieces that have taken the place of others: those on the map, and those that were lost since."""
    return (id for id in (*stood.map.pieces, *eliminated) if _swaps_in(theatre, id))


def _dealt(theatre: GreatWarGame, stood: Position, given: GreatWarGiven) -> Position:
    """The position with the cards where the case says; the draw pile is the rest, unless that is said."""
    left = list(theatre.deck())
    discards = cards_of(theatre, left, given.discards, "discards")
    hands = {side: cards_of(theatre, left, given.hands.get(side, ()), "hands") for side in theatre.sides}
    if strangers := set(given.hands) - set(theatre.sides):
        side = strangers.pop()
        raise Impossible(unknown(("hands", side), "side", side, theatre.sides))
    pile = cards_of(theatre, left, given.pile, "pile") if given.pile is not None else tuple(left)
    held = {side: Hand(len(cards), tuple(sorted(cards))) for side, cards in hands.items()}
    return replace(stood, hands=held, pile=pile, discards=discards)


def told(rules: GreatWar, before: Position, event: GreatWarEvent) -> str:
    """A payment in one word: the kind of piece, `lone-` where it stood alone, or of card; or nothing."""
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


def differences(rules: GreatWar, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    """How a position differs from what was expected of it, in sentences."""
    yield from findings.differences(rules.theatre, end, expected)
    if expected.chances is not None:
        yield from chances.differences(rules, end, expected.chances)
