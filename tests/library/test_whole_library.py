"""All that the commands do, from Python: evidence, pages, maps, odds, bots, samples, and strict arguments."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import referee
from referee import Match

MARCH = "offensive 1\nmove 1st army, 2nd army to liege\nmove ge-5 to longwy\ndone"


@pytest.fixture(scope="module")
def match() -> Match:
    found = referee.open_in_memory("ttlm", "1914", seed=7)
    assert not found.submit(MARCH, "german").refused
    return found


def play(game: referee.Game, orders: int, seed: int = 0) -> referee.Game:
    """Play random orders."""
    rng = Random(seed)
    for _ in range(orders):
        if game.is_over:
            break
        game = game.play(rng.choice(game.options(game.prompts[0])))
    return game


def test_match_is_verified_judged_again_and_disputed(match: Match) -> None:
    result = match.verify(rejudge=True)
    assert not result.differs
    assert str(match.verify(head=match.head).head) == str(match.head)
    assert match.rejudge().different == ()
    assert match.luck().match == match.name
    assert "offensive" in str(match.dispute(2))
    assert match.diff(1, match.head.seq, "german").blocks


def test_pages_and_chart_are_drawn(match: Match) -> None:
    assert match.draw_chart("german").startswith("<svg")
    assert "<html" in match.write_replay(referee.PUBLIC)
    assert "<html" in match.write_composer(match.waiting[0])
    assert match.clock().match == match.name


def test_shelf_match_is_amended_and_copies_are_opened_by_path(tmp_path: Path) -> None:
    found = referee.create("verdun", "ttlm", "1914", shelf=tmp_path)
    assert (
        found.amend("put fr-i1 in verdun", reason="a slip", agreed=("german", "entente"), dry=True).match
        == "verdun"
    )
    with pytest.raises(referee.Misuse, match="an amendment has a reason"):
        found.amend("put fr-i1 in verdun", reason="\u200b", agreed=("german", "entente"), dry=True)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(found.export("german"))
    assert referee.open(copy).verify().differs is False
    with pytest.raises(referee.Misuse, match="on a shelf"):
        referee.open_in_memory("ttlm", seed=1).amend("put fr-i1 in verdun", reason="x")


def test_map_is_a_graph_with_figures(match: Match) -> None:
    board = match.map
    assert len(board) == len(list(board))
    assert all(board.distance(area.id, border) == 1 for area in board for border in area.borders)
    way = board.path("koblenz", "paris")
    assert (way[0], way[-1], len(way)) == ("koblenz", "paris", board.distance("koblenz", "paris") + 1)
    assert board.distance("paris", "paris") == 0
    assert {unit.kind: unit.attack for unit in board.units}["siege-gun"] == 3
    assert [card.number for card in board.cards] == sorted(card.number for card in board.cards)
    with pytest.raises(referee.NotFound, match="did you mean"):
        board["verdum"]
    with pytest.raises(referee.Misuse, match="without a map"):
        _ = referee.open_in_memory("skirmish", seed=1).map


def test_odds_of_positions_have_fractions_cards_and_choices() -> None:
    game = referee.open_in_memory("ttlm", "1914", seed=7).game()
    for line in ("offensive 1", "move 1st army to liege"):
        game = game.play(line)
    battle = game.odds("liege", choices=True).battles[0]
    assert sum((end.exact for end in battle.ends), Fraction(0)) == 1
    assert {choice.kind for choice in battle.choices} >= {"as-it-is", "rounds"}
    surprised = game.odds("liege", cards=("surprise attack",)).battles[0]
    assert surprised.holders[0].exact != battle.holders[0].exact


def test_bots_answer_turns_of_matches_and_games(match: Match) -> None:
    fresh = referee.open_in_memory("ttlm", "1914", seed=2)
    turn = fresh.turn("german")
    assert turn is not None
    assert fresh.turn("entente") is None
    for name in ("random", "greedy", "planner"):
        letter = referee.bot(name, seed=4).choose(turn)
        assert not fresh.rehearse(letter, "german").refused, name
    same = fresh.game().turn("german")
    assert same is not None
    assert same.view == turn.view
    with pytest.raises(referee.NotFound, match="did you mean"):
        referee.bot("planer")


def test_own_players_play_simulated_wars() -> None:
    seen: list[referee.Turn] = []

    def first(turn: referee.Turn) -> str:
        seen.append(turn)
        return turn.options[0].text

    (war,) = referee.simulate("ttlm", "1914", games=1, turns=1, players={"german": first})
    assert isinstance(war, referee.SimulatedWar)
    assert {turn.side for turn in seen} == {"german"}
    with pytest.raises(referee.Misuse, match="in this process"):
        list(referee.simulate("ttlm", games=1, players={"german": first}, jobs=2))


def test_samples_keep_what_a_side_knows_and_vary_the_rest() -> None:
    for options in ({}, {"hidden-templates": "yes"}):
        game = play(referee.open_in_memory("ttlm", "1914", seed=3, options=options).game(), 25)
        for side in game.sides:
            samples = [game.sample(side, seed) for seed in range(6)]
            assert all(sample.view(side) == game.view(side) for sample in samples)
            assert len({repr(sample.position) for sample in samples}) > 1
            assert game.sample(side, 3) == game.sample(side, 3)


def test_samples_use_no_secret(tmp_path: Path) -> None:
    """A game from a side's own copy, whose other hand is blank, gives the same samples."""
    whole = referee.open_in_memory("ttlm", "1914", seed=3)
    whole.submit(MARCH, "german")
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(whole.export("german"))
    blank = referee.open(copy).game()

    for seed in range(4):
        one, other = whole.game().sample("german", seed), blank.sample("german", seed)
        assert one.position.hands == other.position.hands  # type: ignore[union-attr]
        assert one.position.pile == other.position.pile  # type: ignore[union-attr]


