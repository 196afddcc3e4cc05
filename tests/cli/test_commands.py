"""Every command, as somebody types it."""

import json
from pathlib import Path

import pytest

from referee.reports import match_progress
from tests.cli.conftest import Referee

LETTERS = "matches/duel"


def test_a_match_is_opened_and_tells_what_the_players_need(referee: Referee, shelf: Path) -> None:
    opened = referee("new", "duel", "toy")

    assert opened.code == 0
    assert "first key" in opened.out
    assert sorted(path.name for path in (shelf / "duel").iterdir()) == ["journal.jsonl", "secret.json"]
    assert (shelf / "duel" / "secret.json").stat().st_mode & 0o777 == 0o600


def test_no_secret_is_printed_when_a_match_is_opened(referee: Referee, shelf: Path) -> None:
    opened = referee("new", "duel", "toy", "--json")

    secret = json.loads((shelf / "duel" / "secret.json").read_text())
    for value in (secret["seed"], secret["hidden"]):
        assert value not in opened.out + opened.err


def test_a_match_is_not_opened_twice(referee: Referee) -> None:
    referee("new", "duel", "toy")

    again = referee("new", "duel", "toy")
    assert again.code == 73
    assert "already exists" in again.err


@pytest.mark.parametrize("name", ["../duel", "/tmp/duel", "Duel", "", "-x", "duel/..", "a" * 65, "dü"])
def test_the_name_of_a_match_leads_nowhere(referee: Referee, shelf: Path, name: str) -> None:
    assert referee("new", "--", name, "toy").code == 2
    assert referee("show", "--", name).code == 2
    assert not shelf.exists()


@pytest.mark.parametrize(
    "more",
    [["--scenario", "second"], ["--dice", "loaded"], ["--with", "fog"], ["--with", "a=1", "--with", "a=2"]],
)
def test_new_match_needs_existing_pack_and_scenario(referee: Referee, shelf: Path, more: list[str]) -> None:
    assert referee("new", "duel", "toy", *more).code == 2
    assert not shelf.exists()


def test_a_pack_that_is_not_there_is_not_found(referee: Referee) -> None:
    assert referee("new", "duel", "nothing").code == 66


