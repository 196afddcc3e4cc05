"""The odds of battles: exact, the same by every way to work them out, and without a secret."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import count, islice, product
from math import erfc, exp, lgamma, log, sqrt
from typing import Any, cast

import pytest
from msgspec.structs import replace

import referee
from referee.analysis import battle_setups, forecasts, odds
from referee.analysis.exact_odds.battle_end import End
from referee.analysis.forecasts import Forecast
from referee.analysis.policies import QUIET, Policy
from referee.engine import enumeration, machine
from referee.engine.dice import Dice, DiceNeeded, WrittenDice
from referee.engine.system import Refused
from referee.packs import rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Piece, Position
from schemas.letter import AdvanceOrder
from schemas.record import PUBLIC, REFEREE, Purpose, to_json
from tests.great_war import twins
from tests.great_war.campaigns.campaign import steps
from tests.great_war.twins import EN, GE
from tests.loose_dice import LooseDice
from tests.systems import system_of

SMALL = 4
"""The strength of each side of a battle of which all faces can be tried quickly."""

UNLIKELY = 0.001
"""The chance of what does not happen by luck."""

Battle = tuple[GreatWar, Position, str]
"""The rules, a position without secrets, and the area of a battle."""


@cache
def battles(pack: str, scenario: str, seed: int) -> tuple[Battle, ...]:
    """The battles of a random war as they are declared, each once."""
    rules = rulesets.bind(pack, scenario, {}).rules
    assert isinstance(rules, GreatWar)
    found: dict[object, Battle] = {}
    for _, _, _, after in steps(rules, seed):
        if after.now is None or after.fight is not None:
            continue
        position = battle_setups.show_public(rules.theatre, after, rules.sides[0])
        for area in battle_setups.list_areas(rules, position):
            found.setdefault((after.turn, after.now.side, area), (rules, position, area))
    return tuple(found.values())


def by_faces(battle: Battle) -> dict[End, Fraction]:
    """The same ends by brute force: every face of every die, and no position that was worked out before."""
    rules, start, area = battle
    opened = battle_setups.open_battle(start, area)
    waiting = [(opened, Fraction(1))]
    ends: dict[End, Fraction] = {}
    while waiting:
        position, chance = waiting.pop()
        if battle_setups.is_over(position, area):
            end = judge(rules, opened, position, area)
            ends[end] = ends.get(end, Fraction(0)) + chance
            continue
        thrown = enumeration.merge(every_face(partial(play, rules, position)))
        waiting = enumeration.merge([*waiting, *((after, chance * share) for after, share in thrown)])
    return ends


def every_face(work: Callable[[Dice], Position]) -> Iterator[tuple[Position, Fraction]]:
    """What comes of every row of faces."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        try:
            yield work(WrittenDice(faces)), Fraction(1, 6 ** len(faces))
        except DiceNeeded as needed:
            waiting += [(*faces, *more) for more in product(range(1, 7), repeat=needed.count)]


def play(rules: GreatWar, position: Position, dice: Dice) -> Position:
    """One step through the machine: its prompts, its objections, its events."""
    if not rules.prompts(position):
        return machine.replay(rules, position, rules.advance(position, dice).events)
    order = QUIET.answer(rules, position, set())
    verdict = machine.decide(rules, position, order, dice)
    assert not isinstance(verdict, Refused)
    return machine.replay(rules, position, verdict.events)


def judge(rules: GreatWar, start: Position, end: Position, area: str) -> End:
    """What a battle came to, as the view of its end says it."""
    view = {one.id: one for one in system_of(rules).secrecy.view(end, REFEREE).areas}[area]
    lost = tuple(strength(start, side) - strength(end, side) for side in rules.sides)
    kinds = {"army", "fort"}
    before, left = start.map.pieces, end.map.pieces
    gone = sorted(id for id, one in before.items() if one.kind in kinds and id not in left)
    return End(view.owner if view.status == "held" else None, lost, tuple(gone))


