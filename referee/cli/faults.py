"""What a command cannot mean, or cannot do, before any other room is asked."""

from referee.engine.facts import Fact


class CommandFault(Fact):
    """A command that cannot be understood, or that this machine stopped."""

    USAGE = "{said}"
    NO_PACK = "no pack is named", "name one: new MATCH PACK, or new MATCH --pack PACK"
    TWO_PACKS = "two packs are named", "name one: new MATCH PACK, or new MATCH --pack PACK"
    SCENE_UNDRAWN = "what is done on a table is not drawn", "leave --chart out"
    BATCH_NAMES_MATCHES = "a batch names its matches line by line; write - for MATCH"
    BATCH_FROM_FILE = "a batch is read from the standard input"
    BATCH_HAS_OPTIONS = (
        "{options} cannot be said of a whole batch",
        "a line of it may hold side, faces and source",
    )
    COPY_TAKES_NO_LETTER = (
        "a copy of a journal takes no letter",
        "rehearse it with --dry-run, and send it to the moderator",
    )
    COPY_TAKES_NO_DICE = (
        "a copy of a journal takes no dice: what follows from them may be secret",
        "rehearse the letter without --faces, or where the match lies",
    )
    REPORTS_WITHOUT_FOLDER = "nothing says where the reports go", "name a folder with -o"
    SECRETS_UNNAMED = (
        "{file} would show what only the referee may know",
        "say whom it is for: --as and a side, or --as referee if you keep it",
    )
    REPORTS_HAVE_OPTIONS = "{options} cannot be said of the reports of all readers"
    PHRASE_OF_NOBODY = "nobody says whose phrase this is", "name the side with --as"
    BOT_OF_NOBODY = "nothing says which side the bot plays", "name the side with --as"
    SEAT_WITHOUT_ADDRESS = "a seat has a side and an address", "write both, or neither to list the seats"
    PIPE_UNREPAIRABLE = "only a file can be repaired, not what is piped in"
    PACKED_UNREPAIRABLE = "a packed file cannot be repaired", "unpack it with gunzip first"
    TAIL_WITHOUT_REPAIR = "--to belongs to --repair: it names the last entry that stays"
    NOTHING_TO_WEIGH = (
        "nothing says which battle is to be weighed",
        "name a match, or a pack and a set-up: --pack PACK --given 'reims: ge-1 [5I], fr-1 [3I]'",
    )
    SET_UP_HAS_MATCH = "{options} cannot be said of a battle that is given with --given"
    SET_UP_WITHOUT_PACK = "nothing says whose pieces are given", "name the pack with --pack"
    NO_PACK_TO_SIMULATE = "no pack is named", "name one: simulate PACK, or give its wars with --from"
    NOTHING_TO_PROVE = "nobody says what is to be proved: name a match, or the file of a journal"
    RESOLVE_MISSING = "--file, --error and --agreed belong to --resolve"
    RESOLVED_FOR_SIDE = "only the referee resolves: leave --as away"
    SCHEMA_AND_FOLDER = "-o writes all schemas, and one is named", "leave one of the two away"
    TOPIC_UNKNOWN = "there is no help on {topic}", "see what there is with `referee help`"
    EXAMPLE_THERE = "{path} is there already", "remove it, or keep the example on another --shelf"
    EXAMPLE_UNREADABLE = "{path} does not say what the example is opened with"
    EXAMPLES_MISSING = "no pack has examples"
    PACK_WITHOUT_EXAMPLES = "the pack {pack} has no examples"
    EXAMPLE_UNKNOWN = "the pack {pack} has no example {name}"
    EXAMPLE_EMPTY = "the example {name} has no letters"
    REQUEST_UNREADABLE = "the line is no request: {why}", "see `referee help serving`"
    REQUEST_LONG = "the line is longer than {most} bytes"
    REQUEST_ASKS_NOTHING = (
        "a request asks one thing: run, options or events",
        "see `referee help serving`",
    )
    STARTER_UNKNOWN = "{name} starts no service here", "name systemd or cron"
    NOT_SERVED = "{word} is not for a process that serves", "run it from a shell"
    MACHINE_REFUSED = "{where}{why}"
    OUR_MISTAKE = "our mistake: {kind} at {file}:{line}", "{variable}=1 shows the way there"
