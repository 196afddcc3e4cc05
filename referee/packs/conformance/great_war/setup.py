"""The position and the agenda that a case describes."""

import re
from collections.abc import Iterator, Mapping
from itertools import dropwhile

from msgspec.structs import replace

from referee.faults import PackProblem
from referee.packs.conformance.great_war import case_pieces
from referee.packs.conformance.great_war.case_pieces import cards_of
from referee.packs.conformance.misfits import Impossible, unknown
from referee.systems.great_war.events.recorder import evolve
from referee.systems.great_war.facts import control, pool, turn_sequence
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Hand, PlayerTurn, Position
from schemas.great_war.case import GreatWarGiven
from schemas.great_war.events import BattleOpened
from schemas.great_war.names import FirePhase
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
_BETWEEN_TURNS: Mapping[str, tasks.Task] = {
    "the deal": tasks.DealCards(),
    "initiative": tasks.MakePlans("initiative"),
    "reinforcements": tasks.MakePlans("reinforcements"),
    "the supply check": tasks.CheckSupply(),
    "production": tasks.MakePlans("production"),
    "game events": tasks.ReadEvents(),
    "discards": tasks.TrimHands(),
    "season's end": tasks.AdvanceSeason(),
}

_PHASES: dict[str, FirePhase] = {phase: phase for phase in ("artillery", "defensive", "offensive")}
_OPENINGS = {"offensive": "movement", "limited": "movement", "pass": "pass-move", "undecided": "offensive"}
_KINDS = {"offensive": "undecided", "pass-move": "pass"}


def turn(theatre: GreatWarGame, text: str | None, question: str | None) -> tuple[Side, str]:
    """Return the side and the kind of the player turn, stated by the case or implied by its prompt."""
    if text is not None:
        side, _, kind = text.partition(" ")
        if side in theatre.sides and kind in _OPENINGS:
            return side, kind
        remedy = "write `german offensive`, with one of: offensive, limited, pass, undecided"
        raise Impossible(PackProblem("", ("turn",), f"there is no turn `{text}`", remedy))
    if match := _LOSSES.fullmatch(question or ""):
        payer = _side(theatre, match)
        return (payer if match["phase"] == "defensive" else theatre.other(payer)), "offensive"
    if match := _QUESTION.fullmatch(question or ""):
        return _side(theatre, match), _KINDS.get(match["question"], "offensive")
    return theatre.sides[0], "offensive"


def ask(theatre: GreatWarGame, position: Position, now: PlayerTurn, question: str | None) -> Position:
    """Return the position in the middle of a player turn, at the task of a case."""
    text = question or f"{now.side} {_OPENINGS[now.kind]}"
    open = position.turning(now)
    if text in _BETWEEN_TURNS:
        return replace(open, now=None, agenda=_between(theatre, open, _BETWEEN_TURNS[text]))
    if match := _QUESTION.fullmatch(text):
        task = _question(_side(theatre, match), match["question"])
        return replace(open, agenda=(task, *_after_turns(theatre, open)))
    if match := _BATTLE.fullmatch(text):
        return _declare(theatre, open, now, match)
    if match := _LOSSES.fullmatch(text):
        return _losses(theatre, open, now, match)
    if match := _RETREAT.fullmatch(text):
        task = _retreat(_side(theatre, match), match["question"], match["area"])
        fought = _open(theatre, open, now, match)
        rest = tuple(dropwhile(lambda other: other != task, fought.agenda))
        return replace(fought, agenda=rest) if rest else _unheard(text)
    return _unheard(text)


def _between(theatre: GreatWarGame, position: Position, task: tasks.Task) -> tuple[tasks.Task, ...]:
    """Return a task between the player turns, and the tasks after it in a real season."""
    return tuple(dropwhile(lambda other: other != task, turn_sequence.season(theatre, position))) or (task,)


