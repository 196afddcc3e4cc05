"""Mistakes in letters to `submit`: replies, wrong names, too many and too few orders."""

import json
import shlex

import pytest

from tests.cli.conftest import BATTLE, Result, Table


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def orders(answer: Result) -> list[str]:
    return [line["order"] for line in answer.json["accepted"]]


# Replies


@pytest.mark.parametrize(
    "above", ["", "On Tue, 24 Nov 2026 at 09:00, The Referee <referee@example.org> wrote:\n"]
)
def test_only_orders_above_the_quoted_report_count(liege: Table, above: str) -> None:
    letter = f"offensive 17\nmove ge-1 from namur to mons\n\n{above}{quoted(liege.report())}"

    answer = liege.submit(letter, "german", "--json")
    assert (answer.code, answer.json["warnings"]) == (0, [])
    assert orders(answer) == ["offensive 17", "move ge-1 to mons"]


def test_an_audit_leaves_text_above_a_refused_order_out(liege: Table) -> None:
    letter = "Tom here,\n\nsunny day here\n\noffensive 99\nsee you on Sunday at the club\n\nCheers\nTom\n"
    answer = liege.submit(letter, "german", "--json").json

    assert [line["text"] for line in answer["refused"]] == ["offensive 99"]
    assert liege.command("rejudge", "liege").code == 0


def test_unedited_report_is_refused_as_letter(liege: Table) -> None:
    before = liege.lines
    answer = liege.submit(liege.report(), None, "--json").json

    assert (answer["exit"], answer["complaints"][0]["code"]) == (65, "template-unedited")
    assert liege.lines == before


def test_a_letter_that_comes_twice_is_filed_once(liege: Table) -> None:
    letter = liege.report().replace("# pass", "pass")

    assert orders(liege.submit(letter, None, "--json")) == ["pass"]
    before = liege.lines
    again = liege.submit(letter, None, "--json").json
    assert (again["ok"], again["exit"], again["code"], again["again"]) == (False, 1, "repeat", True)
    assert liege.lines == before


def test_pleasantries_around_the_fence_do_not_count(liege: Table) -> None:
    letter = "Dear Tom,\n\nhere I come!\n\n" + liege.report().replace("\n# pass ", "\noffensive 17 ")

    assert orders(liege.submit(letter, None, "--json")) == ["offensive 17"]


@pytest.mark.parametrize(
    ("letter", "request_"),
    [
        ("ask takeback", "ask takeback"),
        ("message to entente: hello Bert", "message to entente: hello Bert"),
        ("Hello Eve,\naway 2026-12-24 to 2027-01-02", "away 2026-12-24 to 2027-01-02"),
        ("status", "status"),
        ("move ge-1 to paris", None),
    ],
)
def test_submit_warns_of_a_request_that_only_the_post_office_answers(
    liege: Table, letter: str, request_: str | None
) -> None:
    warnings = liege.submit(letter, "german").err

    assert (f"only the post office answers the line `{request_}`" in warnings) == (request_ is not None)
    assert ("referee help moderator" in warnings) == (request_ is not None)


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
        (
            "side: german\npass\n",
            "entente",
            77,
            "the letter names the side german, but it was sent as entente",
        ),
        (
            "side: entente\npass\n",
            "Germany",
            77,
            "the letter names the side entente, but it was sent as german",
        ),
        ("pass\n", "french", 77, "`french` does not take part in liege (name german or entente)"),
        ("pass\n", "referee", 77, "the referee gives no orders (name german or entente)"),
        ("pass\n", None, 2, "the sender of the letter is not named (name the side with --as)"),
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


def test_letter_without_done_leaves_the_prompt_open(liege: Table) -> None:
    first = liege.submit(BATTLE.replace("done\ndone\n", ""))
    assert "- Declare your battles in the order in which you fight them." in first.out

    second = liege.submit("done\ndone\n", "german", "--json")
    assert second.code == 0
    assert second.json["waiting"] == ["entente"]
    assert liege.holds()


def test_superfluous_done_is_left_out(liege: Table) -> None:
    answer = liege.submit(BATTLE + "done\n")

    assert answer.code == 0
    assert "the order `done` was left out, because it changes nothing" in " ".join(answer.out.split())


def test_order_behind_the_last_answer_is_refused(liege: Table) -> None:
    answer = liege.submit(BATTLE + "pass\n")

    assert answer.code == 1
    assert "Refused: pass (line 6)" in answer.out
    told = " ".join(answer.out.split())
    assert (
        "The accepted orders are final because they cannot be taken back; the others were refused (entry 73)."
        in told
    )


