"""Faults of the servers of a post office."""

from referee.engine.facts import Fact


class SetupFault(Fact):
    """Missing settings of the servers and records of the DNS."""

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
