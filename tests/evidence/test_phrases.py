"""Players put words of their own into the dice: who may, until when, and what follows from them."""

from collections.abc import Callable
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from referee.dice.chain import Secrets
from referee.dice.format3 import commit_owner, digest_phrases
from referee.evidence import match_verification, standalone
from referee.faults import Fault
from referee.matches import journal, matches, moderator_entries, opening
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import documents, letter_answers, letter_results
from referee.reports.formats import plain_text
from schemas.answers.orders import Submitted
from schemas.journal import LONGEST_PHRASE, Header, Phrases
from schemas.record import Roll
from tests.evidence.test_forgeries import Forged, copied, first, forged, ours, theirs

AT = "2026-12-01T20:00:00Z"
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32)
WORDS = {"german": "Auf nach Valmy", "british": "Ἀχιλλεύς, once more"}


def opened(
    root: Path, pack: str = "skirmish", *, wanted: Phrases = "allowed", secrets: Secrets = SECRETS, **how: Any
) -> Match:
    return opening.open_match(root, "sap", pack, at=AT, phrases=wanted, secrets=secrets, **how)


def letter(match: Match, side: str, said: str) -> Any:
    sent = submission.open_letter("letter", said.encode(), at=AT, side=side)
    return letter_answers.submit(match.folder.parent, match.name, sent)


LETTERS = sorted((Path(__file__).parents[1] / "examples" / "skirmish" / "sap").glob("*.txt"))[:9]
"""Letters of the example in format 2, which hold no phrases; later ones answer the dice of that format."""


def played(match: Match, most: int = len(LETTERS)) -> Match:
    """The match after letters that are lawful whatever the dice say."""
    for path in LETTERS[:most]:
        answer = letter(match, path.stem.partition("-")[2], path.read_text())
        assert answer.code == ""
    return matches.find(match.folder.parent, match.name)


def test_an_answer_tells_a_phrase_that_is_in_the_dice(tmp_path: Path) -> None:
    answer = letter(opened(tmp_path), "german", f"phrase: {WORDS['german']}\n")
    assert f"Your phrase is in the dice: {WORDS['german']}" in plain_text.write(
        letter_results.document(answer)
    )


def spoken_of(path: Path) -> tuple[int, int]:
    """The dice that both verifiers lead to the header, and those they do not."""
    report = match_verification.verify(path)
    other, wrong, _ = standalone.verified(str(path))
    assert wrong == []
    counts = report.dice, report.own_key, report.on_word
    assert astuple(other.dice) == counts
    return report.dice, report.unproved


@pytest.fixture
def match(tmp_path: Path) -> Match:
    found = opened(tmp_path)
    for side, words in WORDS.items():
        letter(found, side, f"phrase: {words}")
    return played(matches.find(tmp_path, "sap"))


def test_a_new_match_is_of_format_3_and_proved_whole_and_in_every_copy(match: Match) -> None:
    path = match.folder / "journal.jsonl"
    whole, doubted = spoken_of(path)

    assert match.header.format == 3
    assert whole > 5
    assert doubted == 0
    for viewer in (*match.header.sides, "public"):
        proved, unproved = spoken_of(copied(path, viewer))
        assert proved + unproved <= whole
    moderator_entries.reveal(match.folder.parent, "sap", unfinished=True, at=AT)
    assert spoken_of(path) == (whole, 0)
    assert spoken_of(copied(path, "public")) == (whole, 0)
    assert match_verification.verify(path).differences == ()


def test_the_phrases_are_public_and_told_everywhere(match: Match) -> None:
    assert match_verification.verify(match.folder / "journal.jsonl").phrased == ("british", "german")
    for side in match.header.sides:
        assert "Auf nach Valmy" in plain_text.write(documents.report(match, side, since=1, full=True))


