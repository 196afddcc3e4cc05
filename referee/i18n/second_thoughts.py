"""Words that take back, correct, limit, deny or doubt an order beside them.

`takes_back` is sure and holds for the whole letter, `may_take_back` holds for a sentence, and `casts_doubt`
for the lines around a remark. `withdraws`, `corrects` and `limits` hold for the words behind an order. A text
is compared as a key: without accents, capitals and marks.
"""

import re
from collections.abc import Iterable

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import Index, key

_IT = r"(?:all|that|this|these|those|everything|it|them|(?:the|my) \w+)"
_RETRACTS = re.compile(
    rf"\b(?:on second thoughts?|then again|(?:scrap|scrub|forget) {_IT}|forget (?:what )?i said"
    r"|silly idea|(?:just|only) an idea|(?:says?|said) no"
    r"|(?:better|rather|maybe|perhaps|or) not$|rather wait|the opposite|other way a?round|other direction"
    r"|(?:juste|seulement) une idee|plutot (?:pas|non)$|plutot attendre|dit non|le contraire|l inverse"
    r"|a la reflexion|oublie[zr]? (?:tout|ca|cela)|mauvaise idee"
    r"|(?:nur|bloss) (?:so )?eine idee|(?:doch|lieber|besser) nicht$|sag(?:en|te?) nein|lieber warten"
    r"|andersherum|umgekehrt|(?:vergiss|vergesst|vergessen sie) (?:das|alles|es|die|diese)"
    r"|anders (?:u|ue)berlegt"
    r"|dumme idee|αλλαξα γνωμη|ξεχνα(?:το)?)(?!\w)"
    r"|^(?:(?:well|naja|enfin|λοιπον) )?(?:"
    r"(?:(?:not|no) )?(?:really|quite|yet)|(?:or )?not(?: at all)?|well no|almost|nearly|never"
    r"|(?:please )?(?:don t|do not)(?: please)?|not (?:today|now|this \w+)|(?:\w+ )?as if"
    r"|(?:oder )?nicht(?: (?:wirklich|ganz|unbedingt))?|(?:noch|doch) nicht|fast|beinahe|nie(?:mals)?"
    r"|(?:heute|jetzt|diesmal) nicht|nicht (?:heute|jetzt|diesmal)|von wegen"
    r"|(?:ou )?pas(?: (?:vraiment|encore|tout a fait|du tout))?|presque|jamais"
    r"|(?:ou )?pas (?:maintenant|aujourd hui|cette fois|ce tour)|tu parles"
    r"|(?:actually|or|well|oder|ou|enfin|η) (?:yes|ja|doch|oui|si|ναι)"
    r"|οχι (?:ακομα|ακομη|πραγματικα|ακριβωσ|τωρα|σημερα)|σχεδον|ποτε)$"
)
"""Words after which no order of a letter is certain."""

