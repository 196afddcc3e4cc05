"""Signatures of the public beacon in a journal, checked with the beacon's public key."""

from pathlib import Path

from referee.dice.faults import DiceFault
from referee.faults import Complaint, DataFault, Misuse, declare
from referee.i18n.translator import frame
from referee.matches.journal.verification import Report
from referee.matches.letters import time_lock
from referee.matches.letters.time_lock import Beacon
from schemas.record import Place


def check(path: Path, proved: Report) -> int:
    """Return the number of rounds whose signatures were checked: none without drand-verify.

    Raises DataFault for a signature that is not of the beacon.
    """
    wrong: list[Complaint] = []
    for seq, number, signature in proved.rounds:
        try:
            time_lock.check_beacon(Beacon(number, signature))
        except Misuse:
            return 0
        except DataFault:
            fault = declare(DiceFault.BEACON_FORGED, round=str(number))
            text = frame("entry {entry}: {said}", entry=seq, said=fault)
            wrong.append(Complaint.of(text, place=Place(file=path.as_posix(), line=seq + 1)))
    if wrong:
        raise DataFault(*wrong)
    return len(proved.rounds)