def test_other_phrases_give_other_dice(tmp_path: Path) -> None:
    """The same orders with the same secrets: only a phrase differs."""
    faces: set[tuple[int, ...]] = set()
    for number, words in enumerate(("one", "two", "")):
        found = opened(tmp_path / str(number))
        if words:
            letter(found, "german", f"phrase: {words}")
        played(matches.find(found.folder.parent, "sap"))
        faces.add(tuple(thrown(found.folder / "journal.jsonl")))
    assert len(faces) == 3


def thrown(path: Path) -> list[int]:
    entries = journal.read(path).entries
    told = [
        event
        for entry in entries
        for part in (entry.body.public, *entry.private.values())
        for event in events_of(part)
    ]
    return [face for event in told for roll in event.get("rolls") or () for face in roll["faces"]]


def events_of(part: Any) -> list[Any]:
    events = part.get("events") or []
    return [event for event in (events.values() if isinstance(events, dict) else events) if event]


def test_the_same_letters_with_the_same_secrets_give_the_same_journal(tmp_path: Path) -> None:
    files = [played(opened(tmp_path / name)).folder / "journal.jsonl" for name in ("first", "again")]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_notes_and_refusals_have_salts_that_do_not_follow(tmp_path: Path) -> None:
    """They stay private for ever, also when the hidden secret is open."""
    heads: set[str] = set()
    for name in ("first", "again"):
        found = opened(tmp_path / name)
        assert letter(found, found.header.sides[0], "sing a song").code == "refused"
        heads.add(matches.find(tmp_path / name, "sap").journal.head.seal)
    assert len(heads) == 2


# --- who may file a phrase, and until when


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("", "the phrase is empty"),
        ("x" * 201, "at most 200 printable characters"),
        ("beep\x07", "at most 200 printable characters"),
    ],
)
def test_a_phrase_is_one_line_of_words(tmp_path: Path, said: str, fault: str) -> None:
    opened(tmp_path)
    with pytest.raises(Fault, match=fault):
        moderator_entries.file_phrase(tmp_path, "sap", said, by="german", at=AT)


def test_a_side_has_one_phrase(tmp_path: Path) -> None:
    opened(tmp_path)
    first = moderator_entries.file_phrase(tmp_path, "sap", "one", by="german", at=AT)
    assert moderator_entries.file_phrase(tmp_path, "sap", " one ", by="german", at=AT) == first
    with pytest.raises(Fault, match="german already added a phrase in entry 2"):
        moderator_entries.file_phrase(tmp_path, "sap", "two", by="german", at=AT)


def test_a_phrase_comes_before_the_first_order(tmp_path: Path) -> None:
    found = played(opened(tmp_path), 1)
    with pytest.raises(Fault, match="phrases must come before the first order"):
        moderator_entries.file_phrase(tmp_path, "sap", "late", by=found.header.sides[1], at=AT)


@pytest.mark.parametrize("pack", ["ttlm", "skirmish"])
@pytest.mark.parametrize("is_dry", [False, True])
def test_orders_beside_a_late_phrase_count_and_the_phrase_is_named(
    tmp_path: Path, pack: str, is_dry: bool
) -> None:
    """The first side to answer, or to close its deployment, ends the time for phrases of the other."""
    found = opening.open_match(tmp_path, "sap", pack, at=AT)
    lines = {"ttlm": "pass\ndone\n", "skirmish": "done\n"}[pack]

    def send(side: str, text: str, *, dry: bool = False) -> Submitted:
        incoming = submission.open_letter(f"{side}.txt", text.encode(), at=AT, side=side)
        if dry:
            return letter_answers.rehearse(matches.find(tmp_path, "sap"), incoming)
        return letter_answers.submit(tmp_path, "sap", incoming)

    first, second = found.header.sides
    send(first, lines)
    answer = send(second, f"phrase: mine\n{lines}", dry=is_dry)

    assert (answer.refused, answer.phrase) == ((), "")
    assert answer.accepted
    assert "this one is not in the dice" in " ".join(answer.warnings)
    if not is_dry and pack == "ttlm":
        # The next question of the skirmish takes the same letter.
        assert send(second, f"phrase: mine\n{lines}").again
    with pytest.raises(Fault, match="lets orders wait for all phrases"):
        send(second, "phrase: mine\n")


