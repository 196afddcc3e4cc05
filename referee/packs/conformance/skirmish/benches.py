"""Benches of the skirmish family: a pack bound to the table that a case describes."""

from collections.abc import Mapping

from pydantic import ValidationError

from referee.engine.faults import PackProblem
from referee.engine.remedy import suggest_in_english
from referee.packs.conformance.skirmish import set_up
from referee.packs.conformance.skirmish.set_up import Impossible
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state import choices
from schemas.skirmish.case import SkirmishGiven
from schemas.skirmish.pack import Pack, Scenario
from schemas.skirmish.parameters import Parameters


def bench(pack: Pack, given: SkirmishGiven) -> Skirmish:
    """The rules on the table that a case describes, or on that of its scenario."""
    own = bind(pack, given)
    return Skirmish(own, own.scenarios[0].id)


def bind(pack: Pack, given: SkirmishGiven) -> Pack:
    """The pack with a scenario of its own and the parameters that a case asks for."""
    scenario = next((one for one in pack.scenarios if one.id == given.scenario), pack.scenarios[0])
    parameters = _change(pack.parameters, {"turns.first_unit": "scenario", **given.parameters})
    table = scenario if given.start == "scenario" else _table(scenario, given)
    return pack.replace(scenarios=(table,), parameters=parameters)


def _change(parameters: Parameters, changes: Mapping[str, str]) -> Parameters:
    """The parameters with some of them changed."""
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
    forces = set_up.forces(scenario, given)
    weather = [{"from_turn": 1, "light": given.light, "rain": given.rain}]
    tree = dict(scenario) | {
        "turns": given.turns,
        "first": given.first or scenario.first,
        "weather": weather,
        "terrain": given.terrain,
        "forces": forces,
        "tokens": set_up.tokens(given),
        "victory": {},
    }
    return Scenario.model_validate(tree, strict=False)
