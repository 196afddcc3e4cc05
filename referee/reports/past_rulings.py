"""Rulings by a policy, in one sentence: as they are filed, and as somebody reads them in another language."""

from referee.engine.faults import Fault
from referee.engine.tongue import Translator, forms, message
from referee.matches.matches import Match
from referee.packs import policies
from schemas.answers.evidence import Cited
from schemas.journal import Entry

STANDS = message("{policy}, {paragraph} {title}: entry {entry} stands")
VOID = message("{policy}, {paragraph} {title}: entry {entry} is void")
VOID_WITH_OTHERS = forms(
    "{policy}, {paragraph} {title}: entry {entry} is void, and so is {count} after it",
    "{policy}, {paragraph} {title}: entry {entry} is void, and so are {count} after it",
)


def sentence(tongue: Translator, cited: Cited, entry: int, void: int) -> str:
    """What was ruled of an entry; `void` counts the entries that fall, it and those after it."""
    parts = {"policy": cited.policy, "paragraph": cited.paragraph, "title": cited.title, "entry": entry}
    if void > 1:
        return tongue.say(*VOID_WITH_OTHERS, count=void - 1, **parts)
    return tongue.say(VOID if void else STANDS, **parts)


def render_ruling(match: Match, ruling: Entry) -> str:
    """A filed ruling in the language that a match is told in; nothing if no policy ruled."""
    match ruling.body.public:
        case {"paragraph": str(paragraph), "disputed": int(disputed)}:
            cited = _cite(match, paragraph)
            return sentence(match.tongue, cited, disputed, _void(match, ruling, disputed)) if cited else ""
        case _:
            return ""


def _cite(match: Match, paragraph: str) -> Cited | None:
    """A paragraph of the policy of a match, as far as that is at hand."""
    try:
        policy = policies.translate_policy(policies.load(match.header.policy), match.tongue.language)
        return policies.cite(policy, paragraph)
    except (Fault, LookupError):
        return None


def _void(match: Match, ruling: Entry, disputed: int) -> int:
    """How many entries fell with a ruling: those that the takeback before it undid."""
    before = match.entries[ruling.body.seq - 2]
    if before.body.kind != "retract" or before.body.public.get("to") != disputed - 1:
        return 0
    return len(match.standing(before.body.seq - 1, after=disputed - 1))
