"""The position and the agenda that a case describes."""

import re
from collections.abc import Iterator, Mapping
from itertools import dropwhile

from msgspec.structs import replace

from referee.faults import PackProblem, suggest_in_english
from referee.packs.conformance.great_war import case_pieces, results
from referee.packs.conformance.great_war.case_pieces import Impossible, cards_of, kind_of, unknown
from referee.systems.great_war.events.evolution import evolve
from referee.systems.great_war.faces.notation import GreatWarNotation
from referee.systems.great_war.facts import control, pool, turn_sequence
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Hand, PlayerTurn, Position
from referee.systems.great_war.state.tasks import (
    AdvanceSeason,
    CheckSupply,
    ChooseOffensive,
    DealCards,
    DeclareBattles,
    FightBattles,
    Fire,
    MakePlans,
    MovePieces,
    OpenTurn,
    PassMove,
    PayHits,
    ReadEvents,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
    Task,
    TrimHands,
)
from schemas.great_war.case import GreatWarCase, GreatWarCases, GreatWarExpected, GreatWarGiven
from schemas.great_war.events import BattleOpened, ErsatzSpent, FortReduced, GreatWarEvent, PieceLost
from schemas.great_war.names import FirePhase
from schemas.great_war.pack import Pack
from schemas.record import Side

_SIDE = r"(?P<side>[a-z-]+)"
_AREA = r"(?P<area>[a-z-]+)"
_QUESTION = re.compile(rf"{_SIDE} (?P<question>offensive|movement|pass-move|battles)")
_LOSSES = re.compile(
    rf"{_SIDE} losses (?P<hits>[1-9]\d?) in {_AREA}(?: siege (?P<siege>\d\d?))?"
    rf"(?: after (?P<phase>artillery|defensive|offensive))?"
)
_RETREAT = re.compile(rf"{_SIDE} (?P<question>cavalry-retreat|stand-or-retreat|retreat-after) in {_AREA}")
_BATTLE = re.compile(rf"battle {_AREA}")
_BETWEEN_TURNS: Mapping[str, Task] = {
    "the deal": DealCards(),
    "initiative": MakePlans("initiative"),
    "reinforcements": MakePlans("reinforcements"),
    "the supply check": CheckSupply(),
    "production": MakePlans("production"),
    "game events": ReadEvents(),
    "discards": TrimHands(),
    "season's end": AdvanceSeason(),
}

_PHASES: dict[str, FirePhase] = {phase: phase for phase in ("artillery", "defensive", "offensive")}
_OPENINGS = {"offensive": "movement", "limited": "movement", "pass": "pass-move", "undecided": "offensive"}
_KINDS = {"offensive": "undecided", "pass-move": "pass"}


def turn(theatre: GreatWarGame, text: str | None, asked: str | None) -> tuple[Side, str]:
    """Return the side and the kind of the player turn, stated by the case or implied by its prompt."""
    if text is not None:
        side, _, kind = text.partition(" ")
        if side in theatre.sides and kind in _OPENINGS:
            return side, kind
        remedy = "write `german offensive`, with one of: offensive, limited, pass, undecided"
        raise Impossible(PackProblem("", ("turn",), f"there is no turn `{text}`", remedy))
    if found := _LOSSES.fullmatch(asked or ""):
        payer = _side(theatre, found)
        return (payer if found["phase"] == "defensive" else theatre.other(payer)), "offensive"
    if found := _QUESTION.fullmatch(asked or ""):
        return _side(theatre, found), _KINDS.get(found["question"], "offensive")
    return theatre.sides[0], "offensive"


def ask(theatre: GreatWarGame, position: Position, now: PlayerTurn, asked: str | None) -> Position:
    """Return the position in the middle of a player turn, at the task of a case."""
    text = asked or f"{now.side} {_OPENINGS[now.kind]}"
    open = position.turning(now)
    if text in _BETWEEN_TURNS:
        return replace(open, now=None, agenda=_between(theatre, open, _BETWEEN_TURNS[text]))
    if found := _QUESTION.fullmatch(text):
        task = _question(_side(theatre, found), found["question"])
        return replace(open, agenda=(task, *_after_turns(theatre, open)))
    if found := _BATTLE.fullmatch(text):
        return _declare(theatre, open, now, found)
    if found := _LOSSES.fullmatch(text):
        return _losses(theatre, open, now, found)
    if found := _RETREAT.fullmatch(text):
        task = _retreat(_side(theatre, found), found["question"], found["area"])
        fought = _open(theatre, open, now, found)
        rest = tuple(dropwhile(lambda other: other != task, fought.agenda))
        return replace(fought, agenda=rest) if rest else _unheard(text)
    return _unheard(text)


def _between(theatre: GreatWarGame, position: Position, task: Task) -> tuple[Task, ...]:
    """Return a task between the player turns, and the tasks after it in a real season."""
    return tuple(dropwhile(lambda other: other != task, turn_sequence.season(theatre, position))) or (task,)


def _after_turns(theatre: GreatWarGame, position: Position) -> tuple[Task, ...]:
    """Return the tasks after the last player turn of a real season: production, and others of the pack."""
    phases = iter(turn_sequence.season(theatre, position))
    # This consumes the iterator: the player turns, and all before them.
    any(isinstance(task, OpenTurn) for task in phases)
    return tuple(phases)


def _unheard(text: str) -> Position:
    remedy = "write `german movement`, `entente losses 3 in verdun`, `battle verdun` or the like"
    raise Impossible(PackProblem("", ("asked",), f"`{text}` asks nothing that a turn asks", remedy))


def _side(theatre: GreatWarGame, found: re.Match[str]) -> Side:
    if found["side"] not in theatre.sides:
        _unheard(found.string)
    return found["side"]


