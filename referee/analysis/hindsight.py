"""Hindsight: the luck of a match, its turning points and the effect of its orders."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, cast

from msgspec.structs import replace

from referee.analysis import battle_setups, forecasts, fought_battles, odds
from referee.analysis.families import find_great_war
from referee.analysis.faults import AnalysisFault
from referee.analysis.policies import QUIET
from referee.engine.dice import DiceNeeded, NoDice
from referee.faults import Misuse, Unreadable
from referee.matches import history
from referee.matches.history import Move
from referee.matches.matches import Match
from referee.systems.faces import Game
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Piece, Position, list_carried
from referee.systems.great_war.system import GreatWarSystem
from schemas.answers.odds import HiddenBattle, Hindsight, HolderOdds, OrderChange
from schemas.great_war.events import PieceMoved
from schemas.great_war.orders import GreatWarOrder
from schemas.great_war.orders import Move as March
from schemas.journal import Entry
from schemas.letter import RefusedLetter
from schemas.model import Order
from schemas.record import PUBLIC, REFEREE, Side, Value

Kind = Literal["given", "ruled", "refused"]

Change = Callable[[Position], Position]
"""Function that takes an order out of a position, or puts it in."""


class _Asked(Value):
    """An order, and the area in which its effect is measured."""

    kind: Kind
    entry: int
    order: Order
    area: str
    text: str


def weigh_order(match: Match, seq: int, viewer: Side, kind: Kind = "given") -> tuple[OrderChange, ...]:
    """Return the effects of an entry's orders on battles in the areas they enter, as a viewer may know them.

    The result is empty for a family of games or a match without odds, and for an entry that is not an order.
    """
    game = find_great_war(match.system)
    if game is None or not may_weigh(match) or match.entries[seq - 1].body.kind != "order":
        return ()
    return tuple(_weigh_order(match, game, seq, viewer, kind))


def may_weigh(match: Match) -> bool:
    """Return True if the sides of a match agreed to odds, or if the match is closed."""
    return match.header.odds != "forbidden" or match.past.find_reveal(match.entries) is not None


def _weigh_order(
    match: Match, game: GreatWarSystem, seq: int, viewer: Side, kind: Kind
) -> Iterator[OrderChange]:
    entry, entries = match.entries[seq - 1], match.entries_to(seq - 1)
    before, until = match.past.position(match.rules, entries), match.past.find_last(match.entries, seq)
    for before_move, move in history.replay_moves(match.rules, before, history.moves_of(match.rules, entry)):
        visible_order = None if move.order is None else match.system.secrecy.redact_order(move.order, viewer)
        if visible_order is None:
            continue
        state = cast(Position, before_move)
        yield from _weigh_answer(game, viewer, seq, visible_order, state, kind)
        for march in _list_marches(match.system, move, viewer):
            area = march.path[-1]
            question = _Asked(kind, seq, visible_order, area, match.system.notation.write(visible_order))
            battle_start = fought_battles.find_opening(
                game.rules, match.steps(until, after=seq - 1), area, _find_turn(state)
            )
            battle, here = battle_start or (
                0,
                cast(Position, history.after(match.rules, before_move, move.events, entry)),
            )
            back = _send(march.piece, state.map.pieces[march.piece])
            yield from _weigh(game, viewer, question, battle, back(here), here)


def _weigh_answer(
    game: GreatWarSystem, viewer: Side, seq: int, order: Order, before: Position, kind: Kind
) -> Iterator[OrderChange]:
    """Yield the effect of an answer in a battle, compared with the quiet one: a card, a retreat, a loss."""
    if before.fight is None:
        return
    try:
        after = game.rules.outcome(before, cast(GreatWarOrder, order), NoDice()).after
    except DiceNeeded:
        return
    line = game.notation.write(cast(GreatWarOrder, order))
    question = _Asked(kind, seq, order, before.fight.area, line)
    for change in _weigh(game, viewer, question, seq, before, after):
        without = change.before or _find_holder(before, question.area)
        with_it = change.after or _find_holder(after, question.area)
        if without != with_it:
            yield replace(change, before=without, after=with_it)


def _find_holder(position: Position, area: str) -> HolderOdds:
    """Return the certain chance, 0 or 1, that the attacker holds an area without two sides in it."""
    attacker = position.playing.side
    has = battle_setups.find_holder(position, area) == attacker
    return HolderOdds(holder=attacker, chance=str(int(has)), percent=100.0 * has)


def _list_marches(game: Game, move: Move, viewer: Side) -> Iterator[PieceMoved]:
    for event in move.events:
        visible_event = game.secrecy.redact_event(event, viewer)
        if isinstance(visible_event, PieceMoved):
            yield visible_event


def _find_turn(state: Position) -> tuple[int, Side | None]:
    return state.map.turn, state.now.side if state.now is not None else None


def _send(id: str, to: Piece) -> Change:
    """Return a function that puts a piece, with its contents, in the place of another one."""

    def send(position: Position) -> Position:
        piece = position.map.pieces.get(id)
        if piece is None:
            return position
        army = to.army if to.army in position.map.pieces else None
        contents = (replace(one, area=to.area) for one in list_carried(position.map, piece)[1:])
        return position.put(replace(piece, area=to.area, army=army), *contents)

    return send


def _weigh(
    game: GreatWarSystem, viewer: Side, question: _Asked, battle: int, before: Position, after: Position
) -> Iterator[OrderChange]:
    """Yield the odds without an order and with it; none if the armies are hidden from the reader."""
    public_views = [battle_setups.show_public(game.rules.theatre, one, viewer) for one in (before, after)]
    if after.now is None or any(battle_setups.hides_armies(one, question.area) for one in public_views):
        return
    without, with_it = (_hold(game.rules, one, question.area) for one in public_views)
    if with_it is not None or without is not None:
        yield OrderChange(
            kind=question.kind,
            entry=question.entry,
            side=question.order.side,
            order=question.text,
            area=question.area,
            name=game.language.area_name(question.area),
            attacker=after.now.side,
            battle=battle,
            before=without,
            after=with_it,
        )


def _hold(rules: GreatWar, position: Position, area: str) -> HolderOdds | None:
    """Return the chance that the attacker holds an area after a battle, or None if a side is absent."""
    if {piece.side for piece in position.map.at(area)} != set(rules.sides):
        return None
    return odds.hold(forecasts.forecast(rules, position, area, QUIET), position.playing.side)


def list_changes(match: Match, game: GreatWarSystem, viewer: Side) -> Iterator[OrderChange]:
    """Yield the effects of ruled orders, and those that refused orders would have had, for a viewer."""
    keys = set[object]()
    for entry in match.entries:
        match entry.body.kind:
            case "ruling":
                for seq in _list_disputed(entry):
                    yield from weigh_order(match, seq, viewer, "ruled")
            case "refusal":
                for change in _weigh_refused(match, game, entry, viewer):
                    same = change.side, change.order, change.battle, change.before, change.after
                    if same not in keys:
                        keys.add(same)
                        yield change
            case _:
                pass


def _list_disputed(entry: Entry) -> Sequence[int]:
    """Return the entries that a ruling decides."""
    decisions = entry.body.public.get("decisions", ())
    records = cast(Sequence[Mapping[str, object]], decisions if isinstance(decisions, list | tuple) else ())
    return [seq for one in records if isinstance(seq := one.get("entry"), int)]


def _weigh_refused(match: Match, game: GreatWarSystem, entry: Entry, viewer: Side) -> Iterator[OrderChange]:
    """Yield the effects that marches of a refused letter would have had, for its sender and the referee."""
    seq = entry.body.seq
    state = cast(Position, match.past.position(match.rules, match.entries_to(seq)))
    for side in match.header.sides:
        if viewer not in {side, REFEREE} or "fallen" not in entry.private.get(side, {}):
            continue
        for fallen in history.private_part(RefusedLetter, entry, side).fallen:
            for order in _read_marches(game, state, side, fallen.order):
                area = order.path[-1]
                question = _Asked("refused", seq, order, area, fallen.order)
                battle_start = fought_battles.find_opening(
                    game.rules, match.steps(after=seq), area, _find_turn(state)
                )
                battle, here = battle_start or (0, state)
                piece = here.map.pieces.get(order.piece)
                if piece is not None and piece.area != area:
                    sent = _send(order.piece, replace(piece, area=area, army=order.into))
                    yield from _weigh(game, viewer, question, battle, here, sent(here))


def _read_marches(game: GreatWarSystem, state: Position, side: Side, line: str) -> Sequence[March]:
    """Return the marches that a line orders during the side's own turn."""
    if not line or state.now is None or state.now.side != side:
        return ()
    try:
        orders = game.notation.read(state, side, line)
    except Unreadable:
        return ()
    return [order for order in orders if isinstance(order, March) and order.piece in state.map.pieces]


