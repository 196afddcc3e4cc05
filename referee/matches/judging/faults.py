"""What keeps a letter from being judged, or a line of it from being read."""

from referee.engine.facts import Fact


class JudgingFault(Fact):
    """A letter that is not judged, or a line of it that is not read."""

    NOT_A_LETTER = "this line holds no letter"
    OTHER_MATCH = "the letter is for the match {other}, not for {match}"
    SENDER_UNKNOWN = "nobody says whose letter this is", "name the side with --as"
    SENDERS_DIFFER = "the letter is signed by {signed}, and it was sent as {side}"
    DICE_ARE_SEALED = "the dice of {match} are sealed: nobody may say what they show"
    SOURCE_MISSING = "nobody is named who saw the dice", "name the source with --source"
    REHEARSED_DICE = (
        "what follows from dice may tell what a side must not know: this rehearsal is for the moderator alone"
    )
    DICE_WAIT = (
        "entry {entry} keeps dice that were thrown for another letter of this side",
        "send that letter again, with the missing dice; a ruling or a takeback sets them aside",
    )
    SIGNED_BY_ANOTHER = "this order is signed by {signed}, and the letter is from {sender}"
    RECORD_MISREAD = "{said}"
    QUESTION_UNCLEAR = "there is no one question {name}: write {near}"
    PLACE_UNCLEAR = "there is no one place {name}: write {near}"
    NOT_ASKED_THERE = "no question is about {name}"
    ADVANCE_WITHOUT_ORDER = (
        "the order is missing; write: when QUESTION: ORDER, or when QUESTION in AREA: ORDER"
    )
    ROLE_UNCLEAR = "there is no role {name}: write {near}"
    NO_CONDITIONS = "this game knows no conditions"
    OTHER_ROLE = "it is for the {role}"
    CONDITION_UNMET = "`{condition}` does not hold"
    DOCTRINE_WITHOUT_ROLE = "which role? Write: doctrine as {near}:"
    PLAN_WITHOUT_PLACE = "which battle? Write: plan for AREA:, or plan for every battle:"
    PLAN_LINE_ALONE = "this line belongs to a plan; write above it: plan for AREA:, or doctrine as ROLE:"
    ADVANCE_FULL = "{most} orders are given in advance already; write: forget QUESTION, or forget all"
    NOT_IN_ADVANCE = "nothing is ordered in advance for {asked}"
