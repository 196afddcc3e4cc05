"""The position as reports tell it, and the letters that could answer."""

from random import Random

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import NoDice, WrittenDice
from referee.systems.great_war.language.language import english, older_english
from referee.systems.great_war.narrative import fronts
from referee.systems.great_war.notation import templates
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Piece, Position
from referee.systems.great_war.state.tasks import LeaveEmpty, MovePieces, PayHits, StandOrRetreat
from schemas.record import PUBLIC, REFEREE
from schemas.reports import Block, Bullets, Figure, Heading, Paragraph, Table
from tests.great_war.proposals import examples, following, proposed
from tests.great_war.random_play import play
from tests.great_war.samples import CANARIES, EN, GE
from tests.loose_dice import LooseDice
from tests.systems import system_of

WIDTH = 72


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[tuple(range(1, 56))]))
    return position


def text(blocks: tuple[Block, ...]) -> str:
    """All words and cells of some blocks, one line to a row."""
    lines: list[str] = []
    for block in blocks:
        match block:
            case Heading(text=title):
                lines.append(title)
            case Paragraph(parts=parts):
                lines.append("".join(part.text for part in parts))
            case Table(columns=columns, rows=rows):
                lines.extend(" | ".join(row) for row in (columns, *rows))
            case Bullets(items=items):
                lines.extend("".join(part.text for part in item) for item in items)
            case Figure(picture=picture):
                lines.append(picture.title)
            case _:
                raise AssertionError(f"a situation has no {block.type}")
    return "\n".join(lines)


def width(table: Table) -> int:
    """How wide a table is with two spaces between its columns."""
    columns = zip(table.columns, *table.rows, strict=True)
    return sum(max(map(len, column)) for column in columns) + 2 * (len(table.columns) - 1)


def test_the_opening_is_told(western: GreatWar, opening: Position) -> None:
    told = text(system_of(western).narrator.situation(opening, GE)).splitlines()
    for line in (
        "SUMMER 1914, turn 1 of 23",
        "German | 14 | 11 | 5",
        "Entente | 42 | 25 | 9",
        "No area is disputed, and none has changed hands.",
        "11 victory points (11 for areas): Stalemate.",
        "The German side counts the points of the areas it holds alone. 6 points more would be German "
        "Marginal Victory and 1 point fewer Entente Marginal Victory.",
        "German: 5 of 5 sources. All its pieces are in supply.",
        "Aachen | German | 1 | yes | 1st: 5I 1C 1A | ",
        " |  |  |  | 2nd: 5I 1A 1G | ",
        "Sedan | Entente |  | yes |  | FR 5th: 3I 1C 1A",
        " |  |  |  |  | fort 0",
        "The German side holds 15 cards; at the end of the season at most 15. "
        "It builds with 12 build points.",
        "The Entente side holds 8 cards; at the end of the season at most 10. "
        "It builds with 10 build points.",
        "Draw pile: 32 cards; discards: 0 cards.",
        "Germany | 5I 15S 4B 1T 1P | 8th, 9th, 17th, 18th",
        "Belgium | nothing | ",
    ):
        assert line in told


def test_front_without_foreign_borders_ends_with_its_pieces() -> None:
    """A short report of many fronts leaves out borders with own areas."""
    parts = [part.text for part in fronts._row("Flanders", "ge-4 4I", "")]

    assert "".join(parts) == "Flanders ge-4 4I"
    assert len(parts) == 3, "a format with columns shows an empty cell"


def test_disputed_areas_precede_captured_areas(western: GreatWar, opening: Position) -> None:
    pieces = opening.map.pieces
    moved = opening.put(
        replace(pieces["ge-i30"], area="liege", entrenched=True),
        replace(pieces["fr-c3"], area="liege", retreated=True, moved=1),
        replace(pieces["ge-c4"], area="ardennes"),
    )
    fought = moved.marking(owner={**opening.map.owner, "ardennes": GE})
    control = [
        block for block in system_of(western).narrator.situation(fought, PUBLIC) if isinstance(block, Table)
    ][1]
    assert control.rows == (
        ("Liège", "disputed, Entente before", "1", "German, Entente"),
        ("Ardennes", "German", "0", "German"),
    )
    assert "disputed | 1 | 1 | 0" in text(system_of(western).narrator.situation(fought, PUBLIC))
    assert "Liège | disputed | 1 | yes | 1I (e) | FR 1C (mr)" in text(
        system_of(western).narrator.situation(fought, PUBLIC)
    )


