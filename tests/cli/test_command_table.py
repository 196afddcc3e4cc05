"""The table of commands agrees with the commands, and every command shows examples that can be typed."""

import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from referee.cli.command_table import COMMANDS
from referee.cli.groups import EXAMPLES, load_command
from referee.cli.main import build_tree
from tests.cli.conftest import Referee, load_tree


def commands(group: Any, *above: str) -> Iterator[tuple[str, Any]]:
    """Yield every command below a group by its words."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, *above, name)
        else:
            yield " ".join((*above, name)), command


ALL = dict(commands(load_tree()))


def examples(command: Any) -> list[str]:
    text = (command.help or "").partition(EXAMPLES)[2]
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize("name", COMMANDS)
def test_summary_of_the_table_is_that_of_the_command(name: str) -> None:
    help_text = load_command(name).help or ""

    assert help_text.partition(EXAMPLES)[0].strip() == COMMANDS[name].summary


@pytest.mark.parametrize("words", ALL)
def test_every_example_of_a_command_is_a_valid_command_line(words: str) -> None:
    shown = examples(ALL[words])

    assert shown, "the command has no example"
    for line in shown:
        program, *typed = shlex.split(line.partition(" < ")[0])
        assert program == "referee"
        assert typed[: len(words.split())] == words.split()
        # Raises an exception if the line is misused.
        ALL[words].make_context(words, typed[len(words.split()) :], obj=None)


WITHOUT_MATCH = [
    line
    for words in ("new", "odds", "explain", "packs list", "packs show", "packs count")
    for line in examples(ALL[words])
    if "./" not in line and not line.startswith("referee odds verdun")
]
"""Examples that need neither a match nor a file."""


@pytest.mark.parametrize("line", WITHOUT_MATCH)
def test_an_example_that_needs_no_match_succeeds(command: Referee, line: str) -> None:
    assert command(*shlex.split(line)[1:]).code == 0


def test_an_example_with_an_unknown_option_is_found() -> None:
    with pytest.raises(typer.TyperException):
        ALL["show"].make_context("show", ["verdun", "--sa", "german"], obj=None)


def test_help_lists_every_command_once(referee: Referee) -> None:
    lines = referee("--help").out.splitlines()

    for name, entry in COMMANDS.items():
        assert sum(line.startswith(f"  {name} ") for line in lines) == 1, name
        assert f"{name} " in referee("--help").out
        assert entry.summary.split()[0] in referee("--help").out


def test_an_unknown_command_is_answered_with_the_nearest_name(referee: Referee) -> None:
    told = referee("sbmit")

    assert told.code == 2
    assert "Did you mean 'submit'" in told.err


def test_the_tree_holds_placeholders_until_a_command_is_named() -> None:
    tree = build_tree()

    assert list(tree.commands) == list(COMMANDS)
    context = typer.Context(tree)
    assert tree.resolve_command(context, ["show", "verdun"])[1] is not tree.commands["show"]


@pytest.mark.parametrize("group", sorted({words.split()[0] for words in ALL if " " in words}))
def test_help_of_a_group_cuts_no_summary(referee: Referee, group: str) -> None:
    _, _, listed = referee(group, "--help").out.partition("Commands:")

    assert listed
    assert "..." not in listed
