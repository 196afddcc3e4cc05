"""An example of a pack, played from its letters on a shelf that is thrown away."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.core.faults import Complaint, NotFound
from referee.core.remedy import meant
from referee.desk import matches, opening, packs, rejudging, reports, ruling_reports, shelf, submitting
from referee.desk.chance import Secrets, digest
from schemas.answers import Verified
from schemas.document import Document

EXAMPLES = "examples"
"""The folder of a pack whose folders hold letters: `01-german.txt`, `02-entente.txt` and so on."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A letter and what became of it."""

    name: str
    letter: str
    ruling: Document


@dataclass(frozen=True, slots=True)
class Reported:
    """What one side is told at the end."""

    report: Document


@dataclass(frozen=True, slots=True)
class Proved:
    """What the journal proves at the end."""

    verified: Verified


Scene = Heard | Reported | Proved


def scenes(pack: str, example: str | None, *, at: str) -> Iterator[Scene]:
    """The example, scene by scene."""
    letters = _letters(pack, example)
    name = letters[0].parent.name
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        match = opening.open_match(root, name, pack, at=at, secrets=_secrets(name))
        for path in letters:
            yield _heard(root, name, path, at)
        found = matches.find(root, name)
        for side in match.header.sides:
            yield Reported(reports.report(found, side, since=1))
        yield Proved(rejudging.verify(found.folder / shelf.JOURNAL, rejudge=True))


def _heard(root: Path, name: str, path: Path, at: str) -> Heard:
    side = path.stem.partition("-")[2]
    raw = path.read_bytes()
    answer = submitting.submit(root, name, submitting.sent(path.name, raw, at=at, side=side))
    return Heard(path.name, raw.decode(), ruling_reports.document(answer))


def _secrets(name: str) -> Secrets:
    """Secrets that are none: an example goes the same way every time."""
    return Secrets(seed=digest(f"seed of {name}"), hidden=digest(f"hidden of {name}"))


def _letters(pack: str, example: str | None) -> tuple[Path, ...]:
    """The letters of an example, in order."""
    folder = packs.find(pack).folder / EXAMPLES
    known = {path.name: path for path in sorted(folder.glob("*/"))}
    if not known:
        raise NotFound(f"the pack {pack} has no examples")
    chosen = example or next(iter(known))
    if chosen not in known:
        text = f"the pack {pack} has no example {chosen}"
        raise NotFound(Complaint(text=text, remedy=meant(chosen, known)))
    letters = tuple(sorted(known[chosen].glob("*.txt")))
    if not letters:
        raise NotFound(f"the example {chosen} has no letters")
    return letters
