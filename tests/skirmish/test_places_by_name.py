"""Places by the names of the ground on the table."""

import pytest
from msgspec.structs import replace

from referee.faults import Unreadable
from referee.packs import loading, rulesets
from referee.systems.skirmish.system import SkirmishSystem
from schemas.skirmish.orders import Look, Move, SkirmishOrder
from schemas.skirmish.pack import Pack

MIDDLES = {
    "move br-s1-1 to the copse": (650, 2150),
    "move br-s1-1 to copse": (650, 2150),
    "move br-s1-1 to f-copse": (650, 2150),
    "br-s1-1 rush to the Clay Pit": (2700, 2250),
    "look br-s1-1 at the hedge by the lane": (2750, 1825),
}


def read(line: str) -> SkirmishOrder:
    pack = loading.load("skirmish").pack
    assert isinstance(pack, Pack)
    game = SkirmishSystem.bind(pack, "farm-crossroads")
    (order,) = game.notation.read(game.rules.start(), "british", line)
    return order


@pytest.mark.parametrize(("line", "middle"), MIDDLES.items())
def test_named_ground_is_its_middle(line: str, middle: tuple[int, int]) -> None:
    match read(line):
        case Move(path=path):
            assert path == (middle,)
        case Look(at=at):
            assert at == middle
        case order:
            raise AssertionError(order)


MOVES = {"de": "br-hq-1 rennt nach {}", "fr": "br-hq-1 court vers {}", "el": "br-hq-1 τρέχει σε {}"}


def read_moves(scenario: str, line: str) -> list[tuple[tuple[int, int], ...]]:
    """Return the paths of the moves in a line, as a sentence if it is no order by itself."""
    pack = loading.load("skirmish").pack
    assert isinstance(pack, Pack)
    game = SkirmishSystem.bind(pack, scenario)
    position = replace(game.rules.start(), phase="plotting")
    try:
        orders = game.notation.read(position, "british", line)
    except Unreadable:
        orders = game.notation.read_sentences(position, "british", line) or ()
    return [order.path for order in orders if isinstance(order, Move)]


@pytest.mark.parametrize("language", MOVES)
@pytest.mark.parametrize("scenario", ["dawn-sap", "farm-crossroads", "mine-crater"])
def test_ground_is_read_by_the_name_that_a_report_prints(scenario: str, language: str) -> None:
    game = rulesets.bind("skirmish", scenario, {}).speaking(language).system
    assert isinstance(game, SkirmishSystem)
    for feature in game.language.features:
        paths = read_moves(scenario, MOVES[language].format(game.language.feature_name(feature)))
        assert paths == read_moves(scenario, f"rush br-hq-1 to {feature.id}") != [], feature.id


INFLECTED = {
    "br-s1-1 rennt zum Wäldchen": (650, 2150),
    "br-s1-1 rennt zur Hecke am Weg": (2750, 1825),
    "br-s1-1 court au bosquet": (650, 2150),
    "br-s1-1 τρέχει στον λάκκο του πηλού": (2700, 2250),
}


@pytest.mark.parametrize(("line", "middle"), INFLECTED.items())
def test_ground_is_read_behind_a_preposition(line: str, middle: tuple[int, int]) -> None:
    assert read_moves("farm-crossroads", line) == [(middle,)]


def test_ground_of_another_table_is_asked_about() -> None:
    assert read_moves("farm-crossroads", "br-s1-1 court vers l'entonnoir") == []


def test_unknown_ground_is_refused() -> None:
    with pytest.raises(Unreadable):
        read("move br-s1-1 to the orchard")
