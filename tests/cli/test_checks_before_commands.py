"""Checks before a command begins, and their exit codes."""

from pathlib import Path

import pytest

from referee.analysis import studies
from tests.cli.conftest import Referee, Table

MISTYPED = {
    "new war": ("name one of aac, skirmish or ttlm, as in: referee new war aac", "new war aac"),
    "new ttlm": ("as in: referee new verdun ttlm", "new verdun ttlm"),
    "--json list": ("write it after the command, as in: referee list --json", "list --json"),
    "--quiet list": ("write it after the command, as in: referee list --quiet", "list --quiet"),
    "-q list": ("write it after the command, as in: referee list -q", "list -q"),
    "--shelf elsewhere list": ("as in: referee list --shelf", "list --shelf elsewhere"),
}
"""Lines of newcomers, with a part of their remedy and the line that they should write."""


@pytest.mark.parametrize("line", MISTYPED)
def test_remedy_of_a_newcomer_is_a_line_that_works(command: Referee, line: str) -> None:
    remedy, mended = MISTYPED[line]
    told = command(*line.split())

    assert told.code == 2
    assert remedy in told.err + told.out
    assert command(*mended.split()).code == 0


def test_missing_shelf_differs_from_an_empty_one(command: Referee, tmp_path: Path) -> None:
    missing, empty = tmp_path / "mispelt", tmp_path / "empty"
    empty.mkdir()

    assert (
        command("list", "--shelf", missing).out
        == f"{missing} contains no matches: the folder does not exist.\n"
    )
    assert command("list", "--shelf", empty).out == f"{empty} contains no matches.\n"


def test_option_of_no_command_is_unknown(command: Referee) -> None:
    assert "No such option: --jason" in command("--jason", "list").err


MISSING = {
    "new war": "no-pack",
    "new war ttlm --pack aac": "two-packs",
    "simulate": "no-pack-to-simulate",
    "simulate ttlm --games 2 --keep 3": "number-not-fought",
    "mail watch --print upstart": "starter-unknown",
    "verify": "nothing-to-prove",
    "verify --repair": "nothing-to-prove",
    "verify war --to 3": "tail-without-repair",
    "verify - --repair": "pipe-unrepairable",
    "verify - --repair --to 3": "pipe-unrepairable",
    "verify war.jsonl.gz --repair": "packed-unrepairable",
    "verify war --repair": "match-unknown",
    "verify war": "match-unknown",
    "dispute war 3 --file": "resolve-missing",
    "dispute war 3 --error x": "resolve-missing",
    "dispute war 3 --agreed german": "resolve-missing",
    "dispute war 3 4": "one-at-a-time",
    "dispute war 3 --resolve --as german": "resolved-for-side",
    "dispute war 3 --as german": "match-unknown",
    "dispute war 3 4 --resolve --file --error x --agreed german": "match-unknown",
    "submit war --batch": "batch-names-matches",
    "submit - letter.txt --batch": "batch-from-file",
    "submit - --batch --dry-run": "batch-has-options",
    "submit - --batch --as german": "batch-has-options",
    "submit - --batch --faces 1": "batch-has-options",
    "submit - --batch --source x": "batch-has-options",
    "submit - --batch --expect-head 1:a": "batch-has-options",
    "submit copy.jsonl - --as german": "copy-takes-no-letter",
    "submit copy.jsonl - --dry-run --faces 1": "copy-takes-no-dice",
    "phrase war words": "phrase-of-nobody",
    "bot war": "bot-of-nobody",
    "report war --all": "reports-without-folder",
    "report war --all -o out --subject": "reports-have-options",
    "report war --all -o out --as german": "reports-have-options",
    "report war --all -o out --due noon": "reports-have-options",
    "report war --all -o out --at 0": "reports-have-options",
    "report war --all -o out --language fr": "reports-have-options",
    "report war --all -o out --full --since 3": "match-unknown",
    "odds": "nothing-to-weigh",
    "odds --pack ttlm": "nothing-to-weigh",
    "odds war --given x": "set-up-has-match",
    "odds --given x --at 0": "set-up-has-match",
    "odds --given x --as german": "set-up-has-match",
    "odds --given x --orders letter.txt": "set-up-has-match",
    "odds --given x": "set-up-without-pack",
    "odds --given shell --pack skirmish --chart odds.svg": "scene-undrawn",
    "packs schema letter -o out": "schema-and-folder",
    "help moderater": "topic-unknown",
}


