"""What is wrong with the files of cases that a pack is checked by."""

from referee.engine.facts import Fact


class CaseFault(Fact):
    """A case, or a file of cases, that cannot be run."""

    NO_CASES = (
        "no files of cases are given, and this folder holds no tests/*/cases",
        "give files or folders of cases",
    )
    NO_CASEWORK = "no cases are run for the rule system {name}", "name a pack of another family"
    NO_FILE = "there is no file {path}", "give a file or folder of cases"
    PACK_UNNAMED = (
        "this file does not say which pack its cases are about",
        "begin with `pack:` and its name",
    )
    OTHER_FAMILY = "the pack {pack} belongs to another family of games than this file"
    NO_CLAUSE = "the rulebook of this pack has no clause {clause}"
    NO_RULING = "this pack has no ruling {ruling}"
    NO_EVENT = "there is no event {event}"
    NO_ORIGINAL = "the pack `{pack}` has no case of this title among those that are run"
    NOTHING_SHARED = "this case argues no clause that both books have, `{one}` and `{other}`"
    WORDS_DO_NOT_FIT = "the case cannot be told in these words: {why}"
