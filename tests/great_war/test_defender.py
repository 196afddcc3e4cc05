"""The defender: garrisons stay, lost battles are left, it looks ahead, and it counts its search."""

from itertools import count
from math import inf
from random import Random

import pytest
from msgspec import convert
from msgspec.json import decode, encode
from msgspec.structs import replace
from pydantic import JsonValue

import referee
from referee.analysis.bots import decisive_movement, position_from_view
from referee.analysis.bots.defender import Defender, Post
from referee.analysis.bots.planner.lookahead import TEMPERS, Lookahead
from referee.analysis.bots.planner.planner import Planner
from referee.analysis.bots.planner.position_value import find_limits
from referee.analysis.bots.planner.rollouts import Candidate
from referee.analysis.bots.position_from_view import SeenWar
from referee.engine import machine
from referee.packs import rulesets
from referee.packs.conformance.great_war import setup
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import victory
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive
from schemas.bots import Turn
from schemas.great_war.case import GreatWarGiven
from schemas.great_war.orders import Done, Pass
from schemas.great_war.view import HandView
from schemas.record import Side
from tests.benchmarks import ladder
from tests.loose_dice import LooseDice

SEASON = "SPRING 1916"


@pytest.fixture(scope="module")
def west() -> Ruleset:
    return rulesets.bind("ttlm", "1916", {})


def show(west: Ruleset, pieces: str, turn: str, asked: str, think: float = 0.1) -> Turn:
    """What a bot is asked in a described position."""
    assert isinstance(west.rules, GreatWar)
    given = GreatWarGiven(pieces=pieces, season=SEASON, turn=turn, asked=asked)
    game = referee.Game(west, setup.position(west.rules, given), 0)
    shown = decode(encode(ladder.show(game, game.prompts[0].side, think)), type=Turn)
    assert shown.options, game.prompts
    return shown


def show_position(west: Ruleset, position: Position) -> Turn:
    """What the asked side is shown of a position, without a limit of time."""
    game = referee.Game(west, position, 0)  # type: ignore[arg-type]
    shown = decode(encode(ladder.show(game, game.prompts[0].side, 0.1)), type=Turn)
    return replace(shown, think=inf)


def list_leaving(turn: Turn, area: str) -> set[str]:
    return {one.piece for one in turn.options if one.start == area and one.to != area and one.piece}


CAPITAL = "paris: fr-6 [3I]\nmeaux: {enemy}\nlaon: ge-2 [3I]\nreims: fr-2 [2I]"


def test_last_army_of_the_capital_stays_while_an_enemy_is_near(west: Ruleset) -> None:
    turn = show(west, CAPITAL.format(enemy="ge-1 [4I]"), "entente offensive", "entente movement")
    guarded = Post(find_rules(west), turn).guard()

    assert "fr-6" in list_leaving(turn, "paris")
    assert "fr-6" not in list_leaving(guarded, "paris")
    assert "fr-2" in list_leaving(guarded, "reims")


def test_second_army_of_the_capital_may_leave(west: Ruleset) -> None:
    pieces = CAPITAL.format(enemy="ge-1 [4I]").replace("fr-6 [3I]", "fr-6 [3I], fr-5 [2I]")
    turn = show(west, pieces, "entente offensive", "entente movement")

    assert {"fr-5", "fr-6"} <= list_leaving(Post(find_rules(west), turn).guard(), "paris")


def find_rules(west: Ruleset) -> GreatWar:
    assert isinstance(west.rules, GreatWar)
    return west.rules


LAST = "paris: fr-6 [3I]\nmeaux: ge-1 [1I]\nreims: fr-2 [2I]"


def test_garrison_that_the_planner_gives_away_is_kept(west: Ruleset) -> None:
    turn = replace(show(west, LAST, "entente offensive", "entente movement"), think=inf)

    assert Planner().answer(turn, Random(0)) == "move fr-6 to meaux"
    assert "fr-6" not in Defender(0.1).answer(turn, Random(0))


def test_lookahead_is_given_no_card_of_the_enemy() -> None:
    game = referee.open_in_memory("ttlm", "1914", seed=7).game(seed=7)
    turn = replace(decode(encode(ladder.show(game, "german", 0.1)), type=Turn), think=inf)
    hands = convert(turn.view["hands"], tuple[HandView, ...])
    assert [hand.cards for hand in hands if hand.side == "entente"] == [()]

    assert Defender(0.1).answer(turn, Random(0)) in {one.text for one in turn.options}


@pytest.mark.parametrize(
    ("pack", "scenario", "points", "counted"),
    [
        ("ttlm", "1914", 28, 23),
        ("ttlm", "1914", 12, 12),
        ("ttlm", "1914", -1, 4),
        ("aac", "campaign", 50, 46),
        ("aac", "1914", 50, 50),
    ],
)
def test_points_beyond_a_decisive_victory_do_not_count(
    pack: str, scenario: str, points: int, counted: int
) -> None:
    rules = rulesets.bind(pack, scenario, {}).rules
    assert isinstance(rules, GreatWar)
    assert find_limits(rules.theatre).clip(points) == counted


