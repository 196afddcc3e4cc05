"""The recorded matches, made again by hand: `python -m tests.great_war.matches.record [ENDING ...]`.

Two players of chance write letters, and the desk files them. Seeds and salts are fixed, so that the same
rules give the same bytes; after a change of the rules the first seed that ends as wanted is looked for.
"""

import gzip
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch

from referee.dice import chain
from referee.dice.chain import Secrets
from referee.dice.format3 import Custom
from referee.engine import machine
from referee.engine.system import Accepted
from referee.matches import matches, moderator_entries, opening
from referee.matches.judging import standing_orders, submission
from referee.matches.judging.dice_sources import SealedDiceSource
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.reports import letter_answers
from referee.systems.great_war.state.position import Position
from schemas.great_war.events import CampaignEnded
from schemas.journal import PHRASED
from schemas.record import Side
from tests.great_war.campaigns.players import Player, Temper
from tests.systems import system_of

FOLDER = Path(__file__).parent
AT = "2026-12-01T20:00:00Z"

FIRST = 1
"""The vocabulary of the recorded matches: what later ones add to events changes no verdict about them."""

LETTER = 40
"""The most orders of a letter."""

SEEDS = 60
"""How many seeds are tried for an ending."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a match is to end, who plays it so in the order of the sides, and the first seed that is tried."""

    reason: str
    level: str
    seed: int
    first: Temper
    second: Temper
    pack: str = "ttlm"
    scenario: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    format: int = 2


FIERCE = Temper(attack=9, stay=4, trenches=0.3, parley=0)
TIMID = Temper(attack=0.05, stay=0.05, trenches=0.05, parley=0)
TIRED = Temper(attack=0.1, stay=3, trenches=1, parley=0)
WEARY = Temper(attack=1, stay=1, trenches=0.3, parley=30)
BEATEN = Temper(attack=1, stay=1, trenches=0.3, parley=30)

ENDINGS = {
    "german-decisive": Wanted("decisive", "German Decisive Victory", 2, FIERCE, TIMID),
    "entente-decisive": Wanted("decisive", "Entente Decisive Victory", 1, TIMID, FIERCE),
    "armistice": Wanted("armistice", "", 1, WEARY, WEARY),
    "resignation": Wanted("resignation", "", 1, BEATEN, BEATEN),
    "phrased": Wanted("resignation", "", 1, BEATEN, BEATEN, format=3),
    "last-season": Wanted("last-season", "", 1, TIRED, TIRED),
    "eastern-decisive": Wanted(
        "decisive", "Central Powers Decisive Victory", 3, FIERCE, TIMID, "aac", "campaign", {"fortify": "yes"}
    ),
}

PHRASES = {Side("german"): "Vater ist im Krieg", Side("entente"): "On les aura"}
"""What the sides of a match of format 3 put into the dice."""

Letters = Sequence[tuple[Side, str]]


def path_of(ending: str) -> Path:
    """The journal of a recorded match."""
    return FOLDER / f"{ending}.jsonl.gz"


def record(ending: str) -> bytes:
    """The journal of a match that ends so, its secrets opened; always the same."""
    wanted, name = ENDINGS[ending], ending
    for seed in range(wanted.seed, wanted.seed + SEEDS):
        with tempfile.TemporaryDirectory() as folder, _salted(f"{ending} {seed}"):
            match = opening.open_match(
                Path(folder), name, wanted.pack, at=AT, scenario=wanted.scenario, options=wanted.options,
                secrets=secrets_of(ending, seed), format=wanted.format,
            )  # fmt: skip
            if wanted.format == PHRASED:
                for side, phrase in PHRASES.items():
                    moderator_entries.file_phrase(Path(folder), name, phrase, by=side, at=AT)
            played = _letters(match, secrets_of(ending, seed), wanted, seed)
            if played is not None:
                return _filed(Path(folder), name, played)
    raise LookupError(f"no seed ends as {ending}")


def _filed(root: Path, name: str, letters: Letters) -> bytes:
    for side, text in letters:
        answer = letter_answers.submit(
            root, name, submission.open_letter("letter", text.encode(), at=AT, side=side)
        )
        if answer.refused:
            raise AssertionError(text)
    moderator_entries.reveal(root, name, unfinished=False, at=AT)
    return (matches.find(root, name).folder / JOURNAL).read_bytes()


def _letters(match: Match, secrets: Secrets, wanted: Wanted, seed: int) -> Letters | None:
    """The letters of a match, if it ends as is wanted."""
    rules, generator = match.rules, Random(seed)
    tempers = dict(zip(rules.sides, (wanted.first, wanted.second), strict=True))
    players = {side: Player(rules, side, temper, generator) for side, temper in tempers.items()}
    said = PHRASES if wanted.format == PHRASED else {}
    custom = Custom.of(match.header, match.journal.header_seal, secrets.hidden, said)
    dice_source = SealedDiceSource(system_of(rules), match.header, secrets, match.entries, custom=custom)
    position: Position = match.position()
    letters: list[tuple[Side, list[str]]] = []
    last = None
    while prompts := rules.prompts(position):
        prompt = generator.choice(prompts)
        order = players[prompt.side].answer(position, prompt)
        assert order is not None
        if not letters or letters[-1][0] != prompt.side or len(letters[-1][1]) > LETTER:
            letters.append((prompt.side, [f"# letter {len(letters) + 1}"]))
        if wanted.format == PHRASED and standing_orders.is_forced(system_of(rules), position, prompt):
            # The machine answers behind the letter, and the next order begins another one.
            letters.append(("", []))
        else:
            letters[-1][1].append(system_of(rules).notation.write(order))
        position, verdict = machine.play(rules, position, order, dice_source.dice(order))
        assert isinstance(verdict, Accepted)
        last = verdict.events[-1]
    ended = isinstance(last, CampaignEnded) and last.reason == wanted.reason
    return (
        [(side, "\n".join(lines)) for side, lines in letters if lines[1:]]
        if ended and wanted.level in last.level
        else None
    )


def secrets_of(ending: str, seed: int) -> Secrets:
    """Secrets that anyone may know: nobody plays with them."""
    drawn = Random(f"{ending} {seed}")
    return Secrets(seed=drawn.randbytes(32).hex(), hidden=drawn.randbytes(32).hex())


@contextmanager
def _salted(text: str) -> Iterator[None]:
    """Salts that come out alike every time, in a match of the first vocabulary."""
    fixed = (sha256(f"{text} {number}".encode()).hexdigest()[:32] for number in count())
    with patch.object(chain, "salt", lambda: next(fixed)), patch.object(opening, "BEFORE_PHRASES", FIRST):
        yield


def packed(journal: bytes) -> bytes:
    """A journal as it is kept; without a time in it, so that the same journal is the same file."""
    return gzip.compress(journal, compresslevel=9, mtime=0)


def unpacked(ending: str) -> bytes:
    """The journal of a recorded match."""
    return gzip.decompress(path_of(ending).read_bytes())


def main() -> None:
    for ending in sys.argv[1:] or ENDINGS:
        path_of(ending).write_bytes(packed(record(ending)))


if __name__ == "__main__":
    main()
