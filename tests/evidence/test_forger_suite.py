"""Whatever a forger with the referee's own pen does is found by both verifiers, or counted as unproved.

The matrix has three states: a side's copy, the referee's journal, and that journal with the secret opened.
"""

from pathlib import Path

import pytest

from referee.dice.chain import Secrets, Spent
from referee.evidence import standalone
from referee.evidence.standalone import shapes
from referee.matches import journal
from referee.matches.journal import verification
from schemas.journal import Header
from tests.evidence.conftest import battle, note, opening, refusal, secret_order
from tests.evidence.forger import FOUND, MISSED, STATES, Forgery, judge
from tests.evidence.forgeries_of_dice import DICE
from tests.evidence.forgeries_of_fields import FALSE, HEADERS, UNTRUE, add, restate
from tests.evidence.forgeries_of_lines import LINES
from tests.evidence.refiled import Refiling
from tests.examples import format_2

FORGERIES = LINES | DICE


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory, secrets: Secrets, header: Header) -> dict[str, Path]:
    """Two journals of format 3: one with everything in it, and one with secret throws."""
    folder = tmp_path_factory.mktemp("forgers")
    drafts = (
        opening(secrets),
        battle(secrets, Spent()),
        note("Réclamation"),
        refusal(),
        secret_order(secrets, Spent(0, 1)),
        battle(secrets, Spent(0, 2)),
        battle(secrets, Spent(0, 3)),
    )
    journal.create(folder / "source.jsonl", header, *drafts)
    format_2.play("skirmish", "sap", folder)
    sources = {"small": folder / "source.jsonl", "sap": folder / "sap" / "journal.jsonl"}
    return {name: Refiling(path, 3).file(folder / f"{name}.jsonl") for name, path in sources.items()}


def written(base: Path, folder: Path, state: str, viewer: str, forger: object = None) -> Path:
    forgery = Forgery(base)
    if callable(forger):
        forger(forgery)
    return forgery.write(folder / f"{'forged' if forger else 'honest'}.jsonl", state, viewer)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("base", ["small", "sap"])
def test_honest_journals_are_proved(bases: dict[str, Path], tmp_path: Path, base: str, state: str) -> None:
    path = written(bases[base], tmp_path, state, "german")
    assert FOUND not in [*judge(path, path)]


@pytest.mark.parametrize("what", FORGERIES)
def test_both_verifiers_find_a_forgery_or_count_it_as_unproved(
    bases: dict[str, Path], tmp_path: Path, what: str
) -> None:
    base, viewer, forger, expected = FORGERIES[what]
    found = dict[str, list[str]]()
    for state in STATES:
        honest = written(bases[base], tmp_path, state, viewer)
        found[state] = [*judge(written(bases[base], tmp_path, state, viewer, forger), honest)]

    assert found == {state: [due, due] for state, due in zip(STATES, expected, strict=True)}


def is_trusted(path: Path, field: str) -> tuple[bool, bool]:
    """Whether our verifier, and the one that stands alone, count a field as unproved."""
    state, wrong, _ = standalone.verified(str(path))
    kind, name = field.split(".")
    theirs = not wrong and kind in state.kinds and name in shapes.TRUST[kind]
    return field in verification.verify(path).trusted, theirs


ADDED = {
    **{what: (add(content), "") for what, content in FALSE.items()},
    **{what: (add(content), field) for what, (content, field) in UNTRUE.items()},
    **{what: (restate(says), field) for what, (says, field) in HEADERS.items()},
}


@pytest.mark.parametrize("what", ADDED)
@pytest.mark.parametrize("state", STATES)
def test_a_false_field_is_found_and_an_untrue_one_is_counted(
    bases: dict[str, Path], tmp_path: Path, what: str, state: str
) -> None:
    forger, field = ADDED[what]
    honest = written(bases["small"], tmp_path, state, "german")
    path = written(bases["small"], tmp_path, state, "german", forger)
    if field:
        assert FOUND not in [*judge(path, honest)]
        assert is_trusted(path, field) == (True, True)
    else:
        assert [*judge(path, honest)] == [FOUND, FOUND]


def test_the_suite_has_more_than_120_kinds_and_none_of_them_passes_for_the_truth() -> None:
    assert len(FORGERIES) + len(ADDED) > 120
    assert not [what for what, (*_, expected) in FORGERIES.items() if MISSED in expected]
    assert {expected[-1] for *_, expected in FORGERIES.values()} == {FOUND}