def test_sample_of_a_copy_is_played_without_dead_end(tmp_path: Path) -> None:
    whole = referee.open_in_memory("ttlm", "1914", seed=3)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(whole.export("german"))

    game = play(referee.open(copy).game().sample("german", 1), 450, seed=5)

    assert game.is_over or game.options(game.prompts[0])
    hands = game.position.hands  # type: ignore[union-attr]
    assert 0 not in {card for hand in hands.values() for card in hand.cards}


def test_unseen_cards_are_equally_likely_in_the_enemy_hand() -> None:
    """Each of the unseen cards comes as often as the others: chi-square over 600 samples."""
    game = referee.open_in_memory("ttlm", "1914", seed=3).game()
    counts: dict[int, int] = {}
    for seed in range(600):
        hand = game.sample("german", seed).position.hands["entente"]  # type: ignore[union-attr]
        for card in hand.cards:
            counts[card] = counts.get(card, 0) + 1
    mine = game.position.hands["german"].cards  # type: ignore[union-attr]
    assert not counts.keys() & set(mine)
    unseen = len(game.position.pile) + hand.size  # type: ignore[union-attr]
    mean = 600 * hand.size / unseen
    square = sum((counts.get(card, 0) - mean) ** 2 / mean for card in counts)
    assert len(counts) == unseen
    assert square < 2 * unseen


def test_options_are_hashable_with_stable_ids(match: Match) -> None:
    options = match.options(match.waiting[0])
    assert len({*options, *match.options(match.waiting[0])}) == len(options)
    assert len({option.id for option in options}) == len(options)


WRONG: dict[str, tuple[Callable[[Match], object], type[referee.Fault], str]] = {
    "viewer of a game": (lambda m: m.game().view("martian"), referee.NotYours, "martian"),
    "viewer of a match": (lambda m: m.view("martian"), referee.NotYours, "martian"),
    "reader of a line": (lambda m: m.game().read("martian", "pass"), referee.NotYours, "martian"),
    "turn of no side": (lambda m: m.game().turn("martian"), referee.NotYours, "martian"),
    "sample for no side": (lambda m: m.game().sample("public", 1), referee.NotYours, "public"),
    "odds for no side": (lambda m: m.game().odds(viewer="martian"), referee.NotYours, "martian"),
    "limit of a game": (lambda m: m.game().options(limit=-1), referee.Misuse, "limit is -1"),
    "limit of a match": (lambda m: m.options(limit=-1), referee.Misuse, "limit is -1"),
    "number as order": (lambda m: m.game().play(wrong(3)), referee.Misuse, "order is of the type int"),
    "number as letter": (lambda m: m.submit(wrong(3), "german"), referee.Misuse, "letter is of the type int"),
    "number as match": (lambda _: referee.open(wrong(3)), referee.Misuse, "match is of the type int"),
    "text as seed": (lambda _: referee.open_in_memory("ttlm", seed=wrong("a")), referee.Misuse, "seed is of"),
    "no games": (lambda _: list(referee.simulate("ttlm", games=0)), referee.Misuse, "games is 0"),
    "negative games": (lambda _: list(referee.simulate("ttlm", games=-3)), referee.Misuse, "games is -3"),
    "no jobs": (lambda _: list(referee.simulate("ttlm", jobs=0)), referee.Misuse, "jobs is 0"),
    "own player of no side": (
        lambda _: list(referee.simulate("ttlm", players={"martian": lambda turn: turn.options[0].text})),
        referee.NotYours, "martian",
    ),
    "unknown player": (
        lambda _: list(referee.simulate("ttlm", players={"german": "planer"})), referee.NotFound, "planer"
    ),
    "time that is none": (lambda m: m.submit("pass", "german", at="yesterday"), referee.Misuse, "yesterday"),
}  # fmt: skip


def wrong(value: object) -> Any:
    """A value of another type than the call takes."""
    return value


@pytest.mark.parametrize("name", WRONG)
def test_wrong_argument_is_a_fault_that_names_it(match: Match, name: str) -> None:
    call, kind, text = WRONG[name]
    with pytest.raises(kind) as caught:
        call(match)
    assert text in str(caught.value)