@pytest.mark.usefixtures("duel")
class TestMatch:
    def test_list_says_who_is_waited_for(self, referee: Referee) -> None:
        assert referee("list").out == "duel  toy first  3 entries  waiting for red\n"

    def test_a_match_that_cannot_be_read_says_why(self, referee: Referee, shelf: Path) -> None:
        (shelf / "broken").mkdir()
        (shelf / "broken" / "journal.jsonl").write_text("no journal\n")

        listed = referee("list", "--json").json["matches"]
        assert [match["match"] for match in listed if match["fault"]] == ["broken"]

    def test_show_tells_a_side_no_more_than_it_may_know(self, referee: Referee) -> None:
        assert "the number 2" in referee("show", "duel", "--as", "red").out
        shown = referee("show", "duel", "--as", "blue")
        assert "the number 5" in shown.out
        assert "the number 2" not in shown.out
        assert referee("show", "duel", "--as", "blue", "--json").json["hidden"] == {"red": None, "blue": 5}

    def test_show_goes_back_to_an_entry(self, referee: Referee) -> None:
        assert "the number 2" not in referee("show", "duel", "--at", 1).out
        assert referee("show", "duel", "--at", 9).code == 66

    def test_prompts_are_listed_for_the_prompted_side(self, referee: Referee) -> None:
        assert referee("prompts", "duel", "--as", "red").out == "Red: Throw, guess, peek or stop.\n"
        told = referee("prompts", "duel", "--as", "blue")
        assert told.out == "Waiting for Red.\n"
        assert referee("prompts", "duel", "--json").json["prompts"][0]["side"] == "red"

    def test_options_are_lines_of_a_letter(self, referee: Referee) -> None:
        assert referee("options", "duel").out.splitlines()[:3] == ["throw 1", "throw 2", "throw 3"]
        assert referee("options", "duel", "--as", "blue").out == "# Blue has no open question\n"
        assert referee("options", "duel", "--limit", 2).out.splitlines()[2:] == [
            ("# more orders exist: raise --limit")
        ]

    def test_an_accepted_letter_is_done(self, referee: Referee) -> None:
        done = referee("submit", "duel", "--as", "red", stdin="throw 1")

        assert done.code == 0
        assert done.out.splitlines()[3] == 'Accepted: "throw 1" (entry 4)'
        assert "Waiting for Blue." in done.out
        assert done.err == ""

    def test_a_refusal_reads_like_one(self, referee: Referee) -> None:
        refused = referee("submit", "duel", "--as", "red", stdin="throw 9")

        assert refused.code == 1
        assert refused.out.splitlines()[3:9] == [
            'Refused: "throw 9" (line 1)',
            "",
            "- 3.1, Dice: 9 dice were asked for. Throw 1 to 3 dice.",
            '- Legal: "throw 1", "throw 2" or "throw 3"',
            "",
            "Your orders were refused (entry 4). The position has not changed. Head",
        ]

    def test_a_letter_may_be_a_file(self, referee: Referee, tmp_path: Path) -> None:
        (tmp_path / "letter.txt").write_text("side: red\nstop\n")

        assert referee("submit", "duel", tmp_path / "letter.txt").code == 0

    def test_a_letter_that_is_not_there_is_not_found(self, referee: Referee) -> None:
        assert referee("submit", "duel", "nowhere.txt", "--as", "red").code == 66

    def test_nobody_is_asked_to_type_a_letter(self, referee: Referee) -> None:
        waited = referee("submit", "duel", "--as", "red", stdin=None)

        assert waited.code == 2
        assert "nothing to read" in waited.err

    def test_undecodable_letter_is_reported_with_place(self, referee: Referee) -> None:
        strange = referee("submit", "duel", "--as", "red", stdin=b"throw 1\nst\x00op\n")

        assert strange.code == 65
        assert strange.err.startswith("-:2:3: ")

    def test_a_rehearsal_files_nothing(self, referee: Referee) -> None:
        rehearsed = referee("submit", "duel", "--as", "red", "--dry-run", stdin="throw 2")

        assert rehearsed.code == 0
        assert "would roll 2 dice for red throws for points" in rehearsed.out
        assert referee("log", "duel", "--json").json["head"].startswith("3:")

    def test_an_order_is_somebodys(self, referee: Referee) -> None:
        assert referee("submit", "duel", "--as", "green", stdin="stop").code == 77
        assert referee("submit", "duel", "--as", "blue", stdin="side: red\nstop").code == 77
        assert referee("submit", "duel", stdin="stop").code == 2

    def test_the_expected_head_has_to_be_the_head(self, referee: Referee) -> None:
        head = referee("log", "duel", "--json").json["head"]

        assert referee("submit", "duel", "--as", "red", "--expect-head", head, stdin="stop").code == 0
        assert referee("submit", "duel", "--as", "blue", "--expect-head", head, stdin="stop").code == 1
        assert referee("submit", "duel", "--as", "blue", "--expect-head", "4", stdin="stop").code == 2

    def test_a_batch_answers_line_by_line(self, referee: Referee) -> None:
        letters = [
            {"match": "duel", "side": "red", "letter": "stop"},
            {"match": "duel", "side": "red", "letter": "stop\n# again"},
            {"match": "nothing", "letter": "stop"},
        ]
        text = "".join(json.dumps(letter) + "\n" for letter in letters) + "no json\n"

        done = referee("submit", "-", "--batch", stdin=text)
        answers = [json.loads(line) for line in done.out.splitlines()]
        assert [(answer["ok"], answer["exit"]) for answer in answers] == [
            (True, 0),
            (False, 1),
            (False, 66),
            (False, 65),
        ]
        assert done.code == 66

    def test_a_report_is_all_a_side_needs(self, referee: Referee) -> None:
        referee("submit", "duel", "--as", "red", stdin="throw 2")

        report = referee("report", "duel", "--as", "blue").out
        assert "Events since entry 3" in report
        assert '*Entry 4*, Red: "throw 2". ' in report
        assert "needs" in report.partition("Events")[2]
        assert "BEGIN ORDERS duel\nside: blue\nanswers: 4\n# throw 3\nEND ORDERS" in report
        head = referee("log", "duel", "--json").json["head"]
        *_, told, _, key = report.splitlines()
        assert head in report
        assert told == "The keys of the dice above, by entry:"
        assert key.startswith("4 ")
        assert len(key) == len("4 ") + 64

    def test_the_template_of_a_report_is_a_letter(self, referee: Referee) -> None:
        report = referee("report", "duel", "--as", "red").out

        assert referee("submit", "duel", stdin=report).code == 65
        assert referee("submit", "duel", stdin=report.replace("\n# throw", "\nthrow")).code == 0

    def test_a_report_of_one_side_does_not_hold_the_secrets_of_the_other(self, referee: Referee) -> None:
        referee("submit", "duel", "--as", "red", stdin="peek\nthrow 9")
        report = referee("report", "duel", "--as", "blue", "--since", 0).out

        assert "hides a number" in report
        assert "the number 2" not in report
        assert "draws a lucky number." in report
        assert "throw 9" not in report
        assert "Red: peek" in report

    def test_a_report_goes_to_a_new_file(self, referee: Referee, tmp_path: Path) -> None:
        target = tmp_path / "report.txt"

        assert referee("report", "duel", "--as", "red", "-o", target).out == ""
        assert target.read_text().startswith("duel: report for Red\n")
        assert referee("report", "duel", "--as", "red", "-o", target).code == 0
        target.write_text("my notes")
        assert referee("report", "duel", "--as", "red", "-o", target).code == 73

    def test_each_reader_gets_a_report_of_his_own_in_one_run(self, referee: Referee, tmp_path: Path) -> None:
        folder = tmp_path / "out"

        written = referee("report", "duel", "--all", "-o", folder).out.splitlines()

        assert sorted(written) == [f"{folder}/duel.{reader}.txt" for reader in ("blue", "public", "red")]
        for reader in ("blue", "public", "red"):
            alone = referee("report", "duel", "--as", reader).out
            assert (folder / f"duel.{reader}.txt").read_text() == alone
            assert "SECRET" not in alone
        assert referee("report", "duel", "--all", "-o", folder).code == 0
        (folder / "duel.red.txt").write_text("my notes")
        assert referee("report", "duel", "--all", "-o", folder).code == 73

    @pytest.mark.parametrize("reader", ["red", "blue", "public"])
    def test_reports_for_all_are_written_all_or_none(
        self, referee: Referee, tmp_path: Path, reader: str
    ) -> None:
        there = tmp_path / "out" / f"duel.{reader}.txt"
        there.parent.mkdir()
        there.write_text("kept")

        assert referee("report", "duel", "--all", "-o", there.parent).code == 73
        assert list(there.parent.iterdir()) == [there]

    @pytest.mark.parametrize(
        ("folder", "said"), [("file", "already exists"), ("file/out", "Not a directory")]
    )
    def test_a_file_in_the_place_of_the_folder_is_named(
        self, referee: Referee, tmp_path: Path, folder: str, said: str
    ) -> None:
        (tmp_path / "file").touch()

        refused = referee("report", "duel", "--all", "-o", tmp_path / folder)
        assert refused.code == 73
        assert f"{tmp_path / folder}" in refused.err
        assert said in refused.err

    def test_a_page_that_cannot_be_written_is_not_worked_out(
        self, referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = tmp_path / "page.html"
        page.write_text("kept")
        monkeypatch.setattr(match_progress, "page", None)

        assert referee("replay", "duel", "--as", "red", "-o", page).code == 73
        assert page.read_text() == "kept"

    @pytest.mark.parametrize(
        "more", [[], ["--as", "red", "-o", "x"], ["--subject", "-o", "x"], ["--due", "noon", "-o", "x"]]
    )
    def test_reports_for_all_refuse_options_of_one_viewer(self, referee: Referee, more: list[str]) -> None:
        assert referee("report", "duel", "--all", *more).code == 2

    def test_output_with_secrets_of_both_sides_is_marked(self, referee: Referee) -> None:
        assert referee("report", "duel").out.startswith("SECRET: ")
        assert referee("report", "duel", "--subject").out.startswith("SECRET: ")
        assert "your answer" not in referee("report", "duel", "--subject").out
        assert referee("show", "duel").out.startswith("SECRET: ")
        assert "<title>SECRET: duel" in referee("replay", "duel").out
        assert "SECRET" not in referee("replay", "duel", "--as", "red").out

    @pytest.mark.parametrize("name", ["report", "replay"])
    def test_a_file_with_the_secrets_of_both_sides_is_asked_for_by_name(
        self, referee: Referee, tmp_path: Path, name: str
    ) -> None:
        """A moderator who forgets for whom it is would mail the cards of the enemy."""
        file = tmp_path / "file.html"
        told = referee(name, "duel", "-o", file, "--json")
        assert (told.code, told.json["complaints"][0]["code"]) == (2, "secrets-unnamed")
        assert not file.exists()
        assert referee(name, "duel", "--as", "referee", "-o", file).code == 0
        assert "SECRET: duel" in file.read_text()

    def test_a_report_has_the_formats_there_are(self, referee: Referee) -> None:
        assert referee("report", "duel", "--format", "runes").code == 2
        assert (
            json.loads(referee("report", "duel", "--format", "json").out)["title"]
            == "SECRET: duel: report for the referee"
        )

    def test_log_shows_an_entry_a_line(self, referee: Referee) -> None:
        referee("submit", "duel", "--as", "blue", stdin="stop")

        lines = referee("log", "duel", "--as", "red").out.splitlines()
        assert [line.split("  ")[-1].strip() for line in lines[:4]] == [
            "opening",
            "hide 2",
            "sealed orders",
            "a sealed refusal",
        ]
        assert referee("log", "duel").out.splitlines()[3].endswith("blue     refused: stop")

    def test_log_shows_so_many_of_the_last_entries(self, referee: Referee) -> None:
        referee("submit", "duel", "--as", "red", stdin="throw 3")
        whole = referee("log", "duel", "--json").json
        some = referee("log", "duel", "--last", "2", "--json").json

        assert some["entries"] == whole["entries"][-2:]
        assert some["head"] == whole["head"]
        assert referee("log", "duel", "--last", "99", "--json").json == whole
        assert referee("log", "duel", "--last", "0").code == 2

    def test_verify_proves_and_judges_again(self, referee: Referee) -> None:
        referee("submit", "duel", "--as", "red", stdin="throw 3")

        proved = referee("verify", "duel", "--rejudge")
        assert proved.code == 0
        assert "3 in 1 roll follow from 1 published key." in proved.out
        assert "today's rules give the same result" in proved.out

    def test_verify_finds_a_changed_line_with_its_place(self, referee: Referee, shelf: Path) -> None:
        path = shelf / "duel" / "journal.jsonl"
        lines = path.read_bytes().split(b"\n")
        path.write_bytes(
            b"\n".join([*lines[:2], lines[2].replace(b'"side":"red"', b'"side":"rex"', 1), *lines[3:]])
        )

        broken = referee("verify", "duel")
        assert broken.code == 65
        assert broken.err.startswith(f"{path}:3:")
        assert referee("show", "duel").code == 65

    def test_verify_finds_a_line_that_was_cut_off_by_its_head(self, referee: Referee, shelf: Path) -> None:
        head = referee("log", "duel", "--json").json["head"]
        path = shelf / "duel" / "journal.jsonl"
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))

        assert referee("verify", "duel").code == 0
        assert referee("verify", "duel", "--head", head).code == 65

    def test_a_side_can_verify_its_own_copy(self, referee: Referee, tmp_path: Path) -> None:
        copy = tmp_path / "copy.jsonl"
        assert referee("export", "duel", "--as", "blue", "-o", copy).code == 0

        assert '"number":2' not in copy.read_text()
        proved = referee("verify", copy)
        assert proved.code == 66
        assert "The rules were NOT checked: the rules of toy judge no copies" in proved.out
        assert proved.out.splitlines()[-1] == "head " + referee("log", "duel", "--json").json["head"]

    def test_an_export_prints_the_lines_of_the_journal(self, referee: Referee, shelf: Path) -> None:
        assert referee("export", "duel").out.encode() == (shelf / "duel" / "journal.jsonl").read_bytes()

    def test_a_side_may_take_back_its_own_order(self, referee: Referee) -> None:
        referee("submit", "duel", "--as", "red", stdin="stop")

        assert referee("retract", "duel", "--to", 3, "--as", "blue").code == 77
        assert referee("retract", "duel", "--to", 3, "--as", "red").code == 0
        assert referee("prompts", "duel").out.startswith("Red: ")
        assert "(taken back)" in referee("log", "duel").out

    @pytest.mark.parametrize("order", ["throw 1", "peek", "guess 1"])
    def test_only_the_referee_takes_back_what_cannot_be_unseen(self, referee: Referee, order: str) -> None:
        referee("submit", "duel", "--as", "red", stdin=order)

        assert referee("retract", "duel", "--to", 3, "--as", "red").code == 77
        assert referee("retract", "duel", "--to", 3).code == 2
        assert referee("retract", "duel", "--to", 3, "--reason", "a slip").code == 0
        assert referee("verify", "duel", "--rejudge").code == 0

    def test_a_note_may_be_private(self, referee: Referee) -> None:
        assert referee("note", "duel", "mine alone", "--as", "red", "--private").code == 0
        assert referee("note", "duel", "for all").code == 0

        assert "mine alone" in referee("log", "duel", "--as", "red").out
        told = referee("log", "duel", "--as", "blue").out
        assert "mine alone" not in told
        assert "for all" in told

    def test_secrets_are_opened_when_the_match_is_over(self, referee: Referee, shelf: Path) -> None:
        assert referee("reveal", "duel").code == 2
        assert referee("submit", "duel", "--as", "red", stdin="guess 5").code == 0
        assert referee("prompts", "duel").out == "There are no open questions. The match is over.\n"

        assert referee("reveal", "duel").code == 0
        assert not (shelf / "duel" / "secret.json").exists()
        assert "hidden draws are also proved" in referee("verify", "duel").out
        assert referee("submit", "duel", "--as", "blue", stdin="stop").code == 1

    def test_a_game_without_a_map_has_none(self, referee: Referee) -> None:
        assert referee("map", "duel").code == 2


