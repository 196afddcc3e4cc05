"""Nothing of a skirmish comes past the catalogue: in wide letters, no word is left in plain ones."""

import random
import re
from collections.abc import Iterable, Iterator
from typing import cast

import html5lib
import pytest
from msgspec.structs import replace

from referee.faults import Unreadable
from referee.i18n import languages
from referee.matches import matches
from referee.matches.matches import Match
from referee.packs import loading
from referee.packs.conformance.case_files import FiledCase
from referee.packs.conformance.case_runner import objections, play_case
from referee.reports import documents, maps, match_progress
from referee.reports.event_text import narrate
from referee.systems.skirmish.notation.lines import VERBS
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.system import SkirmishSystem
from schemas.record import PUBLIC, REFEREE
from schemas.reports import Block, Document, Figure, MapPicture
from schemas.skirmish import orders as asked
from schemas.skirmish.events import OrderDropped
from schemas.skirmish.names import Names as TableNames
from schemas.skirmish.names import Spot
from schemas.skirmish.orders import SkirmishOrder
from tests.examples import format_2
from tests.languages import pseudo
from tests.languages.templates import ROOT
from tests.replay_pages import spread
from tests.skirmish.filed import FILED
from tests.skirmish.random_play import play
from tests.skirmish.test_notation import STRANGE
from tests.systems import system_of

PACK = loading.load("skirmish").pack

SKIRMISH = ROOT / "referee" / "systems" / "skirmish"

CHOICES = {"alternation": "live", "succession": "next-turn", "enemy-quality": "shown", "flight": "true"}
"""Options that let more happen than the recommended ones."""

REFUSED = "throw ge-g1-6 at 22.00,28.00 with grenade-offensive"
"""The line of the example that is refused, and told as it was typed."""

PROPER = (
    PACK.game.name,
    REFUSED,
    *(unit.id for one in PACK.scenarios for force in one.forces.values() for unit in force.units),
    *(feature.id for one in PACK.scenarios for feature in one.terrain),
)
"""What is called so in every language: the game, and things by their ids."""

CLAUSE = re.compile(r"\bSK-[A-Z]{3}-\d\d\b")


def wide(rules: Skirmish) -> SkirmishSystem:
    """Return the system of some rules with texts in wide letters."""
    return system_of(rules).speaking(pseudo.TONGUE, pseudo.table_names(rules.table.pack))


def plain(texts: Iterable[str]) -> set[str]:
    """The words that came past the catalogue."""
    return pseudo.plain_words(_unnamed(text) for text in texts)


def _unnamed(text: str) -> str:
    for name in PROPER:
        text = text.replace(name, "")
    return CLAUSE.sub("", text)


def drawn(picture: MapPicture) -> Iterator[str]:
    """The words of a map of the table."""
    yield from (picture.title, picture.note)
    yield from (side.name for side in picture.sides)
    yield from (shape.name for shape in picture.shapes)
    yield from (part.text for part in (*picture.marks, *picture.discs, *picture.arrows))


def texts(blocks: Iterable[Block]) -> Iterator[str]:
    """What a reader reads of some blocks."""
    for block in blocks:
        if isinstance(block, Figure):
            yield from drawn(block.picture)
        else:
            yield from pseudo.texts((block,))


class Told:
    """What random games are told with, and the positions that they came to."""

    def __init__(self) -> None:
        self.events: dict[str, set[str]] = {}
        self.dropped: set[str] = set()
        self.positions: list[tuple[Skirmish, Position, Position]] = []
        self.course: set[str] = set()


@pytest.fixture(scope="module")
def told() -> Told:
    """Random games, told to every viewer."""
    found = Told()
    for seed, options in ((2, {}), (13, CHOICES)):
        rules = Skirmish(PACK, "dawn-sap", options)
        spoken = wide(rules)
        for number, (before, _, events, after) in enumerate(play(rules, seed)):
            state = before
            for event in events:
                for viewer in (*rules.sides, REFEREE):
                    if (seen := system_of(rules).secrecy.redact_event(event, viewer)) is not None:
                        said = plain(texts(narrate(spoken, state, seen)))
                        found.events.setdefault(event.type, set()).update(said)
                if isinstance(event, OrderDropped):
                    found.dropped.add(event.text)
                state = rules.evolve(state, event)
            found.course |= plain(texts(spoken.narrator.digest(before, events, REFEREE)))
            found.course |= plain(arrow.text for arrow in spoken.pictures.movements(before, events, REFEREE))
            if number % 12 == 0 or not rules.prompts(after):
                found.positions.append((rules, rules.start(), after))
    return found


