"""Words of a skirmish in free text, by the order that they may mean. The words of each language are data.

A phrase of several words is written with `_` between them.
"""

import re
from collections.abc import Mapping, Sequence

from referee.i18n.name_matching import key

_VERBS: Mapping[str, Sequence[str]] = {
    "stealthy": (
        "sneak sneaks sneaking creep creeps creeping crawl crawls crawling slip slips stealthily stealthy",
        "rampe rampent glisse glissent faufile faufilent",
        "schleicht schleichen kriecht kriechen",
        "ερπει ερπουν",
    ),
    "manoeuvre": (
        "manoeuvre manoeuvres maneuver maneuvers move moves moving walk walks walking go goes going advance "
        "advances advancing march marches shift shifts follow follows proceed proceeds withdraw "
        "withdraws retire retires",
        "manoeuvre manoeuvrent manœuvre manœuvrent avance avancent va vont marche marchent bouge bougent "
        "deplace deplacent suit suivent recule reculent replie replient",
        "ruckt rucken vorrucken geht gehen zieht ziehen bewegt bewegen marschiert marschieren "
        "folgt folgen manover manovriert manovrieren",
        "κινειται κινουνται προχωρα προχωρει προχωρουν παει πανε",
    ),
    "rush": (
        "rush rushes rushing run runs running sprint sprints dash dashes hurry hurries at_a_run "
        "at_the_double at_a_rush",
        "court courent fonce foncent course au_pas_de_course en_courant",
        "rennt rennen lauft laufen eilt eilen hastet sprintet sprinten sprint im_laufschritt im_sturmschritt",
        "τρεχει τρεχουν ορμα",
    ),
    "assault": (
        "assault assaults charge charges storm storms",
        "charge chargent assaut attaque attaquent",
        "sturmt sturmen sturm angreifen greift greifen",
        "εφορμα εφορμουν",
    ),
    "aimed fire": (
        "fire fires firing shoot shoots shooting shots aim aims",
        "tire tirent tir tirs vise visent feu",
        "schiesst schiessen feuert feuern feuer zielt zielen aufs_korn",
        "πυροβολει πυροβολουν ριχνει ριχνουν",
    ),
    "unaimed fire": (
        "suppress suppresses suppressing",
        "arrose arrosent",
        "niederhalten halt_nieder",
        "καθηλωνει καθηλωνουν",
    ),
    "throw": (
        "throw throws throwing lob lobs toss tosses",
        "lance lancent jette jettent",
        "wirft werfen",
        "πεταει πετα",
    ),
    "flame": ("flame flames burn burns", "brule brulent", "flammt", "καιει"),
    "look": (
        "look looks looking spot spots search searches scan scans",
        "regarde regardent cherche cherchent",
        "schaut schauen sucht suchen spaht spahen",
        "κοιταζει κοιταζουν ψαχνει",
    ),
    "hide": ("hide hides hiding", "cache cachent", "versteckt verstecken", "κρυβεται κρυβονται"),
    "observe": (
        "observe observes observing",
        "observe observent",
        "beobachtet beobachten",
        "παρατηρει παρατηρουν",
    ),
    "beaten zone": ("beaten_zone", "zone_battue", "feuergarbe beaten_zone", ""),
    "stay": (
        "stay stays staying hold holds holding remain remains wait waits stand_still stands_still stand_fast "
        "keep_watching keeps_watching keep_watch keeps_watch",
        "reste restent attend attendent tient tiennent garde gardent",
        "bleibt bleiben wartet warten halt_die_stellung halten_die_stellung",
        "μενει μενουν περιμενει περιμενουν",
    ),
    "barrage": (
        "barrage shell shells",
        "pilonne pilonnent bombarde bombardent",
        "beschiesst trommelfeuer",
        "βομβαρδιζει",
    ),
}


def _read(words: Sequence[str]) -> frozenset[str]:
    return frozenset(key(word.replace("_", " ")) for one in words for word in one.split())


VERBS: Mapping[str, str] = {word: verb for verb, words in _VERBS.items() for word in _read(words)}
"""The verb of an order by each word that may stand for it; `stay` orders nothing."""

