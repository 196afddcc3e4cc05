"""The manual pages: one for each command, without a fault of troff, and with every option."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from referee.cli.command_table import COMMANDS
from referee.cli.handbook import man_pages
from referee.cli.handbook.sections import list_commands

COMMAND_PAGES = tuple(list_commands())


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("man")
    man_pages.write_pages(folder)
    return folder


def test_there_is_a_page_for_the_program_and_one_for_each_command(manual: Path) -> None:
    names = {path.stem for path in manual.iterdir()}

    assert names == {"referee", *("-".join(("referee", *one.words.split())) for one in COMMAND_PAGES)}
    assert {name.split("-")[1] for name in names - {"referee"}} == set(COMMANDS)


def test_two_runs_give_the_same_bytes(manual: Path, tmp_path: Path) -> None:
    for path in man_pages.write_pages(tmp_path):
        assert path.read_bytes() == (manual / path.name).read_bytes()


def test_troff_finds_no_fault(manual: Path) -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    pages = sorted(map(str, manual.iterdir()))
    done = subprocess.run(
        ["groff", "-man", "-ww", "-b", "-z", "-Tutf8", "-Kutf8", *pages],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_troff_finds_the_fault_of_a_broken_page(tmp_path: Path) -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    page = tmp_path / "broken.1"
    page.write_text(".TH BROKEN 1\n.SH NAME\n.nonsense here\n", encoding="utf-8")
    done = subprocess.run(
        ["groff", "-man", "-ww", "-z", "-Tutf8", str(page)], capture_output=True, text=True, check=False
    )

    assert "nonsense" in done.stderr


def shown(page: Path) -> str:
    """Return a page as a terminal shows it, without emphasis and broken lines."""
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-Kutf8", "-P-c", "-rLL=1000n", str(page)],
        capture_output=True,
        text=True,
        check=True,
    )
    return re.sub(r".\x08|\x1b\[[\d;]*m", "", done.stdout)


@pytest.mark.parametrize("words", ["submit", "mail seat", "report", "new"])
def test_a_page_shows_every_option_and_example(manual: Path, words: str) -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    command = next(one for one in COMMAND_PAGES if one.words == words)
    text = shown(manual / f"{'-'.join(('referee', *words.split()))}.1")

    for form, meaning in command.options:
        assert form in text
        assert " ".join(meaning.split()) in " ".join(text.split())
    for example in command.examples:
        assert example in text


def test_whatis_reads_the_name_of_each_page(manual: Path) -> None:
    if shutil.which("lexgrog") is None:
        pytest.skip("lexgrog is not installed")
    done = subprocess.run(
        ["lexgrog", *sorted(map(str, manual.iterdir()))], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout
    assert '"referee-submit - Judge a letter and file the result"' in done.stdout
