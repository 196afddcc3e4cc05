"""Every command answers with records that its published JSON Schema describes, as other hands read it."""

import json
import mailbox
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.cli.main import run
from referee.dice import beacon
from referee.matches.letters import time_lock
from referee.packs import json_schemas, new_packs
from schemas.answers.commands import ANSWERS
from tests.cli.conftest import BATTLE, NOW, Referee, Result, Table, load_tree

COPY = "matches/liege/journal.jsonl"

GOOD = """
    new verdun ttlm | list | show liege | show liege --as german | log liege --as public | language liege
    seal mail.eml --until 2030-01-01 | unseal locked.txt --beacon BEACON
    submit meuse locked.txt --as german
    retract liege --to 60 --reason=mistaken | note liege hello | reveal liege --unfinished
    export liege --as german | export liege -o copy.jsonl | submit liege --as german
    export liege --table rolls | export liege --format sqlite -o tables.sqlite
    folds | folds liege --check | folds --clear
    phrase meuse --as german words | witness meuse --head HEAD --where forum
    club start club.example --shelf new | club show --shelf club | club check report.txt
    prompts liege | options liege | report liege | report liege --as german -o report.html | map liege
    map liege -o map.svg
    chart liege | chart liege -o chart.svg | diff liege 20 40 | replay liege
    replay liege --as referee -o replay.html | compose liege | compose liege --as german -o orders.html
    site matches -o public
    report liege --all -o out
    mail seat liege german a@b.example --forum club/anna
    mail seat liege | mail seat liege german a@b.example | mail receive mail.eml | mail fetch | mail send
    mail tick | mail tick --on | mail spectator liege | mail spectator liege c@b.example
    mail setup --domain club.example | mail setup --domain club.example -o servers
    mail list | mail list --unjudged | mail show MAIL | mail accept MAIL liege german | mail reject MAIL
    mail reject MAIL --reason no | mail reject MAIL --because no
    mail resend MAIL | mail forward MAIL --to a@b.example
    mail watch --rounds 1 | mail watch --print cron
    clock set meuse | clock show liege | clock stop meuse | clock extend meuse german --until 2030-01-01
    clock pause meuse | clock resume marne | clock away meuse german 2026-12-24 2026-12-26
    clock back marne german 4 | clock ledger liege | clock calendar liege | clock calendar -o all.ics
    verify liege | verify liege --rejudge | verify --standalone | compare liege liege | rejudge liege
    audit matches --jobs 1 | audit matches --shard 7/97
    dispute liege 44 | dispute liege 44 --resolve --error=mistaken | luck liege | odds liege
    analyse liege | analyse liege --as german --chart luck.svg
    simulate aac --games 1 --turns 1 --jobs 1 | simulate aac --games=1 --turns=1 --jobs=1 --compare=aac
    amend liege exchange ge-i1 with ge-i8 --reason=mistaken --agreed=german --agreed=entente
    odds liege namur --at 44 | odds --pack ttlm --given=reims:ge-i1,fr-i1 | explain 4.1-d | explain A-24
    explain stale | explain 8.3.3-h --code --pack ttlm | odds --pack skirmish --given=shell
    packs list | packs new war | packs redraw theatre | packs check ttlm | packs show ttlm
    packs fill blank-theatre 3 | packs count ttlm --scenario 1914
    packs schema | packs schema letter | packs conform cases.yaml | help | help letters | demo | serve
    bot liege --as german --name random | new solo ttlm --bot entente=random
"""

