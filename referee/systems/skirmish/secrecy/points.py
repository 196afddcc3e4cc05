"""What a scenario gives points for, one by one, and what that comes to as far as a side may know."""

from collections.abc import Iterator

from referee.systems.skirmish.season import victory
from referee.systems.skirmish.state.narrator import Narrator
from referee.systems.skirmish.state.position import Position
from schemas.record import Side
from schemas.skirmish.pack import Reward
from schemas.skirmish.view import RewardView


def list_rewards(narrator: Narrator, position: Position, sides: tuple[Side, ...]) -> Iterator[RewardView]:
    """The rewards of both sides; `sides` are those whose men the viewer knows."""
    for side in narrator.game.sides:
        for number, reward in enumerate(narrator.scenario.victory.get(side, ())):
            certain = reward.side in sides
            yield RewardView(
                side=side,
                title=reward.title,
                points=reward.points,
                when=reward.when,
                counted=reward.points * _count(narrator, position, reward, sides),
                certain=certain,
                paid=side in sides and (side, number) in position.rewarded,
            )


def _count(narrator: Narrator, position: Position, reward: Reward, sides: tuple[Side, ...]) -> int:
    """How often a reward is due; of men whom the viewer does not know, those whom he saw fall count."""
    if reward.side in sides:
        return victory.count(narrator.game, position, reward)
    observer = position.other(reward.side)
    if reward.test != "figures" or observer not in sides:
        return 0
    return sum(one.status in reward.statuses for one in position.contacts(observer).values())
