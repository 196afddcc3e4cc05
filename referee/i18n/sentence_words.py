"""Words of sentences, by their use. Each language has a module of its own for its words.

Tables of the first part hold the words that a sentence may contain beside its names if it is played. A new
word makes more sentences readable; a word with two meanings must stay out. Tables of the second part decide
what a clause of a free text means. A word of doubt there only keeps a clause from being an order, so that it
may have other meanings.
"""

from collections.abc import Iterator

from referee.i18n import sentence_words_de, sentence_words_el, sentence_words_en, sentence_words_fr
from referee.i18n.name_matching import UMLAUTS, key

_LANGUAGES = (
    sentence_words_en.TABLES,
    sentence_words_fr.TABLES,
    sentence_words_de.TABLES,
    sentence_words_el.TABLES,
)


def _list_english(verb: str) -> Iterator[str]:
    """Yield the forms of an English verb: `cross`, `crosses`. Those in `-ing` have many other meanings."""
    if verb.endswith("y") and verb[-2] not in "aeiou":
        yield from (verb, f"{verb[:-1]}ies")
    else:
        yield from (verb, f"{verb}{'es' if verb.endswith(('s', 'sh', 'ch', 'x', 'z')) else 's'}")


def _list_german(stem: str) -> Iterator[str]:
    """Yield the forms of a German verb: `reit`, `reite`, `reitet`, `reiten`."""
    if stem.endswith(("el", "er")):
        yield from (stem, f"{stem[:-2]}{stem[-1]}e", f"{stem}e", f"{stem}t", f"{stem}n")
    else:
        yield from (stem, f"{stem}e", f"{stem}{'et' if stem.endswith(('t', 'd')) else 't'}", f"{stem}en")


def _list_french(stem: str) -> Iterator[str]:
    """Yield the forms of a French verb in -er: `avance`, `avances`, `avancent`, `avancer` and so on."""
    soft = "e" if stem.endswith("g") else ""
    yield from (f"{stem}{ending}" for ending in ("e", "es", "ent", "er", "ez", f"{soft}ons"))


_VERBS = (
    (sentence_words_en.VERBS, _list_english),
    (sentence_words_fr.VERBS, _list_french),
    (sentence_words_de.VERBS, _list_german),
)


def _words(table: str) -> frozenset[str]:
    """Return the words of all languages that have a table of this name. Raises KeyError if none has it."""
    texts = [tables[table] for tables in _LANGUAGES if table in tables]
    texts += [
        form
        for stems, list_forms in _VERBS
        for stem in stems.get(table, "").split()
        for form in list_forms(stem)
    ]
    if not texts:
        # An empty table of doubts would let orders be played.
        raise KeyError(table)
    return _keys(" ".join(texts))


def _keys(text: str) -> frozenset[str]:
    """Return words as comparison keys, German umlauts also as two letters."""
    return frozenset((*key(text).split(), *key(text.translate(UMLAUTS)).split()))


# First part: words of sentences that are played

