"""The facts about arrivals, production, trenches and the end of a match that stand against orders."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Objections to orders of the season."""

    OFFER_STANDS = "your offer of an armistice stands already"
    OTHER_SIDE_OFFERS = "the {side} side offers an armistice itself", "write: accept armistice"
    NO_OFFER_TO_ACCEPT = "the other side offers no armistice"
    NO_OFFER = "no armistice is offered"
    WINNER_RESIGNS = "nobody resigns who is winning: {level}"

    BID_TOO_HIGH = "{named} cards are more than may be bid", "bid {most} at most"
    BID_MADE = "you have made your bid", "write: anew, and bid again"
    CARDS_ASKED = "{most} cards are asked of you"
    NO_CARD_ASKED = "no card is asked of you now"

    NOT_YOURS = "{id} is no piece of yours", "left to place: {due}"
    NOT_YOURS_AND_NOTHING_LEFT = "{id} is no piece of yours", "nothing is left to place"
    NOT_DUE = "{piece:sort} is not among what is left to place", "left to place: {due}"
    NOT_DUE_AND_NOTHING_LEFT = (
        "{piece:sort} is not among what is left to place",
        "nothing is left to place",
    )
    NO_SUCCESSOR = "nothing takes the place of {piece} now", "left to place: {due}"
    NO_SUCCESSOR_AND_NOTHING_LEFT = "nothing takes the place of {piece} now", "nothing is left to place"
    STILL_TO_PLACE = "still to be placed: {due}", "place all that can be placed"
    ARRIVES_BY_SEA = "{army} cannot arrive in {area}", "it arrives in {boxes:area_choice}"
    ARRIVES_AT_HOME = "{area} is not in {countries:country_choice}, where {nation:national} pieces arrive"
    ON_THE_MAP = "{piece} is on the map already"
    LATER_YEAR = "{piece} carries a later year than {year}"
    NO_LOSS_DUE = "{piece} is in no army that has yet to lose a piece"
    CANNOT_BE_CHOSEN = "{piece} cannot be chosen"

    ENEMY_RECEIVES_NOTHING = "{area} is an enemy area", "new pieces go to friendly or disputed areas"
    NEUTRAL_RECEIVES_NOTHING = "{area} is neutral", "new pieces go to friendly or disputed areas"
    BOX_RECEIVES_NOTHING = "{area} is no area of the map", "new pieces go to areas of the map"
    UNSUPPLIED_RECEIVES_NOTHING = "{area} is out of supply and receives nothing"

    SIDE_HAS_NO_POINTS = "this costs {cost:points}, and you have none left"
    SIDE_HAS_TOO_FEW_POINTS = "this costs {cost:points}, and you have {left} left"
    NATION_HAS_NO_POINTS = "this costs {cost:points}, and {nation} has none left"
    NATION_HAS_TOO_FEW_POINTS = "this costs {cost:points}, and {nation} has {left} left"
    NO_SUCH_COUNTER = "you have no counter {id} to build"
    BEYOND_THE_MIX = "you have no counter {id} to build", "in all there are {known:several}"
    ARMIES_ARE_REBUILT = "{army} is not built", "write: rebuild {army:id} in ..."
    BUILT_LATER = "{piece} can be built from {first:season} on"
    ONLY_REBUILT = "{piece} has not been in play, and is only ever rebuilt"
    NO_ARMY_TO_REBUILD = "you have no army {id}"
    ARMY_ON_THE_MAP = "{army} is on the map"
    ARMY_NOT_ELIMINATED = "{army} has not been eliminated: it comes as a reinforcement or not at all"
    REBUILT_AT_HOME = (
        "{area} is no friendly area of {countries:country_choice}, where alone {army} is rebuilt"
    )
    NO_UPGRADE = "{piece} cannot be upgraded"
    UPGRADED_LATER = "{kind:kind_plural} come from {first:season} on"
    ONE_UPGRADE_A_PHASE = "one piece is upgraded in a production phase, and you have named yours"
    NO_COUNTER_LEFT = "no counter of {kind:kind_plural} is left"

    CANNOT_ENTRENCH = "{piece} cannot entrench", "armies and single infantry can"
    ENTRENCHED_INSIDE = "{piece} is inside {army}", "write: entrench {army:id}"
    ENTRENCHED_ALREADY = "{piece} is entrenched already"
    TRENCH_LIMIT = "in {season} a side entrenches {most} pieces at most"
    NATION_TRENCH_LIMIT = "in {season} a side entrenches {most} pieces of one nation at most"
    NOTHING_IS_FORTIFIED = "in this match nothing is fortified"
    NO_PIECE_TO_FORTIFY = "you have no piece {id} on the map that can be fortified"
    CANNOT_BE_FORTIFIED = "{piece} cannot be fortified", "armies and single infantry can"
    ONLY_ARMIES_ARE_FORTIFIED = "{piece} cannot be fortified", "armies can"
    FORTIFIED_INSIDE = "{piece} is inside {army}", "write: fortify {army:id}"
    FORTIFIED_ALREADY = "{piece} is fortified already"
    NOT_ENTRENCHED_YET = "{piece} is not entrenched yet", "entrench it now, and fortify it in a later season"
