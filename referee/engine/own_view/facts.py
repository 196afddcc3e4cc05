"""What may be wrong with a copy, and why a part of it cannot be judged from there."""

from referee.engine.facts import Fact


class ViewFact(Fact):
    """What a copy tells that cannot be so, and why a part of it cannot be judged."""

    ORDER_UNLAWFUL = "the rules refuse this order, by {clauses}"
    EVENT_ADDED = "event {number}, {type}, did not come of it"
    EVENT_MISSING = "event {number}, {type}, is missing"
    EVENT_OTHER = "event {number} was {was} and must be {now}"
    PART_OTHER = "event {number}, {type}: {part} was {was} and must be {now}"
    DICE_TOO_FEW = "the rules throw more dice than there are"
    CANNOT_HAVE_HAPPENED = "this cannot have happened where the match stood"
    CARD_ELSEWHERE = "card {card} cannot come from the hand or the pile of {side}: it is elsewhere"
    HAND_TOO_SMALL = "{side} does not hold so many cards"
    PLAN_UNLAWFUL = "event {number}, {type}, was planned, and no lawful order plans it"
    ARMIES_HIDDEN = "it may depend on what armies hide from this reader"
    ENEMY_UNSEEN = "it may depend on enemies whom this reader does not see"
    OMISSION_UNSEEN = (
        "whether anything was left out of it may depend on enemies whom this reader does not see"
    )
    DECK_HIDDEN = "which cards these are follows from the hidden deck"
    PLAN_SEALED = "the rules allow it, and what was planned is still under seal"
    ORDER_UNSEEN = "the order is under seal"
    REFUSED_LAWFUL = "line {line} was refused, and the rules accept it"
    REFUSED_OTHER = "line {line} was refused, and the letter does not have it so"
    REFUSAL_HIDDEN = "whether the rules refuse this line may depend on what this reader may not know"
    BY_RULING = "the moderator ruled so"