BAD = """
    new liege ttlm | list --nonsense | show nothing | show liege --at 99 | log liege --as nobody
    language liege german xx | retract liege --to 99 | note nothing x | reveal liege | export nothing
    export liege --table dice | export liege --format sqlite
    folds nothing | phrase liege --as german late | witness liege --head 1:00 --where forum
    club start two+words | club show | club check nothing.txt
    seal mail.eml --until 1999-01-01 | unseal mail.eml --beacon x
    submit nothing --as german | prompts | options liege --limit 0 | report liege --format xml
    report liege -o all.txt
    mail seat liege german a@b.example --forum nothing/anna
    mail seat nothing | mail seat liege german | mail receive nothing | mail fetch x | mail send x
    mail setup | mail setup --check -o servers
    mail list --failed --refused | mail show nothing | mail accept nothing liege german | mail reject nothing
    mail resend nothing | mail forward nothing
    mail spectator liege nonsense | mail tick x | mail watch --print x
    clock set liege --zone nowhere | clock show nothing | clock stop liege | clock pause liege
    clock extend liege german --until 2030-01-01 | clock resume liege | clock ledger nothing
    clock away liege german 2026-12-24 2026-12-23 | clock back liege german 1 | clock calendar nothing
    map liege --around nowhere | chart nothing | diff liege 1 x | replay nothing.jsonl
    compose liege --as nobody | site nowhere -o public | verify nothing.jsonl
    audit nothing
    compare liege x.jsonl | rejudge liege --pack nothing | dispute liege 0 | luck nothing | explain 99
    amend liege march --reason=x
    simulate | simulate aac --players x | analyse nothing | analyse liege --at 0 | analyse liege --as nobody
    odds --pack skirmish --given x
    odds liege nowhere | odds | odds --given x | odds liege --given x | odds liege longwy --at 44 --card x
    packs list x | packs new | packs redraw nothing | packs check ./nothing | packs show nothing
    packs fill theatre | packs count ttlm --scenario x
    packs schema nothing | packs conform nothing.yaml | help nothing | demo nothing | serve --nonsense
    bot liege --as german --name nothing | bot liege | new solo ttlm --bot german
"""

BEACON = (
    "1000 b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
)
"""A round that the public beacon published, with its signature."""

OFFICE = """\
address = "referee@club.example"
[inbox]
kind = "maildir"
path = "inbox"
[delivery]
to = "maildir"
path = "outgoing"
[[forums]]
name = "club"
kind = "discourse"
"""

CASES = """\
pack: ttlm
cases:
  - { clause: 4.1-d, title: What is expected does not happen, given: {}, then: { question: nobody nothing } }
"""


def commands(listed: str) -> list[str]:
    return [line.strip() for row in listed.splitlines() for line in row.split("|") if line.strip()]


def name_of(command: str) -> str:
    words = command.split()
    return ".".join(words[:2]) if words[0] in {"packs", "mail", "clock", "club"} else words[0]


def faults(name: str, answer: Any) -> list[str]:
    return [f"{fault.json_path}: {fault.message}" for fault in validator(name).iter_errors(answer)]


