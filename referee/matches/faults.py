"""What keeps a match from being opened, found, moderated or shown."""

from referee.engine.facts import Fact
from referee.engine.tongue import forms


class MatchFault(Fact):
    """A match that cannot be opened, found, moderated or shown, or that a reader should look at."""

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
