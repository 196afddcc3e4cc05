"""Matches that were opened before a rule was mended: they replay as they were filed, and are played on by it.

`carried-on` was filed when an army carried on who had retreated into it. Its last order does just that.
"""

import gzip
from pathlib import Path
from random import Random

import pytest

from referee.engine import machine
from referee.engine.dice import WrittenDice
from referee.engine.system import Accepted
from referee.evidence import match_verification, rejudgement
from referee.faults import DataFault, Misuse
from referee.matches import matches, opening, secret_store
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL, SECRETS
from referee.packs import rulesets
from referee.reports import letter_answers
from referee.systems.great_war.events.recorder import evolve
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Piece, PlayerTurn, Position
from referee.systems.great_war.state.tasks import CombatCards, FightBattles, PayHits
from schemas.great_war.events import PieceRetreated
from schemas.great_war.orders import Done, Lose, Play
from tests.great_war.campaigns.retreat_marks import RetreatMarks
from tests.great_war.matches.record import AT, secrets_of
from tests.loose_dice import LooseDice

HERE = Path(__file__).parent
NAME = "carried-on"


@pytest.fixture
def older(tmp_path: Path) -> Match:
    """The match on a shelf, with the secrets it was opened with."""
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / JOURNAL).write_bytes(gzip.decompress((HERE / f"{NAME}.jsonl.gz").read_bytes()))
    secret_store.save_secrets(folder / SECRETS, secrets_of("older", 6))
    return matches.find(tmp_path, NAME)


def test_it_tells_of_a_marked_piece_that_moved(older: Match) -> None:
    marks, told = RetreatMarks(), list[str]()
    position = older.rules.start()
    for entry in older.entries:
        for event in map(older.rules.events.read, entry.body.public.get("events", ())):
            told += marks.enter(position, event)
            position = older.rules.evolve(position, event)

    assert told == ["ge-c3 retreated a second time"]
    assert "marked-in-armies" not in older.header.options


def test_it_replays_proves_itself_and_one_entry_is_judged_otherwise(older: Match) -> None:
    verified = match_verification.verify(older.folder / JOURNAL, rejudge=True)

    assert verified.replayed == len(older.entries)
    assert verified.differences == (older.entries[-1].body.seq,)
    assert older.position().pieces["ge-c3"].area == older.position().pieces["ge-5"].area == "vosges"


def test_it_is_played_on(older: Match) -> None:
    (prompt,) = older.rules.prompts(older.position())
    letter = submission.open_letter("letter", b"done\n", at=AT, side=prompt.side)

    assert not letter_answers.submit(older.folder.parent, NAME, letter).refused
    assert match_verification.verify(older.folder / JOURNAL).replayed == len(older.entries) + 1


def test_a_match_of_today_cannot_tell_of_it(older: Match) -> None:
    """The same entries under a header that names the option are of no match that there can be."""
    header = older.header
    today = rulesets.bind("ttlm", header.scenario, {**header.options, "marked-in-armies": "left-behind"})
    with pytest.raises(ValueError, match="retreated twice in one player turn: ge-c3"):
        machine.replay(today.rules, today.rules.start(), _events(older))


def _events(match: Match) -> list[object]:
    listed = (entry.body.public.get("events", ()) for entry in match.entries)
    return [match.rules.events.read(event) for events in listed for event in events]


def test_the_earlier_rule_is_no_choice(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="no choice for marked-in-armies called `carried-on`"):
        rulesets.bind("ttlm", None, {"marked-in-armies": "carried-on"})
    opened = opening.open_match(tmp_path, "new", "ttlm", at=AT)

    assert opened.header.options["marked-in-armies"] == "left-behind"
    assert not matches.find(tmp_path, "new").bound.chosen


def test_what_held_before_is_not_told_as_something_agreed(older: Match) -> None:
    assert older.bound.options["marked-in-armies"] == "carried-on"
    assert not older.bound.chosen


