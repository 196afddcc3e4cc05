"""The orders of combat: fire, grenades, flamethrowers and beaten zones."""

from referee.systems.skirmish.combat import shooting
from referee.systems.skirmish.events.sealed_orders import Kinds, judge_own, plot_kind, write_list
from referee.systems.skirmish.facts.geometry import write_place
from schemas.skirmish.orders import BeatenZone, Fire, Flame, Throw


def _write_fire(order: Fire) -> str:
    where = order.target if order.point is None else write_place(order.point)
    weapon = f" with {order.weapon}" if order.weapon is not None else ""
    shares = write_list(f"{alias} {count}" for alias, count in order.dice.items())
    dice = f" dice {shares}" if shares else ""
    others = f" else {write_list(order.others)}" if order.others else ""
    rapid = " rapid" if order.rapid else ""
    return f"{order.kind} fire {write_list(order.figures)} at {where}{weapon}{dice}{others}{rapid}"


FIRE: Kinds = (
    # The options of the firing phase are offered enemy by enemy and figure by figure.
    plot_kind(
        Fire, "laying", objections=judge_own(shooting.objections), options=shooting.shot_options,
        write=_write_fire,
    ),
    plot_kind(
        Throw, "laying", objections=judge_own(shooting.objections),
        write=lambda order: f"throw {order.figure} at {write_place(order.burst)} with {order.grenade}",
    ),
    plot_kind(
        Flame, "laying", objections=judge_own(shooting.objections),
        write=lambda order: f"flame {order.figure} to {write_place(order.to)}",
    ),
    plot_kind(
        BeatenZone, "laying", objections=judge_own(shooting.objections),
        write=lambda order: f"beaten zone {order.figure} at {write_place(order.centre)}",
    ),
)  # fmt: skip
"""Orders of the firing phase."""
