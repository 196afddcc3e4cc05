"""A built-in bot as a child process: `python -m referee.analysis.bots.stdio NAME` answers turns by line."""

import sys
from collections.abc import Callable, Mapping
from random import Random

from msgspec.json import decode

from referee.analysis.bots import greedy, skirmish
from referee.analysis.bots.defender import Defender
from referee.analysis.bots.greedy import Greedy
from referee.analysis.bots.planner.planner import Planner
from referee.analysis.bots.skirmish import Templates
from schemas.bots import Answer, Turn

Player = Callable[[Turn, Random], str]
"""Function that writes the letter of a turn; its random generator depends only on the turn."""

PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": lambda: greedy.answer_at_random,
    "greedy": lambda: Greedy().answer,
    "planner": lambda: Planner().answer,
    "defender": lambda: Defender().answer,
    "raider": lambda: Templates(skirmish.raid).answer,
    "garrison": lambda: Templates(skirmish.guard).answer,
}


def main(name: str) -> None:
    """Answer turns until the input ends."""
    player = PLAYERS[name]()
    for line in sys.stdin.buffer:
        turn = decode(line, type=Turn)
        letter = player(turn, Random(f"{name} {turn.side} {turn.entry}"))
        sys.stdout.buffer.write(Answer(letter=letter).model_dump_json().encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])
