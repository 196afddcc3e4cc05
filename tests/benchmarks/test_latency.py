"""A letter is answered when it comes, and not by the next round of the post office."""

from pathlib import Path

from tests.benchmarks import latency


def test_a_letter_wakes_the_program(tmp_path: Path) -> None:
    took = latency.measure(tmp_path, matches=2, mails=3)

    # A goal in seconds would measure the machine: rounds without mail are ten minutes apart.
    assert len(took) == 3
    assert max(took) < latency.PATIENCE
