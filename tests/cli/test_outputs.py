"""Where an answer goes, and in which form: to the screen, to a script, into a file."""

import json
import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.cli.main import run
from tests.cli.conftest import Referee, Table

Printed = Callable[..., bytes]

FORMS: dict[str, Callable[[bytes], bool]] = {
    "text": lambda raw: raw.startswith(b"liege: report for Germany\n===="),
    "headline": lambda raw: raw.startswith(b"[liege] ") and raw.count(b"\n") <= 1,
    "page": lambda raw: raw.startswith(b"<!DOCTYPE html>"),
    "record": lambda raw: raw.startswith(b'{"ok":true,') and "title" in json.loads(raw),
    "where": lambda raw: raw.startswith(b'{"ok":true,') and "file" in json.loads(raw),
    "svg": lambda raw: raw.lstrip().startswith(b"<svg"),
    "png": lambda raw: raw.startswith(b"\x89PNG"),
    "nothing": lambda raw: raw == b"",
}
"""How an answer looks in each form."""


@pytest.fixture
def printed(liege: Table, capfdbinary: pytest.CaptureFixture[bytes]) -> Printed:
    """What a command prints, byte by byte; it succeeds."""

    def call(*words: str) -> bytes:
        capfdbinary.readouterr()
        assert run(words) == 0
        return capfdbinary.readouterr().out

    return call


def form_of(raw: bytes) -> list[str]:
    return [form for form, fits in FORMS.items() if fits(raw)]


PRINTED = {
    "report": "text",
    "report --format text": "text",
    "report --format html": "page",
    "report --subject": "headline",
    "report --subject --format html": "headline",
    "report --json": "record",
    "report --json --format html": "record",
    "report --json --subject": "record",
    "map": "svg",
    "map --format svg": "svg",
    "map --format png": "png",
    "map --json": "record",
    "map --json --format png": "record",
    "chart": "svg",
    "chart --json": "record",
}


@pytest.mark.parametrize(("typed", "form"), PRINTED.items())
def test_answer_is_printed_by_default(printed: Printed, typed: str, form: str) -> None:
    name, *more = typed.split()

    assert form_of(printed(name, "liege", "--as", "german", *more)) == [form]


WRITTEN = {
    "report -o r.txt": ("nothing", "text"),
    "report -o r": ("nothing", "text"),
    "report -o r.html": ("nothing", "page"),
    "report -o r.HTML": ("nothing", "page"),
    "report -o r.pdf --format html": ("nothing", "page"),
    "report -o r.html --format text": ("nothing", "text"),
    "report -o r.html --subject": ("nothing", "headline"),
    "report -o r.html --json": ("where", "page"),
    "map -o m.svg": ("nothing", "svg"),
    "map -o m": ("nothing", "svg"),
    "map -o m.png": ("nothing", "png"),
    "map -o m.svg --format png": ("nothing", "png"),
    "map -o m.png --json": ("where", "png"),
    "chart -o c.svg": ("nothing", "svg"),
    "chart -o c.svg --json": ("where", "svg"),
    "chart -o c.png": ("nothing", "png"),
}


