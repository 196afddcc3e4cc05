"""Tables of orders: movement and fire, which are written under seal, and the amendments of the moderator."""

from collections.abc import Mapping

from referee.engine.order_lines import Spelling
from referee.engine.orders import always
from referee.systems.skirmish.combat import artillery, shooting
from referee.systems.skirmish.events.sealed_orders import Kinds, judge_own, order_kind, plot_kind
from referee.systems.skirmish.facts.geometry import inches, write_place
from referee.systems.skirmish.movement import amendments, movement
from schemas.skirmish import orders
from schemas.skirmish.names import Spot

MOVEMENT: Kinds = (
    plot_kind(
        orders.Deploy, "deployment",
        objections=judge_own(movement.deployment_objections), options=movement.deployments,
        line="deploy {figure} at {at:place} {posture}",
    ),
    # The options of the movement phase are offered unit by unit and figure by figure.
    plot_kind(
        orders.Move, "plotting", objections=movement.objections, options=movement.movements,
        line="{mode} {figures} {path:way}[ contact {contact}][ stop {stop:inches}]",
    ),
    plot_kind(
        orders.BreakOff, "plotting", objections=movement.break_off_objections,
        line="break off {figure} {path:way}",
    ),
    plot_kind(
        orders.Adopt, "plotting", objections=judge_own(movement.posture_objections),
        line="{posture:adopt} {figures}",
    ),
    plot_kind(
        orders.Wear, "plotting", objections=judge_own(movement.mask_objections),
        line="mask {worn:on} {figures}",
    ),
    plot_kind(
        orders.Look, "plotting", objections=judge_own(movement.look_objections),
        line="look {figures} around {at:place} within {radius:inches} | look {figures} at {target}",
    ),
    plot_kind(
        orders.Barrage, "plotting", objections=artillery.objections,
        line="barrage {mission} at {aim:place}",
    ),
)  # fmt: skip
"""Orders of deployment and of the movement phase."""

AMENDMENTS: Kinds = (
    order_kind(
        orders.Exchange,
        objections=amendments.exchange_objections, outcome=amendments.exchange, secret=always,
        line="exchange {figure} with {other}",
    ),
    order_kind(
        orders.Reposition,
        objections=amendments.reposition_objections, outcome=amendments.reposition, secret=always,
        line="put {figure} at {at:place}",
    ),
)  # fmt: skip
"""Amendments by the moderator, legal at every question. They are never options of a side."""


def _write_way(path: tuple[Spot, ...]) -> str:
    *between, goal = path
    via = f" via {' then '.join(map(write_place, between))}" if between else ""
    return f"to {write_place(goal)}{via}"


def _write_shares(shares: Mapping[str, int]) -> str:
    return ", ".join(f"{alias} {count}" for alias, count in shares.items())


SPELLINGS: Mapping[str, Spelling] = {
    "adopt": {"hidden": "hide", "observe": "observe", "open": "stand"}.__getitem__,
    "ignoring": {True: "ignoring pins", False: ""}.__getitem__,
    "inches": inches,
    "on": {True: "on", False: "off"}.__getitem__,
    "place": write_place,
    "rapid": {True: "rapid", False: ""}.__getitem__,
    "shares": _write_shares,
    "way": _write_way,
    "yes": {True: "yes", False: "no"}.__getitem__,
}
"""Spellings of fields in the lines of orders."""

_WHO, _REST = "{kind} fire {figures}", "[ with {weapon}][ dice {dice:shares}][ else {others}][ {rapid:rapid}]"

FIRE: Kinds = (
    # The options of the firing phase are offered enemy by enemy and figure by figure.
    plot_kind(
        orders.Fire, "laying", objections=judge_own(shooting.objections), options=shooting.shot_options,
        line=f"{_WHO} at {{point:place}}{_REST} | {_WHO} at {{target}}{_REST}",
    ),
    plot_kind(
        orders.Throw, "laying", objections=judge_own(shooting.objections),
        line="throw {figure} at {burst:place} with {grenade}",
    ),
    plot_kind(
        orders.Flame, "laying", objections=judge_own(shooting.objections),
        line="flame {figure} to {to:place}",
    ),
    plot_kind(
        orders.BeatenZone, "laying", objections=judge_own(shooting.objections),
        line="beaten zone {figure} at {centre:place}",
    ),
)  # fmt: skip
"""Orders of the firing phase."""
