"""The table that a skirmish case describes, line by line."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from msgspec.structs import replace
from pydantic import ValidationError

from referee.faults import PackProblem, suggest_in_english
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state import choices
from referee.systems.skirmish.state.position import Contact, Dead, Figure, Flames, Melee, Position, Smoke
from referee.systems.skirmish.state.table import Table
from schemas.record import Side
from schemas.skirmish.case import SkirmishGiven
from schemas.skirmish.names import Mode, Moving, Phase, Posture, Quality, Role, Spot, UnitKind, hundredths
from schemas.skirmish.pack import Item, Pack, Scenario, Trait
from schemas.skirmish.parameters import Parameters

_UNIT = re.compile(
    r"(?P<side>\S+) (?P<id>\S+) (?P<quality>\S+)(?: (?P<kind>section|command|heavy-weapon))?"
    r"(?: markers (?P<markers>\d))?: (?P<figures>.*)"
)
_FIGURE = re.compile(r"(?P<number>[\w-]+) at (?P<spot>\S+?,\S+)(?P<words>(?: [\w-]+)*)")
_AT = re.compile(r"(?P<name>\S+) at (?P<spot>\S+,\S+?)(?: (?:in|to|then) (?P<more>\S+))?(?P<mark> shooting)?")

PHASES: dict[str, Phase] = {
    "deployment": "deployment", "movement": "plotting", "fire": "laying", "artillery": "artillery",
    "melee": "melee", "morale": "morale", "end": "morale",
}  # fmt: skip

STATES: Mapping[str, Callable[[Figure], Figure]] = {
    "fired": lambda one: replace(one, fired="aimed"),
    "fired-before": lambda one: replace(one, fired_before=True),
    "was-fighting": lambda one: replace(one, was_fighting=True),
    "advanced": lambda one: replace(one, advanced=True),
    "emerged": lambda one: replace(one, emerged=True),
    "masked": lambda one: replace(one, masked=True),
    "pinned": lambda one: replace(one, pins=1),
    "pinned-2": lambda one: replace(one, pins=2),
    "pinned-3": lambda one: replace(one, pins=3),
    "pinned-4": lambda one: replace(one, pins=4),
}
"""States of a figure by their words, in addition to those of scenarios."""

MOVING: Mapping[str, Moving] = {mode: mode for mode in get_args(Moving)}


class Impossible(Exception):  # noqa: N818 - it says what is wrong with a case
    """An impossible position, with all its faults."""

    def __init__(self, *misfits: PackProblem) -> None:
        super().__init__("; ".join(misfit.text for misfit in misfits))
        self.misfits = misfits


def _wrong(path: str, text: str) -> Impossible:
    return Impossible(PackProblem("", (path,), text))


def spot(text: str) -> Spot:
    """Return a place from a text such as `10,12.5`."""
    east, comma, north = text.partition(",")
    try:
        found = hundredths(east), hundredths(north)
    except ValueError as error:
        raise _wrong("units", f"`{text}` is no place: {error}") from None
    if not comma or not isinstance(found[0], int) or not isinstance(found[1], int):
        raise _wrong("units", f"`{text}` is no place")
    return found[0], found[1]


def _units(given: SkirmishGiven) -> Iterator[re.Match[str]]:
    for line in given.units.splitlines():
        if text := " ".join(line.split()):
            found = _UNIT.fullmatch(text)
            if found is None or found["quality"] not in get_args(Quality):
                raise _wrong("units", f"`{text}` is no unit")
            yield found


def _figures(unit: re.Match[str]) -> Iterator[tuple[str, Spot, list[str]]]:
    """Yield the figures of a unit: id, place, words."""
    for part in unit["figures"].split(";"):
        found = _FIGURE.fullmatch(part.strip())
        if found is None:
            raise _wrong("units", f"`{part.strip()}` is no figure")
        yield f"{unit['id']}-{found['number']}", spot(found["spot"]), found["words"].split()


def scenario_forces(scenario: Scenario, given: SkirmishGiven) -> dict[str, Any]:
    """Return the forces of a case in the shape of a scenario; a side without any has a figure in a corner."""
    built: dict[str, Any] = {}
    for side, force in scenario.forces.items():
        units = [_entry(unit) for unit in _units(given) if unit["side"] == side]
        built[side] = {
            "edge": force.edge,
            "units": units or [_lonely(scenario, side)],
            "off_table": [_battery(line) for line in given.off_table if line.startswith(f"{side} ")],
            "zone": (),
            "zone_terrain": list(given.zones.get(side, ())),
        }
    if strangers := {unit["side"] for unit in _units(given)} - set(built):
        raise _wrong("units", f"there is no side `{strangers.pop()}`")
    return built


def _lonely(scenario: Scenario, side: Side) -> dict[str, Any]:
    corner = (0, 0) if scenario.forces[side].edge == "south" else (scenario.width, scenario.depth)
    figure = {"id": f"{side}-nobody-1", "role": "squad-leader", "at": corner, "weapons": ("rifle",)}
    return {
        "id": f"{side}-nobody", "name": "Nobody", "kind": "section", "quality": "regular", "figures": [figure]
    }  # fmt: skip


def _entry(unit: re.Match[str]) -> dict[str, Any]:
    figures = [
        {
            "id": id,
            "role": next((word for word in words if word in get_args(Role)), "trooper"),
            "at": at,
            "weapons": [word for word in words if _is_weapon(word)] or ["rifle"],
            "traits": [word for word in words if word in get_args(Trait)],
            "items": [word for word in words if word in get_args(Item)],
            "supply": dict.fromkeys((word.removeprefix("no-") for word in words if word[:3] == "no-"), 0),
            "posture": next((word for word in words if word in get_args(Posture)), "open"),
        }
        for id, at, words in _figures(unit)
    ]
    kind = unit["kind"] or "section"
    return {
        "id": unit["id"], "name": unit["id"], "kind": kind, "quality": unit["quality"], "figures": figures
    }  # fmt: skip


def _is_weapon(word: str) -> bool:
    known = (
        *get_args(Role), *get_args(Trait), *get_args(Item), *get_args(Posture), *get_args(Mode),
        *get_args(UnitKind), *STATES,
    )  # fmt: skip
    return word not in known and not word.startswith("no-")


def _battery(line: str) -> dict[str, Any]:
    match line.split():
        case [_, id, kind, missions, _, shells]:
            return {"id": id, "kind": kind, "missions": missions, "shells": shells}
        case _:
            raise _wrong("off_table", f"`{line}` is no battery")


def tokens(given: SkirmishGiven) -> list[dict[str, Any]]:
    """Return the tokens of a case; moves of tokens belong to the turn that opens next."""
    built: list[dict[str, Any]] = []
    for line in given.tokens:
        side, _, rest = line.partition(" ")
        found = _AT.fullmatch(rest)
        if found is None:
            raise _wrong("tokens", f"`{line}` is no token")
        built.append({"id": found["name"], "side": side, "at": spot(found["spot"])})
    return built


def position(table: Table, given: SkirmishGiven) -> Position:
    """Return the position that a case describes."""
    start = table.start()
    if given.start == "scenario":
        return start
    words = {id: said for unit in _units(given) for id, _, said in _figures(unit)}
    figures = {id: _as_said(figure, words.get(id, [])) for id, figure in start.figures.items()}
    markers = {unit["id"]: int(unit["markers"] or 0) for unit in _units(given)}
    units = {id: replace(unit, markers=markers.get(id, 0)) for id, unit in start.units.items()}
    turn = 0 if given.asked == "deployment" else given.turn
    stood = replace(
        start, figures=figures, units=units, turn=turn, phase=PHASES[given.asked],
        first=given.first or table.scenario.first, light=given.light, rain=given.rain,
        smoke=tuple(Smoke(f"smoke-{n}", spot(line), given.turn + 2) for n, line in enumerate(given.smoke)),
    )  # fmt: skip
    stood = _see(stood, given)
    stood = _fighting(stood, given)
    return _lying(stood, given)


def _as_said(figure: Figure, words: list[str]) -> Figure:
    """Return a figure with the states of its words; a moving figure began an inch away."""
    for word in words:
        if word in MOVING:
            figure = replace(figure, mode=MOVING[word], start=(figure.at[0], max(0, figure.at[1] - 100)))
        elif word in STATES:
            figure = STATES[word](figure)
    prone = figure.pins and figure.posture == "open"
    return replace(figure, posture="prone") if prone else figure


def _see(stood: Position, given: SkirmishGiven) -> Position:
    for line in given.seen:
        id, _, names = line.partition(":")
        if id not in stood.units:
            raise _wrong("seen", f"there is no unit `{id}`")
        side = stood.units[id].side
        for name in (part.strip() for part in names.split(",")):
            if name not in stood.figures:
                raise _wrong("seen", f"there is no figure `{name}`")
            stood = _tell(stood, side, id, stood.figures[name])
    return stood


def _tell(stood: Position, side: Side, unit: str, target: Figure) -> Position:
    alias = stood.alias(side, target.id) or f"c{len(stood.contacts(side)) + 1:02d}"
    known = stood.contacts(side).get(alias)
    units = tuple(sorted({*(known.units if known is not None else ()), unit}))
    contact = Contact(
        alias, target.id, target.at, target.posture, target.mode, target.pins, "", "", "active", units
    )
    return replace(stood, known={**stood.known, side: {**stood.contacts(side), alias: contact}})


def _fighting(stood: Position, given: SkirmishGiven) -> Position:
    for line in given.melees:
        attacker, _, defender = line.partition(" at ")
        for id in (attacker, defender):
            if id not in stood.figures:
                raise _wrong("melees", f"there is no figure `{id}`")
        one, other = stood.figures[attacker], stood.figures[defender]
        stood = _tell(_tell(stood, one.side, one.unit, other), other.side, other.unit, one)
        made = Melee(
            one.side, attacker, stood.alias(other.side, attacker), defender, stood.alias(one.side, defender)
        )
        stood = replace(stood, melees=(*stood.melees, made))
    return stood


def _lying(stood: Position, given: SkirmishGiven) -> Position:
    """Return the position with the dead of this turn, flames, pending shells, and moved tokens."""
    for name, at, _ in _places("dead", given.dead):
        if name not in stood.figures:
            raise _wrong("dead", f"there is no figure `{name}`")
        figure = stood.figures[name]
        dead = Dead(name, figure.unit, figure.side, figure.role, at)
        stood = replace(stood, dead=(*stood.dead, dead)).put(replace(figure, status="killed", at=at))
    for side, at, more in _places("flames", given.flames):
        stood = replace(stood, flames=(*stood.flames, Flames(side, at, spot(more))))
    for name, at, more in _places("pending", given.pending):
        if name not in stood.missions:
            raise _wrong("pending", f"there is no battery `{name}`")
        if not more.isdecimal():
            raise _wrong("pending", f"`{name} at {write_place(at)}` says not in how many turns")
        mission = replace(stood.missions[name], pending=((at, int(more)),))
        stood = replace(stood, missions={**stood.missions, name: mission})
    for line in given.tokens:
        found = _AT.fullmatch(line.partition(" ")[2])
        if found is not None:
            token = stood.tokens[found["name"]]
            at = spot(found["more"]) if found["more"] else token.at
            moved = replace(token, at=at, shooting=found["mark"] is not None)
            stood = replace(stood, tokens={**stood.tokens, token.id: moved})
    return stood


def _places(path: str, lines: tuple[str, ...]) -> Iterator[tuple[str, Spot, str]]:
    for line in lines:
        found = _AT.fullmatch(line)
        if found is None:
            raise _wrong(path, f"`{line}` says not what lies where")
        yield found["name"], spot(found["spot"]), found["more"] or ""


def bench(pack: Pack, given: SkirmishGiven) -> Skirmish:
    """Return the rules on the table that a case describes, or on that of its scenario."""
    own = bind(pack, given)
    return Skirmish(own, own.scenarios[0].id)


def bind(pack: Pack, given: SkirmishGiven) -> Pack:
    """Return the pack with a scenario of its own and the parameters of a case."""
    scenario = next((one for one in pack.scenarios if one.id == given.scenario), pack.scenarios[0])
    parameters = _change(pack.parameters, {"turns.first_unit": "scenario", **given.parameters})
    table = scenario if given.start == "scenario" else _table(scenario, given)
    return pack.replace(scenarios=(table,), parameters=parameters)


def _change(parameters: Parameters, changes: Mapping[str, str]) -> Parameters:
    """Return the parameters with some of them changed."""
    known = tuple(choices.names(parameters))
    for name, said in changes.items():
        if name not in known:
            fact = f"there is no parameter `{name}`"
            raise Impossible(PackProblem("", ("parameters", name), fact, suggest_in_english(name, known)))
        try:
            parameters = choices.change(parameters, {name: said})
        except ValidationError as error:
            why = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
            fact = f"`{said}` is no value of `{name}`: {why}"
            raise Impossible(PackProblem("", ("parameters", name), fact)) from None
    return parameters


def _table(scenario: Scenario, given: SkirmishGiven) -> Scenario:
    forces = scenario_forces(scenario, given)
    weather = [{"from_turn": 1, "light": given.light, "rain": given.rain}]
    tree = dict(scenario) | {
        "turns": given.turns,
        "first": given.first or scenario.first,
        "weather": weather,
        "terrain": given.terrain,
        "forces": forces,
        "tokens": tokens(given),
        "victory": {},
    }
    return Scenario.model_validate(tree, strict=False)
