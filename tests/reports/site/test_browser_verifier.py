"""The verifier of the site in a browser decides on every changed copy as the stand-alone verifier does."""

import json
from collections.abc import Iterator
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from referee.evidence import standalone
from referee.matches import matches
from tests.browser import MARKS, browse
from tests.evidence import close_calls, committed
from tests.evidence.agreement import OPENED, PUBLIC, Bench, Trial, try_one
from tests.evidence.beacon import acts, rounds
from tests.evidence.forger import Forgery
from tests.evidence.mutations import Mutator
from tests.evidence.test_verifiers_agree import refile_examples
from tests.reports.site.browser_shapes import SHAPES

SITE = SHAPES.parent

BATCH = 20

pytestmark = MARKS


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """An empty page with the verifier of the site."""
    with browse() as opened:
        for name in ("verify.js", "shapes.js"):
            opened.add_script_tag(content=(SITE / name).read_text(encoding="utf-8"))
        yield opened


@pytest.fixture(scope="module")
def benches(tmp_path_factory: pytest.TempPathFactory) -> list[Bench]:
    """Every example in every format, as the public, a side and the referee have it."""
    folder = tmp_path_factory.mktemp("browser")
    found: list[Bench] = []
    for path, sides in refile_examples(folder):
        viewers = ("referee", sides[0], PUBLIC, OPENED)
        found += [Bench(path, viewer, folder / "scratch") for viewer in viewers]
    return found


def decode(lines: list[bytes]) -> str:
    """Return lines as a script holds them: bytes that are not text become characters that no text has."""
    return "".join(line.decode("utf-8", "surrogateescape") + "\n" for line in lines)


def judge(page: Page, texts: list[str]) -> list[Any]:
    """Return the verdicts of the browser: the dice of a valid copy, or a fault."""
    encoded = [json.dumps(text) for text in texts]
    return page.evaluate(
        "texts => texts.map(text => Verifier.verify(JSON.parse(text)))"
        ".map(it => it.fault ? `${it.entry}: ${it.fault}` : it.dice)",
        encoded,
    )  # type: ignore[no-any-return]


def test_the_digests_are_those_of_sha_256(page: Page) -> None:
    assert page.evaluate("Verifier.sha('abc')").startswith("ba7816bf8f01cfea414140de5dae2223b00361a396177a9c")
    for length in (0, 1, 55, 56, 63, 64, 65, 1000):
        told = page.evaluate(f"Verifier.sha('x'.repeat({length}))")
        assert told == sha256(b"x" * length).hexdigest()


def test_the_browser_proves_what_is_honest(page: Page, benches: list[Bench], tmp_path: Path) -> None:
    for bench in benches:
        path = tmp_path / "copy.jsonl"
        lines = [bench.lines[0], *bench.judge_honest().lines]
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        journal, wrong, _ = standalone.verified(str(path))

        assert wrong == []
        assert judge(page, [decode(lines)]) == [[*astuple(journal.dice)]]


@pytest.mark.timeout(3600)
def test_the_browser_agrees_on_every_changed_copy(
    page: Page, benches: list[Bench], request: pytest.FixtureRequest
) -> None:
    count = request.config.getoption("--tampered")
    random = Random(count)
    mutators = {id(bench): Mutator(random, tuple(bench.header["sides"])) for bench in benches}
    differences: list[object] = []
    refused = 0
    for begin in range(0, count, BATCH):
        some: list[tuple[Trial, str]] = []
        for _ in range(min(BATCH, count - begin)):
            bench = random.choice(benches)
            trial = try_one(bench, mutators[id(bench)], random)
            some.append((trial, decode([*bench.lines[: trial.start], *trial.lines])))
        for (trial, _), verdict in zip(some, judge(page, [text for _, text in some]), strict=True):
            theirs = list(trial.theirs) if isinstance(trial.theirs, tuple) else trial.theirs
            refused += isinstance(verdict, str)
            if verdict != theirs and not (isinstance(verdict, str) and isinstance(theirs, str)):
                differences.append((trial.what, theirs, verdict))

    assert differences == []
    assert 0 < refused < count


@pytest.fixture(scope="module")
def beacon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a match whose dice were rolled with a round of the beacon."""
    shelf = tmp_path_factory.mktemp("beacon")
    rounds.open_match(shelf)
    rounds.attack(shelf)
    rounds.send(shelf, "german", rounds.sign(acts.ROUND), rounds.before(acts.LATER))
    return matches.journal_of(shelf, rounds.MATCH)


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a match that was dealt after committed phrases."""
    return committed.open_and_play(tmp_path_factory.mktemp("dealt"))


def decide_alike(page: Page, path: Path) -> bool:
    """Return True for a valid journal, and False for one with a fault. Both verifiers decide the same."""
    journal, faults, _ = standalone.verified(str(path))
    (verdict,) = judge(page, [decode(path.read_bytes().splitlines())])
    if not faults:
        assert journal is not None
        assert verdict == [*astuple(journal.dice)]
    else:
        assert verdict.startswith(f"{faults[0][0]}: ")
    return not faults


def test_the_browser_checks_dice_of_the_beacon(page: Page, beacon: Path, tmp_path: Path) -> None:
    assert decide_alike(page, beacon)
    for number, (act, _) in enumerate(acts.FORGERIES.values()):
        forgery = Forgery(beacon)
        act(forgery)
        acts.roll_again(forgery, tmp_path / "sealed.jsonl")
        decide_alike(page, forgery.write(tmp_path / f"{number}.jsonl", "copy", "german"))


def test_the_browser_checks_committed_phrases(page: Page, dealt: Path, tmp_path: Path) -> None:
    for state in ("copy", "revealed"):
        assert decide_alike(page, Forgery(dealt).write(tmp_path / "honest.jsonl", state, "german"))
    for number, (change, state) in enumerate(committed.FORGERIES.values()):
        forgery = Forgery(dealt)
        change(forgery)
        assert not decide_alike(page, forgery.write(tmp_path / f"{number}.jsonl", state, "german"))


def test_the_browser_decides_close_calls(page: Page, dealt: Path, tmp_path: Path) -> None:
    sources = {path.stem: path for path, _ in refile_examples(tmp_path)}
    for name, path, is_valid in close_calls.write_all({**sources, "committed": dealt}, tmp_path):
        assert (name, decide_alike(page, path)) == (name, is_valid)


@pytest.mark.parametrize(
    "end", [b"", b"\0", b"\0\n", b"\0{}", b"\0\0\nx\n", b"\n", b"\n\0", b"{", b"{}\n", b"x\0\n"]
)
def test_the_browser_ends_a_journal_at_the_same_line(
    page: Page, dealt: Path, tmp_path: Path, end: bytes
) -> None:
    whole = dealt.read_bytes()
    for journal_bytes in (whole, whole.replace(b'"kind":"order"', b'"kind":"odder"')):
        path = tmp_path / "journal.jsonl"
        path.write_bytes(journal_bytes + end)
        journal, faults, torn = standalone.verified(str(path))
        script = f"Verifier.verify({json.dumps((journal_bytes + end).decode())})"
        verdict = page.evaluate(script)

        assert bool(verdict["fault"]) == bool(faults)
        assert verdict["torn"] == bool(torn)
        if not faults:
            assert journal is not None
            assert verdict["head"] == f"{journal.seq}:{journal.seal}"
