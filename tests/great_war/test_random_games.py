"""Random lawful games: no dead end, no crash, no broken invariant, and every entry judged again alike."""

from referee.engine import machine
from referee.systems.great_war.rules import GreatWar
from tests.great_war.random_play import broken_invariants, play


def test_random_games_of_two_seasons_hold_together(rules: GreatWar, games: int) -> None:
    entries = 0
    for seed in range(games):
        for before, order, events, after in play(rules, seed, seasons=2):
            assert not list(broken_invariants(rules, after)), (seed, order)
            assert machine.audit(rules, before, order, events).agrees, (seed, order)
            entries += 1
    assert entries > games


LATER = (5, 12, 17)
"""SUMMER 1915, SPRING 1917 and SUMMER 1918: gas, then barrages, then every arm; as far as the track goes."""

ROUNDS, MOST_ROUNDS = 7, 70
"""How many games begin in each of them, and how many at most until everything that is asked for was met."""

FIRST_SEED = 26
"""From here on few games meet it, in the West and in the East."""

LATE_EVENTS = {
    "combat-card-played", "offensive-downgraded", "battle-called-off", "dogfight-fought", "reaction-declared",
    "hit-rerolled", "crisis-played",
}  # fmt: skip


def test_random_games_of_later_years_hold_together_and_use_every_arm(rules: GreatWar, games: int) -> None:
    """What the games never meet they do not prove, so that they go on until they have met it."""
    seen: set[str] = set()
    for number in range(MOST_ROUNDS):
        if number >= max(ROUNDS, games // 3) and seen >= LATE_EVENTS:
            break
        for turn in (turn for turn in LATER if turn in rules.theatre.turns):
            for before, order, events, after in play(rules, FIRST_SEED + number, seasons=1, turn=turn):
                assert not list(broken_invariants(rules, after)), (turn, number, order)
                assert machine.audit(rules, before, order, events).agrees, (turn, number, order)
                seen |= {event.type for event in events}
    assert seen >= LATE_EVENTS


def test_a_campaign_comes_to_its_end(rules: GreatWar) -> None:
    """The last season closes the match with a level of victory and no open question."""
    *_, (_, _, events, after) = play(rules, seed=5, seasons=30)
    assert not rules.prompts(after)
    assert events[-1].type == "campaign-ended"
    assert after.map.turn == rules.theatre.scenario.last or events[-1].reason == "decisive"
