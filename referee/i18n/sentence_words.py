"""Words of sentences that hold orders, by their use. The words of each language are data.

A sentence is read as an order only if each of its words is a name or stands in one of these tables. A new
word makes more sentences readable. A word with two meanings must stay out.
Each language has a module of its own for its words.
"""

from referee.i18n import sentence_words_de, sentence_words_el, sentence_words_en, sentence_words_fr
from referee.i18n.name_matching import UMLAUTS, key

_LANGUAGES = (
    sentence_words_en.TABLES,
    sentence_words_fr.TABLES,
    sentence_words_de.TABLES,
    sentence_words_el.TABLES,
)


def _words(table: str) -> frozenset[str]:
    """Return the words of all languages."""
    return _keys(" ".join(tables.get(table, "") for tables in _LANGUAGES))


def _keys(text: str) -> frozenset[str]:
    """Return words as comparison keys, German umlauts also as two letters."""
    return frozenset((*key(text).split(), *key(text.translate(UMLAUTS)).split()))


SMALL = _words("small")
"""Words without a meaning of their own: articles, pronouns of the writer, courtesies, and links."""

MOTION = _words("motion")
"""Verbs of movement, with the small words that belong to them."""

AROUND_MOTION = _words("around_motion")
"""Words beside these verbs and those of retreat that mean no order elsewhere: `make for`, `in good order`."""

ATTACKS = _words("attacks")
"""Verbs of movement with the area as their object: `the 5th Army attacks Longwy`."""

RETREATS = _words("retreats")
"""Verbs of retreat, with the small words that belong to them."""

STAYS = _words("stays")
"""Verbs of a piece that does nothing."""

OF = _words("of")
"""Words before what a number of pieces belongs to."""

STAYING = STAYS | _words("staying")
"""These verbs and forms of them that remarks use as well."""

AROUND_STAYS = _words("around_stays")
"""The only words beside them."""

DENIES = _words("denies")
"""Words of a denial. A clause with one of them is never an order."""

NO = frozenset(
    {"no", "no thanks", "no thank you", "non", "non merci", "nein", "nein danke", "όχι", "nope", "nah"}
)
"""Answers to a question whether something happens."""

DENIED = _words("denied")
"""Things and actions that a side may have none of."""

AROUND_DENIALS = _words("around_denials")
"""The only words beside them."""

DOUBTS = _words("doubts")
"""Words of a condition or a second thought: a sentence with one of them is not an order."""

QUESTIONS = _words("questions")
"""Words that begin a question, or a condition, if a sentence begins with them."""

REQUESTS = _words("requests")
"""Words that begin a question which wants something."""

POLITE = _words("polite")
"""Words that make an order of a request."""

ENDS = _words("ends")
"""Words that close a question."""

CLOSING = _words("closing")
"""The only words beside them."""

PASSES = _words("passes")
"""Words of a side that plays no offensive."""

PASSING = _words("passing")
"""The only words beside them."""

BATTLES = _words("battles")
"""Words before the areas of battles."""

AROUND_BATTLES = _words("around_battles")
"""The only words beside them."""

AFTER = frozenset({"after", "apres", "nachdem", "before", "avant", "bevor", "μετα", "πριν"})
"""Words before a piece that moves earlier or later, and is given no order."""

THEN = _words("then")
FIRST = _words("first")
"""Words that order battles."""

PLAYS = _words("plays")
"""Words before a card."""

LIMITED = tuple(_keys(tables["limited"]) for tables in _LANGUAGES)
"""Words of a limited offensive, by language."""

EVENTS = _words("events")
"""Words for a card that is played for its event."""

THERE = _words("there")
"""Words for an area that was named before."""

DITTO = _words("ditto")
"""Words for the move of the pieces before."""

FOLLOWS = DITTO | _words("follows")
"""Words of pieces that go with the pieces before."""

BESIDE = _words("beside")
AROUND_HOSTS = _words("around_hosts")
"""Words before an army that stands where pieces go, and the only words beside it."""

WITH = _words("beside_moves")
"""Words before a piece that goes along, behind the area where it goes."""

HELPS = _words("helps")
"""Words before a piece that another one helps: `ru-5 to Lublin, helping ru-4`."""

RAIL = _words("rail")
SEA = _words("sea")
"""Words of a journey by rail and by sea."""

