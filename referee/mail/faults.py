"""Errors of the post office."""

from referee.engine.facts import Fact


class MailFault(Fact):
    """Errors of a post office that is not set up, is busy, or cannot deliver."""

    NO_OFFICE = (
        "the shelf {shelf} has no post office",
        'write {path} with a line such as: address = "referee@club.example"',
    )
    CONFIG_NOT_TOML = "this is not TOML: {why}"
    NO_DELIVERY = "{path} defines no delivery of mail", "add a table [delivery] with `to`"
    NO_INBOX = "{path} names no inbox", "add a table [inbox] with `kind`"
    FOLDER_MISSING = "the server {host} has no folder {folder}"
    INBOX_MISSING = "there is no Maildir at {path}"
    MBOX_MISSING = "the mbox {path} was not found"
    MBOX_BUSY = "another process holds the mbox {path}: {why}", "fetch it later"
    OFFICE_BUSY = "another process holds the post office", "try again"
    MEMORY_SILENT = (
        "the database of the post office cannot be read or written: {why}",
        "check the disk, and try again",
    )
    MAIL_NOT_KEPT = "the mail was not stored, and nothing was filed: {why}", "send it again"
    MAIL_WAITS = (
        "the mail is stored, but nothing has been filed yet: {why}",
        "the next command of the post office handles it",
    )
    MAIL_HELD = (
        "the mail is stored, but nothing has been filed because its match is in use: {why}",
        "the next command of the post office handles it",
    )
    MAIL_FILED = (
        "the letter was filed, but has not been answered yet: {why}",
        "the next command of the post office answers it",
    )
    MAIL_IN_DOUBT = (
        "the mail is stored, and its letter may have been filed: {why}",
        "the next command of the post office checks this and files nothing twice",
    )
    REPORTS_WAIT = (
        "the mail was handled, but a report to a player is still to be written: {why}",
        "the next command of the post office writes it",
    )
    OFFICE_SILENT = (
        "the post office cannot be opened, and no mail was received: {why}",
        "check the disk, and try again",
    )
    NO_MAIL = "this is not an e-mail: it has no headers"
    MAIL_TOO_LARGE = "the mail has more than {most} bytes"
    NOT_AN_ADDRESS = "{address} is not a valid e-mail address"
    NOT_A_PSEUDONYM = (
        "a pseudonym has at most {most} characters on one line, and no @",
        "do not use an address: the journal keeps the pseudonym forever",
    )
    KEY_UNREADABLE = (
        "{file} is not a usable public key: {why}",
        "name a public key file from `ssh-keygen` or from `gpg --armor --export`",
    )
    SEAT_EMPTY = "the seat of the {side} side in {match} is empty"
    SEAT_TAKEN = "{address} already has the seat of the {side} side in {match}"
    NO_SPECTATOR = "{address} is not an observer of {match}"
    SEATS_UNREADABLE = "the seats of {match} cannot be read: {why}"
    PASSWORD_COMMAND = "the command for the password failed: {why}"
    INBOX_SILENT = "mail cannot be fetched from the server {host} now: {why}", "fetch it later"
    SERVER_SILENT = (
        "the server {host} does not accept mail now: {why}",
        ("the mail stays in the queue; send it later"),
    )
