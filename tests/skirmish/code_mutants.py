"""Mutants of the code that applies modifiers, judges scores, and counts dice."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType, ModuleType

from referee.packs.conformance.case_files import FiledCase
from referee.systems.skirmish.combat import close_combat, morale, shooting, spotting
from referee.systems.skirmish.facts import shots, visibility
from tests.mutation.mutants import Mutant, functions, mutants
from tests.skirmish.parameter_mutants import differs

APPLIED: dict[ModuleType, tuple[str, ...]] = {
    shots: ("modifiers", "_of_the_firer", "is_covered", "judge", "scores", "by_weapon"),
    close_combat: ("modifier", "results", "_lose", "_answers"),
    morale: ("need", "advancing", "defending"),
    spotting: ("need",),
    visibility: ("_ranges",),
    shooting: ("dice_of", "is_served", "object_to_heavy_weapon"),
}
"""Where modifiers are applied, scores judged, and dice counted."""


@dataclass(frozen=True)
class Faulty:
    """A function, and one fault that can be put into it."""

    of: FunctionType
    mutant: Mutant

    def __str__(self) -> str:
        return str(self.mutant)

    def noticed_by(self, one: FiledCase) -> bool:
        """Whether a case comes out otherwise with the fault in the function."""
        sound = self.of.__code__
        self.of.__code__ = self.mutant.code(self.of)
        try:
            return differs(one, one.bench.pack.pack)
        finally:
            self.of.__code__ = sound


def every() -> Iterator[Faulty]:
    """Every mutant of the functions that apply modifiers."""
    for module, names in APPLIED.items():
        known = functions(module)
        for mutant in mutants(module):
            if mutant.function in names:
                yield Faulty(known[mutant.function], mutant)
