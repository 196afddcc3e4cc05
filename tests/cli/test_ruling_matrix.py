"""A ruling in the same words wherever it stands: each policy, each number of void entries, each language.

Red hides, blue hides, and red draws three times (entries 4 to 6); then one of the three is disputed.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Referee

OPENING = (("red", "hide 2"), ("blue", "hide 5"), *(("red", f"peek # {number}") for number in (1, 2, 3)))

CITED = {
    ("strict", 0): ("S-1 No error", "S-1 Pas d'erreur"),
    ("strict", 1): ("S-2 Found at once", "S-2 Trouvée aussitôt"),
    ("strict", 2): ("S-3 Found late", "S-3 Trouvée tard"),
    ("strict", 3): ("S-3 Found late", "S-3 Trouvée tard"),
    ("sealed-by-dice", 0): ("D-1 No error", "D-1 Pas d'erreur"),
    ("sealed-by-dice", 1): ("D-4 No dice yet", "D-4 Pas encore de dés"),
    ("sealed-by-dice", 2): ("D-4 No dice yet", "D-4 Pas encore de dés"),
    ("sealed-by-dice", 3): ("D-4 No dice yet", "D-4 Pas encore de dés"),
    ("friendly", 0): ("F-1 No error", "F-1 Pas d'erreur"),
    ("friendly", 1): ("F-3 Before an answer", "F-3 Avant une réponse"),
    ("friendly", 2): ("F-3 Before an answer", "F-3 Avant une réponse"),
    ("friendly", 3): ("F-3 Before an answer", "F-3 Avant une réponse"),
}
"""The paragraph that decides, in English and in French."""

OUTCOMES = {
    "en": (
        "{cited}: entry {entry} stands",
        "{cited}: entry {entry} is void",
        "{cited}: entry {entry} is void, and so is 1 after it",
        "{cited}: entry {entry} is void, and so are 2 after it",
    ),
    "fr": (
        "{cited}\u00a0: l'entrée {entry} tient",
        "{cited}\u00a0: l'entrée {entry} est nulle",
        "{cited}\u00a0: l'entrée {entry} est nulle, ainsi que 1 après elle",
        "{cited}\u00a0: l'entrée {entry} est nulle, ainsi que 2 après elle",
    ),
}
"""By how many entries are void."""

BACK = {"en": "back to entry {entry}: {sentence}", "fr": "retour à l'entrée {entry}\u00a0: {sentence}"}


@dataclass(frozen=True)
class Ruled:
    """A ruling that was filed: under which policy, and how many entries fell with it."""

    referee: Referee
    journal: Path
    policy: str
    void: int

    @property
    def entry(self) -> int:
        """The disputed entry; where none falls, it is the first of the draws."""
        return 7 - self.void if self.void else 4

    def sentence(self, language: str) -> str:
        cited = CITED[self.policy, self.void][("en", "fr").index(language)]
        return OUTCOMES[language][self.void].format(cited=f"{self.policy}, {cited}", entry=self.entry)

    def filed(self) -> list[Any]:
        """The public parts of what the ruling filed."""
        lines = self.journal.read_text("utf-8").splitlines()[7:]
        return [json.loads(line)["body"]["public"] for line in lines]


@pytest.mark.parametrize(("policy", "void"), sorted(CITED))
def test_ruling_reads_the_same_in_journal_log_and_report(
    referee: Referee, shelf: Path, policy: str, void: int
) -> None:
    ruled = ruling(referee, shelf, policy, void)

    _check_journal(ruled)
    for language in ("en", "fr"):
        _check_log(ruled, language)
        for viewer in ((), ("--as", "blue")):
            _check_report(ruled, language, viewer)


def ruling(referee: Referee, shelf: Path, policy: str, void: int) -> Ruled:
    """A match in which one of the draws was disputed, and so many entries fell."""
    found = Ruled(referee, shelf / "duel" / "journal.jsonl", policy, void)
    assert referee("new", "duel", "toy", "--policy", policy).code == 0
    for side, line in OPENING:
        assert referee("submit", "duel", "--as", side, stdin=line).code == 0
    error = ["--error", "a slip"] if void else []
    resolved = referee("dispute", "duel", found.entry, "--resolve", "--file", "--json", *error).json
    assert resolved["void"] == list(range(found.entry, 7) if void else ())
    assert resolved["stands"] == [seq for seq in range(1, 7) if seq not in resolved["void"]]
    return found


def _check_journal(ruled: Ruled) -> None:
    """The ruling in English, and the takeback before it."""
    *back, last = ruled.filed()

    assert (last["reason"], last["disputed"]) == (ruled.sentence("en"), ruled.entry)
    assert back == ([{"to": ruled.entry - 1, "reason": last["reason"]}] if ruled.void else [])


def _check_log(ruled: Ruled, language: str) -> None:
    lines = ruled.referee("log", "duel", "--language", language, "--json").json["entries"]

    sentence = ruled.sentence(language)
    back = BACK[language].format(entry=ruled.entry - 1, sentence=sentence)
    assert [line["text"] for line in lines[6:]] == ([back] if ruled.void else []) + [sentence]
    fallen = [line["seq"] for line in lines if not line["stands"]]
    assert fallen == (list(range(ruled.entry, 7)) if ruled.void else [])


def _check_report(ruled: Ruled, language: str, viewer: tuple[str, ...]) -> None:
    told = ruled.referee("report", "duel", *viewer, "--since", 0, "--language", language).out

    told, sentence = (" ".join(text.split()) for text in (told, ruled.sentence(language)))
    assert told.count(f": {sentence}.") == 1 + bool(ruled.void)
    assert told.count("(taken back)" if language == "en" else "(annulée)") == ruled.void