# Words without a meaning of their own: articles, pronouns of the writer, courtesies, and links
SMALL = _words("small")
MOTION = _words("motion")  # Verbs of movement, with the small words that belong to them
# Words beside these verbs and those of retreat that mean no order elsewhere: `make for`, `in good order`
AROUND_MOTION = _words("around_motion")
ATTACKS = _words("attacks")  # Verbs of movement with the area as their object: `the 5th Army attacks Longwy`
RETREATS = _words("retreats")  # Verbs of retreat, with the small words that belong to them
STAYS = _words("stays")  # Verbs of a piece that does nothing
OF = _words("of")  # Words before what a number of pieces belongs to
AROUND_STAYS = _words("around_stays")  # The only words beside them
AROUND_PIECES = _words("around_pieces")  # Words beside a journey, an army that stands there, or a biplane
DENIES = _words("denies")  # Words of a denial. A clause with one of them is never an order
# Answers to a question whether something happens
NO = frozenset({
    "no", "no thanks", "no thank you", "non", "non merci", "nein", "nein danke", "όχι", "nope", "nah",
    "nothing", "nichts", "nix", "rien", "τίποτα", "keine", "aucun", "aucune",
})  # fmt: skip
DENIED = _words("denied")  # Things and actions that a side may have none of
AROUND_DENIALS = _words("around_denials")  # The only words beside them
# Words of a condition or a second thought: a sentence with one of them is not an order
DOUBTS = _words("doubts")
QUESTIONS = _words("questions")  # Words that begin a question, or a condition, if a sentence begins with them
REQUESTS = _words("requests")  # Words that begin a question which wants something
POLITE = _words("polite")  # Words that make an order of a request
ENDS = _words("ends")  # Words that close a question
CLOSING = _words("closing")  # The only words beside them
PASSES = _words("passes")  # Words of a side that plays no offensive
PASSING = _words("passing")  # The only words beside them
BATTLES = _words("battles")  # Words before the areas of battles
AROUND_BATTLES = _words("around_battles")  # The only words beside them
# Words before a piece that moves earlier or later, and is given no order
AFTER = frozenset({"after", "apres", "nachdem", "before", "avant", "bevor", "μετα", "πριν"})
THEN = _words("then")  # Words for a battle that comes later
FIRST = _words("first")  # Words for a battle, or for losses, that come first
PLAYS = _words("plays")  # Words before a card
# Words of a limited offensive, by language
LIMITED = tuple(_keys(tables["limited"]) for tables in _LANGUAGES)
EVENTS = _words("events")  # Words for a card that is played for its event
DITTO = _words("ditto")  # Words for the move of the pieces before
FOLLOWS = DITTO | _words("follows")  # Words of pieces that go with the pieces before
HELPS = _words("helps")  # Words before a piece that another one helps: `ru-5 to Lublin, helping ru-4`
RAIL = _words("rail")  # Words of a journey by rail
SEA = _words("sea")  # Words of a journey by sea
FROM = _words("from")  # Words before an area that pieces leave
INTO = _words("into")  # Words before an area that pieces enter, beside those for `to`
TO = _words("to")  # Words before a destination
VIA = _words("via")  # Words before an area on the way
SPENDS = _words("spends")  # Words of hits that are paid with cards
STILL = _words("still")  # Words of a denial that may hold only for now
STATES = _words("states")  # Adjectives of a remark about the enemy or an area
BEING = _words("being")  # The verbs of such a remark
NEEDS = _words("needs")  # Verbs of a reason for a purchase
TRENCHES = _words("trenches")  # Words for trenches, and verbs of armies that dig them
AROUND_TRENCHES = _words("around_trenches")  # The only words beside them
EXCHANGES = _words("exchanges")  # Words for cards that are discarded for new ones
EVERYONE = _words("everyone")  # Words for all pieces of a battle
NEXT = _words("next")  # Words for the battle that is fought next
TIMES = _words("times")  # Words of another time, and of an emergency
FOR_LATER = _words("for_later")  # Words beside a card that is kept for another time
COUNTED = _words("counted")  # Things that numbers in remarks count
DISCARDS = _words("discards")  # Words for cards that are thrown away
FORTS = _words("forts")  # Words for a fort
AROUND_HITS = _words("around_hits")  # The only words beside those of a fort or a card that takes hits
EVERYTHING = _words("everything")  # Words for all hits
PLACES = _words("places")  # Words about a reinforcement and its place
ARMIES = _words("armies")  # Words for armies
PEOPLES = _words("peoples")  # Peoples, as words beside the id of a piece or for pieces that stay
COURTESIES = _words("courtesies")  # Words of clauses that greet, agree or thank
HEADINGS = _words("headings")  # Words of headings, and of remarks about empty areas
LATER = _words("later")  # Words of sentences about the losses of a later battle
TAKES_BACK = _words("takes_back")  # Words that take an order back. A letter with one of them is asked about
SECOND_THOUGHTS = TAKES_BACK | _words("second_thoughts")  # Words that may take back an order in the same line
ABBREVIATIONS = _words("abbreviations")  # Words that end in a point without ending a sentence
LEAVES_OUT = _words("leaves_out")  # The only words in a phrase that leaves areas alone
FIRST_PERSON = _words("first_person")  # Words for the writer
SECOND_PERSON = _words("second_person")  # Words for the reader of a letter
SAYINGS = _words("sayings")  # Verbs before what is only said, thought or wished
EXCEPTIONS = _words("exceptions")  # Words of a contrast, which leave no question open
# Words that limit what was said before
ONLY = frozenset({"only", "just", "nur", "bloss", "seulement", "juste", "uniquement", "μονο"})
PLAYING = _words("playing")  # Verbs in a denial of the whole question about cards
AROUND_NO = _words("around_no")  # The only words beside a denial of the whole question
FIGHTS = ATTACKS | _words("fights")  # Verbs of fights at the destination
FOES = _words("foes")  # Words for the enemy there
CONTRASTS = _words("contrasts")  # Words before a remark about another battle

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

