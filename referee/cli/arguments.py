"""The arguments and options that several commands share, and how a shell completes them."""

import json
from collections.abc import Callable
from typing import Annotated

from referee.cli.lines.declaring import Argument, Asked, Option, Parameter
from referee.matches import shelf


def complete_match(typed: Asked, incomplete: str) -> list[str]:
    """The matches on the shelf; nothing is read but the folder."""
    return [
        name for name in shelf.names(shelf.root(typed.params.get("shelf"))) if name.startswith(incomplete)
    ]


def complete_viewer(typed: Asked, incomplete: str) -> list[str]:
    """The sides of the match that was named, the referee and the public; only the header is read."""
    return [side for side in (*_sides(typed), "referee", "public") if side.startswith(incomplete)]


def complete_side(typed: Asked, incomplete: str) -> list[str]:
    """The sides of the match that was named."""
    return [side for side in _sides(typed) if side.startswith(incomplete)]


def complete_language(incomplete: str) -> list[str]:
    """The languages that are spoken here."""
    from referee.i18n import languages

    return [code for code in languages.list_codes() if code.startswith(incomplete)]


def complete_pack(incomplete: str) -> list[str]:
    """The packs that can be played by name."""
    from referee.packs import loading

    return [pack.name for pack in loading.shelf() if pack.name.startswith(incomplete)]


def one_of(*words: str) -> Callable[[str], list[str]]:
    """A completion by words that never change."""

    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    return complete


def _sides(typed: Asked) -> tuple[str, ...]:
    # While an option is completed, the arguments before it are not yet in their places.
    name = typed.params.get("match") or next(iter(typed.args), "")
    if not shelf.is_name(name):
        return ()
    try:
        with (shelf.root(typed.params.get("shelf")) / name / shelf.JOURNAL).open("rb") as journal:
            return tuple(map(str, json.loads(journal.readline())["body"]["sides"]))
    except (OSError, ValueError, LookupError, TypeError):
        # A shell that completes shows no complaints.
        return ()


MatchName = Annotated[str, Argument(help="A match on the shelf.", autocompletion=complete_match)]
MatchOrFile = Annotated[
    str,
    Argument(metavar="MATCH|FILE", help="A match, or a copy of its journal.", autocompletion=complete_match),
]
Viewer = Annotated[
    str | None,
    Option("--as", metavar="SIDE", help="Who looks; else the referee.", autocompletion=complete_viewer),
]
Sender = Annotated[
    str | None,
    Option("--as", metavar="SIDE", help="Whose letter it is; else it says so.", autocompletion=complete_side),
]
Answerer = Annotated[
    str | None,
    Option(
        "--as",
        metavar="SIDE",
        help="Whose orders; else the side that is asked.",
        autocompletion=complete_side,
    ),
]
PhraseSender = Annotated[
    str | None, Option("--as", metavar="SIDE", help="Whose phrase.", autocompletion=complete_side)
]
Author = Annotated[
    str | None,
    Option("--as", metavar="SIDE", help="Who acts; else the referee.", autocompletion=complete_viewer),
]


def _language(otherwise: str) -> Parameter:
    told = f"In this language; else in {otherwise}."
    return Option("--language", metavar="CODE", help=told, autocompletion=complete_language)


Language = Annotated[str | None, _language("that of who looks")]
RefereesLanguage = Annotated[str | None, _language("the referee's")]
PacksLanguage = Annotated[str | None, _language("English")]
AtEntry = Annotated[int | None, Option("--at", metavar="SEQ", help="As it was after this entry.")]


def _file(named: str | None) -> str | None:
    """The file that was named; a hyphen stands for the standard output."""
    return None if named == "-" else named


Force = Annotated[bool, Option("--force", help="Replace FILE, whatever wrote it.")]

Target = Annotated[
    str | None,
    Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write there, and not on the screen (-).",
        callback=_file,
    ),
]
