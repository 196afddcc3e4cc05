"""Positions of the Great War sampled from the knowledge of one side."""

from random import Random
from typing import cast

from msgspec import convert, to_builtins
from msgspec.structs import replace

from referee.analysis.bots import position_from_view
from referee.analysis.bots.position_from_view import SeenWar
from referee.engine.system import State
from referee.systems.faces import Game as GameSystem
from referee.systems.great_war.facts import hidden_templates
from referee.systems.great_war.state.position import NO_PLAN, Plan, Position
from referee.systems.great_war.system import GreatWarSystem
from schemas.record import Side


def sample_war(system: GameSystem, position: Position, viewer: Side, seed: int) -> Position:
    """Return a position of the Great War that a side cannot tell from the real one.

    Each arrangement of the unseen cards is equally likely. Hidden pieces go to random armies of their side,
    one to each army before a second one, because the viewer sees which armies are empty. Sealed plans of
    others are empty. The viewer's hand, the map and everything public are as they are.
    """
    theatre = cast(GreatWarSystem, system).rules.theatre
    record = system.secrecy.view(cast(State, position), viewer)
    view = convert(to_builtins(record), SeenWar)
    rng = Random(f"sample {seed}")
    public_position = hidden_templates.show_to(theatre, position, viewer)
    guess = position_from_view.suppose(theatre, view, public_position, rng)
    dealt = position_from_view.deal(theatre, view, guess, rng)
    plans = {
        side: plan if side == viewer else Plan(closed=plan.closed) if plan.closed else NO_PLAN
        for side, plan in position.plans.items()
    }
    open_map = replace(dealt.map, closed=frozenset[Side](), shown=frozenset[str]())
    pieces = {
        id: replace(piece, filled=False) if piece.filled else piece for id, piece in open_map.pieces.items()
    }
    return replace(dealt, map=replace(open_map, pieces=pieces), plans=plans)