_ENGLISH = (
    r"(?<!can t )(?<!cant )(?<!cannot )(?<!had to )(?<!just )wait(?! (?:till|until) (?:you|we)| and see)"
    r"(?! for (?:your|you|it))|leave (?:it|that|this)(?: be| out)?|(?:let|drop) (?:it|that|this) (?:be|go)"
    r"|drop (?:it|that|this)|never ?mind|hang on|^(?:oh |no |please )?hold on|not so fast"
    rf"|(?:scratch|strike|ignore|cancel|undo|revoke|delete|disregard|skip|withdraw) {_IT}"
    r"|(?:scratch|strike|ignore|cancel|undo|revoke|delete|disregard)(?: please)?$|cancell?ed"
    r"|(?:stop|hold) (?:it|that|this|here|everything|(?:my|these|all|the) (?:orders?|letter|mail|moves?))"
    r"|(?:please )?stop$|take (?:it|that|this|them|all|(?:the|my) \w+) back|change of (?:plan|mind)"
    r"|(?:not|wrong) (?:this |that |the )?(?:last )?one|scrub|sit on (?:it|this|that)|not (?:an )?orders?"
    r"|(?:can t|cannot|can not|couldn t) decide|over my dead body|fat chance|likely story"
    r"|(?:don t|do not) like (?:it(?! (?:out|up|down|in|over|there)\b)|this|that|plan \w+"
    r"|(?:the|my|this|that) (?:plan|idea))"
    r"|chang(?:ed?|ing) (?:my|our) minds?(?! twice)"
    r"|made up (?:my|our) minds?|(?:actually|oh|er|hmm|ah) no"
    r"|no (?:actually|wrong|instead|rather)|^no \d+|sorry (?:no|not|wrong)|oops|typo|my (?:mistake|bad)"
    r"|correction|by mistake|i (?:meant|didn t mean|did not mean)|(?:let me|need to|have to|must) think"
    r"|thinking (?:about it|aloud)|(?:not|un) ?(?:sure|certain|decided)|undecided|have(?: not|n t) decided"
    r"|why (?:do|did|would|should) (?:you|i|we) (?:propose|suggest|play|move|pay|buy|do)|draft"
    r"|(?:don t|do not|dont) (?:do|play|execute|file|count|send|use|process) \w+|kidding|joking"
    r"|before (?:you|we) (?:play|do|move|execute|file|send|count)"
    r"|(?:first|but) (?:i )?(?:must |need to )?(?:ask|check with|talk to)|ask \w+ first|null and void"
    r"|not (?:valid|final|yet|this|that)$|^that makes \w+|stupid idea|bad idea|(?:would|might) regret"
)
_FRENCH = (
    r"reflexion faite|quoique|mon oeil|moi vivant|reflechir|annul\w+"
    r"|laisse[zr]? (?:tomber|ca|cela)|attend(?:s|ez)(?! de voir)"
    r"|attendre demain|(?:raye|biffe|barre|supprime|ignore|efface)[zr]? (?:ca|cela|l[ae]s?|cette|ce|tout)"
    r"|(?:finalement|en fait|euh|oh|ah) (?:non|pas)|non (?:finalement|en fait|plutot|pas|pardon)|^non \d+"
    r"|finalement (?:je|on|nous) ne|pas (?:sure?|certaine?|decidee?|valable)|j hesite|par erreur"
    r"|me suis trompee?|on verra (?:plus tard|demain)"
    r"|change d avis|(?:reprends|retire) (?:ca|cela|ce|cet|cette|tout)|d abord (?:demand|parl|consult)\w+"
    r"|(?:demand|parl|consult)\w+ d abord|sauf si|a moins que|a condition|une? (?:instant|moment|minute)$"
    r"|avant d(?:e|en) (?:jouer|executer|faire|l(?:es?|a) (?:jouer|executer|faire))"
    r"|rigol\w+|plaisant(?:e|ais)|ne (?:joue|execute|compte|fai)\w* (?:pas|rien)|pourquoi propose\w*"
    r"|brouillon|ne (?:tiens|tenez) (?:pas|aucun) compte"
)
_GERMAN = (
    r"(?:doch|lieber|besser|eher) nicht"
    r"|gefallt (?:mir |s )?nicht|halte nichts davon|wobei"
    r"|streich(?:e|en|t)?|gestrichen|lass(?:e|t|en)?(?: wir)? (?:es|das|mal)"
    r"|moment(?: mal)?(?: nein)?$|moment (?:nein|bitte|noch)|einen moment|augenblick|halt$|^halt|stopp?$"
    r"|^(?:\w+ )?wartet?|(?:das|es|alles) (?:nehme|ziehe) ich zur(?:u|ue)ck|nicht ausf\w+"
    r"|(?:nehm|zieh)\w* (?:das|es|alles) (?:\w+ )?zur(?:u|ue)ck|r(?:u|ue)ckg(?:a|ae)ngig"
    r"|stornier\w*|ignorier\w*|ung(?:u|ue)ltig|gilt nicht|nachdenken|(?:muss|noch) (?:u|ue)berlegen"
    r"|(?:u|ue)berlege noch|nicht sicher|unsicher|unentschieden|(?:erst|vorher|zuerst) (?:\w+ ){0,3}fragen"
    r"|quatsch|unsinn|bl(?:o|oe)dsinn|korrektur|vertippt|verschrieben|irrtum|versehen|es sei denn|falls nicht"
    r"|nein (?:doch|lieber|besser|falsch|lass)|^nein \d+|(?:ach|oh|eigentlich) (?:nein|nicht)|entwurf"
    r"|meinung ge(?:a|ae)ndert|warum schl(?:a|ae)g\w+|kommando zur(?:u|ue)ck"
    r"|(?:war|nur) (?:ein )?(?:scherz|spass)|bevor (?:du|sie|ihr)"
)
_GREEK = (
    r"ξεχαστε|ακυρ\w+|περιμεν(?:ε|ετε)|αστο|ασ(?:ε|το) το|αφησ\w+ (?:το|τα)|(?:τελικα|καλυτερα|μαλλον) οχι"
    r"|οχι (?:τελικα|καλυτερα|περιμενε|λαθοσ)|^οχι \d+|λαθοσ|διαγραψ\w+|σβησ\w+|αγνοησ\w+|στασου|σταματ\w+"
    r"|στοπ|(?:να )?το σκεφτ\w+|σκεφτομαι|δεν ειμαι σιγουρ\w+|αστειευομαι|πλακα κανω"
    r"|(?:μια|ενα|μισο) (?:στιγμη|λεπτο)$|εκτοσ αν|πρωτα (?:\w+ ){0,3}ρωτ\w+|παιρνω (?:\w+ ){0,2}πισω"
    r"|διορθωση|ανακαλω|γιατι προτειν\w+"
)
_COUNTS = "|".join(order_words.COUNTS)
_OPENINGS = (
    r"(?:maybe|perhaps|better(?! luck)|rather|vielleicht|besser|noch nicht"
    r"|peut etre|plutot|mieux|ισωσ|καλυτερα"
    r"|lieber (?:erst|spater|morgen|warten|nicht|doch)|(?:only|just) an?|nur eine?|(?:juste|seulement) une?"
    r"|μονο (?:μια|ενα)|(?:not|nicht|pas|οχι|μην) (?:that|this|yet|now|today|so|jetzt|heute|das|diese|ca|cela"
    r"|maintenant|tout|τωρα|αυτο|ακομα))(?: \w+){0,3}$"
    r"|(?:if|wenn|falls|si|αν)(?! (?:only|nur|seulement|μονο))(?: \w+){1,4}$"
    r"|(?:only if|nur wenn|seulement si|μονο αν)|(?:no )+no$|(?:really|wirklich|vraiment) (?:no|nein|non)$"
    rf"|(?:sorry|no|only|or|make (?:it|that)|nein|nur|oder|non|seulement|ou|οχι|μονο) (?:\d+|{_COUNTS})$"
)
_UNCERTAIN = (
    r"confirm\w*|bestatig\w*|endgultig|επιβεβαι\w+"
    r"|(?<!www )example|beispiel|exemple|παραδειγμα|suppose|what if|maybe"
    r"|perhaps|vielleicht|peut etre|ισωσ|doubt\w*|zweif\w+|jokes?|blague|witz|psych"
    r"|hold (?:fire|your horses|these)"
    r"|please hold|as if|two minds|regret\w*|bereue|drawing board|grain of salt|subject to|vorbehalt\w*"
    r"|sous reserve"
    r"|before you|first$|(?:bitte|please) wart\w+|bitte wart\w+|nach r(?:u|ue)ckfrage|avant de|provisional\w*"
    r"|vorl(?:a|ae)ufig|provisoire\w*|προχειρο|(?:above|line|orders?|one) (?:is|are|was|were)|to follow|folgt"
    r"|what i wr[io]te|if i were|celui la|celle la|ne pas \w+er$|(?:enfin|ah) non|precedente?s?"
    r"|zur(?:u|ue)ck damit"
    r"|(?:αλλαζω|αλλαξω) γνωμη|μην παιξ\w+|wrote (?:that|this|it)"
    r"|(?<!see you )tomorrow$|sleep on it|demain$|(?:suggests?|suggested|schlagt vor|going to write)$"
    r"|αυριο$"
    r"|sorry (?:ignore|scratch)"
)
"""Words of a short remark that is not sure of the orders beside it."""

