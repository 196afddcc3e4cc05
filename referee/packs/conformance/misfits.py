"""Misfits of cases: impossible set-ups, names that a pack lacks, and results that differ."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.faults import PackProblem, suggest_in_english
from schemas.case import Given
from schemas.rulebook import AnyPack


class Impossible(Exception):  # noqa: N818 - a condition of the case, not an error of ours
    """An impossible set-up, with all its faults."""

    def __init__(self, *misfits: PackProblem) -> None:
        super().__init__("; ".join(misfit.text for misfit in misfits))
        self.misfits = misfits


def inside(part: str, misfits: Iterable[PackProblem]) -> Iterator[PackProblem]:
    """Yield misfits with their paths below a part of the case: `given` or `then`."""
    return (replace(misfit, path=(part, *misfit.path)) for misfit in misfits)


def unknown(path: tuple[str, ...], what: str, word: str, words: Iterable[str]) -> PackProblem:
    """Return the complaint that a name is unknown, with the nearest known one."""
    return PackProblem("", path, f"there is no {what} `{word}`", suggest_in_english(word, words))


def find_unknown(
    path: tuple[str, ...], what: str, words: Iterable[str], valid_words: Iterable[str]
) -> Iterator[PackProblem]:
    """Yield a complaint about each name that is unknown: a misspelt name would never fail."""
    names = tuple(valid_words)
    return (unknown((*path, word), what, word, names) for word in words if word not in names)


def find_unknown_scenario(pack: AnyPack, setup: Given) -> Iterator[PackProblem]:
    """Yield a complaint if a pack lacks the scenario of a case."""
    scenario_ids = [scenario.id for scenario in pack.scenarios]
    if setup.scenario is not None and setup.scenario not in scenario_ids:
        yield unknown(("scenario",), "scenario", setup.scenario, scenario_ids)


def find_unknown_choices(pack: AnyPack, setup: Given) -> Iterator[PackProblem]:
    """Yield a complaint about each option of a case, or choice of one, that a pack lacks."""
    choices = {option.id: option.choices for option in pack.game.options}
    for option, choice in setup.options.items():
        if choice not in choices.get(option, ()):
            near = (
                suggest_in_english(choice, choices[option])
                if option in choices
                else suggest_in_english(option, choices)
            )
            yield PackProblem("", ("options", option), f"there is no option `{option}: {choice}`", near)


def unlike(what: str, is_: object, must: object) -> Iterator[str]:
    """Yield a sentence if a value is not the expected one."""
    if is_ != must:
        yield f"{what} is `{is_}`, and must be `{must}`"
