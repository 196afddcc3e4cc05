"""Faults of odds and simulations, and confidence intervals of counted shares."""

from math import sqrt

from referee.engine.facts import Fact


class AnalysisFault(Fact):
    """A fault of odds, simulations, tables or bots."""

    NO_PLAYERS = (
        "no scripted players are there for this family of games",
        "leave `--games` out, or name a pack of the skirmish",
    )
    DEPTH_TOO_LOW = "there are no orders at depth {depth}", "give 1 or more"
    NO_SCENE = "{scene} describes no scene", "begin with one of {scenes}; `referee help odds` has examples"
    NO_ODDS = (
        "the battles of this match cannot be weighed: on a table ask for one shot or one round",
        "say for example: odds --pack skirmish --given 'aimed regular far'",
    )
    OTHER_GAME = "odds are computed for the Great War and for the skirmish, and this is another game"
    NO_HINDSIGHT = (
        "only matches of the Great War are analysed battle by battle",
        "ask `referee luck` for its dice",
    )
    NOTHING_TO_ORDER = "{side} has nothing to order now", "name with --as the side whose letter it is"
    ODDS_FORBIDDEN = (
        "this match was opened without odds",
        "weigh the pieces by yourself, as all agreed at the opening",
    )
    NO_AREA = "there is no one area {name}"
    NO_BATTLE = (
        "no battle is fought in {area}, and none can be declared there now",
        "ask when an offensive is under way",
    )
    OTHER_BATTLES = "no battle is fought in {area}, and none can be declared there now", "ask about {areas}"
    ARMIES_HIDDEN = (
        "the contents of an army in {area} are hidden from the reader",
        "ask once the battle is fought, when its armies are open to all",
    )
    POLICY_LONG = "the policy is longer than {most} bytes", "shorten it"
    POLICY_NO_TEXT = "the policy is not UTF-8 text"
    POLICY_LINE = (
        "a line of a policy is a standing order",
        "write: when QUESTION: ORDER, or when QUESTION in AREA: ORDER",
    )
    POLICY_CARD = "the line plays a card, and odds hold if no card is played", "leave the line out"
    POLICY_LOSSES = (
        "the line asks for losses of the turn, and odds begin with the position",
        "ask for strength instead",
    )
    CARD_TOO_LATE = (
        "the battle in {area} is being fought, and no card is laid on it any more",
        "ask with --at how it was when battles were declared",
    )
    CARD_NEEDS_BATTLE = "nothing says on which battle the card is played", "name the area"
    CARD_NOT_PLAYED = "the card cannot be played: {why}"
    NO_BATTLE_CARD = "{name} does not name one card for a battle"
    SET_UP_IMPOSSIBLE = "no battle can be set up so: {fact}"
    SET_UP_EMPTY = (
        "no piece stands there, so that no side attacks",
        "write an area and its pieces, those of the attacker first: reims: ge-1 [5I 1A], fr-1 [3I 1A]",
    )
    SET_UP_ONE_SIDED = "no piece of {side} that fights stands in {area}", "name the pieces of both sides"
    NO_TABLE = "there is no table {table}"
    NO_TABLE_FORMAT = "tables are not written as {form}"
    WHICH_TABLE = "nothing says which table is wanted", "name one with --table: {tables}"
    WHICH_MATCHES = "no match is named", "name matches, or write --all"
    ALL_AND_NAMES = "--all cannot be used with names of matches", "name matches, or write --all alone"
    ONE_JOURNAL = "a journal is copied alone", "name one match, or add --format for their tables"
    PARQUET_NEEDS_FILE = "a Parquet file cannot be shown on a screen", "name it with -o"
    NO_PARQUET = "nothing here writes Parquet", "pip install pyarrow, or ask for csv"
    DATABASE_NEEDS_FILE = "a database is a file", "name it with -o"
    NO_BOT = "there is no bot {name}"
    NO_PROGRAM = "there is no program {path}"
    BOT_UNCONFINED = (
        "this machine cannot keep the secrets of your matches from {name}",
        "install bubblewrap, or add --trust-program if you trust the program with every secret",
    )
    SEATS_NO_BOT = "{text} seats no bot", "write SIDE=BOT, once for each side"
    BOT_PLAYS_OTHERS = "{name} does not play this family of games", "write {bots}"
    BOT_SILENT = "the bot {name} did not answer in time", "go on with `referee bot`, or answer yourself"
    BOT_GONE = "the bot {name} ended before it answered", "go on with `referee bot`, or answer yourself"
    BOT_LOUD = "the bot {name} said more than it was asked", "go on with another bot, or answer yourself"
    BOT_UNREADABLE = "the bot {name} answered with no letter", "go on with another bot, or answer yourself"
    BOT_REFUSED = (
        "letter after letter of the bot {name} was refused",
        "go on with another bot, or answer yourself",
    )
    LINE_REFUSED = (
        "{war}: `{line}` does not answer the question {question} of {side}: {reason}",
        "return the `text` of one of `turn.options`",
    )
    LETTER_EMPTY = (
        "{war}: the letter for the question {question} of {side} is empty",
        "return the `text` of one of `turn.options`",
    )
    NO_SEAT = "{text} seats no player", "write SIDE=PLAYER for {sides}, with commas between"
    SCHEDULER_WITHOUT_DASK = "wars are given to processes of this machine", "ask for --engine dask as well"
    NO_DASK = "Dask is not installed", "pip install 'pbem-referee[cluster]'"
    DASK_SILENT = "no scheduler answers at {address}", "say where one is listening, or leave it out"
    NO_WARS = "the file holds no wars of a study: {why}", "give a file written by `simulate --rows`"
    WARS_OF_OTHERS = "the wars of this file are of another study than the first", "summarise it by itself"
    OTHER_STUDY = (
        "the file holds the wars of another study",
        "repeat the pack, the players and the seed of its first line, or give another file",
    )
    NO_HEAT = "there is no map of areas to draw shares on", "leave `--map` out"
    NUMBER_NOT_FOUGHT = (
        "war {number} is not one of the wars to fight",
        "name another number, or ask for more --games",
    )
    BOT_UNASKED = "the side {side} has nothing to answer now"


CERTAIN = 1.96
"""Half width, in standard deviations, of an interval that contains the true value in 19 of 20 counts."""


def find_interval(share: float, count: int) -> tuple[float, float]:
    """Return the confidence interval of a counted share, in percent (Wilson, 1927)."""
    width = CERTAIN * CERTAIN / count
    middle = (share + width / 2) / (1 + width)
    half = CERTAIN * sqrt(share * (1 - share) / count + width / count / 4) / (1 + width)
    return round(100 * (middle - half), 1), round(100 * (middle + half), 1)
