"""The command that works out odds: what it prints, and what it refuses."""

import json
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.evidence import standalone
from tests.cli.conftest import Referee, Table

NAMUR = ("odds", "liege", "namur", "--at", "44")
"""A battle of the example, with two hits to pay."""


def test_the_policy_stands_first_and_each_side_below_it(liege: Table) -> None:
    told = liege.command(*NAMUR)

    assert told.code == 0
    assert told.out.startswith("Both sides follow this policy, and no side plays further cards")
    assert "Namur: the attacker is German." in told.out
    assert [line.split()[0] for line in told.out.splitlines() if "%" in line][:2] == ["German", "Entente"]


def test_odds_without_area_list_each_battle(liege: Table) -> None:
    told = liege.command("odds", "liege", "--at", "44", "--json").json

    assert [battle["area"] for battle in told["battles"]] == ["namur", "longwy"]
    assert [battle["fought"] for battle in told["battles"]] == [True, False]


def test_the_chances_are_fractions_and_sum_to_one(liege: Table) -> None:
    (battle,) = liege.command(*NAMUR, "--json").json["battles"]

    assert (battle["method"], battle["fights"]) == ("exact", 0)
    for listed in (battle["ends"], battle["holders"]):
        assert sum(Fraction(one["chance"]) for one in listed) == 1
    for side in battle["losses"]:
        assert sum(map(Fraction, side["table"].values())) == 1
        mean = sum(int(lost) * Fraction(chance) for lost, chance in side["table"].items())
        assert Fraction(side["mean"]) == mean
        for number, part in ((side["low"], Fraction(5, 100)), (side["high"], Fraction(95, 100))):
            under = sum(Fraction(chance) for lost, chance in side["table"].items() if int(lost) < number)
            assert under < part <= under + Fraction(side["table"][str(number)])
        by_ends = sum(Fraction(end["chance"]) * end["losses"][side["side"]] for end in battle["ends"])
        assert by_ends == mean
    for gone in battle["gone"]:
        by_ends = sum(Fraction(end["chance"]) for end in battle["ends"] if gone["piece"] in end["gone"])
        assert by_ends == Fraction(gone["chance"])


def test_odds_are_equal_for_every_viewer(liege: Table) -> None:
    told = [
        liege.command(*NAMUR, "--as", viewer).out for viewer in ("german", "entente", "public", "referee")
    ]

    assert len(set(told)) == 1


def test_a_policy_changes_the_odds_and_is_printed(liege: Table, tmp_path: Path) -> None:
    line = "when stand-or-retreat in namur: retreat be-1 to mons"
    told = liege.command(*NAMUR, "--policy", "-", "--json", stdin=f"# the army leaves\n\n{line}\n").json
    quiet = liege.command(*NAMUR, "--json").json

    assert told["policy"] == [line]
    assert told["battles"] != quiet["battles"]
    assert liege.command(*NAMUR, "--policy", "-", stdin=line).out.splitlines()[1] == f"  {line}"


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("when losses: lose xx-1", '"xx-1" is not a piece'),
        ("done", "a standing order"),
        ("when breakfast: done", "is not one question"),
        ("when losses in nowhere: done", "nowhere"),
        ("when losses: spend 36", "plays a card"),
        ("when stand-or-retreat:", "order is missing"),
        ("forget all", "a standing order"),
        (b"when losses: \xff", "not UTF-8 text"),
        (b"#" * 200_000, "longer than 100000 bytes"),
    ],
)
def test_a_policy_that_makes_no_sense_is_refused_at_its_place(
    liege: Table, policy: str | bytes, said: str
) -> None:
    told = liege.command(*NAMUR, "--policy", "-", "--json", stdin=policy)

    (complaint,) = told.json["complaints"]
    assert told.code == 65
    assert said in complaint["text"]
    assert complaint["code"]
    assert complaint["place"]["file"] == "-"


