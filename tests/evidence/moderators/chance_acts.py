"""Moderators who cheat with the beacon, with committed phrases and with receipts."""

from collections.abc import Callable
from pathlib import Path

from referee.dice.beacon import tell_time
from referee.matches import matches, opening
from referee.matches.club_log import signed_notes
from schemas.journal import Head
from tests.evidence import committed
from tests.evidence import forgeries_of_lines as lines
from tests.evidence.beacon import acts as beacon_acts
from tests.evidence.beacon import rounds
from tests.evidence.forger import Forgery
from tests.evidence.moderators.history_acts import Act
from tests.evidence.moderators.world import CLUB, OPENED, SECOND, SEED, SIDES, Moderator, list_heads
from tests.evidence.refiled import SECRETS

BEACON = {
    "choose-round": "another round",
    "drop-awaited": "no awaited entry",
    "await-twice": "two awaited entries",
    "forget-beacon": "key without the beacon",
    "await-other-order": "another order",
    "await-other-key": "another key",
    "name-other-entry": "another entry",
    "name-other-round": "round of the order",
    "invent-signature": "invented signature",
    "borrow-signature": "signature of another round",
    "roll-before-round": "order before its round",
    "hide-beacon": "header without the beacon",
    "side-drops-dice": "takeback by a side",
    "phrase-while-waiting": "phrase after the order",
}
"""Forgeries of awaited dice, by the kind of moderator."""

COMMITTED = {
    "skip-commitment": "no commitment",
    "change-committed": "another phrase",
    "commit-late": "commitment after a phrase",
    "deal-early": "deal before the phrases",
    "rename-deal": "ruling that is no deal",
    "stack-committed-deck": "deck that does not follow",
}
"""Forgeries of committed phrases, by the kind of moderator."""

DIFFERENT = bytes(reversed(SEED))
"""A key that is not the club's."""


def play_with_beacon(shelf: Path) -> Path:
    """Play a match whose dice wait for two rounds. Return its journal."""
    rounds.open_match(shelf)
    rounds.attack(shelf, quote=True)
    rounds.send(shelf, "german", rounds.sign(beacon_acts.ROUND), rounds.before(beacon_acts.LATER))
    return matches.journal_of(shelf, rounds.MATCH)


def play_committed(shelf: Path) -> Path:
    """Play a match with committed phrases. Return its journal."""
    at, name = committed.AT, committed.MATCH
    opening.open_match(shelf, name, "ttlm", at=at, secrets=SECRETS, phrases="committed")
    return committed.play(shelf)


def play_locked(shelf: Path) -> Path:
    """Open a match whose secret opens at a round. Return its journal."""
    at, until = tell_time(2), tell_time(OPENED.round)
    name = committed.MATCH
    opening.open_match(shelf, name, "ttlm", at=at, secrets=SECRETS, secret_until=until)
    return matches.journal_of(shelf, name)


WORLDS: dict[str, Callable[[Path], Path]] = {
    **dict.fromkeys(BEACON, play_with_beacon),
    **dict.fromkeys(COMMITTED, play_committed),
    "stack-locked-deck": play_locked,
}
"""Matches of the kinds that need one of their own."""


def forge_dice(name: str) -> Act:
    """Return an act that forges awaited dice, and rolls them again."""
    change, _ = beacon_acts.FORGERIES[name]

    def act(moderator: Moderator) -> None:
        def roll(it: Forgery) -> None:
            change(it)
            beacon_acts.roll_again(it, moderator.folder / "rolled.jsonl")

        moderator.file(roll)

    return act


def forge_phrases(name: str) -> Act:
    """Return an act that forges committed phrases, and reveals the secret if that shows it."""
    change, state = committed.FORGERIES[name]
    return lambda moderator: (moderator.reveal if state == "revealed" else moderator.file)(change)


def give_receipt(moderator: Moderator, letter: str, head: Head, seed: bytes = SEED) -> None:
    """Play honestly, and send the second player a receipt."""
    forgery = moderator.forge()
    shown = moderator.prove(moderator.open_log(), forgery)
    text = f"referee receipt of {CLUB}\nletter {letter}\nhead {head}\nat 2026-12-01T20:05:00Z\n"
    for side in SIDES:
        moderator.post(side, shown)
    moderator.mails[SECOND].append(signed_notes.sign_text(CLUB, text, seed))
    moderator.hand_out(forgery)


def find_letter(moderator: Moderator) -> str:
    """Return the digest of the last letter of the second player."""
    orders = [line for line in moderator.forge().entries("order") if line["body"]["side"] == SECOND]
    return str(orders[-1]["private"][SECOND]["letter"])


def lose_letter(moderator: Moderator) -> None:
    give_receipt(moderator, "ab" * 32, list_heads(moderator.forge())[-2])


def receipt_of_other_history(moderator: Moderator) -> None:
    give_receipt(moderator, find_letter(moderator), Head(seq=5, seal="ab" * 32))


def unsigned_receipt(moderator: Moderator) -> None:
    give_receipt(moderator, find_letter(moderator), list_heads(moderator.forge())[-1], DIFFERENT)


ACTS: dict[str, Act] = {
    **{code: forge_dice(name) for code, name in BEACON.items()},
    **{code: forge_phrases(name) for code, name in COMMITTED.items()},
    "stack-locked-deck": lambda moderator: moderator.file(lines.stack_the_deck),
    "lose-letter": lose_letter,
    "receipt-of-other-history": receipt_of_other_history,
    "unsigned-receipt": unsigned_receipt,
}
