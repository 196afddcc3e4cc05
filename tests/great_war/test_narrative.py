"""Events as prose: every event can be told, and no telling gives a secret away."""

from typing import get_args

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import WrittenDice
from referee.systems.great_war.narrative.combat_narration import FATES
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.fights import Departure, Fight
from referee.systems.great_war.state.position import Position
from schemas.great_war import events as happened
from schemas.great_war.plan_events import PieceArrived, PlansRevealed
from schemas.record import PUBLIC, Roll
from schemas.reports import Block, Counter, DiceThrown, Heading, Paragraph, Table
from tests.great_war.random_play import play
from tests.great_war.samples import CANARIES, EN, GE, ROLL, SAMPLES
from tests.systems import system_of


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[tuple(range(1, 56))]))
    return position


def told(blocks: tuple[Block, ...]) -> str:
    """The words of some blocks, a heading marked by its level."""
    lines: list[str] = []
    for block in blocks:
        match block:
            case Heading(text=text, level=level):
                lines.append(f"{'#' * level} {text}")
            case Paragraph(parts=parts):
                lines.append("".join(part.text for part in parts))
            case DiceThrown(rolls=rolls):
                lines.extend(str(roll.faces) for roll in rolls)
            case _:
                raise AssertionError(f"a narrative has no {block.type}")
    return "\n".join(lines)


TELLINGS: dict[str, str] = {
    "deck-shuffled": "The draw pile is shuffled: 55 cards.",
    "cards-discarded": "The Entente side discards Ersatz 2 (30) and Bad Weather (47).",
    "season-opened": "## Turn 1: SUMMER 1914",
    "turn-opened": "### German player turn",
    "offensive-played": "The German side plays Limited Offensive (17) and attacks: one battle at most.",
    "turn-passed": "The Entente side passes.",
    "piece-moved": "German cavalry ge-c1 moves from Aachen by way of Eifel to Liège.",
    "army-joined": "German cavalry ge-c4 joins German 3rd Army.",
    "army-left": "German infantry ge-i1 leaves German 1st Army.",
    "army-entrenched": "German 1st Army takes over the trenches of the infantry that joined it.",
    "area-taken": "Ardennes passes to the German side.",
    "area-disputed": "Liège is now disputed.",
    "movement-closed": "",
    "battle-declared": "A battle is declared for Liège, which became disputed this turn.",
    "declaration-closed": "",
    "battle-opened": "#### Battle of Liège",
    "piece-retreated": "French cavalry fr-c3 retreats from Ardennes to Sedan, into French 5th Army.",
    "piece-stayed": (
        "French cavalry fr-c3 has already retreated and stays in Sedan when French 5th Army leaves."
    ),
    "retreat-declared": "Belgian 1st Army will retreat to Antwerp instead of firing.",
    "retreats-declared": "The Entente side stands its ground in Liège.",
    "army-must-leave": "Belgian 1st Army is empty and must leave.",
    "retreats-closed": "",
    "fire-resolved": "Fire of the attacker in Liège: the German side rolls 3 dice and scores 1 hit "
    "(1 by siege guns).\n(1, 4, 6)",
    "piece-lost": "Belgian infantry be-i1 of Belgian 1st Army is lost in Brussels.",
    "fort-reduced": "The fort of Liège is reduced to strength 2.",
    "ersatz-spent": "The Entente side spends Ersatz 3 (38) as Ersatz, worth 3 hits.",
    "siege-hits-lapsed": "2 hits of siege guns are more than the fort can take.",
    "battle-lapsed": "No enemy is left to fight in Liège, so no dice are rolled.",
    "hits-settled": "1 hit has no effect: no piece is left to take it.",
    "battle-closed": "The battle is over.",
    "pieces-exchanged": "German infantry ge-i1 and German infantry ge-i8 change places.",
    "piece-repositioned": "German cavalry ge-c4 is put in Metz, into German 5th Army.",
    "turn-closed": "",
    "combat-card-played": "The Entente side plays Poison Gas! (39) in Liège.",
    "bonus-designated": "The extra dice of the special offensive go to Liège.",
    "offensive-downgraded": "Bad weather turns the offensive of the German side into a limited offensive, "
    "with one battle at most.",
    "combat-cards-closed": "",
    "battle-called-off": "The battle of Liège is called off.",
    "battles-settled": "",
    "dogfight-fought": "Dogfight over Liège: the German side 1 hit, the Entente side 0 hits.\n(1, 4, 6)",
    "reaction-declared": "fr-b1 waits over Liège for the attack.",
    "hit-rerolled": "fr-b1 makes the enemy reroll a hit in Liège: it misses.\n(1, 4, 6)",
    "rerolls-closed": "",
    "crisis-played": "The Entente side plays German Military Crisis! (55), East Prussia: the German side "
    "must remove 2 pieces of infantry.",
    "crisis-settled": "The German side removes 1 piece too few: the victory points move by -1.",
    "transit-rolled": "Eastern Front Transit Box: The German side loses 1 piece.\n(1, 4, 6)",
    "piece-fortified": "German 1st Army is fortified.",
    "hit-withstood": "Belgian 1st Army is fortified and withstands a hit in Brussels.",
    "biplane-scrambled": "fr-b1 scrambles from Sedan to Liège.",
    "scramble-closed": "",
    "spare-hits-lapsed": "2 hits are left over: no piece can take them.",
    "battle-brought-forward": "The next battle is that of Liège.",
    "cards-bid": "The Entente side bids Ersatz 2 (30) and Bad Weather (47).",
    "initiative-settled": "The Entente side is First Player this season.",
    "piece-arrived": "German infantry ge-i31 is built in Metz, into German 5th Army.",
    "piece-replaced": "German infantry ge-i1 is upgraded to German Stoßtruppen ge-s1 in Aachen.",
    "piece-entrenched": "German 1st Army entrenches.",
    "cards-bought": "The Entente side buys 3 cards.",
    "supply-checked": "Out of supply: Belgian 1st Army.",
    "plan-extended": "The Entente side plans, under seal: the Entente side buys 9001 cards.",
    "plan-dropped": "The Entente side tears up its plan.",
    "plan-closed": "The Entente side has closed its plan.",
    "plans-revealed": "The plans of both sides are opened.",
    "phase-closed": "",
    "countries-joined": "Luxembourg joins the Entente side.",
    "withdrawal-ordered": "To the East: the German side must withdraw 2 German pieces of infantry.",
    "army-withdrawn": "German 7th Army leaves for another theatre and will not come back.",
    "cards-allotted": "The Entente side begins with Offensive (1).",
    "cards-sacrificed": "The German side discards Ersatz 2 (27) beside its offensive.",
    "armistice-offered": "The German side offers an armistice.",
    "armistice-declined": "The Entente side declines an armistice.",
    "templates-hidden": "The contents of armies are hidden from the other side.",
    "armies-shown": "German 1st Army reveals its contents: 1 German infantry.",
    "pieces-shown": "",
    "pieces-found": "",
    "armies-looked-into": "",
    "army-filled": "German 4th Army is no longer empty.",
    "army-emptied": "",
    "unseen": "French infantry fr-i1 joins French 2nd Army.",
    "season-closed": "SUMMER 1914 is over.",
    "campaign-ended": "The campaign is over, with 11 victory points: Stalemate.",
}


