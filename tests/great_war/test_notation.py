"""Lines of letters as orders: what is understood, what is not, and what is said then."""

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import WrittenDice
from referee.faults import Unreadable
from referee.packs import rulesets
from referee.packs.conformance.great_war import setup
from referee.systems.great_war.facts import pool
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.fights import Fight
from referee.systems.great_war.state.position import Hand, Piece, Position
from referee.systems.great_war.state.tasks import LeaveEmpty, PayHits
from schemas.great_war.case import GreatWarGiven
from schemas.great_war.orders import (
    Battle,
    Bonus,
    Build,
    Buy,
    Done,
    GreatWarOrder,
    Join,
    Leave,
    Lose,
    Move,
    Offensive,
    Pass,
    Place,
    Play,
    Redraw,
    Reroll,
    Retreat,
    Spend,
)
from tests.systems import system_of

GE, EN = "german", "entente"
GERMAN_HAND = (3, 17, 18, 24, 30, 31, 2, 47, 12, 14, 40, 5, 6, 7, 8)
"""Among them Offensives, Limited Offensives (17, 18), Gericht (24), Ersatz 2 (30, 31), Bad Weather (47)."""


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    """SUMMER 1914, the German side to play an offensive card or pass; nobody but he knows his hand."""
    rest = tuple(card for card in range(1, 56) if card not in GERMAN_HAND)
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[(*GERMAN_HAND, *rest)]))
    assert position.hand(GE).cards == tuple(sorted(GERMAN_HAND))
    return position


def march(
    piece: str, *path: str, side: str = GE, into: str | None = None, absorb: tuple[str, ...] = ()
) -> Move:
    return Move(side=side, piece=piece, path=path, into=into, absorb=absorb)


def ride(piece: str, *path: str, side: str = EN) -> Move:
    return Move(side=side, piece=piece, path=path, mode="rail")


def ship(piece: str, port: str) -> Move:
    return Move(side=EN, piece=piece, path=(port,), mode="sea")


