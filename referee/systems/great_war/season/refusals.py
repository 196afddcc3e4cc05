"""The facts about arrivals, production, trenches and the end of a match that stand against orders."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Objections to orders of the season."""

    OFFER_STANDS = "you have already offered an armistice", "wait for the answer"
    OTHER_SIDE_OFFERS = "the {side} side already offers an armistice", "write: accept armistice"
    NO_OFFER_TO_ACCEPT = "the other side offers no armistice", "write: offer armistice"
    NO_OFFER = "no armistice is offered", "leave this line out"
    WINNER_RESIGNS = "you cannot resign while you are winning: {level}", "write: offer armistice"
    WINNER_OFFERS = "you cannot resign while you are winning: {level}", "wait for the answer"
    WINNER_IS_OFFERED = "you cannot resign while you are winning: {level}", "write: accept armistice"

    BID_TOO_HIGH = "a bid of {named} cards is too high", "bid {most} at most"
    BID_MADE = "you have made your bid", "write: anew, and bid again"
    CARDS_ASKED = "cards that you have to give: {most}", "discard {most} at most"
    NO_CARD_ASKED = "you do not have to give a card now", "leave this line out"

    NOT_YOURS = "{id} is not one of your pieces", "left to place: {due}"
    NOT_YOURS_AND_NOTHING_LEFT = "{id} is not one of your pieces", "nothing is left to place"
    NOT_DUE = "{piece:sort} is not among the pieces left to place", "left to place: {due}"
    NOT_DUE_AND_NOTHING_LEFT = (
        "{piece:sort} is not among the pieces left to place",
        "nothing is left to place",
    )
    NO_SUCCESSOR = "no piece replaces {piece} now", "left to place: {due}"
    NO_SUCCESSOR_AND_NOTHING_LEFT = "no piece replaces {piece} now", "nothing is left to place"
    STILL_TO_PLACE = "you still have to place: {due}", "place every piece that you can"
    ARRIVES_BY_SEA = "{army} cannot arrive in {area}", "it arrives in {boxes:area_choice}"
    ARRIVES_AT_HOME = "{area} is not in {countries:country_choice}, where {nation:national} pieces arrive"
    ON_THE_MAP = "{piece} is already on the map", "name another piece"
    LATER_YEAR = "the counter of {piece} is for a later year than {year}", "build another piece"
    NO_LOSS_DUE = "{piece} is not in an army that still has to lose a piece"
    CANNOT_BE_CHOSEN = "{piece} cannot be chosen"

    ENEMY_RECEIVES_NOTHING = "{area} is an enemy area", "new pieces go to friendly or disputed areas"
    NEUTRAL_RECEIVES_NOTHING = "{area} is neutral", "new pieces go to friendly or disputed areas"
    BOX_RECEIVES_NOTHING = "{area} is not on the map", "new pieces go to areas of the map"
    UNSUPPLIED_RECEIVES_NOTHING = (
        "{area} is out of supply and cannot receive new pieces",
        "choose an area in supply",
    )

    SIDE_HAS_NO_POINTS = (
        "this costs {cost:points}, and you have none left",
        "write `done`, or `plan again` and your new orders",
    )
    SIDE_HAS_TOO_FEW_POINTS = (
        "this costs {cost:points}, and you have {left} left",
        "spend at most {left}, or write `plan again` and your new orders",
    )
    NATION_HAS_NO_POINTS = (
        "this costs {cost:points}, and {nation} has none left",
        "spend the points of another nation, or write `plan again` and your new orders",
    )
    NATION_HAS_TOO_FEW_POINTS = (
        "this costs {cost:points}, and {nation} has {left} left",
        "spend at most {left}, or write `plan again` and your new orders",
    )
    NO_SUCH_COUNTER = "you have no counter {id} to build", "build another piece"
    BEYOND_THE_MIX = "you have no counter {id} to build", "the game has {known:several} in all"
    ARMIES_ARE_REBUILT = "{army} is not built", "write: rebuild {army:id} in ..."
    BUILT_LATER = "{piece} can be built from {first:season} on", "build it then"
    ONLY_REBUILT = "{piece} can only be rebuilt, and it has not been in play", "build another piece"
    NO_ARMY_TO_REBUILD = "you have no army {id}", "name an eliminated army of yours"
    ARMY_ON_THE_MAP = "{army} is on the map", "leave this line out"
    ARMY_NOT_ELIMINATED = (
        "{army} has not been eliminated, so it can arrive only as a reinforcement",
        "wait until it arrives, or build other pieces",
    )
    REBUILT_AT_HOME = (
        "{army} can be rebuilt only in a friendly area of {countries:country_choice}, and {area} is not one",
        "rebuild another army, or wait until such an area is friendly",
    )
    NO_UPGRADE = "{piece} cannot be upgraded", "upgrade another piece"
    UPGRADED_LATER = "{kind:kind_plural} come from {first:season} on", "upgrade it then"
    ONE_UPGRADE_A_PHASE = (
        "a side upgrades one piece per production phase, and you have named yours",
        "upgrade this piece in the next season",
    )
    NO_COUNTER_LEFT = "no counter of {kind:kind_plural} is left", "wait until such a piece is eliminated"

    CANNOT_ENTRENCH = "{piece} cannot entrench", "armies and single infantry can"
    ENTRENCHED_INSIDE = "{piece} is inside {army}", "write: entrench {army:id}"
    ENTRENCHED_ALREADY = "{piece} is already entrenched", "leave this line out"
    TRENCH_LIMIT = (
        "in {season} a side entrenches {most} pieces at most",
        "entrench the others in a later season",
    )
    NATION_TRENCH_LIMIT = (
        "in {season} a side entrenches {most} pieces of one nation at most",
        "entrench the others in a later season",
    )
    NOTHING_IS_FORTIFIED = "this match is played without fortification", "leave this line out"
    NO_PIECE_TO_FORTIFY = (
        "you have no piece {id} on the map that can be fortified",
        "your report lists your pieces",
    )
    CANNOT_BE_FORTIFIED = "{piece} cannot be fortified", "armies and single infantry can"
    ONLY_ARMIES_ARE_FORTIFIED = "{piece} cannot be fortified", "armies can"
    FORTIFIED_INSIDE = "{piece} is inside {army}", "write: fortify {army:id}"
    FORTIFIED_ALREADY = "{piece} is already fortified", "leave this line out"
    NOT_ENTRENCHED_YET = "{piece} is not entrenched yet", "entrench it now, and fortify it in a later season"
