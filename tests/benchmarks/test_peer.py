"""The replay of another program is timed only where it comes to the end that the play came to."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.benchmarks.peer import replay_peer

HEAP = """
// Two players take one or two from a heap, until it is empty.
exports.roles = ["First", "Second"]
exports.setup = (seed) => ({ left: 20 + seed, turn: 0 })
exports.view = (state, role) => {
    const asked = state.left > 0 && role === exports.roles[state.turn % 2]
    return { actions: asked ? { take: [1, 2], undo: 1, pass: state.turn < 5 ? 1 : 0 } : null }
}
exports.action = (state, role, action, count) => {
    if (action === "undo") throw new Error("nobody takes anything back")
    return { left: Math.max(0, state.left - (action === "take" ? count : 0)), turn: state.turn + 1 }
}
"""

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None, reason="there is no Node to run the other program"
)


def test_a_game_is_played_by_chance_and_replayed(tmp_path: Path) -> None:
    rules = tmp_path / "rules.js"
    rules.write_text(HEAP)
    speeds = [replay_peer(rules, seed, "any") for seed in range(1, 6)]

    assert all(10 <= speed.orders <= 30 and speed.seconds > 0 for speed in speeds)
    assert len({speed.orders for speed in speeds}) > 1
    assert replay_peer(rules, 1, "any").orders == speeds[0].orders


def test_a_replay_that_ends_elsewhere_is_not_timed(tmp_path: Path) -> None:
    rules = tmp_path / "rules.js"
    rules.write_text(
        HEAP.replace("state.turn + 1 }", "state.turn + 1, at: process.hrtime.bigint().toString() }")
    )

    with pytest.raises(subprocess.CalledProcessError) as raised:
        replay_peer(rules, 1, "any")
    assert "the replay came to another end" in raised.value.stderr