def strength(position: Position, side: str) -> int:
    """The pieces of a side beside armies, and the points of its forts."""
    return sum(
        piece.strength if piece.kind == "fort" else piece.kind != "army" for piece in position.map.owned(side)
    )


def find_chance(found: Forecast, sampled: Forecast) -> float:
    """The chance that shares are so far from their chances at least (chi-square); rare ends are pooled."""
    pooled, square, cells = [Fraction(0), Fraction(0)], 0.0, 0
    for end, chance in found.ends.items():
        share = sampled.ends.get(end, Fraction(0))
        if chance * sampled.fights < 5:
            pooled = [pooled[0] + chance, pooled[1] + share]
            continue
        square += float((share - chance) ** 2 / chance) * sampled.fights
        cells += 1
    if pooled[0]:
        square += float((pooled[1] - pooled[0]) ** 2 / pooled[0]) * sampled.fights
        cells += 1
    return survive(square, cells - 1) if cells > 1 else 1.0


def survive(square: float, degrees: int) -> float:
    """The chance of such a chi-square at least, for so many degrees of freedom (NIST DLMF 8.8.2)."""
    half, level = square / 2, (degrees % 2) / 2
    chance = erfc(sqrt(half)) if level else 0.0
    while level < degrees / 2 and half:
        chance += exp(level * log(half) - half - lgamma(level + 1))
        level += 1
    return chance if half else 1.0


def crowd(battle: Battle) -> int:
    """The strength of the stronger side of a battle."""
    _, position, area = battle
    sides = Counter[str]()
    for piece in position.map.at(area):
        sides[piece.side] += piece.strength if piece.kind == "fort" else piece.kind != "army"
    return max(sides.values(), default=0)


def small_battles() -> Iterator[Battle]:
    wars = (("ttlm", "1914", 0), ("ttlm", "1916", 1), ("ttlm", "1918", 1), ("aac", "1914", 2))
    for pack, scenario, seed in wars:
        yield from (one for one in battles(pack, scenario, seed) if 0 < crowd(one) <= SMALL)


def test_small_battles_end_as_brute_force_over_faces_says(pytestconfig: pytest.Config) -> None:
    """Every face of every die, and the end as the view tells it; of one battle in two, or of all."""
    tried = thrown = 0
    each = min(2, pytestconfig.getoption("--cases"))
    for battle in islice(small_battles(), 0, None, each):
        found = forecasts.forecast(*battle, QUIET)
        assert found.fights == 0
        assert dict(found.ends) == by_faces(battle), battle[2]
        tried += 1
        thrown += len(found.ends) > 1
    assert tried >= 20 // each
    assert thrown >= 10 // each


def large_battles() -> Iterator[Battle]:
    for seed in count():
        for pack, scenario in (("ttlm", "1914"), ("ttlm", "1917"), ("aac", "1914")):
            large = (one for one in battles(pack, scenario, seed) if crowd(one) > SMALL)
            yield from sorted(large, key=crowd)[:8]


def fight_by_faces(battle: Battle, fights: int) -> Forecast:
    """The shares of the ends of fights that are fought one by one, with faces of their own."""
    rules, start, area = battle
    opened, dice = battle_setups.open_battle(start, area), LooseDice(random.Random(fights))
    ends = Counter(judge(rules, opened, fight(rules, opened, area, dice), area) for _ in range(fights))
    return Forecast({end: Fraction(count, fights) for end, count in ends.items()}, 0, fights)


def fight(rules: GreatWar, position: Position, area: str, dice: Dice) -> Position:
    while not battle_setups.is_over(position, area):
        if rules.prompts(position):
            position = rules.outcome(position, QUIET.answer(rules, position, set()), dice).after
        else:
            position = rules.advance(position, dice).after
    return position


def test_chances_are_shares_of_many_fights(simulations: int, battles_fought: int) -> None:
    for battle in islice(large_battles(), battles_fought):
        found, fought = forecasts.forecast(*battle, QUIET), fight_by_faces(battle, simulations)
        assert found.fights == 0
        assert found.ends.keys() >= fought.ends.keys()
        assert find_chance(found, fought) > UNLIKELY, battle[2]


