"""Evidence, pages and the clock of a match, for programs: the base class of `Match`."""

from referee.analysis.exact_odds import letter_battles
from referee.evidence import disputes, match_verification, rejudgement, rulings
from referee.evidence import luck as luck_of_dice
from referee.faults import Misuse
from referee.matches import clock, command_files, moderator_entries, viewer_languages
from referee.matches.clocks import running_deadlines
from referee.matches.matches import Match as ReadMatch
from referee.reports import documents, legal_orders, match_progress
from referee.reports.composer import page as composer_page
from schemas.answers.evidence import Amended, Luck, Rejudgement
from schemas.answers.matches import Verified
from schemas.clocks import Deadlines
from schemas.journal import Head
from schemas.record import REFEREE, Side
from schemas.reports import Document

from . import arguments
from .arguments import LibraryFault
from .storage import Keeper, ShelfKeeper


class MatchRecords:
    """Evidence about a match, its pages, its clock and its corrections."""

    def __init__(self, keeper: Keeper) -> None:
        """Use `open`, `create` or `open_in_memory` instead."""
        self._keeper = keeper

    def verify(self, *, head: Head | str | None = None, rejudge: bool = False) -> Verified:
        """Verify seals and dice of the journal, and judge each entry again with `rejudge`.

        `differs` of the answer is True if an entry contradicts the rules, and `not_judged` is the reason why
        no rules were applied; neither raises an exception. `head` is a known head. Raises `DataFault` for a
        journal that was changed after it was sealed, or that lacks the known head.
        """
        arguments.refuse(
            arguments.find_type("head", head, Head, str, is_optional=True),
            arguments.find_flag("rejudge", rejudge),
        )
        known_head = command_files.head(head) if isinstance(head, str) else head
        with self._keeper.open_file() as path:
            return match_verification.verify(path, known_head, rejudge=rejudge)

    def rejudge(self, pack: str | None = None) -> Rejudgement:
        """Return every entry that today's rules, or those of another pack, would decide differently."""
        arguments.refuse(arguments.find_text("pack", pack, is_optional=True))
        match = self._keeper.read()
        return rejudgement.rejudge(match, pack, localised_match=viewer_languages.tell(match, REFEREE))

    def dispute(self, entry: int, viewer: Side = REFEREE) -> Document:
        """Return an entry with its position, orders, clauses and dice, as a viewer may know it."""
        arguments.refuse(arguments.find_number("entry", entry, 0), arguments.find_text("viewer", viewer))
        match, side = self._show(viewer)
        return disputes.dispute(match, entry, side)

    def luck(self) -> Luck:
        """Return the expected and the rolled hits of each side."""
        return luck_of_dice.luck(self._show(REFEREE)[0])

    def draw_chart(self, viewer: Side = REFEREE) -> str:
        """Return the course of the war as SVG: points, areas and front."""
        arguments.refuse(arguments.find_text("viewer", viewer))
        match, side = self._show(viewer)
        return match_progress.draw(match_progress.chart(match, side), match.tongue)

    def write_replay(self, viewer: Side = REFEREE) -> str:
        """Return one HTML page to step through the match."""
        arguments.refuse(arguments.find_text("viewer", viewer))
        return match_progress.page(*self._show(viewer))

    def write_composer(self, side: Side | None = None, to: str = "") -> str:
        """Return an HTML page for composing a side's letter; `to` is the address for it."""
        arguments.refuse(arguments.find_text("side", side, is_optional=True), arguments.find_text("to", to))
        match = self._keeper.read()
        author = legal_orders.answering(match, side)
        return composer_page.page(
            viewer_languages.tell(match, author), author, to, letter_battles.make_tables
        )

    def diff(self, first: int, last: int, viewer: Side = REFEREE) -> Document:
        """Return the changes between two entries, as a viewer may know them."""
        arguments.refuse(
            arguments.find_number("first", first, 0),
            arguments.find_number("last", last, 0),
            arguments.find_text("viewer", viewer),
        )
        match, side = self._show(viewer)
        return documents.list_differences(match, side, first, last)

    def clock(self, at: str | None = None) -> Deadlines:
        """Return the terms of the clock and the open deadlines (default: of now)."""
        arguments.refuse(arguments.find_text("at", at, is_optional=True))
        return running_deadlines.list_deadlines(self._keeper.read(), clock.now(at))

    def amend(
        self,
        *lines: str,
        reason: str,
        agreed: tuple[Side, ...] = (),
        at: str | None = None,
        dry: bool = False,
    ) -> Amended:
        """Amend the position by the moderator's orders, or rehearse that.

        Raises `Misuse` for a match that is not on a shelf.
        """
        arguments.refuse(
            arguments.find_items("lines", lines, str),
            arguments.find_text("reason", reason),
            arguments.find_items("agreed", agreed, str),
            arguments.find_text("at", at, is_optional=True),
            arguments.find_flag("dry", dry),
        )
        if not isinstance(self._keeper, ShelfKeeper):
            raise Misuse(LibraryFault.NEEDS_SHELF)
        request = rulings.Request(lines, reason, agreed)
        root, name = self._keeper.place
        if at is not None:
            moderator_entries.refuse_earlier(self._keeper.read(), clock.now(at))
        return rulings.amend(root, name, request, at=clock.now(at), dry=dry)

    def _show(self, viewer: Side) -> tuple[ReadMatch, Side]:
        """Return the match in the language of a viewer, and the viewer."""
        match = self._keeper.read()
        side = match.viewer(viewer)
        return viewer_languages.tell(match, side), side
