"""Comments beside the lines of a template, by the places where readers of reports did not understand them."""

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import WrittenDice
from referee.i18n import languages
from referee.packs import loading, rulesets
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Fight, Hand, Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    DeclareBattles,
    MakePlans,
    MovePieces,
    PassMove,
    PayCrisis,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
)
from schemas.great_war.clauses import Clause
from tests.great_war.proposals import examples
from tests.great_war.samples import EN, GE
from tests.great_war.test_situation import text
from tests.systems import system_of


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[tuple(range(1, 56))]))
    return position


def find_line(rules: GreatWar, position: Position, start: str, side: str = GE) -> str:
    """Return the last line of a template that begins with these words, without its #."""
    lines = system_of(rules).notation.template(position, side)
    return next(line for line in reversed(lines) if line.startswith(f"# {start}")).removeprefix("# ")


def attack(position: Position, *areas: str, disputed: tuple[str, ...] = ()) -> Position:
    """Return a German offensive with one infantry of each side in these areas."""
    board = position.map
    pieces = [
        replace(board.pieces[f"{nation}-i{number}"], area=area, army=None)
        for number, area in enumerate(areas, 1)
        for nation in ("ge", "fr")
    ]
    assert position.now is not None
    turn = replace(position.now, kind="offensive", disputed=disputed)
    return replace(position, map=board.put(*pieces), now=turn, agenda=(DeclareBattles(GE),))


def test_card_line_names_all_cards_of_its_effect(western: GreatWar, opening: Position) -> None:
    """Two readers asked whether a second Offensive of their hand is allowed."""
    asked = replace(opening, agenda=(ChooseOffensive(GE),)).holding(GE, Hand(4, (3, 7, 17, 18)))
    assert find_line(western, asked, "offensive 3").endswith("# Offensive (3 or 7)")
    assert find_line(western, asked, "offensive 17").endswith("# Limited Offensive (17 or 18): one battle")


def test_pass_names_its_rights(western: GreatWar, opening: Position) -> None:
    line = find_line(western, opening, "pass")
    assert line == "pass  # then you may move one piece and exchange cards"


def test_exchange_names_its_cards(western: GreatWar, opening: Position) -> None:
    """A reader took `redraw 3` for an exchange of three cards."""
    assert opening.now is not None
    turn = replace(opening.now, kind="pass", mover="ge-i30")
    passed = replace(opening, now=turn, agenda=(PassMove(GE),)).holding(GE, Hand(2, (3, 17)))
    assert find_line(western, passed, "redraw 3 ").endswith("# exchange Offensive (3); any number of cards")
    assert find_line(western, passed, "redraw 3, 17").endswith("exchange these cards")


AREAS = ("liege", "namur", "sedan", "longwy", "saar")


def test_last_battle_line_names_other_optional_battles(western: GreatWar, opening: Position) -> None:
    """Seven reports offered three battles of more, without a word about the others."""
    lines = system_of(western).notation.template(attack(opening, *AREAS), GE)
    *before, last = [line for line in lines if line.startswith("# battle ")]
    assert len(before) == 2
    assert all(line.endswith("# disputed before this turn: optional") for line in before)
    names = {
        western.theatre.areas[area].name
        for area in AREAS
        if not any(area in line for line in (*before, last))
    }
    assert last.partition("optional; also in ")[2].split(", ") == sorted(names, key=last.index)


def test_newly_disputed_areas_come_after_optional_battles(western: GreatWar, opening: Position) -> None:
    position = attack(opening, *AREAS, disputed=AREAS[:3])
    lines = system_of(western).notation.template(position, GE)
    battles = [line for line in lines if line.startswith("# battle ")]
    assert [line.partition("# ")[2].partition("  #")[2].strip() for line in battles] == [
        "disputed before this turn: optional",
        "disputed before this turn: optional",
        "newly disputed: fought anyway",
    ]
    told = text(system_of(western).narrator.brief(position, GE))
    marks = [f"{western.theatre.areas[area].name} (new) 1I" in told for area in AREAS]
    assert marks == [True, True, True, False, False]
    assert ("Disputed (German against Entente; new: fought in any case): " in told) == any(marks)
    old = attack(opening, *AREAS)
    assert "Disputed (German against Entente): " in text(system_of(western).narrator.brief(old, GE))


def test_detached_piece_is_not_the_last_of_its_army(western: GreatWar, opening: Position) -> None:
    """An army without pieces must leave a disputed area, and each battle below became an alternative."""
    board = opening.map
    others = [one for one in board.contents("ge-1") if one.kind != "infantry"]
    *rest, _ = [one for one in board.contents("ge-1") if one.kind == "infantry"]
    lonely = board.put(*(replace(one, army=None, area="trier") for one in (*others, *rest)))
    moving = replace(attack(opening), map=lonely, agenda=(MovePieces(GE),))
    assert len([*lonely.contents("ge-1")]) == 1
    assert "German 1st Army" not in find_line(western, moving, "leave ")


