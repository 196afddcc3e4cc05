"""Recorded rounds of the beacon drand quicknet, and a match whose dice wait for them."""

from collections.abc import Sequence
from pathlib import Path

from referee.dice.beacon import LEAD, tell_time
from referee.dice.chain import Secrets
from referee.matches import history, matches, opening
from referee.matches.judging import submission
from referee.matches.judging.submission import Filed, Repeated
from referee.reports import legal_orders

SIGNATURES = {
    123: "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    1001: "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
    1002: "ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e",
}
"""Signatures that the beacon published."""

MATCH = "liege"
SIDES = ("german", "entente")
SECRETS: Secrets = opening.secrets_of_seed("beacon 22")

BATTLE = """\
move ge-1 from aachen to liege
move ge-2 from aachen to liege
battle liege
done
done
lose first infantry, then cavalry
"""
"""A letter with a battle. Its dice are rolled by the last `done`."""


def before(number: int) -> str:
    """Return the time of an order whose dice wait for a round."""
    return tell_time(number - LEAD)


def sign(number: int, signature: str = "") -> str:
    """Return the line that gives the signature of a round."""
    return f"beacon: {number} {signature or SIGNATURES[number]}\n"


def send(shelf: Path, side: str, text: str, at: str) -> Filed | Repeated:
    """Submit a letter."""
    return submission.submit(
        shelf, MATCH, submission.open_letter("letter.txt", text.encode(), side=side or None, at=at)
    )


def open_match(shelf: Path) -> None:
    """Open a match whose dice wait for the beacon."""
    opening.open_match(shelf, MATCH, "ttlm", at=tell_time(2), secrets=SECRETS, beacon=LEAD)


def attack(shelf: Path, *, quote: bool = False) -> Filed | Repeated:
    """Send a letter with a battle, which may quote the head. Its dice wait for round 123."""
    match = matches.find(shelf, MATCH)
    options = legal_orders.options(match, "german", 60).orders
    card = next(order for order in options if order.startswith("offensive"))
    head = f"head: {match.journal.head}\n" if quote else ""
    return send(shelf, "german", f"{head}{card}\n{BATTLE}", before(123))


def list_asked(shelf: Path) -> Sequence[str]:
    """Return the sides with an open question."""
    match = matches.find(shelf, MATCH)
    return history.list_awaited_sides(match.rules, match.position())
