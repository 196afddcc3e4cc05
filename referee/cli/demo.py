"""An example of a pack, played from its letters. Orders, dice and rulings are the same everywhere."""

import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from msgspec import json

from referee.cli.faults import CommandFault
from referee.dice.chain import Secrets
from referee.engine.facts import declare
from referee.engine.faults import CannotCreate, Complaint, NotFound
from referee.engine.remedy import suggest
from referee.evidence import rejudging
from referee.matches import matches, opening, shelf
from referee.matches.judging import submitting
from referee.matches.matches import Match
from referee.packs import loading, policies
from referee.reports import answers, documents, maps, publishing, replays
from referee.reports.rulings import ruling_reports
from referee.values.value import Value
from schemas.answers.matches import Verified
from schemas.answers.ruling import Submitted
from schemas.journal import FORMAT
from schemas.record import Record
from schemas.reports.document import Document

EXAMPLES = "examples"
"""Folder of a pack with one folder of letters per example: `01-german.txt`, `02-entente.txt` and so on."""

OPENING = "opening.json"
"""File beside the letters with the opening data of the example."""


class Agreed(Record):
    """Opening data of an example. Its secrets are published, so that it has the same result everywhere.

    The example that is `first` is the default. The letters answer certain dice, so an example that was
    written
    for the dice of an earlier `format` is played in that format.
    """

    match: str
    scenario: str
    at: str
    seed: str
    hidden: str
    format: int = FORMAT
    policy: str = policies.DEFAULT
    first: bool = False
    note: str = ""


class Heard(Value):
    """A letter and the answer to it."""

    name: str
    letter: str
    answer: Submitted

    @property
    def ruling(self) -> Document:
        """Return the answer to the letter as a document."""
        return ruling_reports.document(self.answer)


class Reported(Value):
    """Report of one side at the end."""

    report: Document


class Proved(Value):
    """The match at the end, and the result of its verification."""

    match: Match
    verified: Verified


Scene = Heard | Reported | Proved


def scenes(pack: str | None, example: str | None, keep: Path | None = None) -> Iterator[Scene]:
    """Play the example and yield its scenes. The shelf is temporary unless `keep` names one."""
    pack = pack or _first()
    letters = _letters(pack, example)
    with nullcontext(keep) if keep is not None else tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        try:
            yield from play(root, pack, letters[0].parent)
        finally:
            if keep is None:
                matches.forget_fold(root, _agree(letters[0].parent).match)


def write_pages(match: Match, folder: Path) -> tuple[Path, ...]:
    """Write the map, the report of the first side and the replay as files for a browser."""
    side = match.header.sides[0]
    report = documents.report(match, side, full=True)
    pages = {
        "map.svg": maps.draw(maps.picture(match, side, maps.Wanted(since=0)), match.tongue),
        "report.html": publishing.publish(report, "html"),
        "replay.html": replays.page(match, side),
    }
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    return tuple(folder / name for name in pages)


def play(root: Path, pack: str, folder: Path) -> Iterator[Scene]:
    """Play the letters of a folder, yield the scenes, and keep the match on a shelf."""
    agreed = _agree(folder)
    if (there := root / agreed.match).exists():
        raise CannotCreate(Complaint.of(CommandFault.EXAMPLE_THERE, path=there))
    secrets = Secrets(seed=agreed.seed, hidden=agreed.hidden, published=True)
    match = opening.open_match(
        root,
        agreed.match,
        pack,
        at=agreed.at,
        scenario=agreed.scenario,
        secrets=secrets,
        format=agreed.format,
        policy=agreed.policy,
    )
    for path in _list_letters(folder):
        yield _hear(root, agreed.match, path, agreed.at)
    # Read the whole match now: a temporary shelf may be deleted before its entries are used.
    found = matches.find_whole(root, agreed.match)
    for side in match.header.sides:
        yield Reported(documents.report(found, side, full=True))
    yield Proved(found, rejudging.verify(found.folder / shelf.JOURNAL, rejudge=True))


def _hear(root: Path, name: str, path: Path, at: str) -> Heard:
    side = path.stem.partition("-")[2]
    raw = path.read_bytes()
    answer = answers.submit(root, name, submitting.send(path.name, raw, at=at, side=side))
    return Heard(path.name, raw.decode(), answer)


def _agree(folder: Path) -> Agreed:
    try:
        return json.decode((folder / OPENING).read_bytes(), type=Agreed)
    except (OSError, ValueError) as error:
        raise NotFound(declare(CommandFault.EXAMPLE_UNREADABLE, path=folder / OPENING)) from error


def _first() -> str:
    """Return the pack with the example for newcomers, or the first pack with an example."""
    shelf = [found for found in loading.shelf() if any((found.folder / EXAMPLES).glob("*/*.txt"))]
    for found in shelf:
        if any(_agree(path.parent).first for path in (found.folder / EXAMPLES).glob(f"*/{OPENING}")):
            return found.name
    if not shelf:
        raise NotFound(CommandFault.EXAMPLES_MISSING)
    return shelf[0].name


def _letters(pack: str, example: str | None) -> tuple[Path, ...]:
    """Return the letters of an example, in order."""
    folder = loading.find(pack).folder / EXAMPLES
    known = {path.name: path for path in sorted(folder.glob("*/"))}
    if not known:
        raise NotFound(declare(CommandFault.PACK_WITHOUT_EXAMPLES, pack=pack))
    chosen = example or next(iter(known))
    if chosen not in known:
        near = suggest(chosen, known)
        raise NotFound(Complaint.of(CommandFault.EXAMPLE_UNKNOWN, near, pack=pack, name=chosen))
    letters = _list_letters(known[chosen])
    if not letters:
        raise NotFound(declare(CommandFault.EXAMPLE_EMPTY, name=chosen))
    return letters


def _list_letters(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(folder.glob("*.txt")))
