"""The table that a skirmish case describes, line by line."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from msgspec.structs import replace
from pydantic import ValidationError

from referee.faults import PackProblem, suggest_in_english
from referee.packs.conformance.misfits import Impossible
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state import choices
from referee.systems.skirmish.state.position import Contact, Dead, Figure, Flames, Melee, Position, Smoke
from referee.systems.skirmish.system import SkirmishSystem
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


def _wrong(path: str, text: str) -> Impossible:
    return Impossible(PackProblem("", (path,), text))


def spot(text: str) -> Spot:
    """Return a place from a text such as `10,12.5`."""
    east, comma, north = text.partition(",")
    try:
        coordinates = hundredths(east), hundredths(north)
    except ValueError as error:
        raise _wrong("units", f"`{text}` is not a place: {error}") from None
    if not comma or not isinstance(coordinates[0], int) or not isinstance(coordinates[1], int):
        raise _wrong("units", f"`{text}` is not a place")
    return coordinates[0], coordinates[1]


def _units(setup: SkirmishGiven) -> Iterator[re.Match[str]]:
    for line in setup.units.splitlines():
        if text := " ".join(line.split()):
            match = _UNIT.fullmatch(text)
            if match is None or match["quality"] not in get_args(Quality):
                raise _wrong("units", f"`{text}` is not a unit")
            yield match


def _figures(unit: re.Match[str]) -> Iterator[tuple[str, Spot, list[str]]]:
    """Yield the figures of a unit: id, place, words."""
    for part in unit["figures"].split(";"):
        match = _FIGURE.fullmatch(part.strip())
        if match is None:
            raise _wrong("units", f"`{part.strip()}` is not a figure")
        yield f"{unit['id']}-{match['number']}", spot(match["spot"]), match["words"].split()


def scenario_forces(scenario: Scenario, setup: SkirmishGiven) -> dict[str, Any]:
    """Return the forces of a case in the shape of a scenario; a side without any has a figure in a corner."""
    built: dict[str, Any] = {}
    for side, force in scenario.forces.items():
        units = [_entry(unit) for unit in _units(setup) if unit["side"] == side]
        built[side] = {
            "edge": force.edge,
            "units": units or [_lonely(scenario, side)],
            "off_table": [_battery(line) for line in setup.off_table if line.startswith(f"{side} ")],
            "zone": (),
            "zone_terrain": list(setup.zones.get(side, ())),
        }
    if strangers := {unit["side"] for unit in _units(setup)} - set(built):
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
    words = (
        *get_args(Role), *get_args(Trait), *get_args(Item), *get_args(Posture), *get_args(Mode),
        *get_args(UnitKind), *STATES,
    )  # fmt: skip
    return word not in words and not word.startswith("no-")


def _battery(line: str) -> dict[str, Any]:
    match line.split():
        case [_, id, kind, missions, _, shells]:
            return {"id": id, "kind": kind, "missions": missions, "shells": shells}
        case _:
            raise _wrong("off_table", f"`{line}` is not a battery")


def tokens(setup: SkirmishGiven) -> list[dict[str, Any]]:
    """Return the tokens of a case; moves of tokens belong to the turn that opens next."""
    built: list[dict[str, Any]] = []
    for line in setup.tokens:
        side, _, rest = line.partition(" ")
        match = _AT.fullmatch(rest)
        if match is None:
            raise _wrong("tokens", f"`{line}` is not a token")
        built.append({"id": match["name"], "side": side, "at": spot(match["spot"])})
    return built


def position(rules: Skirmish, setup: SkirmishGiven) -> Position:
    """Return the position that a case describes. Raises `Impossible` if it is invalid."""
    table = rules.table
    start = table.start()
    if setup.start == "scenario":
        return start
    words = {id: marks for unit in _units(setup) for id, _, marks in _figures(unit)}
    figures = {id: _as_said(figure, words.get(id, [])) for id, figure in start.figures.items()}
    markers = {unit["id"]: int(unit["markers"] or 0) for unit in _units(setup)}
    units = {id: replace(unit, markers=markers.get(id, 0)) for id, unit in start.units.items()}
    turn = 0 if setup.asked == "deployment" else setup.turn
    start_position = replace(
        start, figures=figures, units=units, turn=turn, phase=PHASES[setup.asked],
        first=setup.first or table.scenario.first, light=setup.light, rain=setup.rain,
        smoke=tuple(Smoke(f"smoke-{n}", spot(line), setup.turn + 2) for n, line in enumerate(setup.smoke)),
    )  # fmt: skip
    start_position = _see(start_position, setup)
    start_position = _fighting(start_position, setup)
    return _lying(start_position, setup)


def _as_said(figure: Figure, words: list[str]) -> Figure:
    """Return a figure with the states of its words; a moving figure began an inch away."""
    for word in words:
        if word in MOVING:
            figure = replace(figure, mode=MOVING[word], start=(figure.at[0], max(0, figure.at[1] - 100)))
        elif word in STATES:
            figure = STATES[word](figure)
    prone = figure.pins and figure.posture == "open"
    return replace(figure, posture="prone") if prone else figure


def _see(state: Position, setup: SkirmishGiven) -> Position:
    for line in setup.seen:
        id, _, names = line.partition(":")
        if id not in state.units:
            raise _wrong("seen", f"there is no unit `{id}`")
        side = state.units[id].side
        for name in (part.strip() for part in names.split(",")):
            if name not in state.figures:
                raise _wrong("seen", f"there is no figure `{name}`")
            state = _tell(state, side, id, state.figures[name])
    return state


def _tell(state: Position, side: Side, unit: str, target: Figure) -> Position:
    alias = state.alias(side, target.id) or f"c{len(state.contacts(side)) + 1:02d}"
    contact_before = state.contacts(side).get(alias)
    units = tuple(sorted({*(contact_before.units if contact_before is not None else ()), unit}))
    contact = Contact(
        alias, target.id, target.at, target.posture, target.mode, target.pins, "", "", "active", units
    )
    return replace(state, known={**state.known, side: {**state.contacts(side), alias: contact}})


def _fighting(state: Position, setup: SkirmishGiven) -> Position:
    for line in setup.melees:
        attacker, _, defender = line.partition(" at ")
        for id in (attacker, defender):
            if id not in state.figures:
                raise _wrong("melees", f"there is no figure `{id}`")
        one, other = state.figures[attacker], state.figures[defender]
        state = _tell(_tell(state, one.side, one.unit, other), other.side, other.unit, one)
        made = Melee(
            one.side, attacker, state.alias(other.side, attacker), defender, state.alias(one.side, defender)
        )
        state = replace(state, melees=(*state.melees, made))
    return state


def _lying(state: Position, setup: SkirmishGiven) -> Position:
    """Return the position with the dead of this turn, flames, pending shells, and moved tokens."""
    for name, at, _ in _places("dead", setup.dead):
        if name not in state.figures:
            raise _wrong("dead", f"there is no figure `{name}`")
        figure = state.figures[name]
        dead = Dead(name, figure.unit, figure.side, figure.role, at)
        state = replace(state, dead=(*state.dead, dead)).with_figure(replace(figure, status="killed", at=at))
    for side, at, more in _places("flames", setup.flames):
        state = replace(state, flames=(*state.flames, Flames(side, at, spot(more))))
    for name, at, more in _places("pending", setup.pending):
        if name not in state.missions:
            raise _wrong("pending", f"there is no battery `{name}`")
        if not more.isdecimal():
            raise _wrong("pending", f"`{name} at {write_place(at)}` says not in how many turns")
        mission = replace(state.missions[name], pending=((at, int(more)),))
        state = replace(state, missions={**state.missions, name: mission})
    for line in setup.tokens:
        match = _AT.fullmatch(line.partition(" ")[2])
        if match is not None:
            token = state.tokens[match["name"]]
            at = spot(match["more"]) if match["more"] else token.at
            moved_token = replace(token, at=at, shooting=match["mark"] is not None)
            state = replace(state, tokens={**state.tokens, token.id: moved_token})
    return state


def _places(path: str, lines: tuple[str, ...]) -> Iterator[tuple[str, Spot, str]]:
    for line in lines:
        match = _AT.fullmatch(line)
        if match is None:
            raise _wrong(path, f"`{line}` says not what lies where")
        yield match["name"], spot(match["spot"]), match["more"] or ""


def bench(pack: Pack, setup: SkirmishGiven) -> SkirmishSystem:
    """Return the system on the table that a case describes, or on that of its scenario."""
    own = bind(pack, setup)
    return SkirmishSystem.bind(own, own.scenarios[0].id)


def bind(pack: Pack, setup: SkirmishGiven) -> Pack:
    """Return the pack with a scenario of its own, and with the options and parameters of a case."""
    scenario = next((one for one in pack.scenarios if one.id == setup.scenario), pack.scenarios[0])
    parameters = choices.change(pack.parameters, {"turns.first_unit": "scenario"})
    parameters = choices.agree(pack.replace(parameters=parameters), setup.options)
    parameters = _change(parameters, setup.parameters)
    table = scenario if setup.start == "scenario" else _table(scenario, setup)
    return pack.replace(scenarios=(table,), parameters=parameters)


def _change(parameters: Parameters, changes: Mapping[str, str]) -> Parameters:
    names = tuple(choices.names(parameters))
    for name, value in changes.items():
        if name not in names:
            fact = f"there is no parameter `{name}`"
            raise Impossible(PackProblem("", ("parameters", name), fact, suggest_in_english(name, names)))
        try:
            parameters = choices.change(parameters, {name: value})
        except ValidationError as error:
            why = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
            fact = f"`{value}` is not a value of `{name}`: {why}"
            raise Impossible(PackProblem("", ("parameters", name), fact)) from None
    return parameters


def _table(scenario: Scenario, setup: SkirmishGiven) -> Scenario:
    forces = scenario_forces(scenario, setup)
    weather = [{"from_turn": 1, "light": setup.light, "rain": setup.rain}]
    tree = dict(scenario) | {
        "turns": setup.turns,
        "first": setup.first or scenario.first,
        "weather": weather,
        "terrain": setup.terrain,
        "forces": forces,
        "tokens": tokens(setup),
        "victory": {},
    }
    return Scenario.model_validate(tree, strict=False)
