"""Seats of bots: solitaire is `submit` and nothing else, and a bot that misbehaves harms nothing."""

import json
import os
import re
import sys
from pathlib import Path
from random import Random

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from referee.analysis.bots import bot_play, registry, stdio
from referee.analysis.bots.registry import Seated
from referee.evidence import standalone
from referee.faults import Fault
from referee.matches import matches
from referee.matches.matches import Holder
from referee.platform import children
from schemas.bots import Turn
from tests.cli.conftest import BATTLE, Referee, Result, Table
from tests.scripts import write_script

THINK = 60.0
"""Seconds that no answer takes."""

AT = "2026-12-01T20:00:00Z"


def play(table: Table, program: Path) -> Fault:
    """What is wrong with a program that plays the Entente against an attack on Mons."""
    table.submit("offensive 17\nmove ge-1 from namur to mons\nbattle mons\ndone\ndone", "german")
    seated = registry.find_program(str(program), table.folder)
    with pytest.raises(Fault) as raised:
        bot_play.stand_in(table.folder.parent, "liege", "entente", seated, AT, None)
    return raised.value


def write(folder: Path, text: str) -> Path:
    """A program in Python."""
    return write_script(folder / "player", f"import json, os, sys, time\n{text}\n")


def test_help_of_bot_names_the_seconds_that_bots_have_without_think(referee: Referee) -> None:
    help_text = " ".join(referee("bot", "--help").out.split())
    assert "(default: 0.25, or 1.25 for defender)" in help_text
    assert registry.THINKING_SECONDS == {"defender": 1.25}


ANSWER = "for line in sys.stdin:\n    print(json.dumps({'letter': %s}), flush=True)"


@pytest.mark.parametrize(("name", "seconds"), [("defender 7", 1.25), ("planner 7", 0.25)])
def test_a_bot_may_think_as_long_as_its_simulations_need(
    liege: Table, tmp_path: Path, name: str, seconds: float
) -> None:
    note = tmp_path / "think"
    text = f"turn = json.loads(sys.stdin.readline())\nopen({str(note)!r}, 'w').write(str(turn['think']))"
    seated = Seated(name, (sys.executable, str(write(tmp_path, text))))
    liege.submit("offensive 17\nmove ge-1 from namur to mons\nbattle mons\ndone\ndone", "german")
    with pytest.raises(Fault):
        bot_play.stand_in(liege.folder.parent, "liege", "entente", seated, AT, None)

    assert float(note.read_text(encoding="utf-8")) == seconds


HOSTILE = {
    "dies": ("sys.exit(3)", "bot-gone"),
    "hangs": ("time.sleep(600)", "bot-silent"),
    "hangs and reads": ("sys.stdin.readline(); time.sleep(600)", "bot-silent"),
    "floods": ("while True: sys.stdout.write('x' * 65536)", "bot-loud"),
    "floods with lines": ("while True: print('{}')", "bot-loud bot-unreadable"),
    "talks before it is asked": (
        "print('hello', flush=True)\n" + ANSWER % "'done'",
        "bot-loud bot-unreadable",
    ),
    "says nothing that is a letter": ("for line in sys.stdin: print('pass', flush=True)", "bot-unreadable"),
    "answers with another key": (
        """for line in sys.stdin: print('{"letter": "pass", "note": 1}', flush=True)""",
        "bot-unreadable",
    ),
    "answers with a number": (
        """for line in sys.stdin: print('{"letter": 1}', flush=True)""",
        "bot-unreadable",
    ),
    "answers with a deep tree": ("for line in sys.stdin: print('[' * 100000, flush=True)", "bot-unreadable"),
    "answers for the other side": (ANSWER % "'side: german\\npass'", "senders-differ"),
    "answers for another match": (
        ANSWER % "'BEGIN ORDERS verdun\\nside: entente\\ndone\\nEND ORDERS'",
        "other-match",
    ),
    "gives unlawful orders": (ANSWER % "'offensive 99'", "bot-refused"),
    "writes nothing": (ANSWER % "''", "no-order"),
}


@pytest.mark.parametrize(("text", "code"), HOSTILE.values(), ids=HOSTILE)
def test_a_bot_that_misbehaves_is_ended_and_named(
    liege: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, code: str
) -> None:
    monkeypatch.setattr(bot_play, "SECONDS", 1.5)

    fault = play(liege, write(tmp_path, text))

    assert fault.complaints[0].code in code.split(), fault
    orders = [one for one in liege.command("log", "liege", "--json").json["entries"] if one["seq"] > 74]
    assert {one["kind"] for one in orders} <= {"refusal"}, "nothing was filed for it but what was refused"
    assert liege.holds()


SPY = """
for line in sys.stdin:
    turn = json.loads(line)
    seen = {"environment": dict(os.environ), "folder": os.listdir(), "keys": sorted(turn)}
    print(json.dumps({"letter": json.dumps({**seen, "hands": turn["view"]["hands"]})}), flush=True)
"""


