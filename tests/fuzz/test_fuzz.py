"""Hostile input of every kind: no traceback, no hang, nothing outside the shelf, nothing a terminal obeys.

`pytest --inputs 200000 tests/fuzz` tries so many of each kind; `python -m tests.fuzz.with_atheris TARGET`
lets coverage lead the way.
"""

import io
import random
import resource
import shutil
import sys
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.matches import matches
from tests.fuzz.mutations import LETTERS, WORDS, mutants, seeds
from tests.fuzz.targets import Table

SLOWEST = 20.0
"""Seconds that no single input may take, on a machine that does other things."""

GROWTH = 400_000
"""KiB by which memory may grow over all inputs of a kind."""

CHEAPER = {"command": 20, "sealed": 2, "office": 10}
"""Of what costs more, so many times fewer are tried."""

DEARER = {"mail": 10}
"""Of what strangers may send at any time, so many times more are tried."""


@pytest.fixture
def table(example_shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    shelf = tmp_path / "matches"
    shutil.copytree(example_shelf / "liege", shelf / "liege")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    return Table(matches.find(shelf, "liege"))


@pytest.mark.parametrize("name", ["letter", "yaml", "json", "journal", "sealed", "command", "mail", "office"])
def test_changed_input_is_answered_without_an_exception(
    table: Table, name: str, request: pytest.FixtureRequest
) -> None:
    inputs = request.config.getoption("--inputs") * DEARER.get(name, 1) // CHEAPER.get(name, 1)
    target = table.targets()[name]
    bent = mutants(seeds(table)[name], random.Random(1914))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(inputs):
        raw = next(bent)
        begin = monotonic()
        try:
            target(raw)
        except Exception as error:
            pytest.fail(f"input {number}, {raw!r}: {error!r}")
        assert monotonic() - begin < SLOWEST, raw
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < GROWTH


fragments = st.lists(
    st.one_of(st.sampled_from([*WORDS, *LETTERS]), st.text().map(str.encode), st.binary()), max_size=30
)


@pytest.mark.parametrize("name", ["letter", "yaml", "json", "journal", "sealed", "mail"])
def test_input_of_any_shape_is_answered(table: Table, name: str, request: pytest.FixtureRequest) -> None:
    target = table.targets()[name]

    @settings(
        max_examples=max(1, request.config.getoption("--inputs") // 10),
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(fragments)
    def tried(pieces: list[bytes]) -> None:
        target(b"".join(pieces))

    tried()
