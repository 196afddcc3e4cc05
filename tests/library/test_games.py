"""Games to play on: values that never change, dice that follow from a seed, and every end with its chance."""

import copy
import pickle
import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

import referee
from referee.engine.dice import Dice
from schemas.record import to_data

PACKS = ("ttlm", "aac", "skirmish")


def begin(pack: str, seed: int = 7) -> referee.Game:
    return referee.open_in_memory(pack, seed=seed).game(seed=seed)


def play_by_lot(pack: str, orders: int, seed: int = 1) -> Iterator[tuple[referee.Game, referee.Option]]:
    """The games of a random play, each with the order that is given in it."""
    game, rng = begin(pack), random.Random(seed)
    for _ in range(orders):
        option = rng.choice(game.options(limit=30))
        yield game, option
        game = game.play(option)


@pytest.mark.parametrize("pack", PACKS)
def test_a_game_is_equal_to_its_like_wherever_it_was(pack: str) -> None:
    for game, option in play_by_lot(pack, 12):
        again = pickle.loads(pickle.dumps(game))
        assert (again, hash(again)) == (game, hash(game))
        assert copy.copy(game) == copy.deepcopy(game) == game
        assert len({game, again, game.play(option)}) == 1 + (game.play(option) != game)
        position = pickle.loads(pickle.dumps(game.position))
        assert (position, hash(position)) == (game.position, hash(game.position))
        assert again.play(option) == game.play(option), "the dice went along"


@pytest.mark.parametrize("pack", PACKS)
def test_playing_on_changes_nothing(pack: str) -> None:
    game = begin(pack)
    before = hash(game), game.prompts, game.view("referee")

    after = game.play(game.options(limit=1)[0])

    assert (hash(game), game.prompts, game.view("referee")) == before
    assert (after.played, game.played) == (1, 0)
    assert after.events


def test_outcomes_of_an_order_are_complete() -> None:
    wide = 0
    for game, option in play_by_lot("ttlm", 150):
        try:
            outcomes = game.outcomes(option)
        except referee.Misuse:
            continue
        assert sum(one.chance for one in outcomes) == 1
        assert len({one.game for one in outcomes}) == len(outcomes)
        assert game.play(option) in {one.game for one in outcomes}
        wide += len(outcomes) > 1
    assert wide >= 2


def test_rolls_with_the_same_result_are_one_outcome() -> None:
    """Fire of three kinds of pieces has 140 ends by hits, and many of them leave the same position."""
    match = referee.open_in_memory("ttlm", "1914", seed=7)
    match.submit("offensive 1\nmove 1st army, 2nd army to liege\nmove ge-5 to longwy\ndone", "german")
    match.submit("battle liege\ndone", "german")
    outcomes = match.game().outcomes(next(one for one in match.options() if one.default))

    assert len(outcomes) == len({one.game for one in outcomes}) > 50
    assert sum(one.chance for one in outcomes) == 1
    assert max(one.chance for one in outcomes) == outcomes[0].chance


def test_seeds_throw_as_often_as_the_chances_say() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=7)
    match.submit("offensive 1\nmove 1st army, 2nd army to liege\nbattle liege\ndone", "german")
    game, option = match.game(), next(one for one in match.options() if one.default)
    while len(game.outcomes(option)) == 1:
        game = game.play(option)
        option = next(one for one in game.options() if one.default)
    first, *others = game.outcomes(option)
    thrown = [game.with_seed(seed).play(option) for seed in range(400)]

    share = Fraction(thrown.count(first.game), len(thrown))
    assert set(thrown) <= {first.game, *(one.game for one in others)}
    assert others
    assert abs(share - first.chance) < Fraction(1, 10)


def list_outcomes_to_the_shuffle() -> Iterator[int]:
    """How many outcomes the quiet orders of a war have, one after the other."""
    game = begin("ttlm")
    while not game.is_over:
        options = game.options(limit=50)
        quiet = next((one for one in options if one.default), options[0])
        yield len(game.outcomes(quiet))
        game = game.play(quiet)


def test_cards_that_are_shuffled_have_no_outcomes() -> None:
    with pytest.raises(referee.Misuse) as raised:
        list(list_outcomes_to_the_shuffle())

    assert raised.value.complaints[0].code == "cards-shuffled"


def test_an_order_may_be_a_line_a_record_or_an_option() -> None:
    game = begin("ttlm")
    (order,) = game.read("german", "offensive 1")
    option = next(one for one in game.options() if one.text == "offensive 1")

    assert game.play("offensive 1") == game.play(order) == game.play(option)
    assert game.write(order) == option.text
    with pytest.raises(referee.Unreadable):
        game.play("frobnicate")


def test_a_line_of_several_orders_is_not_one() -> None:
    game = begin("ttlm").play("offensive 1")

    with pytest.raises(referee.Misuse) as raised:
        game.play("move ge-1, ge-2 to liege")
    assert raised.value.complaints[0].code == "several-orders"


def test_games_of_other_packs_and_scenarios_are_others() -> None:
    war = begin("ttlm")
    later = referee.open_in_memory("ttlm", "1915", seed=7).game(seed=7)

    assert len({war, later, begin("aac"), begin("skirmish")}) == 4
    assert war != "a war"


