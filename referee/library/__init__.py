"""Public library of `import referee`; see `referee help library`."""

from referee.faults import (
    Busy,
    CannotCreate,
    CannotWrite,
    Complaint,
    DataFault,
    Fault,
    Misconfigured,
    Misuse,
    NotFound,
    NotYours,
    Stale,
    Unreadable,
)
from referee.library.games import Game, Outcome, Position, Refused, View
from referee.library.match import Match
from referee.library.shelf import create, list_matches, list_packs, open, open_in_memory
from referee.library.studies import simulate
from referee.systems.great_war.state.position import Position as GreatWarPosition
from referee.systems.skirmish.state.position import Position as SkirmishPosition
from schemas.answers.matches import Listed, Log
from schemas.answers.odds import BattleOdds, BattleSwing, Hindsight, Odds, OrderChange
from schemas.answers.orders import Option, Submitted, Where
from schemas.answers.packs import ListedPack
from schemas.answers.simulation import LostWar, SimulatedWar, Standing
from schemas.answers.tables import ControlRow, EventRow, LetterRow, OrderRow, RollRow, Row
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.orders import GreatWarOrder
from schemas.great_war.view import View as GreatWarView
from schemas.journal import Head, Header
from schemas.model import Order
from schemas.record import PUBLIC, REFEREE, Event, Prompt, Side
from schemas.reports import Document
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.orders import SkirmishOrder
from schemas.skirmish.view import View as SkirmishView

__all__ = [
    "PUBLIC",
    "REFEREE",
    "BattleOdds",
    "BattleSwing",
    "Busy",
    "CannotCreate",
    "CannotWrite",
    "Complaint",
    "ControlRow",
    "DataFault",
    "Document",
    "Event",
    "EventRow",
    "Fault",
    "Game",
    "GreatWarEvent",
    "GreatWarOrder",
    "GreatWarPosition",
    "GreatWarView",
    "Head",
    "Header",
    "Hindsight",
    "LetterRow",
    "Listed",
    "ListedPack",
    "Log",
    "LostWar",
    "Match",
    "Misconfigured",
    "Misuse",
    "NotFound",
    "NotYours",
    "Odds",
    "Option",
    "Order",
    "OrderChange",
    "OrderRow",
    "Outcome",
    "Position",
    "Prompt",
    "Refused",
    "RollRow",
    "Row",
    "Side",
    "SimulatedWar",
    "SkirmishEvent",
    "SkirmishOrder",
    "SkirmishPosition",
    "SkirmishView",
    "Stale",
    "Standing",
    "Submitted",
    "Unreadable",
    "View",
    "Where",
    "create",
    "list_matches",
    "list_packs",
    "open",
    "open_in_memory",
    "simulate",
]
