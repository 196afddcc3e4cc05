"""Cases of the skirmish family: the table that a case describes, and what may be asked of where it ends."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pydantic import ValidationError

from referee.core.faults import Misfit
from referee.core.remedy import meant
from referee.systems.skirmish import choices
from referee.systems.skirmish.casework import findings, set_up
from referee.systems.skirmish.casework.set_up import Impossible
from referee.systems.skirmish.position import Position
from referee.systems.skirmish.rules import Skirmish
from schemas.skirmish.case import SkirmishCase, SkirmishExpected, SkirmishGiven
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.pack import Pack, Scenario
from schemas.skirmish.parameters import Parameters


def binding(given: SkirmishGiven) -> tuple[object, ...]:
    """What decides the rules that a case is played by: all of it, for every case has a table of its own."""
    return (given.model_dump_json(),)


def unbound(pack: Pack, given: SkirmishGiven) -> Iterator[Misfit]:
    """What a case asks of a pack in vain: a scenario, a parameter, or figures that make no sense."""
    known = [scenario.id for scenario in pack.scenarios]
    if given.scenario is not None and given.scenario not in known:
        fact = f"there is no scenario `{given.scenario}`"
        yield Misfit("", ("given", "scenario"), fact, meant(given.scenario, known))
        return
    try:
        _bound(pack, given)
    except Impossible as impossible:
        for misfit in impossible.misfits:
            yield replace(misfit, path=("given", *misfit.path))
    except ValidationError as error:
        for one in error.errors(include_url=False, include_input=False):
            yield Misfit("", ("given",), f"{'.'.join(map(str, one['loc']))}: {one['msg']}")


def rules(pack: Pack, given: SkirmishGiven) -> Skirmish:
    """The rules that a case is played by: a table of its own, unless it plays the scenario."""
    bound = _bound(pack, given)
    return Skirmish(bound, bound.scenarios[0].id)


def _bound(pack: Pack, given: SkirmishGiven) -> Pack:
    scenario = next((one for one in pack.scenarios if one.id == given.scenario), pack.scenarios[0])
    parameters = _changed(pack.parameters, {"turns.first_unit": "scenario", **given.parameters})
    table = scenario if given.start == "scenario" else _table(scenario, given)
    return pack.model_copy(update={"scenarios": (table,), "parameters": parameters})


def _changed(parameters: Parameters, changes: Mapping[str, str]) -> Parameters:
    """The parameters with some of them changed."""
    known = tuple(choices.names(parameters))
    for name in changes:
        if name not in known:
            fact = f"there is no parameter `{name}`"
            raise Impossible(Misfit("", ("parameters", name), fact, meant(name, known)))
    return choices.changed(parameters, changes)


def _table(scenario: Scenario, given: SkirmishGiven) -> Scenario:
    forces = set_up.forces(scenario, given)
    weather = [{"from_turn": 1, "light": given.light, "rain": given.rain}]
    tree = scenario.model_dump(mode="json") | {
        "turns": given.turns,
        "first": given.first or scenario.first,
        "weather": weather,
        "terrain": [feature.model_dump(mode="json") for feature in given.terrain],
        "forces": forces,
        "tokens": set_up.tokens(given),
        "victory": {},
    }
    return Scenario.model_validate(tree)


def misfits(rules: Skirmish, case: SkirmishCase) -> Iterator[Misfit]:
    """Everything that is wrong with what a case starts from or expects, by the path in the case."""
    try:
        position(rules, case.given)
    except Impossible as impossible:
        for misfit in impossible.misfits:
            yield replace(misfit, path=("given", *misfit.path))
    for misfit in findings.misfits(rules.table, case.then):
        yield replace(misfit, path=("then", *misfit.path))


def position(rules: Skirmish, given: SkirmishGiven) -> Position:
    """The position that a case starts from; raises `Impossible` where there can be none."""
    return set_up.position(rules.table, given)


def told(rules: Skirmish, before: Position, event: SkirmishEvent) -> str:  # noqa: ARG001 - no answer of this family is told in words
    """A word for an event; here there is none."""
    return ""


def differences(rules: Skirmish, end: Position, expected: SkirmishExpected) -> Iterator[str]:
    """How a position differs from what was expected of it, in sentences."""
    return findings.differences(rules.table, end, expected)