def test_no_event_moves_a_marked_piece_by_itself_in_an_older_match_either(older: Match) -> None:
    rules = older.rules
    marked = Piece("fr-i9", "fr", "entente", "infantry", "reims", retreated=True)
    event = PieceRetreated(piece="fr-i9", origin="reims", to="laon")
    with pytest.raises(ValueError, match="retreated twice"):
        rules.evolve(rules.start().put(marked), event)


def test_what_cannot_have_happened_is_a_fault_of_the_journal(older: Match) -> None:
    """Whoever forges the header of an older match gets no position, and no traceback."""
    lines = (older.folder / JOURNAL).read_bytes()
    forged = lines.replace(
        b'"linked-theatres":"no",', b'"linked-theatres":"no","marked-in-armies":"left-behind",'
    )
    assert forged != lines
    (older.folder / JOURNAL).write_bytes(forged)
    with pytest.raises(DataFault):
        matches.find(older.folder.parent, NAME).position()


# Questions that are not asked any more, and may be open in an older match


def opened(rules: GreatWar, *pieces: Piece) -> Position:
    """A German offensive with nothing on the map but these pieces."""
    start = machine.run_on(rules, rules.start(), LooseDice(Random(1)))[0]
    bare = Position.opening(start.map.sides, 7, start.map.owner, {piece.id: piece for piece in pieces})
    now = PlayerTurn("german", kind="limited", card=17)
    return bare.turning(now)


def test_cards_on_battles_that_are_none_are_asked_for_to_the_end(western: GreatWar) -> None:
    position = opened(western, Piece("ge-i1", "ge", "german", "infantry", "aachen"))
    hand = position.hand("entente")
    holding = position.holding("entente", type(hand)(1, (47,)))
    asked = machine.replay(western, holding, ()).first(CombatCards("entente"), FightBattles("german"))

    assert [prompt.question for prompt in western.prompts(asked)] == ["combat-cards"]
    played, verdict = machine.play(western, asked, Play(side="entente", card=47), WrittenDice())
    assert isinstance(verdict, Accepted)
    after, verdict = machine.play(western, played, Done(side="entente"), WrittenDice())
    assert isinstance(verdict, Accepted)
    assert [event.type for event in verdict.events][:2] == ["combat-cards-closed", "turn-closed"]
    assert [prompt.question for prompt in western.prompts(after)] == ["offensive"]


def test_a_payment_in_which_all_die_is_answered_once_and_then_settled(western: GreatWar) -> None:
    pieces = (
        Piece("fr-i1", "fr", "entente", "infantry", "reims"),
        Piece("fr-c1", "fr", "entente", "cavalry", "reims"),
        Piece("ge-i1", "ge", "german", "infantry", "reims"),
    )
    asked = opened(western, *pieces).first(
        PayHits("entente", "reims", "offensive", 2), FightBattles("german")
    )

    assert [prompt.question for prompt in western.prompts(asked)] == ["losses"]
    after, verdict = machine.play(western, asked, Lose(side="entente", piece="fr-c1"), WrittenDice())
    assert isinstance(verdict, Accepted)
    assert set(after.map.pieces) == {"ge-i1"}


def test_an_older_event_makes_what_it_made(western: GreatWar) -> None:
    """By the rule of today nothing is carried: the assertion is in the event, not in the rule alone."""
    army = Piece("fr-2", "fr", "entente", "army", "laon")
    inside = Piece("fr-i9", "fr", "entente", "infantry", "laon", "fr-2", retreated=True)
    event = PieceRetreated(piece="fr-2", origin="laon", to="aisne")
    with pytest.raises(ValueError, match="fr-i9"):
        evolve(western.theatre, western.start().put(army, inside), event)


def test_judged_again_with_its_own_pack_it_is_played_as_then(older: Match) -> None:
    """An option that there was not is as it was, whichever way the pack is named."""
    told = rejudgement.rejudge(older, "ttlm")

    assert told.stopped == ""
    assert told == rejudgement.rejudge(older)
    assert [one.entry for one in told.different] == [older.entries[-1].body.seq]
