"""Session of a command: the shared options, and the output of answers and errors."""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.cli.exits import DONE
from referee.cli.terminal_output import echo, printable

if TYPE_CHECKING:
    from referee.faults import Complaint
    from referee.i18n.translator import Translator
    from referee.matches.matches import Holder, Match
    from schemas.answers.matches import Filed
    from schemas.record import Record, Side
    from schemas.reports import Document

RED, RESET = "\x1b[31m", "\x1b[0m"
"""Escape codes before and after red text."""


class Colour(StrEnum):
    """Condition for coloured output."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class Session(NamedTuple):
    """A running command: its shared options, and the matches that a server keeps in memory."""

    shelf: str | None = None
    json: bool = False
    quiet: bool = False
    colour: Colour = Colour.AUTO
    now: str | None = None
    holder: "Holder | None" = None

    @property
    def root(self) -> Path:
        """Folder of the matches."""
        from referee.matches import shelf

        return shelf.root(self.shelf)

    def at(self) -> str:
        """Return the current time."""
        from referee.matches import clock

        return clock.now(self.now)

    def find(self, match_or_file: str) -> "Match":
        """Return a match on the shelf, or the match of a copy of a journal."""
        from referee.matches import command_files, matches

        if not command_files.is_copy(match_or_file):
            return (self.holder or matches).find(self.root, match_or_file)
        with command_files.journal(self.root, match_or_file) as path:
            return matches.read_copy(path)

    def open_match(self, name: str, viewer: str | None, language: str | None) -> "tuple[Match, Side]":
        """Return a match in the language of its viewer, and the viewer."""
        from referee.matches import command_files, matches

        found_match = self.find(name)
        owner = matches.owner_of_copy(found_match) if command_files.is_copy(name) else None
        side = found_match.viewer(viewer or owner)
        return self.localise(found_match, side, language), side

    def localise(self, match: "Match", side: "Side", language: str | None = None) -> "Match":
        """Return a match in a language (default: that of a side), and print its warnings."""
        from referee.matches import viewer_languages

        localised_match = viewer_languages.tell(match, side, language)
        self.warn(match.warnings(), localised_match.tongue)
        return localised_match

    def warn_of_readers(self, name: str) -> None:
        """Warn if other users of this machine can read the secrets of a match."""
        from referee.matches import command_files, matches, viewer_languages

        if command_files.names_file(name):
            return
        if readers := matches.find_exposed_secrets(self.root, name):
            self.warn(readers, viewer_languages.of_author(self.root, name, None))

    def let_bots_answer(self, name: str) -> bool:
        """Run the bots of a match. Return True if a bot filed an order.

        An error of a bot is printed as a warning.
        """
        from referee.faults import Fault
        from referee.matches import matches

        if not matches.read_header(self.root, name).players:
            return False
        from referee.analysis.bots import bot_play
        from referee.cli.render import answer_text

        try:
            answers = bot_play.go_on(self.root, name, self.at(), self.holder)
        except Fault as fault:
            self.warn(fault.complaints)
            return False
        self.warn([answer_text.word_bot(turn) for turn in answers])
        return bool(answers)

    def translate_fault(self, error: Exception, parameters: Mapping[str, Any]) -> Exception:
        """Translate an error into the language of the reader, if it is known.

        The moderator reads the errors of a letter or a note that he files for its author.
        """
        from referee.faults import Fault
        from referee.matches import viewer_languages
        from schemas.record import REFEREE

        if not isinstance(error, Fault):
            return error
        language, match = parameters.get("language"), parameters.get("match")
        whose = parameters.get("viewer") or REFEREE
        return viewer_languages.retold(
            self.root, match, whose, error, language if isinstance(language, str) else None
        )

    def answer(
        self, record: "Record", text: Callable[[], str], code: int = DONE, errors: Sequence[str] = ()
    ) -> int:
        """Print an answer, as JSON or as text, and return the exit code. An empty text prints nothing.

        `errors` are the lines of the text that are printed although the command is quiet.
        """
        if self.json:
            from schemas.record import to_data

            self.tell_json({"ok": code == DONE, "exit": code, **to_data(record)})
        elif not self.quiet:
            # cron sends a mail for an empty line, too.
            if words := text():
                self.tell(words)
        else:
            for line in errors:
                echo(printable(f"referee: {line}"), err=True)
        return code

    def answer_entry(self, entry: "Filed", match: str, author: str | None = None) -> int:
        """Print the entry that a command filed, in the language of its author, and return the exit code."""
        from referee.cli.render import answer_text
        from referee.matches import viewer_languages

        tongue = viewer_languages.of_author(self.root, match, author)
        return self.answer(entry, lambda: answer_text.word_entry(entry, tongue))

    def say(self, text: str) -> int:
        """Print a text that has no record, and return the exit code."""
        if self.json:
            self.tell_json({"ok": True, "exit": DONE, "text": text})
        elif not self.quiet:
            self.tell(text)
        return DONE

    def remark(self, text: str, document: "Document | None" = None) -> None:
        """Print a text and a document before the final answer."""
        if self.json or self.quiet:
            return
        if document is None or not self._colourful(sys.stdout):
            self.tell(text if document is None else f"{text}\n\n{write(document)}")
        else:
            self.tell(text)
            self.tell("")
            self._paint(document)

    def page(self, document: "Document", record: "Record | None" = None, code: int = DONE) -> int:
        """Print a document, with colours if the terminal has them, and return the exit code.

        With JSON output, `record` is printed instead, if there is one.
        """
        if self.json or not self._colourful(sys.stdout):
            return self.answer(record or document, lambda: write(document), code)
        if not self.quiet:
            self._paint(document)
        return code

    def _paint(self, document: "Document") -> None:
        from referee.reports import publishing
        from referee.reports.formats import plain_text

        # Keep only our own escape codes; escape all others.
        parts = plain_text.PAINT.split(publishing.paint(document))
        text = "".join(part if plain_text.PAINT.fullmatch(part) else printable(part) for part in parts)
        echo(text, nl=False, is_painted=True)

    def tell(self, text: str) -> None:
        """Print text."""
        echo(printable(text.rstrip("\n")))

    def tell_bytes(self, text: bytes) -> None:
        """Print bytes unchanged. Escape control characters on a terminal."""
        if self.quiet:
            return
        if sys.stdout.isatty():
            self.tell(text.decode(errors="backslashreplace"))
        else:
            echo(text, nl=False)

    def say_bytes(self, text: bytes) -> int:
        """Print bytes unchanged, or as the text of a JSON object, and return the exit code."""
        if self.json:
            return self.say(text.decode())
        self.tell_bytes(text)
        return DONE

    def tell_json(self, answer: object) -> None:
        """Print one JSON object on one line. Characters that the stream lacks are escaped."""
        plain = not (sys.stdout.encoding or "").casefold().startswith("utf")
        echo(printable(json.dumps(answer, ensure_ascii=plain, separators=(",", ":"))))

    def warn(self, complaints: "Sequence[Complaint | str]", tongue: "Translator | None" = None) -> None:
        """Print warnings to standard error, in a language. They are not part of the answer."""
        if not self.quiet:
            for complaint in complaints:
                message = complaint
                if tongue is not None and not isinstance(complaint, str):
                    message = complaint.speaking(tongue)
                echo(printable(f"referee: {message}"), err=True)

    def complain(self, complaints: "Sequence[Complaint]", code: int) -> int:
        """Report errors on a stream that is still open, and return the exit code."""
        for say in (self._write_faults, self._in_words) if self.json else (self._in_words,):
            try:
                say(complaints, code)
            except BrokenPipeError:
                # The reader has exited.
                return code
            except OSError:
                continue
            return code
        return code

    def _write_faults(self, complaints: "Sequence[Complaint]", code: int) -> None:
        from msgspec import to_builtins

        from schemas.answers.complaints import Complaints

        record = Complaints(ok=False, exit=code, complaints=tuple(one.record for one in complaints))
        self.tell_json(to_builtins(record))

    def _in_words(self, complaints: "Sequence[Complaint]", _: int) -> None:
        for complaint in complaints:
            name = "" if complaint.place else "referee: "
            line = printable(f"{name}{complaint}")
            colourful = self._colourful(sys.stderr)
            echo(f"{RED}{line}{RESET}" if colourful else line, err=True, is_painted=colourful)

    def _colourful(self, stream: Any) -> bool:
        if self.colour != Colour.AUTO:
            return self.colour == Colour.ALWAYS
        return bool(not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty())


def write(document: "Document") -> str:
    """Render a document as plain text."""
    from referee.reports import publishing

    return publishing.publish(document, "text")
