"""The list of dishonest moderators, and the tables of the help page `threats` that are made from it.

`python -m tests.evidence.moderators.threats referee/cli/pages/threats.md` writes the tables.
"""

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple


class Source(StrEnum):
    """The least from which a fraud is found."""

    MAILS = "the mails of one player"
    COPY = "the copy of one player"
    MAILS_AND_COPY = "the mails and the copy of one player"
    BOTH_COPIES = "the copies of both players"
    BOTH_MAILS = "the mails of both players"
    ROUND = "the copy of one player after the round of its lock"
    REVEAL = "the journal after `reveal`"
    TRUST = "nothing"


class Finder(StrEnum):
    """The players who find a fraud, each from the named source."""

    EACH = "each"
    SECOND = "the other"
    """Only the player against whom the moderator cheats."""

    FAVOURED = "the favoured"
    """Only the player whom the moderator shows the true history."""

    NOBODY = "nobody"


class Moment(StrEnum):
    """The letter after which a fraud is found."""

    NEXT = "the next report"
    ANY = "the first copy"
    END = "the last copy"
    ROUND = "the round"
    REVEAL = "`reveal`"
    NEVER = "-"


class Threat(NamedTuple):
    """A kind of dishonest moderator. `reason` says why a fraud rests on trust."""

    code: str
    act: str
    source: Source
    finder: Finder = Finder.EACH
    reason: str = ""

    @property
    def moment(self) -> Moment:
        """The letter after which it is found."""
        return MOMENTS[self.source]


MOMENTS = {
    Source.MAILS: Moment.NEXT,
    Source.COPY: Moment.ANY,
    Source.MAILS_AND_COPY: Moment.ANY,
    Source.BOTH_COPIES: Moment.END,
    Source.BOTH_MAILS: Moment.NEXT,
    Source.ROUND: Moment.ROUND,
    Source.REVEAL: Moment.REVEAL,
    Source.TRUST: Moment.NEVER,
}

MAILS, COPY, BOTH = Source.MAILS, Source.COPY, Source.MAILS_AND_COPY

LOG = (
    Threat("restart-log", "starts the log again in the middle of a match", MAILS),
    Threat("hide-match", "leaves a match that he opened out of the log", MAILS),
    Threat("exchange-match", "exchanges a leaf of the log for another match", MAILS),
    Threat("invent-match", "inserts leaves that were not there", MAILS),
    Threat("omit-links", "does not prove that the log continues", MAILS),
    Threat("false-links", "sends the proof of growth of another report", MAILS),
    Threat("skip-link", "leaves a checkpoint out, and links the next one to an older one", MAILS),
    Threat("unlogged-head", "sends a head that is not in the log", MAILS),
    Threat("wrong-leaf", "states another leaf number", MAILS),
    Threat("repeat-checkpoint", "sends an old checkpoint with a new head", MAILS),
    Threat("wrong-size", "signs a larger size", MAILS),
    Threat("wrong-root", "signs a root that is not of the tree", MAILS),
    Threat("other-key", "signs with another key than the published one", MAILS),
    Threat("other-key-once", "signs one checkpoint with another key", MAILS),
    Threat("other-club", "sends checkpoints of another log", MAILS),
    Threat("no-signature", "sends unsigned checkpoints", MAILS),
    Threat("no-proofs", "sends reports without proofs", MAILS),
    Threat("log-apart", "shows each player a log of his own, with one history", Source.BOTH_MAILS),
)
"""Frauds with the club log."""

FORKS = (
    Threat(
        "fork-one-log", "shows two histories in one log, and leaves out the quotes of the other one", BOTH
    ),
    Threat(
        "fork-two-logs", "shows two histories in two logs, and leaves out the quotes of the other one", BOTH
    ),
    Threat("fork-old-quotes", "shows two histories, and files only quotes of the common beginning", BOTH),
    Threat(
        "fork-true-quotes",
        "shows two histories, and files the quotes of the other one as they are",
        BOTH,
        Finder.FAVOURED,
    ),
    Threat(
        "fork-rejoin", "shows the other player another history for some letters only", BOTH, Finder.SECOND
    ),
    Threat("fork-invented-quotes", "shows two histories in one log, and invents quotes", Source.BOTH_COPIES),
    Threat("fork-all-invented", "shows two histories in two logs, and invents quotes", Source.BOTH_COPIES),
    Threat("fork-terms", "shows two headers", Source.BOTH_COPIES),
    Threat("fork-reason", "states two reasons for one takeback", Source.BOTH_COPIES),
)
"""Two histories of one match."""

