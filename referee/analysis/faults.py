"""What cannot be counted or played out."""

from referee.engine.facts import Fact


class AnalysisFault(Fact):
    """A count or a weighing that cannot be made."""

    NO_PLAYERS = (
        "no scripted players are there for this family of games",
        "leave `--games` out, or name a pack of the skirmish",
    )
    DEPTH_TOO_LOW = "there are no orders at depth {depth}", "give 1 or more"