VIA = _read(("via through past by", "via par", "via uber durch", "μεσω"))  # Words of a way
PAST = _read(("round around across over along", "um entlang"))  # Words of ground on the way
WITHIN = _read(("within radius", "rayon", "umkreis", "ακτινα"))
STOP = _read(("stop stops stopping halt halts", "arrete arretent", "halt halten", "σταματα"))
UNAIMED = _read(("unaimed suppressive", "au_juge", "ungezielt ungezielte ungezieltes ungezielten"))
RAPID = _read(("rapid rapidly", "rapide", "schnell schnelles schnellfeuer"))
MASKS = _read(("mask masks", "masque masques", "maske masken", "μασκα μασκεσ"))  # Gas masks
OFF = _read(("off", "enlevent enleve", "ab", "βγαζουν"))  # Words beside a mask that is removed
TOO = _read(  # Words of figures that do the same
    ("too also likewise so_does so_do as_well", "aussi egalement", "auch ebenso ebenfalls", "επισησ")
)
FROM = _read(("from", "de depuis", "von aus", "απο"))  # Words before the place that a figure leaves
TO = _read(("to", "vers a au", "nach zu zum zur", "προς σε στο στη στην στον στα"))  # Words before a goal
OF_UNIT = _read(("of in", "de du", "von der aus", "απο τησ"))  # Words before the unit of a figure
AT = _read(("at on", "sur contre a", "auf gegen", "σε στον"))  # Words before a target
REST = _read((  # Words for the other figures of a unit or a side
    "rest others other remaining remainder else", "reste autres sinon",
    "rest ubrigen anderen restlichen sonst",
))  # fmt: skip
AWAY = _read((  # Words of a direction without a verb
    "forward forwards ahead back", "avant arriere", "vor vorwarts voran zuruck los", "εμπροσ πισω",
))  # fmt: skip
EXCEPT = _read((  # Words before figures that an order leaves out
    "except without minus less bar", "sauf excepte sans", "ausser ohne", "εκτοσ χωρισ",
))  # fmt: skip
BUT = _read(("but", "mais", "aber", "αλλα"))
NOT = _read(("not", "pas", "nicht", "οχι"))
DOES_NOT = NOT | _read(
    ("dont doesnt don_t doesn_t wont won_t", "keiner niemand")
)  # Words of figures that do nothing
_POSTURES = (
    ("hidden", "hidden hide hides", "cache cachee caches", "verborgen versteckt verstecken", "κρυμμενοσ"),
    ("observe", "observe observes observing", "observe", "beobachtend beobachtet", ""),
    ("open", "open", "decouvert", "offen", ""),
)
POSTURES: Mapping[str, str] = {word: posture for posture, *words in _POSTURES for word in _read(words)}
"""The posture of a deployed figure by each word that may stand for it."""

COUNTED = _read(
    ("of men figures riflemen", "de hommes", "von aus mann leute manner")
)  # Words behind a number
PARTS = _read((  # Words for a part of a unit
    "half some most part few couple third quarter", "moitie quelques plupart partie",
    "halb halbe halfte halben einige manche teil paar", "μισοι μερικοι",
))  # fmt: skip
TURNS = _read((  # Words that change the order beside them
    "halfway near undone undo once night dark left ditto instead rather last",
    "plutot moitie derriere gauche droite",
    "halbwegs links rechts lieber eher evtl vllt dito genauso hinterher zuletzt", "",
))  # fmt: skip
AND_BACK = re.compile(r"\b(?:then|and|dann|und|puis|et) (?:back|home|zur[uü]ck|retour)\W*$", re.IGNORECASE)
"""The end of a sentence about a second move, which has no place."""

IN_FRONT = re.compile(r"\bvor (?:de[nmr]|das|die)\b", re.IGNORECASE)
"""Words before ground that a move stops short of. Alone, `vor` only belongs to its verb."""

INCHES = re.compile(
    r"(?<![\w.,-])\d{1,2}(?:\.\d+)?\s*(?:inch(?:es)?\b|in\b|zoll\b|pouces?\b|[\"”″])", re.IGNORECASE
)
"""A distance. A move to a place has none."""

NOBODY = _read(("nobody", "personne", "niemand keiner", "κανεισ"))

UNSURE = _read((
    "go goes going follow follows shift shifts proceed proceeds withdraw withdraws retire retires march "
    "marches walk walks shots",
    "va vont bouge bougent deplace deplacent suit suivent recule reculent replie replient",
    "geht gehen zieht ziehen bewegt bewegen lauft laufen folgt folgen aufs_korn",
))  # fmt: skip
"""Verbs whose pace or kind of fire is a guess, so that a sentence with one of them is only proposed."""

LINKS = _read((
    "to at on onto towards toward up into in of with and then please now inches both all my our by",
    "a au aux vers sur dans en avec et puis se mes nos leur une",
    "nach zu zum zur auf in im mit und dann bitte vor los jetzt zoll bis an hinein gegen heran eine",
    "προς σε στο στη στην στον στα στις στους και με τωρα μια",
))  # fmt: skip
"""Words between the parts of an order."""

ADVERBS = _read((
    "at_a_run at_the_double at_a_rush running stealthily creeping crawling", "au_pas_de_course en_courant",
    "im_laufschritt im_sturmschritt",
))  # fmt: skip
"""Verbs that may also say how another verb is carried out: `moves to 24,30 at a run`."""