REWRITES = (
    Threat("cut-tail", "cuts the last entries off", BOTH),
    Threat("cut-letter", "removes a letter that others followed", COPY),
    Threat("rewrite-note", "changes a note afterwards", BOTH),
    Threat("rewrite-reason", "changes the reason of a takeback afterwards", BOTH),
    Threat("rewrite-takeback", "takes more back, afterwards", BOTH),
    Threat("hide-takeback", "removes a takeback", BOTH),
    Threat("hide-note", "removes a note", BOTH),
    Threat("insert-note", "inserts a note afterwards", BOTH),
    Threat("hide-quote", "removes the quote of a letter", BOTH),
    Threat("hide-refusal", "removes a refused letter", BOTH),
    Threat("swap-letters", "exchanges the order of two letters afterwards", BOTH),
    Threat("backdate-letter", "changes the time of a letter afterwards", BOTH),
    Threat("reopen-match", "changes the time of the opening afterwards", BOTH),
    Threat("rewrite-phrase", "changes a phrase afterwards, and rolls again", BOTH),
    Threat("rewrite-salt", "seals a private part again with another salt", BOTH),
)
"""A history that is written again after the reports, with quotes and seals that fit."""

DICE = (
    Threat("turn-face", "changes a face", COPY),
    Threat("hide-die", "leaves a die out", COPY),
    Threat("hide-roll", "leaves a roll out", COPY),
    Threat("double-roll", "files a roll twice", COPY),
    Threat("exchange-rolls", "exchanges the dice of two letters", COPY),
    Threat("late-draw", "takes later bytes of a key", COPY),
    Threat("skip-key", "skips a key whose dice do not suit", COPY),
    Threat("reuse-key", "uses a key twice", COPY),
    Threat("choose-key", "takes a key that he made up", COPY),
    Threat("waste-key", "spends a key on a note", COPY),
    Threat("renew-early", "begins a new chain of keys early", COPY),
    Threat("choose-chain", "makes up a later chain of keys", Source.REVEAL),
    Threat("no-dice", "files dice without a key", COPY),
    Threat("manual-dice", "rolls his own dice in a match with sealed dice", COPY),
    Threat("omit-phrases", "rolls without the phrases of the players", COPY),
    Threat("late-phrase", "files a phrase when the keys are known", COPY),
    Threat("grind-field", "adds a field to an order until the dice suit", COPY),
    Threat("more-dice", "rolls more dice than the rules give", COPY),
    Threat("need-less", "makes hits easier", COPY),
    Threat("dice-of-other-order", "rolls for another order than the filed one", COPY),
    Threat("dice-of-other-side", "rolls for another side", COPY),
)
"""Dice that are not those of the keys, the phrases and the order."""

RULES = (
    Threat("illegal-march", "accepts an illegal march", COPY),
    Threat("move-for-enemy", "files an order for the enemy's pieces", COPY),
    Threat("drop-event", "leaves an event out", COPY),
    Threat("double-event", "files an event twice", COPY),
    Threat("stronger-fort", "changes the result of a battle", COPY),
    Threat("save-piece", "changes the reason of a loss", COPY),
    Threat("other-loss", "removes another piece", COPY),
    Threat("refuse-legal", "refuses a legal order", COPY, Finder.FAVOURED),
    Threat("take-back-dice", "lets a side take back its dice", COPY),
    Threat("take-back-future", "takes back to an entry that does not exist", COPY),
    Threat("rule-as-side", "files a ruling in the name of a side", COPY),
    Threat("amend-alone", "amends the position without consent", COPY),
    Threat("change-sealed", "changes an entry under its seal", COPY),
    Threat("withhold-part", "withholds a private part from its reader", COPY, Finder.SECOND),
    Threat("change-part", "changes a private part under its commitment", COPY, Finder.SECOND),
    Threat("exchange-hands", "exchanges the hands of the players", COPY),
    Threat("drop-anchor", "opens a match without all anchors of the dice", COPY),
    Threat("other-pack", "judges by a changed pack", COPY),
    Threat("other-scenario", "names a scenario that was not agreed", COPY),
)
"""Entries that the rules, the seals or the commitments contradict."""

CHANCE = (
    Threat("choose-round", "waits for another round of the beacon than the time gives", COPY),
    Threat("drop-awaited", "rolls dice of a match with the beacon without waiting", COPY),
    Threat("await-twice", "fixes two rounds for one order", COPY),
    Threat("forget-beacon", "rolls with the key alone", COPY),
    Threat("await-other-order", "fixes the digest of another order", COPY),
    Threat("await-other-key", "fixes the number of another key", COPY),
    Threat("name-other-entry", "names another entry that awaited the dice", COPY),
    Threat("name-other-round", "names a later round than the fixed one", COPY),
    Threat("invent-signature", "invents the signature of a round", COPY),
    Threat("borrow-signature", "takes the signature of another round", COPY),
    Threat("roll-before-round", "files the dice before their round", COPY),
    Threat("hide-beacon", "opens the match without the beacon that was agreed", COPY),
    Threat("side-drops-dice", "lets a side take back an order whose dice wait", COPY),
    Threat("phrase-while-waiting", "files a phrase while dice wait", COPY),
    Threat("skip-commitment", "files a phrase without the digests of all sides", COPY),
    Threat("change-committed", "changes a phrase that was committed", COPY),
    Threat("commit-late", "files a digest after the first phrase", COPY),
    Threat("deal-early", "deals before the phrases", COPY),
    Threat("rename-deal", "rules in place of the deal", COPY),
    Threat("stack-committed-deck", "stacks a deck that follows from the phrases", Source.REVEAL),
)
"""Frauds with the beacon, and with phrases that are committed first."""

