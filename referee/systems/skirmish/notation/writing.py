"""Orders as lines of a letter, by ids."""

from collections.abc import Iterable
from typing import assert_never

from referee.systems.skirmish.facts.geometry import inches, write_place
from schemas.skirmish.orders import (
    Adopt,
    Anew,
    Barrage,
    BeatenZone,
    BreakOff,
    Closing,
    Concede,
    Deploy,
    Done,
    Fire,
    Flame,
    Look,
    Move,
    Reaction,
    SkirmishOrder,
    Throw,
    Wear,
)
from schemas.skirmish.words import Spot


def write(order: SkirmishOrder) -> str:  # noqa: C901, PLR0911, PLR0912 - one arm per order: the match is the table of contents
    """An order as a line of a letter."""
    match order:
        case Deploy(figure=figure, at=at, posture=posture):
            return f"deploy {figure} at {write_place(at)} {posture}"
        case Move():
            return _move(order)
        case BreakOff(figure=figure, path=path):
            return f"break off {figure} {_way(path)}"
        case Adopt(figures=figures, posture=posture):
            verb = {"hidden": "hide", "observe": "observe", "open": "stand"}[posture]
            return f"{verb} {_list(figures)}"
        case Wear(figures=figures, worn=worn):
            return f"mask {'on' if worn else 'off'} {_list(figures)}"
        case Look():
            return _look(order)
        case Barrage(mission=mission, aim=aim):
            return f"barrage {mission} at {write_place(aim)}"
        case Fire():
            return _fire(order)
        case Throw(figure=figure, grenade=grenade, burst=burst):
            return f"throw {figure} at {write_place(burst)} with {grenade}"
        case Flame(figure=figure, to=to):
            return f"flame {figure} to {write_place(to)}"
        case BeatenZone(figure=figure, centre=centre):
            return f"beaten zone {figure} at {write_place(centre)}"
        case Reaction():
            ignoring = " ignoring pins" if order.ignore_pin else ""
            return f"react {order.unit} shoot {order.shoot} fallback {order.fall_back}{ignoring}"
        case Closing(unit=unit, rally=rally, unpin=unpin):
            return f"closing {unit} rally {_yes(rally)} unpin {_yes(unpin)}"
        case Anew():
            return "anew"
        case Done():
            return "done"
        case Concede():
            return "concede"
        case _:
            assert_never(order)


def _yes(said: bool) -> str:
    return "yes" if said else "no"


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)


def _way(path: tuple[Spot, ...]) -> str:
    *between, goal = path
    via = f" via {' then '.join(map(write_place, between))}" if between else ""
    return f"to {write_place(goal)}{via}"


def _move(order: Move) -> str:
    contact = f" contact {order.contact}" if order.contact is not None else ""
    stop = f" stop {inches(order.stop)}" if order.stop is not None else ""
    return f"{order.mode} {_list(order.figures)} {_way(order.path)}{contact}{stop}"


def _look(order: Look) -> str:
    if order.at is None:
        return f"look {_list(order.figures)} at {order.target}"
    return f"look {_list(order.figures)} around {write_place(order.at)} within {inches(order.radius)}"


def _fire(order: Fire) -> str:
    where = order.target if order.point is None else write_place(order.point)
    weapon = f" with {order.weapon}" if order.weapon is not None else ""
    shares = _list(f"{alias} {count}" for alias, count in order.dice.items())
    dice = f" dice {shares}" if shares else ""
    others = f" else {_list(order.others)}" if order.others else ""
    rapid = " rapid" if order.rapid else ""
    return f"{order.kind} fire {_list(order.figures)} at {where}{weapon}{dice}{others}{rapid}"
