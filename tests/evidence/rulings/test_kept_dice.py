"""Dice that a ruling keeps are those that fell: both verifiers find all that a forger makes of them."""

from dataclasses import astuple
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.evidence import disputes, match_verification, replayed_orders, rulings, standalone
from referee.evidence.resolution_policy import Plea
from referee.matches import journal, matches, opening, shelf, viewer_languages
from referee.matches.journal import verification
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import documents, event_news, letter_answers, policy_rulings
from referee.reports.formats import plain_text
from schemas.journal import Entry, Key
from schemas.record import REFEREE
from schemas.reports import DiceThrown
from tests.evidence.agreement import OPENED, PUBLIC, Bench, try_out
from tests.evidence.rulings.meuse import AGREED, SECRETS, play, send
from tests.evidence.test_forgeries import Change, Forged, copied, forged, ours, theirs

ERROR = "the pieces of both were counted wrongly"
RETRACT, RULING, FIRST, LIEGE, PAID, LAST = 25, 26, 27, 31, 32, 35
"""The takeback, the ruling, and of what is filed again the first entry, two with dice, and the last."""

SPENT = 6
"""The keys that were spent before."""


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three battles, of which a ruling voids two and keeps the third."""
    root = tmp_path_factory.mktemp("shelf")
    play(root, "battle-by-battle", 24)
    rulings.file(root, "meuse", Plea((12, 17), ERROR), at=AGREED.at)
    return root / "meuse" / shelf.JOURNAL


def test_a_battle_that_stands_keeps_its_dice_to_the_last_face(ruled: Path) -> None:
    entries = journal.read(ruled).entries
    before, again = (_rolls(entries[seq - 1]) for seq in (21, PAID))

    assert before == again != []
    assert entries[PAID - 1].body.key is None
    assert entries[PAID - 1].body.public["kept"] == RETRACT


def _rolls(entry: Entry) -> list[dict[str, Any]]:
    events: list[dict[str, list[dict[str, Any]]]] = entry.body.public["events"]  # type: ignore[assignment]
    return [roll for event in events for roll in event.get("rolls", ())]


@pytest.mark.parametrize(("again", "first"), [(LIEGE, 20), (PAID, 21)])
def test_the_proof_of_kept_dice_shows_them_and_leads_to_where_they_fell(
    ruled: Path, again: int, first: int
) -> None:
    explained = disputes.dispute(matches.read(ruled), again, "referee")
    told = " ".join(plain_text.write(explained).split())
    rolls = _rolls(journal.read(ruled).entries[again - 1])

    assert f"A ruling kept these dice; `dispute` of entry {first} proves them." in told
    assert told.count(f"`dispute` of entry {first} proves them.") == len(rolls) > 1
    shown = [block.rolls for block in explained.blocks if isinstance(block, DiceThrown)]
    assert [roll.faces for (roll,) in shown] == [tuple(roll["faces"]) for roll in rolls]
    assert {block.entry for block in explained.blocks if isinstance(block, DiceThrown)} == {again}


def test_a_segment_has_each_of_its_entries_once(ruled: Path) -> None:
    found = [step.seq for step in replayed_orders.list_segment(matches.read(ruled), LIEGE)]
    assert found == sorted({*found})
    assert len(found) > 3


def test_kept_dice_are_counted_once(ruled: Path) -> None:
    verified = match_verification.verify(ruled, rejudge=True)

    assert (verified.dice, verified.rolls, verified.unproved, verified.differences) == (30, 13, 0, ())
    assert astuple(standalone.verified(str(ruled))[0].dice) == (30, 0, 0)


def test_a_copy_proves_what_was_kept(ruled: Path) -> None:
    for side in ("german", "entente"):
        copy = copied(ruled, side)
        assert ours(copy) == theirs(copy) == set()


def test_battles_that_are_void_are_fought_again_with_new_keys(ruled: Path, tmp_path: Path) -> None:
    play(tmp_path, "battle-by-battle", 24)
    rulings.file(tmp_path, "meuse", Plea((12, 17), ERROR), at=AGREED.at)
    send(tmp_path, "entente", "done")

    last = journal.read(tmp_path / "meuse" / shelf.JOURNAL).entries[-1]
    spent = [entry.body.key.n for entry in journal.read(ruled).entries if entry.body.key]
    assert last.body.key is not None
    assert last.body.key.n == max(spent) + 1
    assert "kept" not in last.body.public


# --- what a forger makes of it


def turn_a_face(it: Forged) -> None:
    it.rolls[0]["faces"][0] = it.rolls[0]["faces"][0] % 6 + 1


def need_more(it: Forged) -> None:
    it.rolls[0]["needed"] += 1


def name_no_retract(it: Forged) -> None:
    it.public["kept"] = None


def name_another_retract(it: Forged) -> None:
    it.public["kept"] = RETRACT - 1


def name_it_as_a_truth(it: Forged) -> None:
    it.public["kept"] = True


def say_nothing_of_it(it: Forged) -> None:
    del it.public["kept"]


def take_back_less(it: Forged) -> None:
    it.public["to"] = 21


def spend_a_key(it: Forged) -> None:
    it.key = Key(n=SPENT + 1, k=it.secrets.key(SPENT + 1))


def spend_a_key_of_its_own(it: Forged) -> None:
    part = it.private.setdefault("german", {"salt": "5a" * 16})
    part["key"] = {"n": 1, "k": it.secrets.key(1, owner="german")}


def make_it_a_note(it: Forged) -> None:
    it.kind, it.public = "note", {"text": "no ruling"}
    it.private = {}


def keep_as_a_ruling(it: Forged) -> None:
    it.kind, it.side = "ruling", "referee"
    it.public["order"] = None


def keep_dice_at_once(it: Forged) -> None:
    """An order follows the takeback where the ruling should stand."""
    it.kind, it.side, it.private = "order", "german", {}
    it.public = {"order": {"type": "done", "side": "german"}, "events": [], "kept": RETRACT}


def throw_nothing_and_keep_nothing(it: Forged) -> None:
    """An order without dice comes between the ruling and what it keeps."""
    it.public = {"order": {"type": "done", "side": "german"}, "events": []}
    it.side, it.private = "german", {}


FORGERIES: list[tuple[int, Change, set[int]]] = [
    (LIEGE, turn_a_face, {LIEGE}),
    (LIEGE, need_more, {LIEGE}),
    (LIEGE, name_no_retract, {LIEGE}),
    (LIEGE, name_another_retract, {LIEGE}),
    (LIEGE, name_it_as_a_truth, {LIEGE}),
    (LIEGE, say_nothing_of_it, {LIEGE, PAID, 33, 34, LAST}),
    (LIEGE, spend_a_key, {LIEGE}),
    (LIEGE, spend_a_key_of_its_own, {LIEGE}),
    (RETRACT, take_back_less, {RULING, LIEGE, PAID}),
    (RULING, make_it_a_note, set(range(FIRST, LAST + 1))),
    (RULING, keep_dice_at_once, {RULING}),
    (FIRST, keep_as_a_ruling, {FIRST}),
    (FIRST, throw_nothing_and_keep_nothing, set(range(FIRST + 1, LAST + 1))),
]


@pytest.mark.parametrize(("seq", "change", "due"), FORGERIES, ids=[one.__name__ for _, one, _ in FORGERIES])
def test_both_verifiers_find_what_was_done_to_kept_dice(
    ruled: Path, tmp_path: Path, seq: int, change: Change, due: set[int]
) -> None:
    path = forged(ruled, tmp_path, {seq: change})

    assert theirs(path) == {min(due)}
    assert ours(path) >= due


def test_the_dice_of_the_first_entry_that_was_taken_back_are_kept_too(ruled: Path, tmp_path: Path) -> None:
    """Entry 20 threw the dice of Liège; the takeback goes back to the one before it."""

    def go_back_to_it(it: Forged) -> None:
        it.public["to"] = 19

    path = forged(ruled, tmp_path, {RETRACT: go_back_to_it, RULING: rule_on(20, void=[20, 21, 22, 23, 24])})
    assert verification.verify(path).dice == 30
    assert theirs(path) == set()


def rule_on(entry: int, void: list[int]) -> Change:
    """Rule on one entry; it remains valid if no entry is void."""

    def change(it: Forged) -> None:
        outcome = it.public["outcome"] if void else "stands"
        decision = {"entry": entry, "paragraph": it.public["paragraph"], "outcome": outcome}
        it.public.update(disputed=entry, outcome=outcome, decisions=[decision], void=void, again=[])

    return change


def test_the_same_dice_are_not_kept_twice(ruled: Path, tmp_path: Path) -> None:
    """The forger files the whole battle again behind itself."""
    path = forged(ruled, tmp_path, {LAST: _like(ruled, LIEGE)})

    assert ours(path) == theirs(path) == {LAST}


def _like(path: Path, seq: int) -> Change:
    like = journal.read(path).entries[seq - 1]

    def change(it: Forged) -> None:
        it.public, it.side = dict(like.body.public), like.body.side
        it.private = {reader: dict(part) for reader, part in like.private.items()}

    return change


def test_dice_of_orders_that_stand_are_not_kept(tmp_path: Path) -> None:
    """A takeback of nothing sets no dice free."""
    play(tmp_path, "battle-by-battle", 24)
    rulings.file(tmp_path, "meuse", Plea((12, 17), ERROR), at=AGREED.at)
    path = tmp_path / "meuse" / shelf.JOURNAL

    def go_back_to_the_last(it: Forged) -> None:
        it.public["to"] = 24

    event_news = {RETRACT: go_back_to_the_last, RULING: rule_on(12, void=[])}
    assert theirs(forged(path, tmp_path, event_news)) == {LIEGE}


# --- matches that cannot keep dice


def test_a_match_of_an_older_format_rolls_again(tmp_path: Path) -> None:
    """Its verifiers know no kept dice; what stands may be sent again."""
    found = _open(tmp_path, "older", format=2)
    _tell(found, "german", f"{_attack(found)}\nmove ge-i30 to belfort\nmove ge-4 to ardennes\n")

    ruled = rulings.file(tmp_path, "older", Plea((3,), "no way"), at=AGREED.at)

    assert (ruled.kept, ruled.filed_again, ruled.void) == ((), (), (3, 4))
    assert ruled.again == ("move ge-4 to ardennes  # german, entry 4",)
    assert ours(tmp_path / "older" / shelf.JOURNAL) == set()


def _open(root: Path, name: str, **how: Any) -> Match:
    agreed = {"at": AGREED.at, "scenario": AGREED.scenario, "secrets": SECRETS, "policy": "hard-core"}
    return opening.open_match(root, name, "ttlm", **agreed, **how)


def _attack(match: Match) -> str:
    """An offensive that the hand of the side that begins allows."""
    state = match.position()
    (prompt,) = match.rules.prompts(state)
    options = match.rules.options(state, prompt)
    lawful = (order for order in options if not any(match.rules.objections(state, order)))
    return match.system.notation.write(next(order for order in lawful if order.type == "offensive"))


# --- rulings one after the other


def test_a_second_ruling_keeps_what_the_first_one_kept(tmp_path: Path) -> None:
    play(tmp_path, "battle-by-battle", 24)
    rulings.file(tmp_path, "meuse", Plea((12, 17), ERROR), at=AGREED.at)

    again = rulings.file(tmp_path, "meuse", Plea((28,), "Belfort is out of reach"), at=AGREED.at)

    assert (again.void, again.dice_kept, again.dice_fallen) == ((28,), 19, 0)
    path = tmp_path / "meuse" / shelf.JOURNAL
    assert ours(path) == theirs(path) == set()
    assert match_verification.verify(path, rejudge=True).differences == ()
    told = plain_text.write(disputes.dispute(matches.read(path), again.filed_again[-4], "referee"))
    assert "`dispute` of entry 21 proves them." in " ".join(told.split())


def test_spoken_dice_are_kept_with_their_source(tmp_path: Path) -> None:
    """In a match with dice of people, the entry that is filed again names who saw them."""
    found = _open(tmp_path, "voices", dice="spoken")
    _tell(found, "german", f"{_attack(found)}\nmove ge-4 to ardennes\nmove ge-5 to longwy\ndone\n")
    _tell(found, "german", "done # declared\n")
    stood = matches.find(tmp_path, "voices")
    while not any(entry.body.public.get("source") for entry in stood.entries):
        (prompt,) = stood.rules.prompts(stood.position())
        _tell(stood, prompt.side, f"done # {len(stood.entries)}\n", faces=True)
        stood = matches.find(tmp_path, "voices")

    moved = next(e.body.seq for e in stood.entries if "ge-5" in str(e.body.public.get("order")))
    ruled = rulings.file(tmp_path, "voices", Plea((moved,), "no way"), at=AGREED.at)

    assert ruled.dice_fallen == 0 < ruled.dice_kept
    path = tmp_path / "voices" / shelf.JOURNAL
    assert journal.read(path).entries[-1].body.public["source"] == "the club's server"
    assert ours(path) == theirs(path) == set()


def _tell(match: Match, side: str, text: str, *, faces: bool = False) -> None:
    root = match.folder.parent
    for thrown in range(30) if faces else (0,):
        said = {"faces": (6,) * thrown, "source": "the club's server"} if faces else {}
        sent = submission.open_letter("letter", text.encode(), at=AGREED.at, side=side, **said)  # type: ignore[arg-type]
        try:
            assert letter_answers.submit(root, match.name, sent).code == ""
        except Exception:
            if thrown == 29 or not faces:
                raise
        else:
            return


# --- whatever is changed


def test_the_verifiers_agree_on_every_change_of_a_journal_with_kept_dice(
    ruled: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    viewers = ("referee", "german", "entente", PUBLIC, OPENED)
    benches = [Bench(ruled, viewer, tmp_path / "scratch") for viewer in viewers]
    count = request.config.getoption("--mutations") // 5

    divided = [trial for trial in try_out(benches, Random(count), count) if not trial.agree]

    assert [(trial.what, trial.ours, trial.theirs) for trial in divided[:5]] == []


# --- what is said of it


SAID = {
    "en": "battle-by-battle, A-2 An error in a battle: entries 12 and 17 are void;"
    " 9 entries are void in total; 9 later entries are filed again with their dice",
    "fr": "battle-by-battle, A-2 Une erreur dans une bataille : les entrées 12 et 17 sont nulles ;"
    " 9 entrées sont nulles en tout ; 9 entrées ultérieures sont enregistrées de nouveau avec leurs dés",
}
"""What the ruling says, part by part."""


@pytest.mark.parametrize("language", SAID)
def test_a_ruling_lists_void_entries_lost_dice_and_kept_dice(ruled: Path, language: str) -> None:
    match = viewer_languages.tell(matches.read(ruled), REFEREE, language)
    told = policy_rulings.render_ruling(match, match.entries[RULING - 1])

    assert told.replace("\u00a0", " ").replace("\u202f", " ") == SAID[language]


BEFORE_DECISIONS = {
    "some slip": "strict, S-3 Found late: entry 12 is void, and so are 2 after it",
    "": "strict, S-1 No error: entry 12 stands",
}
"""What a ruling says that names one entry and its paragraph alone, as the first ones did; by the error."""


@pytest.mark.parametrize("error", BEFORE_DECISIONS)
def test_a_ruling_without_decisions_is_described_by_its_takeback(tmp_path: Path, error: str) -> None:
    play(tmp_path, "strict", 14)
    rulings.file(tmp_path, "meuse", Plea((12,), error), at=AGREED.at)
    match = matches.find(tmp_path, "meuse")
    *_, ruling = (entry for entry in match.entries if entry.body.kind == "ruling")
    public = {name: ruling.body.public[name] for name in ("paragraph", "disputed")}
    older = replace(ruling, body=replace(ruling.body, public=public))

    assert policy_rulings.render_ruling(match, older) == BEFORE_DECISIONS[error]


def test_a_difference_tells_battles_only_where_nothing_was_taken_back(ruled: Path) -> None:
    match = matches.read(ruled)
    on, back = (
        plain_text.write(documents.list_differences(match, REFEREE, first, LAST)) for first in (5, 24)
    )

    assert "Attacker first" in on
    assert "Attacker first" not in back
    assert "Areas" in back


def test_the_referee_reads_on_from_the_last_order_that_stands_and_not_from_a_ruling(tmp_path: Path) -> None:
    play(tmp_path, "strict", 14)
    rulings.file(tmp_path, "meuse", Plea((12,), "some slip"), at=AGREED.at)
    match = matches.find(tmp_path, "meuse")

    *_, order, ruling = match.standing()
    assert match.entries[ruling - 1].body.kind == "ruling"
    assert event_news.begin(match, REFEREE, None, None) == order - 1
