"""Typer classes of the program: a command's module is imported when the command is named.

`--help` and typo suggestions read names and summaries from `command_table` and import no command.
"""

import inspect
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand, TyperGroup

from referee.cli.command_table import COMMANDS, PANELS
from referee.cli.session import Colour, Session

if TYPE_CHECKING:
    # Typer publishes no names for the types of the Click that it contains.
    from typer._click.core import Command, Context, Parameter
    from typer._click.formatting import HelpFormatter

HELP_OPTIONS = ("-h", "--help")
"""Options that print the help of a command."""

EXAMPLES = "Examples:"
"""Heading of the last section of a command's docstring: command lines, printed as they are."""


def load_command(name: str) -> "Command":
    """Import the module of a command and return the command: a TyperCommand, or a TyperGroup of more."""
    module = import_module(f"referee.cli.commands.{COMMANDS[name].module}")
    return typer.main.get_group(module.app).commands[name]


class CommandTree(TyperGroup):
    """The group of all commands. Its members are placeholders that only have a name and a summary."""

    def resolve_command(
        self, ctx: "Context", args: list[str]
    ) -> tuple[str | None, "Command | None", list[str]]:
        """Return the command that the first word names, imported from its module, and the other words."""
        name, placeholder, rest = super().resolve_command(ctx, args)
        if name is None or placeholder is None:
            return name, placeholder, rest
        return name, load_command(name), rest

    def format_commands(self, ctx: "Context", formatter: "HelpFormatter") -> None:  # noqa: ARG002 - the signature is Typer's
        """Write one section for each panel."""
        for panel, entries in PANELS.items():
            with formatter.section(panel):
                formatter.write_dl([(entry.name, entry.summary) for entry in entries])


class SessionCommand(TyperCommand):
    """A command that also takes the session's options; its context's object is the Session."""

    def get_params(self, ctx: "Context") -> list["Parameter"]:
        """Return the command's parameters, then those of the session, then `--help`."""
        *own, help_option = super().get_params(ctx)
        return [*own, *_session_parameters(), help_option]

    def invoke(self, ctx: "Context") -> object:
        """Run the command in its session. A fault is raised in the language of the reader, if known."""
        names = {parameter.name for parameter in _session_parameters()}
        session: Session = ctx.obj._replace(**{name: ctx.params.pop(name) for name in names})
        ctx.obj = session
        try:
            return super().invoke(ctx)
        except Exception as error:
            translation = session.translate_fault(error, ctx.params)
            if translation is error:
                raise
            raise translation from None

    def format_help_text(self, ctx: "Context", formatter: "HelpFormatter") -> None:  # noqa: ARG002 - the signature is Typer's
        """Write the docstring; examples keep their lines."""
        text, _, examples = inspect.cleandoc(self.help or "").partition(EXAMPLES)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text.rstrip())
        if examples:
            with formatter.section(EXAMPLES.removesuffix(":")):
                for line in examples.strip().splitlines():
                    formatter.write(f"{'':>{formatter.current_indent}}{line.strip()}\n")


@cache
def _session_parameters() -> list["Parameter"]:
    """Return the parameters that Typer derives from the session's options."""
    app = typer.Typer(add_completion=False)
    app.command()(_open_session)
    return typer.main.get_command(app).params


def list_session_options() -> tuple[str, ...]:
    """Return the options that every command takes."""
    return tuple(option for parameter in _session_parameters() for option in parameter.opts)


def _open_session(
    *,
    shelf: Annotated[
        str | None,
        typer.Option(
            "--shelf", metavar="FOLDER", help="Folder of the matches (default: $REFEREE_SHELF or ./matches)."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object, also for errors.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only errors.")] = False,
    colour: Annotated[
        Colour, typer.Option("--color", help="Use of colour. Respects $NO_COLOR.")
    ] = Colour.AUTO,
    now: Annotated[
        str | None,
        typer.Option(
            "--now", metavar="TIME", help="Current time (default: $SOURCE_DATE_EPOCH or the clock)."
        ),
    ] = None,
) -> None:
    """Declare the options that every command takes."""