RECEIPTS = (
    Threat("lose-letter", "throws a letter away after its receipt", BOTH, Finder.SECOND),
    Threat("receipt-of-other-history", "gives a receipt of another history", BOTH, Finder.SECOND),
    Threat("unsigned-receipt", "gives a receipt that the club did not sign", MAILS, Finder.SECOND),
)
"""Frauds with the receipts of letters."""

SECRETS = (
    Threat("stack-deck", "stacks the deck", Source.REVEAL),
    Threat("stack-locked-deck", "stacks the deck of a match whose secret opens by itself", Source.ROUND),
    Threat("foreign-secret", "commits to a secret that he does not use", Source.REVEAL),
    Threat("open-other-secret", "opens another secret than the agreed one", COPY),
)
"""Frauds with the hidden secret."""

TRUSTED = (
    Threat(
        "open-elsewhere",
        "opens many matches in logs that are never shown, and shows the best one in a new log",
        Source.TRUST,
        Finder.NOBODY,
        "The first checkpoint shows how many leaves came before it, but no other log. Play in a club whose "
        "log is old and whose key is widely known. A new log for a match is a warning.",
    ),
    Threat(
        "tell-secrets",
        "knows keys, deck and letters, tries orders with them, or tells them to one player",
        Source.TRUST,
        Finder.NOBODY,
        "Reading leaves no trace. Dice with the beacon cannot be tried, and locked letters cannot be read "
        "before their time. The deck remains: a moderator who does not play has no use for it.",
    ),
    Threat(
        "discard-letter",
        "throws a letter away before its receipt",
        Source.TRUST,
        Finder.NOBODY,
        "Its author misses the receipt, but cannot prove that the letter was sent.",
    ),
    Threat(
        "invent-letter",
        "files an order in the name of a player",
        Source.TRUST,
        Finder.NOBODY,
        "Its author sees an order that he did not send, but cannot prove it. If all letters are signed, the "
        "moderator cannot show this one.",
    ),
    Threat(
        "state-falsely",
        "states false times, reasons or an order of arrival when they happen",
        Source.TRUST,
        Finder.NOBODY,
        "They are statements. Each player knows the truth about his own letters, and sees the statements in "
        "his next report.",
    ),
    Threat(
        "keep-secret",
        "never opens the secret of a match without a time lock",
        Source.TRUST,
        Finder.NOBODY,
        "Hidden draws are proved when the secret is opened. A time lock opens it without the moderator "
        "(`new --secret-until`); agree on the day otherwise, and count no match before it.",
    ),
)
"""Frauds that no proof shows."""

GROUPS = {
    "The club log": LOG,
    "Two histories": FORKS,
    "A history rewritten": REWRITES,
    "Dice": DICE,
    "The beacon and committed phrases": CHANCE,
    "Orders, rules and secrets": (*RULES, *SECRETS),
    "Receipts of letters": RECEIPTS,
}

THREATS = (*(threat for group in GROUPS.values() for threat in group), *TRUSTED)
"""All kinds; frauds that rest on trust are the last."""


BEGIN, END = "<!-- made from the list of kinds -->", "<!-- end of the list -->"

FINDERS = {
    Finder.EACH: "each player",
    Finder.SECOND: "the cheated player",
    Finder.FAVOURED: "the player whom it concerns",
    Finder.NOBODY: "nobody",
}


def tell_tables() -> Iterator[str]:
    """Yield the lines of the tables."""
    count = len(THREATS) - len(TRUSTED)
    yield f"The list has {len(THREATS)} kinds: {count} are found, and {len(TRUSTED)} rest on trust."
    for title, threats in GROUPS.items():
        yield from ("", f"## {title}", "")
        yield "| code | the moderator | who finds it | from | at |"
        yield "|---|---|---|---|---|"
        yield from map(_tell_row, threats)
    yield from ("", "## Frauds that rest on trust", "")
    yield from (f"* **`{one.code}`**: the moderator {one.act}. {one.reason}" for one in TRUSTED)


def _tell_row(one: Threat) -> str:
    return f"| `{one.code}` | {one.act} | {FINDERS[one.finder]} | {one.source} | {one.moment} |"


def fill_page(text: str) -> str:
    """Return a page with the tables between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([f"{before}{BEGIN}", "", *tell_tables(), "", f"{END}{after}"])


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(fill_page(page.read_text(encoding="utf-8")), encoding="utf-8")
