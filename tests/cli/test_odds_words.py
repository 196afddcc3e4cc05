"""The odds of battles in words: everything that may be in them, and nothing where it is not."""

from msgspec.structs import replace

from referee.cli.render.odds_text import word_odds, word_scene
from schemas.answers.odds import (
    BattleOdds,
    CardOdds,
    GoneOdds,
    HiddenBattle,
    HolderOdds,
    LossOdds,
    Odds,
    ResultOdds,
    SceneOdds,
)

NONE = Odds(
    match="war", viewer="referee", policy=(), chart=("militia", "guards"), battles=(),
    sides={"red": "Red", "blue": "Blue"},
)  # fmt: skip

CERTAIN = HolderOdds(holder="red", chance="3/4", percent=75.0)
BY_LOT = HolderOdds(holder=None, chance="0.25", percent=24.96, least=22.5, most=27.54)
LOST = LossOdds(side="blue", mean="3/2", about=1.5, low=0, high=4, table={})

MONS = BattleOdds(
    area="mons", name="Mons", attacker="red", fought=True, method="exact", positions=1,
    holders=(CERTAIN, replace(CERTAIN, holder=None, percent=25.0)), losses=(LOST,), gone=(), ends=(),
)  # fmt: skip

NAMUR = replace(
    MONS, area="namur", name="Namur", attacker="blue", fights=1000, positions=0,
    holders=(BY_LOT, replace(CERTAIN, least=70.0), replace(CERTAIN, most=80.0)),
    gone=(GoneOdds(piece="r-1", name="Red First Army", side="red", chance="1/3", percent=33.333),),
    cards=(
        CardOdds(side="red", card=1, name="Gas"),
        CardOdds(side="blue", card=2, name="Tank", held="1/9", percent=11.11),
    ),
)  # fmt: skip

POLICY = """\
Both sides follow this policy, and no side plays further cards:
"""
QUIET = """\
  no retreats and no biplanes, unless the rules demand them
  pieces take hits in this order: militia, guards
"""

TOLD = f"""\
{POLICY}  when losses: lose cheapest
{QUIET}
Mons: the attacker is Red.
The odds are exact, computed from 1 position.
Controlled by  Chance
Red            75.0 %
in dispute     25.0 %
Losses  Mean  From 5 % to 95 %
Blue    1.50  0 to 4

Namur: the attacker is Blue.
Red plays Gas on the battle.
Blue plays Tank on the battle. Chance that the side has such a card:
11.1 %.
Too many positions: these odds are estimated from 1000 random battles, with 95 % intervals.
Controlled by  Chance
in dispute     25.0 % (22.5 % to 27.5 %)
Red            75.0 %
Red            75.0 %
Losses  Mean  From 5 % to 95 %
Blue    1.50  0 to 4
Eliminated      Chance
Red First Army  33.3 %

Ath: the armies are hidden from the viewer."""


def test_text_of_odds_contains_every_part() -> None:
    hidden = HiddenBattle(area="ath", name="Ath")
    whole = replace(NONE, policy=("when losses: lose cheapest",), battles=(MONS, NAMUR), hidden=(hidden,))

    assert word_odds(whole) == TOLD


def test_hidden_armies_hide_their_battles() -> None:
    hidden = replace(NONE, hidden=(HiddenBattle(area="ath", name="Ath"),))

    assert word_odds(hidden) == f"{POLICY}{QUIET}\nAth: the armies are hidden from the viewer."


def test_no_battles_give_no_odds() -> None:
    assert word_odds(NONE) == "No battle is open or possible now."


def test_positions_are_counted() -> None:
    told = word_odds(replace(NONE, battles=(replace(MONS, positions=17),)))

    assert "computed from 17 positions." in told


def test_each_result_of_a_scene_has_its_chance() -> None:
    results = (
        ResultOdds(result="hit", name="a hit", chance="1/6", percent=16.667),
        ResultOdds(result="miss", name="a miss", chance="5/6", percent=83.333),
    )

    assert word_scene(SceneOdds(pack="p", scene="fire at 3", results=results)).split("\n") == [
        "fire at 3",
        "Result  %     Chance",
        "a hit   16.7  1/6",
        "a miss  83.3  5/6",
    ]
