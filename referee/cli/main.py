"""The command line: a line is read, and its command carried out."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise, takewhile
from types import ModuleType
from typing import cast

from referee.cli.lines import plain
from referee.cli.performing import perform
from referee.cli.session import Colour, Session, carry_out, run_lines_by
from referee.platform import streams

FIRST_FREE = 3
"""The first number of an open file behind the standard input, output and error."""

BACKPORTS = "typing_extensions"
"""Where older Pythons have the newer names of `typing`."""

MISSING = cast(ModuleType, None)
"""What the import system takes for a module that cannot be had."""

COMPLETION = "_REFEREE_COMPLETE"
"""The environment variable by which a shell asks what a word may become."""


def run(argv: Sequence[str]) -> int:
    """Run one command; gives the code the process is to leave with."""
    words = [*takewhile(lambda word: word != "--", argv)]
    session = Session(json="--json" in words, colour=_find_colour(words))
    _harden()
    with run_lines_by(run_line):
        return perform(session, lambda: run_line(session, argv))


def _find_colour(words: Sequence[str]) -> Colour:
    """When a line wants colours, before it is read: complaints are painted by it as well."""
    parts = [part for word in words for part in word.split("=", 1)]
    asked = {value for name, value in pairwise(parts) if name == "--color"}
    return next((colour for colour in Colour if colour in asked), Colour.AUTO)


def run_line(session: Session, argv: Sequence[str]) -> int:
    """Run a plain line at once, and have any other parsed."""
    asked = None if COMPLETION in os.environ else plain.read(argv)
    if asked is not None:
        _import_shapes()
        return carry_out(asked.command, asked.given)
    from referee.cli.lines import parser

    return parser.run(session, argv)


def _import_shapes() -> None:
    """Import the library of our shapes without `typing_extensions`, which brings much with it.

    The library takes names from there that `typing` has in every Python we run on.
    """
    known = sys.modules.setdefault(BACKPORTS, MISSING)
    import_module("msgspec")
    if known is MISSING:
        del sys.modules[BACKPORTS]


def _harden() -> None:
    """Let neither a stream that a daemon closed nor a sign that a terminal lacks stop an answer."""
    # The next file that is opened would take the place of a closed stream: a journal, to be printed into.
    while (gap := os.open(os.devnull, os.O_RDWR)) < FIRST_FREE:
        pass
    os.close(gap)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        streams.prepare(stream)