def test_shares_by_lot_are_those_of_the_chances(pytestconfig: pytest.Config) -> None:
    """The same fights in crowds: those that come to one position go on from it together."""
    for battle in islice(large_battles(), pytestconfig.getoption("--crowds")):
        found, drawn = forecasts.forecast(*battle, QUIET), forecasts.sample(*battle, QUIET, 20_000)
        assert (found.fights, drawn.fights) == (0, 20_000)
        assert found.ends.keys() >= drawn.ends.keys()
        assert find_chance(found, drawn) > UNLIKELY, battle[2]


@pytest.mark.parametrize(
    ("square", "degrees", "chance"),
    [(0.0, 3, 1.0), (3.841, 1, 0.05), (13.816, 2, 0.001), (11.345, 3, 0.01), (124.342, 100, 0.05)],
)
def test_the_chance_of_a_chi_square_is_that_of_the_tables(square: float, degrees: int, chance: float) -> None:
    """Critical values as tables of statistics print them (NIST handbook 1.3.6.7.4)."""
    assert survive(square, degrees) == pytest.approx(chance, rel=1e-3)


def test_the_check_by_fights_notices_chances_that_are_a_little_off() -> None:
    rules, position, area = max(
        (one for one in battles("ttlm", "1914", 0) if crowd(one) <= 8),
        key=lambda one: len(forecasts.forecast(*one, QUIET).ends),
    )
    found = forecasts.forecast(rules, position, area, QUIET)
    sampled = forecasts.sample(rules, position, area, QUIET, 2000)
    first, second = sorted(found.ends, key=lambda end: found.ends[end])[-2:]
    skewed = {**found.ends, first: found.ends[second], second: found.ends[first]}
    skewed[first] += Fraction(1, 20)
    skewed[second] -= Fraction(1, 20)

    assert find_chance(replace(found, ends=skewed), sampled) < UNLIKELY


def test_chances_sum_to_one_in_every_battle_of_a_war() -> None:
    met = 0
    for battle in (*battles("aac", "1914", 2), *battles("ttlm", "1918", 1), *battles("ttlm", "1916", 1)):
        found = forecasts.forecast(*battle, QUIET, most=300, fights=20)
        assert sum(found.ends.values()) == 1
        assert all(chance > 0 for chance in found.ends.values())
        met += 1
    assert met >= 20


def test_a_battle_with_too_many_positions_is_fought_by_lot() -> None:
    rules, position, area = max(battles("ttlm", "1914", 0), key=crowd)

    found = forecasts.forecast(rules, position, area, QUIET, most=0, fights=50)

    assert (found.fights, found.positions) == (50, 0)
    assert {chance.denominator for chance in found.ends.values()} <= {1, 2, 5, 10, 25, 50}
    assert found == forecasts.forecast(rules, position, area, QUIET, most=0, fights=50)


def test_counted_dice_do_what_faces_do() -> None:
    """A throw of four at a 2, and one more die for each hit."""

    def work(dice: Dice) -> int:
        hits = dice.throw(Purpose(kind="x", parameters={}), 4, needed=2).hits
        return 10 * hits + (dice.throw(Purpose(kind="y", parameters={}), hits, needed=5).hits if hits else 0)

    counted = dict(enumeration.ends_by_hits(work))

    assert counted == dict(enumeration.merge(every_number(work)))
    assert sum(counted.values()) == 1


def every_number(work: Callable[[Dice], int]) -> Iterator[tuple[int, Fraction]]:
    yield from enumeration.ends(work)


def test_a_die_that_needs_more_than_it_has_always_hits_and_one_that_needs_nothing_never() -> None:
    assert enumeration.weigh_hits(3, 6, 6) == ((3, Fraction(1)),)
    assert enumeration.weigh_hits(3, 9, 6) == ((3, Fraction(1)),)
    assert enumeration.weigh_hits(3, 0, 6) == ((0, Fraction(1)),)
    assert enumeration.weigh_hits(1, 2, 6) == ((0, Fraction(2, 3)), (1, Fraction(1, 3)))


