"""A study of a pack in words: everything that may be in it, and nothing where it is not."""

from msgspec.structs import replace

from referee.cli.render.simulation import word_comparison, word_study
from schemas.answers.simulation import (
    AreaShare,
    ComparedWars,
    LevelShare,
    LostWar,
    MomentPoints,
    Simulated,
    UnplayedCard,
)

EMPTY = Simulated(
    pack="p", scenario="s", options={}, players={"red": "random", "blue": "greedy"}, seed=7, games=0,
    levels=(), moments=(), orders=0.0,
)  # fmt: skip

BEGUN = [
    "p, s: 0 wars, seed 7, red=random and blue=greedy",
    "The balance of a pack in a study holds only for these players.",
]

WHOLE = replace(
    EMPTY,
    games=40,
    levels=(
        LevelShare(level="red wins", wars=30, percent=75.0, least=59.81, most=85.8),
        LevelShare(level="draw", wars=10, percent=25.0, least=14.2, most=40.19),
    ),
    moments=(
        MomentPoints(moment="turn 1", wars=40, mean=1.25, low=-2, quarter=0, median=1, upper=2, high=5),
    ),
    orders=99.6,
    areas=(
        AreaShare(area="a", name="Ath", percent={"red": 89.9, "blue": 10.1}),
        AreaShare(area="b", name="Mons", percent={"red": 90.0, "blue": 10.0}),
        AreaShare(area="c", name="Namur", percent={"blue": 0.4}),
        AreaShare(area="d", name="Sea", percent={}),
        AreaShare(area="e", name="Lake", percent={"red": 0.0}),
    ),
    unplayed=(UnplayedCard(card="1", name="Gas"), UnplayedCard(card="2", name="Tank")),
    named=3,
    clauses=5,
    lost=(LostWar(number=4, tries=2),),
    kept=("war-1", "war-2"),
)

TOLD = """\
p, s: 40 wars, seed 7, red=random and blue=greedy
The balance of a pack in a study holds only for these players.

Level at the end  Wars  %     95 % interval
red wins          30    75.0  59.8-85.8
draw              10    25.0  14.2-40.2

Points at the end of  Wars  Mean  5 %  25 %  50 %  75 %  95 %
turn 1                40    1.2   -2   0     1     2     5
A war has 100 orders on average.

Control at the end (% of wars)  red  blue
Ath                             90   10
Namur                           0    0

Never played: Gas and Tank.

Clauses named by a question or an event: 3 of 5.
War 4: its process died 2 times.
Kept as the match war-1.
Kept as the match war-2.
"""


def test_study_report_is_complete() -> None:
    assert word_study(WHOLE) == TOLD.rstrip("\n")


def test_study_report_is_short_if_there_are_no_wars() -> None:
    assert word_study(EMPTY).splitlines() == BEGUN


def test_study_of_one_war_is_not_plural() -> None:
    assert word_study(replace(EMPTY, games=1)).startswith("p, s: 1 war, seed 7,")


def test_comparison_of_two_studies_shows_the_difference() -> None:
    compared = ComparedWars(first=EMPTY, second=EMPTY, pairs=9, mean=0.5, least=-0.25, most=1.25, moved=2)

    study = "\n".join(BEGUN)
    assert word_comparison(compared) == (
        f"{study}\n\n{study}\n\nThe second pack gives +0.50 more points at the end of a war"
        " (95 %: -0.25 to +1.25), over 9 pairs; 2 of them ended at another level."
    )