LINES: list[tuple[str, str, tuple[GreatWarOrder, ...]]] = [
    # Offensive or pass
    (GE, "offensive 14", (Offensive(side=GE, card=14),)),
    (GE, "OFFENSIVE  card no. 14   # the big one", (Offensive(side=GE, card=14),)),
    (GE, "offensive", (Offensive(side=GE, card=2),)),
    (GE, "offensive limited offensive", (Offensive(side=GE, card=17),)),
    (GE, "Limited Offensive", (Offensive(side=GE, card=17),)),
    (GE, "limited", (Offensive(side=GE, card=17),)),
    (GE, "limited offensive 18", (Offensive(side=GE, card=18),)),
    (GE, "gericht", (Offensive(side=GE, card=24),)),
    (GE, "play Gericht", (Offensive(side=GE, card=24),)),
    (GE, "offensive Tout le monde à la bataille!", (Offensive(side=GE, card=25),)),
    (GE, "offensive 99", (Offensive(side=GE, card=99),)),
    (GE, "pass", (Pass(side=GE),)),
    (GE, "redraw 3, 17", (Redraw(side=GE, cards=(3, 17)),)),
    (GE, "redraw ersatz 2, ersatz 2 and bad weather", (Redraw(side=GE, cards=(30, 31, 47)),)),
    (GE, "redraw all", (Redraw(side=GE, cards=tuple(sorted(GERMAN_HAND))),)),
    # Movement
    (GE, "move ge-1, ge-2 from aachen to liege", (march("ge-1", "liege"), march("ge-2", "liege"))),
    (GE, "Move GE-1 & GE-3 to LÜTTICH", (march("ge-1", "liege"), march("ge-3", "liege"))),
    (GE, "move ge-1 from Aix-la-Chapelle to liege", (march("ge-1", "liege"),)),
    (GE, "move ge-1,ge-2->liege", (march("ge-1", "liege"), march("ge-2", "liege"))),
    (GE, "move all from aachen to Liège", (march("ge-1", "liege"), march("ge-2", "liege"))),
    (GE, "mvoe ge-1 to liege", (march("ge-1", "liege"),)),
    (GE, "move ge-1 liege", (march("ge-1", "liege"),)),
    (GE, "march 1st army and second army to Λιέγη", (march("ge-1", "liege"), march("ge-2", "liege"))),
    (GE, "move german 1st army to luik", (march("ge-1", "liege"),)),
    (GE, "move 3rd army, eifel to ardennes", (march("ge-3", "ardennes"),)),
    (GE, "move army 3 to ardennes", (march("ge-3", "ardennes"),)),
    (GE, "move ge1 to liege", (march("ge-1", "liege"),)),
    (GE, "move ge-c1 to liege via eifel", (march("ge-c1", "eifel", "liege"),)),
    (GE, "move ge-c1 aachen -> eifel -> liege", (march("ge-c1", "eifel", "liege"),)),
    (GE, "move ge-c1 → eifel → liege", (march("ge-c1", "eifel", "liege"),)),
    (GE, "move ge-i3 to liege into ge-1", (march("ge-i3", "liege", into="ge-1"),)),
    (GE, "move ge-i3 to eifel into 3rd army", (march("ge-i3", "eifel", into="ge-3"),)),
    (GE, "move ge-i3 into ge-3", (march("ge-i3", "eifel", into="ge-3"),)),
    (GE, "move ge-i3 into ge-2", (Join(side=GE, piece="ge-i3", army="ge-2"),)),
    (GE, "move ge-1 to liege absorbing ge-i4", (march("ge-1", "liege", absorb=("ge-i4",)),)),
    (GE, "move ge-1 to eifel and absorb cavalry", (march("ge-1", "eifel", absorb=("ge-c4",)),)),
    (GE, "move cavalry at eifel to liege", (march("ge-c4", "liege"),)),
    (GE, "move loose cavalry to liege", (march("ge-c4", "liege"),)),
    (GE, "move 2 infantry of ge-1 to eifel", (march("ge-i1", "eifel"), march("ge-i2", "eifel"))),
    (GE, "move 2I of the 1st Army to eifel", (march("ge-i1", "eifel"), march("ge-i2", "eifel"))),
    (GE, "move infantry at mulhouse to belfort", (march("ge-i30", "belfort"),)),
    (GE, "move Infanterie of 7. Armee to saarburg", (march("ge-i27", "saarburg"),)),
    (GE, "rail ge-7 to cologne", (ride("ge-7", "karlsruhe", "mainz", "koblenz", "cologne", side=GE),)),
    (EN, "rail fr-i17 to dieppe", (ride("fr-i17", "artois", "amiens", "dieppe"),)),
    (EN, "move fr-i17 lille -> artois -> amiens by rail",
     (ride("fr-i17", "artois", "amiens"),)),
    (EN, "rail infantry reims to paris", (ride("fr-i18", "aisne", "paris"),)),
    (EN, "strategic fr-i9 to calais", (Move(side=EN, piece="fr-i9", path=("calais",), mode="strategic"),)),
    (EN, "sea uk-1 to calais", (ship("uk-1", "calais"),)),
    (EN, "ship British 1st Army to le havre", (ship("uk-1", "le-havre"),)),
    (EN, "land uk-i3 from england to Boulogne-sur-Mer", (ship("uk-i3", "boulogne"),)),
    (EN, "move be army to namur", (march("be-1", "namur", side=EN),)),
    (EN, "move Belgian Army to namur", (march("be-1", "namur", side=EN),)),
    (GE, "join ge-i4 to ge-2", (Join(side=GE, piece="ge-i4", army="ge-2"),)),
    (GE, "join cavalry in eifel to 3rd army", (Join(side=GE, piece="ge-c4", army="ge-3"),)),
    (GE, "leave ge-i4", (Leave(side=GE, piece="ge-i4"),)),
    (GE, "detach siege gun of ge-2", (Leave(side=GE, piece="ge-g1"),)),
    # Battles and what comes of them
    (GE, "battle liege", (Battle(side=GE, area="liege"),)),
    (GE, "attack at Liège and Namur", (Battle(side=GE, area="liege"), Battle(side=GE, area="namur"))),
    (GE, "declare battle in St. Quentin", (Battle(side=GE, area="saint-quentin"),)),
    (GE, "battle liege with poison gas",
     (Battle(side=GE, area="liege"), Play(side=GE, card=40, area="liege"))),
    (GE, "battle liege with 41 and surprise",
     (Battle(side=GE, area="liege"), *(Play(side=GE, card=card, area="liege") for card in (41, 52)))),
    (GE, "play 41 in Lüttich", (Play(side=GE, card=41, area="liege"),)),
    (GE, "play 48 as event", (Play(side=GE, card=48),)),
    (EN, "play German Crisis", (Play(side=EN, card=55),)),
    (EN, "keep liege", (Battle(side=EN, area="liege"),)),
    (EN, "bonus dice in liege and namur", (Bonus(side=EN, area="liege"), Bonus(side=EN, area="namur"))),
    (EN, "reroll infantry, Stosstruppen",
     (Reroll(side=EN, kind="infantry"), Reroll(side=EN, kind="stosstruppen"))),
    (GE, "reserves ge-i30 to metz with 50",
     (Move(side=GE, piece="ge-i30", path=("strasbourg", "saarburg", "metz"), mode="reserves", card=50),)),
    (GE, "Strategic Reserves! (50): ge-i30 to metz",
     (Move(side=GE, piece="ge-i30", path=("strasbourg", "saarburg", "metz"), mode="reserves", card=50),)),
    (GE, "move ge-i3 to eifel by reserves with 51",
     (Move(side=GE, piece="ge-i3", path=("eifel",), mode="reserves", card=51),)),
    (GE, "lose ge-i3", (Lose(side=GE, piece="ge-i3"),)),
    (EN, "lose be-i1, be-i2", (Lose(side=EN, piece="be-i1"), Lose(side=EN, piece="be-i2"))),
    (EN, "lose liege-fort", (Lose(side=EN, piece="liege-fort"),)),
    (EN, "lose the fort of Liège, the fort of Liège", (Lose(side=EN, piece="liege-fort"),) * 2),
    (EN, "lose 2 liege-fort", (Lose(side=EN, piece="liege-fort"),) * 2),
    (EN, "lose 2 infantry of be-1", (Lose(side=EN, piece="be-i1"), Lose(side=EN, piece="be-i2"))),
    (EN, "lose be-i of be-1, 1I of be-1", (Lose(side=EN, piece="be-i1"), Lose(side=EN, piece="be-i2"))),
    (GE, "spend 12", (Spend(side=GE, card=12),)),
    (GE, "spend 12, bad weather", (Spend(side=GE, card=12), Spend(side=GE, card=47))),
    (GE, "ersatz 12", (Spend(side=GE, card=12),)),
    (GE, "ersatz 3", (Spend(side=GE, card=3),)),
    (GE, "spend ersatz 2", (Spend(side=GE, card=30),)),
    (EN, "retreat fr-c3 to sedan into fr-5", (Retreat(side=EN, piece="fr-c3", to="sedan", into="fr-5"),)),
    (EN, "withdraw fr-c3, be-1 to Namen",
     (Retreat(side=EN, piece="fr-c3", to="namur"), Retreat(side=EN, piece="be-1", to="namur"))),
    (GE, "done", (Done(side=GE),)),
    (GE, "No more.", (Done(side=GE),)),
    (GE, "no retreat", (Done(side=GE),)),
    (GE, "offensive #17", (Offensive(side=GE, card=17),)),
    (GE, "Offensive (12)", (Offensive(side=GE, card=12),)),
    (GE, "play Offensive (12)", (Offensive(side=GE, card=12),)),
    (GE, "spend Ersatz 2 (30, 31)", (Spend(side=GE, card=30), Spend(side=GE, card=31))),
    (GE, "Ersatz 2 (30)", (Spend(side=GE, card=30),)),
    (GE, "Gericht (24)", (Offensive(side=GE, card=24),)),
    (GE, "move ge-1 into liege", (Move(side=GE, piece="ge-1", path=("liege",)),)),
    (GE, "lose 2 I of ge-1", (Lose(side=GE, piece="ge-i1"), Lose(side=GE, piece="ge-i2"))),
    (GE, "lose 1 A of ge-1", (Lose(side=GE, piece="ge-a1"),)),
    (EN, "lose 2 forts of liege", (Lose(side=EN, piece="liege-fort"),) * 2),
    (GE, "buy three cards", (Buy(side=GE, cards=3),)),
    (GE, "build 2 infantry in 1st army",
     (Build(side=GE, piece="ge-i31", area="aachen", into="ge-1"),
      Build(side=GE, piece="ge-i32", area="aachen", into="ge-1"))),
    (GE, "move ge-1 to liege; battle liege; done",
     (Move(side=GE, piece="ge-1", path=("liege",)), Battle(side=GE, area="liege"), Done(side=GE))),
    (GE, "move ge-1; ge-2 to liege",
     (Move(side=GE, piece="ge-1", path=("liege",)), Move(side=GE, piece="ge-2", path=("liege",)))),
    (GE, "2) move ge-1 to liege", (Move(side=GE, piece="ge-1", path=("liege",)),)),
    (GE, "3. done", (Done(side=GE),)),
]  # fmt: skip