_TAKES_BACK = re.compile(rf"\b(?:{_ENGLISH}|{_FRENCH}|{_GERMAN}|{_GREEK})(?!\w)")
_DOUBTFUL_LINE = re.compile(rf"^(?:{_OPENINGS})(?!\w)")
_UNCERTAIN_LINE = re.compile(rf"\b(?:{_UNCERTAIN})(?!\w)")
"""Words of a line after which the orders beside it are not certain."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LETTER = _words(
    "this that these those line lines order orders letter above everything anything nothing mind "
    "das es dies dieses diese zeile zeilen befehl befehle brief oben alles nichts daruber "
    "ca cela ceci ce c cette ligne lignes ordre ordres lettre dessus rien "
    "το αυτο αυτα γραμμη εντολη εντολεσ παραπανω τιποτα "
)
"""Words that may mean an order beside a line."""

_DOUBTS = use.DENIES | _words(
    "yet tomorrow sleep think mind stupid wrong mistake delete erase remove test trial allowed would "
    "legal ask doubt other noch spater morgen schlafe uberlege versuch test falsch loschen erlaubt fragen "
    "andere encore tard demain dormir essai erreur supprimez effacez permis autre autorise "
    "ακομα αργοτερα αυριο σκεφτω σβησε δοκιμη αλλη επιτρεπεται ρωτησω "
)
"""Words that deny or doubt what such a word means."""

_NOW = re.compile(r"(?:this|cette|ce|diese\w*) (?:turn|time|round|season|year|tour|fois|saison|runde|mal)\b")

_REPORTED = _words(
    "say said write wrote would could propose proposed proposes suggest suggested suggests proposal "
    "suggestion template says told might may vorschlag vorgeschlagen schlugst vorlage schrieb schriebst "
    "sagte sagtest wurde proposez propose proposition modele dit ecrit jouerait προτεινεισ προταση "
    "προτεινατε ειπε εγραψε "
)
_ORDERED = _words("played ordered spielte befahl jouait ordonne επαιξε ")
"""Words of an introduction after which orders are not the writer's, or not those of today."""