def thrown_again(dice: Dice) -> tuple[int, int]:
    """Three dice, and one more for each hit."""
    first = dice.throw("fire", 3, needed=2).hits
    return first, dice.throw("more", first, needed=3).hits if first else 0


def test_fights_by_lot_are_all_fought_and_end_as_often_as_is_likely() -> None:
    fights = 100_000
    drawn = dict(
        enumeration.spread_by_hits(thrown_again, fights, partial(forecasts.draw_hits, random.Random(1)))
    )
    chances = dict(enumeration.ends_by_hits(thrown_again))

    assert sum(drawn.values()) == fights
    assert drawn.keys() == chances.keys()
    for end, chance in chances.items():
        assert drawn[end] / fights == pytest.approx(float(chance), abs=0.005)


def test_few_fights_by_lot_leave_ends_out_that_none_of_them_had() -> None:
    drawn = dict(enumeration.spread_by_hits(thrown_again, 2, partial(forecasts.draw_hits, random.Random(1))))

    assert sum(drawn.values()) == 2
    assert all(drawn.values())
    assert drawn == dict(
        enumeration.spread_by_hits(thrown_again, 2, partial(forecasts.draw_hits, random.Random(1)))
    )


# Secrets


def with_other_secrets(position: Position, generator: random.Random) -> Position:
    """The position with other cards in both hands, another pile, and no plan."""
    held = [card for side in position.map.sides for card in position.hand(side).cards]
    cards = [*held, *position.pile]
    generator.shuffle(cards)
    hands: dict[str, Hand] = {}
    for side in position.map.sides:
        count = len(position.hand(side).cards)
        hands[side] = replace(position.hand(side), cards=tuple(sorted(cards[:count])))
        cards = cards[count:]
    return replace(position, hands=hands, pile=tuple(cards), plans={})


def test_twins_have_the_same_odds_to_the_byte(games: int) -> None:
    """Two games that a side cannot tell apart, in a battle; by hand with --games 1000."""
    bound = rulesets.bind("ttlm", "1914", {})
    found = unlike = 0
    for seed in range(40 * games):
        generator = random.Random(seed)
        plays = twins.played(bound.rules, seed, generator.randint(8, 45))
        if not in_battle(bound.rules, twins.after(bound.rules, plays)):
            continue
        other = twins.twin(bound.rules, plays, generator)
        one, two = (twins.filed(bound, game, "")[0] for game in (plays, other))
        for viewer in (GE, PUBLIC):
            assert to_json(odds.odds(one, viewer)) == to_json(odds.odds(two, viewer)), seed
        found += bool(odds.odds(one, GE).battles)
        unlike += one.position() != two.position()
        if found == games:
            break
    assert found == games
    assert unlike > games // 2


def in_battle(rules: Any, position: Position) -> bool:
    return bool(position.now) and bool(battle_setups.list_areas(rules, position))


def test_no_card_and_no_plan_is_left_in_what_odds_are_worked_out_from() -> None:
    rules = rulesets.bind("ttlm", "1914", {}).rules
    assert isinstance(rules, GreatWar)
    generator, tried = random.Random(1), 0
    for _, _, _, after in steps(rules, 3):
        other = with_other_secrets(after, generator)
        for viewer in (*rules.sides, PUBLIC, REFEREE):
            seen = battle_setups.show_public(rules.theatre, after, viewer)
            assert seen == battle_setups.show_public(rules.theatre, other, viewer)
            assert not any(hand.cards or hand.size for hand in seen.hands.values())
        tried += other != after
        if tried == 30:
            break
    assert tried == 30


