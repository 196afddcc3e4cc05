"""Faults in proofs of dice, and in manual dice."""

from referee.engine.facts import Fact
from referee.i18n.translator import forms


class DiceFault(Fact):
    """A failed proof of dice, or impossible manual dice."""

    CHAIN_TOO_SHORT = "a chain of {keys} keys has no key {n}"
    CHAIN_OVERDUE = "it goes on with a chain of which {left} keys are left, and a new one was due"
    KEY_OUT_OF_TURN = "it publishes key {key} where key {due} is due"
    KEY_UNLINKED = "key {key} does not lead to the key published before it"
    CHAIN_EARLY = "it begins a new chain of keys with {left} keys left, and {most} is the most"
    SECRET_KEYS_CHOSEN = "the moderator chose the secret keys of {owner}"
    OWNER_MISNAMED = "{purpose}: these dice do not name the owner whose key they follow from"
    PURPOSE_MISSPELT = "{purpose}: this purpose is not spelled as the format of the journal spells purposes"
    ROLL_UNREADABLE = "a roll cannot be read"
    KEY_UNPUBLISHED = "the entry has dice, and publishes no key"
    KEY_UNUSED = "key {key} was spent without dice"
    DRAW_OUT_OF_TURN = "{purpose}: these dice are drawn from {draw} on, and {due} is due"
    SIDES_IMPOSSIBLE = "{purpose}: no die has {sides} sides"
    DICE_OUT_OF_ORDER = "{purpose}: these dice come after later ones"
    SECRET_KEY_TWICE = "the same secret key was used for two rolls"
    SECRET_KEY_OF_NOBODY = "a secret roll follows from no owner's key"
    SECRET_KEY_UNREADABLE = "the secret key of {owner} cannot be read"
    SECRET_KEY_UNUSED = "a secret key of {owner} was spent without dice"
    SECRET_THROW_SKIPPED = "a secret roll of {owner} was skipped"
    FACES_WRONG = "{purpose}: the key gives {due}, and the entry says {told}"
    WITNESS_MISSING = "manual dice without a source"
    SECRET_ORDER_DIFFERS = "the dice belong to another secret order"
    SECRET_ORDER_UNOPENABLE = "no private part contains the secret order of the dice"
    SALT_CHOSEN = "the moderator chose the salt of a secret order"
    ORDER_OF_DRAW_WRONG = "{purpose}: the hidden secret gives another order"
    DRAW_UNREADABLE = "a hidden draw cannot be read"
    ANCHOR_MISSING = "it begins a new chain of keys and gives no anchor"
    CHAIN_CHOSEN = "the moderator chose the new chain of keys"
    HIDDEN_SECRET_WRONG = "the hidden secret is not the one the header committed to"
    EVENT_WITHOUT_PLACE = "an event that {reader} saw has no place among the others"
    AUDIENCE_WRONG = "{purpose}: a public roll has a key of its own, or a secret roll has none"
    KEPT_WITHOUT_RULING = (
        "it keeps dice that no ruling before it took back: such an order names the retract, and spends no key"
    )
    KEPT_UNTHROWN = "no order that was taken back threw the dice that it keeps, or they were kept already"
    AWAITED_UNKNOWN = "the dice of this match wait for no round, or the entry that names it cannot be read"
    AWAITED_DROPPED = "the dice of entry {entry} were awaited, and the referee did not take them back"
    AWAITED_OTHER = "entry {entry} awaited the dice of another order, key or round"
    ROUND_CHOSEN = "it waits for round {round}, and its time gives round {due}"
    ROUND_EARLY = "round {round} is of {time}, and the order was filed before it"
    DICE_NOT_AWAITED = "it has public dice, and no entry before it awaited them"
    BEACON_FORGED = "the beacon did not sign round {round} like this"
    DEAL_OTHER = "the opened secret gives another deal"
    FACE_IMPOSSIBLE = "a die of {sides} sides has no face {faces}: {purpose}"
    DICE_MISSING = (
        forms(
            "{count} die needed for {purpose}; {left} given",
            "{count} dice needed for {purpose}; {left} given",
        ),
        "nothing was filed; give all faces in order",
    )
    DICE_AWAITED = (
        forms(
            "{count} die more needed for {purpose}; entry {entry} keeps what was thrown",
            "{count} dice more needed for {purpose}; entry {entry} keeps what was thrown",
        ),
        "throw those alone, and send the same letter with them and their own source",
    )
    DICE_IGNORED = (
        forms("{count} die too many was ignored: {faces}", "{count} dice too many were ignored: {faces}"),
    )
    DICE_LEFT = (
        forms("{count} die too many: {faces}", "{count} dice too many: {faces}"),
        "nothing was filed; give only what is needed",
    )
    DICE_TAKEN = (forms("{count} die for {purpose}: {faces}", "{count} dice for {purpose}: {faces}"),)