DICE = frozenset({"dice", "würfel", "würfeln", "dés", "ζάρια"})
"""Words for shares of dice."""

ABBREVIATIONS: Mapping[str, str] = {
    "sect": "section", "sec": "section", "sektion": "section", "gr": "groupe", "grp": "groupe",
}  # fmt: skip
"""Words by the short forms of them."""

_ORDINALS = (
    "erste ersten premier premiere first", "zweite zweiten deuxieme second seconde",
    "dritte dritten troisieme third",
)  # fmt: skip
ORDINALS: Mapping[str, str] = {
    word: str(number) for number, words in enumerate(_ORDINALS, 1) for word in words.split()
}
"""Numbers of units by the words for them: `die zweite Gruppe` is `Gruppe 2`."""

ABBREVIATED = re.compile(r"\b(sect|sec|grp?|nr|no)\.(?=\s*\d)", re.IGNORECASE)
"""A short form before a number, whose full stop ends no sentence."""

RANGE = re.compile(r"\s*(?:-|–|—|bis(?: zu)?|to|through|à|jusqu['’]à|έως)\s*", re.IGNORECASE)
"""Words between the first and the last figure of several."""

AND = re.compile(r"\s*(?:,\s*(?:and|und|et|και)?|&|\+|and|und|et|και)\s*", re.IGNORECASE)
"""Words between the numbers of figures."""

ANOTHER_TIME = re.compile(
    r"\b(?:(?:next|last|previous|following|other) (?:turn|round|time|mail|letter)"
    r"|(?:n[aä]chste|letzte|vorige|folgende)[nmrs]? (?:runde|zug|mal|spielzug)"
    r"|(?:prochaine?|derni[eè]re?) (?:tour|fois)|(?:tour|fois) (?:prochaine?|suivante?|pr[eé]c[eé]dente?)"
    r"|(?:turn|runde|tour|zug) \d|after(?! \d)|before|nachdem|bevor|apr[eè]s|avant (?:que|de)"
    r"|examples?|beispiel|exemple)\b",
    re.IGNORECASE,
)
"""Words of another turn, of an order of events, and of an example: such a sentence orders nothing now."""

TAKES_BACK = re.compile(
    r"^\W*(?:hold on|wait\b|just kidding|only joking|if only|as if|witz|scherz|nur spa(?:ß|ss)|warte|moment"
    r"|je plaisante|attends|attendez|not (?:doing|happening|serious)"
    r"|(?:sorry,? )?wrong (?:match|game|letter)|(?:please )?(?:ignore|disregard))\b",
    re.IGNORECASE,
)
"""The beginning of a sentence by which the orders of a letter are not meant."""

NEUTRAL = re.compile(
    r"\bjusqu['’](?:à|a|aux?|en)\s+(?=\d)"
    r"|\b(?:(?:i|we)(?: would|['’]d) like|(?:ich|wir) (?:m[oö]chten?|h[aä]tten? gern)"
    r"|je voudrais|nous voudrions)\b",
    re.IGNORECASE,
)
"""Words that look like a condition: polite words before an order, and `jusqu'à` before a place."""

CLOSING = re.compile(
    r"(?:(?:so|and|und|et|voil[aà]|ok|thanks|thank you|merci|danke|cheers|i['’]m|i am|ich bin),? )?"
    r"(?:(?:that['’]?s|that is|that will be|that['’]?ll be|das ist|das w[aä]r['’]?s?|das war['’]?s"
    r"|das w[aä]re|c['’]est)(?: (?:it|all|alles|everything|es|tout|fini|termin[eé]))?|that (?:will|should) do"
    r"|nothing (?:else|more)|nichts (?:weiter|mehr)|rien (?:d['’]autre|de plus)|over and out"
    r"|end of (?:orders|message|transmission|letter)|ende der (?:befehle|durchsage|nachricht)"
    r"|fin (?:des ordres|du message)|mehr (?:habe? ich|gibt es) nicht"
    r"|schluss|ende?|fin(?:i|e)?|done|fertig|termin[eé]|voil[aà])"
    r"(?:,? (?:from me|for (?:me|now|this turn|today)|von mir(?: aus)?"
    r"|f[uü]r (?:mich|heute|diesen zug|diese runde)|de ma part|pour (?:moi|ce tour|aujourd['’]hui)"
    r"|thanks|thank you|please|merci|danke|bonne soir[eé]e|cheers|best wishes"
    r"|and sorry for the (?:delay|wait)))*",
    re.IGNORECASE,
)
"""Phrases that say that nothing follows."""
