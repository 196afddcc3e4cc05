"""Faults of reports, pictures and explanations."""

from referee.engine.facts import Fact


class ReportFault(Fact):
    """Errors of reports, pictures and explanations."""

    LINES_READ_AS = (
        "these lines were read as orders: {lines}",
        "if you meant something different, tell the moderator",
    )
    NO_SCORE = "{game} has no score to draw"
    NOT_COMPARABLE = "{game} cannot be compared"
    ENTRIES_REVERSED = "entry {first} comes after entry {last}"
    CLAUSE_UNKNOWN = "no rulebook has a clause {clause}"
    NO_MAP = "{game} is played without a map"
    NO_RANGES = "{game} has no ranges to draw"
    NOT_YOUR_PIECE = "you have no piece {name} with a range to draw"
    PLACE_UNKNOWN = "there is no {name} on the map"
    PICTURE_UNKNOWN = "{form} is not a format of maps"
    CROP_UNKNOWN = "no part of a map is called {name}"
    WIDTH_BAD = "a map is {least} to {most} pixels wide"
    SITE_TARGET = "{path} has files of another origin", "choose a new folder, or add --force"
    SITE_SOURCE = "{path} is not a folder", "name a shelf, or a folder of copies (*.jsonl)"
    SITE_TWICE = "two matches are called {name}, one of them in {path}", "move one of them away"
    ORDERS_KEY = (
        "{path} holds no key of at least {least} bytes",
        "write a random one: head -c 32 /dev/urandom | base64",
    )
    SITE_UNWRITTEN = "{path} cannot be written: {why}"
    NO_PAINTER = (
        ("PNG needs an optional library"),
        "pip install resvg_py font-source-sans-pro, or draw it as svg",
    )
    FORMAT_UNKNOWN = "there is no format {form}"
    ASKER_UNKNOWN = "the side is missing", "name {sides} with --as"