def test_every_fault_of_a_policy_is_reported_at_once(liege: Table) -> None:
    told = liege.command(*NAMUR, "--policy", "-", stdin="nonsense\nwhen losses: lose xx-1\nwhen x: done\n")

    assert [line.split(": ")[0] for line in told.err.splitlines()] == ["-:1:1", "-:2:1", "-:3:1"]


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("odds liege paris --at 44", 66, "no battle is fought in Paris"),
        ("odds liege paris --at 44", 66, "ask about Namur or Longwy"),
        ("odds liege paris", 66, "ask when an offensive is under way"),
        ("odds liege nowhere --at 44", 66, "no one area"),
        ("odds liege --at 99", 66, "99"),
        ("odds liege --as nobody", 77, "nobody"),
        ("odds liege namur --at 44 --policy nothing.txt", 66, "nothing.txt"),
        ("odds nothing", 66, "nothing"),
    ],
)
def test_request_without_odds_is_refused(liege: Table, typed: str, code: int, said: str) -> None:
    told = liege.command(*typed.split())

    assert (told.code, told.out) == (code, "")
    assert said in told.err


def test_a_match_on_a_table_is_not_weighed_whole(command: Referee) -> None:
    assert command("new", "raid", "skirmish").code == 0
    told = command("odds", "raid", "--json")

    assert (told.code, [one["code"] for one in told.json["complaints"]]) == (2, ["no-odds"])


@pytest.mark.parametrize(
    ("scene", "result", "chance"),
    [
        # A regular figure at far range needs 19 or more of 20, a tenth, and each of three dice counts alone.
        ("aimed regular far x3", "kill", 1 - Fraction(9, 10) ** 3),
        ("melee regular v regular", "tie", Fraction(6, 36)),
        ("morale gallant", "success", Fraction(5, 6)),
        ("shell", "on target", Fraction(1, 3)),
    ],
)
def test_one_shot_one_round_one_test_and_one_shell_have_exact_odds(
    command: Referee, scene: str, result: str, chance: Fraction
) -> None:
    told = command("odds", "--pack", "skirmish", "--given", scene, "--json").json

    found = {one["result"]: Fraction(one["chance"]) for one in told["results"]}
    assert found[result] == chance
    assert sum(found.values()) == 1


def test_results_of_a_scene_are_printed_in_french(command: Referee) -> None:
    told = command("odds", "--pack", "skirmish", "--given", "melee gallant v regular", "--language", "fr").out

    assert "le défenseur tombe" in told
    assert "the " not in told


@pytest.mark.parametrize("scene", ["", "shoot", "aimed at the moon", "melee regular", "two"])
def test_words_that_describe_no_scene_are_refused(command: Referee, scene: str) -> None:
    told = command("odds", "--pack", "skirmish", "--given", scene, "--json").json

    assert [one["code"] for one in told["complaints"]] == ["no-scene"]


@pytest.fixture
def fresh(command: Referee) -> Referee:
    """A match in which Germany is asked for an offensive."""
    assert command("new", "war", "ttlm").code == 0
    return command


def write_attack(fresh: Referee, folder: Path, *lines: str) -> Path:
    offensive = next(
        one
        for one in fresh("options", "war", "--as", "german").out.splitlines()
        if one.startswith("offensive")
    )
    letter = folder / "letter.txt"
    letter.write_text("\n".join((offensive, *lines)), encoding="utf-8")
    return letter


def test_orders_are_carried_out_before_their_battle_is_weighed(fresh: Referee, tmp_path: Path) -> None:
    letter = write_attack(
        fresh, tmp_path, "move 1st army, 2nd army to liege", "battle liege", "done", "stand"
    )
    before = fresh("log", "war").out

    told = fresh("odds", "war", "liege", "--as", "german", "--orders", letter, "--json").json
    (battle,) = told["battles"]
    assert (battle["area"], battle["attacker"]) == ("liege", "german")
    assert sum(Fraction(end["chance"]) for end in battle["ends"]) == 1
    one = write_attack(fresh, tmp_path, "move 1st army to liege", "battle liege")
    weaker = fresh("odds", "war", "liege", "--as", "german", "--orders", one, "--json").json["battles"][0]
    assert weaker["holders"][0]["percent"] < battle["holders"][0]["percent"]
    assert fresh("log", "war").out == before


