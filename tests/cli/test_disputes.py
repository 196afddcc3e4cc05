"""Disputes: an entry explained, judged again, resolved by the policy of the match."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from referee.cli import demo
from referee.dice.format3 import digest_phrases
from tests.cli.conftest import Referee, Table

FORT = 13
"""The entry of the example in which the fort of Liège fires: two dice, published key 2."""

SPOKEN = 9
"""The entry of the example with phrases in which dice fall."""

ROOT = Path(__file__).parents[2]


# An entry explained


def test_a_dispute_explains_an_entry_completely(liege: Table) -> None:
    told = liege.command("dispute", "liege", 44).out
    for heading in (
        "The position before it",
        "The order as it was sent",
        "The clauses that were weighed",
        "Other legal orders",
        "The dice, with their proof",
        "Result",
    ):
        assert heading in told, heading
    assert "*Against it*: nothing" in told
    assert "5.4.3-a, Cavalry before dice: this was asked." in told
    assert "Key 6 hashes to key 5, which entry 31 had published" in told


def _type(told: str) -> tuple[int, int]:
    """Type the lines of a proof into a shell; how many digests and how many first bytes are as it lists."""
    digests, first_bytes = 0, 0
    for typed, after in re.findall(r"^(printf .*)\n((?:(?!printf).*\n?)*)", told, re.MULTILINE):
        answer = subprocess.run(["sh", "-c", typed], capture_output=True, text=True, check=True).stdout
        listed = re.search(r"^ +\d+  ([0-9a-f]{2})  ", after, re.MULTILINE)
        if listed:
            assert answer.split("= ")[1][:2] == listed[1]
            first_bytes += 1
        else:
            assert re.search(r"\b[0-9a-f]{64}\b", answer)[0] in told  # type: ignore[index] - there is one
            digests += 1
    return digests, first_bytes


def test_the_commands_of_a_proof_do_what_it_says(liege: Table) -> None:
    assert _type(liege.command("dispute", "liege", FORT).out) == (1, 5)


def test_the_commands_of_a_proof_hold_the_players_phrases(command: Referee, shelf: Path) -> None:
    for _ in demo.scenes("skirmish", "words", shelf):
        pass
    told = command("dispute", "words", SPOKEN).out
    said = {"british": "Tea at four, and not a minute later", "german": "Der Kaffee ist kalt"}
    assert digest_phrases(said) in told
    assert _type(told) == (8, 8)


def test_a_clause_that_was_met_comes_with_an_order_that_breaks_it(liege: Table) -> None:
    liege.submit("offensive 17\nmove ge-1 from namur to mons\n")
    told = liege.command("dispute", "liege", 69).out
    assert re.search(r"^- [0-9.]+(-[a-z])?, .*: which refuses", told, re.MULTILINE)
    assert "Other legal orders" in told
    assert '"move ge-1 to' in told


def test_refused_letter_is_explained_only_to_its_sender(liege: Table) -> None:
    liege.submit("offensive 17\nmove ge-1 from namur to paris\n")
    for viewer in ([], ["--as", "german"]):
        told = liege.command("dispute", "liege", 68, *viewer).out
        assert "move ge-1 from namur to paris" in told
        assert "Legal alternatives" in told
    assert (
        "paris"
        not in liege.command("dispute", "liege", 68, "--as", "entente")
        .out.casefold()
        .split("the position")[0]
    )
    assert "The letter" not in liege.command("dispute", "liege", 68, "--as", "entente").out


def test_a_dispute_tells_a_side_nothing_of_the_others_secrets(liege: Table) -> None:
    bodies = [json.loads(line)["body"] for line in liege.lines[1:]]
    ordered = [body["seq"] for body in bodies if (body["kind"], body["side"]) == ("order", "entente")]
    assert len(ordered) > 15
    for entry in ordered:
        told = liege.command("dispute", "liege", entry, "--as", "german").out
        assert "order of Entente" in told, entry
        assert "The clauses that were weighed" not in told, entry
        assert "Other legal orders" not in told, entry


@pytest.mark.parametrize("entry", [0, 68, -1])
def test_an_entry_that_is_not_there_cannot_be_disputed(liege: Table, entry: int) -> None:
    assert liege.command("dispute", "liege", "--", entry).code == 66


# Judged again


def test_the_example_is_judged_today_as_it_was(liege: Table) -> None:
    liege.submit("offensive 17\nmove ge-1 from namur to paris\n")
    told = liege.command("rejudge", "liege")
    assert (told.code, told.out.splitlines()[-1]) == (0, "All decisions stay the same.")


def test_another_pack_decides_otherwise_and_says_by_which_clause(liege: Table, tmp_path: Path) -> None:
    pack = tmp_path / "my-ttlm"
    shutil.copytree(ROOT / "games" / "ttlm", pack)
    tables = pack / "tables.yaml"
    tables.write_text(
        tables.read_text().replace("rail_areas: 3", "rail_areas: 1").replace("stacking: 3", "stacking: 2")
    )
    before = liege.lines
    told = liege.command("rejudge", "liege", "--pack", f"{pack}/")
    assert told.code == 1
    assert re.search(
        r"^Entry \d+, german, move .*: accepted then, refused now\n  [0-9.]+", told.out, re.MULTILINE
    )
    answer = liege.command("rejudge", "liege", "--pack", f"{pack}/", "--json").json
    assert answer["different"][0]["clauses"][0]["number"]
    assert liege.lines == before


def test_a_refusal_that_another_pack_would_not_give_is_found(liege: Table, tmp_path: Path) -> None:
    rails = ("rail ge-1 -> liege", "rail ge-2 -> liege", "rail ge-a3 -> brussels")
    assert liege.submit("\n".join(["offensive 17", *rails])).code == 1
    pack = tmp_path / "my-ttlm"
    shutil.copytree(ROOT / "games" / "ttlm", pack)
    tables = pack / "tables.yaml"
    tables.write_text(tables.read_text().replace("rail_per_turn: 2", "rail_per_turn: 3"))
    told = liege.command("rejudge", "liege", "--pack", f"{pack}/", "--json").json["different"]
    assert [(one["entry"], one["then"], one["now"], one["order"]) for one in told] == [
        (68, "refused", "accepted", rails[-1])
    ]
    assert told[0]["clauses"][0]["number"]


def test_a_pack_of_another_world_stops_with_a_word(liege: Table, tmp_path: Path) -> None:
    """Events that do not fit are no mistake of ours: whoever can seal can write anything."""
    from referee.matches import journal
    from referee.matches.journal import Draft

    event = {"type": "piece-lost", "piece": "fr-i99", "area": "longwy", "fate": "hit", "siege": False}
    with journal.writing(liege.journal) as writer:
        at = writer.journal.header.at
        writer.append(Draft(kind="ruling", at=at, side="referee", public={"order": None, "events": [event]}))
    for command in (["verify", "liege"], ["show", "liege"], ["dispute", "liege", 68, "--as", "german"]):
        told = liege.command(*command)
        assert told.code in {0, 65}, told.err
        assert "our mistake" not in told.err
    assert "entry 68 contains an impossible event" in liege.command("show", "liege").err
    assert "entry 68 contains an impossible event" in liege.command("rejudge", "liege").out


# Resolved


def resolved(table: Table, entry: int, *more: str) -> dict[str, object]:
    answer = table.command("dispute", "liege", entry, "--resolve", "--json", *more)
    assert answer.code == 0, answer.out
    record: dict[str, object] = answer.json
    return record


@pytest.mark.parametrize(
    ("policy", "entry", "more", "paragraph", "outcome", "void"),
    [
        ("strict", 2, [], "S-1", "stands", []),
        ("strict", 2, ["--error", "a slip"], "S-3", "replay", [2, 3, 4]),
        ("strict", 4, ["--error", "a slip"], "S-2", "void", [4]),
        ("sealed-by-dice", 2, [], "D-1", "stands", []),
        ("sealed-by-dice", 2, ["--error", "a slip"], "D-2", "stands", []),
        ("sealed-by-dice", 4, ["--error", "a slip"], "D-3", "void", [4]),
        ("friendly", 2, [], "F-1", "stands", []),
        ("friendly", 2, ["--error", "a slip"], "F-4", "stands", []),
        ("friendly", 2, ["--error", "a slip", "--agreed", "blue"], "F-2", "replay", [2, 3, 4]),
        ("friendly", 4, ["--error", "a slip"], "F-4", "stands", []),
    ],
)
def test_each_policy_rules_as_it_says(
    referee: Referee,
    policy: str,
    entry: int,
    more: list[str],
    paragraph: str,
    outcome: str,
    void: list[int],
) -> None:
    """Red hides, blue hides, red throws: the error is in the first of these orders, or in the last."""
    assert referee("new", "duel", "toy", "--policy", policy).code == 0
    for side, text in (("red", "hide 2"), ("blue", "hide 5"), ("red", "throw 3")):
        assert referee("submit", "duel", "--as", side, stdin=text).code == 0
    answer = referee("dispute", "duel", entry, "--resolve", "--json", *more).json
    assert (answer["cited"]["paragraph"], answer["outcome"], answer["void"]) == (paragraph, outcome, void)
    assert answer["dice_kept"] + answer["dice_fallen"] == 3
    assert answer["dice_fallen"] == (3 if 4 in void else 0)
    if outcome == "replay":
        assert answer["again"] == ["hide 5  # blue, entry 3"]
    head = referee("log", "duel", "--json").json["head"]
    filed = referee("dispute", "duel", entry, "--resolve", "--file", "--json", *more).json
    assert filed["head"] != head
    standing = [line["seq"] for line in referee("log", "duel", "--json").json["entries"] if line["stands"]]
    assert set(void) & set(standing) == set()
    assert referee("verify", "duel", "--rejudge").code == 0


def test_slip_without_dice_can_be_taken_back_before_an_answer(referee: Referee) -> None:
    referee("new", "duel", "toy", "--policy", "friendly")
    referee("submit", "duel", "--as", "red", stdin="hide 2")
    answer = referee("dispute", "duel", 2, "--resolve", "--error", "a slip", "--json").json
    assert (answer["cited"]["paragraph"], answer["void"]) == ("F-3", [2])


def test_dice_thrown_since_seal_an_error_where_that_was_agreed(liege: Table) -> None:
    answer = resolved(liege, 44, "--error", "one gun too many")
    assert (answer["cited"]["paragraph"], answer["outcome"]) == ("D-2", "stands")
    assert (answer["dice_kept"], answer["dice_fallen"], answer["void"]) == (75, 0, [])


def test_a_ruling_that_is_filed_takes_back_what_is_void_and_stays_in_the_log(liege: Table) -> None:
    liege.submit("offensive 17\nmove ge-1 from namur to mons\nmove ge-2 from namur to mons\n")
    answer = resolved(liege, 69, "--error", "that road was closed", "--file")
    assert (answer["void"], answer["filed"]) == ([69, 70], 72)
    assert [line.partition("  #")[0] for line in answer["again"]] == ["move ge-2 to mons"]
    log = liege.command("log", "liege").out
    assert "sealed-by-dice, D-4 No dice yet: entry 69 is void, and so is 1 after it" in log
    assert log.count("(taken back)") == 2
    assert liege.submit("move ge-2 from namur to mons\n").code == 0
    assert liege.holds()


def test_the_same_ruling_is_not_filed_twice(liege: Table) -> None:
    liege.submit("offensive 17\n")
    assert resolved(liege, 68, "--error", "a slip", "--file")["void"] == [68]
    again = liege.command("dispute", "liege", 68, "--resolve", "--error", "a slip", "--file")
    assert (again.code, "was taken back" in again.err) == (2, True)


def test_dice_that_were_seen_are_never_thrown_again_from_the_same_key(liege: Table) -> None:
    """A takeback past a throw, and the very same order again: another key, other dice."""
    attack = "offensive 17\nmove ge-1, ge-2 from namur to mons\nbattle mons\ndone\ndone # {}\n"
    keys: list[bytes] = []
    for number in range(4):
        before = len(liege.lines)
        assert liege.submit(attack.format(number)).code == 0
        thrown = [line for line in liege.lines[before:] if b'"key":{' in line]
        assert thrown
        keys += [key for line in thrown for key in re.findall(rb'"k":"([0-9a-f]{64})"', line)]
        assert (
            liege.command("retract", "liege", "--to", 67, "--reason", "agreed", "--consent", "entente").code
            == 0
        )
    assert len(set(keys)) == len(keys) >= 4
    assert liege.holds()


def test_reason_and_consent_of_a_takeback_stay_in_the_log(liege: Table) -> None:
    liege.submit("offensive 17\n")
    done = liege.command(
        "retract",
        "liege",
        "--to",
        67,
        "--reason",
        "wrong card",
        "--consent",
        "entente",
        "--consent",
        "german",
    )
    assert done.code == 0
    assert (
        "back to entry 67: wrong card (with the consent of Entente and Germany)"
        in liege.command("log", "liege").out
    )
    assert liege.command("retract", "liege", "--to", 1, "--reason", "x", "--consent", "nobody").code == 77


@pytest.mark.parametrize("more", [["--file"], ["--error", "x"], ["--agreed", "german"]])
def test_options_of_resolve_are_refused_without_it(liege: Table, more: list[str]) -> None:
    assert liege.command("dispute", "liege", 20, *more).code == 2


def test_only_an_order_can_be_in_error(liege: Table) -> None:
    assert liege.command("dispute", "liege", 1, "--resolve").code == 2


def test_a_policy_of_ones_own_is_read_strictly(command: Referee, tmp_path: Path) -> None:
    policy = tmp_path / "house.yaml"
    policy.write_text(
        "id: house\nname: House\nsummary: Ours.\nparagraphs:\n  - {id: H-1, title: T, text: X, then: stand}\n"
    )
    told = command("new", "duel", "ttlm", "--policy", policy)
    assert (told.code, f"{policy}:5:" in told.err, "stands" in told.err) == (65, True, True)
    policy.write_text(policy.read_text().replace("then: stand}", "when: {dice: true}, then: stands}"))
    told = command("new", "duel", "ttlm", "--policy", policy)
    assert (told.code, "has to apply always" in told.err) == (65, True)
    policy.write_text(policy.read_text().replace("when: {dice: true}, ", ""))
    assert command("new", "duel", "ttlm", "--policy", policy).code == 0
    policy.write_text(policy.read_text().replace("Ours", "Mine"))
    command("submit", "duel", "-", "--as", "german", stdin="pass\n")
    told = command("dispute", "duel", 2, "--resolve")
    assert (told.code, "is not the one duel was opened with" in told.err) == (2, True)


STRANGE = {
    "then: stands, back: segment": "but valid orders have no place to go back to",
    "then: void, dice: kept": "H-1 keeps dice, and only a replay does",
    "then: replay, back: turn": "entry",
    "then: replay, dice: old": "anew",
    "then: void, when: {weather: true}": "own-dice-since",
}
"""What a policy may not say, and what it is answered."""


@pytest.mark.parametrize("says", STRANGE)
def test_faults_of_own_policy_are_reported_with_place(command: Referee, tmp_path: Path, says: str) -> None:
    policy = tmp_path / "house.yaml"
    policy.write_text(
        f"id: house\nname: House\nsummary: Ours.\nparagraphs:\n  - {{id: H-1, title: T, text: X, {says}}}\n"
    )

    told = command("new", "duel", "ttlm", "--policy", policy)

    assert told.code == 65
    assert f"{policy}:5:" in told.err
    assert STRANGE[says] in told.err


@pytest.mark.parametrize(
    ("says", "wanted"),
    [("surplus: kept", "ignored"), ("missing: soon", "later"), ("amendments: anybody", "moderator")],
)
def test_a_policy_names_what_it_says_of_dice_and_amendments(
    command: Referee, tmp_path: Path, says: str, wanted: str
) -> None:
    policy = tmp_path / "house.yaml"
    paragraph = "{id: H-1, title: T, text: X, then: stands}"
    policy.write_text(f"id: house\nname: House\nsummary: Ours.\n{says}\nparagraphs: [{paragraph}]\n")

    told = command("new", "duel", "ttlm", "--policy", policy)

    assert (told.code, wanted in told.err) == (65, True)


def test_several_entries_are_resolved_at_once_and_explained_one_by_one(liege: Table) -> None:
    assert liege.command("dispute", "liege", 44, 45).code == 2
    answer = liege.command("dispute", "liege", 44, 45, 44, "--resolve", "--error", "x", "--json").json
    assert [one["entry"] for one in answer["decisions"]] == [44, 45]


@pytest.mark.parametrize("entries", [(44, 99), (44, 30), (44, 1), tuple(range(2, 104))])
def test_one_entry_that_cannot_be_disputed_stops_the_ruling(liege: Table, entries: tuple[int, ...]) -> None:
    before = liege.lines
    told = liege.command("dispute", "liege", *entries, "--resolve", "--error", "x", "--file")
    assert (told.code in {2, 66}, liege.lines) == (True, before)


# Luck


def test_the_luck_of_the_example_adds_up(liege: Table) -> None:
    answer = liege.command("luck", "liege", "--json").json
    assert sum(side["dice"] for side in answer["sides"]) + answer["aimless"] == 75
    assert [(side["side"], side["dice"], side["hits"]) for side in answer["sides"]] == [
        ("german", 57, 14),
        ("entente", 18, 3),
    ]
    assert "Fair dice do this." in liege.command("luck", "liege").out


def test_amendment_without_consent_names_the_sides_as_they_are_typed(liege: Table) -> None:
    liege.command("language", "liege", "referee", "de")

    told = liege.command("amend", "liege", "exchange ge-i1 with ge-i8", "--reason", "mistaken")

    assert told.code == 77
    assert "german und entente" in told.err