def test_next_battle_names_the_following_battle(western: GreatWar, opening: Position) -> None:
    position = attack(opening, *AREAS)
    assert position.now is not None
    fighting = replace(
        position,
        now=replace(position.now, battles=AREAS[:3]),
        fight=Fight("liege", GE, {}, {}),
        agenda=(RetreatAfter(GE, "liege"),),
    )
    assert find_line(western, fighting, "battle ").endswith("# fought next, before Namur")


def test_retreat_prefers_areas_without_enemies(western: GreatWar, opening: Position) -> None:
    """A report offered a retreat into a disputed area before two safe ones."""
    board = opening.map
    loose = [replace(board.pieces[id], area="metz", army=None) for id in ("fr-i1", "ge-i1")]
    dispute = [replace(board.pieces[id], area="longwy", army=None) for id in ("fr-i2", "ge-i2")]
    there = board.put(*loose, *dispute)
    asked = replace(opening, map=there, fight=Fight("metz", GE, {}, {}), agenda=(StandOrRetreat(EN, "metz"),))
    line = find_line(western, asked, "retreat fr-i1", EN)
    assert line.startswith("retreat fr-i1 to verdun")
    assert line.endswith("# also to Nancy, Longwy")


def test_cavalry_retreat_drops_names_until_its_line_fits(western: GreatWar, opening: Position) -> None:
    """Five names did not fit, and a reader took the one area for the only one."""
    board = opening.map
    pieces = [
        replace(board.pieces["ge-c1"], area="aisne", army=None),
        replace(board.pieces["fr-i1"], area="aisne"),
    ]
    areas = ("amiens", "saint-quentin", "laon", "beauvais", "meaux")
    owner = {**board.owner, **dict.fromkeys(areas, GE)}
    there = replace(board.put(*(replace(one, army=None) for one in pieces)), owner=owner)
    asked = replace(opening, map=there, fight=Fight("aisne", GE, {}, {}), agenda=(RideOff(GE, "aisne"),))
    assert find_line(western, asked, "retreat ge-c1") == (
        "retreat ge-c1 to amiens  # also to Saint-Quentin, Laon, Beauvais, …"
    )


def test_losses_far_apart_name_their_areas(western: GreatWar, opening: Position) -> None:
    crisis = PayCrisis(GE, 54, Clause.FIRST_CRISIS, ("ge",), ("infantry",), 1, 1)
    line = find_line(western, replace(opening, agenda=(crisis,)), "lose ge-i")
    piece = opening.map.pieces[line.split()[1]]
    assert western.theatre.areas[piece.area].name in line


def test_cards_over_the_limit_are_marked(western: GreatWar, opening: Position) -> None:
    """Two readers were offered a card that they would have to discard."""
    building = replace(opening, agenda=(MakePlans("production"),))
    limit = western.theatre.pack.tables.card_limits.figures[GE][0]
    full = building.holding(GE, Hand(limit, tuple(range(1, limit + 1))))
    assert "over the limit: you discard one" in find_line(western, full, "buy 1 card")
    fewer = building.holding(GE, Hand(1, (1,)))
    assert "limit" not in find_line(western, fewer, "buy ")


def test_production_shows_each_purchase_and_kind_of_piece(eastern: GreatWar) -> None:
    """Five reports had a price of trenches and no line for them, nor one for artillery."""
    start = replace(eastern.start(), agenda=(MakePlans("production"),))
    for side in ("central", "entente"):
        lines = examples(system_of(eastern).notation.template(start, side))
        built = {line.split()[1].split("-")[1][0] for line in lines if line.startswith("build ")}
        assert [line for line in lines if line.startswith("entrench ")]
        assert len(built) == len([line for line in lines if line.startswith("build ")])


def test_long_name_of_an_alternative_gives_way_to_its_kind(western: GreatWar, opening: Position) -> None:
    """A reader found "or: …" with nothing behind it."""
    bound = rulesets.bind("ttlm", None, {})
    german = bound.system.speaking(languages.tongue("de"), loading.names(bound.loaded, "de"))
    board = opening.map
    rider = replace(board.pieces["ge-c1"], army=None, area="koblenz")
    moving = replace(opening, map=board.put(rider), agenda=(MovePieces(GE),))
    lines = german.notation.template(moving, GE)
    assert not [line for line in lines if line.endswith("# oder: …")]
    assert [line for line in lines if line.startswith("# move ge-c1 ") and "via" in line]
