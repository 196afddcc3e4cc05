"""Wars between programs: each follows from its number, may be kept as a match, and is counted once."""

import json
import os
import signal
import sys
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import msgspec
import pytest

import referee
from referee.analysis import simulated_games, studies
from referee.analysis.simulated_games import Course, War
from referee.analysis.studies import Manner, Study
from referee.evidence import match_verification
from referee.faults import DataFault, Fault
from referee.i18n.translator import ENGLISH
from referee.matches.shelf import JOURNAL
from schemas.answers.simulation import LostWar, SimulatedWar, Standing
from tests.cli.conftest import Referee

HERE = Manner()
"""One process."""


def open_study(
    pack: str = "ttlm",
    *,
    players: str | None = None,
    turns: int | None = 1,
    options: Mapping[str, str] | None = None,
) -> Study:
    return studies.open_study(pack, None, options or {}, players, 7, turns)


def test_war_depends_only_on_its_number() -> None:
    study = open_study()
    one = list(studies.run(study, [1, 2, 3, 4], HERE))

    assert [*studies.run(study, [1, 3], HERE), *studies.run(study, [2, 4], HERE)] == [
        one[0],
        one[2],
        one[1],
        one[3],
    ]
    assert len({row.orders for row in one if isinstance(row, SimulatedWar)}) > 1


@pytest.mark.parametrize("pack", ["ttlm", "aac", "skirmish"])
def test_saved_war_equals_the_simulated_war(tmp_path: Path, pack: str) -> None:
    war = open_study(pack).war(3)
    course = Course(war)
    orders = [order for order, _ in course.play()]

    match = simulated_games.keep_war(war, tmp_path)

    assert match.position() == course.state
    assert [move.order for step in match.steps() for move in step.moves if move.order is not None] == orders
    proved = match_verification.verify(match.folder / JOURNAL, rejudge=True)
    assert proved.differences == ()


def test_bot_sees_only_the_view_of_its_side_and_gives_legal_orders() -> None:
    course = Course(open_study(players="german=greedy").war(1))
    given = [order.type for order, _ in islice(course.play(), 12)]

    assert given[0] == "offensive"
    assert {"move", "battle"} & set(given)


def test_a_program_gets_the_same_wars() -> None:
    wars_of_program = list(referee.simulate("ttlm", games=2, players={"german": "tempers"}, seed=7, turns=1))

    assert wars_of_program == list(studies.run(open_study(), [1, 2], HERE))
    with pytest.raises(referee.NotFound):
        referee.simulate("ttlm", players={"german": "napoleon"})


def test_a_war_goes_on_to_its_end() -> None:
    (row,) = studies.run(open_study("aac", turns=None), [1], HERE)

    assert isinstance(row, SimulatedWar)
    assert [one.moment for one in row.standings] == [
        "SUMMER 1914, turn 1 of 3", "AUTUMN 1914, turn 2 of 3", "WINTER 1914-15, turn 3 of 3"
    ]  # fmt: skip
    assert row.level
    assert row.cards
    assert row.clauses


FIGHT = simulated_games.fight_war
"""The work of a process, whatever it is given in its place."""


def die_of_one(war: War) -> SimulatedWar:
    """The work, killed at one war each time."""
    if war.number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return FIGHT(war)


def die_once(war: War) -> SimulatedWar:
    """The work, killed at the first war after a mark was set."""
    marker = Path(os.environ["REFEREE_MARK"])
    if war.number == 2 and marker.exists():
        marker.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return FIGHT(war)