def test_a_report_says_how_much_of_its_limits_an_offensive_has_used(
    western: GreatWar, opening: Position
) -> None:
    assert opening.now is not None
    now = replace(opening.now, side=EN, kind="limited", rails=1, battles=("liege", "metz"), fought=("liege",))
    moving = replace(opening.turning(now), agenda=(MovePieces(EN),))
    told = text(system_of(western).narrator.situation(moving, PUBLIC))
    assert "The Entente side conducts a limited offensive." in told
    assert "Moves used: rail 1 of 2, strategic 0 of 1, sea 0 of 1." in told
    assert "Battles of this turn, in order: Liège (fought), Metz." in told


def test_a_side_without_ships_reads_of_railways_alone(western: GreatWar, opening: Position) -> None:
    assert opening.now is not None
    now = replace(opening.now, side=GE, kind="limited", rails=2)
    moving = replace(opening.turning(now), agenda=(MovePieces(GE),))
    assert "Moves used: rail 2 of 2." in text(system_of(western).narrator.situation(moving, PUBLIC))


def test_used_moves_are_left_out_during_battles(western: GreatWar, opening: Position) -> None:
    assert opening.now is not None
    now = replace(opening.now, side=GE, kind="limited", battles=("liege",))
    fighting = replace(opening.turning(now), agenda=(PayHits(EN, "liege", "offensive", 1),))
    told = text(system_of(western).narrator.situation(fighting, PUBLIC))
    assert "The German side conducts a limited offensive.\nBattles of this turn" in told


def test_guests_of_an_army_are_told_apart_from_its_own(western: GreatWar, opening: Position) -> None:
    host = opening.map.pieces["fr-5"]
    guests = [Piece(f"us-i{n}", "us", EN, "infantry", host.area, host.id) for n in (1, 2)]
    own = [Piece("fr-i20", "fr", EN, "infantry", host.area, host.id)]
    alone = opening.put(*guests, *own)
    for id in [piece.id for piece in opening.map.contents(host.id)]:
        alone = alone.without(id)

    assert "| FR 5th: 1I, US 2I" in text(system_of(western).narrator.situation(alone, PUBLIC))


def test_the_hand_is_told_by_name_and_number_to_its_holder_only(western: GreatWar, opening: Position) -> None:
    held = opening.holding(EN, Hand(3, (3, 7, 38), locked=(38,)))
    mine = text(system_of(western).narrator.situation(held, EN))
    assert "Offensive | 3, 7 | 1" in mine
    assert "Ersatz 3 | 38 | 3" in mine
    assert "Locked this turn | 38 | " in mine
    assert "Ersatz 3 | 38 | 3" not in text(system_of(western).narrator.situation(held, GE))
    assert "Ersatz 3 | 38 | 3" in text(system_of(western).narrator.situation(held, REFEREE))
    assert "Card | Numbers" not in text(system_of(western).narrator.situation(held, PUBLIC))


def test_no_situation_and_no_template_names_a_hidden_card(western: GreatWar, opening: Position) -> None:
    guarded = replace(opening.holding(EN, Hand(2, CANARIES)), pile=CANARIES)
    for viewer in (GE, PUBLIC):
        assert str(CANARIES[0]) not in text(system_of(western).narrator.situation(guarded, viewer))
    assert str(CANARIES[0]) not in "\n".join(system_of(western).notation.template(guarded, GE))


def test_discards_lie_face_up(western: GreatWar, opening: Position) -> None:
    told = text(system_of(western).narrator.situation(replace(opening, discards=(38, 3, 17, 1)), PUBLIC))
    assert "Discarded, face up: Offensive (1, 3), Limited Offensive (17) and Ersatz 3 (38)." in told


