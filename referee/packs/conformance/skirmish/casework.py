"""Cases of the skirmish family: the table that a case describes, and what may be asked of where it ends."""

from collections.abc import Iterator

from msgspec.structs import replace
from pydantic import ValidationError

from referee.engine.faults import PackProblem
from referee.engine.remedy import suggest_in_english
from referee.packs.conformance.skirmish import benches, findings, set_up
from referee.packs.conformance.skirmish.set_up import Impossible
from referee.systems.skirmish.faces.notation import SkirmishNotation
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.record import to_json
from schemas.skirmish.case import SkirmishCase, SkirmishCases, SkirmishExpected, SkirmishGiven
from schemas.skirmish.events import SkirmishEvent
from schemas.skirmish.pack import Pack

file = SkirmishCases
"""The shape of a file of cases."""


def binding(given: SkirmishGiven) -> tuple[object, ...]:
    """What decides the rules that a case is played by: all of it, for every case has a table of its own."""
    return (to_json(given),)


def unbound(pack: Pack, given: SkirmishGiven) -> Iterator[PackProblem]:
    """What a case asks of a pack in vain: a scenario, a parameter, or figures that make no sense."""
    known = [scenario.id for scenario in pack.scenarios]
    if given.scenario is not None and given.scenario not in known:
        fact = f"there is no scenario `{given.scenario}`"
        yield PackProblem("", ("given", "scenario"), fact, suggest_in_english(given.scenario, known))
        return
    try:
        benches.bind(pack, given)
    except Impossible as impossible:
        for misfit in impossible.misfits:
            yield replace(misfit, path=("given", *misfit.path))
    except ValidationError as error:
        for one in error.errors(include_url=False, include_input=False):
            yield PackProblem("", ("given",), f"{'.'.join(map(str, one['loc']))}: {one['msg']}")


def rules(pack: Pack, given: SkirmishGiven) -> Skirmish:
    """The rules that a case is played by: a table of its own, unless it plays the scenario."""
    return benches.bench(pack, given)


def notation(rules: Skirmish) -> SkirmishNotation:
    """Return the notation of the letters of a case."""
    return SkirmishNotation(rules.narrator)


def misfits(rules: Skirmish, case: SkirmishCase) -> Iterator[PackProblem]:
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


def told(rules: Skirmish, before: Position, event: SkirmishEvent) -> str:  # noqa: ARG001 - this family has no answer in words
    """A word for an event; here there is none."""
    return ""


def differences(rules: Skirmish, end: Position, expected: SkirmishExpected) -> Iterator[str]:
    """How a position differs from what was expected of it, in sentences."""
    return findings.differences(rules.table, end, expected)
