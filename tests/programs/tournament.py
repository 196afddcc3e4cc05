"""A tournament: every pair of players fights one season with both sides."""

from collections import Counter
from itertools import permutations
from random import Random

import referee


def improvise(turn: referee.Turn) -> str:
    """A player of our own: the first legal order that is not a pass, or any."""
    marches = [option for option in turn.options if option.verb == "move"]
    rng = Random(turn.entry)
    return rng.choice(marches or list(turn.options)).text


PLAYERS: dict[str, str | referee.Player] = {"improvise": improvise, "tempers": "tempers", "greedy": "greedy"}


def main() -> None:
    points = Counter[str]()
    for first, second in permutations(PLAYERS, 2):
        players = {"german": PLAYERS[first], "entente": PLAYERS[second]}
        for war in referee.simulate("ttlm", "1914", games=1, players=players, turns=1, seed=5):
            assert isinstance(war, referee.SimulatedWar)
            points[first] += war.standings[-1].points
            points[second] -= war.standings[-1].points
    for name in PLAYERS:
        print(f"{name:10} {points[name]:+}")


if __name__ == "__main__":
    main()
