"""A match as a program holds it: on a shelf, in memory, as a copy; the same answers as the command line."""

import json
from pathlib import Path

import pytest

import referee
from referee.evidence import match_verification, standalone
from schemas.record import to_data
from tests.cli.conftest import Referee, Table

ATTACK = "offensive 1\nmove 1st army, 2nd army to liege\nbattle liege\ndone"


@pytest.fixture
def war() -> referee.Match:
    return referee.open_in_memory("ttlm", "1914", seed=7)


def test_a_match_on_the_shelf_answers_as_the_commands_do(liege: Table) -> None:
    match = referee.open("liege", liege.folder.parent)

    asked = liege.command("prompts", "liege", "--as", "german", "--json").json
    assert [to_data(one) for one in match.prompts("german")] == asked["prompts"]
    assert str(match.head) == asked["head"]
    told = liege.command("options", "liege", "--json").json
    assert [one.text for one in match.options()] == told["orders"]
    told = liege.command("report", "liege", "--as", "entente", "--since", "60").out
    assert match.write_report("entente", since=60) == told
    assert match.export("german").decode() == liege.command("export", "liege", "--as", "german").out
    shown = liege.command("show", "liege", "--as", "german", "--json").json
    assert {"ok": True, "exit": 0, **to_data(match.view("german"))} == shown
    assert match.draw_map("german") == liege.command("map", "liege", "--as", "german").out
    weighed = liege.command("odds", "liege", "namur", "--at", "44", "--json").json
    assert to_data(match.odds("namur", at=44))["battles"] == weighed["battles"]


def test_match_sees_entries_of_another_program(liege: Table) -> None:
    match = referee.open("liege", liege.folder.parent)
    before = match.head.seq

    assert liege.submit("offensive 17\nmove ge-1 from namur to mons", "german").code == 0
    assert match.head.seq == before + 2
    match.submit("done", "german")

    assert liege.command("log", "liege", "--json").json["head"] == str(match.head)
    assert [one.match for one in referee.list_matches(liege.folder.parent)] == ["liege"]


def test_a_new_match_lies_on_its_shelf(tmp_path: Path) -> None:
    match = referee.create("verdun", "ttlm", shelf=tmp_path, options={})

    assert (match.sides, match.waiting) == (("german", "entente"), ("german",))
    assert (tmp_path / "verdun" / "secret.json").is_file()
    with pytest.raises(referee.CannotCreate) as raised:
        referee.create("verdun", "ttlm", shelf=tmp_path)
    assert raised.value.complaints[0].code == "match-there"


