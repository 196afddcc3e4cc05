"""What keeps a line of a letter from being read as an order."""

from enum import unique

from referee.engine.facts import Fact
from referee.engine.remedy import NO_ORDER


@unique
class Misreading(Fact):
    """What is said of a line that is no order, or may be several; `word` are the words as they were typed."""

    LINE_EMPTY = "there is no order in this line"
    VERB_UNKNOWN = "there is no order in {line}{meant}"
    NO_VERB = "there is no order in {line}", NO_ORDER
    NOTHING_FOLLOWS = "nothing else can stand in this line"
    WORD_UNKNOWN = "there is no such choice {word}{meant}"

    FIGURE_MISSING = "nobody is named, or nobody of them is left"
    FIGURE_UNKNOWN = "there is no figure or unit of yours {word}{meant}"
    FIGURE_UNCLEAR = "{word} may be {known}"
    FIGURES_SEVERAL = "one figure is wanted here, and these are several"
    UNIT_MISSING = "a unit is missing"
    WEAPON_UNKNOWN = "there is no weapon {word}{meant}"
    ENEMY_WITHOUT_ALIAS = "an enemy is named by his alias, as in c07"
    ENEMY_NOT_KNOWN = "nobody of your side knows a {enemy}: name a place"

    PLACE_MISSING = "a place is missing, as in 24.0,18.5"
    PLACES_SEVERAL = "one place is wanted here, and there are several"
    NOT_A_PLACE = "{word} is no place: write inches to the east and to the north, as in 24.0,18.5"
    NOT_A_LENGTH = "{length} is no length: inches have at most two decimals"
    TOO_MANY_CORNERS = "a way has at most twelve corners"
    STOP_MISSING = "the distance at which to stop is missing"
    STOP_TWICE = "the distance at which to stop is wanted once"
    STOP_BEFORE_START = "nobody stops before he starts"
    RADIUS_MISSING = "the radius is missing"
    RADIUS_TWICE = "the radius is wanted once"
    RADIUS_TOO_GREAT = "a look goes at most 12 inches around its point"
    BATTERY_MISSING = "the battery is missing: {known}"
    BATTERY_TWICE = "the battery is wanted once"
    NOT_A_NUMBER_OF_DICE = "{word} is no number of dice"
    NO_AMENDMENT = (
        "{word} is no amendment",
        "write `exchange FIGURE with FIGURE`, or `put FIGURE at PLACE`",
    )
    NO_FIGURE = "there is no figure {word}{meant}"
    DICE_WITHOUT_NUMBER = "each enemy is followed by his number of dice, as in `dice c03 3, c04 2`"