@pytest.mark.parametrize(("typed", "forms"), WRITTEN.items())
def test_a_file_is_written_as_its_ending_says_or_as_it_was_asked_for(
    printed: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, forms: tuple[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name, option, file, *more = typed.split()

    told = printed(name, "liege", "--as", "german", option, file, *more)

    assert (form_of(told), form_of((tmp_path / file).read_bytes())) == ([forms[0]], [forms[1]])


REFUSED = {
    "report -o r.pdf": "ending-unknown",
    "report -o r.svg": "ending-unknown",
    "map -o m.html": "ending-unknown",
    "chart -o c.jpg": "picture-ending-unknown",
    "analyse --chart c.jpg": "picture-ending-unknown",
}


@pytest.mark.parametrize(("typed", "code"), REFUSED.items())
def test_extension_of_no_format_is_refused(liege: Table, tmp_path: Path, typed: str, code: str) -> None:
    name, option, file = typed.split()

    done = liege.command(name, "liege", "--as", "german", option, tmp_path / file, "--json")

    assert (done.code, done.json["complaints"][0]["code"]) == (2, code)
    assert not (tmp_path / file).exists()


def test_refused_extension_lists_the_formats(liege: Table, tmp_path: Path) -> None:
    told = liege.command("report", "liege", "--as", "german", "-o", tmp_path / "r.pdf").err

    assert "write a file that ends with .txt, .html, .md or .json, or name the format with --format" in told


@pytest.mark.parametrize("name", ["replay", "compose"])
def test_a_page_is_printed_told_to_a_script_or_written(liege: Table, tmp_path: Path, name: str) -> None:
    file = tmp_path / "page.html"
    page = liege.command(name, "liege", "--as", "german").out

    assert page.startswith("<!DOCTYPE html>")
    assert liege.command(name, "liege", "--as", "german", "--json").json["text"].rstrip("\n") == page.rstrip(
        "\n"
    )
    assert liege.command(name, "liege", "--as", "german", "-o", file).out == ""
    assert file.read_text(encoding="utf-8").rstrip("\n") == page.rstrip("\n")
    assert liege.command(name, "liege", "--as", "german", "-o", file).code == 0
    again = liege.command(name, "liege", "--as", "german", "-o", tmp_path / "other.html", "--json")
    assert again.json["file"] == str(tmp_path / "other.html")


@pytest.mark.parametrize("name", ["report", "map", "chart", "replay"])
def test_a_file_with_secrets_wants_its_reader_named(liege: Table, tmp_path: Path, name: str) -> None:
    """The referee's own view is secret; that of a side is its own, and that of the public everybody's."""
    unnamed = liege.command(name, "liege", "-o", tmp_path / "0", "--json")
    secret = liege.command(name, "liege").out.count("SECRET") > 0
    for number, viewer in enumerate(("referee", "german", "public"), start=1):
        assert liege.command(name, "liege", "--as", viewer, "-o", tmp_path / f"{number}").code == 0

    assert secret is ((tmp_path / "1").read_text(encoding="utf-8").count("SECRET") > 0)
    assert unnamed.code == (2 if secret else 0)
    if secret:
        assert unnamed.json["complaints"][0]["code"] == "secrets-unnamed"


def test_the_copy_of_a_side_needs_no_name(liege: Table, tmp_path: Path) -> None:
    """Whose it is can be told by what it holds."""
    copy = tmp_path / "copy.jsonl"
    liege.command("export", "liege", "--as", "german", "-o", copy)

    for name, file in (("report", "r.txt"), ("map", "m.svg"), ("replay", "p.html")):
        assert liege.command(name, copy, "-o", tmp_path / file).code == 0
    assert (tmp_path / "r.txt").read_text(encoding="utf-8").startswith("liege: report for Germany\n")


def test_a_painted_drawing_is_two_thousand_dots_wide(liege: Table, tmp_path: Path) -> None:
    weighed = liege.command("odds", "liege", "namur", "--at", 44, "--chart", tmp_path / "odds.png")

    assert weighed.code == 0
    head = (tmp_path / "odds.png").read_bytes()[16:20]
    assert struct.unpack(">I", head) == (2000,)


@pytest.mark.parametrize("name", ["rolls", "events", "control", "orders", "letters"])
def test_a_table_is_printed_told_to_a_script_or_written(liege: Table, tmp_path: Path, name: str) -> None:
    file = tmp_path / "table.csv"
    rows = liege.command("export", "liege", "--table", name).out

    assert liege.command("export", "liege", "--table", name, "--format", "csv").out == rows
    assert liege.command("export", "liege", "--table", name, "--json").json["text"] == rows
    told = liege.command("export", "liege", "--table", name, "-o", file).out
    assert file.read_bytes().decode() == rows
    assert told == f"{len(rows.splitlines()) - 1} rows written to {file}\n"


def test_a_form_alone_means_the_tables_and_neither_the_journal(liege: Table, tmp_path: Path) -> None:
    database = tmp_path / "all.sqlite"

    assert liege.command("export", "liege", "--format", "sqlite", "-o", database).code == 0
    assert database.read_bytes().startswith(b"SQLite format 3")
    assert liege.command("export", "liege", "--json").json["text"] == liege.journal.read_text()
    assert liege.command("export", "liege").out == liege.journal.read_text()


def test_a_calendar_is_printed_told_to_a_script_or_written(command: Referee, tmp_path: Path) -> None:
    command("new", "aisne", "ttlm")
    command("clock", "set", "aisne", "--warn", 48, "--warn", 4, "--holiday", "2026-12-25",
            "--question", "losses=12+6")  # fmt: skip
    file = tmp_path / "all.ics"
    told = command("clock", "calendar").out

    assert told.startswith("BEGIN:VCALENDAR")
    assert command("clock", "calendar", "--json").json["text"] == told
    assert command("clock", "calendar", "aisne", "-o", file).out.endswith(f" lines written to {file}\n")
    assert file.read_bytes().decode() == told
    terms = command("clock", "show", "aisne", "--json").json["terms"]
    assert (terms["warn"], terms["holidays"]) == ([48, 4], ["2026-12-25"])
    assert terms["questions"] == {"losses": {"hours": 12, "grace": 6}}


def test_terms_are_what_was_typed_and_nothing_else(command: Referee) -> None:
    command("new", "aisne", "ttlm")
    command("clock", "set", "aisne")

    terms = command("clock", "show", "aisne", "--json").json["terms"]

    assert terms["warn"] in ([], [24])
    assert (terms["holidays"], terms["questions"], terms["end"]) == ([], {}, "moderator")


def test_ranges_are_drawn_where_they_are_asked_for(command: Referee) -> None:
    assert command("demo", "skirmish", "--keep", "--quiet").code == 0
    asked = ("map", "sap", "--as", "german", "--at", "5")
    plain = command(*asked).out

    some = command(*asked, "--range", "ge-g1-2").out
    more = command(*asked, "--range", "ge-g1-2", "--range", "ge-sn-1").out

    assert "<circle" in some
    assert len({plain, some, more}) == 3
    assert plain.count("<circle") < some.count("<circle") <= more.count("<circle")


@pytest.mark.parametrize(("form", "ending"), [((), "txt"), (("--format", "html"), "html")])
def test_reports_for_all_are_written_in_the_form_that_is_asked_for(
    liege: Table, tmp_path: Path, form: tuple[str, ...], ending: str
) -> None:
    told = liege.command("report", "liege", "--all", "-o", tmp_path / "out", *form).out.splitlines()

    assert {Path(line).suffix for line in told} == {f".{ending}"}
    assert len(told) == 3
    page = (tmp_path / "out" / f"liege.german.{ending}").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") is (ending == "html")


def test_the_first_report_of_all_begins_where_it_is_wanted(liege: Table, tmp_path: Path) -> None:
    sizes = []
    for number, more in enumerate(((), ("--since", 40), ("--full",))):
        folder = tmp_path / str(number)
        assert liege.command("report", "liege", "--all", "-o", folder, *more).code == 0
        sizes.append((folder / "liege.german.txt").stat().st_size)

    assert len(set(sizes)) == 3
    assert max(sizes) == sizes[2]


PUBLISHED = {
    "page.html": "replay liege --as public",
    "letter.html": "compose liege --as german",
    "map.svg": "map liege --as public",
    "map.png": "map liege --as public --width 390",
    "chart.svg": "chart liege --as public",
    "report.html": "report liege --as public",
    "report.md": "report liege --as german",
    "report.txt": "report liege --as entente",
    "forum.txt": "report liege --as public --format phpbb",
    "bgg.txt": "report liege --as public --format bgg",
    "report.json": "report liege --as public",
    "luck.svg": "analyse liege --as public --chart",
    "calendar.ics": "clock calendar",
}


@pytest.mark.sample(2)
@pytest.mark.parametrize(("file", "words"), PUBLISHED.items())
def test_a_published_file_can_be_read_and_replaced(
    liege: Table, tmp_path: Path, file: str, words: str
) -> None:
    path = tmp_path / file
    line = [*words.split(), *(() if words.endswith("--chart") else ("-o",)), str(path)]
    codes = [liege.command(*line).code for _ in range(2)]

    assert codes == [0, 0]
    assert path.stat().st_mode & 0o777 == 0o644
    path.write_text("my notes")
    assert liege.command(*line).code == 73
    assert liege.command(*line, "--force").code == 0


EXPORTED = {
    "copy.jsonl": "--as german",
    "rolls.csv": "--table rolls",
    "all.sqlite": "--format sqlite",
    "one.sqlite": "--format sqlite --table control",
    "events.parquet": "--format parquet --table events",
}


@pytest.mark.parametrize(("file", "words"), EXPORTED.items())
def test_exported_file_is_replaced(liege: Table, tmp_path: Path, file: str, words: str) -> None:
    path = tmp_path / file
    line = ("export", "liege", *words.split(), "-o", str(path))
    assert liege.command(*line).code == 0
    before = path.read_bytes()
    assert liege.command("submit", "liege", "-", "--as", "german", stdin="pass\n").code in {0, 1}

    again = liege.command(*line)

    assert (again.code, again.err) == (0, "")
    assert file != "copy.jsonl" or path.read_bytes().startswith(before)
    path.write_text("my notes")
    assert liege.command(*line).code == 73
    assert path.read_text() == "my notes"


def test_copy_of_another_viewer_is_replaced(liege: Table, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    for viewer in ("referee", "german", "public"):
        assert liege.command("export", "liege", "--as", viewer, "-o", copy).code == 0


def change_seal(text: str) -> str:
    return text.replace('{"seal":"', '{"seal":"0', 1)


def leave_out_head(text: str) -> str:
    return text.partition("\n")[2]


def add_entry(text: str) -> str:
    return text + text.splitlines(keepends=True)[-1]


def add_remark(text: str) -> str:
    return f"{text}remark\n"


@pytest.mark.parametrize("change", [change_seal, leave_out_head, add_entry, add_remark, str.upper])
def test_copy_with_other_entries_needs_force(
    liege: Table, tmp_path: Path, change: Callable[[str], str]
) -> None:
    copy = tmp_path / "copy.jsonl"
    line = ("export", "liege", "--as", "german", "-o", str(copy))
    assert liege.command(*line).code == 0
    evidence = change(copy.read_text())
    copy.write_text(evidence)

    assert (liege.command(*line).code, copy.read_text()) == (73, evidence)
    assert liege.command(*line, "--force").code == 0


def test_database_that_another_changed_needs_force(liege: Table, tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    line = ("export", "liege", "--format", "sqlite", "-o", str(path))
    assert liege.command(*line).code == 0
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE VIEW mine AS SELECT match FROM matches")
        base.commit()

    assert liege.command(*line).code == 73


@pytest.mark.parametrize("words", ["replay liege", "map liege", "report liege", "export liege"])
def test_a_file_with_secrets_is_for_its_owner_alone(liege: Table, tmp_path: Path, words: str) -> None:
    path = tmp_path / "file"

    assert liege.command(*words.split(), "--as", "referee", "-o", str(path)).code == 0

    assert path.stat().st_mode & 0o777 == 0o600


def test_reports_for_all_can_be_read_and_replaced(liege: Table, tmp_path: Path) -> None:
    folder = tmp_path / "out"

    codes = [liege.command("report", "liege", "--all", "-o", str(folder)).code for _ in range(2)]

    assert codes == [0, 0]
    assert folder.stat().st_mode & 0o777 == 0o755
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o644}


@pytest.fixture
def damaged(command: Referee, tmp_path: Path) -> Path:
    """A shelf with a sound match, one without its pack and one without a header; the pack."""
    pack = tmp_path / "my-war"
    command("packs", "new", pack)
    for name, of in (("lost", pack), ("sound", "ttlm"), ("torn", "ttlm")):
        assert command("new", name, of).code == 0
    pack.rename(tmp_path / "elsewhere")
    shutil.rmtree(tmp_path / "matches" / "_packs")
    (tmp_path / "matches" / "torn" / "journal.jsonl").write_bytes(b"no journal\n")
    return pack


@pytest.mark.parametrize("form", ["--table matches", "--table rolls --format csv", "--format sqlite"])
def test_a_damaged_match_does_not_stop_the_tables_of_the_others(
    command: Referee, damaged: Path, tmp_path: Path, form: str
) -> None:
    table = tmp_path / "tables"
    told = command("export", "--all", *form.split(), "-o", table)
    listed = command("list")

    assert (told.code, listed.code) == (0, 0)
    assert table.exists()
    assert [line.split(" was left out: ")[0] for line in told.err.splitlines()] == [
        "referee: lost",
        "referee: torn",
    ]
    for line in told.err.splitlines():
        assert line.split(" was left out: ")[1] in listed.out


def test_a_damaged_match_is_named_to_a_quiet_command(command: Referee, damaged: Path, tmp_path: Path) -> None:
    told = command("export", "--all", "--table", "matches", "-o", tmp_path / "x.csv", "--quiet")

    assert (told.code, told.out, told.err.count(" was left out: ")) == (0, "", 2)
    assert [row.split(",")[0] for row in (tmp_path / "x.csv").read_text().splitlines()] == ["match", "sound"]


@pytest.mark.parametrize("name", ["lost", "torn"])
def test_a_damaged_match_that_is_named_is_an_error(command: Referee, damaged: Path, name: str) -> None:
    told = command("export", "sound", name, "--table", "matches")

    assert (told.code, told.out) == (65 if name == "torn" else 66, "")


def test_an_unknown_table_is_an_error_and_no_fault_of_the_matches(command: Referee, damaged: Path) -> None:
    assert command("export", "--all", "--table", "nothing").code == 2


def test_a_page_in_a_missing_folder_says_only_what_is_wrong(liege: Table, tmp_path: Path) -> None:
    told = liege.command("report", "liege", "--as", "german", "-o", tmp_path / "no" / "x.html")

    assert told.err == f"referee: {tmp_path}/no/x.html cannot be written: No such file or directory\n"


@pytest.mark.parametrize(
    ("words", "beginning"),
    [
        ("--table rolls -o rolls.csv", b"match,entry,event"),
        ("--table rolls -o rolls.PARQUET", b"PAR1"),
        ("-o liege.sqlite", b"SQLite format 3\0"),
        ("--table rolls -o rolls.db", b"SQLite format 3\0"),
        ("--table rolls -o rolls.txt", b"match,entry,event"),
        ("--table rolls --format csv -o rolls.xlsx", b"match,entry,event"),
        ("-o liege.jsonl", b'{"seal":'),
    ],
)
def test_extension_of_the_file_gives_the_format_of_tables(
    liege: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, beginning: bytes
) -> None:
    monkeypatch.chdir(tmp_path)

    assert liege.command("export", "liege", *words.split()).code == 0
    assert (tmp_path / words.rsplit(maxsplit=1)[-1]).read_bytes().startswith(beginning)


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_no_csv_is_written_into_the_file_of_a_spreadsheet(liege: Table, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"rolls.{ending}"
    refused = liege.command("export", "liege", "--table", "rolls", "-o", str(file))

    assert (refused.code, file.exists()) == (2, False)
    assert f"tables are not written as .{ending} (known: `.csv`" in refused.err


def test_tables_of_a_side_leave_out_matches_in_which_it_does_not_play(
    command: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for match, pack in (("east", "aac"), ("west", "ttlm")):
        assert command("new", match, pack).code == 0

    told = command("export", "--all", "--table", "matches", "--as", "german", "-o", "mine.csv")
    assert (told.code, [row.split(",")[0] for row in Path("mine.csv").read_text().splitlines()[1:]]) == (
        0,
        ["west"],
    )
    assert "east was left out: `german` does not take part in east" in told.err
    slip = command("export", "--all", "--table", "matches", "--as", "gremany", "-o", "none.csv")
    assert (slip.code, Path("none.csv").exists()) == (77, False)
    assert command("export", "east", "--table", "matches", "--as", "german").code == 77
