"""Errors of the club log and of its proofs."""

from referee.engine.facts import Fact


class ClubFault(Fact):
    """A club log that is missing or cannot be used, and proofs that do not hold."""

    LIBRARY_MISSING = (
        "signatures of a club log need PyNaCl, which is not installed",
        "run: pip install 'pbem-referee[club]'",
    )
    NO_CLUB = "the shelf {shelf} has no club log", "start one: referee club start club.example"
    CLUB_EXISTS = "the shelf {shelf} already has a club log: {name}"
    NAME_WRONG = (
        "{name} cannot name a club log",
        "use a name without blanks and plus signs, such as club.example/wargames",
    )
    KEY_WRONG = "{key} is not a verifier key", "copy the whole key that `referee club show` prints"
    KEY_UNREADABLE = "the key of the club in {path} cannot be read: {why}"
    KEY_DAMAGED = "the key of the club in {path} is damaged", "restore the file from a backup"
    CHECKPOINT_WRONG = "this is not a checkpoint: its name, size or root is missing or damaged"
    PROOF_WRONG = "this is not a proof of the club log: {line}"
    LOG_BUSY = "another process holds the club log {path}", "try again"
    LOG_UNUSABLE = "the club log {path} cannot be read or written: {why}", "check the disk, and try again"
    HEAD_NOT_LOGGED = "the head {head} is not in the club log"
