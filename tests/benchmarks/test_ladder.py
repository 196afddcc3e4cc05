"""The counts of the ladder: pairs by games, by points, and by points and turns."""

from pathlib import Path

import pytest

from tests.benchmarks import ladder
from tests.benchmarks.ladder import Ending, Pair, Score


@pytest.fixture(scope="module")
def scale() -> ladder.Scale:
    return ladder.find_scale("ttlm:1914")


COUNTS = [
    pytest.param((23, 9), (4, 9), (2, 19, 19), id="both games are won"),
    pytest.param((4, 9), (23, 9), (-2, -19, -19), id="both games are lost"),
    pytest.param((17, 9), (15, 9), (1, 2, 2), id="a game is won and one is a stalemate"),
    pytest.param((22, 9), (18, 9), (0, 4, 4), id="one side wins both, by different margins"),
    pytest.param((12, 9), (16, 9), (0, -4, -4), id="both games are stalemates"),
    pytest.param((23, 9), (28, 9), (0, 0, 0), id="points beyond a decisive victory do not count"),
    pytest.param((23, 9), (28, 12), (0, 0, 3), id="a decisive victory comes sooner"),
    pytest.param((4, 9), (3, 12), (0, 0, -3), id="a decisive defeat comes sooner"),
    pytest.param((12, 9), (12, 12), (0, 0, 0), id="turns count only after a decisive victory"),
]  # fmt: skip


@pytest.mark.parametrize(("own", "other", "gains"), COUNTS)
def test_pair_is_counted_in_three_ways(
    scale: ladder.Scale, own: tuple[int, int], other: tuple[int, int], gains: tuple[int, int, int]
) -> None:
    pair = Pair(Ending(*own, 0), Ending(*other, 0))

    assert (scale.gain_games(pair), scale.gain_points(pair), scale.gain_turns(pair)) == gains


def test_score_counts_draws_as_lost_in_its_interval() -> None:
    score = ladder.score([2, 0.5, 0, -1])

    assert score == Score(2, 1, 1)
    assert str(score) == "2 of 4 pairs, 50 % [15, 85], 1 drawn and 1 lost"


def test_printed_pairs_are_counted_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    halves = [tmp_path / "first", tmp_path / "second"]
    halves[0].write_text("7: 23 in 9 turns against -1 in 4 turns\n8: 11 in 20 turns against 11 in 21 turns\n")
    halves[1].write_text("9: 24 in 9 turns against 23 in 7 turns\nCPU time 1.0 s\n")
    monkeypatch.setattr("sys.argv", ["ladder", "--read", *map(str, halves)])

    ladder.main()

    assert capsys.readouterr().out.splitlines() == [
        "by games: 1 of 3 pairs, 33 % [6, 79], 2 drawn and 0 lost",
        "by points: 1 of 3 pairs, 33 % [6, 79], 2 drawn and 0 lost",
        "by points, then turns: 1 of 3 pairs, 33 % [6, 79], 1 drawn and 1 lost",
    ]
