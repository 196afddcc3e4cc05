"""Players, their mails on the way, and the bots of a club."""

import random
from collections import Counter
from datetime import datetime
from typing import NamedTuple

from referee.analysis.bots import greedy
from referee.analysis.faults import AnalysisFault
from referee.faults import Complaint, DataFault
from schemas.bots import Turn

ADDRESS = "referee@club.example"
PLAYERS = {"german": "anna@player.example", "entente": "bert@player.example"}
MATCHES = ("marne", "somme")
BOTS = {"somme": {"entente": "random 1"}}
"""Bots of matches, by side."""
NOISE = ("move everything to the moon", "Are you there?", "done\ndone", "resign?")
"""Texts that are no orders."""

CONFIG = """\
address = "{address}"
proof = "address"
receipts = true

[inbox]
kind = "maildir"
path = "{folder}/inbox"

[delivery]
to = "maildir"
path = "{folder}/outgoing"
"""

BOT_FAULTS = (AnalysisFault.BOT_SILENT.code, AnalysisFault.BOT_REFUSED.code)
"""Faults of a bot that the moderator sees."""


class Mail(NamedTuple):
    """A mail on its way to the post office, and the time of its arrival."""

    due: datetime
    name: str
    raw: bytes

    @property
    def letter(self) -> bytes:
        """The mail without the lines of servers on its way."""
        return self.raw[self.raw.index(b"From:") :]

    @property
    def message_id(self) -> bytes:
        """The Message-ID, which another mail may have too."""
        return self.raw.partition(b"Message-ID: ")[2].partition(b"\n")[0]


class Bot:
    """A bot in this process: it falls silent, talks nonsense, or orders at random."""

    def __init__(self, rng: random.Random, counts: Counter[str]) -> None:
        self._rng, self._counts = rng, counts

    def answer(self, turn: Turn) -> str:
        """Return the letter of the bot."""
        rng, counts = self._rng, self._counts
        lot = rng.random()
        if lot < 0.06:
            counts["bot silent"] += 1
            raise DataFault(Complaint.of(AnalysisFault.BOT_SILENT, name="random"))
        if lot < 0.12:
            counts["bot nonsense"] += 1
            return rng.choice(NOISE[:2])
        counts["bot letters"] += 1
        if lot < 0.5 and (
            ends := [option.text for option in turn.options if option.verb in ("done", "pass")]
        ):
            return rng.choice(ends)
        return greedy.answer_at_random(turn, rng)
