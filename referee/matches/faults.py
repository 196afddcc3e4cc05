"""Faults of matches, clocks, letters and judging."""

from referee.engine.facts import Fact
from referee.i18n.translator import forms


class ClockFault(Fact):
    """Faults of clock terms and of changes to a clock."""

    CLOCK_UNKNOWN = (
        "{match} has format {format}; clocks need format 3 or later",
        "write a deadline into the report with `referee report --due`",
    )
    ZONE_UNKNOWN = (
        "{zone} is not a time zone of the IANA database",
        "write Europe/Berlin, America/New_York or UTC; if no zone is found, run pip install tzdata",
    )
    DAY_UNKNOWN = "{day} is not a day of the calendar", "write it as 2026-12-24"
    TERMS_UNREADABLE = "these terms are not valid: {why}"
    QUESTION_UNKNOWN = "{kind} is not a kind of question", "name {questions}"
    NO_CLOCK = "{match} has no clock", "set one with `referee clock set {match}`"
    NOT_PAUSED = "the clock of {match} is not paused"
    PAUSED_ALREADY = "the clock of {match} was paused in entry {entry}"
    NOT_ASKED = "{side} owes no answer in {match}"
    NOT_LATER = (
        "the answer of {side} is due {due}; an extension must end later",
        "name a later moment with --until",
    )
    DAYS_REVERSED = "an absence that begins {first} cannot end {last}"
    ABSENCE_TOO_LONG = "an absence can last at most {most} days", "ask the moderator for a pause"
    NOT_AWAY = "entry {entry} is not a current absence of {side}"
    WHY_UNPRINTABLE = "a reason is one line of at most {most} printable characters"


