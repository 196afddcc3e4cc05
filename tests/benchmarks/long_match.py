"""A long match between restless players, filed by the desk as their letters would have been."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from referee.core import machine
from referee.core.verdict import Accepted
from referee.desk import chance, filing, matches, opening
from referee.desk.chance import Secrets
from referee.desk.cups import SealedCups, Shaken
from referee.desk.history import irrevocable
from referee.desk.journal import Draft, Writer
from referee.desk.matches import Match
from schemas.great_war.orders import Done, GreatWarOrder, Pass
from schemas.record import REFEREE, Event, Order, Side

NAME = "long"
AT = "2026-12-01T20:00:00Z"
SECRETS = Secrets(seed="5e" * 32, hidden="1d" * 32)

TIRED_AFTER = 40
"""The share of a match's events after which a player has moved enough for one turn is one in so many."""


def build(shelf: Path, events: int) -> Match:
    """A match of at least so many events, waiting for an answer."""
    opening.open_match(shelf, NAME, "ttlm", at=AT, secrets=SECRETS)
    with matches.held(shelf, NAME) as (writer, match):
        players = Players(match, rest=TIRED_AFTER / events)
        while event_count(writer.journal.entries) < events:
            players.send_letter(writer)
    return matches.find(shelf, NAME)


def event_count(entries: Sequence[Any]) -> int:
    """How many events a journal holds."""
    return sum(len(entry.body.public.get("events", ())) for entry in entries)


class Players:
    """Both sides of a match; `rest` is the chance that one of them leaves it at what was done so far."""

    def __init__(self, match: Match, rest: float) -> None:
        self._match, self._rules, self._rest = match, match.rules, rest
        self._position = match.position()
        self._generator = Random(match.name)

    def send_letter(self, writer: Writer) -> None:
        """File what one side orders until a die is thrown, or the other side has to answer."""
        side: Side = self._rules.prompts(self._position)[0].side
        cups = SealedCups(self._rules, self._match.header, SECRETS, chance.spent(writer.journal.entries))
        stood: list[tuple[Order, tuple[Event, ...]]] = []
        while not (stood and irrevocable(stood[-1][1])) and self._asked() == side:
            order = self._chosen()
            self._position, verdict = machine.play(self._rules, self._position, order, cups.dice(order))
            assert isinstance(verdict, Accepted)
            stood.append((order, verdict.events))
        writer.append(*self._drafts(stood, cups.shaken()))

    def _asked(self) -> Side | None:
        return next((prompt.side for prompt in self._rules.prompts(self._position)), None)

    def _chosen(self) -> GreatWarOrder:
        (prompt,) = self._rules.prompts(self._position)
        answers = list(self._rules.options(self._position, prompt))
        self._generator.shuffle(answers)
        if self._generator.random() > self._rest:
            answers.sort(key=lambda answer: isinstance(answer, Done | Pass))
        return next(
            answer for answer in answers if not any(self._rules.objections(self._position, answer))
        )

    def _drafts(self, stood: Sequence[tuple[Order, tuple[Event, ...]]], shaken: Sequence[Shaken]) -> list[Draft]:
        text = "\n".join(self._rules.write(order) for order, _ in stood)
        digest = sha256(text.encode()).hexdigest()
        drafts: list[Draft] = []
        for line, ((order, events), cup) in enumerate(zip(stood, shaken, strict=True), start=1):
            if cup.renewed:
                drafts.append(Draft(kind="anchor", at=AT, side=REFEREE, public={"anchor": cup.renewed}))
            told = filing.parts(self._rules, order, events)
            own = {**told.private.get(order.side, {}), "letter": digest, "line": line}
            drafts.append(
                Draft(
                    kind="order", at=AT, side=order.side, public=told.public,
                    private={**told.private, order.side: own}, key=cup.key,
                )
            )  # fmt: skip
        return drafts
