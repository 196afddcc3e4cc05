"""The rooms around the rules: which modules each holds, and which tests are to notice a fault in them.

A module belongs to the room that names it most closely: `formats` is no part of `reports`.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

MATCHES = "referee.matches"
GREAT_WAR = "referee.systems.great_war"

ELSEWHERE = ("referee.__main__", "referee.systems.tabular", GREAT_WAR)
"""Modules in no room: the entry point, games of tables, and the rules with a hunt of their own."""


FACE = "referee"
"""The face of the program, which leads to the library and does nothing by itself."""


@dataclass(frozen=True)
class Room:
    """Modules and packages by name, and the files and folders of their tests."""

    holds: tuple[str, ...]
    tests: tuple[str, ...]

    def modules(self) -> Iterator[ModuleType]:
        """Every module of the room."""
        for name in self.holds:
            for module in inside(name):
                if owner(module.__name__) is self:
                    yield module


def inside(name: str) -> Iterator[ModuleType]:
    """A module, and those in it where it is a package."""
    module = importlib.import_module(name)
    yield module
    for inner in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{name}."):
        yield importlib.import_module(inner.name)


def owner(module: str) -> "Room | None":
    """The room that names a module, or a package around it, most closely."""
    held = {name: room for room in ROOMS.values() for name in room.holds}
    while module and module not in held:
        module = module.rpartition(".")[0]
    return held.get(module)


EVIDENCE = "tests/evidence"
TRANSCRIPTS = "tests/cli/test_transcripts.py"
GOLDEN = "tests/golden"
AUDITS = ("tests/cli/test_audits.py", "tests/cli/test_remote_archives.py")
DISPUTED = ("tests/cli/test_disputes.py", "tests/cli/test_shown_dice.py")
PRINTED = (
    "tests/reports/formats",
    GOLDEN,
    TRANSCRIPTS,
    "tests/cli/test_pictures.py",
    "tests/cli/test_replay_page.py",
    "tests/cli/test_composer_page.py",
    "tests/reports/test_composer.py",
)

NO_HUNT = frozenset(
    {"case_faults", "modifier_mutants", "parameter_mutants", "places_by_name", "played_by_mail"}
)
"""Tests of the skirmish that hunt by themselves, or that belong to another room."""

SKIRMISH = tuple(
    f"tests/skirmish/{path.name}"
    for path in sorted((Path(__file__).parents[1] / "skirmish").glob("test_*.py"))
    if path.stem.removeprefix("test_") not in NO_HUNT
)

ROOMS: Mapping[str, Room] = {
    "journal": Room(
        (f"{MATCHES}.journal", f"{MATCHES}.visibility", f"{MATCHES}.history"),
        (
            EVIDENCE,
            "tests/matches",
            "tests/skirmish/test_copies.py",
            "tests/cli/test_verify_repair.py",
            "tests/library/test_matches.py",
            TRANSCRIPTS,
            *DISPUTED,
        ),
    ),
    "mail": Room(("referee.mail",), ("tests/mail",)),
    "matches": Room(
        (MATCHES,),
        (
            "tests/matches",
            "tests/mail/test_player_requests.py",
            "tests/mail/test_seating.py",
            "tests/mail/test_rounds.py",
            "tests/mail/test_reminders.py",
            "tests/mail/test_senders.py",
            "tests/platform/test_platforms.py",
            "tests/reports/test_recent.py",
            "tests/library/test_matches.py",
            f"{EVIDENCE}/test_phrases.py",
            f"{EVIDENCE}/rulings/test_kept_dice.py",
            f"{EVIDENCE}/rulings/test_rulings_with_manual_dice.py",
            "tests/cli/test_folds.py",
            "tests/cli/test_clocks.py",
            "tests/cli/test_records.py",
            *AUDITS,
            "tests/cli/test_own_copies.py",
            "tests/cli/test_witnesses.py",
            TRANSCRIPTS,
            "tests/cli/test_commands.py",
            "tests/cli/test_languages.py",
            "tests/cli/test_bad_files.py",
            "tests/cli/test_secrets.py",
            "tests/cli/test_own_packs.py",
            "tests/cli/test_scripts.py",
        ),
    ),
    "folds": Room(
        (f"{MATCHES}.snapshots",),
        (
            "tests/cli/test_folds.py",
            "tests/cli/test_folds_checked.py",
            "tests/cli/test_folds_grown.py",
            "tests/matches",
            "tests/reports/test_recent.py",
            TRANSCRIPTS,
        ),
    ),
    "dice": Room(
        ("referee.dice",),
        (
            EVIDENCE,
            "tests/matches",
            "tests/cli/test_rehearsed_dice.py",
            "tests/cli/test_shown_dice.py",
            "tests/skirmish/test_twin_exports.py",
        ),
    ),
    "evidence": Room(
        ("referee.evidence",),
        (
            EVIDENCE,
            "tests/great_war/older",
            "tests/cli/test_evidence.py",
            *AUDITS,
            TRANSCRIPTS,
            *DISPUTED,
        ),
    ),
    "letters": Room(
        (f"{MATCHES}.letters",),
        (
            "tests/matches/letters",
            "tests/golden/test_golden_letters.py",
            "tests/matches/judging",
            "tests/cli/test_bad_input.py",
        ),
    ),
    "judging": Room(
        (f"{MATCHES}.judging", f"{MATCHES}.moderator_entries"),
        (
            "tests/matches/judging",
            "tests/golden/test_golden_advance.py",
            "tests/golden/test_golden_ignored_lines.py",
            "tests/golden/test_golden_rulings.py",
            "tests/matches/test_player_requests.py",
            "tests/matches/test_moderator_entries.py",
            "tests/matches/test_required_phrases.py",
            "tests/matches/test_whole_matches.py",
            f"{EVIDENCE}/test_phrases.py",
            "tests/great_war/test_advance_orders.py",
            "tests/great_war/test_forced_answers.py",
            "tests/great_war/matches/test_matches.py",
            "tests/great_war/test_remedies.py",
            "tests/great_war/test_plans.py",
            "tests/great_war/test_plans_by_letter.py",
            "tests/cli/test_bad_input.py",
            "tests/cli/test_commands.py",
            "tests/cli/test_rehearsed_dice.py",
            "tests/cli/test_witnesses.py",
            f"{EVIDENCE}/rulings/test_rulings_with_manual_dice.py",
            "tests/skirmish/test_sealed_sets.py",
            TRANSCRIPTS,
            *DISPUTED,
        ),
    ),
    "packs": Room(
        ("referee.packs",),
        (
            "tests/packs",
            "tests/golden/test_golden_findings.py",
            "tests/golden/test_golden_clauses.py",
            "tests/cli/test_disputes.py",
            "tests/cli/test_own_packs.py",
            "tests/schemas",
            "tests/skirmish/test_pack_faults.py",
            "tests/skirmish/test_case_faults.py",
            "tests/skirmish/test_cases.py",
            "tests/great_war/test_cases.py",
            "tests/great_war/test_set_up_faults.py",
            "tests/great_war/test_switches.py",
            "tests/matches/judging/test_rulings_in_french.py",
            TRANSCRIPTS,
        ),
    ),
    "texts": Room(
        ("referee.texts",),
        (
            "tests/texts",
            "tests/schemas",
            "tests/packs/test_packs.py",
            "tests/languages",
            "tests/skirmish/test_case_faults.py",
        ),
    ),
    "reports": Room(
        ("referee.reports",),
        (
            "tests/reports",
            f"{EVIDENCE}/test_dice_accounts.py",
            f"{EVIDENCE}/test_phrases.py",
            f"{EVIDENCE}/rulings",
            "tests/mail/test_player_requests.py",
            "tests/cli/test_folds.py",
            "tests/cli/test_folds_checked.py",
            "tests/cli/test_replay_page.py",
            "tests/cli/test_commands.py",
            "tests/cli/test_ruling_matrix.py",
            "tests/cli/test_pictures.py",
            "tests/cli/test_codes.py",
            "tests/cli/test_json_records.py",
            "tests/matches/judging",
            TRANSCRIPTS,
            GOLDEN,
            *DISPUTED,
        ),
    ),
    "formats": Room(("referee.reports.formats",), PRINTED),
    "pictures": Room(("referee.reports.pictures",), PRINTED),
    "cli": Room(
        ("referee.cli",),
        (
            "tests/cli",
            "tests/golden/test_golden_skirmish.py",
            "tests/golden/test_golden_analyses.py",
            "tests/golden/test_golden_tours.py",
            "tests/analysis/test_hindsight.py",
            "tests/analysis/test_simulation.py",
        ),
    ),
    "i18n": Room(
        ("referee.i18n",), ("tests/languages/test_catalogues.py", "tests/cli/test_languages.py", TRANSCRIPTS)
    ),
    "engine": Room(
        (
            "referee.engine",
            "referee.faults",
            "referee.systems.faces",
            "referee.systems.families",
            "referee.systems.language",
        ),
        (
            "tests/engine",
            "tests/languages/test_names.py",
            TRANSCRIPTS,
            "tests/skirmish/test_cases.py",
            "tests/contract",
            "tests/cli/test_odds.py",
            GOLDEN,
        ),
    ),
    "platform": Room(
        ("referee.platform",),
        (
            "tests/platform",
            "tests/cli/test_bots.py",
            "tests/cli/test_folds.py",
            f"{EVIDENCE}/test_two_writers.py",
            *AUDITS,
        ),
    ),
    "library": Room(("referee.library",), ("tests/library",)),
    "analysis": Room(
        ("referee.analysis",),
        (
            "tests/analysis",
            "tests/skirmish/test_players.py",
            "tests/skirmish/test_scripted_choices.py",
            "tests/skirmish/test_templates.py",
            "tests/cli/test_own_view.py",
            f"{EVIDENCE}/test_own_views.py",
            f"{EVIDENCE}/test_sealed_orders.py",
            f"{EVIDENCE}/test_unjudged_facts.py",
            "tests/golden/test_golden_analyses.py",
            "tests/golden/test_golden_advice.py",
            "tests/golden/test_golden_bots.py",
            "tests/golden/test_golden_games.py",
            "tests/golden/test_golden_odds.py",
            "tests/golden/test_golden_planner.py",
            "tests/golden/test_golden_studies.py",
            "tests/great_war/test_lawful_orders.py",
            "tests/great_war/test_odds.py",
            "tests/great_war/test_odds_of_plans.py",
            "tests/cli/test_odds.py",
            "tests/library/test_tables.py",
            "tests/cli/test_bots.py",
            "tests/great_war/test_greedy.py",
            "tests/great_war/test_planner.py",
            "tests/cli/test_own_packs.py",
        ),
    ),
    "skirmish": Room(
        ("referee.systems.skirmish",),
        (
            *SKIRMISH,
            "tests/cli/test_own_view.py",
            f"{EVIDENCE}/test_own_views.py",
            f"{EVIDENCE}/test_sealed_orders.py",
            f"{EVIDENCE}/test_unjudged_facts.py",
            "tests/languages/test_skirmish_catalogue_use.py",
            "tests/contract",
            "tests/golden/test_golden_cases.py",
            "tests/golden/test_golden_games.py",
            "tests/golden/test_golden_skirmish.py",
        ),
    ),
}
"""The rooms by name."""
