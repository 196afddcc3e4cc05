"""Faults of matches, clocks, letters and judging."""

from referee.engine.facts import Fact
from referee.i18n.translator import forms


class ClockFault(Fact):
    """Faults of clock terms and of changes to a clock."""

    CLOCK_UNKNOWN = (
        "{match} is of format {format}, and clocks are filed since format 3",
        "a deadline of your own is written with `referee report --due`",
    )
    ZONE_UNKNOWN = (
        "{zone} is no time zone of the IANA database",
        "write it as Europe/Berlin, America/New_York or UTC; where zones are missing, pip install tzdata",
    )
    DAY_UNKNOWN = "{day} is no day of the calendar", "write it as 2026-12-24"
    TERMS_UNREADABLE = "these terms mean nothing: {why}"
    QUESTION_UNKNOWN = "{kind} is no kind of question", "name {questions}"
    NO_CLOCK = "no clock runs in {match}", "set one with `referee clock set {match}`"
    NOT_PAUSED = "the clock of {match} is not paused"
    PAUSED_ALREADY = "the clock of {match} is paused since entry {entry}"
    NOT_ASKED = "{side} owes no answer in {match}"
    NOT_LATER = (
        "the answer of {side} is due {due}, and an extension ends later than that",
        "name a later moment with --until",
    )
    DAYS_REVERSED = "an absence that begins {first} cannot end {last}"
    ABSENCE_TOO_LONG = "an absence has {most} days at most", "ask the moderator for a pause"
    NOT_AWAY = "entry {entry} announces no absence of {side} that still holds"
    WHY_UNPRINTABLE = "a reason is one line of at most {most} signs that can be printed"


class MatchFault(Fact):
    """Faults of opening, finding, moderating and showing a match, and warnings for readers."""

    IMPOSSIBLE_EVENT = (
        "entry {entry} tells of what cannot have happened: {error}",
        "it was forged, or is read with a pack that knows another world",
    )
    ENTRY_UNREADABLE = (
        "entry {entry} holds something this referee cannot read: {what}",
        "a newer referee may have written it",
    )
    ENTRY_IS_HEADER = "entry 0 is the header of {match}: nothing had happened yet", "the opening is entry 1"
    ENTRY_UNKNOWN = "{match} has no entry {at}; its last is {last}"
    REFEREE_GIVES_NO_ORDERS = "the referee gives no orders", "name {sides}"
    NO_SUCH_SIDE = "{name} has no part in {match}", "name {sides}"
    LINE_TORN = (
        "the last line of {match} was never finished and does not count",
        "it is set aside when the next line is filed",
    )
    WITNESS_UNKNOWN = (
        "{match} is of format {format}, and witnesses are filed since format 3",
        "keep the head, and compare it with `referee verify --head`",
    )
    HEAD_ELSEWHERE = (
        "{match} does not have the head {head}",
        "compare the reports on both ends: one of the two was changed, or cut off",
    )
    PLACE_UNPRINTABLE = "the place of a witness is one line of 1 to {most} signs that can be printed"
    TAIL_BROKEN = (
        "{match} cannot be read behind entry {entry}",
        "set the rest aside with `referee verify {match} --repair --to {entry}`: nothing is deleted",
    )
    PACK_CHANGED = (
        "the pack {pack} is not the one {match} was opened with",
        "see what differs with `referee verify --rejudge`",
    )
    SECRETS_EXPOSED = "{path} can be read by others, and it holds secrets", "chmod go= {path}"
    MATCH_NAME = (
        "{name!r} cannot be the name of a match",
        "use small letters, digits and hyphens, at most 64 of them",
    )
    MATCH_UNKNOWN = "there is no match {name} in {shelf}"
    SECRETS_FOREIGN = (
        "these are not the secrets that {match} was opened with",
        "put the file back that was made with the journal",
    )
    OPENING_UNFINISHED = (
        "the opening is missing or was never finished: no match was opened here",
        "remove it and open the match again",
    )
    MESSAGE_TOO_LONG = "a message has 1 to {most} signs"
    MESSAGES_UNKNOWN = "{match} is of a format that knows no messages", "write to the other player yourself"
    NOTHING_ASKED = (
        "no side asks {side} for a takeback",
        "a line `ask takeback` in a letter asks for one",
    )
    ASK_STALE = (
        "the match moved since entry {entry} asked for a takeback",
        "ask the other side to ask once more",
    )
    NOTE_EMPTY = "a note without words says nothing"
    MATCH_OPEN = (
        "{match} is not over: a question is open",
        "a match that will not be finished is closed with --unfinished",
    )
    MATCH_CLOSED = "the match is over: entry {entry} opened its secrets"
    OPENING_STANDS = "the opening of a match cannot be taken back", "--to 1 takes back all that came after"
    NOTHING_TO_TAKE_BACK = "no order stands after entry {entry}: there is nothing to take back"
    REASON_MISSING = "a takeback by the referee has a reason", "give it with --reason"
    TAKEBACK_FOREIGN = (
        forms("entry {entries} is not an order of {side}", "entries {entries} are not orders of {side}"),
        "ask the referee",
    )
    TAKEBACK_SETTLED = (
        forms(
            "dice were thrown or something hidden came out in entry {entries}",
            "dice were thrown or something hidden came out in entries {entries}",
        ),
        "ask the referee",
    )
    HEAD_MISSPELT = (
        "{head!r} is no head of a journal",
        "copy it whole from a report: a number, a colon and the seal",
    )
    FACE_MISSPELT = "{face!r} is no face of a die", "write them as 3,5,1"
    LETTER_UNKNOWN = "there is no letter at {path}"
    NOTHING_TO_READ = "there is nothing to read", "name a file, or pipe it in"
    FILE_WANTED = "this goes into a file, and - is none", "name a file"
    LETTER_UNREADABLE = "the letter cannot be read: {why}"
    SECRETS_MISSING = (
        "there are no secrets at {path}; without them no dice can be thrown",
        "put the file back that was made with the journal",
    )
    SECRETS_MISSHAPEN = "these are not the secrets of a match"
    READER_UNKNOWN = "nobody is called `{name}` here"
    LANGUAGES_MISSHAPEN = "this names no languages", "remove it, and choose the languages again"
    NOT_A_TIME = "{text!r} is no time", "write it as 2026-12-01T20:00:00Z"
    CLOCK_MISSET = (
        "{variable} is {value!r}, which is no time",
        "set {variable} to whole seconds since 1970, or unset it",
    )
    CHOOSES_NOTHING = "{text!r} chooses nothing", "write each OPTION=CHOICE once"
    DICE_UNKNOWN = "there are no {kind} dice"
    NAME_OF_DEVICE = (
        "Windows keeps the name {name} for a device",
        "choose another, so that the shelf can be copied there",
    )
    MATCH_THERE = "{path} already exists", "choose another name"
    PHRASES_UNKNOWN = "{kind} says nothing about phrases"
    PHRASES_UNWANTED = (
        "the dice of {match} hold no phrases",
        "the moderator decides that when a match is opened",
    )
    PHRASE_EMPTY = (
        "a phrase without words puts nothing into the dice",
        "write phrase: and a few words of your own",
    )
    PHRASE_UNPRINTABLE = "a phrase is one line of at most {most} signs that can be printed"
    PHRASE_STANDS = "the phrase of {side} is in entry {entry}, and it stays there"
    PHRASE_LATE = "entry {entry} is an order: the dice hold the phrases that were there before it"
    PHRASES_AWAITED = (
        "no order is taken before the phrases of all sides are in the dice: {sides} sent none",
        "send a letter with the line phrase: and a few words of your own, and your orders when all are there",
    )
    NO_FOLDER = "{folder} cannot be made: {path} is no folder"
    FOLDER_REFUSED = "{folder} cannot be made: {why}"
    BOT_WITHOUT_SIDE = "there is no side {name} for a bot"
    BOTS_ALONE = "bots play all sides", "leave one side to a person"


