"""Moderators who show two histories or two logs, and moderators whom nothing shows."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from referee.matches.club_log import merkle, signed_notes
from referee.matches.club_log.proofs import ClubProof, Link
from referee.matches.club_log.signed_notes import Checkpoint
from referee.matches.club_log.store import ClubLog
from schemas.journal import Head
from tests.evidence import forgeries_of_lines as lines
from tests.evidence.forger import Change, Forgery
from tests.evidence.moderators.history_acts import Act, change_entry, swap_letters
from tests.evidence.moderators.world import CLUB, FAVOURED, SECOND, SEED, SIDES, Moderator, list_heads

DIFFERENT = bytes(reversed(SEED))
"""A key that is not the club's."""


def divert(text: str) -> Change:
    """Return a change by which a history departs from another one after the phrases."""

    def change(it: Forgery) -> None:
        it.put(4, "note", "referee", {"text": text})
        renumber(it, lambda seq: seq + (seq > 3))

    return change


def renumber(it: Forgery, find: Callable[[int], int]) -> None:
    """Change the numbers by which quotes and takebacks name entries."""
    for line in it.entries("witness"):
        seq, _, seal = line["body"]["public"]["head"].partition(":")
        line["body"]["public"]["head"] = f"{find(int(seq))}:{seal}"
    for line in it.entries("retract"):
        line["body"]["public"]["to"] = find(line["body"]["public"]["to"])


def strip_quotes(side: str) -> Change:
    """Return a change that leaves out the quotes of a side."""

    def change(it: Forgery) -> None:
        renumbered = {0: 0}
        kept = [it.lines[0]]
        for number, line in enumerate(it.lines[1:], 1):
            body = line["body"]
            if not (body["kind"] == "witness" and body["side"] == side):
                kept.append(line)
            renumbered[number] = len(kept) - 1
        it.lines[:] = kept
        it.number()
        renumber(it, lambda seq: renumbered[seq])

    return change


def age_quotes(side: str) -> Change:
    """Return a change by which a side quotes the opening again and again."""

    def change(it: Forgery) -> None:
        for line in it.entries("witness"):
            if line["body"]["side"] == side:
                _, _, seal = line["body"]["public"]["head"].partition(":")
                line["body"]["public"]["head"] = f"1:{seal}"

    return change


def fork_without_quotes(moderator: Moderator, *, one_log: bool) -> None:
    first = moderator.forge(divert("for the one"), strip_quotes(SECOND))
    other = moderator.forge(divert("for the other"), strip_quotes(FAVOURED))
    moderator.fork(first, other, one_log=one_log)


def fork_with_invented_quotes(moderator: Moderator, *, one_log: bool) -> None:
    first, other = (moderator.forge(divert(f"for {side}")) for side in SIDES)
    moderator.fork(first, other, one_log=one_log)


def fork_with_true_quotes(moderator: Moderator) -> None:
    """File the quotes of the second player in the history of the first one as they are."""
    other = moderator.forge(divert("for the other"))

    def take_quotes(it: Forgery) -> None:
        for mine, theirs in zip(it.entries("witness"), other.entries("witness"), strict=True):
            if mine["body"]["side"] == SECOND:
                mine["body"]["public"]["head"] = theirs["body"]["public"]["head"]

    first = moderator.forge(divert("for the one"))
    take_quotes(first)
    moderator.seal(first)
    moderator.fork(first, other, one_log=True)


def fork_with_old_quotes(moderator: Moderator) -> None:
    first = moderator.forge(divert("for the one"), age_quotes(SECOND))
    other = moderator.forge(divert("for the other"), age_quotes(FAVOURED))
    moderator.fork(first, other, one_log=True)


def fork_and_rejoin(moderator: Moderator) -> None:
    """Show the second player another history for some letters, and the first one at the end."""
    log = moderator.open_log()
    first, other = (moderator.forge(divert(f"for {side}")) for side in SIDES)
    heads = list_heads(first)
    for head in heads[:4]:
        log.append(head)
    shown = moderator.prove(log, other)[:4]
    for head in heads[4:]:
        log.append(head)
        shown.append(log.prove(head, [shown[-1].checkpoint.size]))
    moderator.post(FAVOURED, moderator.prove(log, first))
    moderator.post(SECOND, shown)
    moderator.hand_out(first)


