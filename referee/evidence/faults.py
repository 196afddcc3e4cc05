"""What cannot be disputed, resolved or audited, and what was said untruly."""

from referee.engine.facts import Fact


class EvidenceFault(Fact):
    """A dispute that cannot be held, or one that found something."""

    NOT_DISPUTABLE = "{match} has no entry {entry} that could be disputed", "name one from 1 to {last}"
    ONLY_ORDERS = "entry {entry} is a {kind}, and only an order can be in error"
    ALREADY_TAKEN_BACK = "entry {entry} was taken back: there is nothing to resolve"
    TOO_MANY_DISPUTED = "{count} entries are disputed, and {most} is the most that one ruling is about"
    ONE_AT_A_TIME = "one entry is explained at a time", "name one, or ask for a ruling with --resolve"
    NO_POLICY = "{match} was opened without a policy"
    POLICY_CHANGED = (
        "the policy {policy} is not the one {match} was opened with",
        "put the file back as it was",
    )
    NO_AMENDMENTS = "the policy {policy} amends no position", "a ruling takes back, `retract` too"
    AMENDMENT_UNAGREED = (
        "the policy {policy} asks for the consent of {sides}",
        "name each side that consents with --agreed",
    )
    AMENDMENT_UNKNOWN = "positions of {match} are not amended: its rules know no amendments"
    AMENDMENT_EMPTY = "nothing is to be amended", "write: referee amend MATCH 'put ge-i5 in metz'"
    AMENDMENT_PLAYS_ON = "{line}: play would go on by itself after it, and an amendment moves nothing else"
    REASON_OF_AMENDMENT = "an amendment has a reason", "give it with --reason"
    SHARD_MISSPELT = "{shard!r} is no part of an audit", "write 2/8 for the second part of eight"
    ARCHIVE_UNKNOWN = "there is no folder {path}"
    NO_JOURNALS = (
        "there is no journal in {path}",
        "name a shelf, or a folder of files that end in .jsonl or .jsonl.gz",
    )
    NO_STORES = "nothing here reads journals from elsewhere", "pip install fsspec, and what its store needs"
    STORE_NEEDS_MORE = "this store needs a package more: {why}"
    NO_CLUSTER = "nothing here speaks to a cluster", "pip install distributed, or leave out --engine"
    SCHEDULER_SILENT = "no scheduler answers at {address}", "begin one with `dask scheduler`"
    SCHEDULER_UNASKED = "only a cluster has a scheduler", "say --engine dask as well"
    WORKER_DIED = (
        "the process that judged it died {tries} times: nothing is known of this journal",
        "verify it alone, with more memory or time",
    )
    JUDGE_FAILED = (
        "our mistake: {kind}, and nothing is known of this journal",
        "verify it alone to see where",
    )
    NO_OWN_COPY = "{match} is not judged: this file is neither a whole journal nor the copy of one side"
    RULING_OTHER = "entry {entry} rules otherwise than the policy {policy}, which it names"
    AMENDMENT_ALONE = "entry {entry} amends the position without the consent that it needs"
    AGREEMENT_OTHER = "entry {entry} takes orders back by an agreement that the journal does not hold"
    PACK_SAYS_OTHERWISE = "the header says {field} {said}, and the pack that it names says {due}"
    TOLD_OTHERWISE = "entry {entry}: {fact} is not what was sealed"
