"""What keeps a line of a letter from being read as an order."""

from enum import unique

from referee.engine.facts import Fact
from referee.engine.remedy import NO_ORDER


@unique
class Misreading(Fact):
    """What is said of a line that is no order, or may be several; `word` is the phrase as it was typed."""

    LINE_EMPTY = "there is no order in this line"
    VERB_UNKNOWN = "there is no order {word}{meant}"
    VERB_MISSING = "there is no order {word}"
    NO_AMENDMENT = (
        "{word} is no amendment",
        "write: exchange PIECE with PIECE, put PIECE in AREA, or put PIECE into ARMY",
    )
    NO_VERB = "there is no order {word}", NO_ORDER
    WORD_TWICE = "{word} stands twice: one order to a line"
    NOTHING_FOLLOWS = "nothing can follow here, and there is {word}"

    AREA_MISSING = "an area is missing here"
    AREA_UNKNOWN = "there is no area {word}{meant:meant_subjects}"
    AREA_UNCLEAR = "{word} may be any of several areas{more}"

    CARD_MISSING = "name a card, by number or by name"
    CARD_UNKNOWN = "there is no card {word}{meant}"
    CARD_UNCLEAR = "{word} may be any of several cards{more}"
    NUMBER_OR_NAME = "{word} is both a number and a name{more}"
    CARDS_TO_BID_MISSING = "which cards? Say `bid` and the cards, or: bid nothing"
    CARDS_UNCOUNTED = "how many cards? Say `buy` and a number"
    PLAYED_AS_UNKNOWN = "a card is not played as {word}{meant}"
    CARD_NEEDS_MOVE = "{card} moves a piece; write: reserves PIECE to AREA with {number}"

    BATTLE_MISSING = "which area? Say `battle` and the area"
    BATTLES_SHARE_CARD = "a card is played on one battle; give each battle a line of its own"
    HIT_MISSING = "which hit? Say `reroll` and the kind of infantry"

    NO_HITS_DUE = "no hit is to be paid by you now"
    CONDITION_UNKNOWN = (
        "{word} is no condition; write: strength < 5, enemy strength > 5, losses >= 2, enemy losses >= 2, "
        "ARMY alone, with ARMY, or CARD played"
    )

    PIECE_MISSING = "name a piece, by id or by description"
    PIECE_UNKNOWN = "there is no piece {word}{meant}"
    PIECE_UNCLEAR = "{word} may be any of several pieces{more}"
    PIECE_CONTRADICTED = "{word} contradicts what stands before it; a comma goes between two pieces"
    PIECE_NOT_OWNED = "you have no such piece: {word}"
    TOO_FEW_PIECES = "of such pieces you have only {number}: {word}"
    ANOTHER_PIECE = "{id} is not {word}"
    ONLY_ONE_PIECE = "there is only one {id}"
    FORT_WEAKER = "the strength of {id} is {strength}"
    PIECE_OFF_MAP = "{id} is not on the map"
    PIECE_HIDDEN = "{piece} is in an army, and in which is hidden"
    PIECE_ELSEWHERE = "{piece} is in {area}"
    PIECE_IN_ARMY = "{piece} is in {area}, inside {army}"
    KIND_UNKNOWN = "there is no kind of piece {word}{meant}"
    KIND_UNCLEAR = "{word} may be any of several kinds{more}"
    KIND_MISSING = "what kind of piece is {word}?"
    NATION_UNCLEAR = "{word} may be of any of several nations{more}"
    NOT_AN_ARMY = "{word} is not one army"
    ARMY_UNCLEAR = "{word} is not one army{more}"

    GOAL_MISSING = "where to? Say `to` and the area"
    WAY_TWICE = "the way is given twice: with arrows and with words"
    WAY_UNCLEAR = "{piece} can go there by several ways, and they differ in what they take"
    MODE_UNKNOWN = "there is no movement by {word}{meant}"
    ONE_ARMY_ABSORBS = "only one army to a line takes pieces in as it arrives"
    ARMY_MISSING = "which army? Say `to` and the army"
    BUILD_MISSING = "name a piece of the force pool"
    BUILD_AREA_MISSING = "where? Say `in` and the area, or `into` and the army"