_NATIONS = (
    "belgian", "german", "french", "british", "serbian", "russian", "austrian", "american", "italian",
    "turkish",
)  # fmt: skip

NATIONS_OF = {word: nation for nation in _NATIONS for word in _words(f"nation_{nation}")}
"""Nations of peoples. `The Belgians` are the Belgian army if there is one."""

SHORT_NATIONS = {"frz": "french", "fr": "french", "dt": "german", "ung": "austrian"}
"""Short forms of nations that do not begin like their names."""

# Second part: words that decide what a clause means

UNREAL = _words("unreal")  # Words of a thought, a possibility, the past or a later time
UNSURE = _words("unsure")  # Words of a possibility, which may be a polite order
ACCOMPANIED = _words("accompanied")  # Words of a piece that goes where the pieces before it go
HITS = _words("hits")  # Words for hits, beside which a piece or a card takes one
TOO = DITTO | {"too", "also", "aussi", "auch"}  # Words of pieces that do what those before do: `uk-3 too`
CASUALTIES = _words("casualties")  # Words for losses
THAT_PLACE = _words("that_place")  # Words for the area that was named last, without a direction
ITS = _words("its")  # Words before the contents of an army that was named
MODALS = _words("modals")  # Words of them that give leave: `you can go on`
OTHERS = _words("others")  # Subjects other than the writer and the own pieces
YOUR = _words("your")  # Words before a piece that is not the writer's
NEGATES = _words("negates") | DENIES  # Words of a denial
REPORTS = _words("reports")  # Verbs before what another person says
RELATIVE = _words("relative")  # First words of a clause about the word before it, or of a reason
CONTRAST = _words("contrast")  # First words of a clause to which the denial before it does not apply
POSSESSES = _words("possesses")  # Verbs without movement: a place beside them is not a destination
MOVES = (_words("moves") | (MOTION - SMALL - STAYS)) - _words("no_verbs")  # Verbs of movement
TAKES = _words("takes") | ATTACKS  # Verbs whose object is the destination
COMBAT = _words("combat")  # Words for a battle
USES = _words("uses")  # Verbs with a card as their object
LOSES = _words("loses")  # Verbs of losses
GIVES = _words("gives")  # Verbs of losses that mean other things elsewhere: `the cavalry goes`
BOTH = _words("both") - {"και"}  # Words for the pieces of several clauses: `both into Boulogne`
PAIR = frozenset({"both", "beide", "beides"})  # Words for two pieces, hits or battles
ORDERING = _words("ordering")  # Words that order battles or leave others out
THAT = _words("that")  # Words for earlier words
THEM = frozenset({"it", "them", "sie", "ihn"})  # Pronouns behind the verb that moves them
OBJECTS = _words("objects")  # Pronouns for pieces that are moved
BUYS = _words("buys")  # Verbs of a purchase
KEEPS = _words("keeps")  # Verbs of pieces that stay, and of cards that are kept
REST = _words("rest")  # Words for all pieces that are not named, or for none
PRONOUNS = _words("pronouns")  # Words for the piece that was named last
THERE = _words("there")  # Words for the area that was named last
THITHER = _words("thither")  # Words for the way to the area that was named last
GOES_BACK = _words("goes_back")  # Words of a retreat
ACTS = MOVES | TAKES | GOES_BACK  # Verbs of the deeds of pieces
STRATEGIC = _words("strategic")  # Words of a strategic movement
VAGUE = _words("vague")  # Words for pieces of a kind that they do not name
WHOLE = _words("whole")  # Words by which a letter takes everything back

FAREWELLS = frozenset({
    "regards", "cheers", "bises", "bisous", "biz", "ciao", "love", "best",
    "gruss", "grusse", "mfg", "lg", "vg", "cordialement", "amities", "salutations",
    "χαιρετισμουσ",
})  # fmt: skip
"""First words of a farewell."""

SHORT_FORMS = {
    "pr": "pour", "ds": "dans", "ts": "tous", "ttes": "toutes", "mvt": "mouvement", "mvts": "mouvements",
    "tps": "temps", "u": "und", "nich": "nicht", "nix": "nichts",
}  # fmt: skip
"""Short forms of French and German words."""

ALL = (
    SMALL | MOTION | RETREATS | STAYS | AROUND_STAYS | DENIES | DENIED | DOUBTS | QUESTIONS | ENDS | CLOSING
    | PASSES | PASSING | BATTLES | AROUND_BATTLES | PLAYS | COURTESIES | HEADINGS | SECOND_THOUGHTS
)  # fmt: skip
"""Words that are written as they are meant."""