def test_random_events_use_catalogue(told: Told) -> None:
    assert len(told.events) >= 35
    assert not {type: words for type, words in told.events.items() if words}
    assert told.dropped
    assert not told.course


def test_random_positions_use_catalogue(told: Told) -> None:
    for rules, start, position in told.positions:
        spoken, said = wide(rules), [""]
        for viewer in (*rules.sides, REFEREE, PUBLIC):
            said += texts(spoken.narrator.situation(position, viewer))
            said += texts(spoken.narrator.brief(position, viewer))
            said += texts(spoken.narrator.change(start, position, viewer))
            score = spoken.pictures.score(position, viewer)
            said += [score.moment, score.level, spoken.narrator.moment(position)]
            said += drawn(
                spoken.pictures.draw_ranges(position, viewer, spoken.pictures.drawable(position, viewer))
            )
        for side in rules.sides:
            said += [
                line for line in spoken.notation.template(position, side) if not pseudo.EXAMPLE.search(line)
            ]
        said += (spoken.language.ask(question).text for question in rules.prompts(position))
        said += (spoken.pictures.measure, spoken.pictures.holding)
        assert plain(said) <= {"done", "hide", "observe"}


def test_untranslated_skirmish_word_is_detected() -> None:
    rules = Skirmish(PACK, "dawn-sap")
    assert {"Units", "Figures", "pistol", "Regular"} <= plain(
        texts(system_of(rules).narrator.situation(rules.start(), "german"))
    )


def hostile(rules: Skirmish, position: Position, generator: random.Random) -> Iterator[SkirmishOrder]:
    """Orders that nobody should give, of every kind."""
    figures, spot = tuple(position.figures), _spot(generator)
    for side in rules.sides:
        who = tuple(generator.choices(figures, k=generator.randint(1, 3)))
        enemy, unit = f"c{generator.randint(1, 12):02d}", position.figures[who[0]].unit
        for mode in ("stealthy", "manoeuvre", "rush", "assault"):
            yield asked.Move(side=side, figures=who, mode=mode, path=(spot, _spot(generator)), contact=enemy)
            yield asked.Move(side=side, figures=who, mode=mode, path=(spot,))
        yield asked.Fire(side=side, figures=who, kind="aimed", target=enemy, dice={enemy: 9, "c99": 1})
        yield asked.Fire(side=side, figures=who, kind="unaimed", point=spot, rapid=True)
        yield asked.Fire(side=side, figures=who, kind="aimed", point=spot, weapon="hmg")
        yield asked.Fire(side=side, figures=who, kind="aimed")
        yield asked.Throw(side=side, figure=who[0], grenade="grenade-offensive", burst=spot)
        yield asked.Flame(side=side, figure=who[0], to=spot)
        yield asked.BeatenZone(side=side, figure=who[0], centre=spot)
        yield asked.Deploy(side=side, figure=who[0], at=spot, posture="hidden")
        yield asked.Look(side=side, figures=who, target=enemy)
        yield asked.Look(side=side, figures=who, at=spot, radius=600)
        yield asked.Adopt(side=side, figures=who, posture="hidden")
        yield asked.Wear(side=side, figures=who, worn=True)
        yield asked.BreakOff(side=side, figure=who[0], path=(spot,))
        yield asked.Barrage(side=side, mission=generator.choice(("br-art-1", "x")), aim=spot)
        yield asked.Reaction(side=side, unit=unit, ignore_pin=True)
        yield asked.Closing(side=side, unit=unit)
        yield asked.Done(side=side)


def _spot(generator: random.Random) -> Spot:
    return generator.randint(-200, 5000), generator.randint(-200, 5000)


def test_refusals_of_hostile_orders_use_catalogue(told: Told) -> None:
    generator, refused = random.Random(7), set[str]()
    for rules, _, position in told.positions:
        spoken = wide(rules)
        for order in hostile(rules, position, generator):
            against = tuple(rules.objections(position, order))
            refused |= {objection.clause for objection in against}
            held = map(spoken.language.word, against)
            # A way over wire is named by the order for it.
            assert plain(text for one in held for text in (one.text, one.remedy)) <= {"stealthy", "manoeuvre"}
    assert len(refused) >= 20


@pytest.mark.parametrize(
    "filed", tuple(filed for filed in FILED if filed.case.then.refused), ids=lambda filed: filed.case.title
)
def test_refusal_in_case_uses_catalogue(filed: FiledCase) -> None:
    trial = play_case(filed)
    spoken = wide(trial.rules)
    told = tuple(map(spoken.language.word, objections(trial, filed.case.lines[-1])))
    assert told
    assert plain(text for one in told for text in (one.text, one.remedy)) <= {"stealthy", "manoeuvre"}


ORDERS = {word for verb in VERBS for word in verb.split()}
"""The words that make an order are the same in every language."""