@pytest.mark.parametrize(
    "event", [event for event in SAMPLES if event.type in TELLINGS], ids=lambda event: event.type
)
def test_narration_of_an_event(western: GreatWar, opening: Position, event: happened.GreatWarEvent) -> None:
    assert told(system_of(western).narrator.narrate(opening, event)) == TELLINGS[event.type]


def test_every_event_but_the_draw_of_cards_is_told_alike_to_all() -> None:
    assert {event.type for event in SAMPLES} - set(TELLINGS) == {"cards-drawn"}


def test_cards_drawn_are_named_to_those_who_may_know(western: GreatWar, opening: Position) -> None:
    drawn = happened.CardsDrawn(side=GE, count=3, cards=(7, 3, 24))
    assert told(system_of(western).narrator.narrate(opening, drawn)) == (
        "The German side draws 3 cards: Offensive (3, 7) and Gericht (24)."
    )
    locked = happened.CardsDrawn(side=EN, count=1, locked=True)
    assert told(system_of(western).narrator.narrate(opening, locked)) == (
        "The Entente side draws 1 card. The draw can be played from the next player turn on."
    )


@pytest.mark.parametrize("viewer", [GE, PUBLIC])
@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.type)
def test_no_telling_names_a_hidden_card(
    western: GreatWar, opening: Position, event: happened.GreatWarEvent, viewer: str
) -> None:
    seen = system_of(western).secrecy.redact_event(event, viewer)
    if seen is None:
        assert event.type in {"plan-extended", "plan-dropped", "unseen"}
        return
    assert not any(str(card) in told(system_of(western).narrator.narrate(opening, seen)) for card in CANARIES)


