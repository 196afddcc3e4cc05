"""A match as a program holds it: it asks, submits letters, and reads what each side may know."""

from collections.abc import Sequence
from typing import TypeAlias, cast

from referee.analysis import odds as weighing
from referee.analysis.exports import tables
from referee.analysis.hindsight import analysing
from referee.analysis.policies import Written
from referee.library.games import Game, View
from referee.library.keepers import Keeper
from referee.matches import clock, inputs, matches, viewer_languages
from referee.matches.judging import submitting
from referee.matches.judging.submitting import Sent
from referee.reports import answers, documents, logs, maps, publishing, questions
from schemas.answers.hindsight import Hindsight
from schemas.answers.matches import Log
from schemas.answers.odds import Odds
from schemas.answers.options import Option
from schemas.answers.ruling import Submitted
from schemas.answers.tables import EventRow, Row
from schemas.journal import Head, Header
from schemas.record import REFEREE, Prompt, Side
from schemas.reports.document import Document

Letter: TypeAlias = str | bytes | Option
"""A letter: orders one a line, as mail, YAML or JSON; or an option of a question that is open now."""

MOST_OPTIONS = 1000
"""How many options are listed where no limit is named, as on the command line."""

LETTER, POLICY = "letter", "policy"
"""What letters and policies are called in complaints about their lines."""