_MOST_WORDS = 8
"""Highest number of words of a remark about an order. Longer ones tell something."""

_SUMS_UP = (
    r"(?:(?:there|well|so|at least|and|but|alors|enfin|also|naja) )?"
    r"(?:(?:that|this|these|those)(?: s)? (?:is|are|was|were)?"
    r"|(?:das|dies) (?:ist|war|ware|sind|waren)|c (?:est|etait|serait)|(?:ca|cela) (?:est|etait|serait))"
)
_IS_TOLD = re.compile(
    rf"^(?:(?:is|was) (?:what|how)|{_SUMS_UP} ?(?:what|how|where|who|why"
    r"|the (?:plan|letter|idea|way)|plan|only|just|merely|was|wie|der plan|nur|bloss|so"
    r"|ce que|comme ca|le plan|seulement|juste))(?!\w)"
)
"""The beginning of a remark that tells of the orders above: `That is what I would do`."""

_LIMITS = re.compile(
    r"\b(?:(?:same|ditto|idem) (?:again|for|with|pour|as)|same (?:rule|losses|thing)|idem$|ditto$"
    r"|(?:half|one|two|either) (?:of (?:each|them|the)|out of)|reverse order|the other way"
    r"|make it (?:fewer|less|more)|(?:is|are) too many|one of (?:them|the two|these)"
    r"|(?:the )?(?:other|third|second|first|last|middle|remaining) ones?(?: too| as well|$)"
    r"|(?:everything|all) else(?! (?:stay|remain|hold|sit|stand|rest)s?)|as in my last"
    r"|whatever (?:might|is|may)|as (?:usual|always|before|last time|long as)|usual (?:\w+ )?rule"
    r"|what(?: s| is) left on|trade in|for my (?:ally|partner|colleague)|needn t|need not(?! (?:ask|worry))"
    r"|leave (?:one|a|some) \w+ behind|lass \w+ (?:\w+ )?(?:zuruck|stehen)|laisse une? \w+"
    r"|right behind|not yet|not (?:if|at the price|before|until|unless)|none of (?:this|it|that|these)"
    r"|provided|weather permitting|(?:only|goes off|play(?:ed)?|valid) (?:only )?(?:after|when|once|if)"
    r"|last word|heaven forbid|much rather|for the record|as soon as (?:they|he|she|you|it|we|my|the)"
    r"|think of it|strike out|bottom up|clean version|(?:i|we) want to keep(?:$| in case)"
    r"|(?:everyone|everybody|all|those) (?:who|that) (?:isn|aren|is not|are not|doesn|don)"
    r"|wie (?:gehabt|immer|ublich|sonst)|alles (?:andere|ubrige)(?! (?:bleib|steh|ruh|ruhr|halt)\w*)"
    r"|das gleiche|dasselbe|ebenso (?:die|der|das|fur)|die halfte|eine[rs]? von (?:beiden|denen)|solange"
    r"|als ob|mal (?:sehen|schauen)|entscheide ich|(?:denke|uberlege) ich (?:\w+ )?(?:noch|nach)"
    r"|(?:alle|jeder|die) (?:die|der) (?:kein|nicht)|des qu"
    r"|erst (?:ausfuhren|wenn|nach)|umgekehrte|so hatte ich|gottes willen|oder doch"
    r"|tout le reste|le reste comme|comme (?:d habitude|avant|toujours)|la moitie|l un des|pour memoire"
    r"|pareil pour|ce qui (?:ne sert|reste|vous|te)|l autre aussi|dans l autre (?:sens|ordre))(?!\w)"
    r"|^(?:and|und|et|then|dann|puis) (?:(?:then|dann|puis) )?(?:wieder )?"
    r"(?:zur(?:u|ue)ck|back(?: again)?|retour)$"
)
"""Words that add to the orders above, shrink them or delay them: `same for the third one`."""

