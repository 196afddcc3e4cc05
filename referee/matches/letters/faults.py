"""What is wrong with a letter before any order in it is read."""

from referee.engine.facts import Fact


class LetterFault(Fact):
    """A letter that cannot be read, or not all of it, or that its sender should look at."""

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
