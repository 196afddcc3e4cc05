"""The club log: players keep their reports, and check that all were made from one log."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Referee, Result

TURNS = ("german", "entente", "german")


class Club:
    """A club with one match, and the reports that its players kept."""

    def __init__(self, command: Referee, shelf: Path, reports: Path) -> None:
        self.command, self.shelf, self.reports = command, shelf, reports
        self.kept: dict[str, list[Path]] = {"german": [], "entente": []}

    def start(self) -> None:
        assert self.command("club", "start", "club.example").code == 0
        self.key = next(
            line.removeprefix("Public key: ")
            for line in self.command("club", "show").out.splitlines()
            if line.startswith("Public key: ")
        )

    def send_report(self, side: str) -> Path:
        path = self.reports / f"{side}-{len(self.kept[side])}.txt"
        path.write_text(self.command("report", "liege", "--as", side).out)
        self.kept[side].append(path)
        return path

    def write_letter(self, report: Path) -> str:
        """Answer the first question of a report with its template and the first option."""
        text = report.read_text()
        side = report.name.partition("-")[0]
        template = text[text.index("BEGIN ORDERS") : text.index("END ORDERS")]
        order, *_ = self.command("options", "liege", "--as", side).out.splitlines()
        return f"{template}{order}\nEND ORDERS\n"

    def play(self, turns: int) -> None:
        """Play some turns; both sides are sent a report after each letter."""
        for _ in range(turns):
            side = self.command("prompts", "liege", "--json").json["prompts"][0]["side"]
            filed = self.command("submit", "liege", stdin=self.write_letter(self.send_report(side)))
            assert filed.code == 0, filed
            for other in self.kept:
                self.send_report(other)

    def check(self, side: str, *more: object, key: bool = True) -> Result:
        options = ("--key", self.key) if key else ()
        return self.command("club", "check", *self.kept[side], *options, *more)


@pytest.fixture
def club(command: Referee, shelf: Path, tmp_path: Path) -> Club:
    (tmp_path / "reports").mkdir()
    club = Club(command, shelf, tmp_path / "reports")
    club.start()
    assert command("new", "liege", "ttlm").code == 0
    return club


def test_each_player_proves_from_his_reports_that_there_is_one_log(club: Club, tmp_path: Path) -> None:
    club.play(4)
    copy = tmp_path / "german.jsonl"
    club.command("export", "liege", "--as", "german", "-o", copy)

    for side in club.kept:
        checked = club.check(side)
        assert checked.code == 0, checked
        assert "All are states of one log." in checked.out
    assert club.check("german", "--copy", copy).code == 0
    answer = club.check("german", "--json").json
    assert answer["name"] == "club.example"
    assert len(answer["sizes"]) == len(answer["heads"])


def test_a_match_is_in_the_log_before_it_is_shown(club: Club) -> None:
    size = club.command("club", "show", "--json").json["size"]
    club.command("new", "another", "ttlm")

    assert club.command("club", "show", "--json").json["size"] == size + 2


def test_letters_quote_the_head_that_their_author_was_shown(club: Club) -> None:
    club.play(2)

    quoted = [line for line in club.command("log", "liege").out.splitlines() if "quotes" in line]
    assert len(quoted) >= 1


def test_a_report_is_the_same_when_it_is_written_again(club: Club) -> None:
    club.play(1)
    first = club.send_report("german").read_text()

    assert club.send_report("german").read_text() == first


def test_player_who_sees_two_histories_finds_them(club: Club, tmp_path: Path) -> None:
    club.play(1)
    shutil.copytree(club.shelf, tmp_path / "other")
    club.play(1)
    club.command("note", "liege", "a history for the other side", "--shelf", tmp_path / "other")
    forged = club.command("report", "liege", "--as", "german", "--shelf", tmp_path / "other")
    club.send_report("german").write_text(forged.out)

    checked = club.check("german")
    assert checked.code == 1
    assert "two different logs were shown to you" in checked.out


def test_a_history_that_was_changed_after_a_report_is_found_in_the_copy(club: Club, tmp_path: Path) -> None:
    shutil.copytree(club.shelf, tmp_path / "other")
    club.play(1)
    for number in range(3):
        club.command("note", "liege", f"a changed history {number}", "--shelf", tmp_path / "other")
    copy = tmp_path / "german.jsonl"
    club.command("export", "liege", "--as", "german", "-o", copy, "--shelf", tmp_path / "other")

    checked = club.check("german", "--copy", copy)
    assert checked.code == 1
    assert "is not in your copy" in checked.out


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("\nleaf ", "\nleaf AAAA", "cannot be read"),
        ("\nclub.example\n", "\nclub.example\n1", "is not in the log of size 1"),
        ("— club.example ", "— club.example AAAA", "did not sign"),
        ("\nclub.example\n", "\nclub.other\n", "is of the log club.other"),
    ],
    ids=["path", "size", "signature", "name"],
)
def test_a_changed_proof_is_found(club: Club, old: str, new: str, complaint: str) -> None:
    club.play(1)
    report = club.kept["german"][-1]
    text = report.read_text()
    assert old in text
    report.write_text(text.replace(old, new))

    checked = club.check("german")
    assert checked.code == 1
    assert complaint in checked.out


def test_quoted_and_mailed_reports_are_read(club: Club) -> None:
    club.play(1)
    first, *others = club.kept["german"]
    first.write_text("".join(f"> {line}\n" for line in first.read_text().splitlines()))
    for report in others:
        report.write_text(f"From: referee@club.example\nTo: anna@example.net\n\n{report.read_text()}")

    assert club.check("german").code == 0


def test_signatures_are_not_checked_if_no_key_is_given(club: Club) -> None:
    club.play(1)

    checked = club.check("german", key=False)
    assert checked.code == 0
    assert "No signature was checked" in checked.out


def test_a_shelf_without_a_log_has_reports_without_proofs(command: Referee, shelf: Path) -> None:
    assert command("new", "liege", "ttlm").code == 0

    assert "club log" not in command("report", "liege", "--as", "german").out
    assert not (shelf / "_club").exists()
    assert command("club", "show").code == 66


def test_a_second_log_is_not_started(club: Club) -> None:
    again = club.command("club", "start", "club.example")

    assert again.code == 2
    assert "already has a club log" in again.err


def test_mails_without_proofs_are_refused(club: Club, tmp_path: Path) -> None:
    (tmp_path / "mail.txt").write_text("Hello\n")

    assert club.command("club", "check", tmp_path / "mail.txt").code == 66


def test_the_secret_of_the_key_is_shown_by_no_message(club: Club) -> None:
    path = club.shelf / "_club" / "key.json"
    seed = path.read_text()
    path.write_text(seed[:-5])

    failed = club.command("club", "show")
    assert failed.code == 65
    assert seed[20:60] not in failed.err
    assert path.stat().st_mode & 0o077 == 0


@pytest.fixture
def entente_copy(club: Club, tmp_path: Path) -> Path:
    """Return the path of the copy of the Entente, which is exported by the test."""
    return tmp_path / "entente.jsonl"


def export(club: Club, side: str, to: Path) -> Path:
    assert club.command("export", "liege", "--as", side, "-o", to, "--force").code == 0
    return to


def test_letters_without_a_quote_are_named_by_entry(club: Club, entente_copy: Path) -> None:
    club.play(2)
    assert club.check("entente", "--copy", export(club, "entente", entente_copy)).code == 0
    side = club.command("prompts", "liege", "--json").json["prompts"][0]["side"]
    order, *_ = club.command("options", "liege", "--as", side).out.splitlines()
    entry = len(club.command("log", "liege").out.splitlines())
    assert club.command("submit", "liege", "--as", side, stdin=order).code == 0
    club.send_report("entente")

    checked = club.check("entente", "--copy", export(club, "entente", entente_copy))
    assert checked.code == 1
    assert f"quotes a head at these entries: {entry} (ask its player" in checked.out


def test_an_old_quote_is_named_by_entry(club: Club, entente_copy: Path) -> None:
    club.play(1)
    first = club.kept["german"][0].read_text()
    old = first[first.index("head:") :].splitlines()[0]
    for _ in range(6):
        side = club.command("prompts", "liege", "--json").json["prompts"][0]["side"]
        letter = club.write_letter(club.send_report(side))
        if side == "german":
            letter = "".join(
                old + "\n" if line.startswith("head:") else line for line in letter.splitlines(True)
            )
        assert club.command("submit", "liege", stdin=letter).code == 0
    club.send_report("entente")

    checked = club.check("entente", "--copy", export(club, "entente", entente_copy))
    assert checked.code == 1
    assert "German" in checked.out
    assert "Entente quote" not in checked.out


def test_both_sides_learn_of_a_letter_that_quotes_another_history(club: Club, entente_copy: Path) -> None:
    club.play(1)
    side = club.command("prompts", "liege", "--json").json["prompts"][0]["side"]
    letter = club.write_letter(club.send_report(side))
    seal = letter[letter.index("head:") :].splitlines()[0].rpartition(":")[2]
    forged = letter.replace(seal, seal[::-1])

    for _ in range(2):
        refused = club.command("submit", "liege", stdin=forged)
        assert refused.code == 65
        assert "not in the journal" in refused.err
    for other in club.kept:
        report = club.send_report(other).read_text()
        assert "not in this journal: compare your" in " ".join(report.split())
        assert report.count(seal[::-1]) <= 2
    assert club.command("log", "liege").out.count(seal[::-1]) == 1
    assert club.command("verify", "liege").code == 0
    assert club.command("submit", "liege", stdin=letter).code == 0
    checked = club.check("entente", "--copy", export(club, "entente", entente_copy))
    assert checked.code == 1
    assert "was shown another history" in checked.out


def test_an_opening_is_announced_with_its_leaf(club: Club, tmp_path: Path) -> None:
    opened = club.command("new", "announced", "ttlm")
    (tmp_path / "announcement.txt").write_text(opened.out)

    assert "Its header is leaf" in opened.out
    assert club.command("club", "check", tmp_path / "announcement.txt", "--key", club.key).code == 0
    answer = club.command("new", "again", "ttlm", "--json").json
    assert f"leaf {answer['leaf']}, head 0:" in answer["proof"][0]


def test_report_with_a_proof_may_be_written_over(club: Club, tmp_path: Path) -> None:
    for _ in range(2):
        assert club.command("report", "liege", "--as", "german", "-o", tmp_path / "report.txt").code == 0
        club.play(1)