def fork_by(one: Change, two: Change) -> Act:
    return lambda moderator: moderator.fork(moderator.forge(one), moderator.forge(two), one_log=True)


def send_in_two_logs(moderator: Moderator, first: ClubLog, other: ClubLog, after: int) -> None:
    """Send the mails after some from another log, of which they say that it continues the first one."""
    forgery = moderator.forge()
    shown = moderator.prove(first, forgery)[:after]
    later = moderator.prove(other, forgery)[after:]
    for side in SIDES:
        moderator.post(side, [*shown, *later])
    moderator.hand_out(forgery)


def restart_log(moderator: Moderator) -> None:
    send_in_two_logs(moderator, log_with(moderator, 3), moderator.open_log(), 5)


def log_with(moderator: Moderator, others: int, name: str = "another") -> ClubLog:
    """Return a log with leaves of other matches."""
    log = moderator.open_log()
    for number in range(others):
        log.append(Head(seq=number, seal=(name.encode().hex() * 64)[:64]))
    return log


def hide_match(moderator: Moderator) -> None:
    send_in_two_logs(moderator, log_with(moderator, 3), log_with(moderator, 2), 5)


def exchange_match(moderator: Moderator) -> None:
    send_in_two_logs(moderator, log_with(moderator, 3), log_with(moderator, 3, "exchanged"), 5)


def invent_match(moderator: Moderator) -> None:
    send_in_two_logs(moderator, log_with(moderator, 1), log_with(moderator, 4), 5)


def send_proofs(change: Callable[[list[ClubProof]], Sequence[ClubProof]]) -> Act:
    """Return an act that changes the proofs before they are sent."""

    def act(moderator: Moderator) -> None:
        forgery = moderator.forge()
        shown = change(moderator.prove(log_with(moderator, 2), forgery))
        for side in SIDES:
            moderator.post(side, shown)
        moderator.hand_out(forgery)

    return act


def omit_links(shown: list[ClubProof]) -> list[ClubProof]:
    return [proof._replace(links=()) for proof in shown]


def falsify_links(shown: list[ClubProof]) -> list[ClubProof]:
    """Give the path of one link to the next one."""
    return [
        proof._replace(links=tuple(Link(link.size, link.root, before.path) for link in proof.links))
        for before, proof in pairwise(shown)
    ]


def skip_link(shown: list[ClubProof]) -> list[ClubProof]:
    """Leave out a report and link the next one to an older one."""
    return [*shown[:4], shown[5]._replace(links=shown[4].links), *shown[6:]]


def forget_leaf(shown: list[ClubProof]) -> list[ClubProof]:
    """Send a head that is not in the log, with the path of another one."""
    return [*shown[:-1], shown[-1]._replace(head=Head(seq=shown[-1].head.seq, seal="ab" * 32))]


def number_wrong(shown: list[ClubProof]) -> list[ClubProof]:
    return [*shown[:-1], shown[-1]._replace(number=shown[-1].number - 1)]


def repeat_checkpoint(shown: list[ClubProof]) -> list[ClubProof]:
    return [*shown[:-1], shown[-1]._replace(note=shown[-2].note)]


def sign_again(proof: ClubProof, name: str = CLUB, seed: bytes = SEED, more: int = 0) -> ClubProof:
    now = proof.checkpoint
    return proof._replace(note=signed_notes.sign(Checkpoint(name, now.size + more, now.root), seed))


def claim_more_leaves(shown: list[ClubProof]) -> list[ClubProof]:
    return [*shown[:-1], sign_again(shown[-1], more=1)]


def sign_with_other_key(shown: list[ClubProof]) -> list[ClubProof]:
    return [sign_again(proof, seed=DIFFERENT) for proof in shown]


def sign_once_with_other_key(shown: list[ClubProof]) -> list[ClubProof]:
    return [*shown[:-1], sign_again(shown[-1], seed=DIFFERENT)]


def sign_as_other_club(shown: list[ClubProof]) -> list[ClubProof]:
    return [sign_again(proof, name="other.example") for proof in shown]


