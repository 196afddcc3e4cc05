"""What commands demand before they begin, and the codes they leave."""

from pathlib import Path

import pytest

from referee.analysis.simulation import studies
from tests.cli.conftest import Referee, Table

MISSING = {
    "new war": "no-pack",
    "new war ttlm --pack aac": "two-packs",
    "simulate": "no-pack-to-simulate",
    "simulate ttlm --games 2 --keep 3": "number-not-fought",
    "mail watch --print upstart": "starter-unknown",
}


@pytest.mark.parametrize(("line", "code"), MISSING.items())
def test_what_is_missing_or_too_much_is_named(command: Referee, line: str, code: str) -> None:
    told = command(*line.split(), "--json")

    assert [one["code"] for one in told.json["complaints"]] == [code]


def test_a_file_that_is_there_stops_a_simulation_before_its_first_war(
    command: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "run", lambda *_: pytest.fail("a war was fought"))
    for option, name in (("--rows", "rows.jsonl"), ("--map", "map.svg")):
        (tmp_path / name).touch()

        told = command("simulate", "ttlm", "--games", 1, "--jobs", 1, option, tmp_path / name)

        assert (told.code, name in told.err) == (73, True)


CLUB = """\
address = "referee@club.example"
[delivery]
to = "maildir"
path = "{folder}"
"""


def test_a_clock_that_jumps_is_a_no_until_it_is_switched_on_again(
    command: Referee, shelf: Path, tmp_path: Path
) -> None:
    (shelf / "_post").mkdir(parents=True)
    (shelf / "_post" / "config.toml").write_text(CLUB.format(folder=tmp_path / "out"))

    codes = [
        command("mail", "tick", "--now", f"2026-12-{day:02}T12:00:00Z", *more).code
        for day, more in ((1, ()), (3, ()), (3, ()), (3, ("--on",)), (3, ()))
    ]

    assert codes == [0, 1, 1, 0, 0]


def test_who_amends_is_warned_of_a_line_that_was_never_finished(liege: Table) -> None:
    path = liege.folder / "journal.jsonl"
    path.write_bytes(path.read_bytes() + b'{"seal"')

    told = liege.command(
        "amend", "liege", "nonsense", "--reason", "a slip", "--agreed", "german", "--dry-run"
    )

    assert "never finished" in told.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("show liege --as german --at 999", "n'a pas d'entrée 999"),
        ("show liege --as entente --at 999", "has no entry 999"),
        ("show liege --as entente --at 999 --language fr", "n'a pas d'entrée 999"),
    ],
)
def test_who_is_kept_waiting_is_told_so_in_his_language(liege: Table, words: str, said: str) -> None:
    assert liege.command("language", "liege", "german", "fr").code == 0

    told = liege.command(*words.split())

    assert said in told.err
