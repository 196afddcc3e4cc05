"""Gate for plain technical English; `plain_english.py` counts, and `plain_english.yaml` holds the figures."""

from pathlib import Path

import pytest
import yaml

from tests.architecture import plain_english as gate


def test_no_room_exceeds_its_figures() -> None:
    found = gate.summarise(gate.count_rooms(gate.list_files()))
    more, fewer = gate.compare(yaml.safe_load(gate.FIGURES.read_text(encoding="utf-8")), found)

    assert not more, "list the places with python -m tests.architecture.plain_english --only ROOM --list 100"
    assert not fewer, "lower the figure: python -m tests.architecture.plain_english --write"


@pytest.mark.parametrize(
    ("path", "source", "fault"),
    [
        ("referee/mail/a.py", 'def f():\n    """Whether the letter is late."""\n', "openers"),
        ("referee/mail/a.py", 'def f():\n    """Return the answer, and what becomes of it."""\n', "habits"),
        ("referee/mail/a.py", 'limit: int\n"""Seconds; else the default."""\n', "habits"),
        ("referee/mail/a.py", 'print("nobody answers")\n', "habits"),
        ("referee/mail/a.py", "x = 1  # those that are left\n", "habits"),
        (
            "referee/cli/pages/a.md",
            "# A page\n\nThe report shows what happened.\nBehind it stands a list.\n",
            "habits",
        ),
        ("README.md", "A seal is no proof.\n", "habits"),
        ("tests/mail/test_a.py", "def test_nobody_is_told():\n    pass\n", "habits"),
        ("tests/mail/test_a.py", "def test_what_is_late_is_refused():\n    pass\n", "habits"),
        (f"{gate.CATALOGUES}/de.po", 'msgid "there is no area besides"\nmsgstr "x"\n', "habits"),
        ("referee/mail/a.py", 'print("this order is lawful")\n', "glossary"),
        ("referee/mail/a.py", 'print("the dice were thrown by hand")\n', "glossary"),
        ("referee/mail/a.py", '"""Judge a letter, and file what\nbecomes of it."""\n', "old sentences"),
        ("referee/mail/a.py", "told = 1\n", "names"),
        ("referee/mail/a.py", "def told(): ...\n", "functions"),
    ],
)
def test_planted_fault_exceeds_the_figure(path: str, source: str, fault: str) -> None:
    count = gate.Count()
    gate.count_file(path, source, count)
    found = gate.summarise({gate.name_room(path): count})

    assert count.faults[fault]
    assert any(f" {fault}, at most 0" in line for line in gate.compare({}, found)[0])


@pytest.mark.parametrize(
    "source",
    [
        'def f():\n    """Return True if the letter is late."""\n',
        'print("The attacker rolls 3 dice.")  # Sort by id: set order differs.\n',
        "needed = sorted(seed)\n",
        'print("0 signs of life")\n',
    ],
)
def test_plain_text_has_no_fault(source: str) -> None:
    count = gate.Count()
    gate.count_file("referee/mail/a.py", source, count)

    assert not count.places


def test_code_blocks_of_pages_are_not_read() -> None:
    assert not list(gate.read_texts("README.md", "```\nnobody is told\n```\n"))


@pytest.mark.parametrize(
    ("path", "room"),
    [
        ("referee/mail/reminders.py", "referee/mail"),
        ("referee/systems/great_war/combat/fire.py", "referee/systems/great_war"),
        ("referee/__init__.py", "referee"),
        ("schemas/journal.py", "schemas"),
        ("README.md", "README.md"),
    ],
)
def test_room_is_a_package(path: str, room: str) -> None:
    assert gate.name_room(path) == room


def test_lower_count_asks_for_a_lower_figure() -> None:
    assert gate.compare({"referee/mail": {"habits": 3}}, {}) == (
        [],
        ["referee/mail: 0 habits: lower the figure from 3"],
    )


def test_write_refuses_to_raise_a_figure(tmp_path: Path) -> None:
    path = tmp_path / "figures.yaml"
    path.write_text("a: {habits: 2}\nb: {habits: 1}\n", encoding="utf-8")

    with pytest.raises(SystemExit, match="b: 2 habits, at most 1"):
        gate.write({"a": {"habits": 1}, "b": {"habits": 2}}, moved=False, path=path)
    gate.write({"a": {"habits": 1}, "b": {"habits": 2}}, moved=True, path=path)
    with pytest.raises(SystemExit, match="all rooms: 4 habits, at most 3"):
        gate.write({"b": {"habits": 4}}, moved=True, path=path)
    gate.write({"a": {"habits": 1}}, moved=False, path=path)

    assert yaml.safe_load(path.read_text(encoding="utf-8")) == {"a": {"habits": 1}}