class JudgingFault(Fact):
    """Faults of a letter that is not judged, and of lines that cannot be read."""

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


class LetterFault(Fact):
    """Faults and warnings about the text of a letter."""

    NO_ORDER = "the letter holds no order", "write one order a line; quoted lines and signatures do not count"
    TEMPLATE_UNEDITED = (
        "the letter holds no order: the template in it came back as it was sent",
        "take the # away from the lines you mean; put your own orders above everything that is older",
    )
    LETTER_TOO_LONG = "the letter has {size:,} bytes, and {most:,} are read at most", "send the orders alone"
    TOO_MANY_ORDERS = "the letter holds more than {most:,} orders", "send several letters"
    ORDER_TOO_LONG = "an order has {size:,} signs, and {most:,} are read at most", "one order a line"
    YAML_COMMENT = "YAML takes {word} for a comment", "put the order in quotation marks"
    NOT_AN_ORDER = "{order} is no order", "write a line of words, or keys with values: {{type: move, ...}}"
    HEADER_TOO_LONG = "a header of the e-mail is too long to be meant", "send the orders as plain text"
    MAIL_MALFORMED = "the e-mail cannot be taken apart: {error}", "send the orders as plain text"
    SECOND_LETTER = "a second letter begins here", "send one letter at a time"
    MAIL_TOO_MANY_PARTS = "the e-mail has too many parts to be meant", "send the orders as plain text"
    MAIL_WITHOUT_TEXT = "the e-mail holds no plain text", "send it as plain text, not as HTML alone"
    MAIL_DAMAGED = "the e-mail is damaged: {defect}", "send it again, or the orders as plain text"
    MAIL_DAMAGED_BESIDE = (
        "the e-mail is damaged ({defect}), but not where its text stands",
        "look whether all orders are in the answer",
    )
    MAIL_ENCRYPTED = (
        "the letter is sealed by {kind}, so that its text cannot be read",
        "send it open, as plain text; a signature in the clear is welcome",
    )
    HTML_UNREAD = (
        "the e-mail holds HTML and no plain text, and nothing here reads HTML",
        "send it as plain text; the moderator may run pip install 'referee[mail]'",
    )
    HTML_TOO_LONG = (
        "the HTML of the e-mail has {count} tags; at most {most} are read",
        "send the orders as plain text, without what you answer",
    )
    HTML_READ = "the mail holds no plain text: its HTML was read, and lines are counted in that"
    ATTACHMENT_UNREAD = "the attachment {name} was not read", "write the orders in the text of the mail"
    NAMELESS_ATTACHMENT_UNREAD = (
        "an attachment without a name was not read",
        "write the orders in the text of the mail",
    )
    HTML_SAYS_MORE = (
        "the HTML part says more than the plain text, which alone was read: {words}",
        "write the orders in the text of the mail",
    )
    MAIL_ENCODED = "the mail is encoded, so that lines are counted in its text and not in the file"
    ENCODING_BROKEN = "the mail does not keep to its encoding {encoding}", "look at the letters with accents"
    MESSAGE_ID_REUSED = (
        "another letter was filed in entry {entry} under the Message-ID of this one",
        "nothing was judged; find out who sent which, and send the right one in a new mail",
    )
    REPEAT_OR_NEW = (
        "these very words were filed in entry {entry}, and another question is open now",
        "to answer that one, begin the letter with the line `answers: {head}`",
    )
    HEAD_FOREIGN = (
        "the letter quotes entry {head}, which is not in the journal of {match}",
        "compare the reports on both ends",
    )
    STALE = (
        "the question that was open after entry {answers} was closed by entry {seq}",
        "nothing was filed; answer the question that is open now",
    )
    SAID_TWICE = "`{key}` is {known} in line {before} and {value} here", "say it once"
    SAYS_NOTHING = "`{key}:` says nothing", "write its name behind the colon"
    NO_ENTRY = "{value} is no entry", "write its number: `answers: 12`"
    NO_HEAD = (
        "{value} is no head of a journal",
        "copy it whole from the report: a number, a colon and the seal",
    )
    FENCE_UNOPENED = "END ORDERS has no BEGIN ORDERS", "write both, or neither"
    FENCE_IN_FENCE = "a fence begins inside a fence", "put END ORDERS before it"
    FENCE_UNCLOSED = "BEGIN ORDERS has no END ORDERS", "put END ORDERS behind the last order"
    FENCE_TWICE = (
        "a second fence begins here, below that of line {first}",
        "keep the one that is meant; what belongs to an older letter has to go",
    )
    OLDER_LETTER = (
        "from here on everything was taken for an older letter and left out",
        "put your orders above it, or between BEGIN ORDERS and END ORDERS",
    )
    WORDS_BEHIND_FENCE = "{words} behind BEGIN ORDERS says nothing"
    READ_AS_WESTERN = (
        "this is not UTF-8, and was read as Western European",
        "look at the letters with accents, and save as UTF-8",
    )
    ENCODING_UNKNOWN = "this is no text, neither in UTF-8 nor in {encoding}", "send plain text, best in UTF-8"
    MIXED_ALPHABETS = "{word} mixes letters of several alphabets", "type the word anew"
    NO_TEXT = "the sign U+{code:04X} stands here, which is no text", "send plain text, best in UTF-8"
    SIGN_NO_TEXT = (
        "the sign U+{code:04X} stands here, which is no text",
        "write it out in plain letters and digits",
    )
    SIGN_TURNING = (
        "the sign U+{code:04X} turns the direction of writing",
        "write it out in plain letters and digits",
    )
    SIGN_NUMERAL = (
        "the sign `{sign}` could be read as another number",
        "write it out in plain letters and digits",
    )
    NOT_JSON = "not JSON: {problem}"
    NO_NUMBER = "{sign} is no number", "write digits"
    ORDERS_UNREAD = (
        "these lines look like orders, but stand in quoted or older text, or outside the fence, and were not "
        "read: {lines}",
        "write them above all that is older, without a sign of quotation",
    )
    END_ASKED = (
        "the line {word} may be the foot of the letter, and was not read as an order",
        "to end what you are asked for, write: done",
    )
    PROSE_LEFT = (
        "these lines were taken for prose, not for orders: {lines}",
        "if one is an order, write it as the report's template does, and send the letter again",
    )
    COMMENT_BROKEN = (
        "these lines were taken for the rest of a comment that a mail program broke: {lines}",
        "write each order in a line of its own",
    )
    OWN_MAIL = (
        "this mail was sent by the referee itself ({sign}), and is no letter",
        "nothing was judged; there is nothing to do",
    )
    DELIVERY_REPORT = (
        "this is a report on the delivery of a mail ({sign}), not a letter",
        "nothing was judged; look whether a report did not reach its reader",
    )
    AUTOMATIC_MAIL = (
        "this is an automatic answer ({sign}), not a letter",
        "nothing was judged; if a person wrote it, send the orders in a new mail by hand",
    )
    LIST_MAIL = (
        "this mail came by way of a mailing list ({sign}), and is not judged",
        "nothing was judged; send the orders straight to the referee, not through the list",
    )