class MatchFault(Fact):
    """Faults of opening, finding, moderating and showing a match, and warnings for readers."""

    IMPOSSIBLE_EVENT = (
        "entry {entry} contains an impossible event: {error}",
        "it was forged, or the wrong pack is installed",
    )
    ENTRY_UNREADABLE = (
        "entry {entry} cannot be read: {what}",
        "a newer referee may have written it",
    )
    ENTRY_IS_HEADER = "entry 0 is the header of {match}; it has no position", "the opening is entry 1"
    ENTRY_UNKNOWN = "{match} has no entry {at}; its last is {last}"
    REFEREE_GIVES_NO_ORDERS = "the referee gives no orders", "name {sides}"
    NO_SUCH_SIDE = "{name} does not take part in {match}", "name {sides}"
    LINE_TORN = (
        "the last line of {match} is unfinished and does not count",
        "the next entry sets it aside",
    )
    WITNESS_UNKNOWN = (
        "{match} has format {format}; witnesses need format 3 or later",
        "keep the head, and compare it with `referee verify --head`",
    )
    HEAD_ELSEWHERE = (
        "{match} does not have the head {head}",
        "compare the reports on both ends: one of the two was changed, or cut off",
    )
    PLACE_UNPRINTABLE = "the place of a witness is one line of 1 to {most} printable characters"
    TAIL_BROKEN = (
        "{match} cannot be read after entry {entry}",
        "set the rest aside with `referee verify {match} --repair --to {entry}`: nothing is deleted",
    )
    PACK_CHANGED = (
        "the pack {pack} has changed since {match} was opened",
        "list the differences with `referee verify --rejudge`",
    )
    SECRETS_EXPOSED = "other users can read {path}, which contains secrets", "chmod go= {path}"
    MATCH_NAME = (
        "{name!r} cannot be the name of a match",
        "use at most 64 small letters, digits and hyphens, as in `{example}`",
    )
    MATCH_UNKNOWN = "match {name} was not found in {shelf}"
    SECRETS_FOREIGN = (
        "these are not the secrets of {match}",
        "restore the file that was created with the journal",
    )
    OPENING_UNFINISHED = (
        "the opening is missing or unfinished, so there is no match here",
        "remove it and open the match again",
    )
    MESSAGE_TOO_LONG = "a message has 1 to {most} characters"
    MESSAGES_UNKNOWN = "the format of {match} has no messages", "write to the other player yourself"
    NOTHING_ASKED = (
        "no side has asked you for a takeback",
        "to ask for one, write `ask takeback`; to play orders, write them, one per line",
    )
    ASK_STALE = (
        "the match has moved since the request in entry {entry}",
        "the other side must ask again",
    )
    NOTE_EMPTY = "the note is empty"
    MATCH_OPEN = (
        "{match} is not over: a question is open",
        "add --unfinished to close it anyway",
    )
    MATCH_CLOSED = "the match is closed: entry {entry} revealed its secrets"
    OPENING_STANDS = (
        "the opening of a match cannot be taken back",
        "use --to 1 to take back everything after it",
    )
    NOTHING_TO_TAKE_BACK = "there is no order to take back after entry {entry}"
    REASON_MISSING = "a takeback by the referee needs a reason", "give it with --reason"
    TAKEBACK_FOREIGN = (
        forms("entry {entries} is not an order of {side}", "entries {entries} are not orders of {side}"),
        "ask the referee",
    )
    TAKEBACK_SETTLED = (
        forms(
            "entry {entries} contains rolls, or revealed something hidden",
            "entries {entries} contain rolls, or revealed something hidden",
        ),
        "ask the referee",
    )
    HEAD_MISSPELT = (
        "{head!r} is not the head of a journal",
        "copy it whole from a report: a number, a colon and the seal",
    )
    FACE_MISSPELT = "{face!r} is not the face of a die", "write them as 3,5,1"
    LETTER_UNKNOWN = "letter {path} was not found"
    LETTER_UNNAMED = "the name of the file is empty", "name a file, or write - for the standard input"
    NOTHING_TO_READ = "there is nothing to read", "name a file, or pipe it in"
    FILE_WANTED = "this output needs a file; - is not a file", "name a file"
    ROWS_ALREADY_THERE = "{path} already exists", "add --resume to continue it, or --force to replace it"
    LETTER_UNREADABLE = "the letter cannot be read: {why}"
    SECRETS_MISSING = (
        "{path} was not found; the referee needs this secret file to roll dice",
        "restore the file that was created with the journal",
    )
    SECRETS_MISSHAPEN = "these are not the secrets of a match"
    READER_UNKNOWN = "this match has no viewer `{name}`"
    LANGUAGES_MISSHAPEN = "this is not a list of languages", "remove it, and choose the languages again"
    NOT_A_TIME = "{text!r} is not a time", "write it as 2026-12-01T20:00:00Z"
    CLOCK_MISSET = (
        "{variable} is {value!r}, which is not a time",
        "set {variable} to whole seconds since 1970, or unset it",
    )
    CHOOSES_NOTHING = "{text!r} is not an option with a choice", "write each OPTION=CHOICE once"
    DICE_UNKNOWN = "{kind} is not a kind of dice"
    NAME_OF_DEVICE = (
        "Windows reserves the name {name} for a device",
        "choose another name, so that the shelf can be copied to Windows",
    )
    MATCH_THERE = "{path} already exists", "choose another name"
    CHANCE_UNKNOWN = (
        "{kind} is not a source of chance",
        "write keys, beacon, or beacon:MINUTES with at most 1440 minutes between an order and its dice",
    )
    CHANCE_MANUAL = "manual dice do not wait for the beacon", "leave out --chance, or choose sealed dice"
    BEACON_TAKEBACK = (
        "the dice of entry {entry} wait for the beacon, and only the moderator takes orders back until then",
        "wait for the dice, or ask the moderator",
    )
    PHRASES_UNKNOWN = "{kind} is not a rule for phrases"
    PHRASES_UNWANTED = (
        "the dice of {match} use no phrases",
        "the moderator chooses this when the match is opened",
    )
    COMMITMENTS_AWAITED = (
        "phrases come after the digests of all sides, and these sides have sent none: {sides}",
        "send the digest of your phrase: phrase: digest (64 hexadecimal digits, from `sha256sum`)",
    )
    PHRASE_OTHER = (
        "this is not the phrase whose digest entry {entry} files",
        "send the same text, to the letter: its digest is that of `printf %s 'PHRASE' | sha256sum`",
    )
    PHRASES_BOTS = "bots commit to no phrases", "choose --phrases required or allowed"
    PHRASE_EMPTY = (
        "the phrase is empty",
        "write phrase: and a few words of your own",
    )
    PHRASE_UNPRINTABLE = "a phrase is one line of at most {most} printable characters"
    PHRASE_STANDS = "{side} already added a phrase in entry {entry}"
    PHRASE_LATE = "phrases must come before the first order, entry {entry}: this one is not in the dice"
    PHRASES_AWAITED = (
        "orders wait until all sides have added a phrase to the dice; missing: {sides}",
        "send a letter with the line phrase: and a few words of your own; send orders when all "
        "phrases are there",
    )
    NO_FOLDER = "{folder} cannot be created: {path} is not a folder"
    FOLDER_REFUSED = "{folder} cannot be created: {why}"
    BOT_WITHOUT_SIDE = "there is no side {name} for a bot"
    BOTS_ALONE = "bots play all sides", "leave one side to a person"