@cache
def validator(name: str) -> Draft202012Validator:
    """What holds an answer against its schema, once that is a schema itself."""
    schema = json.loads(json_schemas.documents(f"answer.{name}")[f"answer.{name}.schema.json"])
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.fixture(scope="module")
def furnished(example_shelf: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what commands may be asked about; to be copied, not to be changed."""
    folder = tmp_path_factory.mktemp("furnished")
    (folder / "cases.yaml").write_text(CASES, encoding="utf-8")
    (folder / "mail.eml").write_text("From: a@b.example\n\npass\n", encoding="utf-8")
    locked = time_lock.lock(b"pass\n", beacon.tell_time(1000), "2023-01-01T00:00:00Z")
    (folder / "locked.txt").write_text(locked.armour(), encoding="utf-8")
    new_packs.begin(folder / "theatre", None, ())
    new_packs.begin(folder / "blank-theatre", "ttlm", ("tables",), blank=True)
    mailbox.Maildir(folder / "inbox", create=True)
    shelf = folder / "matches"
    shutil.copytree(example_shelf, shelf)
    (shelf / "_post").mkdir()
    (shelf / "_post" / "config.toml").write_text(OFFICE, encoding="utf-8")
    for typed in (
        *("new meuse ttlm", "clock set meuse", "new marne ttlm", "clock set marne", "clock pause marne"),
        "clock away marne german 2026-12-24 2026-12-26",
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SOURCE_DATE_EPOCH", NOW)
            assert run([*typed.split(), "--shelf", str(shelf), "--quiet"]) == 0, typed
    for typed in (
        ["club", "start", "club.example"],
        ["new", "liege", "ttlm"],
        ["report", "liege", "--as", "german", "-o", str(folder / "report.txt")],
    ):
        assert run([*typed, "--shelf", str(folder / "club"), "--quiet"]) == 0, typed
    return folder


@pytest.fixture
def here(furnished: Path, command: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Referee:
    """The example on its shelf, in a folder where files may be left."""
    shutil.copytree(furnished, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return command


def names(group: Any, before: str = "") -> Iterator[str]:
    for name, command in group.commands.items():
        yield from names(command, f"{name}.") if hasattr(command, "commands") else [f"{before}{name}"]


def test_every_command_has_a_schema_and_is_tried_here() -> None:
    assert set(names(load_tree())) == set(ANSWERS)
    for listed in (GOOD, BAD):
        assert set(map(name_of, commands(listed))) == set(ANSWERS)


@pytest.mark.parametrize("typed", commands(GOOD))
def test_an_answer_is_what_its_schema_says(here: Referee, typed: str) -> None:
    if "HEAD" in typed:
        heads = {one["match"]: one["head"] for one in here("list", "--json").json["matches"]}
        typed = typed.replace("HEAD", heads["meuse"])
    if "MAIL" in typed:
        here("mail", "receive", "mail.eml")
        digest = here("mail", "list", "--json").json["mails"][0]["digest"][:12]
        if "resend" in typed:
            here("mail", "seat", "liege", "german", "a@b.example")
            here("mail", "accept", digest, "liege", "german")
        typed = typed.replace("MAIL", digest)
    typed = typed.replace("BEACON", BEACON.replace(" ", ":"))

    asked = {"submit": "pass", "serve": '{"run":["list"]}'}

    told = here(*typed.split(), "--json", stdin=asked.get(typed.split()[0]))

    *before, answer = map(json.loads, told.out.splitlines())
    assert answer["ok"] is (told.code == 0)
    assert answer["exit"] == told.code
    assert "complaints" not in answer
    assert [faults(name_of(typed), line) for line in (*before, answer)] == [[]] * (len(before) + 1)


@pytest.mark.parametrize("typed", commands(BAD))
def test_a_complaint_is_what_its_schema_says(here: Referee, typed: str) -> None:
    told = here(*typed.split(), "--json", stdin="done")

    assert (told.code not in {0, 1}, told.err) == (True, "")
    assert (told.json["ok"], told.json["exit"]) == (False, told.code)
    assert told.json["complaints"]
    assert faults(name_of(typed), told.json) == []


@pytest.mark.parametrize(
    "letter", [BATTLE, "offensive 99\nfrobnicate", "when losses: lose be-1", "answers: 66\npass", "done"]
)
@pytest.mark.parametrize("how", [(), ("--dry-run",)])
def test_rulings_of_every_kind_are_what_their_schema_says(
    liege: Table, letter: str, how: tuple[str, ...]
) -> None:
    told = liege.submit(letter, "german", "--json", *how)

    assert faults("submit", told.json) == []


def test_each_line_of_a_batch_is_an_answer(liege: Table) -> None:
    lines = ('{"match":"liege","side":"german","letter":"pass"}', "nonsense", '{"match":"liege"}')

    told = liege.command("submit", "--batch", "-", stdin="\n".join(lines)).out.splitlines()

    assert [faults("submit", json.loads(line)) for line in told] == [[], [], []]


def test_the_skirmish_is_shown_as_the_schema_says(command: Referee) -> None:
    assert command("new", "sap", "skirmish").code == 0
    shown: Result = command("show", "sap", "--as", "german", "--json")

    assert faults("show", shown.json) == []


def test_a_schema_notices_what_it_does_not_describe(here: Referee) -> None:
    told = here("list", "--json").json

    assert faults("list", {**told, "more": 1})
    assert faults("list", {key: value for key, value in told.items() if key != "shelf"})


def test_both_kinds_of_line_of_a_journal_have_a_schema(liege: Table) -> None:
    header, *entries = map(json.loads, liege.lines)
    for name, lines in (("journal.header", [header]), ("journal.entry", entries)):
        schema = Draft202012Validator(json.loads(json_schemas.documents(name)[f"{name}.schema.json"]))
        assert [fault.message for line in lines for fault in schema.iter_errors(line)] == []
