"""Plain command lines are read without the parser, and never in another way than the parser reads them."""

from collections.abc import Mapping
from typing import Any

import pytest

from referee.cli.lines import parser, plain
from referee.cli.session import Command, Session

PLAIN = [
    "show vitry",
    "show vitry --as german",
    "show --as=german vitry --at 12",
    "show vitry --at 0",
    "show vitry --at 123456789",
    "log vitry --last 1",
    "list --quiet",
    "show vitry --json -q",
    "show --shelf here --now 2026-12-01T20:00:00Z vitry",
    "log vitry --language fr",
    "list",
    "list --json",
    "prompts vitry --as public",
    "options vitry --limit 1000000",
    "options vitry --limit=1",
    "submit vitry",
    "submit vitry - --as french",
    "submit vitry letter.txt -n --faces 3,5 --source forum --expect-head 3:abc",
    "submit - --batch",
    "report vitry -o report.html --since 3 --subject",
    "report vitry -o -",
    "report vitry --all -o folder --format html",
    "verify vitry --rejudge",
    "verify",
    "verify --head= vitry",
    "mail receive",
    "mail receive mail.eml --json",
    "mail seat vitry german a@b.example",
]
"""Lines that are read at once."""

LEFT = [
    "",
    "shwo vitry",
    "show",
    "show vitry lille",
    "show vitry --help",
    "show -h",
    "show vitry --as",
    "show vitry --as --json",
    "show vitry --as german --as french",
    "show vitry --at -1",
    "show vitry --at ٣",
    "show vitry --at 1234567890",
    "show vitry --at=",
    "log vitry --last 0",
    "list --json --json",
    "list -q --quiet",
    "show vitry --at 1_0",
    "show vitry --json=yes",
    "show vitry --jso",
    "show vitry -qq",
    "show vitry -x",
    "show vitry -- more",
    "show vitry --color never",
    "options vitry --limit 0",
    "options vitry --limit 1000001",
    "options vitry --limit many",
    "map vitry --range ge-1",
    "submit vitry -qn",
    "report vitry -oreport.html",
    "mail",
    "mail post",
    "audit here",
    "dispute vitry 20",
    "--version",
    "--json show vitry",
]
"""Lines that the parser has to read."""


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Command, Mapping[str, Any]]]:
    """What the parser gives to commands, none of which is carried out."""
    given: list[tuple[Command, Mapping[str, Any]]] = []

    def carry_out(command: Command, what: Mapping[str, Any]) -> int:
        given.append((command, what))
        return 0

    monkeypatch.setattr(parser, "carry_out", carry_out)
    return given


@pytest.mark.parametrize("line", PLAIN)
def test_a_plain_line_means_what_the_parser_reads(
    line: str, parsed: list[tuple[Command, Mapping[str, Any]]]
) -> None:
    asked = plain.read(line.split())
    parser.run(Session(), line.split())

    assert asked is not None
    assert parsed == [(asked.command, asked.given)]


@pytest.mark.parametrize("line", LEFT)
def test_a_line_that_is_not_plain_is_left_to_the_parser(line: str) -> None:
    assert plain.read(line.split()) is None


def test_an_empty_word_is_a_word(parsed: list[tuple[Command, Mapping[str, Any]]]) -> None:
    for words in (["submit", "vitry", ""], ["report", "vitry", "--due", ""]):
        asked = plain.read(words)
        parser.run(Session(), words)

        assert asked is not None
        assert parsed.pop() == (asked.command, asked.given)


def test_each_command_of_every_day_is_where_it_is_looked_for() -> None:
    """A room without the command would cost nothing but time: every line would go to the parser."""
    for first in plain.ROOMS:
        found = [plain.read([first, *rest]) for rest in ([], ["a"], ["a", "1"], ["receive"])]

        assert any(found), first