class JudgingFault(Fact):
    """Faults of a letter that is not judged, and of lines that cannot be read."""

    NOT_A_LETTER = "this line contains no letter"
    OTHER_MATCH = "the letter is for the match {other}, not for {match}"
    SENDER_UNKNOWN = "the sender of the letter is not named", "name the side with --as"
    SENDERS_DIFFER = "the letter names the side {signed}, but it was sent as {side}"
    DICE_ARE_SEALED = "{match} uses sealed dice; dice rolled by hand are not accepted"
    SOURCE_MISSING = "dice rolled by hand need a source", "add --source"
    REHEARSED_DICE = "the results may reveal secrets of a side: this rehearsal is only for the moderator"
    BEACON_AWAITED = (
        "the dice of an order wait for round {round} of the beacon drand quicknet, which comes at {time}",
        "send its signature first, in a line: beacon: ROUND SIGNATURE",
    )
    BEACON_OTHER = "the dice wait for round {round} of the beacon, and the signature is of round {given}"
    BEACON_ALONE = (
        "a letter with a round of the beacon has no orders while dice wait for it",
        "send the line `beacon: ROUND SIGNATURE` alone, and the orders after the answer",
    )
    BEACON_UNUSED = "no dice of {match} wait for a round of the beacon"
    DICE_WAIT = (
        "entry {entry} stores rolls for another letter of this side",
        "send that letter again with the missing dice; a ruling or a takeback discards them",
    )
    SIGNED_BY_ANOTHER = "this order names the side {signed}, but the letter is from {sender}"
    RECORD_MISREAD = "{said}"
    LINE_IS_QUESTION = "this line is a question", "leave the question mark out if it is an order"
    SENTENCE_UNCLEAR = (
        "this sentence is not understood as a whole",
        "write each order in a line of its own, as in the template of the report, and a # before other text",
    )
    QUESTION_UNCLEAR = "{name} is not one question: write {near}"
    PLACE_UNCLEAR = "{name} is not one area: write {near}"
    NOT_ASKED_THERE = "no question is about {name}"
    ADVANCE_WITHOUT_ORDER = (
        "the order is missing; write: when QUESTION: ORDER, or when QUESTION in AREA: ORDER"
    )
    ROLE_UNCLEAR = "there is no role {name}: write {near}"
    NO_CONDITIONS = "this game has no conditions"
    OTHER_ROLE = "it is for the {role}"
    CONDITION_UNMET = "`{condition}` is not met"
    DOCTRINE_WITHOUT_ROLE = "the role is missing; write: doctrine as {near}:"
    PLAN_WITHOUT_PLACE = "the battle is missing; write: plan for AREA:, or plan for every battle:"
    PLAN_LINE_ALONE = "this line belongs to a plan; write above it: plan for AREA:, or doctrine as ROLE:"
    ADVANCE_FULL = "you already have {most} standing orders; write: forget QUESTION, or forget all"
    NOT_IN_ADVANCE = "there is no standing order for {asked}"