def test_rehearsal_rolls_no_dice_and_files_nothing(liege: Table) -> None:
    before = liege.lines

    rehearsed = liege.submit(BATTLE, "german", "--dry-run")
    assert rehearsed.code == 0
    assert "Line 5 would roll 1 die for Mons: German artillery fire" in rehearsed.out
    assert "This was a rehearsal: nothing was filed." in rehearsed.out
    assert liege.lines == before


SLIPS = (
    ("report liege --since 9999", 66, "liege has no entry 9999; its last is 67"),
    ("report liege --since -1", 66, "liege has no entry -1"),
    ("report liege --at 9999", 66, "liege has no entry 9999"),
    (
        "report liege --as french",
        77,
        "`french` does not take part in liege (name german, entente, referee or public",
    ),
    ("report liege --format runes", 2, "there is no format runes"),
    ("show liege --at 0", 66, "entry 0 is the header of liege; it has no position"),
    ("map liege --at 0", 66, "the opening is entry 1"),
    ("show lige", 66, "match lige was not found in"),
    ("show lige", 66, "(did you mean `liege`?)"),
    ("options liege --as referee", 77, "the referee gives no orders"),
    ("options liege --limit 0", 2, "should be greater than or equal to 1"),
    ("options liege --limit 33333333333333333333", 2, "should be less than or equal to 1000000"),
    ("explain nonsense", 66, "no rulebook has a clause nonsense"),
    ("explain 4.1-ddd", 66, "(did you mean `4.1-d`?)"),
    ("submit liege nowhere.txt --as german", 66, "letter nowhere.txt was not found"),
    ("submit nowhere.txt liege --as german", 66, "(write the match first: referee submit liege nowhere.txt)"),
    ("new ttlm verdun", 66, "(write the match first: referee new verdun ttlm)"),
    ("show Lüttich", 2, "digits and hyphens, as in `luttich`)"),
    ("submit liege --as german --faces 3,5", 2, "liege uses sealed dice"),
    ("submit liege --as german --faces x", 2, "'x' is not the face of a die (write them as"),
    ("submit liege --as german --expect-head 67", 2, "'67' is not the head of a journal"),
    ("retract liege --to 67 --reason x", 2, "no order to take back after entry 67"),
    ("retract liege --to 0 --reason x", 2, "the opening of a match cannot be taken back"),
    ("retract liege --to 60", 2, "a takeback by the referee needs a reason"),
    ("retract liege --to 62 --as german", 77, "entries 63, 64, 65, 66 and 67 are not"),
    ("note liege '  '", 2, "the note is empty"),
    ("reveal liege", 2, "liege is not over: a question is open"),
    ("new liege ttlm", 73, "liege already exists (choose another name)"),
    ("new verdun ttl", 66, "there is no pack `ttl` (did you mean `ttlm`?)"),
    ("new verdun ttlm --scenario 1913", 2, "there is no scenario `1913`"),
    ("new verdun ttlm --with following-units=x", 2, "there is no choice for following-units called `x`"),
    ("note liege x --now 0001-01-01T00:00:00+01:00", 2, "is not a time (write it as 2026-12-01T20:00:00Z)"),
    ("submit - --batch --dry-run", 2, "--dry-run cannot be used with a whole batch"),
    ("submit - --batch --as german --faces 3", 2, "--as and --faces cannot be used with a whole batch"),
    ("submit - letters.jsonl --batch", 2, "a batch is read from the standard input"),
    ("submit liege '' --as german", 66, "the name of the file is empty (name a file, or write - for"),
    ("submit liege --batch", 2, "a batch names its matches line by line; write - for MATCH"),
    ("export liege -o /nowhere/x", 73, "/nowhere/x cannot be written: No such file or directory\n"),
    ("help me", 66, "help has no topic me (list the topics with `referee help`)"),
    ("help prooof", 66, "help has no topic prooof (did you mean `proof`?)"),
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


def test_invalid_batch_lines_are_reported_with_place(liege: Table) -> None:
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
        (4, 51, "item 2 of `faces` is `x`, which is not a whole number"),
    ]
    assert len(liege.lines) == 69


def test_options_of_a_side_that_is_not_asked_are_none(liege: Table) -> None:
    answer = liege.command("options", "liege", "--as", "entente")

    assert (answer.code, answer.out) == (0, "# Entente has no open question\n")


def test_a_battle_that_only_begins_is_a_sentence_and_no_empty_heading(liege: Table) -> None:
    answer = liege.submit("offensive 17\nmove ge-1 from namur to mons\nbattle mons\ndone\n").out

    assert "\nBattle of Mons.\n" in answer
    assert "\nBattle of Mons\n" not in answer
