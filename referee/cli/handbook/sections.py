"""Sections of the handbook: the help pages by heading, and the commands with their options."""

import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer
from typer.core import TyperGroup

from referee.cli import exits
from referee.cli.command_table import COMMANDS
from referee.cli.groups import EXAMPLES, HELP_OPTIONS, load_command
from referee.cli.summaries import SUMMARIES
from schemas.answers.help import HelpKind

if TYPE_CHECKING:
    # Typer publishes no names for the types of the Click that it contains.
    from typer._click.core import Command as ClickCommand

FOLDER = Path(__file__).parent.parent / "pages"

GLOSSARY = "glossary"
"""Page whose table gives the other words and the translations of each word."""

_FENCE = re.compile(r"^(```|~~~)")
_HEADING = re.compile(r"^(#+) +(.*)")
_RULE = re.compile(r"^\|[-| :]+\|$")
_LINK = re.compile(r"!?\[([^]]*)\]\([^)]*\)")
_SIGNS = re.compile(r"\*\*|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
"""Signs of emphasis outside of code."""


class Section(NamedTuple):
    """Part of the handbook under one heading.

    `name` is the page, the command or the clause; `title` is the title of its page or book. `more` is the
    command line that shows all of it.
    """

    kind: HelpKind
    name: str
    title: str
    heading: str
    passages: tuple[str, ...]
    more: str


def read_page(name: str) -> str:
    """Return the Markdown of a help page."""
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def split_page(name: str, text: str) -> Iterator[Section]:
    """Yield the sections of a page of Markdown, each with its paragraphs, list items and table rows."""
    title = heading = name
    passages: list[str] = []
    more = f"referee help {name}"
    for line in _join_lines(text):
        if head := _HEADING.match(line):
            if passages:
                yield Section("page", name, title, heading, tuple(passages), more)
            heading, passages = plain(head[2]), []
            title = heading if len(head[1]) == 1 else title
        else:
            passages.append(plain(line))
    if passages:
        yield Section("page", name, title, heading, tuple(passages), more)


def list_titles(name: str) -> tuple[str, ...]:
    """Return the titles of a page, which may have several parts."""
    return tuple(dict.fromkeys(section.title for section in split_page(name, read_page(name))))


def _join_lines(text: str) -> Iterator[str]:
    """Yield headings, paragraphs, list items and table rows, each on one line.

    Blocks of code and heads of tables are left out.
    """
    parts: list[str] = []
    is_code = False
    for line, following in pairwise([*text.splitlines(), "", ""]):
        if _FENCE.match(line):
            is_code = not is_code
        begins = not line.strip() or _FENCE.match(line) or line.startswith(("|", "#", "* ", "- ", "1. "))
        if begins and parts:
            yield " ".join(parts)
            parts = []
        is_head = _RULE.match(line) or _RULE.match(following)
        if not is_code and not is_head and line.strip() and not _FENCE.match(line):
            parts.append(line.strip())


def plain(text: str) -> str:
    """Return a line of Markdown without its signs. The cells of a table row are joined by colons."""
    if text.startswith("|"):
        text = ": ".join(cell.strip() for cell in text.strip("|").split("|") if cell.strip())
    parts = _LINK.sub(r"\1", text).removeprefix("- ").removeprefix("* ").split("`")
    return "".join(part if at % 2 else _SIGNS.sub("", part) for at, part in enumerate(parts)).strip()


def read_glossary() -> Iterator[tuple[str, ...]]:
    """Yield the names of each word of the glossary: the word, other words for it, and its translations."""
    for line in read_page(GLOSSARY).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "word":
            first, _, *others = cells
            names = (name.strip() for cell in (first, *others) for name in cell.split(","))
            yield tuple(dict.fromkeys(name for name in names if name))


def split_topics() -> Iterator[Section]:
    """Yield the short topics, one section each."""
    texts = {
        **SUMMARIES,
        "environment": exits.list_environment_variables(),
        "exit-codes": exits.table(),
    }
    for name, text in texts.items():
        blocks = ((" ".join(lines.split()) for lines in text.split("\n\n")), text.splitlines())
        passages = tuple(map(str.strip, blocks[name not in SUMMARIES]))
        yield Section("page", name, name, name, passages, f"referee help {name}")


class Command(NamedTuple):
    """A command with the parts of its help. Options are pairs of their form and their meaning."""

    words: str
    summary: str
    synopsis: str
    arguments: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    examples: tuple[str, ...]


def list_commands() -> Iterator[Command]:
    """Yield every command, those of groups included, in the order of `--help`."""
    for name in COMMANDS:
        yield from _list_below(name, load_command(name))


def _list_below(words: str, command: "ClickCommand") -> Iterator[Command]:
    if isinstance(command, TyperGroup):
        for name, member in command.commands.items():
            yield from _list_below(f"{words} {name}", member)
        return
    # A command object keeps the help option of its first context, which has to be that of the program.
    context = typer.Context(command, info_name=f"referee {words}", help_option_names=[*HELP_OPTIONS])
    text, _, examples = inspect.cleandoc(command.help or "").partition(EXAMPLES)
    rows: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for parameter in command.get_params(context):
        if row := parameter.get_help_record(context):
            rows[parameter.param_type_name == "option"].append(row)
    yield Command(
        words=words,
        summary=" ".join(text.split()),
        synopsis=" ".join(command.collect_usage_pieces(context)),
        arguments=tuple(rows[False]),
        options=tuple(rows[True]),
        examples=tuple(line.strip() for line in examples.strip().splitlines()),
    )


def split_commands() -> Iterator[Section]:
    """Yield one section for each command: its summary, its arguments and its own options."""
    commands = tuple(list_commands())
    common = set(commands[0].options).intersection(*(command.options for command in commands))
    for command in commands:
        own = (*command.arguments, *(one for one in command.options if one not in common))
        passages = (command.summary, *(f"{form}: {meaning}" for form, meaning in own))
        heading = f"referee {command.words}"
        yield Section("command", command.words, command.words, heading, passages, f"{heading} --help")
