"""A war as a learning environment, with states as in OpenSpiel and agents as in PettingZoo."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import referee


class State:
    """A state with the methods of `pyspiel.State`; actions are numbers of the legal orders."""

    def __init__(self, game: referee.Game) -> None:
        self.game = game

    def current_player(self) -> int:
        """Return the number of the side to move, or -4 at the end, as OpenSpiel does."""
        prompts = self.game.prompts
        return self.game.sides.index(prompts[0].side) if prompts else -4

    def options(self) -> tuple[referee.Option, ...]:
        prompts = self.game.prompts
        return self.game.options(prompts[0]) if prompts else ()

    def legal_actions(self) -> list[int]:
        return list(range(len(self.options())))

    def action_to_string(self, action: int) -> str:
        return self.options()[action].id

    def apply_action(self, action: int) -> None:
        self.game = self.game.play(self.options()[action])

    def is_terminal(self) -> bool:
        return self.game.is_over

    def clone(self) -> State:
        return State(self.game)

    def information_state_string(self, player: int) -> str:
        return repr(self.game.view(self.game.sides[player]))

    def resample_from_infostate(self, player: int, seed: int) -> State:
        return State(self.game.sample(self.game.sides[player], seed))

    def returns(self) -> list[float]:
        score = self.game.score
        points = float(score.points) if score is not None else 0.0
        return [points, -points]


class Environment:
    """An environment with the methods of `pettingzoo.AECEnv` that a training loop calls."""

    def __init__(self, pack: str = "ttlm", scenario: str = "1914") -> None:
        self._pack, self._scenario = pack, scenario
        self.reset()

    def reset(self, seed: int = 0) -> None:
        match = referee.open_in_memory(self._pack, self._scenario, seed=seed)
        self.state = State(match.game(seed=seed))
        self.possible_agents = list(match.sides)
        self.agents = list(match.sides)

    @property
    def agent_selection(self) -> str:
        return self.possible_agents[self.state.current_player()]

    def agent_iter(self, most: int) -> Iterator[str]:
        for _ in range(most):
            if self.state.is_terminal():
                return
            yield self.agent_selection

    def last(self) -> tuple[referee.View, float, bool, bool, dict[str, list[int]]]:
        """Return observation, reward, termination, truncation, and the mask of legal actions."""
        agent = self.agent_selection
        reward = self.state.returns()[self.possible_agents.index(agent)]
        info = {"legal": self.state.legal_actions()}
        return self.state.game.view(agent), reward, self.state.is_terminal(), False, info

    def step(self, action: int) -> None:
        self.state.apply_action(action)


if __name__ == "__main__":
    environment, rng = Environment(), Random(1)
    for _agent in environment.agent_iter(30):
        *_, info = environment.last()
        environment.step(rng.choice(info["legal"]))
    print("returns after 30 orders:", environment.state.returns())
