"""The rooms around the rules: which modules each holds, and which tests are to notice a fault in them."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType

MATCHES = "referee.matches"


@dataclass(frozen=True)
class Room:
    """Modules and packages by name, and the files and folders of their tests."""

    holds: tuple[str, ...]
    tests: tuple[str, ...]

    def modules(self) -> Iterator[ModuleType]:
        """Every module of the room."""
        for name in self.holds:
            module = importlib.import_module(name)
            yield module
            for inner in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{name}."):
                yield importlib.import_module(inner.name)


EVIDENCE = "tests/evidence"

ROOMS: Mapping[str, Room] = {
    "journal": Room(
        (f"{MATCHES}.journal", f"{MATCHES}.filing", f"{MATCHES}.history"),
        (
            f"{EVIDENCE}/test_journal.py",
            f"{EVIDENCE}/test_writing.py",
            f"{EVIDENCE}/test_verification.py",
            f"{EVIDENCE}/test_two_writers.py",
            f"{EVIDENCE}/test_interruptions.py",
            "tests/matches/test_filing.py",
            "tests/matches/test_moderating.py",
            "tests/matches/judging/test_submitting.py",
        ),
    ),
    "chance": Room(
        ("referee.dice",),
        (
            f"{EVIDENCE}/test_chance.py",
            f"{EVIDENCE}/test_secret_throws.py",
            f"{EVIDENCE}/test_spent_keys.py",
            f"{EVIDENCE}/test_verification.py",
            f"{EVIDENCE}/test_forgeries.py",
            "tests/matches/judging/test_submitting.py",
            "tests/cli/test_shown_dice.py",
        ),
    ),
    "evidence": Room(
        ("referee.evidence",),
        (
            f"{EVIDENCE}/test_second_opinions.py",
            f"{EVIDENCE}/test_rejudging.py",
            f"{EVIDENCE}/test_claims.py",
            f"{EVIDENCE}/test_luck.py",
            f"{EVIDENCE}/test_both_verifiers.py",
            f"{EVIDENCE}/test_secret_throws.py",
            "tests/cli/test_evidence.py",
            "tests/cli/test_disputes.py",
            "tests/cli/test_shown_dice.py",
        ),
    ),
    "letters": Room(
        (f"{MATCHES}.letters",),
        ("tests/matches/letters", "tests/matches/judging", "tests/cli/test_bad_input.py"),
    ),
    "judging": Room(
        (f"{MATCHES}.judging", f"{MATCHES}.moderating"),
        ("tests/matches/judging", "tests/matches/test_moderating.py", "tests/cli/test_bad_input.py"),
    ),
    "packs": Room(
        ("referee.packs",),
        ("tests/packs", "tests/cli/test_own_packs.py", "tests/schemas"),
    ),
    "texts": Room(("referee.texts",), ("tests/texts", "tests/packs/test_packs.py")),
    "reports": Room(
        ("referee.reports",),
        (
            "tests/reports",
            "tests/cli/test_commands.py",
            "tests/cli/test_ruling_matrix.py",
            "tests/cli/test_pictures.py",
            "tests/golden",
        ),
    ),
    "formats": Room(
        ("referee.reports.formats", "referee.reports.pictures"),
        ("tests/reports/formats", "tests/golden", "tests/cli/test_pictures.py"),
    ),
    "cli": Room(("referee.cli",), ("tests/cli",)),
    "skirmish": Room(
        ("referee.systems.skirmish",),
        (
            "tests/skirmish/test_cases.py",
            "tests/skirmish/test_geometry.py",
            "tests/skirmish/test_notation.py",
            "tests/skirmish/test_pack_faults.py",
            "tests/skirmish/test_protected.py",
            "tests/skirmish/test_secrecy.py",
            "tests/skirmish/test_unseen_fire.py",
            "tests/golden/test_golden_skirmish.py",
        ),
    ),
}
"""The rooms by name."""
