"""The facts about cards, pieces, armies and areas that stand against orders of every kind."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Objections that several chapters share."""

    NO_SUCH_PIECE = "you have no piece {id} on the map", "your report lists your pieces"
    NO_SUCH_ARMY = "you have no army {id} in {area}", "name an army of yours that is there"
    NO_SUCH_AREA = "the map has no area {ids}"
    NO_SUCH_CARD = "no card has the number {card:id}", "cards run from 1 to {last}"
    NOT_IN_HAND = "{card} is not in your hand", "your report lists your hand"
    DRAWN_IN_THIS_PASS = "you drew {card} in this pass", "you can play it from the next player turn on"
    CARD_NAMED_TWICE = "you named a card twice", "write it once"
    CARDS_EXCHANGED = (
        "you have exchanged cards, so you cannot play a card this turn",
        "you can play it from the next player turn on",
    )
    ENEMY_AREA = "{area} is an enemy area"
    FORBIDDEN = "{piece} may not: {why:worded}", "use another piece for the rest of the match"
    FORBIDDEN_UNTIL = (
        "{piece} may not: {why:worded}",
        "use another piece, or wait until {until:season}",
    )
    FORBIDDEN_WITHOUT_CARDS = (
        "{piece} may not: {why:worded}",
        "give {cards} when you move: discard CARD",
    )
    FORBIDDEN_THIS_TURN = "{piece} may not: {why:worded}", "leave this line out"
    AREA_FULL = (
        "{area} would hold more than {limit} of your pieces",
        "move another piece out first, or go into an army there",
    )
    TERRAIN_ENDS_MARCH = "{feature} ends a march in {area}", "end the march there"
    KIND_BARRED = "{piece} cannot enter {area}", "leave it behind"
    NOT_FOR_ARMIES = "{piece} cannot be inside an army", "leave it outside"
    NATION_NOT_TAKEN = (
        "{army} cannot contain {nation:national} pieces",
        "put it into an army of its own nation",
    )
    INFANTRY_LIMIT = (
        "{army} has room for {limit} infantry",
        "leave a piece outside, or put it into another army",
    )
    AUXILIARY_LIMIT = (
        "{army} has room for {limit} auxiliaries",
        "leave a piece outside, or put it into another army",
    )
    ARTILLERY_LIMIT = (
        "{army} may hold {limit} artillery in {year}",
        "leave a piece outside, or put it into another army",
    )
    KIND_LIMIT = (
        "{army} may hold {limit} {kind}",
        "leave a piece outside, or put it into another army",
    )