def _after_turns(theatre: GreatWarGame, position: Position) -> tuple[tasks.Task, ...]:
    """Return the tasks after the last player turn of a real season: production, and others of the pack."""
    phases = iter(turn_sequence.season(theatre, position))
    # This consumes the iterator: the player turns, and all before them.
    any(isinstance(task, tasks.OpenTurn) for task in phases)
    return tuple(phases)


def _unheard(text: str) -> Position:
    remedy = "write `german movement`, `entente losses 3 in verdun`, `battle verdun` or the like"
    raise Impossible(PackProblem("", ("asked",), f"`{text}` asks nothing that a turn asks", remedy))


def _side(theatre: GreatWarGame, match: re.Match[str]) -> Side:
    if match["side"] not in theatre.sides:
        _unheard(match.string)
    return match["side"]


def _question(side: Side, question: str) -> tasks.Task:
    match question:
        case "offensive":
            return tasks.ChooseOffensive(side)
        case "movement":
            return tasks.MovePieces(side)
        case "pass-move":
            return tasks.PassMove(side)
        case _:
            return tasks.DeclareBattles(side)


def _retreat(side: Side, question: str, area: str) -> tasks.Task:
    match question:
        case "cavalry-retreat":
            return tasks.RideOff(side, area)
        case "stand-or-retreat":
            return tasks.StandOrRetreat(side, area)
        case _:
            return tasks.RetreatAfter(side, area)


def _declare(theatre: GreatWarGame, position: Position, now: PlayerTurn, match: re.Match[str]) -> Position:
    """Return the position with all battles of the turn declared, the given one first."""
    area = match["area"]
    if area not in theatre.areas:
        return _unheard(match.string)
    battles = (area, *(other for other in now.battles if other != area))
    result = position.turning(replace(now, battles=battles))
    return replace(result, agenda=(tasks.FightBattles(now.side), *_after_turns(theatre, result)))


def _open(theatre: GreatWarGame, position: Position, now: PlayerTurn, match: re.Match[str]) -> Position:
    return evolve(theatre, _declare(theatre, position, now, match), BattleOpened(area=match["area"]))


def _losses(theatre: GreatWarGame, position: Position, now: PlayerTurn, match: re.Match[str]) -> Position:
    side, area = _side(theatre, match), match["area"]
    phase = _PHASES[match["phase"] or ("defensive" if side == now.side else "offensive")]
    hits, siege = int(match["hits"]), int(match["siege"] or 0)
    fought = _open(theatre, position, now, match)
    rest = tuple(_after(phase, fought.agenda))
    return replace(fought, agenda=(tasks.PayHits(side, area, phase, hits, siege), *rest))


def _after(phase: FirePhase, agenda: tuple[tasks.Task, ...]) -> Iterator[tasks.Task]:
    """Yield the remaining tasks of a battle after the fire of a phase."""
    after_fire = False
    for task in agenda:
        if after_fire:
            yield task
        elif isinstance(task, tasks.Fire) and task.phase == phase:
            after_fire = True


NEUTRAL = "neutral"


def position(rules: GreatWar, setup: GreatWarGiven) -> Position:
    """Return the starting position of a case. Raises `Impossible` if it is invalid."""
    theatre = rules.theatre
    start = theatre.start()
    laid = case_pieces.read(theatre, setup.pieces, start.map.pieces if setup.start == "scenario" else {})
    number = _season(theatre, setup.season) if setup.season is not None else start.map.turn
    start_position = Position.opening(theatre.sides, number, start.map.owner, laid.pieces)
    owners = _owners(theatre, start_position, laid.areas, setup.owners)
    start_position = replace(start_position, removed=start.removed).marking(owner=owners)
    start_position = _deal_cards(theatre, start_position, setup)
    if against := tuple(case_pieces.impossibilities(theatre, start_position)):
        raise Impossible(*(PackProblem("", ("pieces",), fact) for fact in against))
    if setup.first not in {None, *theatre.sides}:
        raise Impossible(unknown(("first",), "side", str(setup.first), theatre.sides))
    for area in setup.battles:
        if area not in theatre.areas:
            raise Impossible(unknown(("battles",), "area", area, theatre.areas))
    side, kind = turn(theatre, setup.turn, setup.asked)
    passes = setup.passes + (kind == "pass")
    start_position = replace(start_position, passes=passes, initiative=setup.first).marking(
        eliminated=_lost_armies(theatre, setup.eliminated),
        swapped=frozenset(_list_replacements(theatre, start_position, setup.eliminated)),
    )
    now = replace(turn_sequence.open_turn(start_position, side), kind=kind, battles=setup.battles)
    return ask(theatre, start_position, now, setup.asked)