WEAK = "reims: ge-1 [5I 1A], ge-2 [5I 1A], fr-1 [1I]\nmeaux: fr-2 [3I]"
STRONG = "reims: ge-1 [1I], fr-1 [3I 1A] entrenched, fr-2 [3I] entrenched\nmeaux: fr-3 [3I]"


@pytest.mark.parametrize(("pieces", "withdraws"), [(WEAK, True), (STRONG, False)])
def test_lost_battle_is_left_and_a_good_one_is_fought(west: Ruleset, pieces: str, withdraws: bool) -> None:
    turn = show(west, pieces, "german offensive", "entente stand-or-retreat in reims")
    letter = Defender().answer(turn, Random(0))
    (order,) = (one for one in turn.options if one.text == letter)

    assert (order.verb == "retreat") is withdraws
    assert (
        next(one for one in turn.options if one.text == Planner().answer(turn, Random(0))).verb != "retreat"
    )


def test_search_without_a_limit_is_counted(west: Ruleset) -> None:
    turn = show(west, CAPITAL.format(enemy="ge-1 [4I]"), "entente offensive", "entente movement")
    letters = {Defender().answer(replace(turn, think=inf), Random(0)) for _ in range(2)}

    assert len(letters) == 1
    assert letters <= {one.text for one in turn.options}


@pytest.mark.parametrize(
    ("pieces", "side", "kind", "total", "wins"),
    [
        pytest.param("longwy: fr-1 [2I]", "entente", "offensive", 7, True, id="two areas are disputed"),
        pytest.param("longwy: fr-1 [2I]", "entente", "offensive", 8, False, id="a point is missing"),
        pytest.param("longwy: fr-1 [1I]", "entente", "offensive", 7, False, id="a piece is missing"),
        pytest.param("longwy: fr-1 [1I 1A]", "entente", "offensive", 7, False, id="artillery"),
        pytest.param("longwy: fr-1 [2I]", "entente", "limited", 7, False, id="one battle is too few"),
        pytest.param("longwy: fr-1 [2I]", "entente", "limited", 6, True, id="one battle is enough"),
        pytest.param("longwy: fr-1 [2I]\nmetz: ge-1 [3I]", "entente", "offensive", 7, True, id="a garrison"),
        pytest.param("meaux: ge-1 [2I]", "german", "offensive", 16, True, id="two areas are captured"),
        pytest.param("meaux: ge-1 [2I]", "german", "limited", 16, True, id="captures are no battles"),
        pytest.param("meaux: ge-1 [2I]", "german", "offensive", 15, False, id="one point less"),
        pytest.param("meaux: ge-1 [2I]\nparis: fr-1 [1I]", "german", "offensive", 18, False, id="a defender"),
    ],
)  # fmt: skip
def test_movement_that_is_a_decisive_victory_is_found(
    west: Ruleset, pieces: str, side: str, kind: str, total: int, wins: bool
) -> None:
    turn = show(west, pieces, f"{side} {kind}", f"{side} movement")
    turn = replace(turn, view={**turn.view, "victory": {**read_victory(turn), "total": total}})
    march = Post(find_rules(west), turn).win()

    assert (march is not None) is wins
    assert march is None or march.verb == "move"


def read_victory(turn: Turn) -> dict[str, JsonValue]:
    victory = turn.view["victory"]
    assert isinstance(victory, dict)
    return victory


def test_decisive_movement_ends_the_war(west: Ruleset) -> None:
    given = GreatWarGiven(
        pieces="meaux: ge-1 [2I]\nverdun: fr-2 [3I]", season=SEASON, turn="german offensive",
        asked="german movement",
    )  # fmt: skip
    game = referee.Game(west, setup.position(find_rules(west), given), 0)  # type: ignore[arg-type]
    bot = Defender(0.05)
    while not game.is_over:
        assert game.prompts[0].question == "movement"
        turn = replace(decode(encode(ladder.show(game, "german", 1.0)), type=Turn), think=inf)
        letter = bot.answer(turn, Random(0))
        game = game.play(next(one for one in turn.options if one.text == letter))

    assert ladder.see(game).victory.total >= 23


PAST = "epinal: fr-1 [1C]\nvosges: ge-1 [1I]\nnancy: ge-2 [1I]"
HELD = "nancy: fr-1 [1I]\nverdun: fr-2 [1I]\nmetz: ge-1 [1I]"
THREATS = [
    pytest.param("longwy: fr-1 [2I]", "entente", 7, False, True, id="two areas are disputed"),
    pytest.param("longwy: fr-1 [2I]", "entente", 8, False, False, id="a point is missing"),
    pytest.param("longwy: fr-1 [1I]", "entente", 7, False, False, id="a piece is missing"),
    pytest.param("longwy: fr-1 [2A]", "entente", 7, False, False, id="artillery"),
    pytest.param("longwy: fr-1 [2I]", "entente", 7, True, False, id="one area is too few"),
    pytest.param("longwy: fr-1 [2I], ge-1 [1I]", "entente", 7, False, False, id="an enemy in the area"),
    pytest.param("epinal: fr-1 [1C]", "entente", 6, False, True, id="cavalry rides two areas"),
    pytest.param(PAST, "entente", 6, False, False, id="not past an enemy"),
    pytest.param("epinal: fr-1 [1I]", "entente", 6, False, False, id="infantry marches one area"),
    pytest.param(HELD, "german", 22, False, False, id="all in reach is held"),
    pytest.param("meaux: ge-1 [2I]", "german", 16, False, True, id="two areas are captured"),
    pytest.param("meaux: ge-1 [2I]\nparis: fr-1 [1I]", "german", 18, False, False, id="a defender"),
]  # fmt: skip


