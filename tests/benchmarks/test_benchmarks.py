"""Every promise of speed is measured and printed; those that fit into seconds are kept, with a margin."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks import curves, speed
from tests.benchmarks.bench import QUICK, Bench, Result, Size
from tests.benchmarks.measures import MEASURES

PROMISED = {
    "referee --version": "≤ 1.5",
    "referee --help": "≤ 6",
    "a mistyped command": "≤ 6",
    "completion of a match": "≤ 6",
    "submit, one move": "≤ 16",
    "mail receive": "≤ 30",
    "a further mail": "≤ 20",
    "a burst of": "≤ 20",
    "show": "≤ 12",
    "prompts": "≤ 12",
    "log": "≤ 12",
    "options": "≤ 12",
    "verify": "≤ 18",
    "submit of a longer match": "≤ 16",
    "show of a longer match": "≤ 12",
    "prompts of a longer match": "≤ 12",
    "options of a longer match": "≤ 12",
    "report of a longer match": "≤ 12",
    "map of a longer match": "≤ 12",
    "dispute of a longer match": "≤ 16",
    "log of a longer match": "≤ 12",
    "list of": "≤ 1",
    "memory of show": "≤ 60",
    "memory of log": "≤ 60",
    "memory of map": "≤ 60",
    "memory of report": "≤ 60",
    "a report as": "≤ 250",
    "proved without rules": "≤ 8",
    "replay page of": "≤ 0.4",
    "replay of": "≤ 4",
    "an event of the longer match": "≤ 1.2",
    "memory of verify": "≤ 1.2",
    "answers worth trying, 1914": "≤ 20",
    "lawful answers, 1914": "≤ 20",
    "half of the questions of recorded wars": "≤ 2",
    "99 % of them": "≤ 20",
    "the busiest of": "≤ 40",
    "280 orders judged again": "≥ 8,400",
    "the same beside the replay of their events": "≤ 6",
    "random lawful game": "≥ 6,000",
    "pack, cold load": "≤ 150",
    "pack, kept": "≤ 0.1",
    "a further letter of a batch": "≤ 0.5",
}
"""What was promised, by how its line of the table begins."""


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The table of a quick run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    speed.main(["--quick"])
    return capsys.readouterr().out.splitlines()


def test_every_promise_is_measured_and_printed_with_its_budget(printed: list[str]) -> None:
    head, *lines = printed

    assert head.split() == ["what", "measured", "ratio", "or", "figure", "budget", "within?"]
    for what, budget in PROMISED.items():
        assert [line for line in lines if line.startswith(what) and budget in line], what
    assert all(line.endswith(("yes", "NO")) for line in lines)
    assert all(line.startswith(tuple(PROMISED)) for line in lines)


MARGIN = 1.25
"""How far a ratio may be over its budget where other work goes on beside it."""

SHORT = Size(events=60, more_events=0, rounds=5, seasons=0, letters=1)


@pytest.mark.parametrize("measure", ["starts", "commands"])
def test_a_command_answers_in_its_time(measure: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    results = list(MEASURES[measure](Bench(tmp_path, SHORT)))

    assert [f"{one.what}: {one.figure:.1f}" for one in results if one.figure > one.budget * MARGIN] == []


def test_a_question_is_answered_and_an_order_judged_again_in_its_time(tmp_path: Path) -> None:
    """The shortest of the recorded wars; a figure that is still short of its budget is only printed."""
    bench = Bench(tmp_path, SHORT)
    results = [*MEASURES["questions"](bench), *MEASURES["rejudge"](bench)]
    held = [one for one in results if not one.at_least]

    assert [f"{one.what}: {one.figure:.1f}" for one in held if one.figure > one.budget * MARGIN] == []
    assert len(held) == 4


@pytest.mark.parametrize(
    ("figure", "at_least", "within"),
    [(9.9, False, True), (10, False, True), (10.1, False, False), (9.9, True, False), (10.1, True, True)],
)
def test_a_figure_is_held_against_its_budget(figure: float, at_least: bool, within: bool) -> None:
    result = Result(what="it", measured="", figure=figure, unit="ms", budget=10, at_least=at_least)

    assert result.within is within
    assert speed.cells(result)[3:] == (f"{'≥' if at_least else '≤'} 10", "yes" if within else "NO")


def test_only_what_is_named_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(bench: Bench) -> Iterator[Result]:
        assert bench.size is QUICK
        yield Result(what="one thing", measured="1 ms", figure=1, unit="ms", budget=2)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setitem(MEASURES, "one", measure)
    speed.main(["--quick", "one"])

    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["what", "one"]


def test_a_name_that_nothing_has_is_answered_with_the_names_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        speed.main(["--quick", "speed"])

    assert "nothing is called speed" in capsys.readouterr().err


def test_curves_show_what_commands_take_with_matches_of_several_lengths(
    capsys: pytest.CaptureFixture[str],
) -> None:
    curves.main(["--events", "0", "40", "--rounds", "1"])

    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[:2] == ["entries", "1"]
    assert [line[:18].strip() for line in lines] == [*curves.COMMANDS, "submit --dry-run"]
    assert all(len(line.split()) >= 3 for line in lines)
