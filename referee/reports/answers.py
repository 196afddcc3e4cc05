"""Answers to letters, for their senders."""

from pathlib import Path

from msgspec.structs import replace

from referee.i18n import languages
from referee.matches import viewer_languages
from referee.matches.judging import submitting
from referee.matches.judging.submitting import Filed, Rehearsal, Repeated, Sent
from referee.matches.matches import Holder, Match
from referee.reports.rulings import rulings
from schemas.answers.ruling import Submitted


def submit(root: Path, name: str, sent: Sent, holder: Holder | None = None) -> Submitted:
    """Judge a letter, file the result, and return the answer."""
    return answer(submitting.submit(root, name, sent, holder))


def rehearse(match: Match, sent: Sent) -> Submitted:
    """Rehearse a letter and return the answer. Nothing is filed."""
    rehearsal, examined = submitting.rehearse(match, sent)
    if isinstance(rehearsal, Repeated):
        return answer(rehearsal)
    return _warn(answer_rehearsal(rehearsal), rehearsal.match, examined)


def answer_rehearsal(rehearsal: Rehearsal) -> Submitted:
    """Return the answer to a rehearsal."""
    told, heard = viewer_languages.tell(rehearsal.match, rehearsal.side), rehearsal.heard
    ruling = rulings.answer_rehearsal(told, rehearsal.side, heard)
    return replace(rulings.ahead(ruling, told, rehearsal.kept, (), heard.state), phrase=rehearsal.phrase)


def answer(filed: Filed | Repeated) -> Submitted:
    """Return the answer to a letter that was filed now or before."""
    match filed:
        case Filed():
            return _warn(_rule(filed), filed.match, filed.sent)
        case Repeated():
            told = viewer_languages.tell(filed.match, filed.side)
            ruling = rulings.again(told, filed.side, filed.before)
            return _warn(ruling, filed.match, filed.sent)


def _rule(filed: Filed) -> Submitted:
    judged, (own, others) = filed.judged, filed.steps()
    steps = (*own, *others)
    now = steps[-1].after if steps else judged.heard.before
    told = viewer_languages.tell(filed.match, judged.side)
    fallen = rulings.word_falls(told, judged.heard.falls)
    ruling = rulings.answer_filed(told, judged.side, own, filed.entries, fallen, now)
    ruling = rulings.ahead(ruling, told, judged.kept, others, judged.heard.state)
    return replace(ruling, phrase=judged.phrase)


def _warn(ruling: Submitted, match: Match, sent: Sent) -> Submitted:
    """Add the warnings about the letter and the journal before the answer's own."""
    tongue = languages.tongue(ruling.language)
    known = (str(warning.speaking(tongue)) for warning in (*sent.warnings, *match.warnings()))
    return replace(ruling, warnings=(*known, *ruling.warnings))
