"""What is wrong with a journal, or keeps it from being read or written."""

from referee.engine.facts import Fact
from referee.engine.tongue import forms


class JournalFault(Fact):
    """A journal that cannot be believed, read or written."""

    LINE_NOT_UTF8 = "is not UTF-8 text"
    LINE_NOT_JSON = "is not JSON: {Problem}"
    LINE_NOT_CANONICAL = "is not canonical JSON: {problem}"
    LINE_PARTS_MISSING = "does not consist of a seal, a body and private parts"
    SEAL_WRONG = "was changed after it was sealed: its seal is not the digest of what it says"
    LINE_MISSPELT = "is not spelled the way the referee spells"
    PRIVATE_UNCOMMITTED = "has a private part for {side} that its body does not commit to"
    PRIVATE_CHANGED = (
        "was changed after it was sealed: the private part for {side} is not the one committed to"
    )
    PRIVATE_UNSALTED = "has a private part for {side} without salt"
    JOURNAL_UNKNOWN = "there is no journal at {path}"
    PIPE_SILENT = "the pipe {path} has no writer"
    NOT_A_FILE = "{path} is no file: a journal is a plain one"
    PATH_UNREADABLE = "{path} cannot be read: {why}"
    PACKED_BROKEN = "this is not what gzip packed, or its end is missing"
    PACKED_TOO_LARGE = "this unpacks to more than a journal may come to"
    HEADER_UNFINISHED = (
        "the header is missing or was never finished: no match was opened here",
        "remove it and open the match again",
    )
    JOURNAL_FORMAT = "is of format {version}, and this referee reads format {known}"
    VOCABULARY_NEWER = "is written in vocabulary {version}, and this referee reads up to {known}"
    ENTRY_INCOMPLETE = "has not all the parts of an entry"
    HEADER_INCOMPLETE = "has not all the parts of a header, or more than those"
    TIME_WRONG = (
        "its time {at!r} is not a moment in UTC",
        "write it as 2026-12-01T20:00:00Z",
    )
    VOCABULARY_OTHER = "its vocabulary {vocabulary} is not that of format {format}"
    SIDES_WRONG = "its sides are not the names of different players"
    PLAYER_FOREIGN = "{side} has a bot, and is not a side of the match"
    NO_PRIVATE_PARTS = "it has private parts, and there are none in an entry of the kind {kind}"
    TAKEBACK_UNREASONED = "the referee took orders back without a reason"
    NAMES_NO_SIDE = "its field {field} does not name sides of the match"
    NAMES_NO_ENTRY = "its field {field} does not name entries before it"
    NAMES_NO_TIME = "its field {field} is not in the calendar"
    PART_SALT_CHOSEN = "the salt of the private part for {reader} does not follow from the hidden secret"
    LINK_BROKEN = "does not follow the line before it: a line was taken out, put in or moved here"
    NUMBER_WRONG = "has the number {seq} where {due} is due"
    ENTRY_MISSHAPEN = "has a part that cannot be read: {part}: {said}"
    TAKEBACK_FORWARD = "entry {entry} takes the match back to no entry before it"
    CUT_OFF = "entry {entry} was cut off: its seal was kept, and the journal ends at entry {last}"
    HISTORY_REWRITTEN = "entry {entry} is not the one whose seal was kept: history was rewritten"
    HEAD_MOVED = (
        "the journal ends at entry {entry}, not at the one that was named",
        "read what was filed since, and answer that",
    )
    ALREADY_THERE = "{path} already exists", "remove it first, or choose another name"
    ANOTHERS_FILE = (
        "{path} is there already, and does not look like a file of this program",
        "add --force to replace it, or choose another name",
    )
    NOT_REPLACED = "{path} cannot be replaced: {why}", "remove it first, or choose another name"
    ANOTHER_WRITER = "another writer holds {path}", "try again"
    CHANGED_MEANWHILE = "{path} was changed while it was read", "ask again"
    PATH_UNWRITABLE = "{path} cannot be written: {why}"
    WITNESS_EARLY = "it files a witness, and there are none before format 3"
    KIND_EARLY = "it is of the kind {kind}, which there is not before format 3"
    TAIL_UNKNOWN = "{path} has no entry {entry}: its last is {last}"
    TAIL_BELIEVED = (
        "{path} can be believed to its end: nothing behind entry {entry} is set aside",
        "take orders back with `referee retract`",
    )
    TAIL_OPENS = (
        "entry {entry} opened the secrets of the match, and all its dice are known",
        "keep that entry, with --to {entry}",
    )
    TAIL_SHOWS_KEYS = (
        forms(
            "the tail shows {count} key of dice to come: a reader of it can work these dice out",
            "the tail shows {count} keys of dice to come: a reader of it can work these dice out",
        ),
        "have its orders sent again as they were, in their order: they throw the same dice",
    )
    TAIL_HELD_ENTRIES = (
        forms(
            "{count} entry of the tail could be believed, and does not count any more",
            "{count} entries of the tail could be believed, and do not count any more",
        ),
        "tell the sides whose letters are in it",
    )
    PRIVATE_FOREIGN = "it commits to a private part for {reader}, who has no part in the match"
    KEY_WASTED = "a key was spent on it, and no order was judged"
    PRIVATE_LEFT_OUT = "the private part for {reader} is left out, and this copy has to have it"
    ANCHORS_WRONG = (
        "its anchors of secret throws are not those of its format: one for each side and the referee since 2"
    )
    PHRASES_MISSING = "an order was filed before the phrase of {sides}"
    PHRASE_UNLAWFUL = (
        "a phrase is filed by a side, once and before the first order, where the header lets it: a text of "
        "1 to {most} signs and nothing besides"
    )
    AUTHOR_WRONG = "it is filed as one of {side}, who cannot file it"
    ORDER_OF_ANOTHER = "its order is not one of {side}"
    ORDER_MISSPELT = "its order of the kind {kind} has not the parts that the one before it had"
    SECRET_IS_PUBLIC = "dice were thrown for a secret order, and there is none: everyone can read it"


BROKEN_LINES = frozenset(
    fact.code
    for fact in (
        JournalFault.LINE_NOT_UTF8,
        JournalFault.LINE_NOT_JSON,
        JournalFault.LINE_NOT_CANONICAL,
        JournalFault.LINE_PARTS_MISSING,
        JournalFault.LINE_MISSPELT,
        JournalFault.SEAL_WRONG,
        JournalFault.PRIVATE_UNCOMMITTED,
        JournalFault.PRIVATE_CHANGED,
        JournalFault.PRIVATE_UNSALTED,
        JournalFault.ENTRY_INCOMPLETE,
        JournalFault.ENTRY_MISSHAPEN,
        JournalFault.LINK_BROKEN,
        JournalFault.NUMBER_WRONG,
    )
)
"""The codes of what may be wrong with a line: neither it nor what stands behind it is read."""