_CORRECTION = (
    r"(?:i mean(?! (?:it|that|well|to)\b)|or rather|make (?:that|it)|ich meine(?! (?:es|ja|nur)\b)"
    r"|genauer(?: gesagt)?|vielmehr|je veux dire|ou plut[oô]t|εννοώ)"
)
_CORRECTS = re.compile(
    rf"(?:^|[,;:]|\s[-–—]\s)\s*{_CORRECTION}\b"
    r"|,\s*(?:sorry|pardon|entschuldigung|verzeihung|d[ée]sol[ée]e?|συγγνώμη),\s",
    re.IGNORECASE,
)
"""Words before a name that replaces another one: `ge-1 to Metz, I mean Nancy`."""

_FRAGMENT = re.compile(
    r"^(?:(?:but|and|aber|und|mais|et) )?(?:without(?! (?:further|delay|doubt)\b)|half|except|minus"
    r"|ohne|ausser|bis auf|(?:nur )?die halfte|sans|sauf|moins|la moitie|χωρισ|εκτοσ"
    r"|(?:only|just|nur|seulement|juste|μονο) (?:the|its|their|as far|half|die|der|das|ihre|seine"
    r"|la|les?|l|sa|ses|το|τη|την|τα|οι))(?: \w+){1,5}$"
    r"|^(?:\w+ ){0,3}(?:alone|allein|seulement)$"
)
"""A sentence that only limits the one before it: `But only the infantry`."""

