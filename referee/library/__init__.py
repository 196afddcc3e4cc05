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
from referee.systems.great_war.state.position import Position as GreatWarPosition
from referee.systems.skirmish.state.position import Position as SkirmishPosition
from schemas.answers.matches import Listed, Log
from schemas.answers.odds import BattleOdds, BattleSwing, ChoiceOdds, EndOdds, Hindsight, Odds, OrderChange
from schemas.answers.orders import Option, Submitted, Where
from schemas.answers.packs import ListedPack
from schemas.answers.simulation import LostWar, SimulatedWar, Standing
from schemas.answers.tables import ControlRow, EventRow, LetterRow, MatchRow, OrderRow, RollRow, Row
from schemas.bots import Turn
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

from .games import Game, Outcome, Position, Refused, View
from .match import Match
from .players import Bot, Player, bot, simulate
from .position_facts import Area, CardFigures, Map, PositionFacts, UnitFigures
from .records import MatchRecords
from .shelf import create, list_matches, list_packs, open, open_in_memory

__all__ = [
    "PUBLIC",
    "REFEREE",
    "Area",
    "BattleOdds",
    "BattleSwing",
    "Bot",
    "Busy",
    "CannotCreate",
    "CannotWrite",
    "CardFigures",
    "ChoiceOdds",
    "Complaint",
    "ControlRow",
    "DataFault",
    "Document",
    "EndOdds",
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
    "Map",
    "Match",
    "MatchRecords",
    "MatchRow",
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
    "Player",
    "Position",
    "PositionFacts",
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
    "Turn",
    "UnitFigures",
    "Unreadable",
    "View",
    "Where",
    "bot",
    "create",
    "list_matches",
    "list_packs",
    "open",
    "open_in_memory",
    "simulate",
]