class LetterFault(Fact):
    """Faults and warnings about the text of a letter."""

    NO_ORDER = (
        "the letter contains no order",
        "write one order per line; quoted lines and signatures do not count",
    )
    TEMPLATE_UNEDITED = (
        "the letter contains no order: its template is unchanged",
        "remove the # from each line that you want to order; write your own orders above all older text",
    )
    LETTER_TOO_LONG = "the letter has {size:,} bytes; the limit is {most:,}", "send only the orders"
    TOO_MANY_ORDERS = "the letter contains more than {most:,} orders", "send several letters"
    ORDER_TOO_LONG = "an order has {size:,} characters; the limit is {most:,}", "write one order per line"
    LONG_LINE = (
        "this line is longer than {most:,} characters and was read as text",
        "write one order per line",
    )
    YAML_COMMENT = "YAML reads {word} as a comment", "put the order in quotation marks"
    NOT_AN_ORDER = (
        "{order} is not an order",
        "write a line of words, or keys with values: {{type: move, ...}}",
    )
    HEADER_TOO_LONG = "a header of the e-mail is too long", "send the orders as plain text"
    MAIL_MALFORMED = "the e-mail cannot be read: {error}", "send the orders as plain text"
    SECOND_LETTER = "a second letter begins here", "send one letter at a time"
    MAIL_TOO_MANY_PARTS = "the e-mail has too many parts", "send the orders as plain text"
    MAIL_WITHOUT_TEXT = "the e-mail contains no plain text", "write the orders in the text of the mail"
    MAIL_DAMAGED = "the e-mail is damaged: {defect}", "send it again, or the orders as plain text"
    MAIL_DAMAGED_BESIDE = (
        "the e-mail is damaged ({defect}), but its text is complete",
        "check that all your orders are in the answer",
    )
    MAIL_ENCRYPTED = (
        "the letter is encrypted ({kind}), so its text cannot be read",
        "send it unencrypted, as plain text; a clear-text signature is welcome",
    )
    HTML_UNREAD = "the e-mail contains only HTML, which cannot be read here", "send it as plain text"
    HTML_READER_MISSING = "the library that reads HTML is missing", "run pip install 'pbem-referee[mail]'"
    HTML_TOO_LONG = (
        "the HTML of the e-mail has {count} tags; the limit is {most}",
        "send the orders as plain text, without the quoted mail",
    )
    HTML_READ = "the mail contains no plain text, so its HTML was read, which begins {text}"
    ATTACHMENT_UNREAD = "the attachment {name} was not read", "write the orders in the text of the mail"
    NAMELESS_ATTACHMENT_UNREAD = (
        "an attachment without a name was not read",
        "write the orders in the text of the mail",
    )
    HTML_SAYS_MORE = (
        "only the plain text was read, but the HTML part contains more: {words}",
        "write the orders in the text of the mail",
    )
    MAIL_ENCODED = "the mail is encoded, so line numbers refer to its text and not to the file"
    ENCODING_BROKEN = (
        "the mail is not valid {encoding}, the encoding that it names",
        "check the accented letters",
    )
    MESSAGE_ID_REUSED = (
        "entry {entry} contains a different letter with the same Message-ID",
        "nothing was judged; find out who sent which letter, and send the right one in a new mail",
    )
    REPEAT_OR_NEW = (
        "entry {entry} already contains this letter, and another question is open now",
        "to answer the open question, begin the letter with the line `answers: {head}`",
    )
    HEAD_FOREIGN = (
        "the letter quotes entry {head}, which is not in the journal of {match}",
        "compare the reports on both ends",
    )
    STALE = (
        "entry {seq} closed the question that was open after entry {answers}",
        "nothing was filed; answer the question that is open now",
    )
    SAID_TWICE = "`{key}` is {known} in line {before} and {value} here", "write it once"
    SAYS_NOTHING = "`{key}:` is empty", "write a value after the colon"
    NO_ENTRY = "{value} is not the number of an entry", "write its number: `answers: 12`"
    NO_HEAD = (
        "{value} is not the head of a journal",
        "copy it whole from the report: a number, a colon and the seal",
    )
    FENCE_UNOPENED = "END ORDERS has no BEGIN ORDERS", "write both, or neither"
    FENCE_IN_FENCE = "BEGIN ORDERS is inside a block of orders", "put END ORDERS before it"
    FENCE_UNCLOSED = "BEGIN ORDERS has no END ORDERS", "put END ORDERS after the last order"
    FENCE_TWICE = (
        "a second block of orders begins here; the first one is at line {first}",
        "keep only the right block, and remove text of older letters",
    )
    OLDER_LETTER = (
        "the text from here on was read as an older letter and ignored",
        "put your orders above it, or between BEGIN ORDERS and END ORDERS",
    )
    FORWARDED = (
        "these are orders of a forwarded letter; its author is {author}",
        "if they are not yours, tell the moderator",
    )
    WORDS_BEHIND_FENCE = "{words} after BEGIN ORDERS has no meaning"
    READ_AS_WESTERN = (
        "the letter is not UTF-8 and was read as Western European",
        "check the accented letters, and save as UTF-8",
    )
    ENCODING_UNKNOWN = (
        "the letter cannot be decoded as UTF-8 or {encoding}",
        "send plain text, preferably in UTF-8",
    )
    MIXED_ALPHABETS = "{word} mixes letters of several alphabets", "type the word again"
    NO_TEXT = "the character U+{code:04X} is not text", "send plain text, preferably in UTF-8"
    SIGN_NO_TEXT = (
        "the character U+{code:04X} is not text",
        "use plain letters and digits instead",
    )
    SIGN_TURNING = (
        "the character U+{code:04X} changes the direction of writing",
        "use plain letters and digits instead",
    )
    SIGN_NUMERAL = (
        "the character `{sign}` could be read as another number",
        "use plain letters and digits instead",
    )
    NOT_JSON = "not JSON: {problem}"
    NO_NUMBER = "{sign} is not a number", "write digits"
    ORDERS_UNREAD = (
        "these lines look like orders but are in quoted or older text, or outside the block of "
        "orders, and were not read: {lines}",
        "write them above all older text, without quotation marks",
    )
    END_ASKED = (
        "the line {word} may be the end of the letter and was not read as an order",
        "to finish your answer, write: done",
    )
    PROSE_LEFT = (
        "these lines were read as text, not as orders: {lines}",
        "if a line is an order, write it like the template in the report, and send the letter again",
    )
    READ_AS = (
        "the line `{typed}` was read as {orders}",
        "if you meant something different, tell the moderator",
    )
    SUPERFLUOUS = "the order `{order}` was left out, because it changes nothing: {why}"
    NOT_ASKED_YET = "the order `{order}` was left out, because the next question was not asked yet"
    EDITED_TEMPLATE = (
        "these lines were read as orders, because the quoted template has them without #: {lines}"
    )
    COMMENT_BROKEN = (
        "these lines were read as the rest of a wrapped comment: {lines}",
        "write each order on its own line",
    )
    OWN_MAIL = (
        "this mail came from the referee itself ({sign}) and is not a letter",
        "nothing was judged; you need not do anything",
    )
    DELIVERY_REPORT = (
        "this is a delivery report ({sign}), not a letter",
        "nothing was judged; check whether a report was not delivered",
    )
    AUTOMATIC_MAIL = (
        "this is an automatic reply ({sign}), not a letter",
        "nothing was judged; if a person wrote it, send the orders in a new mail by hand",
    )
    LIST_MAIL = (
        "this mail came through a mailing list ({sign}) and is not judged",
        "nothing was judged; send the orders directly to the referee, not through the list",
    )
