"""A child process answers line by line, has so much time and room, and is gone when it is ended."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.platform.children import Child, ChildError, ChildGone, ChildLoud, ChildSilent

ECHO = "for line in sys.stdin: print(line.strip()[::-1], flush=True)"
MANY = 20_000
"""So many lines that no pipe holds them."""


@contextmanager
def child(folder: Path, script: str, most: int = 20, **more: str) -> Iterator[Child]:
    begun = Child([sys.executable, "-IS", "-c", f"import os, sys, time; {script}"], folder, most, more)
    try:
        yield begun
    finally:
        begun.end()


def held() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def test_a_child_answers_each_line_with_a_line(tmp_path: Path) -> None:
    before, threads = held(), threading.active_count()

    with child(tmp_path, f"\n{ECHO}") as echo:
        assert [echo.ask(line, 30) for line in (b"one\n", b"two\n", b"three\n", b"four\n")] == [
            b"eno\n", b"owt\n", b"eerht\n", b"ruof\n",
        ]  # fmt: skip
        assert all(one.daemon for one in threading.enumerate() if one is not threading.main_thread())

    assert (held(), threading.active_count()) == (before, threads)


def test_a_child_has_the_folder_and_the_environment_that_it_was_given(tmp_path: Path) -> None:
    answer = 'print(os.getcwd(), *sorted({"HOME", "PATH", "SPOKEN"} & {*os.environ}), flush=True)'

    with child(tmp_path, f"\nfor line in sys.stdin: {answer}", most=2000, SPOKEN="yes") as asked:
        assert asked.ask(b"\n", 30).decode() == f"{tmp_path} PATH SPOKEN\n"


FAULTS: dict[str, tuple[str, float, type[ChildError]]] = {
    "ends": ("sys.stdin.readline()", 30, ChildGone),
    "is silent": ("time.sleep(1000)", 0.2, ChildSilent),
    "says too much": ("sys.stdin.readline(); print('x' * 20, flush=True); time.sleep(1000)", 30, ChildLoud),
    "does not end its line": ("sys.stdin.readline(); print('x', end='')", 30, ChildLoud),
}


@pytest.mark.parametrize(("script", "seconds", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_child_that_answers_otherwise_is_ended(
    tmp_path: Path, script: str, seconds: float, fault: type[ChildError]
) -> None:
    before = held()
    asked = Child([sys.executable, "-IS", "-c", f"import sys, time; {script}"], tmp_path, 20, {})

    with pytest.raises(fault):
        asked.ask(b"well?\n", seconds)

    assert held() == before, "it is gone, and so are its streams"


SPOKEN: dict[str, tuple[str, type[ChildError]]] = {
    "speaks before it is asked": ("'early\\n'", ChildLoud),
    "is gone before it is asked": ("''", ChildGone),
}


@pytest.mark.parametrize(("said", "fault"), SPOKEN.values(), ids=SPOKEN)
def test_output_before_a_question_does_not_count_as_an_answer(
    tmp_path: Path, said: str, fault: type[ChildError]
) -> None:
    script = f"sys.stdin.readline(); os.write(1, ('one\\n' + {said}).encode())"
    with child(tmp_path, script) as early:
        assert early.ask(b"well?\n", 30) == b"one\n"
        time.sleep(0.2)

        with pytest.raises(fault):
            early.ask(b"well?\n", 30)


def test_a_child_that_is_not_listened_to_does_not_fill_our_memory(tmp_path: Path) -> None:
    script = f"sys.stdout.write('1234567\\n' * {MANY}); sys.stdout.flush(); open('told', 'x')"
    with child(tmp_path, script):
        time.sleep(0.2)

        assert not (tmp_path / "told").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_processes_of_a_child_end_with_it(tmp_path: Path) -> None:
    forks = "child = os.fork()\nif not child: time.sleep(1000)"
    script = f"\n{forks}\nsys.stdin.readline()\nprint(child, flush=True)\ntime.sleep(1000)"
    started = time.monotonic()

    with child(tmp_path, script) as parent:
        assert int(parent.ask(b"\n", 30)) > 1

    assert time.monotonic() - started < 100, "what holds its output would keep us waiting"


def test_a_program_that_is_not_there_is_gone_from_the_beginning(tmp_path: Path) -> None:
    with pytest.raises(ChildGone, match="No such file"):
        Child([str(tmp_path / "missing")], tmp_path, 20, {})


def test_a_child_that_does_not_read_keeps_no_program_from_ending(tmp_path: Path) -> None:
    """Its writer waits in a thread of its own, which ends with the program."""
    with child(tmp_path, "time.sleep(1000)") as deaf:

        def ask() -> None:
            with pytest.raises(ChildSilent):
                deaf.ask(b"x" * 2**20, 1)

        asking = threading.Thread(target=ask)
        others = {*threading.enumerate(), asking}
        asking.start()
        while not (writers := [one for one in threading.enumerate() if one not in others]):
            assert asking.is_alive()
            time.sleep(0.01)

        assert [one.daemon for one in writers] == [True]
        asking.join()
