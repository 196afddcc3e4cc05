"""Manual pages: one for the program and one for each command, from the help of the commands.

`python -m referee.cli.handbook.man_pages FOLDER` writes them. They contain no time: each run
writes the same bytes.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from referee import __version__
from referee.cli import exits
from referee.cli.command_table import PANELS
from referee.cli.handbook.sections import Command, list_commands

SUMMARY = "moderate wargames by e-mail"


def write_pages(folder: Path) -> tuple[Path, ...]:
    """Write all manual pages into a folder and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    commands = tuple(list_commands())
    pages = {"referee": _join(_main_page(commands))}
    pages |= {_name(command): _join(_command_page(command)) for command in commands}
    for name, text in pages.items():
        (folder / f"{name}.1").write_text(text, encoding="utf-8")
    return tuple(folder / f"{name}.1" for name in pages)


def escape(text: str) -> str:
    """Return a text for troff: no character of it is a request, and hyphens stay hyphens."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("'", "\\(aq")
    return re.sub(r"^\.", r"\\&.", text)


def _name(command: Command) -> str:
    return "-".join(("referee", *command.words.split()))


def _join(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def _head(name: str, summary: str) -> Iterator[str]:
    yield f'.TH {escape(name.upper())} 1 "" "referee {__version__}" "User Commands"'
    yield from (".SH NAME", f"{escape(name)} \\- {escape(summary.rstrip('.'))}")


def _command_page(command: Command) -> Iterator[str]:
    yield from _head(_name(command), command.summary)
    yield from (".SH SYNOPSIS", f".B referee {escape(command.words)}", escape(command.synopsis))
    yield from (".SH DESCRIPTION", escape(command.summary))
    for title, rows in (("ARGUMENTS", command.arguments), ("OPTIONS", command.options)):
        if rows:
            yield f".SH {title}"
        for form, meaning in rows:
            yield from (".TP", f".B {escape(form)}", escape(" ".join(meaning.split())))
    if command.examples:
        yield from (".SH EXAMPLES", ".nf", *map(escape, command.examples), ".fi")
    yield from (".SH SEE ALSO", ".BR referee (1)")


def _main_page(commands: Iterable[Command]) -> Iterator[str]:
    """Yield the lines of the page of the program."""
    yield from _head("referee", SUMMARY)
    yield from (".SH SYNOPSIS", ".B referee", escape("COMMAND [OPTIONS] [ARGS]..."), ".SH DESCRIPTION")
    yield "The referee judges letters with orders, rolls dice that anyone can check, and keeps a journal."
    yield escape("`referee help` lists the pages of the handbook, and `referee help WORD...` searches it.")
    summaries = {command.words.split()[0]: command for command in commands}
    members = [command for command in commands if " " in command.words]
    for panel, entries in PANELS.items():
        yield f".SS {escape(panel)}"
        for entry in entries:
            below = [_name(one) for one in members if one.words.split()[0] == entry.name]
            pages = below or [_name(summaries[entry.name])]
            yield from (".TP", f".B {escape(entry.name)}", escape(entry.summary))
            yield from (f".BR {escape(page)} (1)" for page in pages)
    yield ".SH ENVIRONMENT"
    for name, meaning in exits.VARIABLES.items():
        yield from (".TP", f".B {escape(name)}", escape(meaning))
    yield ".SH EXIT STATUS"
    for code, meaning in exits.EXITS.items():
        yield from (".TP", f".B {code}", escape(meaning))


if __name__ == "__main__":
    for page in write_pages(Path(sys.argv[1])):
        sys.stdout.write(f"{page.as_posix()}\n")