def test_a_match_in_memory_leaves_no_file_and_proves_its_dice(
    war: referee.Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert not war.submit(ATTACK, "german").refused
    war.submit("done", "entente")
    while not war.table("rolls"):
        war.submit(next(one for one in war.options() if one.default))

    assert list(tmp_path.iterdir()) == []
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(war.export())
    report = match_verification.verify(copy, rejudge=True)
    assert (report.dice > 0, report.unproved, report.differences) == (True, 0, ())
    assert standalone.verified(str(copy))[1] == []


def test_the_same_seed_and_letters_give_the_same_journal(war: referee.Match) -> None:
    again, other = (referee.open_in_memory("ttlm", "1914", seed=seed) for seed in (7, 8))
    for match in (war, again):
        match.submit(ATTACK, "german")

    assert war.export() == again.export()
    assert war.header.anchor != other.header.anchor


def test_a_refused_letter_is_an_answer_and_an_impossible_one_a_fault(war: referee.Match) -> None:
    answer = war.submit("offensive 99", "german")

    assert (answer.code, answer.refused[0].line) == ("refused", 1)
    assert war.rehearse("pass", "german").dry
    head = war.head
    for letter, side, kind in (
        ("pass", "british", referee.NotYours),
        ("pass", None, referee.Misuse),
        (b"\xff\xfe\x00", "german", referee.DataFault),
    ):
        with pytest.raises(kind):
            war.submit(letter, side)
    with pytest.raises(referee.Stale):
        war.submit("pass", "german", expect_head=f"1:{'0' * 64}")
    assert war.head == head


def test_a_letter_counts_for_the_history_that_its_writer_knows(war: referee.Match) -> None:
    assert war.submit("offensive 1", "german", expect_head=str(war.head)).code == ""
    assert war.submit("done", "german", expect_head=war.head).code == ""


def test_dice_that_are_thrown_at_the_table_go_along(tmp_path: Path) -> None:
    match = referee.create("verdun", "ttlm", shelf=tmp_path, dice="spoken")
    offensive = next(one.text for one in match.options() if one.verb == "offensive")
    attack = f"{offensive}\nmove 1st army, 2nd army to liege\nbattle liege\ndone\nstand"

    with pytest.raises(referee.Misuse):
        match.submit(attack, "german")
    answer = match.submit(attack, "german", faces=[1, 2, 3], source="thrown on a table")

    assert not answer.refused
    assert [one.faces for one in match.table("rolls", "referee")] == ["1 2", "3"]


def test_an_option_answers_the_question_of_now(war: referee.Match) -> None:
    for _ in range(3):
        passing = next(one for one in war.options() if one.default)
        assert not war.submit(passing).refused

    assert {one.side for one in war.log().entries if one.kind == "order"} == {"german", "entente"}


def test_a_side_is_shown_no_hand_but_its_own(war: referee.Match) -> None:
    view = war.view("german")
    assert isinstance(view, referee.GreatWarView)

    hands = {hand.side: bool(hand.cards) for hand in view.hands}
    assert hands == {"german": True, "entente": False}
    assert [prompt.side for prompt in war.prompts("entente")] == []


def test_events_since_a_head_of_this_history_are_listed(war: referee.Match) -> None:
    head = war.head
    war.submit("offensive 1", "german")

    assert [one.kind for one in war.events("entente", since=head)] == [
        one.kind for one in war.events("entente", since=1)
    ]
    assert {one.entry for one in war.events("german", since=str(head))} == {2}
    with pytest.raises(referee.DataFault):
        war.events(since=f"1:{'0' * 64}")
    with pytest.raises(referee.NotFound):
        war.events(since=99)


def test_a_copy_is_read_and_takes_no_letter(liege: Table, tmp_path: Path) -> None:
    copy = tmp_path / "german.jsonl"
    copy.write_bytes(referee.open("liege", liege.folder.parent).export("german"))
    match = referee.open(str(copy))

    assert match.table("rolls", "german") == referee.open("liege", liege.folder.parent).table(
        "rolls", "german"
    )
    with pytest.raises(referee.Misuse) as raised:
        match.submit("pass", "german")
    assert raised.value.complaints[0].code == "copy-is-read-only"


def test_missing_match_raises_not_found(tmp_path: Path) -> None:
    with pytest.raises(referee.NotFound):
        referee.open("nothing", tmp_path)
    with pytest.raises(referee.NotFound):
        referee.open_in_memory("nothing", seed=1)
    assert {"ttlm", "aac", "skirmish"} <= {pack.pack for pack in referee.list_packs()}


def test_a_skirmish_is_held_as_well(command: Referee) -> None:
    match = referee.open_in_memory("skirmish", seed=3)
    view, options = match.view("german"), match.options(match.waiting[0], limit=20)

    assert isinstance(view, referee.SkirmishView)
    assert any(one.default for one in options)
    assert json.loads(json.dumps(to_data(options[0])))["verb"] == options[0].verb


def test_odds_follow_the_policy_that_is_given(liege: Table) -> None:
    match = referee.open("liege", liege.folder.parent)
    quiet, stubborn = (
        match.odds("namur", at=44, policy=one) for one in (None, "when losses: lose 1 infantry")
    )

    assert quiet.policy != stubborn.policy


def test_the_shelf_is_the_one_of_the_environment_or_lies_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_SHELF", str(tmp_path / "there"))
    referee.create("verdun", "ttlm")
    monkeypatch.delenv("REFEREE_SHELF")
    monkeypatch.chdir(tmp_path)
    referee.create("somme", "ttlm")

    assert (tmp_path / "there" / "verdun" / "journal.jsonl").is_file()
    assert (tmp_path / "matches" / "somme" / "journal.jsonl").is_file()
    assert [one.match for one in referee.list_matches()] == ["somme"]


PASSED = "2026-12-01T20:00:00Z"


@pytest.fixture
def passed(war: referee.Match) -> referee.Match:
    """A match whose last entry was filed at a given time."""
    assert not war.submit("pass", "german", at=PASSED).refused
    return war


def test_given_time_before_the_last_entry_is_refused_with_a_remedy(passed: referee.Match) -> None:
    head = passed.head

    with pytest.raises(referee.Misuse) as fault:
        passed.submit("done", "german", at="1990-01-01T00:00:00Z")

    assert str(fault.value) == (
        f"the time 1990-01-01T00:00:00Z is before that of the last entry, {PASSED}"
        " (leave the time out, or give a later one)"
    )
    assert passed.head == head


@pytest.mark.parametrize("at", [PASSED, "2026-12-01T19:59:56Z", "2026-12-01T22:00:00+01:00"])
def test_given_time_may_step_back_by_little(passed: referee.Match, at: str) -> None:
    assert not passed.submit("done", "german", at=at).refused


def test_letter_is_a_repeat_whatever_time_is_given(passed: referee.Match) -> None:
    assert passed.submit("pass", "german", at="1990-01-01T00:00:00Z").code == "repeat"


def test_time_in_memory_is_that_of_the_last_entry_by_default(passed: referee.Match) -> None:
    passed.submit("done", "german")

    *_, last = map(json.loads, passed.export().splitlines())
    assert last["body"]["at"] == PASSED


def test_amendment_before_the_last_entry_is_refused(liege: Table) -> None:
    match = referee.open("liege", liege.folder.parent)
    with pytest.raises(referee.Misuse, match="is before that of the last entry"):
        match.amend("put ge-1 in liege", reason="a test", at="1990-01-01T00:00:00Z", dry=True)