AROUND_SEA = _words("around_sea")
"""The only words beside them."""

FROM = _words("from")
"""Words before an area that pieces leave."""

INTO = _words("into")
"""Words before an area that pieces enter, beside those for `to`."""

TO = _words("to")
VIA = _words("via")
"""Words before a destination, and before an area on the way."""

SPENDS = _words("spends")
"""Words of hits that are paid with cards."""

CARDS = _words("cards")
"""Words for cards."""

STILL = _words("still")
"""Words of a denial that may hold only for now."""

STATES = _words("states")
BEING = _words("being")
AROUND_STATES = _words("around_states")
"""Adjectives of a remark about the enemy or an area, its verbs, and the only words beside them."""

NEEDS = _words("needs")
"""Verbs of a reason for a purchase."""

COUNTED = _words("counted")
"""Things that numbers in remarks count."""

DISCARDS = _words("discards")
"""Words for cards that are thrown away."""

FORTS = _words("forts")
"""Words for a fort."""

AROUND_HITS = _words("around_hits")
"""The only words beside those of a fort or a card that takes hits."""

COUNTS = {
    word: number
    for number, words in enumerate(
        (
            "one un une ein einen eine ενα ersten erste erster zweiten zweite dritten dritte",
            "two both deux zwei beide δυο",
            "three trois drei τρια",
            "four quatre vier τεσσερα",
            "five cinq funf",
        ),
        1,
    )
    for word in words.split()
}
"""Numbers of hits."""

EVERYTHING = _words("everything")
"""Words for all hits."""

PLACES = _words("places")
"""Words about a reinforcement and its place."""

PLANES = _words("planes")
"""Words for a biplane."""

ARMIES = _words("armies")
"""Words for armies."""

PEOPLES = _words("peoples")
"""Peoples, as words beside the id of a piece or for pieces that stay."""

_NATIONS = (
    "belgian", "german", "french", "british", "serbian", "russian", "austrian", "american", "italian",
    "turkish",
)  # fmt: skip

NATIONS_OF = {word: nation for nation in _NATIONS for word in _words(f"nation_{nation}")}
"""Nations of peoples. `The Belgians` are the Belgian army if there is one."""

COURTESIES = _words("courtesies")
"""Words of clauses that greet, agree or thank."""

HEADINGS = _words("headings")
"""Words of headings, and of remarks about empty areas."""

LATER = _words("later")
"""Words of sentences about the losses of a later battle."""

TAKES_BACK = _words("takes_back")
"""Words that take an order back. A letter with one of them is asked about."""

SECOND_THOUGHTS = TAKES_BACK | _words("second_thoughts")
"""Words that may take back an order in the same line."""

ABBREVIATIONS = _words("abbreviations")
"""Words that end in a point without ending a sentence."""

LEAVES_OUT = _words("leaves_out")
"""The only words in a phrase that leaves areas alone."""


FIRST_PERSON = _words("first_person")
"""Words for the writer."""

SECOND_PERSON = _words("second_person")
"""Words for the reader of a letter."""

SAYINGS = _words("sayings")
"""Verbs before what is only said, thought or wished."""

INTENDS = _words("intends")
"""Verbs of an introduction."""

EXCEPTIONS = _words("exceptions")
"""Words of a contrast, which leave no question open."""

ONLY = frozenset({"only", "just", "nur", "bloss", "seulement", "juste", "uniquement", "μονο"})
"""Words that limit what was said before."""

PLAYING = _words("playing")
AROUND_NO = _words("around_no")
"""Words of a denial of the whole question."""

FIGHTS = ATTACKS | _words("fights")
FOES = _words("foes")
"""Words for fights at the destination, and for the enemy there."""

CONTRASTS = _words("contrasts")
"""Words before a remark about another battle."""

ALL = frozenset[str]().union(
    SMALL,
    MOTION,
    RETREATS,
    STAYS,
    AROUND_STAYS,
    DENIES,
    DENIED,
    DOUBTS,
    QUESTIONS,
    ENDS,
    CLOSING,
    PASSES,
    PASSING,
    BATTLES,
    AROUND_BATTLES,
    PLAYS,
    COURTESIES,
    HEADINGS,
    SECOND_THOUGHTS,
)
"""Words that are written as they are meant."""