def test_orders_that_cannot_be_carried_out_are_refused_at_their_lines(fresh: Referee, tmp_path: Path) -> None:
    letter = write_attack(fresh, tmp_path, "move 1st army to paris", "frobnicate", "move 2nd army to liege")

    told = fresh("odds", "war", "--as", "german", "--orders", letter, "--json").json
    assert [(one["place"]["line"], one["code"]) for one in told["complaints"]] == [
        (2, "not-among-neighbours"), (3, "no-verb")
    ]  # fmt: skip
    other = fresh("odds", "war", "--as", "entente", "--orders", letter, "--json").json
    assert [one["code"] for one in other["complaints"]] == ["nothing-to-order"]


def test_a_match_that_was_opened_without_odds_has_none(command: Referee, tmp_path: Path) -> None:
    assert command("new", "fog", "ttlm", "--no-odds").code == 0

    told = command("odds", "fog", "--json")
    assert (told.code, [one["code"] for one in told.json["complaints"]]) == (2, ["odds-forbidden"])
    header = json.loads((tmp_path / "matches" / "fog" / "journal.jsonl").read_bytes().splitlines()[0])
    assert header["body"]["odds"] == "forbidden"
    proved = command("verify", "fog", "--json").json
    assert proved["ok"]
    assert standalone.verified(str(tmp_path / "matches" / "fog" / "journal.jsonl"))[1] == []


def test_a_match_without_a_battle_says_so(liege: Table) -> None:
    told = liege.command("odds", "liege")

    assert (told.code, told.out) == (0, "No battle is open or possible now.\n")


def test_odds_are_printed_in_french(liege: Table) -> None:
    told = liege.command(*NAMUR, "--language", "fr")

    assert "Les chances sont exactes" in told.out
    assert "the" not in told.out.split()


def test_a_battle_by_lot_says_so_and_gives_intervals(liege: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.analysis import forecasts

    few = lambda *asked: forecasts.sample(*asked, 40)  # noqa: E731 - the same call with fewer fights
    monkeypatch.setattr(forecasts, "forecast", few)
    told, record = liege.command(*NAMUR), liege.command(*NAMUR, "--json").json

    assert "estimated from 40 random battles, with 95 % intervals" in told.out
    (battle,) = record["battles"]
    assert (battle["method"], battle["fights"]) == ("simulated", 40)
    for one in battle["holders"]:
        assert one["least"] <= one["percent"] <= one["most"]
        assert one["least"] < one["most"]


def test_chart_needs_a_file_name(liege: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = liege.command(*NAMUR, "--chart", "-")

    assert (told.code, "name a file" in told.err) == (2, True)
    assert [*tmp_path.glob("-*")] == []


SVG = "{http://www.w3.org/2000/svg}"


def test_chart_draws_the_printed_chances(liege: Table, tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    told = liege.command(*NAMUR, "--chart", str(file), "--json").json

    (battle,) = told["battles"]
    (group,) = ElementTree.parse(file).getroot().iter(f"{SVG}g")
    assert group.get("id") == f"battle-{battle['area']}"
    bars = [
        ([float(x) for x, _ in (corner.split(",") for corner in bar.get("points", "").split())], title)
        for bar in group.iter(f"{SVG}polygon")
        if (title := bar.findtext(f"{SVG}title"))
    ]
    held = bars[: len(battle["holders"])]
    for (corners, title), holder in zip(held, battle["holders"], strict=True):
        assert title.endswith(f"{holder['percent']:.1f} %")
        assert max(corners) - min(corners) == pytest.approx(9.2 * holder["percent"], abs=1)
    lost = [title for _, title in bars[len(held) :]]
    assert lost == [
        f"{number}: {100 * float(Fraction(side['table'].get(str(number), 0))):.1f} %"
        for side in battle["losses"]
        for number in range(max(map(int, side["table"])) + 1)
    ]


def test_a_chart_may_be_painted_and_no_scene_of_a_skirmish_has_one(command: Referee, tmp_path: Path) -> None:
    battle = ("odds", "--pack", "ttlm", "--given", "reims: ge-1 [2I], fr-1 [2I]")
    file = tmp_path / "odds.png"
    assert command(*battle, "--chart", str(file)).code == 0
    assert file.read_bytes().startswith(b"\x89PNG")
    assert "how the battles may end" not in command(*battle).out

    scene = command(
        "odds", "--pack", "skirmish", "--given", "aimed regular far", "--chart", str(file), "--json"
    )
    assert scene.json["complaints"][0]["code"] == "scene-undrawn"
