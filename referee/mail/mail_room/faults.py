"""Faults of the mail room, and the results of mails in words."""

from collections.abc import Mapping

from referee.engine.facts import Fact
from schemas.mail import Verdict

VERDICTS: Mapping[Verdict, str] = {
    "judged": "judged",
    "refused": "refused and answered",
    "answered": "request answered",
    "filed": "filed, and reported to the players concerned",
    "forwarded": "no orders: forwarded to the moderator",
    "repeat": "received before",
    "automatic": "not judged: automatic mail, or an unchanged template",
    "bounce": "bounce: a mail of the referee was not delivered",
    "unproved": "not judged: the author is not proved",
    "held": "held until the player confirms it, because it cannot be undone",
    "denied": "the player denies a letter: it is not judged",
    "forged": "not judged: it came from another player of the match",
    "rejected": "settled by the moderator without judging it",
    "confirmed": "confirms a held letter",
    "stranger": "not judged: no seat has this address",
    "unreadable": "cannot be handled: set aside",
    "waiting": "stored, handled later",
    "locked": "held until the round of its time lock",
    "forum": "notification of a forum: its posts are handled as letters",
    "talk": "conversation in a forum: neither judged nor answered",
}
"""Results of a mail."""


class SetupFault(Fact):
    """Missing settings of the servers and records of the DNS."""

    NOT_A_DOMAIN = (
        "{domain} is not a domain of mail servers",
        "write the domain alone, such as club.example; other letters in their form xn--",
    )
    NOT_AN_ACCOUNT = (
        "{user} is not an account with a mailbox",
        "write the name of an account in small letters, such as referee; root has no mailbox",
    )
    CHECK_LOST = (
        "the mail of the check did not arrive",
        "check that the server accepts addresses with a plus (recipient_delimiter), and its logs",
    )
    PLUS_MISSING = (
        "the mail to the plain address arrived, the mail to an address with a plus did not",
        "write recipient_delimiter = + into the settings of Postfix and Dovecot",
    )
    NO_TLS = (
        "{host} offers no TLS to other mail servers",
        "write smtpd_tls_security_level = may into the settings of Postfix",
    )
    RECORD_MISSING = (
        "the DNS has no {kind} record of {name}",
        "add the records that `referee mail setup --domain {domain}` prints",
    )
    NAMES_SILENT = "no name server answers: {why}"
    NO_RESOLVER = "the library that asks name servers is missing", "run pip install 'pbem-referee[mail]'"
