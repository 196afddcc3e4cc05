"""Ruling A-96: what is ordered in advance is carried out as if it had been sent when it was asked."""

import random
from pathlib import Path

from referee.dice.chain import Secrets
from referee.matches import matches, opening
from referee.matches.journal import verification
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import letter_answers
from schemas.journal import Entry
from tests.great_war.random_play import lawful_choice

AT = "2026-12-01T20:00:00Z"
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32)


def send(shelf: Path, name: str, side: str, text: str) -> None:
    letter = submission.open_letter("letter.txt", text.encode(), at=AT, side=side)
    answer = letter_answers.submit(shelf, name, letter)
    assert not answer.refused, answer


def order_entries(match: Match) -> list[Entry]:
    return [entry for entry in match.entries if entry.body.kind == "order"]


def test_a_game_of_orders_in_advance_is_the_game_of_the_same_orders(tmp_path: Path, games: int) -> None:
    """The positions are the same, and so are the dice; by hand with --games 100."""
    asked: set[str] = set()
    rolls = 0
    for seed in range(max(2, games // 10)):
        generator = random.Random(seed)
        direct, ahead = (tmp_path / str(seed) / name for name in ("direct", "ahead"))
        for shelf in (direct, ahead):
            opening.open_match(shelf, "somme", "ttlm", scenario="1914", at=AT, secrets=SECRETS)
        for number in range(50):
            match = matches.find(direct, "somme")
            order = lawful_choice(match.rules, match.position(), generator)
            assert order is not None
            prompt = next(one for one in match.rules.prompts(match.position()) if one.side == order.side)
            asked.add(prompt.question)
            line = match.system.notation.write(order)
            where = f" in {prompt.subject}" if prompt.subject else ""
            send(direct, "somme", order.side, f"{line} # {number}")
            send(ahead, "somme", order.side, f"forget all\nwhen {prompt.question}{where}: {line} # {number}")
        one, other = (matches.find(shelf, "somme") for shelf in (direct, ahead))
        assert one.position() == other.position()
        assert len(order_entries(one)) <= len(order_entries(other))
        rolls += verification.verify(ahead / "somme" / "journal.jsonl").rolls
    assert rolls > 0
    assert len(asked) > 5


def test_a_whole_battle_needs_one_letter_of_each_side(tmp_path: Path) -> None:
    """The table in section 3 of the rulings counts ten messages without them."""
    # The dice of this format leave as many alive as the letters below say.
    opening.open_match(tmp_path, "liege", "ttlm", scenario="1914", at=AT, secrets=SECRETS, format=2)
    match = matches.find(tmp_path, "liege")
    card = next(
        order.card
        for order in match.rules.lawful(match.position(), match.rules.prompts(match.position())[0])
        if order.type == "offensive"
    )
    quiet = ["combat-cards", "cavalry-retreat", "stand-or-retreat", "retreat-after", "battles"]
    both = [f"{question}: done" for question in quiet]
    defender = [f"losses in liege: lose {piece}" for piece in ("be-i1", "be-i2", "be-i3", "liege-fort")]
    attacker = [f"losses: lose ge-i{number}" for number in range(1, 12)]

    send(tmp_path, "liege", "entente", "\n".join(f"when {line}" for line in both + defender))
    now = f"offensive {card}\nmove ge-1 from aachen to liege\ndone\n"
    send(tmp_path, "liege", "german", now + "\n".join(f"when {line}" for line in both + attacker))

    match = matches.find(tmp_path, "liege")
    assert match.position().turn == 1
    assert [prompt.side for prompt in match.rules.prompts(match.position())] == ["entente"]
    assert [prompt.question for prompt in match.rules.prompts(match.position())] == ["offensive"]
    assert any(entry.private["german"].get("advance") for entry in order_entries(match))
