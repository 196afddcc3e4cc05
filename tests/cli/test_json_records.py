"""Answers as JSON records; a side sees only the content of its own copy."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Referee, Table

# Records


ASKED = """
list
show liege
show liege --as german --at 3
show liege --at 999
show nothing
show
show liege --bogus
log liege --as entente
verify liege --rejudge
verify liege --head 99
verify nothing.jsonl
retract liege --to 999
retract liege
note liege hello
note liege
reveal liege
export liege
export liege --as german
export liege --as french
export liege -o copy.jsonl
prompts liege
options liege
options liege --as entente
options liege --limit 0
report liege
report liege --as german --format json
report liege --format runes
report liege -o report.txt
map liege
map liege -o map.svg
submit liege --as german -
submit liege --as german --dry-run -
submit liege --as nobody -
submit liege --as german --faces 1 -
submit liege nowhere.txt
explain 1.3-a
explain nothing
packs list
packs check ttlm
packs check ./nothing
packs show ttlm
packs schema
packs schema letter
packs schema -o schemas
packs schema nothing
packs conform nothing.yaml
packs
new verdun ttlm
new verdun ttlm
new ../verdun ttlm
help
help letters
help me
demo
demo nothing
nonsense
"""


def test_every_command_answers_with_one_record_if_asked(
    liege: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for typed in ASKED.strip().splitlines():
        answer = liege.command(*typed.split(), "--json", stdin="offensive 17\n")
        assert (answer.err, answer.out.count("\n")) == ("", 1), typed
        record = answer.json
        assert (record["exit"], record["ok"]) == (answer.code, answer.code == 0), typed
        why = record.get("refused") or record.get("code") or record["ok"] or record["complaints"][0]["text"]
        assert why, typed


def test_json_option_still_writes_the_file(liege: Table, tmp_path: Path) -> None:
    for verb, lines in (("report", 60), ("export", 68), ("map", 60)):
        target = tmp_path / verb
        record = liege.command(verb, "liege", "--as", "Germany", "-o", target, "--json").json
        assert (record["viewer"], record["file"]) == ("german", str(target))
        assert record["lines"] == target.read_bytes().count(b"\n") >= lines


@pytest.mark.parametrize("verb", ["list", "check", "show", "schema", "conform"])
def test_every_command_about_packs_has_help(command: Referee, verb: str) -> None:
    helped = command("packs", verb, "-h")

    assert helped.code == 0
    assert helped.out.startswith(f"Usage: referee packs {verb}")


# Secrets


PLAN = "move ge-1 to Bruxxeles by night"
REMARK = "the Kaiser is nervous"
LETTERS = (
    "pass",
    "offensive 4",
    "offensive 17",
    "redraw 4, 17",
    "move fr-3 to sedan",
    "lose be-1",
    "nonsense",
)


@pytest.fixture
def told(liege: Table) -> Table:
    """The example, after a German letter that was refused and a private German note."""
    assert liege.submit(f"offensive 17\n{PLAN}\n").code == 1
    assert liege.command("note", "liege", REMARK, "--as", "german", "--private").code == 0
    return liege


def looks(side: str) -> Iterator[list[str]]:
    """Everything that a side may be shown, as text and as a record."""
    for verb in ("show", "report", "log", "prompts", "options", "map", "export"):
        yield [verb, "liege", "--as", side]
        yield [verb, "liege", "--as", side, "--json"]
    yield ["report", "liege", "--as", side, "--since", "0"]
    for _ in LETTERS:
        yield ["submit", "liege", "--as", side, "--dry-run"]


@pytest.mark.parametrize("side", ["german", "entente"])
@pytest.mark.parametrize("length", [46, 70])
def test_side_sees_only_the_content_of_its_copy(told: Table, tmp_path: Path, side: str, length: int) -> None:
    told.journal.write_bytes(b"".join(told.lines[:length]))
    copy = tmp_path / "copy" / "liege"
    copy.mkdir(parents=True)
    (copy / "journal.jsonl").write_text(told.command("export", "liege", "--as", side).out)

    letters = iter(LETTERS)
    for arguments in looks(side):
        letter = next(letters) if arguments[0] == "submit" else None
        whole = told.command(*arguments, stdin=letter)
        own = told.command(*arguments, "--shelf", copy.parent, stdin=letter)
        assert whole == own, arguments
        assert whole.out


def test_a_refused_letter_and_a_private_note_are_their_writers(told: Table) -> None:
    theirs = told.command("export", "liege", "--as", "entente").out
    assert [word for word in (PLAN, "Bruxxeles", REMARK) if word in theirs] == []
    assert PLAN in told.command("report", "liege", "--as", "german", "--full").out
    assert PLAN not in told.command("report", "liege", "--as", "german").out
    assert REMARK in told.command("log", "liege", "--as", "german").out


def test_refusals_look_alike_to_whom_they_do_not_concern(liege: Table) -> None:
    assert liege.submit("pass\n", "entente").code == 1
    assert liege.submit("offensive 99\n").code == 1
    assert liege.submit("offensive 17\nmove ge-1 to Bruxxeles\nmove ge-77 to mons\n").code == 1

    for side in ("german", "entente"):
        copy = liege.command("export", "liege", "--as", side).out.splitlines()[-3:]
        refused = [json.loads(line) for line in copy]
        assert {(line["body"]["kind"], line["body"]["side"]) for line in refused} == {("refusal", None)}
        opaque = [
            line for line, read in zip(copy, refused, strict=True) if "letter" not in read["private"][side]
        ]
        assert len({len(line) for line in opaque}) == 1
        assert {tuple(line["body"]["commit"]) for line in refused} == {("entente", "german", "referee")}
        told = liege.command("log", "liege", "--as", side).out
        assert told.count("a sealed refusal") == (3 - (2 if side == "german" else 1)) + told_before(
            liege, side
        )


def told_before(table: Table, side: str) -> int:
    """How many letters of the other side were refused in the example itself."""
    entries = [json.loads(line) for line in table.lines[1:68]]
    return sum(e["body"]["kind"] == "refusal" and "letter" not in e["private"][side] for e in entries)


def test_secrets_of_the_moderator_are_never_printed(told: Table) -> None:
    secret = json.loads((told.folder / "secret.json").read_text())
    for arguments in looks("referee"):
        answer = told.command(*arguments, stdin="pass")
        assert [part for part in ("seed", "hidden") if secret[part] in answer.out + answer.err] == []