@pytest.mark.parametrize(("pieces", "side", "total", "is_limited", "threatens"), THREATS)
def test_threat_of_a_decisive_movement_is_counted(
    west: Ruleset, pieces: str, side: Side, total: int, is_limited: bool, threatens: bool
) -> None:
    theatre = find_rules(west).theatre
    position = place(west, pieces, f"{side} offensive", f"{side} movement", total)

    assert decisive_movement.threatens(theatre, position, side, is_limited=is_limited) is threatens


def place(
    west: Ruleset, pieces: str, turn: str, asked: str, total: int, **hands: tuple[str, ...]
) -> Position:
    """Return a position with a number of victory points."""
    given = GreatWarGiven(pieces=pieces, season=SEASON, turn=turn, asked=asked, hands=hands)
    position = setup.position(find_rules(west), given)
    points = victory.points(find_rules(west).theatre, position).total
    return replace(position, crises=position.crises + total - points)


@pytest.mark.parametrize(
    ("cards", "total", "is_lost"),
    [
        (("offensive",), 7, True),
        (("limited-offensive",), 7, False),
        (("limited-offensive",), 6, True),
        (("ersatz-2",), 6, False),
        ((), 6, False),
    ],
)
def test_turn_that_lets_the_enemy_end_the_war_is_lost(
    west: Ruleset, cards: tuple[str, ...], total: int, is_lost: bool
) -> None:
    pieces = "longwy: fr-1 [2I]\nkoblenz: ge-1 [3I]"
    position = place(west, pieces, "german offensive", "german movement", total, entente=cards)
    ahead = Lookahead(find_rules(west), "german", lambda _: position, 1, lambda: False)

    assert (ahead.play(Candidate(0, ()), 0) == find_limits(find_rules(west).theatre).least) is is_lost


def expose_capital(west: Ruleset) -> Position:
    """Return a position in which the Entente passes, and the enemy can march into Paris and win the war."""
    pieces = "meaux: ge-1 [2I]\nparis: fr-i1\ntroyes: fr-1 [3I]"
    position = place(west, pieces, "entente pass", "entente pass-move", 16, german=("offensive",))
    return position.put(replace(position.map.pieces["fr-i1"], area="troyes"))


def test_single_move_of_a_pass_prevents_a_decisive_movement(west: Ruleset) -> None:
    turn = show_position(west, expose_capital(west))

    assert " to paris" in Defender(0.1).answer(turn, Random(0))


def test_ratings_decide_a_pass_if_the_time_is_up(west: Ruleset) -> None:
    position, calls = expose_capital(west), count()
    ahead = Lookahead(find_rules(west), "entente", lambda _: position, 20, lambda: next(calls) >= 20, TEMPERS)
    move = ahead.choose_move()

    assert next(calls) < 20 + 5
    assert move is not None
    assert move.path[-1] == "paris"


@pytest.mark.parametrize(("passes", "ends"), [(0, False), (1, True)])
def test_rollouts_end_a_season_after_two_passes(west: Ruleset, passes: int, ends: bool) -> None:
    given = GreatWarGiven(
        start="scenario", season=SEASON, turn="german undecided", asked="german offensive", passes=passes
    )
    rules = find_rules(west)
    turn = show_position(west, setup.position(rules, given))
    view = convert(turn.view, SeenWar)
    start = position_from_view.deal(
        rules.theatre, view, position_from_view.rebuild(rules.theatre, view), Random(0)
    )
    position = position_from_view.ask(rules.theatre, view, start, ChooseOffensive("german"))
    for order in (Pass(side="german"), Done(side="german")):
        position, _ = machine.play(rules, position, order, LooseDice(Random(0)))

    assert (position.now is None) is ends


@pytest.mark.parametrize(
    ("cards", "opens"), [(("limited-offensive", "offensive"), True), (("limited-offensive",), False)]
)
def test_offensive_that_ends_the_war_is_opened(west: Ruleset, cards: tuple[str, ...], opens: bool) -> None:
    position = place(west, "longwy: fr-1 [2I]", "entente undecided", "entente offensive", 7, entente=cards)
    turn = show_position(west, position)
    option = Post(find_rules(west), turn).open_win()

    assert (option is not None) is opens
    assert option is None or option.text == "offensive 1"


def test_rules_that_end_no_war_at_once_need_no_decisive_movement() -> None:
    later = rulesets.bind("ttlm", "1916", {"decisive-victory-tested": "season-end"})
    turn = show(later, "meaux: ge-1 [2I]", "german offensive", "german movement")

    assert Post(find_rules(later), turn).win() is None
