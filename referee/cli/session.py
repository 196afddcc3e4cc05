"""What every command has: the options they share, and how they print answers and complaints."""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.cli.exits import DONE
from referee.cli.printable import echo, printable

if TYPE_CHECKING:
    from referee.engine.faults import Complaint
    from referee.engine.tongue import Translator
    from referee.matches.matches import Holder, Match
    from schemas.record import Record, Side
    from schemas.reports.document import Document

RED, RESET = "\x1b[31m", "\x1b[0m"
"""The signs that paint what stands between them."""


class Colour(StrEnum):
    """When signs of colour are printed."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class Session(NamedTuple):
    """One command while it runs: its shared options, and the matches that a server holds."""

    shelf: str | None = None
    json: bool = False
    quiet: bool = False
    colour: Colour = Colour.AUTO
    now: str | None = None
    holder: "Holder | None" = None

    @property
    def root(self) -> Path:
        """The shelf."""
        from referee.matches import shelf

        return shelf.root(self.shelf)

    def at(self) -> str:
        """The time."""
        from referee.matches import clock

        return clock.now(self.now)

    def find(self, match_or_file: str) -> "Match":
        """A match on the shelf, or the one that a copy of a journal tells."""
        from referee.matches import inputs, matches

        if not inputs.leads_to_copy(match_or_file):
            return (self.holder or matches).find(self.root, match_or_file)
        with inputs.journal(self.root, match_or_file) as path:
            return matches.read_copy(path)

    def told(self, name: str, viewer: str | None, language: str | None) -> "tuple[Match, Side]":
        """A match in the language of its viewer, and who that is."""
        from referee.matches import inputs, matches, viewer_languages

        found = self.find(name)
        owner = matches.owner_of_copy(found) if inputs.leads_to_copy(name) else None
        side = found.viewer(viewer or owner)
        told = viewer_languages.tell(found, side, language)
        self.warn(found.warnings(), told.tongue)
        return told, side

    def warn_of_readers(self, name: str) -> None:
        """Tell the referee if others on this machine can read what a match keeps secret."""
        from referee.matches import inputs, matches, viewer_languages

        if inputs.names_file(name):
            return
        if seen := matches.exposed(self.root, name):
            self.warn(seen, viewer_languages.of_author(self.root, name, None))

    def let_bots_answer(self, name: str) -> bool:
        """Let the bots of a match answer what they are asked; whether any of them did.

        What keeps them from it is a warning.
        """
        from referee.engine.faults import Fault
        from referee.matches import matches

        if not matches.read_header(self.root, name).players:
            return False
        from referee.analysis.bots import playing
        from referee.cli import wording

        try:
            answered = playing.go_on(self.root, name, self.at(), self.holder)
        except Fault as fault:
            self.warn(fault.complaints)
            return False
        self.warn([wording.word_bot(played) for played in answered])
        return bool(answered)

    def retold(self, error: Exception, given: Mapping[str, Any]) -> Exception:
        """What keeps a command from answering, in the language of its reader, where that is known."""
        from referee.engine.faults import Fault
        from referee.matches import viewer_languages
        from schemas.record import REFEREE

        if not isinstance(error, Fault):
            return error
        asked, match = given.get("language"), given.get("match")
        whose = given.get("viewer") or given.get("author") or given.get("sender") or REFEREE
        return viewer_languages.retold(
            self.root, match, whose, error, asked if isinstance(asked, str) else None
        )

    def answer(self, record: "Record", text: Callable[[], str], code: int = DONE) -> int:
        """Tell an answer, as a record or in words; gives the exit code back."""
        if self.json:
            from schemas.record import to_data

            self.tell_json({"ok": code == DONE, "exit": code, **to_data(record)})
        elif not self.quiet:
            self.tell(text())
        return code

    def say(self, text: str) -> int:
        """Tell words that are no record; gives the exit code back."""
        if self.json:
            self.tell_json({"ok": True, "exit": DONE, "text": text})
        elif not self.quiet:
            self.tell(text)
        return DONE

    def remark(self, text: str, document: "Document | None" = None) -> None:
        """Tell words, and a document below them, on the way to an answer."""
        if self.json or self.quiet:
            return
        if document is None or not self._colourful(sys.stdout):
            self.tell(text if document is None else f"{text}\n\n{write(document)}")
        else:
            self.tell(text)
            self.tell("")
            self._paint(document)

    def page(self, document: "Document", record: "Record | None" = None, code: int = DONE) -> int:
        """Tell a document, painted where a terminal has colours; gives the exit code back.

        A script gets the record that it is made of, if there is one.
        """
        if self.json or not self._colourful(sys.stdout):
            return self.answer(record or document, lambda: write(document), code)
        if not self.quiet:
            self._paint(document)
        return code

    def _paint(self, document: "Document") -> None:
        from referee.reports import publishing
        from referee.reports.formats import terminal

        # The writer's own signs are obeyed, and no others.
        parts = terminal.PAINT.split(publishing.paint(document))
        told = "".join(part if terminal.PAINT.fullmatch(part) else printable(part) for part in parts)
        echo(told, nl=False, painted=True)

    def tell(self, text: str) -> None:
        """Print words."""
        echo(printable(text.rstrip("\n")))

    def tell_bytes(self, text: bytes) -> None:
        """Print bytes as they are, unless it is a terminal that gets them."""
        if self.quiet:
            return
        if sys.stdout.isatty():
            self.tell(text.decode(errors="backslashreplace"))
        else:
            echo(text, nl=False)

    def tell_json(self, answer: object) -> None:
        """Print one JSON object on one line; a stream that lacks letters gets them as JSON escapes them."""
        plain = not (sys.stdout.encoding or "").casefold().startswith("utf")
        echo(printable(json.dumps(answer, ensure_ascii=plain, separators=(",", ":"))))

    def warn(self, complaints: "Sequence[Complaint | str]", tongue: "Translator | None" = None) -> None:
        """Print warnings to the standard error, in a language; they are no part of the answer."""
        if not self.quiet:
            for complaint in complaints:
                told = complaint
                if tongue is not None and not isinstance(complaint, str):
                    told = complaint.speaking(tongue)
                echo(printable(f"referee: {told}"), err=True)

    def complain(self, complaints: "Sequence[Complaint]", code: int) -> int:
        """Say why there is no answer, on whatever stream still takes it; gives the exit code back."""
        for say in (self._recorded, self._in_words) if self.json else (self._in_words,):
            try:
                say(complaints, code)
            except BrokenPipeError:
                # The reader is gone.
                return code
            except OSError:
                continue
            return code
        return code

    def _recorded(self, complaints: "Sequence[Complaint]", code: int) -> None:
        from msgspec import to_builtins

        from schemas.answers.complaints import Complaints

        told = Complaints(ok=False, exit=code, complaints=tuple(one.record for one in complaints))
        self.tell_json(to_builtins(told))

    def _in_words(self, complaints: "Sequence[Complaint]", _: int) -> None:
        for complaint in complaints:
            name = "" if complaint.place else "referee: "
            line = printable(f"{name}{complaint}")
            colourful = self._colourful(sys.stderr)
            echo(f"{RED}{line}{RESET}" if colourful else line, err=True, painted=colourful)

    def _colourful(self, stream: Any) -> bool:
        if self.colour != Colour.AUTO:
            return self.colour == Colour.ALWAYS
        return bool(not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty())


def write(document: "Document") -> str:
    """A document as plain text."""
    from referee.reports import publishing

    return publishing.publish(document, "text")
