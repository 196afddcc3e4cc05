"""A player who reads nothing but his mails: an offensive of three battles, a defence and production.

The letters of `fresh_reader` were written by a reader of the German mails alone. Those of the Entente agree
to what its template proposes, and attack once.
"""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.i18n.name_matching import key
from referee.matches import history, matches, opening
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import documents, letter_answers, letter_results, publishing
from schemas.answers.orders import Submitted
from schemas.great_war.events import BattleClosed, BattleOpened, TurnOpened
from schemas.great_war.plan_events import PieceArrived

LETTERS = sorted((Path(__file__).parent / "fresh_reader").glob("*.txt"))

AT = "2026-12-01T20:00:00Z"

READER = "german"


def open_fresh(root: Path) -> Match:
    seed, hidden = (sha256(words.encode()).hexdigest() for words in ("fresh 1", "reader 1"))
    secrets = Secrets(seed=seed, hidden=hidden, published=True)
    return opening.open_match(root, "fresh", "ttlm", at=AT, scenario="1914", secrets=secrets)


def read_words(text: str) -> set[str]:
    """The words of a text as they compare, those with hyphens whole as well."""
    return {part for word in re.findall(r"[\w-]+", text) for part in (key(word), *key(word).split())}


def read_orders(letter: str) -> str:
    """What stands in the fence of a letter, without remarks."""
    _, _, inside = letter.partition("BEGIN ORDERS fresh\n")
    return re.sub(r"#.*", "", inside.partition("END ORDERS")[0])


@pytest.fixture(scope="module")
def exchanged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Match, list[tuple[str, str, Submitted]]]:
    """The match, and of each letter who wrote it, the mails that he had read, and the answer."""
    root = tmp_path_factory.mktemp("fresh")
    match, mails = open_fresh(root), ""
    done: list[tuple[str, str, Submitted]] = []
    for path in LETTERS:
        side = path.stem.partition("-")[2]
        if side == READER:
            mails += publishing.publish(documents.report(match, READER), "text")
        sent = submission.open_letter(path.name, path.read_bytes(), at=AT, side=side)
        answer = letter_answers.submit(root, "fresh", sent)
        done.append((side, mails, answer))
        if side == READER:
            mails += publishing.publish(letter_results.document(answer), "text")
        match = matches.find(root, "fresh")
    return match, done


Exchanged = tuple[Match, list[tuple[str, str, Submitted]]]


def test_no_letter_is_refused(exchanged: Exchanged) -> None:
    answered = exchanged[1]
    assert [
        (answer.code, answer.refused, answer.warnings) for side, _, answer in answered if side == READER
    ] == [("", (), ())] * 5
    assert not any(answer.refused for _, _, answer in answered)


def test_every_word_of_an_order_stands_in_a_mail_that_was_read(exchanged: Exchanged) -> None:
    for path, (side, mails, _) in zip(LETTERS, exchanged[1], strict=True):
        if side == READER:
            assert read_words(read_orders(path.read_text(encoding="utf-8"))) <= read_words(mails), path.name


def test_three_battles_a_defence_and_production_come_of_them(exchanged: Exchanged) -> None:
    match, _ = exchanged
    attacker, fought, ended = "", dict[str, int](), 0
    for step in match.steps():
        for event in step.events:
            match event:
                case TurnOpened(side=side):
                    attacker = side
                case BattleOpened():
                    fought[attacker] = fought.get(attacker, 0) + 1
                case BattleClosed():
                    ended += 1
                case _:
                    pass
    assert fought == {"german": 3, "entente": 2}
    assert ended == 5
    planned = match.position().plan(READER).planned
    assert sum(isinstance(one, PieceArrived) for one in planned) == 5
    assert history.list_awaited_sides(match.rules, match.position()) == ("entente",)
