"""What is wrong with a text that holds data: how it is laid out, and what it describes."""

from referee.engine.facts import Fact


class LayoutFault(Fact):
    """A text that cannot be taken apart."""

    TEXT_TOO_LONG = "this is longer than {limit} bytes"
    NOT_UTF8 = "this is not UTF-8", "save the text as UTF-8"
    STRANGE_CHARACTER = "the character {sign} may not stand in a text", "take it out"
    NOT_YAML = "not YAML: {problem}"
    SECOND_DOCUMENT = "a second document begins here", "keep one document in a text"
    KEY_NAMELESS = "a key is missing", "write a name before the colon"
    KEY_TWICE = "the key {key} stands here a second time", "it was given in line {line}"
    KEY_NO_WORD = "a list or mapping stands where a key belongs", "a key is a plain word"
    TOO_DEEP = "this is nested more than {most} deep", "lay it out flatter"
    ANCHOR_UNREAD = "the anchor {anchor} is not read", "write the value out wherever it is needed"
    ALIAS_UNREAD = (
        "the alias {alias} is not read",
        "write the value out, and put a text that begins with * in quotation marks",
    )
    TAG_UNREAD = "the tag {tag} is not read", "take the tag out"
    REST_UNREAD = "the rest was not read"


class ShapeFault(Fact):
    """A text that does not describe what it should."""

    NOT_WHOLE = "{name} is {found}, which is no whole number", "write digits only: 8, 1914, -2"
    NUMBER_TOO_LONG = "{name} is {found}, which is too long a number"
    NOT_TRUE_OR_FALSE = "{name} is {found}, which is neither true nor false", "write true or false"
    NOT_TEXT = "{name} is {found}, which is no text", "write a text, '' for an empty one"
    NOT_KEYS = "{name} is {found}, where keys with values belong", "write `key: value` lines"
    NOT_LIST = "{name} is {found}, where a list belongs", "write [one, two], or one `- item` a line"
    MISSING = "{name} is missing", "add it here"
    EMPTY = "{name} is empty", "write it out"
    TOO_FEW = "{name} has {actual_length} items and needs {min_length} or more"
    TOO_MANY = "{name} has more than {max_length} items"
    TOO_LONG = "{name} has more than {max_length} characters"
    TOO_LOW = "{name} is {found} and must be {ge} or more"
    TOO_HIGH = "{name} is {found} and must be {le} or less"
    KEY_UNKNOWN = "the key {key} is not known here"
    NOT_A_CHOICE = "{name} is {found}, which is not among the choices"
    WRONG_FORM = "{name} is {found}, which does not have the right form", "it must match {pattern}"
    MISSHAPEN = "{name}: {said}"