def test_a_killed_process_loses_no_war(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study, marker = open_study(), tmp_path / "mark"
    whole = list(studies.run(study, [1, 2, 3], HERE))
    marker.touch()
    monkeypatch.setenv("REFEREE_MARK", str(marker))
    monkeypatch.setattr(simulated_games, "fight_war", die_once)

    assert list(studies.run(study, [1, 2, 3], Manner(jobs=2))) == whole
    assert not marker.exists()


def test_a_war_that_kills_every_process_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    study = open_study()
    monkeypatch.setattr(simulated_games, "fight_war", die_of_one)
    rows = list(studies.run(study, [1, 2, 3], Manner(jobs=2)))

    told = studies.summarise_wars(study, rows)
    assert told.lost == (LostWar(number=2, tries=2),)
    assert told.games == 2


def write_war(number: int, level: str, *points: int, held: str = "german") -> SimulatedWar:
    standings = tuple(
        Standing(moment=f"turn {turn}", points=one, held={"liege": held})
        for turn, one in enumerate(points, 1)
    )
    return SimulatedWar(number=number, level=level, orders=10 * number, standings=standings, cards=(1,))


def test_study_counts_the_results_of_its_wars() -> None:
    rows = [write_war(number, "won" if number < 9 else "lost", number, 2 * number) for number in range(1, 11)]
    told = studies.summarise_wars(open_study(), [*rows, LostWar(number=11, tries=2)])

    # Wilson's interval for 8 of 10, as tables have it.
    assert [(one.level, one.wars, one.percent, one.least, one.most) for one in told.levels] == [
        ("won", 8, 80.0, 49.0, 94.3), ("lost", 2, 20.0, 5.7, 51.0)
    ]  # fmt: skip
    first, last = told.moments
    assert (first.moment, first.wars, first.mean) == ("turn 1", 10, 5.5)
    assert (first.low, first.quarter, first.median, first.upper, first.high) == (1, 3, 5, 8, 10)
    assert (last.median, last.high, told.orders) == (10, 20, 55)
    (liege,) = (one for one in told.areas if one.area == "liege")
    assert (liege.name, liege.percent) == ("Liège", {"german": 100.0})
    assert "Offensive" not in {card.name for card in told.unplayed}
    assert len(told.unplayed) > 10


def test_moments_are_counted_over_the_wars_that_came_so_far() -> None:
    told = studies.summarise_wars(open_study(), [write_war(1, "won", 5), write_war(2, "lost", 7, 9)])

    assert [(one.moment, one.wars, one.mean) for one in told.moments] == [
        ("turn 1", 2, 6.0),
        ("turn 2", 1, 9.0),
    ]


def test_two_packs_are_compared_war_by_war() -> None:
    study = open_study()
    rows = [write_war(1, "won", 5), write_war(2, "won", 9), write_war(3, "won", 1)]
    others = [write_war(1, "won", 7), write_war(2, "lost", 10), write_war(4, "won", 99)]
    told = studies.summarise_wars(study, rows)
    compared = studies.compare_studies(told, told, rows, others)

    assert (compared.pairs, compared.mean, compared.moved) == (2, 1.5, 1)
    # Two differences, 2 and 1: their deviation is the root of a half, that of the mean a half.
    assert (compared.least, compared.most) == (0.52, 2.48)


def test_a_map_shows_how_surely_a_side_holds_an_area() -> None:
    study = open_study()
    rows = [
        write_war(1, "won", 5),
        write_war(2, "won", 5, held="entente"),
        write_war(3, "won", 5, held="entente"),
    ]
    picture = studies.draw_heat_map(study.bound, studies.summarise_wars(study, rows), ENGLISH)

    (liege,) = (cell for cell in picture.cells if cell.area == "liege")
    assert (liege.holder, liege.share) == ("entente", 67)
    assert [piece.text for piece in liege.pieces] == ["33 %", "67 %"]
    assert {cell.holder for cell in picture.cells if cell.area != "liege"} == {None}


def test_a_file_of_wars_gives_the_study_again(command: Referee, tmp_path: Path) -> None:
    whole = command("simulate", "ttlm", "--games", 4, "--turns", 1, "--jobs", 1, "--seed", 7).out
    for part in (1, 2):
        rows = tmp_path / f"{part}.jsonl"
        asked = ("simulate", "ttlm", "--games", 4, "--turns", 1, "--jobs", 1, "--seed", 7, "--quiet")
        command(*asked, "--shard", f"{part}/2", "--rows", rows)

    joined = command("simulate", "--from", tmp_path / "2.jsonl", "--from", tmp_path / "1.jsonl").out
    assert joined == whole
    assert command("simulate", "--from", tmp_path / "1.jsonl").out != whole


def test_missing_file_of_wars_is_named_in_plain_words(command: Referee, tmp_path: Path) -> None:
    told = command("simulate", "--from", tmp_path / "none.jsonl")

    assert (told.code, "Errno" in told.err) == (65, False)
    assert "holds no wars of a study: No such file or directory" in told.err


def test_a_study_is_drawn_as_a_map_and_written_war_by_war(command: Referee, tmp_path: Path) -> None:
    heat, rows = tmp_path / "heat.svg", tmp_path / "rows.jsonl"
    asked = ("simulate", "ttlm", "--games", 3, "--turns", 1, "--jobs", 1)

    told = command(*asked, "--map", heat, "--rows", rows, "--language", "fr").out

    assert heat.read_text(encoding="utf-8").startswith("<svg")
    assert "Liège" in heat.read_text(encoding="utf-8")
    numbers = [json.loads(line).get("number") for line in rows.read_text().splitlines()]
    assert [number for number in numbers if number is not None] == [1, 2, 3]
    assert command("simulate", "--from", rows, "--language", "fr").out == told


def test_a_bar_shows_how_many_wars_are_fought(command: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)

    told = command("simulate", "ttlm", "--games", 3, "--turns", 1, "--jobs", 1)

    shown = [line.rpartition(" ")[2] for line in told.err.split("\r\x1b[K")[1:]]
    assert (told.code, shown) == (0, ["0%", "33%", "66%", ""])


def test_a_pack_compared_with_itself_gives_nothing_more(command: Referee) -> None:
    told = command(
        "simulate", "aac", "--games", 2, "--turns", 1, "--jobs", 1, "--compare", "aac", "--json"
    ).json

    assert (told["pairs"], told["mean"], told["moved"]) == (2, 0, 0)
    assert told["first"] == told["second"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("--players british=greedy", "no-seat"),
        ("--players german", "no-seat"),
        ("--players german=greedy,german=random", "no-seat"),
        ("--players german=napoleon", "no-bot"),
        ("--keep 3 --games 2", "number-not-fought"),
        ("--keep 1 --games 2 --seed 7", "match-there"),
        ("--map there.svg", "anothers-file"),
        ("--rows there.svg", "rows-already-there"),
        ("--map none/heat.svg", "path-unwritable"),
        ("--rows there.svg/rows.jsonl", "path-unwritable"),
        ("--map -", "file-wanted"),
        ("--rows -", "file-wanted"),
        ("--map heat.gif", "picture-unknown"),
        ("--compare napoleon", "pack-unknown"),
        ("--scenario 1066", "scenario-unknown"),
        ("--with moon=blue", "option-unknown"),
        ("--shard 3/2", "shard-misspelt"),
    ],
)
def test_a_study_that_cannot_be_made_says_why_before_any_war(
    command: Referee, asked: str, code: str, tmp_path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(studies, "run", None)
    Path("there.svg").touch()
    (shelf / "war-7-1").mkdir(parents=True)
    told = command("simulate", "ttlm", "--jobs", 1, "--json", *asked.split())

    assert told.code != 0
    assert [one["code"] for one in told.json["complaints"]] == [code]


def test_a_scheduler_is_of_use_to_dask_alone(command: Referee) -> None:
    asked = "--scheduler tcp://127.0.0.1:1 --games 1 --turns 1 --json"
    told = command("simulate", "ttlm", *asked.split())

    assert [one["code"] for one in told.json["complaints"]] == ["scheduler-without-dask"]


def test_a_bot_of_other_games_plays_no_skirmish(command: Referee) -> None:
    told = command("simulate", "skirmish", "--players", "british=greedy", "--json")

    assert [one["code"] for one in told.json["complaints"]] == ["bot-plays-others"]


def test_a_table_without_areas_has_no_map(command: Referee, tmp_path: Path) -> None:
    file = tmp_path / "heat.svg"
    told = command("simulate", "skirmish", "--games", 1, "--turns", 1, "--jobs", 1, "--map", file, "--json")

    assert [one["code"] for one in told.json["complaints"]] == ["no-heat"]
    assert not file.exists()


@pytest.mark.parametrize(
    "text", [b"", b"\xff\xfe", b"{}\n", b'{"pack":"ttlm"}\n{"number":1}\n', b"[" * 100_000]
)
def test_a_file_that_holds_no_wars_is_refused(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_bytes(text)

    with pytest.raises(DataFault) as raised:
        studies.read([file])
    assert raised.value.complaints[0].code == "no-wars"


def write_wars(file: Path, study: Study, *wars: SimulatedWar) -> None:
    file.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in (study.head, *wars)))


def test_one_file_is_read_alone(tmp_path: Path) -> None:
    file, study, war = tmp_path / "one", open_study(turns=1), write_war(1, "won", 5)
    write_wars(file, study, war)

    read, wars = studies.read([file])

    assert (read.seed, read.turns, [*wars]) == (study.seed, study.turns, [war])


def test_wars_of_two_studies_are_not_put_together(tmp_path: Path) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    for file, turns in zip(files, (1, 2), strict=True):
        write_wars(file, open_study(turns=turns), write_war(1, "won", 5))

    with pytest.raises(Fault) as raised:
        studies.read(files)
    assert raised.value.complaints[0].code == "wars-of-others"