@pytest.mark.parametrize(("side", "line", "orders"), LINES, ids=[line for _, line, _ in LINES])
def test_a_line_is_read_as(
    western: GreatWar, opening: Position, side: str, line: str, orders: tuple[GreatWarOrder, ...]
) -> None:
    assert system_of(western).notation.read(opening, side, line) == orders


UNREADABLE: list[tuple[str, str, str, int, tuple[str, ...]]] = [
    (GE, "", "this line contains no order", 1, ()),
    (GE, "   # nothing but a comment", "this line contains no order", 1, ()),
    (GE, "mvooe ge-1 to liege", '"mvooe" is not an order; did you mean move?', 1, ("move ge-1 to liege",)),
    (GE, "sprich ge-1", '"sprich" is not an order (orders are offensive, pass', 1, ()),
    (GE, "hi there", '"hi" is not an order (orders are offensive, pass', 1, ()),
    (GE, "Dear Jim", '"Dear" is not an order (orders are offensive, pass', 1, ()),
    (GE, "moev ge-l to liege", '"moev" is not an order; did you mean move?', 1, ()),
    (GE, "retreating", '"retreating" is not an order; did you mean retreat', 1, ()),
    (GE, "no retreat, please", "the order is complete before", 11, ("no retreat",)),
    (GE, "resigm", '"resigm" is not an order; did you mean resign?', 1, ("resign",)),
    (GE, "1st army from aachen to liege?", '"1st" is not an order', 1,
     ("move 1st army from aachen to liege?",)),
    (GE, "done; mvoe ge-1 to liege", "the order is complete before", 5, ("done",)),
    (GE, "pass, please", 'the order is complete before ", please"', 5, ("pass",)),
    (GE, "offensive gericth", '"gericth" is not a card; did you mean Gericht?', 11,
     ("offensive Gericht",)),
    (GE, "redraw", "name a card, by number or by name", 7, ()),
    (GE, "ersatz 2", '"ersatz 2" is both a number and a name', 1, ("spend 2", "spend 30")),
    (GE, "move ge-1 to leige", '"leige" is not an area; did you mean Liège or Eifel?', 14,
     ("move ge-1 to Liège", "move ge-1 to Eifel")),
    (GE, "move ge-1 to Vеrdun", "which mixes letters of several scripts; did you mean Verdun?", 14,
     ("move ge-1 to Verdun",)),
    (GE, "move ge-1 aachen", "the destination is missing here: write `to` and the area", 11,
     ("move ge-1 to aachen",)),
    (GE, "move ge-1 to", "an area is missing here", 13, ()),
    (GE, "move to liege", "name a piece, by id or by description", 6, ()),
    (GE, "move ge-1 to liege to namur", '"to" appears twice: write one order per line', 20, ()),
    (GE, "move ge-1 ge-2 to liege", '"ge-2" contradicts the words before it; write a comma', 11, ()),
    (GE, "move ge-1 from eifel to liege", "German 1st Army is in Aachen", 6, ()),
    (GE, "move ge-i1, ge-i6 of ge-1 to eifel", "ge-i6 is in Aachen, inside German 2nd Army", 13, ()),
    (GE, "move ge-i33 from aachen to liege", "ge-i33 is not on the map", 6, ()),
    (GE, "move ge-99 to liege", '"ge-99" is not a piece; did you mean', 6,
     ("move ge-i9 to liege", "move ge-i29 to liege", "move ge-i19 to liege")),
    (GE, "move 1st amry to liege", '"amry" is not a piece; did you mean army?', 10,
     ("move 1st army to liege",)),
    (GE, "move cavalry ge-i1 to liege", 'ge-i1 is not "cavalry ge-i1"', 6, ()),
    (GE, "move ge-1, eifel to liege", "German 1st Army is in Aachen", 6, ()),
    (GE, "move 2 ge-i1 to liege", "there is only one ge-i1", 6, ()),
    (GE, "move 6 infantry of ge-1 to eifel", "you have only 5 of such pieces", 6, ()),
    (GE, "move 9th army to eifel", "you have no such piece", 6, ()),
    (EN, "move 1st army to paris", '"1st army" can mean several pieces', 6,
     ("move be-1 to paris", "move fr-1 to paris", "move uk-1 to paris")),
    (EN, "rail uk-i to calais", '"uk-i" can mean several pieces', 6,
     ("rail uk-i1 to calais", "rail uk-i3 to calais")),
    (GE, "move horse in eifel to namur # ride!", "by several ways, and each captures different areas", 29,
     ("move horse in eifel to namur via ardennes # ride!", "move horse in eifel to namur via liege # ride!")),
    (GE, "rail ge-7 by boat to cologne", '"boat" is not a mode of movement', 14,
     ("rail ge-7 by rail to cologne", "rail ge-7 by sea to cologne",
      "rail ge-7 by strategic movement to cologne")),
    (GE, "move ge-1 -> liege to liege", "the way is given twice", 14, ()),
    (GE, "move ge-1, ge-2 to liege absorbing ge-i4", "only one army per line can take in pieces", 36, ()),
    (GE, "join ge-i4", "the army is missing here: write `to` and the army", 11, ()),
    (GE, "join ge-c1 to aachen", '"aachen" can mean several pieces', 15,
     ("join ge-c1 to ge-1", "join ge-c1 to ge-2")),
    (GE, "join ge-c4 to ge-i11", '"ge-i11" is not one army', 15, ()),
    (GE, "battle", "the area is missing here: write `battle` and the area", 7, ()),
    (GE, "battle liege, namur with gericht", "a card is played on one battle", 26, ()),
    (GE, "play gas as ersatz", 'a card cannot be played as "ersatz"', 13, ("play gas as event",)),
    (GE, "reroll", "the hit is missing here: write `reroll` and the kind of infantry", 7, ()),
    (GE, "reroll tankss", '"tankss" is not a kind of piece', 8, ("reroll tanks", "reroll tank")),
    (GE, "retreat ge-1", "the destination is missing here: write `to` and the area", 13, ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("side", "line", "text", "column", "readings"),
    UNREADABLE,
    ids=[line or "empty" for _, line, *_ in UNREADABLE],
)
def test_unreadable_line_names_reason_and_suggestions(
    western: GreatWar,
    opening: Position,
    side: str,
    line: str,
    text: str,
    column: int,
    readings: tuple[str, ...],
) -> None:
    with pytest.raises(Unreadable) as caught:
        system_of(western).notation.read(opening, side, line)
    assert text in str(system_of(western).language.word(caught.value.stated))
    assert (caught.value.column, caught.value.readings) == (column, readings)


@pytest.mark.parametrize(
    ("side", "line"), [(side, line) for side, line, *_, readings in UNREADABLE if readings]
)
def test_every_reading_that_is_offered_can_be_read(
    western: GreatWar, opening: Position, side: str, line: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        system_of(western).notation.read(opening, side, line)
    for reading in caught.value.readings:
        assert system_of(western).notation.read(opening, side, reading)


def test_many_readings_are_cut_short_and_said_to_be(western: GreatWar, opening: Position) -> None:
    with pytest.raises(Unreadable, match="12 of the readings follow") as caught:
        system_of(western).notation.read(opening, GE, "move 9 infantry to liege")
    assert len(caught.value.readings) == 12
    assert all(
        len(system_of(western).notation.read(opening, GE, reading)) == 9 for reading in caught.value.readings
    )


# Where a description looks


def test_losses_and_retreats_are_looked_for_in_the_battle(western: GreatWar, opening: Position) -> None:
    fight = Fight("liege", GE, {}, {})
    there = opening.put(replace(opening.map.pieces["be-i3"], army=None, area="liege"))
    battle = replace(there, fight=fight, agenda=(PayHits(EN, "liege", "offensive", 2),))

    assert system_of(western).notation.read(battle, EN, "lose the fort") == (
        Lose(side=EN, piece="liege-fort"),
    )
    assert system_of(western).notation.read(battle, EN, "lose infantry") == (Lose(side=EN, piece="be-i3"),)
    assert system_of(western).notation.read(battle, EN, "retreat infantry to namur") == (
        Retreat(side=EN, piece="be-i3", to="namur"),
    )


def test_a_card_alone_pays_hits_where_hits_are_to_be_paid(western: GreatWar, opening: Position) -> None:
    paying = replace(opening, agenda=(PayHits(GE, "liege", "defensive", 1),))
    assert system_of(western).notation.read(paying, GE, "bad weather") == (Spend(side=GE, card=47),)
    assert system_of(western).notation.read(paying, GE, "card 12") == (Spend(side=GE, card=12),)
    assert system_of(western).notation.read(opening, GE, "card 12") == (Offensive(side=GE, card=12),)


def test_an_army_that_must_leave_need_not_be_named(western: GreatWar, opening: Position) -> None:
    leaving = replace(opening, agenda=(LeaveEmpty("be-1", EN, "brussels"),))
    assert system_of(western).notation.read(leaving, EN, "retreat to namur") == (
        Retreat(side=EN, piece="be-1", to="namur"),
    )


def test_pieces_that_differ_are_not_chosen_among(western: GreatWar, opening: Position) -> None:
    moved = opening.put(replace(opening.map.pieces["ge-i2"], moved=1, mode="march"))
    with pytest.raises(Unreadable) as caught:
        system_of(western).notation.read(moved, GE, "leave infantry of ge-1")
    assert caught.value.readings == ("leave ge-i1", "leave ge-i2")


def test_a_locked_card_is_taken_only_when_no_other_has_the_name(western: GreatWar, opening: Position) -> None:
    hand = replace(opening.hand(GE), locked=(17,))
    assert system_of(western).notation.read(opening.holding(GE, hand), GE, "limited") == (
        Offensive(side=GE, card=18),
    )
    hand = replace(hand, locked=(17, 18))
    assert system_of(western).notation.read(opening.holding(GE, hand), GE, "limited") == (
        Offensive(side=GE, card=17),
    )


# Ways


def ridden(western: GreatWar, position: Position, line: str) -> tuple[str, ...]:
    (order,) = system_of(western).notation.read(position, EN, line)
    assert isinstance(order, Move)
    return order.path


def test_cavalry_prefers_friendly_areas_by_the_alphabet(western: GreatWar, opening: Position) -> None:
    assert ridden(western, opening, "move fr-c3 to brussels") == ("liege", "brussels")
    assert ridden(western, opening, "move fr-c3 to laon") == ("sedan", "laon")
    assert ridden(western, opening, "move fr-c3 to metz") == ("longwy", "metz")


def test_cavalry_rides_round_an_area_that_is_full(western: GreatWar, opening: Position) -> None:
    crowd = [Piece(f"fr-i{n}", "fr", EN, "infantry", "liege") for n in range(23, 26)]
    assert ridden(western, opening.put(*crowd), "move fr-c3 to brussels") == ("namur", "brussels")


def test_area_alone_does_not_choose_among_like_pieces(western: GreatWar, opening: Position) -> None:
    crowd = [Piece(f"ge-i{n}", "ge", GE, "infantry", "cologne") for n in (40, 41)]
    with pytest.raises(Unreadable) as fault:
        system_of(western).notation.read(opening.put(*crowd), GE, "move cologne to aachen")
    assert fault.value.readings == (
        "move ge-i40 to aachen",
        "move ge-i40, ge-i41 to aachen",
    )


def test_an_area_next_door_is_reached_directly(western: GreatWar, opening: Position) -> None:
    assert ridden(western, opening, "move fr-c3 to sedan") == ("sedan",)


def test_an_area_out_of_reach_is_left_to_the_rules(western: GreatWar, opening: Position) -> None:
    assert ridden(western, opening, "move fr-c3 to paris") == ("paris",)


def test_the_railway_goes_round_what_is_not_friendly(western: GreatWar, opening: Position) -> None:
    assert ridden(western, opening, "rail fr-i17 to amiens") == ("artois", "amiens")
    entered = opening.marking(owner={**opening.map.owner, "artois": GE})
    assert ridden(western, entered, "rail fr-i17 to amiens") == ("cambrai", "amiens")


def test_a_railway_that_cannot_be_is_still_a_way(western: GreatWar, opening: Position) -> None:
    assert ridden(western, opening, "rail fr-i17 to metz")[-1] == "metz"
    assert ridden(western, opening, "rail fr-i17 to england") == ("england",)


# Secrets


@pytest.mark.parametrize("line", [line for side, line, _ in LINES if side == GE])
def test_what_is_read_never_depends_on_the_enemys_hand(
    western: GreatWar, opening: Position, line: str
) -> None:
    hidden = replace(opening.holding(EN, Hand(size=8)), pile=(0,) * len(opening.pile))
    assert system_of(western).notation.read(hidden, GE, line) == system_of(western).notation.read(
        opening, GE, line
    )


NAMED_ARMIES = {
    "place Army of the Bug in lemberg": Place(side="central", piece="ge-14", area="lemberg"),
    "place the German South Army in lemberg": Place(side="central", piece="ge-13", area="lemberg"),
    "join ge-i1 to the Army of the Bug": Join(side="central", piece="ge-i1", army="ge-14"),
}


@pytest.mark.parametrize("line", NAMED_ARMIES)
def test_an_army_without_a_number_is_called_by_its_name(eastern: GreatWar, line: str) -> None:
    opening, _ = machine.run_on(eastern, eastern.start(), WrittenDice(orders=[tuple(range(3, 56))]))
    assert system_of(eastern).notation.read(opening, "central", line) == (NAMED_ARMIES[line],)


def test_who_builds_more_than_there_is_learns_how_many_there_are(
    eastern: GreatWar, western: GreatWar
) -> None:
    for rules, side, id, most in (
        (western, GE, "ge-a7", ("artillery", 6, "ge")),
        (eastern, "central", "ge-b9", ("biplane", 2, "ge")),
    ):
        assert pool.all_of_its_kind(rules.theatre, id) == most
        assert not pool.all_of_its_kind(rules.theatre, f"{side}-fort")


@pytest.mark.parametrize("line", ["play 51", "play Strategic Reserves! (51)", "play strategic reserves"])
def test_who_plays_reserves_without_a_piece_is_told_how(
    western: GreatWar, opening: Position, line: str
) -> None:
    (passing,) = system_of(western).notation.read(opening, GE, "pass")
    passed, _ = machine.play(western, opening, passing, WrittenDice())
    with pytest.raises(Unreadable, match=r"write: reserves PIECE to AREA with 5[01]"):
        system_of(western).notation.read(passed, GE, line)


@pytest.mark.parametrize(
    ("pack", "text", "piece"),
    [
        pytest.param("ttlm", "i31 in eifel", "ge-i31", id="beside an army that it may join"),
        pytest.param("aac", "i20 in lemberg", "ah-i20", id="a piece of one nation"),
        pytest.param("aac", "9 in krakow", "ge-9", id="a number of an army: `in` is no infantry"),
    ],
)
def test_place_of_a_reinforcement_is_read_by_names_alone(pack: str, text: str, piece: str) -> None:
    bound = rulesets.bind(pack, "1914", {})
    assert isinstance(bound.rules, GreatWar)
    given = GreatWarGiven(start="scenario", season="AUTUMN 1914", asked="reinforcements")
    position, (side, *_) = setup.position(bound.rules, given), bound.rules.sides
    *_, area = text.split()

    read = bound.system.notation.read_sentences(position, side, text)
    assert read == (Place(side=side, piece=piece, area=area),)
