"""Phrases of sentences that hold orders, by their use, in English, French, German and Greek."""

import re

from referee.i18n import order_words


def _phrases(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", re.IGNORECASE)


ASKED = re.compile(r"\?[\"')\]\s:;,.!-]*$|\?\s?[,;]|[α-ωά-ώ];\s*$")
"""A question mark at the end or before a comma. In Greek it is a semicolon."""

TAG_QUESTION = re.compile(r"\W*[^\W\d]+(?:[ '’][^\W\d]+){0,2}\s?\?\W*$")
"""A short question behind an order: `Right?`."""

LATER_STEPS = _phrases(
    "(?:when|if) you ask", "ha(?:s|ve) to (?:retreat|go back)", "after (?:the|a|that) battles?", "for later",
    "later on", "next battle", "prochaine bataille", "n(?:ä|ae)chste schlacht",
    "if i get hit", "after each battle",
    "après (?:le |la )?(?:combat|bataille)", "si (?:on me|la question)", "quand viendra", "pour la suite",
    "apres (?:le |la )?(?:combat|bataille)", "comme (?:attaquant|d[eé]fenseur)",
    "nach (?:der|einer) Schlacht", "wenn du (?:nach|fragst)", "f(?:ü|ue)r sp(?:ä|ae)ter", "als verteidiger",
    "μετά (?:τη|από τη) μάχη",
)  # fmt: skip
"""Phrases about questions that come later."""

BATTLE_STEPS = _phrases(
    r"(?:loo?se|perds?|perdre|verliere)\b.*\b(?:first|before|abord|avant|zuerst|erst)",
    "stand and (?:fire|fight)", "stands? (?:its|their) ground", "stands? everywhere",
    "(?:mes|ses) positions", "se retire(?:nt)? pas", "se retirer", "me retire pas",
    "stand", "weicht nicht aus", "kein r(?:ü|ue)ckzug", "zieht sich niemand zur(?:ü|ue)ck",
    "none retreats", "no retreats?", "pas de retraite",
)  # fmt: skip
"""Phrases about steps of a battle."""

LEFT_OUT = _phrases(
    "(?:leave|leaving)(?: \\S+)* (?:alone|be)", "skip(?:ping)?",
    "lassen?(?: \\S+)* (?:aus|in Ruhe|ruhen|stehen)",
    "laiss(?:e|ons)(?: \\S+)* (?:tranquilles?|de c[oô]t[eé])",
    "(?:can|kann|k(?:ö|oe)nnen|peut|peuvent) (?:wait|warten|attendre)"
    "(?: (?:(?:till|until|bis) )?(?:after that|later|then|next turn|danach|sp(?:ä|ae)ter|plus tard))?",
    "verzichten? (?:ich |wir )?(?:vorerst |diesmal |jetzt )?auf", "auf(?: \\S+)* verzichten? (?:ich|wir)",
)  # fmt: skip
"""Phrases about areas that nothing shall happen to."""

FROM_OUT = re.compile(r"\b(von \S+) aus\b")
"""German words around an area that pieces leave."""

ONLY = re.compile(r"\bn(?:e |['’])(\w+) qu(?:e |['’])", re.IGNORECASE)
"""French words for `only`, which do not deny anything."""

_THERE_IS = r"(?:il n['’]y a|il y a|there (?:is|are)|es gibt|da (?:ist|steht|sind)|υπάρχ)"

THERE_IS = re.compile(rf"\({_THERE_IS}[^()\d]*\)", re.IGNORECASE)
"""A remark in brackets about an area."""

RATHER_THAN_FIRE = _phrases("instead of firing", "statt zu feuern", "au lieu de tirer")
WITH_CONTENTS = _phrases(
    "mit (?:allen|beiden|ihren) \\w+", "vollst(?:ä|ae)ndig", "with (?:its|their) (?:\\w+ ){0,2}guns?",
    "mit (?:ihrem|seinem|dem) (?:\\w+ )?geschütz", "with (?:everything|all) (?:that )?(?:it|they) ha(?:s|ve)",
    "with (?:all|both) (?:of )?(?:its|their) \\w+", "avec (?:son|leur) (?:\\w+ )?canon(?: de siège)?",
    "komplett", "en entier", "au complet", "avec (?:tou(?:te)?s )?ses (?:(?:\\d+|deux|trois) )?\\w+",
)  # fmt: skip
"""Phrases that change nothing about a retreat or an army."""

NO_ONE = _phrases("no(?:body| ?one)")
"""English words for no person, which are read as `none`."""

ALL_SAID = _phrases(
    "(?:that'?s|that is) (?:it|all|everything|my lot)"
    "(?: from me| my (?:moves|orders|battles)| for (?:the |my )?(?:moves|movement|reinforcements|battles)"
    "| (?:for )?(?:this|the) (?:turn|round|time)| from my side)?",
    "that concludes my moves",
    "no (?:other|more|further) (?:moves?|movements?|battles?|cards?|retreats?)",
    "keine weiteren(?: (?:z(?:ü|ue)ge|bewegungen|schlachten|karten))?",
    "aucun(?:e)? autre (?:mouvement|bataille|retraite|carte)",
    "pas d'autres? (?:mouvements?|batailles?|retraites?|cartes?)",
    "nothing (?:else|more)(?: to place| to move)?", "end of moves?",
    "c'?est tout(?: pour les mouvements)?", "rien d'autre", "rien de plus", "das (?:ist|war) (?:alles|es)",
    "das (?:war|w(?:ä|ae)r)['’]?s(?: f(?:ü|ue)r diese(?:n|s)? (?:runde|zug|mal))?",
    "sonst ni(?:chts|x)(?: mehr)?", "mehr nicht?", "ni(?:chts|x) weiter", "(?:der )?plan (?:kann |ist )?zu",
    "(?:mon tour|le plan) est (?:clos|termin(?:é|e))", "(?:you can )?close (?:my|the) plan(?: then)?",
    "αυτά", "αυτά είναι όλα", "τίποτε άλλο", "τίποτα άλλο",
)  # fmt: skip
"""Phrases that say that nothing follows."""

IDIOMS = _phrases(
    "(?:even (?:if|though)|auch wenn|m(?:ê|e)me si)(?: [^\\W\\d]+(?:['’][^\\W\\d]+)*){1,8}(?=\\W*$)",
    "wenn schon,? denn schon", "wenn ich bitten darf", "if i may", "si (?:je peux|vous permettez)",
    "on peut (?:passer|continuer)(?: à la (?:première |prochaine )?bataille)?",
    "(?:you|we) can (?:go on|continue)(?: with the battles?)?", "es kann weitergehen",
    "on y va(?: pour)?", "if (?:i|we) can (?:avoid|help) it", "si je peux (?:l['’])?éviter",
    "wenn es sich vermeiden l(?:ä|ae)sst",
    "(?:we |i |let['’]s )?(?:keep (?:on )?(?:going|fighting)|carry on|fight on)",
    "es geht weiter", "weiter geht['’]?s", "well played", "gut gespielt", "bien joué",
    ",? (?:ohne|in keiner) Armee", ",? (?:without an|not in any|outside any) army", ",? (?:sans|hors) armée",
    "(?:that|this)(?: one)? has to be(?:,? i think)?", "das muss(?: wohl)? sein", "il le faut(?: bien)?",
)  # fmt: skip
"""Phrases that look like a condition or a part of an order, and are none."""

FOR_THE_REST = re.compile(
    r",?\s*\b(?:(?:for|with) (?:the (?:rest|remainder)|what(?:['’]s| is) left)|avec (?:ce qui|le) reste"
    r"|(?:mit|von|f(?:ü|ue)r) (?:dem|den) Rest)\b,?",
    re.IGNORECASE,
)
"""Words about the points that are left: `4 cards for the rest`."""

ALL_INTO = re.compile(
    r"^((?:(?!\b(?:and|und|et|και)\b)[^,;:])+),\s+(?:all|both|alle|beide|tou(?:te)?s)\s+(?=(?:into|in|dans)\b)",
    re.IGNORECASE,
)
"""The first new pieces and the army that all of them join: `4 infantry in Riga, all into ru-10`."""

_NAMED = rf"(?P<name>{'|'.join(order_words.SEASON_NAMES)})(?:s|ς)?"
_THE = (
    r"(?:the |den |des |der |die |das |dieses |dieser |de |du |la |le |l['’]|this |cette |cet |το[νυ]? "
    r"|της |την )*"
)
FOR_THE_SEASON = re.compile(
    r"(?:(?<=\w)(?:\s*,)?\s*\b(?:and|und|et|και)\s+(?:auch |also )?"
    r"(?:pass|passe|pareil|idem|ebenso|the same)(?: (?:pour tous mes|aux) tours(?: suivants)?)?\s+)?"
    r"(?:\s*,)?\s*(?:\b(?:and|und|et|και)\s+)?(?:\bzwar\s+)?"
    r"(?:(?:(?:i|we)(?:['’]?ll| will)? )?(?:keep|go on) passing (?:(?:in )?(?:every|each) turn )?"
    r"|(?:passe )?weiter(?:hin)? |gleich )?"
    r"\b(?:(?:this|cette|diese) saison|this season"
    r"|(?:until|till|til|for|f(?:ü|ue)r|bis|pour|jusqu['’]|για|μέχρι|ως)(?:\s?(?:à|zum|the|den|die|das|ende|end|rest"
    r"|of|der|des|toute?|la|le|fin|reste|de|restliche|ganze|this|cette|όλη|το|τέλος|της|την|υπόλοιπη)(?!\w))*"
    r"\s?(?:season|saison|[εέ]ποχή[ςσ]?)(?: is over| ends| vorbei ist)?"
    r"|(?:(?:until|till|til|for|f(?:ü|ue)r|bis|pour|jusqu['’]|για|μέχρι|ως)\s?(?:à |zum |τα )?"
    rf"{_THE}(?:rest|reste|end|ende|fin|υπόλοιπο|τέλος)|{_THE}reste?) (?:of )?{_THE}{_NAMED})(?!\w)"
    r"(?:,? (?:too|as well|auch|aussi))?",
    re.IGNORECASE,
)
"""Words for the rest of the season: `and I'll keep passing until the season is over`."""

WHOLE_SEASON = re.compile(
    rf"\b(?:all|whole|entire|toute?|ganzen?|gesamten?|όλο) (?:of )?{_THE}{_NAMED}\b", re.IGNORECASE
)
"""Words for a whole season by its name: `pour tout l'hiver`."""

SO_PASS = re.compile(
    r"^[^,;:.!?\d]*,\s*(?:so|donc|alors|also|daher|deshalb|drum|άρα|οπότε)\s+"
    r"(?=(?:i|we|je|nous|ich|wir|passe?|λέω|πάσο)\b)",
    re.IGNORECASE,
)
"""A reason before an order that follows from it: `no offensive card here, so I pass`."""

SIGNED = re.compile(
    r"^(?P<end>[^,.;:!?()]{1,40}?)\s*(?:,|\s[-–—]+)\s*"
    r"(?P<name>[A-ZÀ-ÝΑ-Ω][\w'’-]*(?: [A-ZÀ-ÝΑ-Ω][\w'’-]*)?)\W*"
)
"""The end of a letter with the name of its writer: `Done, Mark`."""

SO = re.compile(
    r",\s+(?:and )?(?:so|donc|alors|also|daher|deshalb|darum|drum|άρα|οπότε)\s+(?!that\b|dass\b|que\b)"
    r"|\s*[:;]\s+",
    re.IGNORECASE,
)
"""A mark or a conjunction behind a reason: `it sticks out at Grodno, so march it back`."""

RELATIVE = re.compile(
    r",\s+(?:qui|which|who)\s+(?:n['’]est|est|n['’]a|is|are|was|has|have|isn['’]t)\b[^,;.!?\d]*,",
    re.IGNORECASE,
)
"""A clause about an army between its name and its order."""

BEGINS_WITH_NO = re.compile(
    r"^\W*(?:no|nope|nah|non|nein|nee|n[öo]|όχι)\b(?:,? (?:thanks|thank you|merci|danke|sorry|ευχαριστώ"
    r"|of course not|certainly not))?"
    r"(?:\s*[,.;:!–—-]+\s*|\s+(?=(?:we|i|it|they|my|the|every(?:body|one)|no(?:body)|both|all|alle|niemand|keiner|tous|personne|[a-z]{2}-[a-z]?\d\w*|nous|on|elles?|je|ich|wir|sie"
    r"|die|der)\b))",
    re.IGNORECASE,
)
"""The answer no before its reason: `Nein, die Kavallerie bleibt`."""

OTHER_BATTLES = _phrases(
    "(?:for|in) (?:all )?(?:the )?(?:other|remaining|later|next|further|following) battles",
    "for the rest of (?:this|the) (?:battle|turn)",
    "(?:f(?:ü|ue)r|bei|in) (?:die|den|allen?) (?:restlichen|(?:ander|(?:ü|ue)brig|weiter)en)"
    " (?:schlachten|k(?:ä|ae)mpfen?)", "f(?:ü|ue)r den rest (?:der schlacht|dieses zuges)",
    "(?:pour|dans) les autres (?:batailles|combats)", "pour la suite de (?:la bataille|ce combat)",
    "για τις (?:άλλες|υπόλοιπες) μάχες", "για την υπόλοιπη μάχη",
)  # fmt: skip
"""Words for battles, or steps of a battle, that come later."""

PHONE = re.compile(
    r"\b(i)(ll|m|d|ve)\b(?= (?:play|move|send|pass|go|take|keep|use|pay|stay|hold|done|like|not)\b)",
    re.IGNORECASE,
)
"""English short forms without their mark: `ill play`."""

SITS_OUT = _phrases(
    "setze? (?:ich |wir )?(?:diese runde |diesmal )?aus", "(?<=i )sit (?:this (?:one|turn) )?out",
    "(?<=i )skip (?:this )?(?:turn|offensive)",
    "je m['’]abstiens", "je saute mon tour",
)  # fmt: skip
"""Phrases for a pass."""

_LANDS = "serbi(?:a|e|en)|galici(?:a|e)|galizien|lorraine|lothringen|alsace|elsass|belgi(?:um|en)|belgique"
REGIONS = _phrases(
    "in the (?:north|south|east|west|cent(?:er|re))",
    "im (?:norden|s(?:ü|ue)den|osten|westen|zentrum|elsass)",
    "(?:au|dans le) (?:nord|sud|centre)", f"(?:in|en) (?:{_LANDS})", "στον? (?:βορρά|νότο|κέντρο)",
    "behind the fort(?:ress)?", "hinter (?:die|der) festung", "derrière (?:le fort|la forteresse)",
    "behind (?:it|them)", "derrière (?:elles?|eux|lui)", "dahinter", "πίσω (?:τους|της|του)",
    "(?:from|on|for) (?:my|our) (?:side|part)", "de (?:mon|notre) c[oô]té", "von (?:meiner|unserer) Seite",
)  # fmt: skip
"""Phrases about a part of the map without a name of its own."""

NICKNAMES = re.compile(
    r"\b(?:corps exp[eé]ditionnaire|expeditionary (?:force|corps)|expeditionskorps|BEF)(?=\s*\()",
    re.IGNORECASE,
)
"""Names of an army that stands between brackets behind them."""

REQUEST = re.compile(r"^\s*(?:(?:can|could|may|would|will) (?=the\b|my\b)|let (?=the\b|my\b))", re.IGNORECASE)
"""Words before a request with `please`."""

IN_PLACE = re.compile(
    r"\b(?:(?:comes? to )?takes? (?:its|their) place|(?:vient|va|viennent|vont) prendre (?:sa|leur) place)\b",
    re.IGNORECASE,
)
"""Words for a move to where other pieces leave."""

TO_ATTACK = re.compile(
    r"\s+(?:to (?:have a go at|attack|fight|face|assault)"
    r"|et y (?=livre |attaque |combat )|and (?=fights? |attacks? )|pour (?=attaquer |combattre ))\s*",
    re.IGNORECASE,
)
"""Words before what pieces do where they go."""

BEGINS_WITH_THERE_IS = re.compile(rf"\W*{_THERE_IS}", re.IGNORECASE)
"""The beginning of a remark about an area."""

NEITHER_NOR = re.compile(r"\s+(?:or|nor|oder|noch|ou|ni|ή|ούτε)\s+", re.IGNORECASE)
"""Conjunctions of a list in a denial."""

_SIDE = (
    r"(?:\d{1,2}|an?|one|two|three|four|five|six|seven|eine?|zwei|drei|vier|fünf|sechs|sieben"
    r"|une?|deux|trois|quatre|cinq|sept|toute une|eine ganze|a whole)"
)
_KIND = r"(?: (?:whole |full |ganze |lone )?[^\W\d]+)?"
_WHOLE = r"(?:the whole|die ganze|toute la) (?:\d{1,2}[^\W\d]{0,2}\.? )?[^\W\d]+"
ODDS = re.compile(
    rf"(?:^|(?<=,) ?|(?<=\() ?){_SIDE}{_KIND} (?:against|versus|vs\.?|gegen|contre) "
    rf"(?:{_SIDE}{_KIND}|{_WHOLE})"
    r"(?: (?:plus|and|und|et) (?:the|le|das|ein|un|a) fort)?(?: (?:in|en|à|at|bei) [^\W\d]+)?"
    r"(?:,? (?:is|are|ist|sind|c['’]est|[çc]a|cela|das) [^,.;:!?\d]*"
    r"|, (?:(?:no|nein|non) (?:thanks?|danke|merci)|not worth it))?"
    r"(?=\s*[,.!;)]|$)",
    re.IGNORECASE,
)
"""Strengths of two sides: `13 against 3`, `one cavalry against a whole army`."""

CONTRAST = re.compile(r"^\W*(?:but|mais|aber|doch|αλλά)\s+", re.IGNORECASE)
"""A word of contrast at the beginning of a sentence."""

BUT_NOT = re.compile(
    r"[\s,]+(?:but|aber|mais|αλλά)\s+(?=(?:not|no|nicht|keine?n?|pas|aucune?|όχι)\b)", re.IGNORECASE
)
"""A contrast before a denial, which only adds it."""

UNSURE = re.compile(
    r"\b(?:i (?:think|believe|guess|suppose)|je (?:crois|pense)|(?:glaube|denke) ich|νομίζω)\W*$",
    re.IGNORECASE,
)
"""A doubt at the end of a sentence."""

TOLD = re.compile(
    r"^\W*(?:my|the|a|our|meine?|unsere?|der|die|mon|ma|notre|le|la|ο|η)\s(?:[^\W\d]+\s){1,4}?"
    r"(?:says?|said|thinks?|told|sagte?|meinte?|dit|pense|λέει|είπε)\b",
    re.IGNORECASE,
)
"""The beginning of a report of another person's words."""

WISHED_AWAY = re.compile(
    r"^\W*(?:i (?:don['’]?t|do not) want to (?:lose|attack|fight|risk)"
    r"|je ne veux pas (?:perdre|attaquer|risquer)"
    r"|ich (?:will|m(?:ö|oe)chte)\b.*\bnicht (?:verlieren|angreifen|riskieren)|δεν θέλω να χάσω)\b",
    re.IGNORECASE,
)
"""The beginning of a fear of the writer."""

LEFT_OVER = re.compile(
    r"\b(?:(?:should|will|must) (?:then )?be left|(?:sollte|wird) (?:dann )?übrig|il (?:en )?rester)",
    re.IGNORECASE,
)
"""A remark about the pieces that remain after hits."""

DONE_WELL = re.compile(r"\bdone (?=(?:this|it|that|everything)\b(?! turn| time| round))", re.IGNORECASE)
"""`done` of a deed, which closes no question."""

ONLY_IF = re.compile(
    r"^\W*(?:(?:but |and )?only (?:if|when|after|in case)\b|(?:but not if|unless|except)\b"
    r"|(?:aber )?nur (?:wenn|falls)\b"
    r"|es sei denn|außer\b|(?:mais )?seulement (?:si|quand)\b"
    r"|sauf\b|à moins|(?:αλλά )?μόνο (?:αν|εάν|όταν)|εκτός)",
    re.IGNORECASE,
)
"""The beginning of a condition of the sentence before it."""

THIS_TURN = _phrases(
    "this (?:turn|round|time)", "diese[nr]? (?:runde|zug)", "ce tour(?:-ci)?", "now", "jetzt", "maintenant"
)
"""Phrases about the present turn."""

LATER_TURNS = _phrases(
    "(?:in |at )?(?:the |my )?next (?:turn|round|season|move)s?", "(?:mon |aux? |les? )?prochains? tours?",
    "tours? (?:prochain|suivant)s?",
    "(?:in |im )?(?:der |den |meinem )?n(?:ä|ae)chste[nrm]? (?:runden?|zug|z(?:ü|ue)gen?|mal)",
    "(?:την |στον )?επόμεν(?:ο|η) (?:γύρο|φορά|σειρά)",
)  # fmt: skip
"""Phrases about turns that come later."""

FILLERS = _phrases(
    "this (?:turn|time)", "as well", "of course", "s'il (?:vous|te) pla[iî]t", "ce tour(?:-ci)?",
    "cette fois(?:-ci)?", "bien s[uû]r", "nat(?:ü|ue)rlich", "i(?:'d| would) (?:also )?like(?: to)?",
    "i want(?: to)?", "may i", "je (?:voudrais|veux)", "j'aimerais", "ich (?:m(?:ö|oe)chte|will)",
    "θέλω να", "θα ήθελα να", "and nowhere else", "nowhere else", "sonst nirgends", "nulle part ailleurs",
    "no\\.(?= ?\\d)", "(?<=\\w )no(?= ?\\d{1,2}(?!\\d| cards| karten| cartes))",
    "(?:it['’]s |it is )?time for", "that(?:['’]s| is) (?:all )?my (?:one|only) battle",
    "n°", "j['’](?=(?:é|e)chang)", "(?:for|gegen|contre) (?:an?|eine|une) (?:new|neue|andere|nouvelle|autre)"
    "(?: one| card| karte| carte)?", "los geht'?s", r"it is(?=[\s.!]*$)", "i have to", "for me",
    "(?:on foot|marching|a march|by road)(?: is fine)?", "(?:had|['’]d) better",
    "(?:right )?before the (?:battle|fight)", "avant le combat",
    "vor (?:der schlacht|dem kampf)",
    "(?:for|with|f(?:ü|ue)r|mit|pour|avec) (?:the|my|die|den|meine|les|mes)"
    " (?:\\d )?(?:last|remaining|letzten|restlichen|derniers) (?:\\d )?(?:points?|punkten?)",
    "(?<=\\w )plut(?:ô|o)t(?= (?:\\d|la|les?)\\b)",
    "(?:good luck|viel (?:gl(?:ü|ue)ck|erfolg)|bonne chance|well played)"
    "(?: (?:to|for|an|à|f(?:ü|ue)r) (?:(?:my|the|our|meinen?|den|die|mon|l['’]) ?)?"
    "(?:opponents?|other side|enemy|gegner|adversaire|all|alle|tous))?",
    "over to (?:you|the (?:other side|entente|central powers|germans?))", "ok(?:ay)? (?:for me|pour moi)",
    "(?:avec ce qui reste|with (?:what is left|the rest)|mit dem rest)(?= )",
    "(?:for the rest|f(?:ü|ue)r den rest)(?! of| der| des)",
    "in (?:this|that) order", "in dieser reihenfolge", "dans cet ordre", "με αυτή τη σειρά",
    "(?:and |und |et |,)?(?:sonst (?:keine[nrs]?|niemand)|no(?:ne|[ ]?one|body) else|no others"
    r"|keine (?:anderen?|weiteren?)|(?:aucune?|pas d['’]) ?autres?|καμία άλλη)(?=[\s.!]*$)",
    "(?:not|nicht|pas) (?:for |für |pour )?(?:the |die )?(?:whole|entire|rest of the|ganze|toute la)"
    " (?:season|saison)",
    "(?:only|just|nur|seulement) (?:for |für |pour )?(?:now|this (?:turn|once)|jetzt|diesen zug|diesmal"
    "|maintenant|ce tour)",
    r"(?:that|this|it|which|das|ça|cela) ?(?:['’]?s|makes|is|macht|sind|fait|ist)(?: all| zusammen)?"
    r" (?:\d{1,2}|one)"
    r"(?: (?:build points|points?|bp|in all|altogether|in total|together))?",
    r"(?:(?:i|we|ich|je) ?(?:have|['’]?ve(?: got)?|got|habe?|haben|n['’]ai(?: plus)?)|got|have|hab|plus)"
    r" (?:nothing|rien|nichts)(?: [^\d.;!?,]*)?",
)  # fmt: skip
"""Phrases without meaning of their own, and those of a wish."""

OPENINGS = re.compile(
    r"^\s*(?:hello|hi|hiya|hallo|moin|bonjour|bonsoir|salut|coucou|hey|allez|yes|ja|oui|ok|okay|right|well|evening|morning"
    r"|γεια|ναι)\b[\s,:!.]+"
    r"|^\s*(?:bon|ben|bref|alors|ah|oh|a[iï]e|ouf|pf+|eh bien|tja|na(?: ja)?|gut|also|so|ouch|ugh|phew|autsch"
    r"|puh|uff|fine|sure)\s*[,:!]+\s*",
    re.IGNORECASE,
)
"""Words before a sentence that belong to none of its clauses."""

BECAUSE = re.compile(
    r"[\s,]+(?:because|since|as (?:it|they|there|he|she|we|i|\w+ do)|weil|parce qu\w*|puisqu\w*|vu qu\w*"
    r"|car|γιατί|damit(?! (?:fertig|ist die|bin)))\b"
    r"|,\s+(?:denn|zumal|da(?= (?:dort|der|die|das|den|dem|er|sie|es|ich|wir|in|im|hier"
    r"|man|sonst|keine?r?|noch|nur|ja|meine?|unsere?|bei|auf|zwei|drei)\b))\s",
    re.IGNORECASE,
)
"""The beginning of a reason. It may speak of battles and pieces, other than those of `REASONS`."""

PURPOSE = re.compile(
    r",\s+um\s(?:[^,;.]|\d\.)*?\szu\s\w+(?=\s*[,.;!]|$)"
    r"|,?\s+(?:to (?:help|support|relieve|cover)|pour (?:aider|soutenir|renforcer|appuyer))"
    r" (?:the |l['’]|la |le )?\d{1,2}(?:st|nd|rd|th|re|e)\b[^,;.\d]*(?=\s*[,.;!]|$)",
    re.IGNORECASE,
)
"""An infinitive that says what a move is for. It may name another army: `um die 2. Armee zu stützen`."""

REASONS = re.compile(
    r"[\s,]+(?:so that|so (?:it|they|he|no\w*)\b|in order to"
    r"|to (?:help|guard|keep|hold|cover|protect|get|support|have|stop|be|fill|finish|clear|close|free)\b"
    r"|to (?:plug|strengthen|bolster|secure|block|shield|screen|lend|give|make|prevent|avoid|threaten|chase"
    r"|see|watch|seal|shorten|straighten|tie|draw|distract|await|shore|relieve|back|join)\b"
    r"|where (?:it|they|he|she) (?:can|could|should|will|would|may|might|is|are|has|have)\b"
    r"|where (?:there|the|an?|one|no\w*)\b|où (?:ne|il|elle|une?|le|la|les|nos|mes|son|sa|l['’])(?!\w)"
    r"|so (?:the|my|our) \w+ (?:is|can|cannot|won|does|has|stays?)\b"
    r"|so (?-i:[A-Z])\w+ (?:is|can|cannot|won)\b"
    r"|avant qu\w*|before (?:it|they|the)\b|bevor (?:es|sie|die|der)\b"
    r"|which (?:is|are|was|makes|leaves|gives|means|should|will)\b"
    r"|while (?:it|they|there|the (?:road|way|going|line|railway))\b"
    r"|that covers|afin"
    r"|(?:pendant|tandis) qu(?!e (?:j['’]|je|nous)\b|[^,;.]* (?:à|aux?|dans|vers|aussi|va en|entre en)\b)"
    r"|w(?:ä|ae)hrend(?![^,;.]* (?:ich|wir|nach|in d(?:ie|en|as)|ins|zu[mr]?|auch)\b)"
    r"|pour (?:ne pas |l[ae] |l'|les )?\w+(?:er|ir|re)\b"
    r"|das deckt|da (?:steht|ist|sind|ich|er|sie|es)\b|denn\b|um\b|για να)"
    r"(?:(?!\b(?:and|et|und|και|battles?|fight\w*|attack\w*|schlacht\w*|batailles?|combat\w*)\b|\s[-–—]\s)[^\d?>,;])*"
    r"(?=[,;.!]|\s[-–—]\s|$)",
    re.IGNORECASE,
)
"""A clause that says why. It ends at a comma or a conjunction, and holds no number and no battle."""