def test_a_bot_sees_its_view_and_options_and_no_way_to_the_shelf(liege: Table, tmp_path: Path) -> None:
    spy = registry.find_program(str(write(tmp_path, SPY)), liege.folder)
    liege.submit("offensive 17\nmove ge-1 from namur to mons\nbattle mons\ndone\ndone", "german")
    turn = bot_play.show_turn(matches.find(liege.folder.parent, "liege"), "entente")
    assert turn is not None

    with bot_play.begin(spy) as bot:
        told = json.loads(bot.answer(turn))

    given = {"HOME", "XDG_CACHE_HOME", "LC_CTYPE", "PWD"}
    assert {*told["environment"]} <= {*children.KEPT, *given}
    assert "REFEREE_SHELF" in os.environ, "there is something to be kept from it"
    assert not [name for name, value in told["environment"].items() if str(liege.folder.parent) in value]
    assert told["folder"] == []
    assert set(told["keys"]) == set(Turn.__struct_fields__)
    assert {hand["side"]: bool(hand["cards"]) for hand in told["hands"]} == {"entente": True, "german": False}
    assert spy.name == "player"


def test_the_shelf_has_no_file_that_a_bot_is_shown(liege: Table) -> None:
    match = matches.find(liege.folder.parent, "liege")
    turn = bot_play.show_turn(match, "german")

    assert turn is not None
    assert str(liege.folder.parent) not in str(turn)
    assert bot_play.show_turn(match, "entente") is None


def test_solitaire_is_submit_and_nothing_else(command: Referee, shelf: Path) -> None:
    opened = command("new", "war", "ttlm", "--bot", "entente=greedy")
    assert opened.code == 0
    for letter in ("pass", "done"):
        assert command("submit", "war", "--as", "german", stdin=letter).code == 0

    entries = command("log", "war", "--json").json["entries"]
    header = json.loads((shelf / "war" / "journal.jsonl").read_bytes().splitlines()[0])["body"]
    assert header["players"] == {"entente": "greedy 3"}
    assert {one["side"] for one in entries} >= {"german", "entente"}
    assert command("prompts", "war", "--json").json["waiting"] == ["german"]
    assert command("verify", "war", "--rejudge").code == 0
    assert standalone.verified(str(shelf / "war" / "journal.jsonl"))[1] == []


def test_a_bot_that_is_asked_first_answers_when_the_match_is_opened(command: Referee) -> None:
    opened = command("new", "war", "ttlm", "--bot", "german=random", "--now", "2026-12-01T20:00:00Z")

    assert opened.code == 0
    assert "random 1 plays german and filed " in opened.err
    waiting = command("prompts", "war", "--json").json["waiting"]
    assert (waiting, command("log", "war", "--json").json["entries"][1]["side"]) == (["entente"], "german")


def test_answer_says_that_a_bot_answered(command: Referee) -> None:
    command("new", "war", "ttlm", "--bot", "entente=random")
    command("submit", "war", "--as", "german", stdin="pass")

    told = command("submit", "war", "--as", "german", stdin="done")

    assert told.err.startswith("referee: random 1 plays entente and filed ")
    assert json.loads(command("show", "war", "--as", "german", "--json").out)["ok"]


def test_orders_of_bot_and_next_prompts_follow_the_ruling(command: Referee) -> None:
    command("new", "war", "ttlm", "--bot", "entente=random")

    first = command("submit", "war", "--as", "german", stdin="pass").out
    then = command("submit", "war", "--as", "german", stdin="done").out

    assert "What happened since" not in first, "no bot was asked"
    ruling, _, news = then.partition("Your turn")
    assert "Accepted: done (entry 3)" in ruling
    assert "Waiting for" not in then
    assert "BEGIN ORDERS war" in news
    assert "Events since entry 3" in news
    assert "Entente" in news


def test_json_answer_covers_only_the_letter(command: Referee) -> None:
    command("new", "war", "ttlm", "--bot", "entente=random")
    command("submit", "war", "--as", "german", stdin="pass")

    told = command("submit", "war", "--as", "german", "--json", stdin="done").json

    assert (told["side"], told["head"].partition(":")[0], told["waiting"]) == ("german", "3", ["entente"])


def test_a_bot_stands_in_for_a_player_who_is_away(liege: Table) -> None:
    told = liege.command("bot", "liege", "--as", "german", "--name", "random", "--json").json

    assert (told["side"], told["bot"], told["letters"] > 0) == ("german", "random 1", True)
    assert told["entries"][0] == 68
    asked = liege.command("prompts", "liege", "--json").json
    assert (told["waiting"], told["head"]) == (asked["waiting"], asked["head"])
    assert liege.holds()
    assert (
        liege.command("bot", "liege", "--as", "german", "--json").json["complaints"][0]["code"]
        == "bot-unasked"
    )


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("new war ttlm --bot entente=deepblue", "no-bot"),
        ("new war ttlm --bot greedy", "seats-no-bot"),
        ("new war ttlm --bot =greedy", "seats-no-bot"),
        ("new war ttlm --bot german=", "seats-no-bot"),
        ("new war ttlm --bot german=greedy --bot german=random", "seats-no-bot"),
        ("new war ttlm --bot french=greedy", "bot-without-side"),
        ("new war ttlm --bot german=random --bot entente=greedy", "bots-alone"),
        ("bot liege", "bot-of-nobody"),
        ("bot liege --as german --program nothing", "no-program"),
        ("bot liege --as german --name deepblue", "no-bot"),
    ],
)
def test_a_seat_that_no_bot_can_take_says_why(liege: Table, words: str, code: str) -> None:
    told = liege.command(*words.split(), "--json")

    assert told.json["complaints"][0]["code"] == code
    assert not (liege.folder.parent / "war").exists()


