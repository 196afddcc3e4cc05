"""Arguments and options that several commands share, and their completion in a shell."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import typer
from typer.models import ArgumentInfo, OptionInfo

from referee.cli.faults import CommandFault
from referee.matches import shelf


def complete_match(context: typer.Context, incomplete: str) -> list[str]:
    """Return the matches on the shelf. Only the folder is read."""
    return [
        name for name in shelf.names(shelf.root(context.params.get("shelf"))) if name.startswith(incomplete)
    ]


def complete_viewer(context: typer.Context, incomplete: str) -> list[str]:
    """Return the sides of the named match, the referee and the public. Only the header is read."""
    return [side for side in (*_sides(context), "referee", "public") if side.startswith(incomplete)]


def complete_side(context: typer.Context, incomplete: str) -> list[str]:
    """Return the sides of the named match."""
    return [side for side in _sides(context) if side.startswith(incomplete)]


def complete_language(incomplete: str) -> list[str]:
    """Return the codes of the available languages."""
    from referee.i18n import languages

    return [code for code in languages.list_codes() if code.startswith(incomplete)]


def complete_pack(incomplete: str) -> list[str]:
    """Return the names of the installed packs."""
    from referee.packs import loading

    return [pack.name for pack in loading.shelf() if pack.name.startswith(incomplete)]


def one_of(*words: str) -> Callable[[str], list[str]]:
    """Return a completion function for fixed words."""

    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    return complete


def _sides(context: typer.Context) -> tuple[str, ...]:
    # While an option is completed, Click has not yet assigned the arguments before it.
    name = context.params.get("match") or next(iter(context.args), "")
    if not shelf.is_name(name):
        return ()
    try:
        with (shelf.root(context.params.get("shelf")) / name / shelf.JOURNAL).open("rb") as journal:
            return tuple(map(str, json.loads(journal.readline())["body"]["sides"]))
    except (OSError, ValueError, LookupError, TypeError):
        # Completion must not print errors.
        return ()


def word_option(words: str, *names: str, help: str) -> OptionInfo:
    """Return an option whose value is one of some words, such as `csv|sqlite`. Names are as in Typer."""
    complete = one_of(*words.split("|"))
    option: OptionInfo = typer.Option(*names, metavar=words, help=help, autocompletion=complete)
    return option


_MATCH: ArgumentInfo = typer.Argument(
    metavar="MATCH", help="Name of a match on the shelf.", autocompletion=complete_match
)
MatchName = Annotated[str, _MATCH]
MaybeMatchName = Annotated[str | None, _MATCH]
_MATCH_OR_FILE: ArgumentInfo = typer.Argument(
    metavar="MATCH|FILE", help="Name of a match, or a copy of its journal.", autocompletion=complete_match
)
MatchOrFile = Annotated[str, _MATCH_OR_FILE]
MaybeMatch = Annotated[str | None, _MATCH_OR_FILE]
Viewer = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SIDE",
        help="Viewer (default: the referee, or the owner of a copy).",
        autocompletion=complete_viewer,
    ),
]
Sender = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SIDE",
        help="Side of the letter (default: the side that the letter names).",
        autocompletion=complete_side,
    ),
]
Answerer = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SIDE",
        help="Side (default: the side with an open question).",
        autocompletion=complete_side,
    ),
]
PhraseSender = Annotated[
    str | None, typer.Option("--as", metavar="SIDE", help="Side of the phrase.", autocompletion=complete_side)
]
Author = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="SIDE", help="Side that acts (default: the referee).", autocompletion=complete_viewer
    ),
]


def _language(default: str) -> OptionInfo:
    help = f"Code of the language (default: {default})."
    option: OptionInfo = typer.Option(
        "--language", metavar="CODE", help=help, autocompletion=complete_language
    )
    return option


Language = Annotated[str | None, _language("the viewer's")]
RefereesLanguage = Annotated[str | None, _language("the referee's")]
PacksLanguage = Annotated[str | None, _language("English")]
AtEntry = Annotated[
    int | None, typer.Option("--at", metavar="SEQ", help="Use the position after this entry.")
]


_PACK: ArgumentInfo = typer.Argument(
    metavar="PACK", help="Name or folder of a pack.", autocompletion=complete_pack
)
PackName = Annotated[str, _PACK]
MaybePack = Annotated[str | None, _PACK]
ScenarioName = Annotated[
    str | None, typer.Option(metavar="SCENARIO", help="Scenario (default: the first of the pack).")
]
OptionalRules = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="OPTION[=CHOICE]", help="Optional rule to use. Repeatable."),
]
Consents = Annotated[list[str] | None, typer.Option(metavar="SIDE", help="Side that consents. Repeatable.")]
LetterFile = Annotated[str, typer.Argument(metavar="LETTER", help="File to read; - reads standard input.")]
Jobs = Annotated[
    int | None,
    typer.Option(metavar="NUMBER", min=1, max=1024, help="Number of processes (default: one per processor)."),
]
ShardName = Annotated[
    str, typer.Option(metavar="I/N", help="Part I of N, to share the work between machines.")
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Address of a Dask scheduler (default: a local cluster)."),
]


def _file(path: str | None) -> str | None:
    """Return the named file, or None for a hyphen, which means standard output."""
    return None if path == "-" else path


Force = Annotated[bool, typer.Option("--force", help="Replace FILE even if another program wrote it.")]

Target = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="File to write (default: standard output).",
        callback=_file,
    ),
]

PICTURES: Mapping[str, str] = {".svg": "svg", ".png": "png"}
"""Formats of pictures, by the extension of a file."""


def choose_form(file: str | None, forms: Mapping[str, str], fault: CommandFault) -> str:
    """Return the format of a file by its extension: the first format for a file that has none.

    Raises Misuse with the fault for the extension of no format.
    """
    ending = Path(file or "").suffix
    if not ending:
        return next(iter(forms.values()))
    if ending.casefold() not in forms:
        from referee.faults import Complaint, Misuse
        from referee.i18n.translator import Offered

        raise Misuse(Complaint.of(fault, ending=ending, endings=Offered(forms)))
    return forms[ending.casefold()]