def test_a_match_that_is_not_there_is_not_found(referee: Referee) -> None:
    for command in ("show", "log", "prompts", "report", "export", "verify", "reveal"):
        assert referee(command, "nothing").code == 66, command
    assert referee("verify", "nothing.jsonl").code == 66


def test_a_clause_is_explained_by_number_and_by_meaning(referee: Referee) -> None:
    by_number = referee("explain", "3.1", "--pack", "toy")
    by_meaning = referee("explain", "throw.dice", "--pack", "toy")

    assert by_number.out == by_meaning.out
    assert "Ruling T-1 Loaded dice" in by_number.out
    assert referee("explain", "T-1", "--pack", "toy").out.startswith("T-1  Loaded dice")
    assert referee("explain", "9.9", "--pack", "toy").code == 66


def test_spoken_dice_name_what_they_need(referee: Referee) -> None:
    referee("new", "duel", "toy", "--dice", "spoken")
    referee("submit", "duel", "--as", "red", stdin="hide 2")
    referee("submit", "duel", "--as", "blue", stdin="hide 5")

    missing = referee("submit", "duel", "--as", "red", stdin="throw 2")
    assert missing.code == 2
    assert "2 dice needed for red throws for points" in missing.err
    thrown = referee("submit", "duel", "--as", "red", "--faces", "1,6", "--source", "Anna", stdin="throw 2")
    assert "1 6" in thrown.out
    assert (
        referee("submit", "duel", "--as", "blue", "--faces", "x", "--source", "A", stdin="throw 1").code == 2
    )


def test_lawful_orders_are_counted_by_question_in_words_and_as_a_record(command: Referee) -> None:
    in_words = command("packs", "count", "ttlm", "--scenario", "1914")
    as_record = command("packs", "count", "ttlm", "--scenario", "1914", "--json").json

    assert in_words.out.splitlines()[1].split() == ["1914", "1", "3", "offensive", "3"]
    assert as_record["scenarios"] == [
        {
            "scenario": "1914",
            "depths": [{"depth": 1, "orders": 3, "questions": {"offensive": 3}}],
            "games": [],
        }
    ]
    assert command("packs", "count", "ttlm", "--depth", "0").code == 2
