"""What keeps a post office from working."""

from referee.engine.facts import Fact


class MailFault(Fact):
    """A post office that is not set up, is busy, or cannot deliver."""

    NO_OFFICE = (
        "there is no post office on the shelf {shelf}",
        'write {path} with a line such as: address = "referee@club.example"',
    )
    CONFIG_NOT_TOML = "this is not TOML: {why}"
    NO_DELIVERY = "{path} does not say how mail leaves", "add a table [delivery] with `to`"
    NO_INBOX = "{path} names no inbox", "add a table [inbox] with `kind`"
    FOLDER_MISSING = "the server {host} has no folder {folder}"
    INBOX_MISSING = "there is no Maildir at {path}"
    MBOX_MISSING = "there is no mbox at {path}"
    MBOX_BUSY = "another process holds the mbox {path}: {why}", "fetch it later"
    OFFICE_BUSY = "another process holds the post office", "try again"
    MEMORY_SILENT = (
        "the memory of the post office cannot be read or written: {why}",
        "look at the disk, and try again",
    )
    MAIL_NOT_KEPT = "the mail was not kept, and nothing was filed: {why}", "send it again"
    MAIL_WAITS = (
        "the mail is kept, and nothing was filed so far: {why}",
        "the next command of the post office takes it in",
    )
    MAIL_HELD = (
        "the mail is kept, and nothing was filed, for its match is in use: {why}",
        "the next command of the post office takes it in",
    )
    MAIL_FILED = (
        "the letter was filed, and it is not answered so far: {why}",
        "the next command of the post office answers it",
    )
    MAIL_IN_DOUBT = (
        "the mail is kept, and its letter may have been filed: {why}",
        "the next command of the post office looks, and files nothing twice",
    )
    REPORTS_WAIT = (
        "the mail was handled, and a report to a player waits: {why}",
        "the next command of the post office writes it",
    )
    OFFICE_SILENT = (
        "the post office cannot be opened, and nothing was taken in: {why}",
        "look at the disk, and try again",
    )
    NO_MAIL = "this is no e-mail: it has no headers"
    MAIL_TOO_LARGE = "the mail has more than {most} bytes"
    NOT_AN_ADDRESS = "{address} is no e-mail address"
    NOT_A_PSEUDONYM = (
        "a pseudonym has at most {most} signs on one line, and no @",
        "the journal holds it for good: leave addresses out",
    )
    KEY_UNREADABLE = (
        "{file} is no public key that can be used here: {why}",
        "name a key that `ssh-keygen` made, or one that `gpg --armor --export` printed",
    )
    SEAT_EMPTY = "no player has the seat of the {side} side in {match}"
    SEAT_TAKEN = "{address} has the seat of the {side} side in {match} already"
    NO_SPECTATOR = "{address} does not look on in {match}"
    SEATS_UNREADABLE = "the seats of {match} cannot be read: {why}"
    PASSWORD_COMMAND = "the command for the password failed: {why}"
    INBOX_SILENT = "the server {host} does not give mail now: {why}", "fetch it later"
    SERVER_SILENT = "the server {host} does not take mail now: {why}", "the mail waits; send it later"