@pytest.mark.parametrize("how", [{"wanted": "none"}, {"format": 2}])
def test_phrases_are_refused_if_the_header_forbids_them(tmp_path: Path, how: Any) -> None:
    opened(tmp_path, **how)
    with pytest.raises(Fault, match="the dice of sap use no phrases"):
        moderator_entries.file_phrase(tmp_path, "sap", "one", by="german", at=AT)


def test_required_phrases_come_before_orders(tmp_path: Path) -> None:
    found = opened(tmp_path, wanted="required")
    one, other = found.header.sides
    with pytest.raises(Fault, match="orders wait until all sides have added a phrase"):
        played(found, 1)
    assert "Each side must add a phrase to the dice" in plain_text.write(documents.situation(found, one))
    letter(found, one, "phrase: one")
    with pytest.raises(Fault, match=f"missing: {other}"):
        played(found, 1)
    answer = letter(found, other, "BEGIN ORDERS sap\nphrase: two\nEND ORDERS")
    assert answer.phrase == "two"
    assert letter(found, other, "BEGIN ORDERS sap\nphrase: two\nEND ORDERS").again
    assert len(played(found, 3).entries) > 4


ASKED: dict[Phrases, str] = {
    "allowed": 'You can add a phrase to every die with a line "phrase: …" before the first order.',
    "required": "Each side must add a phrase to the dice before the first order.",
}


@pytest.mark.parametrize(("wanted", "asked"), ASKED.items())
def test_every_report_asks_for_a_phrase_as_long_as_one_is_taken(
    tmp_path: Path, wanted: Phrases, asked: str
) -> None:
    match = opened(tmp_path, wanted=wanted)
    one, other = match.header.sides

    def list_asked(side: str) -> list[bool]:
        found = matches.find(tmp_path, "sap")
        forms = (
            documents.report(found, side, full=True),
            documents.report(found, side),
            documents.situation(found, side),
        )
        return [asked in " ".join(plain_text.write(told).split()) for told in forms]

    assert list_asked(one) == [True, True, True]
    letter(match, one, "phrase: seven swans\n")
    assert list_asked(one) == [wanted == "required"] * 3
    assert list_asked(other) == [True, True, True]


def test_a_rehearsal_files_no_phrase(tmp_path: Path) -> None:
    opened(tmp_path)
    sent = submission.open_letter("letter", b"phrase: one", at=AT, side="german")
    assert letter_answers.rehearse(matches.find(tmp_path, "sap"), sent).phrase == "one"
    assert len(matches.find(tmp_path, "sap").entries) == 1


def test_a_phrase_in_a_letter_is_in_the_dice_of_its_orders(tmp_path: Path) -> None:
    found = opened(tmp_path)
    first = next(iter(found.rules.prompts(found.position()))).side
    order = first_line(found, first)
    letter(found, first, f"phrase: one\n{order}")

    kinds = [entry.body.kind for entry in matches.find(tmp_path, "sap").entries]
    assert kinds == ["ruling", "phrase", "order"]
    assert spoken_of(found.folder / "journal.jsonl")


def first_line(match: Match, side: str) -> str:
    state = match.position()
    prompt = next(one for one in match.rules.prompts(state) if one.side == side)
    lawful = (
        one for one in match.rules.options(state, prompt) if not any(match.rules.objections(state, one))
    )
    return match.system.notation.write(next(lawful))


# --- what a forger does about it


def changed_phrase(it: Forged) -> None:
    it.public["phrase"] = "grind"


def no_text(it: Forged) -> None:
    it.public["phrase"] = ["grind"]


def something_besides(it: Forged) -> None:
    it.public["more"] = 1


def too_long(it: Forged) -> None:
    it.public["phrase"] = "x" * (LONGEST_PHRASE + 1)


def of_the_referee(it: Forged) -> None:
    it.__dict__["side"] = "referee"


