"""What a case says comes next: a task, and after it all that follows in a real turn."""

import re
from collections.abc import Iterator, Mapping
from itertools import dropwhile

from msgspec.structs import replace

from referee.engine.faults import PackProblem
from referee.packs.conformance.great_war.case_pieces import Impossible
from referee.systems.great_war.events.evolution import evolve
from referee.systems.great_war.facts import sequence
from referee.systems.great_war.state.position import PlayerTurn, Position
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
from referee.systems.great_war.state.theatre import GreatWarGame
from schemas.great_war.events import BattleOpened
from schemas.great_war.words import FirePhase
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
    """Whose player turn it is and of what kind; where it is not said, what is asked says it."""
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
    """The position in the middle of a player turn, at the task that a case asks for."""
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
    """A task between the player turns, and what follows it in a real season."""
    return tuple(dropwhile(lambda other: other != task, sequence.season(theatre, position))) or (task,)


def _after_turns(theatre: GreatWarGame, position: Position) -> tuple[Task, ...]:
    """What follows the last player turn of a real season: production, and whatever the pack has after it."""
    phases = iter(sequence.season(theatre, position))
    # What is taken from the phases here is gone from them: the player turns, and all before.
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
    """All battles of the turn declared, and the one that was found first among them."""
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
    """What a battle still holds once a phase was fired."""
    fired = False
    for task in agenda:
        if fired:
            yield task
        elif isinstance(task, Fire) and task.phase == phase:
            fired = True