@pytest.mark.parametrize(
    ("event", "telling"),
    [
        (
            happened.PieceMoved(piece="fr-i17", origin="lille", path=("artois",), mode="rail"),
            "French infantry fr-i17 goes by rail from Lille to Artois.",
        ),
        (
            happened.PieceMoved(piece="uk-1", origin="england", path=("calais",), mode="sea"),
            "British 1st Army sails from England to Calais.",
        ),
        (
            happened.PieceMoved(piece="fr-1", origin="dijon", path=("calais",), mode="strategic"),
            "French 1st Army is sent by strategic movement from Dijon to Calais.",
        ),
        (
            happened.OffensivePlayed(side=GE, card=3, kind="offensive"),
            "The German side plays Offensive (3) and attacks.",
        ),
        (
            happened.PieceStayed(piece="ge-i30", area="mulhouse"),
            "German infantry ge-i30 finds no room and stays in Mulhouse.",
        ),
        (
            happened.PieceStayed(piece="fr-5", area="sedan"),
            "Every piece left in French 5th Army has already retreated, so the army stays in Sedan.",
        ),
        (happened.BattleDeclared(area="liege"), "A battle is declared for Liège."),
        (
            happened.FireResolved(area="liege", side=EN, phase="defensive", rolls=(ROLL,), hits=0),
            "Fire of the defender in Liège: the Entente side rolls 3 dice and scores no hit.\n(1, 4, 6)",
        ),
        (
            happened.FireResolved(area="liege", side=EN, phase="defensive", hits=0),
            "Fire of the defender in Liège: the Entente side rolls no dice.",
        ),
        (happened.FireResolved(area="liege", side=GE, phase="artillery", hits=0), ""),
        (happened.FireResolved(area="liege", side=GE, phase="pursuit", hits=0), ""),
        (
            happened.SiegeHitsLapsed(side=EN, area="brussels", count=1),
            "1 hit of siege guns has no effect: no fort is left to take it.",
        ),
        (happened.HitsSettled(side=EN, area="liege"), ""),
        (happened.PieceLost(piece="sedan-fort", area="sedan", fate="hit"), "The fort of Sedan is destroyed."),
        (
            happened.PieceLost(piece="be-1", area="brussels", fate="last-unit"),
            "Belgian 1st Army has lost its last unit and is eliminated in Brussels.",
        ),
    ],
    ids=lambda value: "" if isinstance(value, str) else value.type,
)  # fmt: skip
def test_circumstances_change_the_telling(
    western: GreatWar, opening: Position, event: happened.GreatWarEvent, telling: str
) -> None:
    assert told(system_of(western).narrator.narrate(opening, event)) == telling


def test_nobody_stands_his_ground_who_has_said_he_leaves(western: GreatWar, opening: Position) -> None:
    leaving = replace(opening, fight=Fight("brussels", GE, {"be-1": Departure("antwerp")}, {}))
    assert (
        system_of(western).narrator.narrate(leaving, happened.RetreatsDeclared(side=EN, area="brussels"))
        == ()
    )


def test_a_battle_that_decides_nothing_leaves_the_area_disputed(western: GreatWar, opening: Position) -> None:
    both = opening.put(replace(opening.map.pieces["ge-i30"], area="brussels"))
    telling = told(system_of(western).narrator.narrate(both, happened.BattleClosed(area="brussels")))
    assert telling == "The battle is over, and Brussels remains disputed."


def test_every_fate_has_its_words() -> None:
    assert set(FATES) == set(get_args(happened.Fate))


def test_pieces_and_dice_reach_the_writers_as_what_they_are(western: GreatWar, opening: Position) -> None:
    (moved,) = system_of(western).narrator.narrate(
        opening, happened.PieceMoved(piece="ge-1", origin="aachen", path=("liege",), mode="march")
    )
    assert isinstance(moved, Paragraph)
    assert moved.parts[0] == Counter(text="German 1st Army", side=GE)
    rolls = (ROLL, Roll(purpose="again", needed=2, faces=(2,)))
    fire = happened.FireResolved(area="liege", side=GE, phase="offensive", rolls=rolls, hits=2)
    assert system_of(western).narrator.narrate(opening, fire)[1] == DiceThrown(rolls=rolls)


def test_a_piece_nobody_has_heard_of_is_told_by_its_id(western: GreatWar, opening: Position) -> None:
    ghost = happened.PieceLost(piece="ge-i99", area="liege", fate="hit")
    assert told(system_of(western).narrator.narrate(opening, ghost)) == "ge-i99 is lost in Liège."


def test_a_whole_game_can_be_told(western: GreatWar) -> None:
    for before, _, events, _ in play(western, 21, seasons=1):
        position = before
        for event in events:
            for block in system_of(western).narrator.narrate(position, event):
                assert not isinstance(block, Paragraph) or told((block,)).endswith((".", "!"))
            position = western.evolve(position, event)


def test_plans_that_are_opened_are_a_table_of_what_comes_and_where(western: GreatWar) -> None:
    told = 0
    for before, _, events, _ in play(western, 8, seasons=2):
        opened = [event for event in events if isinstance(event, PieceArrived)]
        tables = [
            block
            for block in system_of(western).narrator.digest(before, events, PUBLIC)
            if isinstance(block, Table)
        ]
        plans = next((table for table in tables if table.columns[0] == "Plans opened"), None)
        if opened and any(isinstance(event, PlansRevealed) for event in events):
            assert plans is not None
            cells = (cell for row in plans.rows for cell in row[2].split(", "))
            places = {cell.lstrip("0123456789 ").partition(" (")[0] for cell in cells}
            assert {system_of(western).language.area_name(one.area) for one in opened} <= places
            told += 1
    assert told