def of_the_other(it: Forged) -> None:
    it.__dict__["side"] = "british"


@pytest.mark.parametrize("change", [no_text, something_besides, too_long, of_the_referee, of_the_other])
def test_both_verifiers_refuse_an_illegal_phrase(
    match: Match, tmp_path: Path, change: Callable[[Forged], None]
) -> None:
    path = forged(match.folder / "journal.jsonl", tmp_path, {2: change})
    assert first(ours(path)) == theirs(path) != set()


def test_another_phrase_gives_other_dice_to_both_verifiers(match: Match, tmp_path: Path) -> None:
    path = forged(match.folder / "journal.jsonl", tmp_path, {2: changed_phrase})
    assert first(ours(path)) == theirs(path)
    assert len(ours(path)) > 1


def test_a_required_phrase_that_is_missing_is_found(match: Match, tmp_path: Path) -> None:
    def noted(it: Forged) -> None:
        it.__dict__.update(kind="note", public={"text": "hush"})

    path = forged(match.folder / "journal.jsonl", tmp_path, {3: noted}, phrases="required")
    order = next(entry.body.seq for entry in match.entries if entry.body.kind == "order")
    assert order in ours(path)
    assert first(ours(path)) == theirs(path)


def rolls_of(it: Any) -> list[dict[str, Any]]:
    return [
        roll
        for part in (it.public, *it.private.values())
        for event in events_of(part)
        for roll in event.get("rolls") or ()
        if roll["key"]
    ]


def renamed(it: Forged) -> None:
    for roll in rolls_of(it):
        roll["owner"] = "ab" * 32


def nameless(it: Forged) -> None:
    for roll in rolls_of(it):
        roll["owner"] = ""


@pytest.mark.parametrize("change", [renamed, nameless])
def test_a_secret_throw_names_its_owner(
    match: Match, tmp_path: Path, change: Callable[[Forged], None]
) -> None:
    secret = [entry.body.seq for entry in match.entries if rolls_of(Told(entry))]
    path = forged(match.folder / "journal.jsonl", tmp_path, {secret[0]: change})
    assert ours(path) == theirs(path) == {secret[0]}


class Told:
    """An entry as `rolls_of` reads it."""

    def __init__(self, entry: Any) -> None:
        self.public, self.private = entry.body.public, entry.private


def test_a_missing_key_of_an_owner_is_reported(match: Match, tmp_path: Path) -> None:
    """In earlier formats such a throw was only counted: nothing said that it was his."""

    def without_keys(it: Forged) -> None:
        for part in it.private.values():
            part.pop("key", None)

    source = match.folder / "journal.jsonl"
    owned = [
        (entry.body.seq, side)
        for entry in match.entries
        for side in match.header.sides
        if "key" in entry.private.get(side, {})
    ]
    seq, side = owned[-1]
    path = copied(forged(source, tmp_path, {seq: without_keys}), side)
    assert ours(path) == theirs(path) == {seq}


# --- by the letter of the format


def test_the_digest_of_the_phrases_is_as_the_format_says() -> None:
    said = json.encode(["phrases", dict(sorted(WORDS.items()))])
    assert digest_phrases(WORDS) == sha256(said).hexdigest()
    named = json.encode(["owner", "german", "5a", "k"])
    assert commit_owner("german", "5a", "k") == sha256(named).hexdigest()


def test_a_roll_and_a_header_of_format_3_have_these_parts(match: Match) -> None:
    first, *_ = (match.folder / "journal.jsonl").read_bytes().splitlines()
    # Where no bot plays, odds are allowed and no dice wait, the header says nothing of them.
    optional = {"players", "odds", "beacon", "lock"}
    assert {*json.decode(first)["body"]} == {*Header.__struct_fields__} - optional
    rolls = [roll for entry in match.entries for roll in rolls_of(Told(entry))]
    assert rolls
    assert all({*roll} == {*Roll.__struct_fields__} for roll in rolls)
    assert all(isinstance(roll["purpose"], dict) for roll in rolls)