class Match:
    """A match, as it is whenever it is asked; `open`, `create` and `open_in_memory` give one.

    A `viewer` is a side by any of its names, `PUBLIC`, or `REFEREE`, who knows everything; who is not named
    is the referee, as on the command line. What a viewer may not know is in no answer to him. `at` is the
    number of an entry: as it was just after that one. Faults are exceptions of the tree under `Fault`.
    """

    def __init__(self, keeper: Keeper) -> None:
        """A keeper knows where the match lies."""
        self._keeper = keeper

    @property
    def name(self) -> str:
        """The name of the match."""
        return self._keeper.read().name

    @property
    def header(self) -> Header:
        """What was agreed before the first order."""
        return self._keeper.read().header

    @property
    def head(self) -> Head:
        """The last entry, by its number and its seal."""
        return self._keeper.read().journal.head

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides, in the order of the pack."""
        return self.header.sides

    @property
    def waiting(self) -> tuple[Side, ...]:
        """The sides that have something to answer; none once the match is over."""
        return questions.prompts(self._keeper.read(), REFEREE).waiting

    def prompts(self, viewer: Side = REFEREE) -> tuple[Prompt, ...]:
        """The questions that are open, as a viewer may know them: a side its own, the referee all."""
        match = self._keeper.read()
        return questions.prompts(match, match.viewer(viewer)).prompts

    def options(self, side: Side | None = None, limit: int = MOST_OPTIONS) -> tuple[Option, ...]:
        """Lawful orders of a side, at most so many; without a side, of the only one that is asked.

        Raises `NotYours` for a side that there is not, and `Misuse` where several sides are asked.
        """
        match = self._keeper.read()
        return questions.list_options(match, questions.answering(match, side), limit).options

    def submit(
        self,
        letter: Letter,
        side: Side | None = None,
        *,
        faces: Sequence[int] | None = None,
        source: str = "",
        expect_head: Head | str | None = None,
        at: str | None = None,
    ) -> Submitted:
        """Judge a letter, file what becomes of it, and give the answer that its sender gets.

        `side` says whose letter it is, unless the letter does. Where people throw the dice, `faces` is what
        they showed and `source` who saw them. `expect_head` files the letter only if the journal still ends
        there. `at` is the time, as RFC 3339 spells it, without a zone in UTC. Raises `NotYours`, `Misuse`
        for an invalid time, `DataFault` for a letter that cannot be read, `Stale` for a head that has moved,
        and `Busy` while another program holds the match. A letter whose orders are refused raises nothing:
        the `code` of its answer says so, and `refused` says why.
        """
        sent = self._send(letter, side, faces, source, expect_head, at)
        return answers.answer(self._keeper.submit(sent))

    def rehearse(self, letter: Letter, side: Side | None = None) -> Submitted:
        """The answer to a letter as far as the first die or hidden draw; nothing is filed."""
        return answers.rehearse(self._keeper.read(), self._send(letter, side, None, "", None, None))

    def view(self, viewer: Side = REFEREE, at: int | None = None) -> View:
        """The position as a viewer may know it."""
        match = self._keeper.read()
        return cast(View, documents.view(match, match.viewer(viewer), at))

    def report(
        self, viewer: Side = REFEREE, *, since: int | None = None, at: int | None = None, due: str = ""
    ) -> Document:
        """What is asked, what happened after an entry, and how things stand, in the viewer's language."""
        match = self._keeper.read()
        side = match.viewer(viewer)
        return documents.report(viewer_languages.tell(match, side), side, since=since, at=at, due=due)

    def write_report(self, viewer: Side = REFEREE, form: str = "text", *, since: int | None = None) -> str:
        """The report in a format, as `referee report --format` names it."""
        return publishing.publish(self.report(viewer, since=since), form)

    def draw_map(self, viewer: Side = REFEREE, *, at: int | None = None) -> str:
        """The map as a viewer may see it, as SVG."""
        match = self._keeper.read()
        side = match.viewer(viewer)
        told = viewer_languages.tell(match, side)
        return maps.draw(maps.picture(told, side, maps.Wanted(at=at)), told.tongue)

    def log(self, viewer: Side = REFEREE, last: int | None = None) -> Log:
        """The entries, a line for each, or so many of the last ones."""
        match = self._keeper.read()
        return logs.log(match, match.viewer(viewer), last)

    def events(self, viewer: Side = REFEREE, since: Head | str | int = 0) -> tuple[EventRow, ...]:
        """What a viewer saw happen after an entry or a head.

        Raises `NotFound` for an entry that there is not, and `DataFault` for a head of another history.
        """
        match = self._keeper.read()
        return tables.tell_events(match, match.viewer(viewer), since).events

    def table(self, name: str, viewer: Side = REFEREE) -> tuple[Row, ...]:
        """The rows of a table: `rolls`, `events`, `control`, `orders` or `letters`.

        A viewer's rows are those that his copy of the journal tells; `control` has none where a game has no
        areas. Raises `Misuse` for another name.
        """
        match = self._keeper.read()
        side = match.viewer(viewer)
        if side != REFEREE:
            with self._keeper.open_text() as text:
                match = matches.read_own_copy(match, text, side)
        return tuple(tables.list_rows(match, name, side))

    def odds(
        self,
        area: str | None = None,
        viewer: Side = REFEREE,
        *,
        policy: str | None = None,
        at: int | None = None,
    ) -> Odds:
        """How the battle in an area may end; without an area, each that is fought or can be declared.

        Chances are fractions as text, or percent. `policy` is the text of orders in advance that both sides
        answer with. Raises `Misuse` for a family of games without odds, and `NotFound` without a battle.
        """
        match = self._keeper.read()
        side = match.viewer(viewer)
        written = None if policy is None else Written(POLICY, policy)
        return weighing.odds(viewer_languages.tell(match, side), side, area, written, at)

    def analyse(self, viewer: Side = REFEREE, *, at: int | None = None) -> Hindsight:
        """What luck did in the battles that were fought, and what disputed or refused orders changed.

        Pieces and points are fractions as text, or numbers beside them. Raises `Misuse` for a family of games
        without odds, and for a match without odds that is not closed.
        """
        match = self._keeper.read()
        side = match.viewer(viewer)
        return analysing.analyse(viewer_languages.tell(match, side), side, at)

    def export(self, viewer: Side = REFEREE) -> bytes:
        """The journal as a viewer may have it; it verifies under the same seals."""
        match = self._keeper.read()
        with self._keeper.open_text() as text:
            return matches.write_own_copy(match, text, match.viewer(viewer))

    def game(self, at: int | None = None, *, seed: int = 0) -> Game:
        """The match as a game to play on, which knows everything that this journal tells.

        What is played there is not filed. `seed` is what its dice follow from, and not those of the match.
        """
        match = self._keeper.read()
        return Game(match.bound, match.position(at), seed)

    def __repr__(self) -> str:
        return f"<Match {self.name} at entry {self.head.seq}>"

    def _send(
        self,
        letter: Letter,
        side: Side | None,
        faces: Sequence[int] | None,
        source: str,
        expect_head: Head | str | None,
        at: str | None,
    ) -> Sent:
        if isinstance(letter, Option):
            # The same words may have answered an earlier question.
            side = side or letter.side
            letter = f"answers: {self.head.seq}\n{letter.text}"
        return submitting.send(
            LETTER,
            letter.encode() if isinstance(letter, str) else letter,
            at=self._keeper.tell_time() if at is None else clock.now(at),
            side=side,
            faces=None if faces is None else tuple(faces),
            source=source,
            expect_head=inputs.head(expect_head) if isinstance(expect_head, str) else expect_head,
        )
