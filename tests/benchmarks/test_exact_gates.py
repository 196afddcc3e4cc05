"""Counts of the work of commands are the expected ones, and each sabotage turns its own gate red."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import lru_cache
from itertools import count
from typing import Any

import pytest

from referee.cli.render import answer_text
from referee.dice.entry_parts import is_plain_order
from referee.engine import machine
from referee.mail import answers, receiving, seats, senders
from referee.mail.office import Office
from referee.mail.state import Memory, Token
from referee.matches import matches
from referee.matches.journal import Writer, verification
from referee.matches.judging import batches, judge_letter, submission
from referee.matches.snapshots import snapshot, snapshot_check
from referee.packs import rulesets
from referee.platform import running_code
from referee.reports import documents, legal_orders, logs
from referee.systems.great_war.rules import GreatWar
from tests.benchmarks.exact_gates import GATES, Workplace, list_red
from tests.benchmarks.instructions import IMPORT_ALL

Plant = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workplace]:
    """Matches and post offices that are built once."""
    with closing(Workplace(tmp_path_factory.mktemp("exact"))) as place:
        yield place


def test_counts_are_the_expected_ones(workplace: Workplace) -> None:
    counts = workplace.measure()
    assert not list_red(counts), counts


# Sabotages


def read_no_snapshot(patch: pytest.MonkeyPatch) -> None:
    """No command finds a snapshot."""
    patch.setattr(snapshot, "load_from_store", lambda _: None)


def read_the_whole_log(patch: pytest.MonkeyPatch) -> None:
    """The log reads all entries and shows the last ones."""
    log = logs.log
    patch.setattr(logs, "log", lambda match, *rest: [*match.entries] and log(match, *rest))


def parse_letters_twice(patch: pytest.MonkeyPatch) -> None:
    """A letter is parsed to see whether it can be read, and again to read it."""
    repeat(patch, submission, "open_letter")


def list_options_twice(patch: pytest.MonkeyPatch) -> None:
    """The legal orders are listed to count them, and again to print them."""
    repeat(patch, legal_orders, "options")


def judge_orders_twice(patch: pytest.MonkeyPatch) -> None:
    """An order is judged before it is judged for good."""
    play = machine.play

    def judge_first(rules: Any, state: Any, order: Any, dice: Any) -> object:
        assert not [*rules.objections(state, order)]
        return play(rules, state, order, dice)

    patch.setattr(judge_letter, "play", judge_first)


def load_packs_twice(patch: pytest.MonkeyPatch) -> None:
    """The pack of a match is read again when its rules are bound."""
    repeat(patch, rulesets, "again")


def read_the_pack_of_each_match(patch: pytest.MonkeyPatch) -> None:
    """The list reads the pack of each match."""
    patch.setattr(logs, "cache", lambda function: function)


def look_at_all_lines_for_each_line(patch: pytest.MonkeyPatch) -> None:
    """Each line of the list looks at all lines, as it did until 2026-11-27: 8 s for 20,000 matches."""
    shelf = answer_text.shelf

    def render(answer: Any, *rest: Any, **how: Any) -> str:
        for _ in answer.matches:
            any(match.deadlines for match in answer.matches)
        return shelf(answer, *rest, **how)

    patch.setattr(answer_text, "shelf", render)


def sync_twice(patch: pytest.MonkeyPatch) -> None:
    """A writer syncs once more when it is done."""
    append = Writer.append

    def append_and_sync(writer: Writer, *drafts: Any, **how: Any) -> object:
        entries = append(writer, *drafts, **how)
        os.fsync(writer._descriptor)
        return entries

    patch.setattr(Writer, "append", append_and_sync)


def build_each_report_twice(patch: pytest.MonkeyPatch) -> None:
    """A report is built to see whether it has news, and again to send it."""
    report = answers._report

    def report_twice(desk: Any, match: Any, side: str, now: str) -> object:
        documents.report(match, side)
        return report(desk, match, side, now)

    patch.setattr(answers, "_report", report_twice)


def look_for_each_mail_twice(patch: pytest.MonkeyPatch) -> None:
    """The database is asked twice whether a mail came before."""
    repeat(patch, receiving, "_is_known")


def read_the_seats_of_each_match(patch: pytest.MonkeyPatch) -> None:
    """The author of a mail is looked for in all his matches."""

    def find(office: Office, mail: Any, address: str) -> object:
        return next(seat for seat in seats.list_seats_of(office, address) if seat[0] in mail["Subject"])

    patch.setattr(senders, "_find_by_address", find)


def hold_one_match(patch: pytest.MonkeyPatch) -> None:
    """A post office keeps one match in memory."""
    patch.setattr(matches, "MOST_HELD", 1)


def write_all_missing_reports(patch: pytest.MonkeyPatch) -> None:
    """The first mail after a restart waits for the reports of all matches."""
    patch.setattr(receiving, "MOST_REPORTED", -1)


def digest_the_code_each_time(patch: pytest.MonkeyPatch) -> None:
    """The digest of the code is not kept."""
    patch.setattr(snapshot, "digest_code", lru_cache(maxsize=0)(running_code.digest_code.__wrapped__))


def read_the_journal_for_each_letter(patch: pytest.MonkeyPatch) -> None:
    """A batch grows with the square of its letters."""
    judge = batches.judge

    def judge_slowly(root: Any, line: Any, *rest: Any, **how: Any) -> object:
        matches.find_whole(root, "long")
        return judge(root, line, *rest, **how)

    patch.setattr(batches, "judge", judge_slowly)


def write_a_snapshot_for_each_letter(patch: pytest.MonkeyPatch) -> None:
    """The snapshot of an open match is written with each letter."""
    patch.setattr(snapshot_check, "MOST_UNKEPT", 1)


def scan_the_tokens(patch: pytest.MonkeyPatch) -> None:
    """A token is looked for without an index."""

    def find_token(memory: Memory, token: str) -> Token | None:
        question = "SELECT match, side, seq, mail FROM main.tokens WHERE token || '' = ?"
        row = memory.ask(question, (token,)).fetchone()
        return Token(*row) if row else None

    patch.setattr(Memory, "find_token", find_token)


def check_half_the_plain_orders_in_full(patch: pytest.MonkeyPatch) -> None:
    """A proof makes 30 % more calls: half of the orders without dice have no short cut."""
    numbers = count()
    patch.setattr(
        verification, "is_plain_order", lambda *what: is_plain_order(*what) and next(numbers) % 2 == 0
    )


def apply_two_of_three_events_twice(patch: pytest.MonkeyPatch) -> None:
    """A replay makes 30 % more calls."""
    evolve, numbers = GreatWar.evolve, count()

    def evolve_more(rules: GreatWar, state: Any, event: Any) -> object:
        if next(numbers) % 3:
            evolve(rules, state, event)
        return evolve(rules, state, event)

    patch.setattr(GreatWar, "evolve", evolve_more)


def import_every_command(patch: pytest.MonkeyPatch) -> None:
    """Every command is imported before one runs."""
    patch.setattr(Workplace, "sabotage", IMPORT_ALL)


def repeat(patch: pytest.MonkeyPatch, where: Any, name: str) -> None:
    """Let each call of a function do its work twice."""
    work = getattr(where, name)

    def work_twice(*arguments: Any, **named: Any) -> object:
        work(*arguments, **named)
        return work(*arguments, **named)

    patch.setattr(where, name, work_twice)


SABOTAGES: Mapping[str, Plant] = {
    "snapshots": read_no_snapshot,
    "end of the journal": read_the_whole_log,
    "letters": parse_letters_twice,
    "options": list_options_twice,
    "objections": judge_orders_twice,
    "packs": load_packs_twice,
    "packs of a shelf": read_the_pack_of_each_match,
    "lines of a list": look_at_all_lines_for_each_line,
    "syncs": sync_twice,
    "reports of a mail": build_each_report_twice,
    "statements of a mail": look_for_each_mail_twice,
    "seats of a club": read_the_seats_of_each_match,
    "matches of a club": hold_one_match,
    "missing reports": write_all_missing_reports,
    "code": digest_the_code_each_time,
    "batch": read_the_journal_for_each_letter,
    "snapshots of a batch": write_a_snapshot_for_each_letter,
    "tokens": scan_the_tokens,
    "proof": check_half_the_plain_orders_in_full,
    "replay": apply_two_of_three_events_twice,
    "imports": import_every_command,
}
"""A sabotage of each gate."""

DEPENDENT = {"snapshots": {"end of the journal", "packs of a shelf", "snapshots of a batch"}}
"""Other gates that need what a gate protects: without snapshots, the log and the list read each entry."""


@pytest.mark.sample(3)
@pytest.mark.parametrize("gate", GATES)
def test_a_sabotage_turns_its_gate_red_and_no_other(
    gate: str, workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    SABOTAGES[gate](monkeypatch)

    assert list_red(workplace.measure()) == {gate, *DEPENDENT.get(gate, ())}