def _season(theatre: GreatWarGame, season: str) -> int:
    """Return the number of a season turn by its title or by season and year."""
    names = {f"{turn.season} {turn.year}": number for number, turn in theatre.turns.items()}
    names |= {turn.title: number for number, turn in theatre.turns.items()}
    if season not in names:
        raise Impossible(unknown(("season",), "season", season, names))
    return names[season]


def _owners(
    theatre: GreatWarGame, start_position: Position, areas: tuple[str, ...], owners: Mapping[str, str]
) -> Mapping[str, Side]:
    """Return the owners of areas: as stated, or the only side present, or as in the scenario."""
    for area, owner in owners.items():
        if area not in theatre.areas:
            raise Impossible(unknown(("owners", area), "area", area, theatre.areas))
        if owner not in {*theatre.sides, NEUTRAL}:
            raise Impossible(unknown(("owners", area), "side", owner, (*theatre.sides, NEUTRAL)))
    holders = {area: control.holder(theatre, start_position.map, area) for area in areas}
    everyone = {
        **start_position.map.owner,
        **{area: side for area, side in holders.items() if side},
        **owners,
    }
    return {area: owner for area, owner in everyone.items() if owner != NEUTRAL}


def _lost_armies(theatre: GreatWarGame, armies: tuple[str, ...]) -> frozenset[str]:
    army_ids = [army for nation in theatre.nations.values() for army in nation.armies]
    for army in armies:
        if army not in army_ids and not _swaps_in(theatre, army):
            raise Impossible(unknown(("eliminated",), "army", army, army_ids))
    return frozenset(armies) & frozenset(army_ids)


def _swaps_in(theatre: GreatWarGame, id: str) -> bool:
    """Return True if a counter is of a kind that enters by replacing another."""
    piece = pool.counter(theatre, id)
    return piece is not None and theatre.units[piece.kind].swapped_for is not None


def _list_replacements(
    theatre: GreatWarGame, start_position: Position, lost_armies: tuple[str, ...]
) -> Iterator[str]:
    """Return the pieces that have replaced others: on the map, or eliminated later."""
    return (id for id in (*start_position.map.pieces, *lost_armies) if _swaps_in(theatre, id))


def _deal_cards(theatre: GreatWarGame, start_position: Position, setup: GreatWarGiven) -> Position:
    """Return the position with the cards of the case; the draw pile is the rest unless it is stated."""
    pile_cards = list(theatre.deck())
    discards = cards_of(theatre, pile_cards, setup.discards, "discards")
    hands = {
        side: cards_of(theatre, pile_cards, setup.hands.get(side, ()), "hands") for side in theatre.sides
    }
    if strangers := set(setup.hands) - set(theatre.sides):
        side = strangers.pop()
        raise Impossible(unknown(("hands", side), "side", side, theatre.sides))
    pile = cards_of(theatre, pile_cards, setup.pile, "pile") if setup.pile is not None else tuple(pile_cards)
    hand_of = {side: Hand(len(cards), tuple(sorted(cards))) for side, cards in hands.items()}
    return replace(start_position, hands=hand_of, pile=pile, discards=discards)
