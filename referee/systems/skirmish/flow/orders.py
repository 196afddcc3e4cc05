"""Tables of orders: movement and fire, which are written under seal, and the amendments of the moderator."""

from referee.engine.orders import always
from referee.systems.skirmish.combat import artillery, shooting
from referee.systems.skirmish.events.sealed_orders import (
    Kinds,
    judge_own,
    order_kind,
    plot_kind,
    write_list,
    write_way,
)
from referee.systems.skirmish.facts.geometry import inches, write_place
from referee.systems.skirmish.movement import amendments, movement
from schemas.skirmish.orders import (
    Adopt,
    Barrage,
    BeatenZone,
    BreakOff,
    Deploy,
    Exchange,
    Fire,
    Flame,
    Look,
    Move,
    Reposition,
    Throw,
    Wear,
)

POSTURES = {"hidden": "hide", "observe": "observe", "open": "stand"}
"""The word of the order for each posture."""


def _write_move(order: Move) -> str:
    contact = f" contact {order.contact}" if order.contact is not None else ""
    stop = f" stop {inches(order.stop)}" if order.stop is not None else ""
    return f"{order.mode} {write_list(order.figures)} {write_way(order.path)}{contact}{stop}"


def _write_look(order: Look) -> str:
    who = write_list(order.figures)
    if order.at is None:
        return f"look {who} at {order.target}"
    return f"look {who} around {write_place(order.at)} within {inches(order.radius)}"


MOVEMENT: Kinds = (
    plot_kind(
        Deploy, "deployment",
        objections=judge_own(movement.deployment_objections), options=movement.deployments,
        write=lambda order: f"deploy {order.figure} at {write_place(order.at)} {order.posture}",
    ),
    # The options of the movement phase are offered unit by unit and figure by figure.
    plot_kind(
        Move, "plotting", objections=movement.objections, options=movement.movements, write=_write_move
    ),
    plot_kind(
        BreakOff, "plotting", objections=movement.break_off_objections,
        write=lambda order: f"break off {order.figure} {write_way(order.path)}",
    ),
    plot_kind(
        Adopt, "plotting", objections=judge_own(movement.posture_objections),
        write=lambda order: f"{POSTURES[order.posture]} {write_list(order.figures)}",
    ),
    plot_kind(
        Wear, "plotting", objections=judge_own(movement.mask_objections),
        write=lambda order: f"mask {'on' if order.worn else 'off'} {write_list(order.figures)}",
    ),
    plot_kind(Look, "plotting", objections=judge_own(movement.look_objections), write=_write_look),
    plot_kind(
        Barrage, "plotting", objections=artillery.objections,
        write=lambda order: f"barrage {order.mission} at {write_place(order.aim)}",
    ),
)  # fmt: skip
"""Orders of deployment and of the movement phase."""

AMENDMENTS: Kinds = (
    order_kind(
        Exchange,
        objections=amendments.exchange_objections, outcome=amendments.exchange, secret=always,
        write=lambda _, order: f"exchange {order.figure} with {order.other}",
    ),
    order_kind(
        Reposition,
        objections=amendments.reposition_objections, outcome=amendments.reposition, secret=always,
        write=lambda _, order: f"put {order.figure} at {write_place(order.at)}",
    ),
)  # fmt: skip
"""Amendments by the moderator, legal at every question. They are never options of a side."""


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
