"""Errors of command lines."""

from referee.engine.facts import Fact


class CommandFault(Fact):
    """Errors of a command line, and failures of the machine that runs it."""

    USAGE = "{said}"
    OPTION_BEFORE_COMMAND = (
        "{option} stands before the command",
        "write it after the command, as in: referee list {option}",
    )
    NO_PACK = "no pack is named", "name one of {packs}, as in: referee new {match} {pack}"
    TWO_PACKS = "two packs are named", "name one: new MATCH PACK, or new MATCH --pack PACK"
    MATCH_BEFORE_PACK = (
        "{match} is a pack, and {pack} is not",
        "write the match first: referee new {pack} {match}",
    )
    MATCH_BEFORE_LETTER = (
        "{letter} is a match, and no letter has this name",
        "write the match first: referee submit {letter} {match}",
    )
    REQUEST_BY_MAIL = (
        "only the post office answers the line {line}",
        "`referee help moderator` names the command for it",
    )
    SCENE_UNDRAWN = "a skirmish scene cannot be drawn", "remove --chart"
    BATCH_NAMES_MATCHES = "a batch names its matches line by line; write - for MATCH"
    BATCH_FROM_FILE = "a batch is read from the standard input"
    BATCH_HAS_OPTIONS = (
        "{options} cannot be used with a whole batch",
        "set side, faces and source in each line instead",
    )
    MATCH_LEFT_OUT = "{match} was left out: {why}"
    COPY_TAKES_NO_LETTER = (
        "a copy of a journal does not accept letters",
        "rehearse it with --dry-run, and send it to the moderator",
    )
    COPY_TAKES_NO_DICE = (
        "a copy of a journal does not accept dice, because their results may be secret",
        "rehearse the letter without --faces, or on the shelf of the match",
    )
    REPORTS_WITHOUT_FOLDER = "the reports need a folder", "name a folder with -o"
    ENDING_UNKNOWN = (
        "no format here has the extension {ending}",
        "write a file that ends with {endings}, or name the format with --format",
    )
    PICTURE_ENDING_UNKNOWN = "no picture has the extension {ending}", "write a file that ends with {endings}"
    SECRETS_UNNAMED = (
        "{file} would reveal secrets of the match",
        "add --as SIDE for a player, or --as referee to keep it yourself",
    )
    REPORTS_HAVE_OPTIONS = "{options} cannot be used with the reports of all readers"
    PHRASE_OF_NOBODY = "the phrase needs a side", "name the side with --as"
    BOT_OF_NOBODY = "the bot needs a side", "name the side with --as"
    SETUP_WITHOUT_DOMAIN = (
        "one of --domain and --check is needed",
        "write --domain and the domain of the club",
    )
    ONE_SELECTION = "mails are listed by one selection", "write one of --unjudged, --refused and --failed"
    SEAT_WITHOUT_ADDRESS = "a seat has a side and an address", "write both, or neither to list the seats"
    PIPE_UNREPAIRABLE = "only a file can be repaired, not standard input"
    PACKED_UNREPAIRABLE = "a compressed file cannot be repaired", "unpack it with gunzip first"
    TAIL_WITHOUT_REPAIR = "--to belongs to --repair: it names the last entry that stays"
    NOTHING_TO_WEIGH = (
        "the battle is missing",
        "name a match, or a pack and a set-up: --pack PACK --given 'reims: ge-1 [5I], fr-1 [3I]'",
    )
    SET_UP_HAS_MATCH = "{options} cannot be used with --given"
    SET_UP_WITHOUT_PACK = "the pieces of --given need a pack", "name the pack with --pack"
    NO_PACK_TO_SIMULATE = "no pack is named", "name one: simulate PACK, or give its wars with --from"
    RESUME_WITHOUT_ROWS = "--resume needs a file of rows", "name it with --rows"
    NOTHING_TO_PROVE = "the journal is missing: name a match or a journal file"
    NOTHING_TO_CHECK = "no mail is named", "name your mails, or the files in which you saved them"
    RESOLVE_MISSING = "--file, --error and --agreed belong to --resolve"
    RESOLVED_FOR_SIDE = "only the referee resolves errors: remove --as"
    RESOLVED_COPY = (
        "only the moderator resolves errors, and this is a copy",
        "leave --resolve out, and send the moderator the number of the entry",
    )
    SCHEMA_AND_FOLDER = "-o writes all schemas, but one schema is named", "remove one of the two"
    TOPIC_UNKNOWN = "help has no topic {topic}", "list the topics with `referee help`"
    EXAMPLE_THERE = "{path} already exists", "remove it, or keep the example on another --shelf"
    EXAMPLE_UNREADABLE = "{path} lacks the opening data of the example"
    EXAMPLES_MISSING = "no pack has examples"
    PACK_WITHOUT_EXAMPLES = "the pack {pack} has no examples"
    EXAMPLE_UNKNOWN = "the pack {pack} has no example {name}"
    EXAMPLE_EMPTY = "the example {name} has no letters"
    NO_WARM_COMMANDS = "this platform cannot run the commands of other processes"
    DOOR_EXPOSED = "other users can use the folder {folder}", "set its mode to 0700"
    COMMANDS_SERVED = "another process serves the commands at {path}"
    REQUEST_UNREADABLE = "the line is not a request: {why}", "see `referee help serving`"
    REQUEST_LONG = "the line is longer than {most} bytes"
    REQUEST_ASKS_NOTHING = (
        "a request contains exactly one of run, options and events",
        "see `referee help serving`",
    )
    STARTER_UNKNOWN = "{name} is not a supported service manager", "name systemd or cron"
    NOT_SERVED = "{word} is not available in `referee serve`", "run it from a shell"
    STREAM_OF_SERVER = (
        "{path} is a stream of `referee serve`, which carries requests and replies",
        "write - for the standard input of the command, and send its text in the field input",
    )
    MACHINE_REFUSED = "{where}{why}"
    OUR_MISTAKE = "internal error: {kind} at {file}:{line}", "{variable}=1 prints a traceback"
