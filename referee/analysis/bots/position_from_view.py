"""A position made of a view, sufficient to fight a battle in it; it contains nothing hidden."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from msgspec.structs import replace

from referee.systems.great_war.facts import turn_sequence
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Hand, Piece, PlayerTurn, Position
from referee.systems.great_war.state.tasks import FightBattles, OpenTurn, Task
from schemas.great_war.view import CoveredView, PieceView, UnseenPiece
from schemas.record import Side


class SeenWar(CoveredView):
    """A view of a war; no piece is unseen unless armies have hidden templates."""

    unseen: Mapping[Side, tuple[UnseenPiece, ...]] = {}

    def list_covered(self) -> frozenset[str]:
        """Return the ids of armies with hidden pieces."""
        return frozenset(army.id for army in self.armies if army.more)


def rebuild(theatre: GreatWarGame, view: SeenWar) -> Position:
    """Return the position that a view shows, with empty hands and without a player turn."""
    first, second = theatre.sides
    pieces = {piece.id: _rebuild_piece(piece) for piece in view.pieces}
    owner = {area.id: area.owner for area in view.areas if area.owner is not None}
    position = Position.opening((first, second), view.turn, owner, pieces, frozenset(view.eliminated))
    empty = replace(
        position, hands={side: Hand() for side in theatre.sides}, agenda=(), crises=view.victory.crises
    )
    return empty.marking(unsupplied=frozenset(view.unsupplied))


def _rebuild_piece(piece: PieceView) -> Piece:
    common_fields = (name for name in piece.__struct_fields__ if name in Piece.__struct_fields__)
    return Piece(**{name: getattr(piece, name) for name in common_fields})


def suppose(theatre: GreatWarGame, view: SeenWar, position: Position, rng: Random) -> Position:
    """Return the position with each hidden piece in a random army of its side."""
    hidden = [one for side in view.unseen for one in _deal(theatre, view, position, side, rng)]
    return position.put(*hidden) if hidden else position


def _deal(
    theatre: GreatWarGame, view: SeenWar, position: Position, side: Side, rng: Random
) -> Iterator[Piece]:
    """Yield the hidden pieces of a side in its armies with hidden contents, one in each before a second."""
    hidden_ids = view.list_covered()
    armies = [army for army in position.map.owned(side) if army.id in hidden_ids]
    waiting = {army.id for army in armies}
    for piece in rng.sample(view.unseen[side], len(view.unseen[side])) if armies else ():
        alike = [army for army in armies if army.nation == piece.nation] or armies
        army = rng.choice([army for army in alike if army.id in waiting] or alike)
        waiting.discard(army.id)
        dug_in = army.entrenched and piece.kind in theatre.infantry
        yield Piece(piece.id, piece.nation, side, piece.kind, army.area, army=army.id, entrenched=dug_in)


def deal(theatre: GreatWarGame, view: SeenWar, position: Position, rng: Random) -> Position:
    """Return the position with possible hands and draw pile: unseen cards are dealt at random."""
    visible_cards = {*view.discards, *view.removed, *(card for hand in view.hands for card in hand.cards)}
    hidden = [card for card in theatre.deck() if card not in visible_cards]
    rng.shuffle(hidden)
    hands: dict[Side, Hand] = {}
    for hand in view.hands:
        cards = hand.cards
        if not cards:
            cards, hidden = tuple(sorted(hidden[: hand.size])), hidden[hand.size :]
        hands[hand.side] = Hand(hand.size, cards, hand.locked)
    return replace(position, hands=hands, pile=tuple(hidden), discards=view.discards, removed=view.removed)


def ask(theatre: GreatWarGame, view: SeenWar, position: Position, task: Task) -> Position:
    """Return the position in which a player turn continues with a task, before any piece has moved.

    The season continues after it by the rules.
    """
    now = view.now
    assert now is not None, "a player turn is being played"
    new_turn = turn_sequence.open_turn(position, now.side)
    turn = replace(new_turn, kind=now.kind, rails=now.rails, strategics=now.strategics, seas=now.seas)
    phases = turn_sequence.season(theatre, position)
    turns = next(number for number, one in enumerate(phases) if isinstance(one, OpenTurn))
    return replace(position, now=turn, passes=view.passes, agenda=(task, *phases[turns + 1 :]))


def march(position: Position, pieces: Iterable[str], area: str) -> Position:
    """Return the position after pieces, with their contents, moved to an area."""
    moved_pieces = [
        replace(one, area=area)
        for id in pieces
        for one in (
            position.map.pieces[id],
            *(content for content in position.map.pieces.values() if content.army == id),
        )
    ]
    return position.put(*moved_pieces)


def attack(position: Position, side: Side, area: str) -> Position:
    """Return the position in which a side fights only the battle in an area."""
    friendly = _list_owned(position.map.owner, side)
    enemy = frozenset(position.map.owner) - friendly
    now = PlayerTurn(
        side=side,
        kind="offensive",
        friendly_at_start=friendly,
        enemy_at_start=enemy,
        disputed=(area,),
        entered=(area,),
        battles=(area,),
    )
    return replace(position, now=now, fight=None, agenda=(FightBattles(side),))


def _list_owned(owner: Mapping[str, Side], side: Side) -> frozenset[str]:
    return frozenset(area for area, held_by in owner.items() if held_by == side)
