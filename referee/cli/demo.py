"""The commands `demo` and `tour`: an example of a pack replayed from its letters."""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import takewhile
from pathlib import Path
from textwrap import fill, indent

from msgspec import json

from referee.cli.faults import CommandFault
from referee.cli.render.evidence import word_verification
from referee.dice.chain import Secrets
from referee.evidence import match_verification
from referee.faults import CannotCreate, Complaint, NotFound, declare, suggest
from referee.matches import matches, opening, shelf
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.packs import loading, policies
from referee.reports import (
    documents,
    event_text,
    letter_answers,
    letter_results,
    maps,
    match_progress,
    publishing,
)
from schemas.answers.matches import Verified
from schemas.answers.orders import Submitted
from schemas.journal import FORMAT
from schemas.record import REFEREE, Record, Value
from schemas.reports import Block, DiceThrown, Document, Figure, Heading, MapPicture, Table

EXAMPLES = "examples"
"""Folder of a pack with one folder of letters per example: `01-german.txt`, `02-entente.txt` and so on."""

OPENING = "opening.json"
"""File beside the letters with the opening data of the example."""


class Agreed(Record):
    """Opening data of an example. Its secrets are published, so that it has the same result everywhere.

    The example that is `first` is the default. The letters answer certain dice, so an example that was
    written for the dice of an earlier `format` is played in that format.
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
        return letter_results.document(self.answer)


class Reported(Value):
    """Report of one side at the end."""

    report: Document


class Proved(Value):
    """The match at the end, and the result of its verification."""

    match: Match
    verification: Verified


Scene = Heard | Reported | Proved


def scenes(pack: str | None, example: str | None, keep: Path | None = None) -> Iterator[Scene]:
    """Play the example and yield its scenes. The shelf is temporary unless `keep` names one."""
    pack = pack or _first()
    letters = _letters_demo(pack, example)
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
        "replay.html": match_progress.page(match, side),
    }
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    return tuple(folder / name for name in pages)


def play(root: Path, pack: str, folder: Path) -> Iterator[Scene]:
    """Play the letters of a folder, yield the scenes, and keep the match on a shelf."""
    agreement = _agree(folder)
    if (there := root / agreement.match).exists():
        raise CannotCreate(Complaint.of(CommandFault.EXAMPLE_THERE, path=there))
    secrets = Secrets(seed=agreement.seed, hidden=agreement.hidden, published=True)
    match = opening.open_match(
        root,
        agreement.match,
        pack,
        at=agreement.at,
        scenario=agreement.scenario,
        secrets=secrets,
        format=agreement.format,
        policy=agreement.policy,
    )
    for path in _list_letters(folder):
        yield _hear(root, agreement.match, path, agreement.at)
    # Read the whole match now: a temporary shelf may be deleted before its entries are used.
    whole_match = matches.find_whole(root, agreement.match)
    for side in match.header.sides:
        yield Reported(documents.report(whole_match, side, full=True))
    yield Proved(whole_match, match_verification.verify(whole_match.folder / shelf.JOURNAL, rejudge=True))


def _hear(root: Path, name: str, path: Path, at: str) -> Heard:
    side = path.stem.partition("-")[2]
    raw = path.read_bytes()
    answer = letter_answers.submit(root, name, submission.open_letter(path.name, raw, at=at, side=side))
    return Heard(path.name, raw.decode(), answer)


def _agree(folder: Path) -> Agreed:
    try:
        return json.decode((folder / OPENING).read_bytes(), type=Agreed)
    except (OSError, ValueError) as error:
        raise NotFound(declare(CommandFault.EXAMPLE_UNREADABLE, path=folder / OPENING)) from error


def _first() -> str:
    """Return the pack with the example for newcomers, or the first pack with an example."""
    shelf = [pack for pack in loading.shelf() if any((pack.folder / EXAMPLES).glob("*/*.txt"))]
    for pack in shelf:
        if any(_agree(path.parent).first for path in (pack.folder / EXAMPLES).glob(f"*/{OPENING}")):
            return pack.name
    if not shelf:
        raise NotFound(CommandFault.EXAMPLES_MISSING)
    return shelf[0].name


def _letters_demo(pack: str, example: str | None) -> tuple[Path, ...]:
    folder = loading.find(pack).folder / EXAMPLES
    folders = {path.name: path for path in sorted(folder.glob("*/"))}
    if not folders:
        raise NotFound(declare(CommandFault.PACK_WITHOUT_EXAMPLES, pack=pack))
    example_name = example or next(iter(folders))
    if example_name not in folders:
        near = suggest(example_name, folders)
        raise NotFound(Complaint.of(CommandFault.EXAMPLE_UNKNOWN, near, pack=pack, name=example_name))
    letters = _list_letters(folders[example_name])
    if not letters:
        raise NotFound(declare(CommandFault.EXAMPLE_EMPTY, name=example_name))
    return letters


def _list_letters(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(folder.glob("*.txt")))


NEXT = """\
referee demo --full            every letter, every ruling, both reports
referee demo --pages           its map, report and replay as pages
referee demo --keep            the same match, left on your shelf
referee new my-match {pack:<10}a match of your own
referee help moderator         from the announcement to the last report
referee help players           one page to send to your players"""

WIDTH = 72
"""Columns of a mail."""


class Stop(Value):
    """One stop of the tour: a text and a sentence about it."""

    title: str
    sentence: str
    text: str
    most: int = 13

    def __str__(self) -> str:
        excerpt = indent(_cut(self.text, self.most), "    ")
        return f"\n== {self.title}\n\n{fill(self.sentence, WIDTH)}\n\n{excerpt}"


def tour_stops(scenes: Iterable[Scene]) -> Iterator[Stop]:
    """Yield the stops of a tour through a played example."""
    all_scenes = tuple(scenes)
    rulings = [scene for scene in all_scenes if isinstance(scene, Heard)]
    (proof,) = (scene for scene in all_scenes if isinstance(scene, Proved))
    yield from _letters(rulings)
    yield from _match(proof.match)
    yield Stop(
        "The proof",
        "Anyone who has the journal can check it: each seal, and each die against its key.",
        word_verification(proof.verification),
    )
    pack = proof.match.bound.loaded.name
    yield Stop("Next commands to try", "Each command answers with --help.", NEXT.format(pack=pack))


def _letters(rulings: Sequence[Heard]) -> Iterator[Stop]:
    # A letter before the first orders contains only a phrase.
    ordering = [one for one in rulings if one.answer.accepted] or rulings
    first, others = ordering[0], ordering[1:]
    yield Stop(
        "A letter",
        f"Players write one order on a line. The referee read {len(first.answer.accepted)} orders here, "
        f"judged "
        "each by the rules, and filed them in the journal.",
        first.letter,
    )
    refusal = next((one for one in rulings if one.answer.refused), None)
    if refusal is not None:
        yield Stop(
            "A refusal",
            "An illegal order is refused with the rule, the fact and a legal alternative. It changes "
            "nothing.",
            _exchange(refusal),
        )
    rolls = [faces for one in others if (faces := tuple(_throw(one.ruling.blocks)))]
    if rolls:
        yield Stop(
            "Dice",
            "The purpose of each roll is fixed before the roll. Anyone can recompute the roll from its key.",
            _print(rolls[0]),
            most=11,
        )


def _match(match: Match) -> Iterator[Stop]:
    last = len(match.entries)
    if match.system.narrator.compares:
        differences = documents.list_differences(match, REFEREE, 1, last)
        yield Stop(
            "Changes between two entries",
            f"The journal now has {last} entries. The referee can compare any two of them.",
            _print(_pick_table(differences.blocks)),
            most=9,
        )
    if match.system.pictures.picture(match.position(), REFEREE) is not None:
        yield Stop(
            "The map as text",
            "A mail contains the map as text; a page or a forum gets a drawing.",
            "\n".join(filter(None, _print((Figure(picture=_find_region(match)),)).splitlines())),
            most=8,
        )
    if views := tuple(_see_differently(match)):
        yield Stop(
            "Views of the sides",
            "Some of it is secret. This is the same entry as each side sees it.",
            "\n\n".join(views),
        )


def _see_differently(match: Match) -> Iterator[str]:
    """Yield the shortest entry that the sides see differently, once for each side."""
    names = tuple(match.bound.name_of(side) for side in match.rules.sides)
    texts_by_entry = (
        tuple(
            _print(event_text.render_events(match.system, side, step.before, step.events, step.entry))
            for side in match.rules.sides
        )
        for step in match.steps()
    )
    if different := [texts for texts in texts_by_entry if len(set(texts)) > 1]:
        shortest = min(different, key=lambda texts: sum(map(len, texts)))
        excerpts = [_cut(text, 6) for text in shortest]
        if len(set(excerpts)) == 1:
            excerpts = [_cut(text, 6) for text in _skip_shared(shortest)]
        yield from (f"{name}: {text}" for name, text in zip(names, excerpts, strict=True))


def _skip_shared(texts: Sequence[str]) -> Iterator[str]:
    """Yield the texts from their first different line on, after an ellipsis for the lines before it."""
    lines = [text.splitlines() for text in texts]
    common_length = sum(1 for _ in takewhile(lambda rows: len(set(rows)) == 1, zip(*lines, strict=False)))
    for own in lines:
        yield "\n".join(["...", "", *own[common_length:]])


def _find_region(match: Match) -> MapPicture:
    """Return the map around the area that was entered last, or the whole map if it has no areas."""
    whole = maps.picture(match, REFEREE, maps.Wanted(since=0))
    ends = {arrow.points[-1] for arrow in whole.arrows[-1:]}
    around = next((cell.name for cell in whole.cells if cell.at in ends), None)
    return maps.picture(match, REFEREE, maps.Wanted(around=around)) if around else whole


def _pick_table(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the last table and the block above it."""
    tables = [number for number, block in enumerate(blocks) if isinstance(block, Table)]
    for number in tables[-1:]:
        yield from blocks[max(number - 1, 0) : number + 1]


def _exchange(scene: Heard) -> str:
    return f"{scene.letter.strip()}\n\n{_print(_answer(scene))}"


def _throw(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the first publicly provable roll of a ruling and the two blocks before it."""
    for number, block in enumerate(blocks):
        if isinstance(block, DiceThrown) and block.key:
            yield from blocks[max(number - 2, 0) : number + 1]
            return


def _answer(scene: Heard) -> Iterator[Block]:
    """Return the answer to a letter, up to the next question."""
    return takewhile(lambda block: not isinstance(block, Heading), scene.ruling.blocks)


def _print(blocks: Iterable[Block]) -> str:
    return publishing.publish(Document(title="", blocks=tuple(blocks)), "text").strip()


def _cut(text: str, most: int) -> str:
    """Return the first lines of a text, with an ellipsis if it is cut."""
    lines = text.strip().splitlines()
    return "\n".join(lines if len(lines) <= most else [*lines[: most - 1], "..."])
