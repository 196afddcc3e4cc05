"""What cannot be shown, drawn or explained."""

from referee.engine.facts import Fact


class ReportFault(Fact):
    """A report, a picture or an explanation that cannot be made."""

    NO_SCORE = "{game} keeps no score that could be drawn"
    NOT_COMPARABLE = "{game} cannot be compared"
    ENTRIES_REVERSED = "entry {first} comes after entry {last}"
    CLAUSE_UNKNOWN = "no rulebook has a clause {clause}"
    NO_MAP = "{game} is played without a map"
    NO_RANGES = "{game} has no ranges to draw"
    NOT_YOUR_PIECE = "you have nothing called {name} to draw ranges of"
    PLACE_UNKNOWN = "there is no {name} on the map"
    PICTURE_UNKNOWN = "a map is not drawn as {form}"
    NO_PAINTER = "nothing here paints PNG", "pip install resvg_py font-source-sans-pro, or draw it as svg"
    FORMAT_UNKNOWN = "there is no format {form}"
    ASKER_UNKNOWN = "nobody says whose orders are wanted", "name {sides} with --as"
