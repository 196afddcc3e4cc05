"""The measures of speed, run by hand, print every line with its budget."""

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.benchmarks import curves, speed, stopwatch
from tests.benchmarks.bench import SHORT, Bench, Figure
from tests.benchmarks.gates import GATES
from tests.benchmarks.measures import GATED, MEASURES
from tests.forked import run_forked


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let timed commands of the referee run in forks: nobody reads the times, and cold starts take long."""

    def run(
        line: Sequence[str], *, input: bytes | None = None, env: Mapping[str, str], check: bool, **how: bool
    ) -> subprocess.CompletedProcess[bytes]:
        if line[1:3] == ["-m", "referee"]:
            return run_forked(*line[3:], stdin=input or b"", environment=env)
        return subprocess.run(line, input=input, env=env, check=check, **how)

    monkeypatch.setattr(stopwatch, "subprocess", SimpleNamespace(run=run))


def test_every_measure_by_hand_works_and_its_lines_have_budgets(
    forks: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """One measure in so many is taken; with --cases 1 all of them are."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "packs"))
    bench = Bench(tmp_path, replace(SHORT, more_events=120, rounds=1, calls=1, stride=60))
    each = pytestconfig.getoption("--cases")
    names = [name for name in MEASURES if name not in GATED][::each]
    figures = [figure for name in names for figure in MEASURES[name](bench)]

    by_hand = {what for what, gate in GATES.items() if gate.limit is None and "exact odds" not in what}
    told = {figure.what for figure in figures}
    assert told == by_hand if each == 1 else told < by_hand
    assert all(len(speed.cells(figure)) == len(speed.HEADS) for figure in figures)


@pytest.mark.parametrize(("value", "within"), [(1.2, "yes"), (1.25, "yes"), (1.26, "NO")])
def test_figure_is_printed_with_its_budget_and_its_limit(value: float, within: str) -> None:
    cells = speed.cells(Figure("show", value, "170.0 ms"))

    assert cells == ("show", "170.0 ms", f"{value:.2f} × floor", "≤ 1.25", within, "≤ 1.7")


def test_only_named_measures_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(bench: Bench) -> Iterator[Figure]:
        assert bench.size is SHORT
        yield Figure("report", 1, "1 ms")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setitem(MEASURES, "one", measure)
    speed.main(["--quick", "one"])

    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["what", "report"]


def test_unknown_measure_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        speed.main(["--quick", "speed"])

    assert "no measure is called speed" in capsys.readouterr().err


def test_curves_show_the_time_of_commands_by_length(
    forks: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(curves, "COMMANDS", {"show": (), "log": ("--last", "20")})
    curves.main(["--events", "0", "40", "--rounds", "1"])

    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[:2] == ["entries", "1"]
    assert [line[:18].strip() for line in lines] == ["show", "log", "submit --dry-run"]
    assert all(len(line.split()) >= 3 for line in lines)
