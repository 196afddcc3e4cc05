"""Journals of format 1, as they were filed then: read, proved, told and played on."""

import gzip
from pathlib import Path

import pytest
from msgspec import json

from referee.cli.demo import Agreed
from referee.dice.chain import Secrets
from referee.engine import machine
from referee.engine.system import Accepted
from referee.evidence import standalone
from referee.matches import journal, matches, moderator_entries, secret_store, visibility
from referee.matches.history import Move
from referee.matches.journal import verification
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import documents, letter_answers
from referee.reports.formats import plain_text
from referee.systems.skirmish.rules import Skirmish
from tests.examples import format_2
from tests.skirmish.test_secrecy import FixedDice, at_the_first_question
from tests.systems import system_of

FOLDER = Path(__file__).parent / "format_1"
AT = "2026-12-01T20:00:00Z"

LIEGE = json.decode((format_2.FOLDER / "ttlm" / "liege" / "opening.json").read_bytes(), type=Agreed)
SECRETS = {
    "liege": Secrets(
        LIEGE.seed,
        LIEGE.hidden,
    ),
    "sap": Secrets(
        seed="5f1cbb3f0d1e2a5c9e3f9b4a77d8c6e15a0c4be9d2f36718a9be01c2d3e4f506",
        hidden="0a9b8c7d6e5f40312233445566778899aabbccddeeff00112233445566778899",
    ),
}


@pytest.fixture(params=["liege", "sap"])
def match(request: pytest.FixtureRequest, tmp_path: Path) -> Match:
    """A match that was begun under format 1, on a shelf with its secrets."""
    name = str(request.param)
    (tmp_path / name).mkdir()
    filed = gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes())
    (tmp_path / name / "journal.jsonl").write_bytes(filed)
    secret_store.save_secrets(tmp_path / name / "secret.json", SECRETS[name])
    return matches.find(tmp_path, name)


def proved(path: Path) -> int:
    """The dice of a journal that both verifiers prove."""
    report = verification.verify(path)
    other, wrong, _ = standalone.verified(str(path))
    assert (other.dice.header, wrong) == (report.dice, [])
    return report.dice


def test_it_is_proved_whole_and_in_every_copy(match: Match) -> None:
    path = match.folder / "journal.jsonl"
    whole = proved(path)

    assert match.header.format == 1
    assert whole == {"liege": 75, "sap": 72}[match.name]
    for viewer in (*match.header.sides, "public"):
        copy = match.folder / f"{viewer}.jsonl"
        copy.write_bytes(b"".join(journal.copied(path, viewer)))
        assert proved(copy) <= whole


def test_its_events_lead_to_a_position_that_can_be_told(match: Match) -> None:
    for side in match.header.sides:
        assert "Waiting for" in plain_text.write(documents.report(match, side, full=True))


@pytest.mark.parametrize("match", ["liege"], indirect=True)
def test_it_is_played_on_in_its_own_format(match: Match) -> None:
    """No entry is shared, no header is changed, and all of it is proved at its end."""
    before = len(match.entries)
    sent = submission.open_letter("letter", b"pass", at=AT, side="german")
    assert len(letter_answers.submit(match.folder.parent, match.name, sent).accepted) == 1
    moderator_entries.reveal(match.folder.parent, match.name, unfinished=True, at=AT)

    now = matches.find(match.folder.parent, match.name)
    assert [entry.body.kind for entry in now.entries[before:]] == ["order", "reveal"]
    assert proved(now.folder / "journal.jsonl") == 75


def test_in_a_match_of_format_1_orders_under_seal_have_their_own_entries(raid: Skirmish) -> None:
    """So they were filed then, and what is added is to be read by whoever reads the rest."""
    state = at_the_first_question(raid, moved=False)
    moves: list[Move] = []
    for line in ("hide ge-g1-1", "observe ge-g1-2", "done"):
        (order,) = system_of(raid).notation.read(state, "german", line)
        state, verdict = machine.play(raid, state, order, FixedDice())
        assert isinstance(verdict, Accepted)
        moves.append(Move(order, verdict.events))

    assert [
        len(together.moves) for together in visibility.by_entry(system_of(raid), moves, share_entries=False)
    ] == [
        1,
        1,
        1,
    ]
    assert [len(together.moves) for together in visibility.by_entry(system_of(raid), moves)] == [3]
