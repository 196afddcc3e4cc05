"""Journal, post office, clock and seats behave like their models, and each machine notices a planted bug."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from referee.faults import Fault
from referee.mail import seats
from referee.matches.clocks.timeline import Away
from referee.matches.journal import Writer
from referee.packs import rulesets
from tests.club.sabotage import know_letters_by_id_alone
from tests.engine import toy_pack
from tests.state_machines.clock_machine import ClockMachine
from tests.state_machines.journal_machine import JournalMachine
from tests.state_machines.office_machine import OfficeMachine
from tests.state_machines.seats_machine import SeatsMachine


@pytest.fixture(scope="module", autouse=True)
def toy() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulesets, "bind", toy_pack.bind)
        yield


def leave_cut_text(patch: pytest.MonkeyPatch) -> None:
    """A writer appends to the text that another one left unfinished."""
    patch.setattr(Writer, "set_torn_aside", lambda *_: None)


def compare_addresses_by_case(patch: pytest.MonkeyPatch) -> None:
    """A player who writes his address with capitals is somebody else."""
    patch.setattr(seats, "is_address_of", lambda seat, address: address in (seat.address, *seat.also))


def count_late_absences(patch: pytest.MonkeyPatch) -> None:
    """An absence moves a deadline that was running when it was announced."""
    patch.setattr(Away, "holds_for", lambda away, awaited: away.side == awaited.side)


class Machine(NamedTuple):
    """A state machine, its steps in a run, and a bug that it must notice."""

    kind: type[RuleBasedStateMachine]
    steps: int
    plant: Callable[[pytest.MonkeyPatch], None]


MACHINES: Mapping[str, Machine] = {
    "journal": Machine(JournalMachine, 12, leave_cut_text),
    "clock": Machine(ClockMachine, 14, count_late_absences),
    "post office": Machine(OfficeMachine, 8, know_letters_by_id_alone),
    "seats": Machine(SeatsMachine, 10, compare_addresses_by_case),
}
"""State machines by name."""


def run(machine: Machine, runs: int) -> None:
    """Run a state machine, with the same runs each time."""
    how = settings(
        max_examples=runs,
        stateful_step_count=machine.steps,
        derandomize=True,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=[*HealthCheck],
    )
    run_state_machine_as_test(machine.kind, settings=how)


@pytest.mark.parametrize("name", MACHINES)
def test_it_behaves_like_its_model(name: str, request: pytest.FixtureRequest) -> None:
    """By hand with --machines 2000."""
    run(MACHINES[name], request.config.getoption("--machines"))


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", MACHINES)
def test_a_planted_bug_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MACHINES[name].plant(monkeypatch)
    with pytest.raises((AssertionError, Fault, ExceptionGroup)):
        run(MACHINES[name], 100)