@pytest.mark.parametrize("line", STRANGE)
def test_fault_of_strange_line_uses_catalogue(line: str) -> None:
    rules = Skirmish(PACK, "dawn-sap")
    with pytest.raises(Unreadable) as plainly:
        system_of(rules).notation.read(rules.start(), "british", line)
    spoken = wide(rules)
    with pytest.raises(Unreadable) as widely:
        spoken.notation.read(rules.start(), "british", line)

    assert widely.value.stated == plainly.value.stated
    assert widely.value.readings == plainly.value.readings
    assert widely.value.column == plainly.value.column
    offered = {word for reading in plainly.value.readings for word in pseudo.WORD.findall(reading)}
    assert plain([str(spoken.language.word(widely.value.stated))]) <= {
        *pseudo.WORD.findall(line),
        *offered,
        *ORDERS,
    }


DROPPED = OrderDropped(
    side="british", figure="br-s1-2", clause="motivation.fire", text="as it was filed",
    fact="out-of-reach", parameters={"gap": 2001, "figure": "br-s1-2", "weapon": "hmg", "reach": 1000},
)  # fmt: skip
"""An order that was dropped, as journals of today have it."""


NAMES = cast(TableNames, loading.names(loading.load("skirmish"), "fr"))


def _narrated(dropped: OrderDropped) -> str:
    game = system_of(Skirmish(PACK, "dawn-sap")).speaking(languages.tongue("fr"), NAMES)
    return " ".join(texts(game.narrator.narrate(game.rules.start(), dropped)))


def test_dropped_order_is_reported_in_viewer_language() -> None:
    said, weapon = _narrated(DROPPED), NAMES.weapons["hmg"].name
    assert weapon != next(one.name for one in PACK.weapons.weapons if one.id == "hmg")
    assert all(word in said for word in ("20.01", "10.00", "br-s1-2", weapon))
    assert DROPPED.text not in said


@pytest.mark.parametrize(
    "changed",
    [
        {"fact": "", "parameters": {}},
        {"fact": "no-fact-of-ours"},
        {"parameters": {"gap": "far", "figure": [], "weapon": {}, "reach": None}},
        {"parameters": {}},
        {"fact": "no-line-of-sight", "parameters": {"figure": "br-s1-2", "ground": ["x"]}},
        {"fact": "out-of-play", "parameters": {"figure": "br-s1-2", "status": "happy"}},
    ],
)
def test_unknown_reason_is_shown_as_filed(changed: dict[str, object]) -> None:
    assert DROPPED.text in _narrated(replace(DROPPED, **changed))


@pytest.fixture(scope="module")
def sap(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """The example, told of in wide letters."""
    shelf = tmp_path_factory.mktemp("sap")
    format_2.play("skirmish", "sap", shelf)
    return pseudo.speaking(matches.find(shelf, "sap"))


def left(match: Match, texts: Iterable[str]) -> set[str]:
    """The words in plain letters, but for the ids of match and scenario."""
    called = match.name, *match.header.scenario.split("-")
    return plain(texts) - set(called)


def report(match: Match, viewer: str) -> Document:
    """A report of the whole example."""
    return documents.report(match, viewer, since=0, due="2026-01-01")


@pytest.mark.parametrize("viewer", ["british", "german", REFEREE, PUBLIC])
def test_skirmish_report_uses_catalogue(sap: Match, viewer: str) -> None:
    document = report(sap, viewer)
    assert not left(sap, (*texts(document.blocks), document.title, document.subject))


def test_skirmish_comparison_uses_catalogue(sap: Match) -> None:
    for viewer in (*sap.header.sides, PUBLIC):
        document = documents.list_differences(sap, viewer, 2, len(sap.entries))
        assert not left(sap, (*texts(document.blocks), document.title))


def test_skirmish_pictures_use_catalogue(sap: Match) -> None:
    pages = [
        maps.draw(maps.picture(sap, viewer, maps.Wanted(since=0)), pseudo.TONGUE)
        for viewer in sap.header.sides
    ]
    pages += [
        match_progress.draw(match_progress.chart(sap, "german"), pseudo.TONGUE),
        spread(match_progress.page(sap, PUBLIC)),
    ]
    for page in pages:
        assert not left(sap, shown(page))


def shown(page: str) -> Iterator[str]:
    """The words that a page shows."""
    for element in html5lib.parse(page, namespaceHTMLElements=False).iter():
        if str(element.tag).rpartition("}")[2] not in {"style", "script", "code", "pre"}:
            yield element.text or ""
        yield element.tail or ""
        yield from (element.get(name) or "" for name in ("aria-label", "data-play", "data-pause"))
