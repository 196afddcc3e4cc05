"""What people do without thinking: wrong names, lost files, pulled plugs. Nothing is lost or told."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.desk import opening
from referee.desk.chance import Secrets
from tests.cli.conftest import Referee, Result, Table

ROOT = Path(__file__).parents[2]

BATTLE = "offensive 17\nmove ge-1 from namur to mons\nbattle mons\ndone\ndone\n"
"""A whole attack, up to the first dice and the first question to the Entente."""


def report(table: Table, side: str = "german") -> str:
    return table.command("report", "liege", "--as", side).out


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def orders(answer: Result) -> list[str]:
    return [line["order"] for line in answer.json["accepted"]]


# Replies


@pytest.mark.parametrize(
    "above", ["", "On Tue, 24 Nov 2026 at 09:00, The Referee <referee@example.org> wrote:\n"]
)
def test_orders_on_top_of_the_quoted_report_are_the_ones_that_count(liege: Table, above: str) -> None:
    letter = f"offensive 17\nmove ge-1 from namur to mons\n\n{above}{quoted(report(liege))}"

    answer = liege.submit(letter, "german", "--json")
    assert (answer.code, answer.json["warnings"]) == (0, [])
    assert orders(answer) == ["offensive 17", "move ge-1 to mons"]


def test_a_report_that_comes_back_untouched_says_what_its_template_says(liege: Table) -> None:
    letter = report(liege)

    assert orders(liege.submit(letter, None, "--json")) == ["pass"]
    before = liege.lines
    assert liege.submit(letter, None, "--json").json["again"] is True
    assert liege.lines == before


def test_pleasantries_around_the_fence_do_not_count(liege: Table) -> None:
    letter = "Dear Tom,\n\nhere I come!\n\n" + report(liege)[-400:].replace("\npass\n", "\noffensive 17\n")

    assert orders(liege.submit(letter, None, "--json")) == ["offensive 17"]


# Names


@pytest.mark.parametrize("name", ["GERMAN", "Germany", "Deutschland", "allemagne", "Γερμανία"])
def test_a_side_answers_to_its_names_in_any_language(liege: Table, name: str) -> None:
    assert liege.submit("offensive 17\n", name).code == 0
    assert liege.submit(f"side: {name}\nmove ge-1 to mons\n", "german").code == 0
    shown = liege.command("show", "liege", "--as", name)
    assert shown.out.startswith("liege: situation for Germany\n")


@pytest.mark.parametrize(
    ("letter", "side", "code", "told"),
    [
        ("side: german\npass\n", "entente", 77, "the letter is signed by german, and it was sent as entente"),
        (
            "side: entente\npass\n",
            "Germany",
            77,
            "the letter is signed by entente, and it was sent as german",
        ),
        ("pass\n", "french", 77, "`french` has no part in liege (name german or entente)"),
        ("pass\n", "referee", 77, "the referee gives no orders (name german or entente)"),
        ("pass\n", None, 2, "nobody says whose letter this is (name the side with --as)"),
        ("match: marne\npass\n", "german", 65, "the letter is for the match marne, not for liege"),
        ("BEGIN ORDERS marne\npass\nEND ORDERS\n", "german", 65, "the letter is for the match marne"),
        ("answers: 999\npass\n", "german", 66, "liege has no entry 999; its last is 67"),
        (f"head: 67:{'0' * 64}\npass\n", "german", 65, "which is not in the journal of liege"),
    ],
)
def test_a_letter_that_went_astray_is_not_filed(
    liege: Table, letter: str, side: str | None, code: int, told: str
) -> None:
    before = liege.lines

    answer = liege.submit(letter, side)
    assert (answer.code, answer.out) == (code, "")
    assert told in answer.err
    assert liege.lines == before


# Too much and too little


def test_who_forgets_done_is_asked_on_and_finishes_later(liege: Table) -> None:
    first = liege.submit(BATTLE.replace("done\ndone\n", ""))
    assert "- Where do you fight, and in which order?" in first.out

    second = liege.submit("done\ndone\n", "german", "--json")
    assert second.code == 0
    assert second.json["waiting"] == ["entente"]
    assert liege.holds()


def test_who_says_done_too_often_is_refused_the_last_of_them(liege: Table) -> None:
    answer = liege.submit(BATTLE + "done\n")

    assert answer.code == 1
    assert "Refused: done (line 6)" in answer.out
    told = " ".join(answer.out.split())
    assert "What was accepted stands, for it cannot be taken back; the rest was refused (entry 73)." in told
    kinds = [json.loads(line)["body"]["kind"] for line in liege.lines[68:]]
    assert kinds == ["order"] * 5 + ["refusal"]
    assert liege.holds()


def test_a_rehearsal_throws_no_die_and_leaves_no_trace(liege: Table) -> None:
    before = liege.lines

    rehearsed = liege.submit(BATTLE, "german", "--dry-run")
    assert rehearsed.code == 0
    assert "Line 5 would throw 1 die for Mons: German artillery fire" in rehearsed.out
    assert "This was a rehearsal: nothing was filed." in rehearsed.out
    assert liege.lines == before


SLIPS = (
    ("report liege --since 9999", 66, "liege has no entry 9999; its last is 67"),
    ("report liege --since -1", 66, "liege has no entry -1"),
    ("report liege --at 9999", 66, "liege has no entry 9999"),
    ("report liege --as french", 77, "`french` has no part in liege (name german, entente or"),
    ("report liege --format runes", 2, "there is no format runes"),
    ("show liege --at 0", 66, "entry 0 is the header of liege: nothing had happened yet"),
    ("map liege --at 0", 66, "the opening is entry 1"),
    ("show lige", 66, "there is no match lige in"),
    ("show lige", 66, "(did you mean `liege`?)"),
    ("options liege --as referee", 77, "the referee gives no orders"),
    ("options liege --limit 0", 2, "0 is not in the range x>=1"),
    ("explain nonsense", 66, "no rulebook has a clause nonsense"),
    ("explain 4.1-ddd", 66, "(did you mean `4.1-d`?)"),
    ("submit liege nowhere.txt --as german", 66, "there is no letter at nowhere.txt"),
    ("submit liege --as german --faces 3,5", 2, "the dice of liege are sealed"),
    ("submit liege --as german --faces x", 2, "'x' is no face of a die (write them as"),
    ("submit liege --as german --expect-head 67", 2, "'67' is no head of a journal"),
    ("retract liege --to 67 --reason x", 2, "no order stands after entry 67"),
    ("retract liege --to 0 --reason x", 2, "the opening of a match cannot be taken back"),
    ("retract liege --to 60", 2, "a takeback by the referee has a reason"),
    ("retract liege --to 62 --as german", 77, "entries 63, 64, 65, 66 and 67 are not"),
    ("note liege '  '", 2, "a note without words says nothing"),
    ("reveal liege", 2, "liege is not over: a question is open"),
    ("new liege ttlm", 73, "liege is there already (choose another name)"),
    ("new verdun ttl", 66, "there is no pack `ttl` (did you mean `ttlm`?)"),
    ("new verdun ttlm --scenario 1915", 2, "there is no scenario `1915`"),
    ("new verdun ttlm --with following-units=x", 2, "there is no choice for following-units called `x`"),
    ("note liege x --now 0001-01-01T00:00:00+01:00", 2, "is no time (write it as 2026-12-01T20:00:00Z)"),
    ("submit - --batch --dry-run", 2, "--dry-run cannot be said of a whole batch"),
    ("submit - --batch --as german --faces 3", 2, "--as and --faces cannot be said of a whole batch"),
    ("submit - letters.jsonl --batch", 2, "a batch is read from the standard input"),
    ("submit liege --batch", 2, "a batch names its matches line by line; write - for MATCH"),
    ("export liege -o /nowhere/x", 73, "/nowhere/x cannot be written: no such file"),
    ("help me", 66, "there is no help on me (known: "),
)


@pytest.mark.parametrize(("typed", "code", "told"), SLIPS)
def test_a_slip_at_the_keyboard_is_answered_and_changes_nothing(
    liege: Table, typed: str, code: int, told: str
) -> None:
    before = liege.lines

    answer = liege.command(*shlex.split(typed), stdin="pass\n")
    assert (answer.code, answer.out) == (code, "")
    assert told in answer.err
    assert liege.lines == before


def test_every_line_of_a_batch_that_is_no_letter_is_told_with_its_place(liege: Table) -> None:
    lines = [
        b'{"match": "liege", "side": "german", "letter": "offensive 17"}',
        b"\xff\xfe",
        b'{"match": "liege", "leter": "pass"}',
        b'{"match": "liege", "letter": "pass", "faces": [1, "x"]}',
    ]

    done = liege.command("submit", "-", "--batch", stdin=b"\n".join(lines))
    first, *others = (json.loads(line) for line in done.out.splitlines())
    assert (done.code, first["ok"], [answer["exit"] for answer in others]) == (65, True, [65] * 3)
    told = [
        (one["place"]["line"], one["place"]["column"], one["text"])
        for answer in others
        for one in answer["complaints"]
    ]
    assert told == [
        (2, 1, "not JSON: expecting value"),
        (3, 1, "`letter` is missing"),
        (3, 20, "the key `leter` is not known here"),
        (4, 51, "item 2 of `faces` is `x`, which is no whole number"),
    ]
    assert len(liege.lines) == 69


def test_options_of_a_side_that_is_not_asked_are_none(liege: Table) -> None:
    answer = liege.command("options", "liege", "--as", "entente")

    assert (answer.code, answer.out) == (0, "# entente has nothing to answer now\n")


# Secrets lost, mixed up, copied


def verdun(shelf: Path, **how: str) -> None:
    """A second match, with secrets of its own that a test may know."""
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32)
    opening.open_match(shelf, "verdun", "ttlm", at="2026-12-01T20:00:00Z", secrets=secrets, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize("lost", ["missing", "of another match", "spoilt", "empty", "a folder"])
def test_without_its_own_secrets_a_match_is_read_and_not_played(liege: Table, shelf: Path, lost: str) -> None:
    before = liege.lines
    secret = liege.folder / "secret.json"
    kept = secret.read_bytes()
    secret.unlink()
    match lost:
        case "of another match":
            verdun(shelf)
            shutil.copy(shelf / "verdun" / "secret.json", secret)
        case "spoilt":
            secret.write_bytes(kept.replace(b'"seed": "', b'"seed": "0')[:-2])
        case "empty":
            secret.touch()
        case "a folder":
            secret.mkdir()

    for arguments in (["submit", "liege", "--as", "german"], ["reveal", "liege", "--unfinished"]):
        answer = liege.command(*arguments, stdin=BATTLE)
        assert (answer.code, answer.out) == (66 if lost in {"missing", "a folder"} else 65, "")
        assert str(secret) in answer.err
        assert [word for word in ("5e5e", "c0c0") if word in answer.err] == []
    assert liege.lines == before
    assert liege.command("show", "liege").code == 0
    assert liege.holds()

    shutil.rmtree(secret) if secret.is_dir() else secret.unlink(missing_ok=True)
    secret.write_bytes(kept)
    assert liege.submit(BATTLE).code == 0
    assert liege.holds()


def test_a_changed_seed_is_noticed_before_a_die_is_thrown(liege: Table) -> None:
    secret = liege.folder / "secret.json"
    kept = json.loads(secret.read_text())
    for part in ("seed", "hidden"):
        secret.write_text(json.dumps({**kept, part: "0" * 64}))
        answer = liege.submit(BATTLE)
        assert answer.code == 65
        assert "these are not the secrets that liege was opened with" in answer.err


def test_a_journal_that_was_carried_to_another_shelf_is_the_same_match(liege: Table, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(liege.folder, other / "liege")

    for verb in ("show", "log", "report", "verify"):
        here, there = liege.command(verb, "liege"), liege.command(verb, "liege", "--shelf", other)
        assert here == there
    assert liege.command("submit", "liege", "--as", "german", "--shelf", other, stdin="pass\n").code == 0
    assert len(liege.lines) == 68


def test_two_matches_on_one_shelf_do_not_mix(liege: Table, shelf: Path) -> None:
    verdun(shelf)
    before = liege.lines

    listed = liege.command("list", "--json").json["matches"]
    assert [(match["match"], match["entries"]) for match in listed] == [("liege", 67), ("verdun", 1)]
    letter = liege.command("report", "verdun", "--as", "german").out
    assert liege.submit(letter, None).code == 65
    assert liege.lines == before
    assert liege.command("submit", "verdun", stdin=letter).code == 0
    assert liege.lines == before


# Dice


def keys(table: Table) -> list[str]:
    bodies = [json.loads(line)["body"] for line in table.lines[1:]]
    return [body["key"]["k"] for body in bodies if body["key"]]


def test_after_a_takeback_the_same_letter_gets_fresh_dice(liege: Table) -> None:
    for _ in range(3):
        assert liege.submit(BATTLE).code == 0
        refused = liege.command("retract", "liege", "--to", 67, "--as", "german")
        assert refused.code == 77
        assert "dice were thrown or something hidden came out in entry" in refused.err
        assert liege.command("retract", "liege", "--to", 67, "--reason", "a typing error").code == 0

    spent = keys(liege)
    assert len(spent) == len(set(spent)) == 11 + 3
    assert liege.holds()
    assert "(taken back)" in liege.command("report", "liege", "--as", "entente").out


SPOKEN = "{card}\nmove ge-1, ge-2 from aachen to liege\nbattle liege\ndone\nstand\n"


@pytest.fixture
def spoken(command: Referee, shelf: Path) -> Table:
    """A match whose dice are thrown by people."""
    verdun(shelf, dice="spoken")
    return Table(command, shelf / "verdun")


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ("", "2 dice needed for Liège: German artillery fire, 2 artillery at F1"),
        ("3,5", "1 die needed for Liège: German artillery fire, 1 siege gun at F3"),
        ("3,5,1,6", "1 die too many: 6 (nothing was filed; give only what is needed)"),
        ("3,5,7", "a die of 6 sides has no face 7"),
        ("0,5,1", "a die of 6 sides has no face 0"),
    ],
)
def test_spoken_dice_are_as_many_as_are_needed(spoken: Table, faces: str, told: str) -> None:
    card = spoken.command("options", "verdun").out.splitlines()[0]
    letter, before = SPOKEN.format(card=card), spoken.lines

    def thrown(faces: str, source: str) -> Result:
        how = ["--faces", faces, "--source", source]
        return spoken.command("submit", "verdun", "--as", "german", *how, stdin=letter)

    wrong = thrown(faces, "Anna")
    assert (wrong.code, wrong.out) == (2, "")
    assert told in wrong.err
    assert thrown("3,5,1", "").code == 2
    assert spoken.lines == before
    right = thrown("3,5,1", "Anna")
    assert right.code == 0
    assert "needs 1-3: 1 -> 1 hit" in right.out
    assert spoken.command("verify", "verdun").out.splitlines()[2] == (
        "Spoken dice, on the word of their sources: 2 rolls."
    )


# Pulled plugs


@pytest.mark.parametrize("answered", [0, 1, 4, 12])
def test_a_writer_that_is_killed_leaves_a_journal_that_holds(liege: Table, answered: int) -> None:
    before = liege.lines
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", "submit", "-", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        for number in range(200):
            letter = {"match": "liege", "side": "entente", "letter": f"pass # {number}"}
            process.stdin.write(json.dumps(letter).encode() + b"\n")
        process.stdin.flush()
        told = [json.loads(process.stdout.readline())["refusal"] for _ in range(answered)]
        process.send_signal(signal.SIGKILL)
        process.wait()

    text = liege.journal.read_bytes()
    whole = text[: text.rindex(b"\n") + 1].splitlines(keepends=True)
    assert whole[:68] == before
    assert len(whole) > max(told, default=67)
    assert liege.command("verify", "liege").code == 0
    assert liege.submit("offensive 17\n").code == 0
    assert liege.lines[: len(whole)] == whole
    assert liege.holds()


def test_a_reader_that_leaves_early_is_no_error(liege: Table) -> None:
    for arguments in (["report", "liege"], ["export", "liege"], ["log", "liege", "--json"], ["map", "liege"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [sys.executable, "-m", "referee", *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, b""), arguments


@pytest.mark.parametrize(
    ("closed", "code"), [("<&-", 2), (">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 2), (">&- 2>&-", 0)]
)
def test_a_daemon_that_closed_its_streams_files_its_letter_and_nothing_else(
    liege: Table, closed: str, code: int
) -> None:
    before = liege.lines
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m referee submit liege --as german {closed}'],
        input=b"offensive 17\n",
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )

    assert done.returncode == code
    assert b"our mistake" not in done.stderr
    assert len(liege.lines) == len(before) + (code == 0)
    assert liege.holds()


@pytest.mark.parametrize(
    "settings",
    [
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1:strict"},
        {"PYTHONIOENCODING": "utf-8:strict", "NO_COLOR": "1"},
    ],
    ids=str,
)
def test_an_odd_terminal_gets_an_answer_and_a_script_gets_json(
    liege: Table, settings: dict[str, str]
) -> None:
    def told(*more: str) -> bytes:
        done = subprocess.run(
            [sys.executable, "-m", "referee", "report", "liege", "--as", "german", *more],
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout

    assert b"BEGIN ORDERS liege" in told()
    record = json.loads(told("--json"))
    assert record["ok"] is True
    assert "Liège" in json.dumps(record, ensure_ascii=False)


def test_what_is_remarked_stays_on_its_line_and_commands_no_terminal(liege: Table) -> None:
    assert liege.command("note", "liege", "one\ntwo\x1b[31m three\u2028four").code == 0

    assert "  one two [31m three four\n" in liege.command("log", "liege").out
    assert "\x1b" not in report(liege)


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
        assert record["ok"] or record.get("refused") or record["complaints"][0]["text"], typed


def test_what_is_written_to_a_file_is_written_when_a_script_asks_too(liege: Table, tmp_path: Path) -> None:
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
def test_a_side_is_told_nothing_that_its_own_copy_does_not_hold(
    told: Table, tmp_path: Path, side: str, length: int
) -> None:
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
    assert PLAN in report(told)
    assert REMARK in told.command("log", "liege", "--as", "german").out


def test_refusals_look_alike_to_whom_they_do_not_concern(liege: Table) -> None:
    assert liege.submit("pass\n", "entente").code == 1
    assert liege.submit("offensive 99\n").code == 1
    assert liege.submit("offensive 17\nmove ge-1 to Bruxxeles\nmove ge-77 to mons\n").code == 1

    for side in ("german", "entente"):
        copy = liege.command("export", "liege", "--as", side).out.splitlines()[-3:]
        assert len({len(line) for line in copy}) == 1
        refused = [json.loads(line) for line in copy]
        assert {(line["body"]["kind"], line["body"]["side"]) for line in refused} == {("refusal", None)}
        assert {tuple(line["body"]["commit"]) for line in refused} == {("entente", "german", "referee")}
        told = liege.command("log", "liege", "--as", side).out
        assert told.count("a sealed refusal") == (3 - (2 if side == "german" else 1)) + told_before(
            liege, side
        )


def told_before(table: Table, side: str) -> int:
    """How many letters of the other side were refused in the example itself."""
    entries = [json.loads(line) for line in table.lines[1:68]]
    return sum(e["body"]["kind"] == "refusal" and "letter" not in e["private"][side] for e in entries)


def test_the_secrets_of_the_moderator_are_printed_to_nobody(told: Table) -> None:
    secret = json.loads((told.folder / "secret.json").read_text())
    for arguments in looks("referee"):
        answer = told.command(*arguments, stdin="pass")
        assert [part for part in ("seed", "hidden") if secret[part] in answer.out + answer.err] == []
