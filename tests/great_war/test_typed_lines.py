"""Lines as people type them: lists without verbs, prices in brackets, slips, courtesies, in four languages.

Legal orders are written in many ways, and each is read as the same order. Beside each stands a line that a
reader could take for it: a denial, a condition, a wrong price, another nation. It stays unread.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.faults import Unreadable
from referee.matches import matches
from referee.matches.judging import reading_lines, submission
from referee.matches.matches import Match
from referee.reports import letter_answers
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.notation import legal_readings
from referee.systems.great_war.notation.sentences import Misreading, Reading
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import production
from referee.systems.great_war.state.fights import Fight
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import MakePlans, StandOrRetreat
from schemas.great_war.orders import Build, Buy, GreatWarOrder, Place, Rebuild
from schemas.record import Side
from tests.great_war.random_play import play
from tests.matches.judging.letters_of_readers.positions import SIDES, make_shelf
from tests.systems import system_of

INTO = ("into", "joining", "zur", "in die", "zu", "dans", "στην")
"""Words before an army."""

HOSTILE = (
    "not {}", "no {}", "kein {}", "pas de {}", "όχι {}", "maybe {}", "{} if it rains", "{} falls möglich",
    "{} or nothing", "{} ?", "why {}", "{} was lost", "{} next season", "never {}", "{} except one",
    "{} unless he attacks", "I had {}",
)  # fmt: skip
"""Lines around an order that must not be read as the order."""


@pytest.fixture
def surround(pytestconfig: pytest.Config) -> Callable[[int, str], list[str]]:
    """What stands around a line: other words for each number; all of them with --surroundings 1."""
    each = pytestconfig.getoption("--surroundings")
    assert isinstance(each, int)
    return lambda number, line: [around.format(line) for around in HOSTILE[number % each :: each]]


@pytest.fixture(scope="module")
def plans(western: GreatWar) -> list[Position]:
    """Positions in which both sides plan production or reinforcements."""
    return [
        after
        for before, _, _, after in play(western, 4, seasons=3)
        if isinstance(after.task, MakePlans) and not isinstance(before.task, MakePlans)
    ]


def read(rules: GreatWar, position: Position, side: Side, line: str) -> tuple[GreatWarOrder, ...] | None:
    """The orders of a line, or None if it is unreadable."""
    notation = system_of(rules).notation
    try:
        return notation.read(position, side, line)
    except Unreadable:
        return notation.read_sentences(position, side, line) or None


def list_orders(
    rules: GreatWar,
    positions: Sequence[Position],
    models: type[GreatWarOrder] | tuple[type[GreatWarOrder], ...],
) -> Iterator[tuple[Position, GreatWarOrder]]:
    """Legal orders of some kinds, a few of each position."""
    generator = random.Random(5)
    for position in positions:
        for side in rules.theatre.sides:
            options = judgement.lawful(rules.theatre, position, side)
            orders = [order for order in options if isinstance(order, models)]
            yield from ((position, order) for order in generator.sample(orders, min(5, len(orders))))


def spell_area(rules: GreatWar, area: str) -> Iterator[str]:
    """The names of an area in all languages of the pack."""
    place = rules.theatre.areas[area]
    yield from (name for name in (place.name, *place.names) if name.count(" ") < 3)


def write_places(rules: GreatWar, order: Build | Place) -> Iterator[str]:
    """A new piece with its place, in many ways."""
    for name in spell_area(rules, order.area):
        for word in ("in", "im", "à", "at", "στη"):
            if order.into is None:
                yield f"{order.piece} {word} {name}"
            else:
                yield from (f"{order.piece} {word} {name} {into} {order.into}" for into in INTO)


def test_new_pieces_are_read_from_lists(
    western: GreatWar, plans: list[Position], surround: Callable[[int, str], list[str]]
) -> None:
    count = 0
    generator = random.Random(1)
    for position, order in list_orders(western, plans, (Build, Place)):
        assert isinstance(order, Build | Place)
        lines = list(write_places(western, order))
        for line in generator.sample(lines, min(2, len(lines))):
            for mark in ("", "- ", "• ", "* ", "· ", "– "):
                assert read(western, position, order.side, mark + line) == (order,), line
            for surrounded in surround(count, line):
                assert read(western, position, order.side, surrounded) is None, surrounded
            count += 1
    assert count > 10


def test_price_in_brackets_must_be_the_price(western: GreatWar, plans: list[Position]) -> None:
    count = 0
    for position, order in list_orders(western, plans, (Build, Rebuild, Buy)):
        assert isinstance(order, Build | Rebuild | Buy)
        price = production.price(western.theatre, position, order)
        line = system_of(western).notation.write(order)
        bare = line.removeprefix("buy ").removeprefix("build ").removeprefix("rebuild ")
        for text in (line, bare):
            assert read(western, position, order.side, f"{text} ({price})") == (order,), text
            assert read(western, position, order.side, f"{text} ({price} BP)") == (order,), text
            assert read(western, position, order.side, f"{text} ({price + 1})") is None, text
        count += 1
    assert count > 10


@pytest.mark.parametrize(
    "form",
    ["{} cards", "{} Karten kaufen", "{} Karten", "{} cartes", "{} κάρτες", "- {} cards",
     "le reste en cartes : {} cartes", "rest in cards: {} cards", "Rest für Karten: {} Karten"],
)  # fmt: skip
def test_cards_are_bought_in_a_list(
    western: GreatWar, plans: list[Position], form: str, surround: Callable[[int, str], list[str]]
) -> None:
    count = 0
    for position, order in list_orders(western, plans, Buy):
        assert isinstance(order, Buy)
        line = form.format(order.cards)
        assert read(western, position, order.side, line) == (order,)
        assert read(western, position, order.side, f"{line} ({order.cards})") == (order,)
        for surrounded in surround(count, line):
            assert read(western, position, order.side, surrounded) is None, surrounded
        count += 1
    assert count > 10


def test_other_words_about_a_piece_must_agree_with_its_id(
    western: GreatWar, plans: list[Position], pytestconfig: pytest.Config
) -> None:
    each = min(2, pytestconfig.getoption("--cases"))
    for position, order in islice(list_orders(western, plans, Build), 0, None, each):
        assert isinstance(order, Build)
        nation = western.theatre.nations[order.piece.partition("-")[0]]
        place = f"in {order.area} into {order.into}" if order.into else f"in {order.area}"
        assert read(western, position, order.side, f"{nation.adjective} {order.piece} {place}") == (order,)
        for other in western.theatre.nations.values():
            if other.id != nation.id:
                for verb in ("", "build "):
                    assert (
                        read(western, position, order.side, f"{verb}{other.adjective} {order.piece} {place}")
                        is None
                    )
        assert read(western, position, order.side, f"2 {order.piece} {place}") is None
        assert read(western, position, order.side, f"build siege gun {order.piece} {place}") in (
            None,
            (order,),
        )


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_shelf(tmp_path_factory.mktemp("positions"))


def read_in(match: Match, line: str) -> list[str] | None:
    notation, side = match.system.notation, SIDES[match.name]
    try:
        return [
            notation.write(order)
            for order in reading_lines.read_text(match.system, match.position(), side, line)
        ]
    except Unreadable:
        return None


SLIPS = [
    ("p03", "mve fr-1 to nancy", ["move fr-1 to nancy"]),
    ("p03", "mvoe fr-1 to nancy", ["move fr-1 to nancy"]),
    ("p03", "moove fr-1 to nancy", ["move fr-1 to nancy"]),
    ("p03", "move fr-1 nancy", ["move fr-1 to nancy"]),
    ("p03", "move fr-1, fr-4 nancy", ["move fr-1 to nancy", "move fr-4 to nancy"]),
    ("p03", "déplcer fr-1 vers Nancy", ["move fr-1 to nancy"]),
    ("p03", "bewgen fr-1 nach Nancy", ["move fr-1 to nancy"]),
    ("p03", "done thx", ["done"]),
    ("p03", "done, thank you", ["done"]),
    ("p03", "thats all, done", ["done"]),
    ("p03", "That's it, done please", ["done"]),
    ("p03", "fini pour moi", ["done"]),
    ("p03", "c'est tout, fini, merci", ["done"]),
    ("p03", "fertig, danke", ["done"]),
    ("p03", "das wars, fertig", ["done"]),
    ("p03", "τελείωσα, ευχαριστώ", ["done"]),
    ("p06", "ge-i30 nach Straßburg zurück", ["retreat ge-i30 to strasbourg"]),
    ("p06", "Infanterie i30 nach Straßburg zurück", ["retreat ge-i30 to strasbourg"]),
    ("p06", "retreat to strasbourg", ["retreat ge-i30 to strasbourg"]),
    ("p07", "ge-b1 in Metz", ["place ge-b1 in metz"]),
    ("p07", "biplane ge-b1 à Metz", ["place ge-b1 in metz"]),
    ("p07", "- Doppeldecker ge-b1 in Flandern zur ge-4", ["place ge-b1 in flanders into ge-4"]),
]  # fmt: skip


@pytest.mark.parametrize(("position", "line", "orders"), SLIPS)
def test_line_with_one_reading_is_read(shelf: Path, position: str, line: str, orders: list[str]) -> None:
    assert read_in(matches.find(shelf, position), line) == orders


UNREAD = [
    ("p03", "more fr-1 to nancy"),
    ("p03", "moved fr-1 to nancy"),
    ("p03", "love fr-1 to nancy"),
    ("p03", "send no fr-1 to nancy"),
    ("p03", "mvoe fr-1 to nancy?"),
    ("p03", "move fr-1 nancy?"),
    ("p03", "move fr-1 verdun nancy"),
    ("p03", "move fr-1 epinal"),
    ("p03", "mvoe fr-1 to nancy?!"),
    ("p06", "ge-i30 back to strasbourg?!"),
    ("p06", "ge-i30 back to strasbourg? No."),
    ("p03", "not done thx"),
    ("p03", "done if he passes"),
    ("p03", "done, but wait for me"),
    ("p03", "almost done, thanks"),
    ("p03", "thanks, not done"),
    ("p03", "is that all, done?"),
    ("p03", "fini de rire"),
    ("p03", "fertig machen"),
    ("p03", "noch nicht fertig, danke"),
    ("p06", "ge-i30 not back to strasbourg"),
    ("p06", "Infanterie i31 nach Straßburg zurück"),
    ("p06", "Kavallerie ge-i30 nach Straßburg zurück"),
    ("p07", "ge-b1 in Metz or Flanders"),
    ("p07", "ge-b1 not in Metz"),
    ("p07", "infantry ge-b1 in Metz"),
    ("p07", "2 ge-b1 in Metz"),
    ("p07", "ge-b1 in Metz and Saar"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "line"), UNREAD)
def test_near_miss_stays_unread(shelf: Path, position: str, line: str) -> None:
    assert read_in(matches.find(shelf, position), line) is None


@pytest.mark.parametrize("piece", ["us-c1", "fr-t1"])
def test_words_behind_an_order_of_a_piece_off_the_map_are_read(shelf: Path, piece: str) -> None:
    match = matches.find(shelf, "p03")
    letter = f"move {piece} to paris and more words here\n"
    sent = submission.open_letter("letter", letter.encode(), at="2026-01-02T00:00:00Z", side="entente")

    answer = letter_answers.rehearse(match, sent)

    assert piece not in match.position().map.pieces
    assert [line.line for line in answer.refused] == [1]


def test_line_with_two_readings_names_both(western: GreatWar, plans: list[Position]) -> None:
    position = next(one for one in plans if one.task == MakePlans("production"))
    reading = Reading(western.theatre, position, "german", "boy 2 cards in aachen")
    fault = reading.unknown(Misreading.VERB_UNKNOWN, reading.phrase(), ())
    orders = {
        "buoy 2 cards in aachen": (Buy(side="german", cards=2),),
        "bory 2 cards in aachen": (Buy(side="german", cards=1),),
    }
    with pytest.raises(Unreadable) as caught:
        legal_readings.read_typed(reading, position, fault, ("buoy", "bory"), orders.__getitem__)
    assert caught.value.stated.fact is Misreading.LINE_UNCLEAR
    assert caught.value.readings == tuple(orders)


def test_short_id_of_two_nations_is_asked_about(western: GreatWar, plans: list[Position]) -> None:
    position = plans[0]
    mine = [piece for piece in position.map.owned("entente") if piece.kind == "infantry"]
    british = {piece.id: piece for piece in mine if piece.nation == "uk"}
    french = next(
        piece for piece in mine if piece.nation == "fr" and piece.id.replace("fr", "uk", 1) in british
    )
    pair = (french, british[french.id.replace("fr", "uk", 1)])
    position = position.put(*(replace(piece, area="paris", army=None) for piece in pair))
    fight = Fight("paris", "german", {}, {})
    position = replace(position, agenda=(StandOrRetreat("entente", "paris"),), fight=fight)
    short = french.id.partition("-")[2]
    assert read(western, position, "entente", f"{short} back to meaux") is None
    assert read(western, position, "entente", f"{french.id} back to meaux")


def test_cards_with_a_french_verb_are_bought(western: GreatWar, plans: list[Position]) -> None:
    position = next(one for one in plans if one.task == MakePlans("production"))
    assert read(western, position, "german", "acheter 2 cartes") == (Buy(side="german", cards=2),)


def test_reading_of_a_slip_is_shown(shelf: Path) -> None:
    match = matches.find(shelf, "p03")
    letter = "mve fr-1 to nancy\nmove fr-4 verdun\n"
    sent = submission.open_letter("letter", letter.encode(), at="2026-01-02T00:00:00Z", side="entente")
    answer = letter_answers.rehearse(match, sent)
    assert [line.order for line in answer.accepted] == ["move fr-1 to nancy", "move fr-4 to verdun"]
    (note,) = [text for text in answer.warnings if "read as" in text]
    assert "`mve fr-1 to nancy` -> `move fr-1 to nancy`" in note
    assert "`move fr-4 verdun` -> `move fr-4 to verdun`" in note