def test_games_with_other_options_are_others() -> None:
    games = {
        referee.open_in_memory("ttlm", "1914", seed=7, options={"weak-forts": choice}).game()
        for choice in ("may-be-attacked", "left-alone")
    }

    assert len({game.position for game in games}) == 1
    assert len(games) == 2


def test_a_game_pickled_before_there_was_an_option_is_played_as_then() -> None:
    restore, (bound, *rest) = begin("ttlm").__reduce__()
    pack, scenario, chosen = bound
    before = tuple(one for one in chosen if one[0] != "marked-in-armies")

    assert len(before) == len(chosen) - 1
    assert restore((pack, scenario, before), *rest).options_in_force["marked-in-armies"] == "carried-on"
    assert begin("ttlm").options_in_force["marked-in-armies"] == "left-behind"


def test_a_seed_throws_what_it_always_threw() -> None:
    """Somebody has written down what came of a seed."""
    match = referee.open_in_memory("ttlm", "1914", seed=7)
    match.submit("offensive 1\nmove 1st army, 2nd army to liege\nbattle liege\ndone", "german")
    game, thrown = match.game(seed=3), list[list[int]]()
    for _ in range(8):
        options = game.options()
        game = game.play(next((one for one in options if one.default), options[0]))
        thrown += [roll["faces"] for event in map(to_data, game.events) for roll in event.get("rolls", ())]

    assert thrown == [[6, 1], [5], [4, 6], [4, 3, 1, 3, 2, 3, 1, 3, 1, 2], [4], [1, 6], [2]]


def test_dice_that_are_thrown_until_they_differ_have_no_outcomes() -> None:
    """Who is first in the second turn, the higher die says."""
    game = begin("skirmish")
    for _ in range(5):
        game = game.play(game.read(game.prompts[0].side, "done")[0])

    (last,) = game.read(game.prompts[0].side, "done")
    with pytest.raises(referee.Misuse) as raised:
        game.outcomes(last)
    assert raised.value.complaints[0].code == "dice-again"
    assert game.play(last).played == 6


def test_on_a_table_each_face_of_a_die_is_an_end_and_on_a_map_each_number_of_hits() -> None:
    def throw(dice: Dice) -> int:
        return dice.throw("it", 1, needed=2, sides=20).faces[0]

    ends = [len([*begin(pack)._enumerate(throw)]) for pack in ("skirmish", "ttlm")]  # type: ignore[arg-type]
    assert ends == [20, 2]


def test_a_line_needs_a_side_where_several_are_asked() -> None:
    game = begin("skirmish")
    assert len({prompt.side for prompt in game.prompts}) == 2

    with pytest.raises(referee.Misuse) as raised:
        game.play("done")
    assert raised.value.complaints[0].code == "several-asked"


def test_options_answer_the_question_that_was_meant() -> None:
    game = next(game for game, _ in play_by_lot("skirmish", 200, seed=3) if len(game.prompts) > 1)
    first, second = game.prompts[:2]

    assert {one.side for one in game.options(first, limit=5)} == {first.side}
    assert {one.side for one in game.options(second, limit=5)} == {second.side}


def test_a_refused_order_says_every_clause() -> None:
    with pytest.raises(referee.Refused) as raised:
        begin("ttlm").play("offensive 2")

    assert raised.value.clauses
    assert len(raised.value.clauses) == len(raised.value.complaints)
    assert all(one.code and one.text for one in raised.value.complaints)
    for game in (begin("ttlm"),):
        (order,) = game.read("german", "offensive 1")
        with pytest.raises(referee.Refused):
            game.play("offensive 1").outcomes(order)


def test_options_have_the_parts_that_a_page_shows() -> None:
    game = begin("ttlm").play("offensive 1")
    march = next(one for one in game.options() if one.piece == "ge-1" and one.to == "liege")
    done = next(one for one in game.options() if one.default)

    assert (march.verb, march.start, march.question) == ("move", "aachen", "movement")
    assert (done.verb, done.piece, done.to) == ("done", "", "")
    assert game.play(march).position.pieces["ge-1"].area == "liege"  # type: ignore[union-attr]  # it is a war


def test_figures_have_spots_for_places() -> None:
    places = [option for game, option in play_by_lot("skirmish", 30) if option.start]

    assert places
    assert all(len(one.start) == 2 for one in places)


def test_choice_of_a_card_names_the_card_that_the_viewer_holds() -> None:
    match = referee.open_in_memory("ttlm", "1914", seed=7)
    match.submit("offensive 1\nmove 1st army, 2nd army to liege\ndone", "german")
    game = match.game()
    view = game.view("german")
    assert isinstance(view, referee.GreatWarView)
    (hand,) = (hand.cards for hand in view.hands if hand.side == "german")

    choices = game.odds("liege", "german", choices=True).battles[0].choices

    (card,) = (one.card for one in choices if one.kind == "card" and one.side == "german")
    assert card == 53
    assert card in hand
    assert game.odds("liege", cards=[card]) == game.odds("liege", cards=["53"])


@pytest.mark.parametrize("lines", ["pass\ndone", "battle liege\r\ndone", "pass\n\ndone"])
def test_several_lines_are_not_one_order(lines: str) -> None:
    game = referee.open_in_memory("ttlm", "1914", seed=7).game()

    with pytest.raises(referee.Misuse, match="play them one by one"):
        game.play(lines)