def _question(side: Side, question: str) -> Task:
    match question:
        case "offensive":
            return ChooseOffensive(side)
        case "movement":
            return MovePieces(side)
        case "pass-move":
            return PassMove(side)
        case _:
            return DeclareBattles(side)


def _retreat(side: Side, question: str, area: str) -> Task:
    match question:
        case "cavalry-retreat":
            return RideOff(side, area)
        case "stand-or-retreat":
            return StandOrRetreat(side, area)
        case _:
            return RetreatAfter(side, area)


def _declare(theatre: GreatWarGame, position: Position, now: PlayerTurn, found: re.Match[str]) -> Position:
    """Return the position with all battles of the turn declared, the given one first."""
    area = found["area"]
    if area not in theatre.areas:
        return _unheard(found.string)
    battles = (area, *(other for other in now.battles if other != area))
    declared = position.turning(replace(now, battles=battles))
    return replace(declared, agenda=(FightBattles(now.side), *_after_turns(theatre, declared)))


def _open(theatre: GreatWarGame, position: Position, now: PlayerTurn, found: re.Match[str]) -> Position:
    return evolve(theatre, _declare(theatre, position, now, found), BattleOpened(area=found["area"]))


def _losses(theatre: GreatWarGame, position: Position, now: PlayerTurn, found: re.Match[str]) -> Position:
    side, area = _side(theatre, found), found["area"]
    phase = _PHASES[found["phase"] or ("defensive" if side == now.side else "offensive")]
    hits, siege = int(found["hits"]), int(found["siege"] or 0)
    fought = _open(theatre, position, now, found)
    rest = tuple(_after(phase, fought.agenda))
    return replace(fought, agenda=(PayHits(side, area, phase, hits, siege), *rest))


def _after(phase: FirePhase, agenda: tuple[Task, ...]) -> Iterator[Task]:
    """Yield the remaining tasks of a battle after the fire of a phase."""
    fired = False
    for task in agenda:
        if fired:
            yield task
        elif isinstance(task, Fire) and task.phase == phase:
            fired = True


NEUTRAL = "neutral"

file = GreatWarCases
"""Shape of a file of cases."""


def binding(given: GreatWarGiven) -> tuple[object, ...]:
    """Return the parts of a set-up that select the rules of a case."""
    return (given.scenario, *sorted(given.options.items()))


def unbound(pack: Pack, given: GreatWarGiven) -> Iterator[PackProblem]:
    """Yield the parts of a case that the pack lacks: a scenario, or the choice of an option."""
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
    """Return the rules of a case: its scenario, or the first of the pack, and its options."""
    return GreatWar(pack, given.scenario or pack.scenarios[0].id, given.options)


def notation(rules: GreatWar) -> GreatWarNotation:
    """Return the notation of the letters of a case."""
    return GreatWarNotation(language(rules))


def language(rules: GreatWar) -> GreatWarLanguage:
    """Return the language of the texts of a case: English."""
    return GreatWarLanguage(rules.theatre)


def misfits(rules: GreatWar, case: GreatWarCase) -> Iterator[PackProblem]:
    """Yield all faults of a case's set-up and expectation, by the path in the case."""
    try:
        position(rules, case.given)
    except Impossible as impossible:
        yield from (replace(misfit, path=("given", *misfit.path)) for misfit in impossible.misfits)
    for misfit in results.misfits(rules.theatre, case.then):
        yield replace(misfit, path=("then", *misfit.path))


def position(rules: GreatWar, given: GreatWarGiven) -> Position:
    """Return the starting position of a case. Raises `Impossible` if it is invalid."""
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
    side, kind = turn(theatre, given.turn, given.asked)
    passes = given.passes + (kind == "pass")
    stood = replace(stood, passes=passes, initiative=given.first).marking(
        eliminated=_eliminated(theatre, given.eliminated),
        swapped=frozenset(_swapped(theatre, stood, given.eliminated)),
    )
    now = replace(turn_sequence.open_turn(stood, side), kind=kind, battles=given.battles)
    return ask(theatre, stood, now, given.asked)


def _season(theatre: GreatWarGame, season: str) -> int:
    """Return the number of a season turn by its title or by season and year."""
    names = {f"{turn.season} {turn.year}": number for number, turn in theatre.turns.items()}
    names |= {turn.title: number for number, turn in theatre.turns.items()}
    if season not in names:
        raise Impossible(unknown(("season",), "season", season, names))
    return names[season]


def _owners(
    theatre: GreatWarGame, stood: Position, named: tuple[str, ...], owners: Mapping[str, str]
) -> Mapping[str, Side]:
    """Return the owners of areas: as stated, or the only side present, or as in the scenario."""
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
    """Return True if a counter is of a kind that enters by replacing another."""
    piece = pool.counter(theatre, id)
    return piece is not None and theatre.units[piece.kind].swapped_for is not None


def _swapped(theatre: GreatWarGame, stood: Position, eliminated: tuple[str, ...]) -> Iterator[str]:
    """Return the pieces that have replaced others: on the map, or eliminated later."""
    return (id for id in (*stood.map.pieces, *eliminated) if _swaps_in(theatre, id))


def _dealt(theatre: GreatWarGame, stood: Position, given: GreatWarGiven) -> Position:
    """Return the position with the cards of the case; the draw pile is the rest unless it is stated."""
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


def differences(rules: GreatWar, end: Position, expected: GreatWarExpected) -> Iterator[str]:
    """Yield the differences between a position and its expectation, in sentences."""
    yield from results.differences(rules.theatre, end, expected)
    if expected.chances is not None:
        yield from results.chance_differences(rules, end, expected.chances)
