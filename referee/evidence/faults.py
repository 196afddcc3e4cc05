"""What cannot be disputed or resolved, and what somebody was not told truly."""

from referee.engine.facts import Fact


class EvidenceFault(Fact):
    """A dispute that cannot be held, or one that found something."""

    NOT_DISPUTABLE = "{match} has no entry {entry} that could be disputed", "name one from 1 to {last}"
    ONLY_ORDERS = "entry {entry} is a {kind}, and only an order can be in error"
    ALREADY_TAKEN_BACK = "entry {entry} was taken back: there is nothing to resolve"
    NO_POLICY = "{match} was opened without a policy"
    POLICY_CHANGED = (
        "the policy {policy} is not the one {match} was opened with",
        "put the file back as it was",
    )
    TOLD_OTHERWISE = "entry {entry}: {fact} is not what was sealed"
