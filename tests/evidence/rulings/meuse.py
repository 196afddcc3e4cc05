"""A match of the Meuse without phrases, filed order by order under any policy, up to any entry."""

from pathlib import Path

from msgspec import json

from referee.cli.demo import Agreed
from referee.dice.chain import Secrets
from referee.matches import matches, opening
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import letter_answers
from tests.examples import format_2

FOLDER = format_2.FOLDER / "ttlm" / "meuse"
AGREED = json.decode((FOLDER / "opening.json").read_bytes(), type=Agreed)
SECRETS = Secrets(seed=AGREED.seed, hidden=AGREED.hidden, published=True)


def play(root: Path, policy: str, filed: int, *, format: int = AGREED.format) -> Match:
    """The match after so many entries."""
    opening.open_match(
        root,
        AGREED.match,
        "ttlm",
        at=AGREED.at,
        scenario=AGREED.scenario,
        secrets=SECRETS,
        format=format,
        policy=policy,
    )
    for letter in sorted(FOLDER.glob("*.txt")):
        for line in letter.read_text("utf-8").splitlines():
            if not line.startswith("#") and len(matches.find(root, AGREED.match).entries) < filed:
                send(root, letter.stem.partition("-")[2], line)
    match = matches.find(root, AGREED.match)
    assert len(match.entries) == filed
    return match


def send(root: Path, side: str, line: str) -> None:
    """One order, in words that no other letter has."""
    count = len(matches.find(root, AGREED.match).entries)
    sent = submission.open_letter("letter", f"{line} # {count}".encode(), at=AGREED.at, side=side)
    assert letter_answers.submit(root, AGREED.match, sent).code == "", line