@pytest.mark.parametrize(("line", "code"), MISSING.items())
def test_missing_and_superfluous_options_are_named(command: Referee, line: str, code: str) -> None:
    told = command(*line.split(), "--json", stdin="pass")

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


def test_amend_warns_of_unfinished_line(liege: Table) -> None:
    path = liege.folder / "journal.jsonl"
    path.write_bytes(path.read_bytes() + b'{"seal"')

    told = liege.command(
        "amend", "liege", "nonsense", "--reason", "a slip", "--agreed", "german", "--dry-run"
    )

    assert "unfinished" in told.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("show liege --as german --at 999", "n'a pas d'entrée 999"),
        ("show liege --as entente --at 999", "has no entry 999"),
        ("show liege --as entente --at 999 --language fr", "n'a pas d'entrée 999"),
    ],
)
def test_busy_match_is_reported_in_the_viewers_language(liege: Table, words: str, said: str) -> None:
    assert liege.command("language", "liege", "german", "fr").code == 0

    told = liege.command(*words.split())

    assert said in told.err


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("moderater", "did you mean `moderator`?"),
        ("exit-coodes", "did you mean `exit-codes`?"),
        ("xyzzy", "`referee help`"),
    ],
)
def test_a_topic_that_there_is_not_is_answered_with_the_nearest(
    command: Referee, typed: str, said: str
) -> None:
    told = command("help", typed)

    assert (told.code, said in told.err) == (66, True)


def test_each_topic_is_a_text_of_its_own_and_the_book_holds_all_pages(command: Referee) -> None:
    topics = [line.split()[0] for line in command("help").out.partition("\n\n")[0].splitlines()]
    pages = {topic: command("help", topic).out for topic in topics}
    book = command("help", "--all").out

    assert len(set(pages.values())) == len(topics) > 20
    assert {topic for topic, page in pages.items() if page not in book} == {"letters", "proof"}
    assert "un ordre par ligne" in command("help", "letters", "--language", "fr").out


def test_a_policy_of_amendments_is_asked_about_each_line(liege: Table) -> None:
    """Words that are parted by blanks alone are one line; where one of them is quoted, each is a line."""

    def lines(*words: str) -> list[str]:
        told = liege.command("amend", "liege", *words, *BY_BOTH, "--dry-run", "--json")
        assert told.code in (0, 1), told.out
        return list(told.json["lines"])

    one = ("exchange", "ge-i1", "with", "ge-i8")
    other = "exchange ge-i2 with ge-i9"
    assert lines(*one) == lines(" ".join(one)) == ["exchange ge-i1 with ge-i8"]
    assert lines(" ".join(one), other) == ["exchange ge-i1 with ge-i8", other]


BY_BOTH = ("--reason", "mistaken", "--agreed", "german", "--agreed", "entente")


def test_an_amendment_is_judged_filed_or_refused(liege: Table) -> None:
    asked = ("amend", "liege", "exchange ge-i1 with ge-i8", *BY_BOTH)
    before = liege.lines

    assert liege.command(*asked, "--dry-run").out.splitlines()[-1] == "Legal. Nothing was filed."
    assert liege.command(*asked[:-2]).code != 0
    assert liege.lines == before
    filed = liege.command(*asked)
    assert (filed.code, "Filed as entry 68 (ruling)." in filed.out) == (0, True)
    assert len(liege.lines) == len(before) + 1
    refused = liege.command("amend", "liege", "put ge-i1 in paris", *BY_BOTH)
    assert (refused.code, "Nothing was amended:" in refused.out) == (1, True)


def test_a_phrase_is_typed_or_piped(command: Referee) -> None:
    assert command("new", "war", "ttlm").code == 0

    assert command("phrase", "war", "Der Kaffee ist kalt", "--as", "german").code == 0
    assert command("phrase", "war", "--as", "entente", stdin="Tea at four\n").code == 0

    lines = (command("log", "war", "--json", "--as", "referee").out, command("export", "war").out)
    assert all("Der Kaffee ist kalt" in told and "Tea at four" in told for told in lines[1:])
    assert command("log", "war").out.count("  phrase  ") == 2