_ENDED = re.compile(r"[.!?]\s")
_LIST = re.compile(r"^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+")
_ID = re.compile(r"\b([a-z]{2}) (?:[a-z]\d+|(\d+))\b")
_ARMY = re.compile(r"(?:\b(\w+) )?\b(?:(\d{1,2})(?:st|nd|rd|th|re|er|e|eme|η)\b|(\d{1,2}) arm)")
_CODE = 2
"""Number of letters of the nation in an id."""
_LONGEST_NAME = 3
_LONGEST_DENIAL = 6
"""Highest number of words of a denial that names no area or piece."""

_OTHERS = _words(
    "other others more further else rest autre autres plus reste weitere weiteren andere anderen sonst mehr "
    "sondern "
    "αλλη αλλο αλλεσ αλλα υπολοιπα "
)
"""Words of a denial that leaves the orders of the letter alone: `no other moves`."""

_DENIES = use.DENIES | {"nobody"}
_STAYS = use.STAYS - use.SMALL - {"rest"}

_VERBS = {
    word: verb
    for verb, words in order_words.VERBS.items()
    for word in (verb, f"{verb}s", *words)
    if verb not in {"done", "leave", "join"}
} | dict.fromkeys(order_words.CARDS | {"spend", "spends"}, "play")

_MOVEMENTS = _words("movement movements bewegung bewegungen zug zuge mouvement mouvements κινηση κινησεισ")


def takes_back(text: str) -> bool:
    """Return True if a text takes back what stands in it, such as `On second thoughts` or `Cancel that`.

    No order of a letter with such a text is certain.
    """
    line = key(text)
    return not use.TAKES_BACK.isdisjoint(line.split()) or _RETRACTS.search(line) is not None


def may_take_back(text: str) -> bool:
    """Return True if a remark may take back an order in its sentence, such as `Actually no` or `instead`."""
    line = key(text)
    is_told = _IS_TOLD.search(line) is not None
    return is_told or not use.SECOND_THOUGHTS.isdisjoint(line.split()) or _revokes(line)


def corrects(text: str) -> bool:
    """Return True for words that introduce a correction. The caller looks for the names beside them."""
    return _CORRECTS.search(text) is not None


def withdraws(text: str) -> bool:
    """Return True if words take back what stands before them: `Strike that`, `Never mind`."""
    line = key(text)
    return _RETRACTS.search(line) is not None or _TAKES_BACK.search(line) is not None


def may_change(text: str) -> bool:
    """Return True if words may take back or limit the order before them."""
    return may_take_back(text) or limits(text)


def limits(text: str) -> bool:
    """Return True for a few words that limit the order before them: `Half of it`, `Only the infantry`."""
    return _FRAGMENT.search(key(text)) is not None


def _revokes(line: str) -> bool:
    return any(pattern.search(line) for pattern in (_RETRACTS, _TAKES_BACK, _LIMITS))


def casts_doubt(line: str) -> bool:
    """Return True if a line may take back or doubt the orders beside it, such as `Only if Peter agrees`.

    A short remark with a word such as `this` and a doubt is taken to be about the order.
    """
    text = key(line)
    words = _NOW.sub("", text).split()
    if (
        takes_back(line)
        or _revokes(text)
        or limits(line)
        or _DOUBTFUL_LINE.search(text)
        or _introduces_report(line)
    ):
        return True
    if _IS_TOLD.search(text) and not line.rstrip().endswith(":"):
        return True
    if len(words) > _MOST_WORDS or not _OTHERS.isdisjoint({*words} - {"other"}) or _list_verbs(line):
        return False
    means, doubts = _LETTER.intersection(words), _DOUBTS.intersection(words)
    # One word cannot doubt itself: "Here we go with nothing".
    is_doubtful = bool(means and doubts) and len(means | doubts) > 1
    return is_doubtful or _UNCERTAIN_LINE.search(text) is not None


