"""Seasons, player turns, and cards drawn and discarded, as events."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.events import everyone
from referee.systems.great_war.events.combat_events import spend
from referee.systems.great_war.events.event_kinds import Kinds, change_nothing, event_kind
from referee.systems.great_war.facts import turn_sequence
from referee.systems.great_war.state import tasks
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece, Position
from schemas.great_war import events as happened
from schemas.great_war.clauses import Clause
from schemas.record import REFEREE, Side


def _shuffle(_: GreatWarGame, position: Position, event: happened.DeckShuffled) -> Position:
    pile = event.order or (0,) * event.size
    return replace(position, pile=pile, discards=(), shuffles=position.shuffles + 1)


def _hide_order(_: GreatWarGame, event: happened.DeckShuffled, viewer: Side) -> happened.DeckShuffled:
    """Show the order of the pile to the referee alone."""
    return event if viewer == REFEREE else replace(event, order=())


def _draw(_: GreatWarGame, position: Position, event: happened.CardsDrawn) -> Position:
    hand = position.hand(event.side)
    locked = (*hand.locked, *event.cards) if event.locked else hand.locked
    grown = replace(
        hand, size=hand.size + event.count, cards=tuple(sorted((*hand.cards, *event.cards))), locked=locked
    )
    return replace(position.holding(event.side, grown), pile=position.pile[event.count :])


def _hide_cards(_: GreatWarGame, event: happened.CardsDrawn, viewer: Side) -> happened.CardsDrawn:
    """Show the cards to the side that drew them."""
    return event if viewer in {event.side, REFEREE} else replace(event, cards=())


def _discard(_: GreatWarGame, position: Position, event: happened.CardsDiscarded) -> Position:
    for card in event.cards:
        position = spend(position, event.side, card)
    return position if position.now is None else position.turning(replace(position.now, redrawn=True))


def _open_season(theatre: GreatWarGame, position: Position, event: happened.SeasonOpened) -> Position:
    """Return the position of a new season; by agreement markers last until their pieces are supplied."""
    lasting, board = theatre.limits.supply_marker == "until-supplied", position.map
    unsupplied = board.unsupplied.intersection(board.pieces) if lasting else frozenset[str]()
    fresh_turn = replace(_rest(position), passes=0).marking(turn=event.turn, unsupplied=unsupplied)
    return replace(fresh_turn, agenda=turn_sequence.season(theatre, fresh_turn))


def _open_turn(_: GreatWarGame, position: Position, event: happened.TurnOpened) -> Position:
    fresh = _rest(position)
    for holder in position.map.sides:
        fresh = fresh.holding(holder, replace(fresh.hand(holder), locked=()))
    turn = fresh.turning(turn_sequence.open_turn(fresh, event.side))
    return turn.then(tasks.ChooseOffensive(event.side))


def _rest(position: Position) -> Position:
    """Return the position with the marks of a player turn taken from its pieces; most have none."""
    tired = [
        piece
        for piece in position.map.pieces.values()
        if piece.moved or piece.mode or piece.retreated or piece.been
    ]
    return position.put(*map(_forget, tired)) if tired else position


def _forget(piece: Piece) -> Piece:
    return replace(piece, moved=0, mode=None, retreated=False, been=(), from_disputed=False)


def _attack(_: GreatWarGame, position: Position, event: happened.OffensivePlayed) -> Position:
    turn = replace(position.playing, kind=event.kind, card=event.card)
    after = spend(position, event.side, event.card).turning(turn)
    return replace(after.then(tasks.MovePieces(event.side)), passes=0)


def _list_offensive_clauses(
    _: GreatWarGame, __: Position, event: happened.OffensivePlayed
) -> Iterator[Clause]:
    yield Clause.LIMITED_OFFENSIVE if event.kind == "limited" else Clause.OFFENSIVE_CARD


def _pass(_: GreatWarGame, position: Position, event: happened.TurnPassed) -> Position:
    after = position.turning(replace(position.playing, kind="pass"))
    return replace(after.then(tasks.PassMove(event.side)), passes=position.passes + 1)


def _close_movement(_: GreatWarGame, position: Position, event: happened.MovementClosed) -> Position:
    attacks = position.playing.attacks
    return position.then(tasks.DeclareBattles(event.side) if attacks else tasks.FightBattles(event.side))


def _close_turn(_: GreatWarGame, position: Position, event: happened.TurnClosed) -> Position:
    first, second = position.map.sides
    other = second if event.side == first else first
    rested = replace(_rest(position), now=None).marking(contested=())
    both_passed = position.passes >= len(position.map.sides)
    return rested.then(*(() if both_passed else (tasks.OpenTurn(other),)))


def _end(_: GreatWarGame, position: Position, event: happened.CampaignEnded) -> Position:
    return replace(position, agenda=(), plans={}, result=event.level)


SEQUENCE: Kinds = (
    event_kind(
        happened.DeckShuffled, apply=_shuffle, visible_to=_hide_order,
        narrate=("The draw pile is shuffled: {count} card.", "The draw pile is shuffled: {count} cards."),
    ),
    event_kind(happened.CardsDrawn, apply=_draw, visible_to=_hide_cards),
    event_kind(
        happened.CardsDiscarded, apply=_discard, visible_to=everyone,
        narrate="The {side} side discards {cards}.",
    ),
    event_kind(
        happened.SeasonOpened, tasks.AdvanceSeason, tasks.DealCards,
        apply=_open_season, visible_to=everyone, clause=Clause.ADVANCE_SEASON,
    ),
    event_kind(
        happened.SeasonClosed, tasks.AdvanceSeason,
        apply=change_nothing, visible_to=everyone, narrate="{season} is over.",
    ),
    event_kind(happened.TurnOpened, tasks.OpenTurn, apply=_open_turn, visible_to=everyone),
    event_kind(
        happened.OffensivePlayed, tasks.ChooseOffensive,
        apply=_attack, visible_to=everyone, clause=_list_offensive_clauses,
        narrate=lambda event: {
            "offensive": "The {side} side plays {card} and attacks.",
            "limited": "The {side} side plays {card} and attacks: one battle at most.",
            "special": "The {side} side plays {card} and attacks with all its special force.",
        }[event.kind],
    ),
    event_kind(
        happened.TurnPassed, tasks.ChooseOffensive,
        apply=_pass, visible_to=everyone, clause=Clause.PASS_ONE_MOVE, narrate="The {side} side passes.",
    ),
    event_kind(
        happened.MovementClosed, tasks.MovePieces, tasks.PassMove,
        apply=_close_movement, visible_to=everyone, narrate="",
    ),
    event_kind(
        happened.TurnClosed, tasks.FightBattles, apply=_close_turn, visible_to=everyone, narrate=""
    ),
    event_kind(happened.CampaignEnded, apply=_end, visible_to=everyone),
)  # fmt: skip
"""The course of seasons and player turns, and the deck."""