def test_an_eliminated_army_is_marked_in_the_pool(western: GreatWar, opening: Position) -> None:
    lost = opening.without("be-1").marking(eliminated=frozenset({"be-1"}))
    assert "Belgium | nothing | 1st*" in text(system_of(western).narrator.situation(lost, PUBLIC))
    assert "12 victory points (11 for areas, +1 for eliminated armies): Stalemate." in text(
        system_of(western).narrator.situation(lost, PUBLIC)
    )


def test_finished_match_has_no_prompts(western: GreatWar, opening: Position) -> None:
    over = replace(opening, agenda=())
    assert "No question is open: the match is over." in text(
        system_of(western).narrator.situation(over, PUBLIC)
    )
    assert system_of(western).notation.template(over, GE) == ()


def test_an_offer_of_an_armistice_says_how_it_is_answered_until_the_match_is_over(
    western: GreatWar, opening: Position
) -> None:
    offered = replace(opening, armistice=EN)
    said = "offers an armistice. The answer is accept armistice or decline armistice, at any time."
    assert said in text(system_of(western).narrator.situation(offered, GE))
    assert {"# accept armistice", "# decline armistice"} <= {
        *system_of(western).notation.template(offered, GE)
    }
    assert not any(
        "armistice" in line
        for line in system_of(western).notation.template(replace(opening, armistice=GE), GE)
    )
    agreed, _ = machine.play(
        western, offered, *system_of(western).notation.read(offered, GE, "accept armistice"), NoDice()
    )
    assert "offers an armistice" not in text(system_of(western).narrator.situation(agreed, GE))


def test_the_letters_of_the_force_pools_are_explained(western: GreatWar, opening: Position) -> None:
    told = text(system_of(western).narrator.situation(opening, GE))
    for letter in ("S Stoßtruppen", "B biplane", "T tank", "P Paris Gun"):
        assert letter in told


def test_proper_names_of_pieces_keep_their_capitals(western: GreatWar) -> None:
    assert english(western.theatre).counter_name("ge-p1") == "German Paris Gun ge-p1"
    assert english(western.theatre).counter_name("ge-i1") == "German infantry ge-i1"
    assert english(western.theatre).name("arms", ("stosstruppen", 2)) == "2 Stoßtruppen"


def test_purposes_of_older_journals_have_no_capitals(western: GreatWar) -> None:
    """Their dice depend on each letter."""
    assert older_english(western.theatre).name("arms", ("stosstruppen", 2)) == "2 stoßtruppen"


def test_the_tables_of_a_game_fit_a_letter(western: GreatWar) -> None:
    for _, _, _, position in list(play(western, 13, seasons=1))[::10]:
        tables = [
            block
            for block in system_of(western).narrator.situation(position, REFEREE)
            if isinstance(block, Table)
        ]
        assert max(map(width, tables)) <= WIDTH, [table for table in tables if width(table) > WIDTH]


# Templates


def test_a_template_offers_every_offensive_in_hand_and_passes(western: GreatWar, opening: Position) -> None:
    held = opening.holding(GE, Hand(4, (3, 7, 17, 38)))
    assert system_of(western).notation.template(held, GE) == (
        "# Play an offensive card, or pass?",
        "#",
        f"# {templates.ONE_CARD}",
        "# offensive 3                     # Offensive (3 or 7)",
        "# offensive 17                    # Limited Offensive (17): one battle",
        "#",
        f"# {templates.FOLLOWING}",
        "# move ge-1 to liege              # German 1st Army",
        "# battle Liège",
        "# done",
        "# plan for every battle as attacker:",
        "#   cavalry-retreat: stay       # or: retreat to AREA",
        "#   losses: lose first infantry, then cavalry",
        "#   retreat-after: stay         # or: retreat to AREA",
        "# doctrine as defender:  # until you change it",
        "#   cavalry-retreat: stay",
        "#   stand-or-retreat: stand",
        "#   losses: lose first infantry, then cavalry",
        "#   retreat-after: stay",
        "#",
        "# Proposed orders; to agree, remove the # from these lines:",
        "# pass  # then you may move one piece and exchange cards",
    )
    assert system_of(western).notation.template(held, EN) == ()
    one_card = system_of(western).notation.template(opening.holding(GE, Hand(1, (3,))), GE)
    assert one_card[1:4] == ("#", "# offensive 3                     # Offensive (3)", "#")