PLAYED = {
    "skirmish german=random": "",
    "skirmish german=garrison": "",
    "skirmish german=greedy": "bot-plays-others",
    "skirmish german=planner": "bot-plays-others",
    "ttlm entente=planner": "",
    "ttlm entente=raider": "bot-plays-others",
    "aac entente=garrison": "bot-plays-others",
}


@pytest.mark.parametrize(("words", "code"), PLAYED.items())
def test_a_bot_takes_a_seat_in_the_games_that_it_plays(command: Referee, words: str, code: str) -> None:
    pack, seat = words.split()

    told = command("new", "war", pack, "--bot", seat, "--json")

    assert [one["code"] for one in told.json.get("complaints", ())] == ([code] if code else [])


def list_remedies(told: Result) -> list[str]:
    """Return the words that the only complaint proposes."""
    (complaint,) = told.json["complaints"]
    return re.findall(r"`([^`]*)`", complaint["remedy"])


@pytest.mark.parametrize(
    ("pack", "side", "other"), [("skirmish", "british", "greedy"), ("ttlm", "german", "raider")]
)
def test_bot_of_other_games_names_words_that_are_accepted(
    command: Referee, pack: str, side: str, other: str
) -> None:
    seats = list_remedies(command("new", "war", pack, "--bot", f"{side}={other}", "--json"))
    assert f"{side}=random" in seats
    for number, seat in enumerate(seats):
        assert command("new", f"war{number}", pack, "--bot", seat).code == 0

    assert command("new", "war", pack).code == 0
    names = list_remedies(command("bot", "war", "--as", side, "--name", other, "--json"))
    assert [name.removeprefix("--name ") for name in names] == [
        seat.removeprefix(f"{side}=") for seat in seats
    ]
    assert command("bot", "war", "--as", side, *names[0].split()).code == 0


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", registry.VERSIONS)
def test_a_bot_answers_as_a_child_as_it_does_in_this_process(liege: Table, shelf: Path, name: str) -> None:
    """A hit to be paid is answered long before the time is up, so that the clock decides nothing."""
    match, side = ("war", "british") if name in {"raider", "garrison"} else ("liege", "entente")
    liege.command("new", "war", "skirmish")
    for seat in ("british", "german"):
        assert liege.command("submit", "war", "--as", seat, stdin="done").code == 0
    liege.submit(BATTLE)
    turn = bot_play.show_turn(matches.find(shelf, match), side, THINK)
    assert turn is not None
    assert len(turn.options) > 1

    with bot_play.begin(registry.find_bot(name)) as bot:
        letters = [bot.answer(turn) for _ in range(2)]

    own = stdio.PLAYERS[name]()(decode(encode(turn), type=Turn), Random(f"{name} {side} {turn.entry}"))
    assert letters == [own, own]
    assert own in {one.text for one in turn.options}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", registry.VERSIONS)
def test_a_bot_that_is_shown_nothing_to_choose_from_ends_and_is_named(liege: Table, name: str) -> None:
    turn = bot_play.show_turn(matches.find(liege.folder.parent, "liege"), "german")
    assert turn is not None
    with bot_play.begin(registry.find_bot(name)) as bot, pytest.raises(Fault) as raised:
        bot.answer(replace(turn, options=()))

    assert raised.value.complaints[0].code == "bot-gone"


def test_a_person_may_answer_for_a_bot_that_is_gone(
    command: Referee, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command("new", "war", "ttlm", "--bot", "entente=greedy")
    command("submit", "war", "--as", "german", stdin="pass")
    gone = Seated("greedy 3", (str(tmp_path / "gone"),))
    monkeypatch.setattr(registry, "find_bot", lambda _: gone)

    told = command("submit", "war", "--as", "german", stdin="done")

    assert told.code == 0
    assert "the bot greedy 3 ended before it answered" in told.err
    assert command("submit", "war", "--as", "entente", stdin="pass").code == 0


def test_a_bot_that_fails_does_not_stop_the_bot_of_another_side(command: Referee, shelf: Path) -> None:
    """Both sides of the skirmish deploy at once: one bot ends, and the other one deploys all the same."""
    command("new", "war", "skirmish")
    seats = {"british": Seated("gone", ("/nothing",)), "german": registry.find_bot("garrison")}
    with Holder() as holder, pytest.raises(Fault) as raised:
        bot_play.Table(shelf, "war", AT, holder).play(seats)

    assert raised.value.complaints[0].code == "bot-gone"
    assert command("prompts", "war", "--json").json["waiting"] == ["british"]