def omit_signature(shown: list[ClubProof]) -> list[ClubProof]:
    return [proof._replace(note=proof.note.partition("\n\n")[0] + "\n\n") for proof in shown]


def change_root(shown: list[ClubProof]) -> list[ClubProof]:
    """Sign a root that is not of the tree."""
    now = shown[-1].checkpoint
    note = signed_notes.sign(Checkpoint(CLUB, now.size, merkle.EMPTY_ROOT), SEED)
    return [*shown[:-1], shown[-1]._replace(note=note)]


def omit_proofs(_: list[ClubProof]) -> list[ClubProof]:
    return []


def log_apart(moderator: Moderator) -> None:
    """Show each player a log of his own with one history, so that each sees other matches."""
    forgery = moderator.forge()
    for side, others in zip(SIDES, (1, 4), strict=True):
        moderator.post(side, moderator.prove(log_with(moderator, others), forgery))
    moderator.hand_out(forgery)


# --- moderators whom nothing shows


def open_elsewhere(moderator: Moderator) -> None:
    """Open ten matches in a log that is never shown, and start a new log with the best one."""
    log_with(moderator, 10)
    moderator.file()


def tell_secrets(moderator: Moderator) -> None:
    """Read the keys and the deck of the journal, and try orders with them. It leaves no trace."""
    forgery = moderator.forge()
    assert forgery.thrown()[0]["body"]["key"]
    assert forgery.lines[1]["private"]["referee"]["events"]
    moderator.file()


def discard_letter(moderator: Moderator) -> None:
    """File nothing of the last letter."""

    def change(it: Forgery) -> None:
        at = it.lines.index(it.entries("order")[-1])
        del it.lines[at:]

    moderator.file(change)


def invent_letter(moderator: Moderator) -> None:
    """File an order that no player sent. The digest of the letter is of no letter."""

    def change(it: Forgery) -> None:
        body = it.entries("order")[-1]
        body["private"][body["body"]["side"]]["letter"] = "ab" * 32

    moderator.file(change)


def state_falsely(moderator: Moderator) -> None:
    moderator.file(
        swap_letters,
        change_entry("note", 0, text="Entente asked for it"),
        change_entry("retract", 0, reason="it was late"),
    )


def keep_secret(moderator: Moderator) -> None:
    moderator.file(lines.stack_the_deck)


ACTS: dict[str, Act] = {
    "fork-one-log": lambda moderator: fork_without_quotes(moderator, one_log=True),
    "fork-two-logs": lambda moderator: fork_without_quotes(moderator, one_log=False),
    "fork-invented-quotes": lambda moderator: fork_with_invented_quotes(moderator, one_log=True),
    "fork-all-invented": lambda moderator: fork_with_invented_quotes(moderator, one_log=False),
    "fork-true-quotes": fork_with_true_quotes,
    "fork-old-quotes": fork_with_old_quotes,
    "fork-rejoin": fork_and_rejoin,
    "fork-terms": fork_by(lambda it: None, lambda it: it.header.update(at="2026-12-01T19:00:00Z")),
    "fork-reason": fork_by(lambda it: None, change_entry("retract", 0, reason="by agreement")),
    "restart-log": restart_log,
    "hide-match": hide_match,
    "exchange-match": exchange_match,
    "invent-match": invent_match,
    "log-apart": log_apart,
    "omit-links": send_proofs(omit_links),
    "false-links": send_proofs(falsify_links),
    "skip-link": send_proofs(skip_link),
    "unlogged-head": send_proofs(forget_leaf),
    "wrong-leaf": send_proofs(number_wrong),
    "repeat-checkpoint": send_proofs(repeat_checkpoint),
    "wrong-size": send_proofs(claim_more_leaves),
    "wrong-root": send_proofs(change_root),
    "other-key": send_proofs(sign_with_other_key),
    "other-key-once": send_proofs(sign_once_with_other_key),
    "other-club": send_proofs(sign_as_other_club),
    "no-signature": send_proofs(omit_signature),
    "no-proofs": send_proofs(omit_proofs),
    "open-elsewhere": open_elsewhere,
    "tell-secrets": tell_secrets,
    "discard-letter": discard_letter,
    "invent-letter": invent_letter,
    "state-falsely": state_falsely,
    "keep-secret": keep_secret,
}
