"""The class `Match`: queries, letters and views of a match for programs."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, cast, overload

from msgspec.structs import replace

from referee.analysis import hindsight, tables
from referee.analysis import odds as weighing
from referee.analysis.bots import bot_play
from referee.analysis.policies import Written
from referee.faults import Complaint
from referee.matches import clock, command_files, matches, viewer_languages
from referee.matches.judging import submission
from referee.matches.judging.submission import IncomingLetter
from referee.reports import documents, legal_orders, letter_answers, logs, maps, publishing
from schemas.answers.matches import Log
from schemas.answers.odds import Hindsight, Odds
from schemas.answers.orders import Option, Submitted
from schemas.answers.tables import ControlRow, EventRow, LetterRow, MatchRow, OrderRow, RollRow, Row
from schemas.bots import Turn
from schemas.journal import Head, Header
from schemas.record import REFEREE, Prompt, Side
from schemas.reports import Document

from . import arguments
from .games import Game, View
from .position_facts import Map, find_odds_faults, make_map
from .records import MatchRecords

Letter: TypeAlias = str | bytes | Option
"""A letter: orders, one per line, as mail, YAML or JSON; or an option of an open prompt."""

MOST_OPTIONS = 1000
"""Default limit of listed options, the same as on the command line."""

LETTER, POLICY = "letter", "policy"
"""Names of letters and policies in error messages."""


class Match(MatchRecords):
    """A match. `open`, `create` and `open_in_memory` return one. Each call reads its current state.

    A `viewer` is a side by any of its names, `PUBLIC`, or `REFEREE` (default), who knows everything. No
    answer contains facts that its viewer may not know. `at` is the number of an entry and selects the state
    just after it. Errors are subclasses of `Fault`.
    """

    @property
    def name(self) -> str:
        """Name of the match."""
        return self._keeper.read().name

    @property
    def header(self) -> Header:
        """Header of the journal, with the agreed terms."""
        return self._keeper.read().header

    @property
    def head(self) -> Head:
        """Number and seal of the last entry."""
        return self._keeper.read().journal.head

    @property
    def sides(self) -> tuple[Side, ...]:
        """Sides, in the order of the pack."""
        return self.header.sides

    @property
    def waiting(self) -> tuple[Side, ...]:
        """Sides with an open prompt. Empty once the match is over."""
        return legal_orders.prompts(self._keeper.read(), REFEREE).waiting

    def prompts(self, viewer: Side = REFEREE) -> tuple[Prompt, ...]:
        """Return the open prompts of a viewer: a side gets its own, the referee all."""
        return legal_orders.prompts(*self._read(viewer)).prompts

    def options(self, side: Side | None = None, limit: int = MOST_OPTIONS) -> tuple[Option, ...]:
        """Return the legal orders of a side (default: the only side with a prompt), at most `limit`.

        Raises `NotYours` for an unknown side, and `Misuse` if several sides have prompts.
        """
        arguments.refuse(
            arguments.find_text("side", side, is_optional=True),
            arguments.find_number("limit", limit, 0),
        )
        match = self._keeper.read()
        return legal_orders.list_options(match, legal_orders.answering(match, side), limit).options

    def submit(
        self,
        letter: Letter,
        side: Side | None = None,
        *,
        answers: Turn | int | None = None,
        faces: Sequence[int] | None = None,
        source: str = "",
        expect_head: Head | str | None = None,
        at: str | None = None,
    ) -> Submitted:
        """Judge a letter, file the result, and return the answer to its sender.

        `side` sent the letter (default: the side that the letter names, or that of the turn in `answers`).
        `answers` is the turn that the letter answers, or the last entry that its author knew. A letter with
        the words of the last one is otherwise taken for the same letter: nothing is filed, and the answer has
        the code `repeat`. Give it for letters that a program writes; it becomes their first line.

        For manual dice, `faces` are the rolled numbers and `source` the person or place that they come from.
        `expect_head` files the letter only if the journal still ends there. `at` is the time (RFC 3339; UTC
        if it has no zone). Raises `NotYours`, `Misuse` for an invalid time or one before that of the last
        entry, `DataFault` for an unreadable letter, `Stale` for an outdated head or turn, and `Busy` while
        another program holds the match. Refused orders raise no exception: the answer has the `code` of the
        refusal, and `refused` lists the reasons.
        """
        sent = self._send(letter, side, answers, faces, source, expect_head, at)
        return letter_answers.answer(self._keeper.submit(sent))

    def rehearse(
        self, letter: Letter, side: Side | None = None, *, answers: Turn | int | None = None
    ) -> Submitted:
        """Return the answer to a letter up to the first die roll or hidden draw. Nothing is filed."""
        sent = self._send(letter, side, answers, None, "", None, None)
        return letter_answers.rehearse(self._keeper.read(), sent)

    def _read(self, viewer: Side, *complaints: Complaint | None) -> tuple[matches.Match, Side]:
        """Return the match as it is now, and the viewer. Raises complaints about the arguments of a call."""
        arguments.refuse(arguments.find_text("viewer", viewer), *complaints)
        match = self._keeper.read()
        return match, match.viewer(viewer)

    def view(self, viewer: Side = REFEREE, at: int | None = None) -> View:
        """Return the position as the viewer sees it."""
        match, side = self._read(viewer, arguments.find_number("at", at, 0, is_optional=True))
        return cast(View, documents.view(match, side, at))

    def report(
        self, viewer: Side = REFEREE, *, since: int | None = None, at: int | None = None, due: str = ""
    ) -> Document:
        """Return a report in the viewer's language: open prompts, events after `since`, and the position."""
        match, side = self._read(
            viewer,
            arguments.find_number("since", since, 0, is_optional=True),
            arguments.find_number("at", at, 0, is_optional=True),
            arguments.find_text("due", due),
        )
        return documents.report(viewer_languages.tell(match, side), side, since=since, at=at, due=due)

    def write_report(self, viewer: Side = REFEREE, form: str = "text", *, since: int | None = None) -> str:
        """Return the report in one of the formats of `referee report --format`."""
        arguments.refuse(
            arguments.find_text("viewer", viewer),
            arguments.find_text("form", form),
            arguments.find_number("since", since, 0, is_optional=True),
        )
        return publishing.publish(self.report(viewer, since=since), form)

    def draw_map(self, viewer: Side = REFEREE, *, at: int | None = None) -> str:
        """Return the viewer's map as SVG."""
        match, side = self._read(viewer, arguments.find_number("at", at, 0, is_optional=True))
        localised_match = viewer_languages.tell(match, side)
        return maps.draw(maps.picture(localised_match, side, maps.Wanted(at=at)), localised_match.tongue)

    def log(self, viewer: Side = REFEREE, last: int | None = None) -> Log:
        """Return one line per entry, or only the `last` ones."""
        match, side = self._read(viewer, arguments.find_number("last", last, 0, is_optional=True))
        log = logs.log(match, side, last)
        return replace(log, entries=()) if last == 0 else log

    def events(self, viewer: Side = REFEREE, since: Head | str | int = 0) -> tuple[EventRow, ...]:
        """Return the events that a viewer saw after an entry or a head.

        Raises `NotFound` for a missing entry, and `DataFault` for a head of another history.
        """
        match, side = self._read(viewer, arguments.find_type("since", since, Head, str, int))
        return tables.tell_events(match, side, since).events

    @overload
    def table(self, name: Literal["matches"], viewer: Side = REFEREE) -> tuple[MatchRow, ...]: ...
    @overload
    def table(self, name: Literal["rolls"], viewer: Side = REFEREE) -> tuple[RollRow, ...]: ...
    @overload
    def table(self, name: Literal["events"], viewer: Side = REFEREE) -> tuple[EventRow, ...]: ...
    @overload
    def table(self, name: Literal["control"], viewer: Side = REFEREE) -> tuple[ControlRow, ...]: ...
    @overload
    def table(self, name: Literal["orders"], viewer: Side = REFEREE) -> tuple[OrderRow, ...]: ...
    @overload
    def table(self, name: Literal["letters"], viewer: Side = REFEREE) -> tuple[LetterRow, ...]: ...
    @overload
    def table(self, name: str, viewer: Side = REFEREE) -> tuple[Row, ...]: ...
    def table(self, name: str, viewer: Side = REFEREE) -> tuple[Row, ...]:
        """Return the rows of a table: `matches`, `rolls`, `events`, `control`, `orders` or `letters`.

        A viewer's rows come from the viewer's copy of the journal. `control` is empty for a game without
        areas.
        Raises `Misuse` for another name.
        """
        arguments.refuse(arguments.find_text("name", name), arguments.find_text("viewer", viewer))
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
        cards: Sequence[str | int] = (),
        orders: str | None = None,
        choices: bool = False,
        deals: int = 0,
    ) -> Odds:
        """Return the odds of the battle in an area (default: every open or possible battle).

        `exact` of each chance is a `Fraction`. `policy` is a text of standing orders for both sides. `cards`
        are played on the battle first, by name or number, and `orders` of the viewer are carried out up to
        the first die. `choices` compares cards and further battles. Hidden armies are weighed over `deals` of
        their pieces.
        Raises `Misuse` for a system without odds, and `NotFound` if there is no battle.
        """
        match, side = self._read(
            viewer,
            *find_odds_faults(area, policy, cards, choices=choices, deals=deals),
            arguments.find_number("at", at, 0, is_optional=True),
            arguments.find_text("orders", orders, is_optional=True),
        )
        policy_source = None if policy is None else Written(POLICY, policy)
        first = None if orders is None else Written(LETTER, orders)
        return weighing.odds(
            viewer_languages.tell(match, side), side, area, policy_source, at, tuple(map(str, cards)), first,
            choices=choices, deals=deals,
        )  # fmt: skip

    def analyse(self, viewer: Side = REFEREE, *, at: int | None = None) -> Hindsight:
        """Return the luck in finished battles, and the effects of disputed or refused orders.

        Pieces and points are fractions as text, with numbers beside them. Raises `Misuse` for a system
        without odds, and for an open match that forbids odds.
        """
        match, side = self._read(viewer, arguments.find_number("at", at, 0, is_optional=True))
        return hindsight.analyse(viewer_languages.tell(match, side), side, at)

    def export(self, viewer: Side = REFEREE) -> bytes:
        """Return the viewer's copy of the journal. It verifies against the same seals."""
        match, side = self._read(viewer)
        with self._keeper.open_text() as text:
            return matches.write_own_copy(match, text, side)

    def game(self, at: int | None = None, *, seed: int = 0) -> Game:
        """Return the match as a game with all facts of this journal.

        Orders played in the game are not filed. Its dice come from `seed`, not from the match.
        """
        arguments.refuse(
            arguments.find_number("at", at, 0, is_optional=True),
            arguments.find_number("seed", seed),
        )
        match = self._keeper.read()
        return Game(match.bound, match.position(at), seed)

    def turn(self, side: Side, *, think: float = bot_play.THINK) -> Turn | None:
        """Return what a bot of a side may know, or None if the side has no prompt."""
        arguments.refuse(arguments.find_text("side", side), arguments.find_seconds("think", think))
        match = self._keeper.read()
        return bot_play.show_turn(match, match.viewer(side), think)

    @property
    def map(self) -> Map:
        """The map with its areas, units and cards. Raises `Misuse` for a game without areas."""
        return make_map(self._keeper.read().bound)

    def __repr__(self) -> str:
        return f"<Match {self.name} at entry {self.head.seq}>"

    def _send(
        self,
        letter: Letter,
        side: Side | None,
        answers: Turn | int | None,
        faces: Sequence[int] | None,
        source: str,
        expect_head: Head | str | None,
        at: str | None,
    ) -> IncomingLetter:
        entry = answers.entry if isinstance(answers, Turn) else answers
        arguments.refuse(
            arguments.find_type("letter", letter, str, bytes, Option),
            arguments.find_text("side", side, is_optional=True),
            arguments.find_number("answers", entry, 1, is_optional=True),
            arguments.find_items("faces", faces, int, is_optional=True),
            arguments.find_text("source", source),
            arguments.find_type("expect_head", expect_head, Head, str, is_optional=True),
            arguments.find_text("at", at, is_optional=True),
        )
        if isinstance(answers, Turn):
            side = side or answers.side
        if isinstance(letter, Option):
            # The same line may have answered an earlier prompt.
            side, entry = side or letter.side, self.head.seq if entry is None else entry
            letter = letter.text
        raw = letter.encode() if isinstance(letter, str) else letter
        if entry is not None:
            raw = f"answers: {entry}\n".encode() + raw
        return submission.open_letter(
            LETTER,
            raw,
            at=self._keeper.tell_time() if at is None else clock.now(at),
            is_timed=at is not None,
            side=side,
            faces=None if faces is None else tuple(faces),
            source=source,
            expect_head=command_files.head(expect_head) if isinstance(expect_head, str) else expect_head,
        )