def test_hidden_armies_have_no_odds_for_strangers_before_they_fight() -> None:
    rules = rulesets.bind("ttlm", "1914", {"hidden-templates": "yes"}).rules
    assert isinstance(rules, GreatWar)
    hidden = shown = 0
    for _, _, _, after in steps(rules, 1):
        position = battle_setups.show_public(rules.theatre, after, EN)
        for area in battle_setups.list_areas(rules, position):
            fought = after.fight is not None and after.fight.area == area
            armies = [one for one in after.map.at(area) if one.kind == "army" and one.side == GE]
            filled = any(True for army in armies for _ in after.map.contents(army.id))
            if fought:
                assert not battle_setups.hides_armies(position, area)
                shown += filled
            elif filled and not any(army.id in after.unsupplied for army in armies):
                assert battle_setups.hides_armies(position, area)
                hidden += 1
        if hidden > 20 and shown > 20:
            break
    assert hidden > 20
    assert shown > 20


def test_equal_positions_are_found_by_their_changes_alone() -> None:
    _, start, area = battles("ttlm", "1914", 0)[0]
    piece = start.map.at(area)[0]
    lost, same = start.without(piece.id), start.without(piece.id)

    changes = forecasts.list_changes(start, lost)
    assert changes == forecasts.list_changes(start, same)
    assert changes != forecasts.list_changes(start, start)
    assert changes != forecasts.list_changes(start, start.without(start.map.at(area)[1].id))
    assert count_pieces(forecasts.list_changes(start, start.put(replace(piece, retreated=True)))) == 1
    assert count_pieces(changes) == 0


def count_pieces(changes: object) -> int:
    """Return the number of pieces in the changes of a position."""
    if isinstance(changes, tuple | frozenset):
        return sum(map(count_pieces, changes))
    return isinstance(changes, Piece)


# Policies


def test_a_policy_answers_first_and_only_with_what_is_lawful() -> None:
    rules, position, area = next(
        one for one in battles("ttlm", "1914", 0) if len(forecasts.forecast(*one, QUIET).ends) > 4
    )
    quiet = forecasts.forecast(rules, position, area, QUIET)
    unlawful = Policy((AdvanceOrder(question="losses", order="pass"),))
    done = Policy((AdvanceOrder(question="stand-or-retreat", subject=area, order="done"),))

    assert forecasts.forecast(rules, position, area, unlawful).ends == quiet.ends
    assert forecasts.forecast(rules, position, area, done).ends == quiet.ends


MARCHES = ["offensive 1", "move 1st army, 2nd army to liege", "move 3rd army to ardennes", "done"]
"""An offensive against two areas."""


def weighable(match: referee.Match) -> tuple[str, ...]:
    """The areas whose battles are weighed where a match stands."""
    rules = rulesets.bind("ttlm", "1914", {}).rules
    assert isinstance(rules, GreatWar)
    return battle_setups.list_areas(rules, cast(Position, match.game().position))


def test_battles_are_weighed_that_can_be_declared_wait_or_are_fought_in_the_order_of_the_turn() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=7)
    seen = []
    for line in [*MARCHES, "battle ardennes", "battle liege", "done"]:
        match.submit(line, "german")
        seen.append(weighable(match))
    fought = [weighable(match)]
    while "ardennes" in fought[-1]:
        match.submit(next(one for one in match.options() if one.default))
        fought.append(weighable(match))

    marching = [(), ("liege",), ("liege", "ardennes"), ("liege", "ardennes")]
    assert seen == [*marching, ("ardennes", "liege"), ("ardennes", "liege"), ("ardennes", "liege")]
    assert fought[-1] == ("liege",)


def test_no_card_is_laid_on_a_battle_that_is_being_fought_and_one_may_be_on_the_next() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=7)
    for line in [*MARCHES, "battle ardennes", "battle liege", "done"]:
        match.submit(line, "german")
    rules, position = rulesets.bind("ttlm", "1914", {}).rules, cast(Position, match.game().position)
    assert isinstance(rules, GreatWar)

    def refuse(area: str) -> str:
        with pytest.raises(referee.Misuse) as raised:
            battle_setups.lay_cards(system_of(rules), position, area, ["entente: nonsense"])
        return raised.value.complaints[0].code

    assert battle_setups.lay_cards(system_of(rules), position, "ardennes", []) == (position, ())
    assert (refuse("ardennes"), refuse("liege")) == ("card-too-late", "card-not-played")
