"""Nothing that a player reads comes past the catalogue: in wide letters, no word is left in plain ones."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import html5lib
import pytest

from referee.engine import machine
from referee.engine.dice import WrittenDice
from referee.matches import matches
from referee.matches.matches import Match
from referee.matches.shelf import JOURNAL
from referee.reports import documents, maps, match_progress, publishing
from referee.reports.event_text import narrate
from referee.reports.formats import html, plain_text
from referee.reports.formats.format_names import FORMATS
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.system import GreatWarSystem
from schemas.great_war import events as happened
from schemas.record import PUBLIC, REFEREE, Roll
from schemas.reports import DiceThrown, Document, Figure, MapPicture, PictureCell
from tests.great_war.matches.record import unpacked
from tests.great_war.samples import SAMPLES
from tests.languages import pseudo
from tests.replay_pages import spread
from tests.systems import system_of


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[tuple(range(1, 56))]))
    return position


@pytest.fixture(scope="module")
def wide(western: GreatWar) -> GreatWarSystem:
    return system_of(western).speaking(pseudo.TONGUE, pseudo.names(western.theatre.pack, "To the East"))


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.type)
def test_event_uses_catalogue(wide: GreatWarSystem, opening: Position, event: happened.GreatWarEvent) -> None:
    assert not pseudo.plain_words(pseudo.texts(narrate(wide, opening, event)))


def test_untranslated_word_is_detected(western: GreatWar, opening: Position) -> None:
    told = pseudo.texts(system_of(western).narrator.narrate(opening, SAMPLES[0]))
    assert pseudo.plain_words(told) == {"The", "draw", "pile", "is", "shuffled", "cards"}


RECORDED = ("last-season", "eastern-decisive")

CUTS = 5
"""After how many entries of each recorded match it is told."""


@pytest.fixture(scope="module", params=RECORDED)
def recorded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Match:
    """A recorded match, told of in wide letters."""
    return shelved(request.param, tmp_path_factory.mktemp("recorded"))


@pytest.fixture
def brief(tmp_path: Path) -> Match:
    """A short one."""
    return shelved("resignation", tmp_path)


def shelved(ending: str, shelf: Path) -> Match:
    """A recorded match on a shelf, told of in wide letters."""
    (shelf / ending).mkdir()
    (shelf / ending / JOURNAL).write_bytes(unpacked(ending))
    return pseudo.speaking(matches.find(shelf, ending))


def left(match: Match, texts: Iterable[str]) -> set[str]:
    """The words in plain letters, but for what is called so in every language: match, game, options."""
    game, header = match.bound.pack.game, match.header
    called = [match.name, game.name, header.scenario]
    called += [part for pair in match.bound.chosen.items() for part in pair]
    called += [nation.id.upper() for nation in match.bound.pack.forces.nations]
    proper = {word for name in called for word in pseudo.WORD.findall(name)}
    return pseudo.plain_words(texts) - proper


def told(match: Match) -> Iterator[Document]:
    """Reports of a match for everybody, each after some entries."""
    step = max(1, len(match.entries) // CUTS)
    viewers = (*match.header.sides, REFEREE, PUBLIC)
    for number, at in enumerate(range(len(match.entries), 0, -step)):
        viewer = viewers[number % len(viewers)]
        yield documents.report(match, viewer, since=max(0, at - 2 * step), at=at, due="2026-01-01")


def shown(page: str) -> Iterator[str]:
    """The words that a page shows, and those that it says to who cannot see it."""
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    for element in tree.iter():
        if str(element.tag).rpartition("}")[2] not in {"style", "script", "code", "pre"}:
            yield element.text or ""
        yield element.tail or ""
        yield from (element.get(name) or "" for name in ("aria-label", "data-play", "data-pause"))


def test_report_uses_catalogue(recorded: Match) -> None:
    for document in told(recorded):
        heads = document.title, document.subject
        assert not left(recorded, (*pseudo.texts(document.blocks), *heads)), document.title


def test_comparison_uses_catalogue(recorded: Match) -> None:
    last = len(recorded.entries)
    document = documents.list_differences(recorded, PUBLIC, last // 4, last)
    assert not left(recorded, (*pseudo.texts(document.blocks), document.title))


def test_maps_charts_and_pages_use_catalogue(recorded: Match) -> None:
    around = maps.Wanted(since=0, around=recorded.bound.pack.map.areas[0].id)
    picture = maps.picture(recorded, PUBLIC, around)
    chart = match_progress.chart(recorded, PUBLIC)
    document = next(told(recorded))
    for page in (
        maps.draw(picture, pseudo.TONGUE),
        match_progress.draw(chart, pseudo.TONGUE),
        html.write(document, pseudo.TONGUE),
    ):
        assert not left(recorded, shown(page))


def test_replay_page_uses_catalogue(brief: Match) -> None:
    assert not left(brief, shown(spread(match_progress.page(brief, PUBLIC))))


def test_every_format_uses_catalogue() -> None:
    rolls = (
        Roll(purpose="1", needed=3, faces=(1, 5)),
        Roll(purpose="2", needed=1, faces=(2,)),
        Roll(purpose="3", sides=10, faces=(7,)),
        Roll(purpose="4", needed=2),
    )
    cell = PictureCell(area="a", name="1", at=(10, 10), disputed=True, battle=True)
    picture = MapPicture(title="5", note="6", sides=(), cells=(cell,))
    blocks = DiceThrown(rolls=rolls, entry=3, key="0"), Figure(picture=picture)
    document = Document(title="7", blocks=blocks, language="pseudo")
    for written in (
        plain_text.write_terminal(document, tongue=pseudo.TONGUE),
        *(publishing.find_writer(form)(document, pseudo.TONGUE) for form in set(FORMATS) - {"html", "json"}),
        *shown(html.write(document, pseudo.TONGUE)),
    ):
        # What is left are the codes of boards and of Markdown, and a die of ten sides.
        assert pseudo.plain_words(written.splitlines()) <= {"code", "size", "text"}, written
