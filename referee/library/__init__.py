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
from schemas.answers.complaints import FiledComplaint
from schemas.answers.evidence import Amended, Luck, Rejudgement
from schemas.answers.matches import Listed, Log, OwnView, Verified
from schemas.answers.odds import (
    BattleOdds,
    BattleSwing,
    CardOdds,
    ChoiceOdds,
    EndOdds,
    GoneOdds,
    Hindsight,
    HolderOdds,
    LossOdds,
    Odds,
    OrderChange,
)
from schemas.answers.orders import AcceptedLine, Held, Option, ProposedLetter, RefusedLine, Submitted, Where
from schemas.answers.packs import ListedPack
from schemas.answers.simulation import LostWar, SimulatedWar, Standing
from schemas.answers.tables import ControlRow, EventRow, LetterRow, MatchRow, OrderRow, RollRow, Row
from schemas.bots import Turn
from schemas.clocks import Deadlines
from schemas.great_war.events import GreatWarEvent
from schemas.great_war.orders import GreatWarOrder
from schemas.great_war.view import View as GreatWarView
from schemas.journal import Head, Header
from schemas.model import Order
from schemas.record import PUBLIC, REFEREE, Event, Place, Prompt, Side
from schemas.reports import Document, Score
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.orders import SkirmishOrder
from schemas.skirmish.view import View as SkirmishView

from .conversions import read_view, to_json
from .games import Game, Outcome, Position, Refused, TableView, View
from .match import Match
from .players import Bot, Player, bot, simulate
from .position_facts import Area, CardFigures, Map, PositionFacts, UnitFigures
from .records import MatchRecords
from .shelf import create, list_matches, list_packs, open, open_in_memory
from .table_files import write_tables

__all__ = [
    "PUBLIC",
    "REFEREE",
    "AcceptedLine",
    "Amended",
    "Area",
    "BattleOdds",
    "BattleSwing",
    "Bot",
    "Busy",
    "CannotCreate",
    "CannotWrite",
    "CardFigures",
    "CardOdds",
    "ChoiceOdds",
    "Complaint",
    "ControlRow",
    "DataFault",
    "Deadlines",
    "Document",
    "EndOdds",
    "Event",
    "EventRow",
    "Fault",
    "FiledComplaint",
    "Game",
    "GoneOdds",
    "GreatWarEvent",
    "GreatWarOrder",
    "GreatWarPosition",
    "GreatWarView",
    "Head",
    "Header",
    "Held",
    "Hindsight",
    "HolderOdds",
    "LetterRow",
    "Listed",
    "ListedPack",
    "Log",
    "LossOdds",
    "LostWar",
    "Luck",
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
    "OwnView",
    "Place",
    "Player",
    "Position",
    "PositionFacts",
    "Prompt",
    "ProposedLetter",
    "Refused",
    "RefusedLine",
    "Rejudgement",
    "RollRow",
    "Row",
    "Score",
    "Side",
    "SimulatedWar",
    "SkirmishEvent",
    "SkirmishOrder",
    "SkirmishPosition",
    "SkirmishView",
    "Stale",
    "Standing",
    "Submitted",
    "TableView",
    "Turn",
    "UnitFigures",
    "Unreadable",
    "Verified",
    "View",
    "Where",
    "bot",
    "create",
    "list_matches",
    "list_packs",
    "open",
    "open_in_memory",
    "read_view",
    "simulate",
    "to_json",
    "write_tables",
]
