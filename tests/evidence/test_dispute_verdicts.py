"""A dispute names each contradiction in an entry, and its commands prove the dice."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.dice.beacon import tell_time
from referee.evidence import disputes, rejudgement
from referee.matches import matches, opening
from referee.matches.journal import reading
from referee.matches.matches import Match
from referee.reports import letter_answers
from referee.reports.formats import plain_text
from schemas.record import PUBLIC, REFEREE
from tests.duels import AT, sent
from tests.evidence.beacon import rounds
from tests.evidence.forger import Forgery, Line
from tests.evidence.moderators import history_acts, world

AGREES = "Today's rules agree with this entry."
DIFFERS = "Today's rules differ from this entry:"


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a match with dice, a refusal and a takeback."""
    return world.play(tmp_path_factory.mktemp("shelf"))


def explain(match: Match, seq: int, viewer: str) -> str:
    """Return the text of a dispute on one line."""
    return " ".join(plain_text.write(disputes.dispute(match, seq, viewer)).split())


def turn_face(fired: Line) -> None:
    """Change the first face of an entry."""
    faces = find_fire(fired)["rolls"][0]["faces"]
    faces[0] = faces[0] % 6 + 1


def add_hit(fired: Line) -> None:
    """Add a hit that no die gave."""
    find_fire(fired)["hits"] += 1


def replace_key(fired: Line) -> None:
    """Use a key that the moderator made up."""
    fired["body"]["key"]["k"] = "5e" * 32


def find_fire(fired: Line) -> Line:
    return next(event for event in fired["body"]["public"]["events"] if event["type"] == "fire-resolved")


@pytest.mark.parametrize("viewer", [*world.SIDES, REFEREE])
def test_no_entry_of_an_honest_match_is_contradicted(honest: Path, tmp_path: Path, viewer: str) -> None:
    state = "journal" if viewer == REFEREE else "copy"
    match = matches.read_copy(Forgery(honest).write(tmp_path / "mine.jsonl", state, viewer))
    texts = [explain(match, entry.body.seq, viewer) for entry in match.entries]

    assert [text for text in texts if DIFFERS in text or "Contradiction" in text] == []
    judged = {"refusal"} if viewer in {REFEREE, world.FAVOURED} else set[str]()
    judged |= set[str]() if viewer == REFEREE else {"order"}
    kinds = [entry.body.kind for entry in match.entries]
    assert [AGREES in text for text in texts] == [kind in judged for kind in kinds]


@pytest.mark.parametrize("viewer", [PUBLIC, REFEREE])
def test_copy_for_everyone_gets_a_verdict_with_and_without_the_name_of_its_reader(
    honest: Path, tmp_path: Path, viewer: str
) -> None:
    match = matches.read_copy(Forgery(honest).write(tmp_path / "all.jsonl", "copy", PUBLIC))
    orders = [entry.body.seq for entry in match.entries if entry.body.kind == "order"]

    assert [seq for seq in orders if "The verdict of the rules" not in explain(match, seq, viewer)] == []


def test_copy_is_not_judged_by_rules_that_judge_no_copies(shelf: Path, tmp_path: Path) -> None:
    opening.open_match(shelf, "duel", "toy", at=AT, secrets=rounds.SECRETS)
    for side, line in (("red", "hide 2"), ("blue", "hide 5"), ("red", "bluff 1"), ("blue", "bluff 6")):
        assert letter_answers.submit(shelf, "duel", sent(line, side)).code == ""
    copy = tmp_path / "red.jsonl"
    copy.write_bytes(b"".join(reading.copied(matches.journal_of(shelf, "duel"), "red")))
    match = matches.read_copy(copy)
    texts = [explain(match, entry.body.seq, viewer) for entry in match.entries for viewer in ("red", REFEREE)]

    assert [text for text in texts if "verdict" in text] == []


@pytest.mark.parametrize("viewer", [*world.SIDES, REFEREE])
@pytest.mark.parametrize(
    ("forge", "named"),
    [
        (turn_face, r"Contradiction: the key gives [1-6, ]+ and the entry says [1-6, ]+\."),
        (add_hit, DIFFERS + r" - event \d+, fire-resolved: hits was"),
        (replace_key, r"Contradiction: key 1 does not hash to the key published before it, [0-9a-f]{64}:"),
    ],
    ids=["face", "hits", "key"],
)
def test_dispute_of_a_forged_entry_names_the_contradiction(
    honest: Path, tmp_path: Path, forge: Callable[[Line], None], named: str, viewer: str
) -> None:
    forgery = Forgery(honest)
    fired = forgery.thrown()[0]
    forge(fired)
    state = "journal" if viewer == REFEREE else "copy"
    match = matches.read_copy(forgery.write(tmp_path / "forged.jsonl", state, viewer))

    assert re.search(named, explain(match, fired["body"]["seq"], viewer))


def test_difference_in_a_roll_names_its_smallest_part(honest: Path, tmp_path: Path) -> None:
    forgery = Forgery(honest)
    history_acts.need_less(forgery)
    match = matches.read_copy(forgery.write(tmp_path / "forged.jsonl", "journal", REFEREE))

    (different,) = rejudgement.rejudge(match).different
    assert any("fire-resolved: rolls 1 needed was 2 and is 1" in text for text in different.differences)


@pytest.mark.parametrize("viewer", [world.FAVOURED, REFEREE])
def test_dispute_names_a_legal_order_that_was_refused(honest: Path, tmp_path: Path, viewer: str) -> None:
    forgery = Forgery(honest)
    refusal = forgery.entry("refusal")
    history_acts.refuse_legal(forgery)
    state = "journal" if viewer == REFEREE else "copy"
    match = matches.read_copy(forgery.write(tmp_path / "forged.jsonl", state, viewer))

    said = explain(match, refusal["body"]["seq"], viewer)
    assert f"{DIFFERS} - line 1 was refused, and the rules accept it" in said


def test_rejudged_copy_says_that_an_illegal_order_would_be_refused(honest: Path, tmp_path: Path) -> None:
    forgery = Forgery(honest)
    history_acts.march_farther(forgery)
    match = matches.read_copy(forgery.write(tmp_path / "forged.jsonl", "copy", world.SECOND))

    different = rejudgement.rejudge(match).different
    assert {one.now for one in different if any("refuse" in text for text in one.differences)} == {"refused"}


def test_commands_for_dice_of_the_beacon_give_the_listed_bytes(tmp_path: Path) -> None:
    rounds.open_match(tmp_path)
    rounds.attack(tmp_path)
    rounds.send(tmp_path, "", rounds.sign(123), at=tell_time(123))
    match = matches.find(tmp_path, rounds.MATCH)
    seq = next(entry.body.seq for entry in match.entries if entry.body.key)
    text = plain_text.write(disputes.dispute(match, seq, REFEREE))
    proofs = re.findall(r"^(printf .*openssl.*)\n\n(?:Draw.*\n-.*\n +\d+ +)([0-9a-f]{2})", text, re.MULTILINE)

    assert len(proofs) > 2
    for command, byte in proofs:
        answer = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout
        assert answer.split("= ")[1][:2] == byte
    (mixing,) = re.findall(r"^(printf .*referee beacon.*)\n([0-9a-f]{64})$", text, re.MULTILINE)
    answer = subprocess.run(["sh", "-c", mixing[0]], capture_output=True, text=True, check=True).stdout
    assert answer.split("= ")[1].strip() == mixing[1]


def test_position_before_the_opening_is_not_the_end_of_a_match(honest: Path) -> None:
    assert "the match is over" not in explain(matches.read_copy(honest), 1, REFEREE)