def analyse(match: Match, viewer: Side, at: int | None = None) -> Hindsight:
    """Return the luck in the battles of a match up to an entry, and the effects of orders.

    A battle counts when it is over. Two matches that differ only in facts hidden from the viewer give equal
    results. Raises `Misuse` for a family of games without odds, or for a match without odds that is not
    closed.
    """
    game = find_great_war(match.system)
    if game is None:
        raise Misuse(AnalysisFault.NO_HINDSIGHT)
    if not may_weigh(match):
        raise Misuse(AnalysisFault.ODDS_FORBIDDEN)
    match.entries_seen(at)
    battles = tuple(fought_battles.list_fought(game, match.steps(at), viewer))
    hidden = [one for one in battles if battle_setups.hides_armies(one.start, one.area)]
    battle_swings = tuple(fought_battles.measure_luck(game, one) for one in battles if one not in hidden)
    changes = tuple(one for one in list_changes(match, game, viewer) if at is None or one.entry <= at)
    return Hindsight(
        match=match.name,
        viewer=viewer,
        sides={side: game.language.side_name(side) for side in game.rules.sides},
        battles=fought_battles.rank(battle_swings),
        ledger=fought_battles.add_up(game.rules, battle_swings),
        changes=changes,
        hidden=tuple(HiddenBattle(area=one.area, name=game.language.area_name(one.area)) for one in hidden),
        secret=viewer == REFEREE and (bool(changes) or _hides(game.rules, match.position(at))),
    )


def _hides(rules: GreatWar, position: object) -> bool:
    """Return True if armies hide their contents from observers."""
    return bool(battle_setups.show_public(rules.theatre, cast(Position, position), PUBLIC).map.closed)
