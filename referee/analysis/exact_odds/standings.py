"""States of a battle between two phases of fire, and the position of each state.

An army is empty if it contains no piece. Empty armies take no hits, but an army among enemies without
infantry of its own side is eliminated at once (8.1). Pieces that are marked as retreated take no part, but
they contest the area and accompany an empty army.
"""

from msgspec.structs import replace

from referee.analysis.exact_odds.battle_end import End
from referee.analysis.exact_odds.side_losses import SideLosses, Strengths
from referee.systems.great_war.combat import removals
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from referee.systems.great_war.state.tasks import Task
from schemas.record import Side, Value


class Standing(Value):
    """The state of a battle between two phases: the pieces left, the owner, and the hits that drive back.

    `losers` are the sides that lost their empty armies.
    """

    attacker: Strengths
    defender: Strengths
    owner: Side | None
    driven: int = 0
    losers: frozenset[Side] = frozenset()


class Standings:
    """The states of a battle that starts in a position; `before` has the losses before it."""

    def __init__(self, game: GreatWarGame, position: Position, area: str, before: End) -> None:
        self._game, self._position, self._area = game, position, area
        self._lost, self._gone = dict(zip(game.sides, before.lost, strict=True)), before.gone
        attacker = position.fighting.attacker
        self.attacker = SideLosses(game, attacker, position.map.standing(area, attacker))
        defender = game.other(attacker)
        self.defender = SideLosses(game, defender, position.map.standing(area, defender))
        empty = list_empty_armies(position, area)
        self._empty = {side: [army.id for army in empty if army.side == side] for side in game.sides}
        self._falls = bool(empty) and game.chosen(removals.LONE_EMPTY_ARMY, "eliminated")
        self.start = Standing(self.attacker.start, self.defender.start, position.map.owner.get(area))
        """The state before the first phase."""

    def has_empty_army(self, state: Standing, *sides: Side) -> bool:
        """Return True if one of some sides has an empty army."""
        return any(self._empty[side] and side not in state.losers for side in sides)

    def change(self, state: Standing, attacker: Strengths, defender: Strengths, driven: int = 0) -> Standing:
        """Return the state in which other pieces are left, after further hits that drive armies back."""
        if (attacker, defender) == (state.attacker, state.defender):
            return replace(state, driven=state.driven + driven) if driven else state
        owner = self._find_owner(attacker, defender, state.owner)
        losers = state.losers
        if self._falls:
            losers |= {side for side in self._game.sides if self._strands(side, attacker, defender)}
        return Standing(attacker, defender, owner, state.driven + driven, losers)

    def _strands(self, side: Side, attacker: Strengths, defender: Strengths) -> bool:
        """Return True if empty armies of a side are among enemies without infantry (8.1)."""
        both = ((self.attacker, attacker), (self.defender, defender))
        (mine, strengths), (enemy, against) = both if side == self.attacker.side else reversed(both)
        return bool(self._empty[side]) and not mine.accompanies(strengths) and enemy.contests(against)

    def _find_owner(self, attacker: Strengths, defender: Strengths, owner: Side | None) -> Side | None:
        """Return the owner of the area once a piece was lost in it (4.1, A-36)."""
        if self._area in self._position.map.contested:
            return owner
        both = ((self.attacker, attacker), (self.defender, defender))
        alone = [pair for pair in both if pair[0].contests(pair[1])]
        if len(alone) == 1 and alone[0][0].conquers(alone[0][1]):
            return alone[0][0].side
        return owner

    def end(self, state: Standing, holder: Side | None) -> End:
        """Return the end of the battle if nothing more is lost."""
        lost, gone = dict(self._lost), list(self._gone)
        for side_losses, strengths in ((self.attacker, state.attacker), (self.defender, state.defender)):
            side = side_losses.side
            lost[side] = lost.get(side, 0) + side_losses.count_lost(strengths)
            gone += side_losses.list_armies(side_losses.start) - side_losses.list_armies(strengths)
            forts = zip(side_losses.pieces, strengths, strict=True)
            gone += (piece.id for piece, one in forts if piece.kind == "fort" and not one)
            gone += self._empty[side] if side in state.losers else ()
        return End(holder, tuple(lost[side] for side in self._game.sides), tuple(sorted(gone)))

    def lay(self, state: Standing, agenda: tuple[Task, ...], *, dogfight: bool) -> Position:
        """Return the position of a state with these tasks."""
        board = self._position.map
        pieces = dict(board.pieces)
        gone = set[str]()
        for side_losses, strengths in ((self.attacker, state.attacker), (self.defender, state.defender)):
            for piece, one, before in zip(side_losses.pieces, strengths, side_losses.start, strict=True):
                if not one:
                    gone.add(piece.id)
                elif one != before:
                    pieces[piece.id] = replace(piece, strength=one)
        holding = {piece.army for piece in board.at(self._area) if piece.id not in gone}
        armies = {army for id in gone if (army := board.pieces[id].army) is not None and army not in holding}
        armies.update(*(self._empty[side] for side in state.losers))
        gone |= armies
        for id in gone:
            del pieces[id]
        stack = tuple(id for id in board.stacks[self._area] if id in pieces)
        owner = board.owner
        if state.owner is not None and state.owner != owner.get(self._area):
            owner = {**owner, self._area: state.owner}
        board_after = replace(
            board,
            pieces=pieces,
            stacks={**board.stacks, self._area: stack},
            owner=owner,
            eliminated=board.eliminated | armies,
            unsupplied=board.unsupplied - gone,
        )
        fight = self._position.fighting
        fight = replace(fight, dogfight=dogfight, driven=fight.driven + state.driven)
        return replace(self._position, map=board_after, fight=fight, agenda=agenda)


def list_empty_armies(position: Position, area: str) -> tuple[Piece, ...]:
    """Return the empty armies of both sides in an area."""
    there = position.map.at(area)
    holding = {piece.army for piece in there}
    return tuple(piece for piece in there if piece.kind == "army" and piece.id not in holding)


def can_follow(game: GreatWarGame, position: Position, area: str) -> bool:
    """Return True if no empty army in an area hides its contents, or is already due to fall."""
    with_infantry = {piece.side for piece in position.map.at(area) if piece.kind in game.infantry}
    due = (army for army in removals.empty_armies(position, area) if army.side not in with_infantry)
    return not any(due) and not any(army.filled for army in list_empty_armies(position, area))