def test_a_template_names_every_kind_of_card_that_pays_a_hit(western: GreatWar, opening: Position) -> None:
    hand = Hand(9, (3, 17, 28, 38, 39, 43, 45, 47, 51))
    paying = replace(opening.holding(EN, hand), agenda=(PayHits(EN, "brussels", "offensive", 3),))

    lines = examples(system_of(western).notation.template(paying, EN))

    cards = [line.split()[1] for line in lines if line.startswith("spend ")]
    assert cards == ["38", "28", "3", "17", "39", "45", "47", "51"], "43 is Poison Gas like 39"


def test_a_template_pays_all_hits_one_by_one(western: GreatWar, opening: Position) -> None:
    fight = machine.replay(western, opening, ())
    paying = replace(fight, agenda=(PayHits(EN, "brussels", "offensive", 3),))
    assert [
        line.partition("  ")[0] for line in proposed(system_of(western).notation.template(paying, EN))
    ] == [
        "lose be-i1",
        "lose be-i2",
        "lose be-i3",
    ]


def test_an_army_that_must_leave_is_sent_somewhere(western: GreatWar, opening: Position) -> None:
    leaving = replace(opening, agenda=(LeaveEmpty("be-1", EN, "brussels"),))
    (answer,) = proposed(system_of(western).notation.template(leaving, EN))
    assert answer.startswith("retreat be-1 to ")


@pytest.mark.parametrize("seed", [4, 8])
def test_a_proposal_that_is_agreed_to_answers_the_question(western: GreatWar, seed: int) -> None:
    for _, _, _, position in play(western, seed, seasons=1):
        for prompt in western.prompts(position):
            template = system_of(western).notation.template(position, prompt.side)
            assert max(map(len, template)) <= WIDTH
            state, asked = position, western.prompts(position)
            for line in proposed(template):
                (order,) = system_of(western).notation.read(state, prompt.side, line)
                assert not list(western.objections(state, order))
                course = western.outcome(state, order, NoDice()).events
                state = machine.replay(western, state, course)
            assert western.prompts(state) != asked


@pytest.mark.parametrize("seed", [4, 8])
def test_what_may_follow_an_offensive_in_one_letter_is_lawful_line_by_line(
    western: GreatWar, seed: int
) -> None:
    attacks = 0
    for _, _, _, position in play(western, seed, seasons=1):
        for prompt in western.prompts(position):
            template = system_of(western).notation.template(position, prompt.side)
            orders = following(template)[:3]
            state = position
            for line in (*examples(template)[:1], *orders) if orders else ():
                (order,) = system_of(western).notation.read(state, prompt.side, line)
                assert not list(western.objections(state, order)), line
                state, _ = machine.play(western, state, order, LooseDice(Random(seed)))
            attacks += bool(orders)
    assert attacks


def test_every_example_of_a_template_is_lawful(western: GreatWar) -> None:
    given = 0
    for _, _, _, position in list(play(western, 15, seasons=1))[::3]:
        for prompt in western.prompts(position):
            for line in examples(system_of(western).notation.template(position, prompt.side)):
                (order,) = system_of(western).notation.read(position, prompt.side, line)
                assert not list(western.objections(position, order))
                given += 1
    assert given > 20


def test_guns_that_cannot_retreat_are_named(western: GreatWar, opening: Position) -> None:
    """A player asked whether his siege gun, which no retreat named, is lost."""
    guns = {piece.id: piece for piece in opening.map.owned(GE) if piece.kind == "siege-gun" and piece.army}
    gun = next(iter(guns.values()))
    asked = replace(opening, agenda=(StandOrRetreat(GE, gun.area),))
    told = " ".join(text(system_of(western).narrator.brief(asked, GE)).split())
    assert f"never retreat, and are lost if their army goes: {gun.id}." in told
