"""Production and reinforcement plans: lost armies, trenches, then pieces where they gain most."""

from collections.abc import Sequence

from msgspec.structs import replace

from referee.analysis.bots.planner.board_model import Board, Force, Ground, Surveyed, combine, measure
from referee.analysis.bots.planner.evaluation import Judge
from referee.analysis.bots.position_from_view import SeenWar
from referee.systems.great_war.facts import pool
from referee.systems.great_war.state.position import Piece, Position
from schemas.answers.orders import Option
from schemas.great_war.plan_events import CardsBought, PieceArrived, PieceEntrenched
from schemas.great_war.view import PlanView

LONGEST_PLAN = 40
"""Highest number of orders in a plan."""

ARMY = 3.0
"""Worth of an army that returns."""

CARD = 2.0
"""Worth of cards while the plan has none."""

SHARE = 0.35
"""Part of the build points to spend on cards."""

UPGRADE = 0.1
"""Worth of replacing a piece by a better one."""


class Muster:
    """Chooses the orders of a sealed plan, on a board that contains the orders planned so far."""

    def __init__(self, ground: Ground, view: SeenWar, position: Position) -> None:
        self._ground, self._theatre = ground, ground.theatre
        self._plan = next(plan for plan in view.plans if plan.side == ground.side)
        self._size = next(hand.size for hand in view.hands if hand.side == ground.side)
        self._position = _carry_out(position, self._plan)
        self._surveyed = Surveyed(ground, self._position)
        self._judge = Judge(self._surveyed.board, fights=False)
        self._gains: dict[tuple[str, ...], float] = {}

    def choose(self, options: Sequence[Option]) -> Option:
        """Return the order that gains most, or the quiet order if none gains anything."""
        quiet = next((one for one in options if one.default), options[0])
        if len(self._plan.planned) >= LONGEST_PLAN:
            return quiet
        scores = [(self._want(one), -number, one) for number, one in enumerate(options)]
        want, _, best = max(scores, key=lambda one: one[:2])
        return best if want > 0 else quiet

    def _want(self, option: Option) -> float:
        match option.verb:
            case "rebuild":
                return ARMY
            case "buy":
                return CARD if option.order["cards"] == self._count_wanted_cards() else 0.0
            case "place" | "build":
                return self._want_piece(option)
            case "entrench":
                return self._want_trench(self._position.map.pieces[option.piece])
            case "upgrade" | "swap":
                return UPGRADE
            case _:
                return 0.0

    def _count_wanted_cards(self) -> int:
        if any(isinstance(one, CardsBought) for one in self._plan.planned):
            return 0
        return min(self._plan.card_limit - self._size, round(self._plan.points * SHARE))

    def _want_piece(self, option: Option) -> float:
        """Return the gain of a piece in an area, or in an army there."""
        piece, into = pool.expect(self._theatre, option.piece), str(option.order.get("into") or "")
        key = (piece.kind, str(option.to), into)
        if key not in self._gains:
            gain = self._gain(str(option.to), into, replace(piece, area=str(option.to)))
            self._gains[key] = gain / max(1, self._theatre.units[piece.kind].cost)
        return self._gains[key]

    def _gain(self, area: str, into: str, piece: Piece) -> float:
        board = self._surveyed.board
        force = measure(self._theatre, (piece,), dug_in=False)
        stack = board.stacks.get(area, ())
        if into:
            after = tuple(
                one._replace(force=combine((one.force, force))) if one.id == into else one for one in stack
            )
        else:
            alone = self._surveyed.detach(piece)
            after = (*stack, alone)
        return self._weigh(board, area, board.change({area: after}))

    def _want_trench(self, piece: Piece) -> float:
        """Return the gain of trenches for the pieces in them."""
        group, area = self._surveyed.groups.get(piece.id, (None, ""))
        if group is None:
            return 0.0
        contents = list(self._position.map.contents(piece.id)) if piece.kind == "army" else [piece]
        dug: Force = measure(self._theatre, contents, dug_in=True)
        board = self._surveyed.board
        after = tuple(one._replace(force=dug) if one.id == piece.id else one for one in board.stacks[area])
        return 3 * self._weigh(board, area, board.change({area: after}))

    def _weigh(self, board: Board, area: str, after: Board) -> float:
        areas = self._judge.list_touched(area)
        return self._judge.weigh(after, areas) - self._judge.weigh(board, areas)


def _carry_out(position: Position, plan: PlanView) -> Position:
    """Return the position after the planned events."""
    for event in plan.planned:
        match event:
            case PieceArrived():
                piece = Piece(event.piece, event.nation, plan.side, event.kind, event.area, event.into)
                position = position.put(piece)
            case PieceEntrenched() if event.piece in position.map.pieces:
                position = position.put(replace(position.map.pieces[event.piece], entrenched=True))
            case _:
                pass
    return position