def _introduces_report(line: str) -> bool:
    """Return True for a line above orders of others, or of the past: `You proposed:`."""
    words = key(_ENDED.split(line)[-1]).split()
    reports = not _REPORTED.isdisjoint(words) and use.FIRST_PERSON.isdisjoint(words)
    return line.rstrip().endswith(":") and (reports or not _ORDERED.isdisjoint(words))


def contradicts(subjects: Index, line: str, orders: Iterable[str]) -> bool:
    """Return True if a line denies something, or lets a piece stay, that an order beside it names.

    `subjects` are the areas. An army counts as its number, since `the 1st Army` may be `ru-1`.
    """
    words = key(line).split()
    denies = _denies(line)
    if not _OTHERS.isdisjoint(words) or not (denies or not _STAYS.isdisjoint(words)):
        return False
    if pieces := _list_pieces(line):
        # "leave ge-i9" and "ge-i9 stays" say the same.
        others = [
            piece
            for order in orders
            if denies or not order.endswith(" leave")
            for piece in _list_pieces(order)
        ]
        return any(_are_same(one, other) for one in pieces for other in others)
    is_short = len(words) <= _LONGEST_DENIAL
    if not denies:
        # "The cavalry stays" may be about any piece that retreats.
        return is_short and any("retreat" in _list_verbs(order) and not _denies(order) for order in orders)
    if not (_STAYS | use.LATER).isdisjoint(words) or "lose" in _list_verbs(line):
        return False
    if areas := _list_areas(subjects, line):
        return any(not areas.isdisjoint(_list_areas(subjects, order)) for order in orders)
    verbs = _list_verbs(line) if is_short else frozenset[str]()
    verbs |= frozenset[str]() if _MOVEMENTS.isdisjoint(words) else {"move"}
    return any(not verbs.isdisjoint(_list_verbs(order)) for order in orders)


def _denies(text: str) -> bool:
    return not _DENIES.isdisjoint(key(text).split())


def _list_verbs(text: str) -> frozenset[str]:
    """Return the verbs of orders in a text, in English."""
    return frozenset(_VERBS[word] for word in key(text).split() if word in _VERBS)


def _list_pieces(text: str) -> frozenset[tuple[str, str]]:
    """Return the pieces in a text: the word before an army, or "", and its number or the whole id."""
    text = key(_LIST.sub("", text))
    ids = ((hit[1], hit[2] or hit[0]) for hit in _ID.finditer(text))
    armies = (
        (hit[1] if hit[1] and hit[1] not in use.SMALL else "", hit[2] or hit[3])
        for hit in _ARMY.finditer(text)
    )
    cards = (("card", word) for word in text.split() if word.isdecimal())
    return frozenset((*ids, *armies, *(cards if len(text.split()) <= _MOST_WORDS else ())))


def _are_same(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return True if two pieces may be the same: `1st Army`, `Russian 1st Army` and `ru-1`."""
    nation, other_nation = one[0], other[0]
    if "card" in {nation, other_nation} and nation != other_nation:
        return False
    is_id = min(len(nation), len(other_nation)) == _CODE and len(nation) != len(other_nation)
    return one[1] == other[1] and (is_id or nation == other_nation or not (nation and other_nation))


def _list_areas(subjects: Index, text: str) -> frozenset[str]:
    """Return the areas that a text names."""
    words = key(text).split()
    parts = {
        " ".join(words[first : first + length])
        for length in range(1, _LONGEST_NAME + 1)
        for first in range(len(words) - length + 1)
    }
    return frozenset(area for part in parts if subjects.holds(part) for area in subjects.find(part))
