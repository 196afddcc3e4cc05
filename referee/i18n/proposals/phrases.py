"""Phrases that decide if a sentence of a free text can be an order, in English, French, German and Greek."""

import re

CONDITION = re.compile(
    r"\b(?:if|unless|whether|when|whenever|until|provided|assuming|as soon as|in case|or"
    r"|wenn|falls(?! (?:back|on|to|upon)\b)|sofern|sobald|solange|ob|bis|oder|entweder"
    r"|si|s['’]ils?|quand|lorsque|sauf|à moins|jusqu(?!['’](?:à|a|aux?|en)\s+(?-i:[A-ZÀ-Ý]))|ou|soit"
    r"|αν|εάν|όταν|μόλις|εφόσον|εκτός|μήπως|μέχρι|ή|είτε)\b"
    r"|\brather than\b|\b(?:anything|nothing|all|everything) but\b|\bleast of all\b"
    r"|\b(?:im Notfall|notfalls|zur Not|wo n[oö]tig|au besoin|le cas échéant|in an emergency)\b"
    r"|\balles außer\b|\btout sauf\b"
    r"|\bas (?:if|though)\b|\bals ob\b",
    re.IGNORECASE,
)
"""Words of a condition or a choice. A sentence with one of them is not an order."""

PAST = re.compile(
    r"\b(?:ai|as|a|avons|avez|ont|est|sont|suis)\s+(?:\w+\s+)?(?!termin|fini)(?-i:[a-zà-ÿ])\w*[éi](?:e|s|es)?\b"
    r"|\b(?:ai|as|a|avons|avez|ont)\s+(?:re)?(?:joint|pris|mis|fait|perdu|vu|conquis)\b"
    r"|(?!\bfait|\bsatisfait|\bparfait|\bmarais)\b\w{2,}(?:ait|aient|rais)\b"
    r"|\b(?:hab|habe|habt|haben|hast|hat|hatte|hatten|ist|sind|bin|war|waren|wurde|wurden)\b"
    r"(?=.*\b(?:ge\w{3,}(?:t|en)|\w{3,}(?:zogen|gangen|schickt|rückt|iert)|erobert|erreicht)\b)"
    r"|\bθα\s+\w*(?:ούσ|γαιν|ήταν)\w*"
    r"|\bwas\b(?!\s+(?:sie|er|ich|wir|es|du|man|auch|immer|die|der|das|dort|da|hier)\b)"
    r"|\b(?:i|we|he|she|they|you)\s+(?:\w+\s+)?thought\b"
    r"|\b(?:i|we|you|they)['’]d\s+(?!like\b)"
    r"|\b(?:have|has|had)\s+(?:\w+\s+)?\w{3,}ed\b",
    re.IGNORECASE,
)
"""Forms of the past and of possibility."""

CONDITIONAL = re.compile(
    r"(?!\bverra)\b\w{2,}r(?:ait|ais|aient|ions)\b"
    r"|\b(?:hätte|wäre|würde|könnte|müsste|dürfte|gäbe|käme|ginge)(?:n|t|st)?\b",
    re.IGNORECASE,
)
"""French and German verbs of a possibility, which may be a wish."""

PRETERITE = re.compile(
    r"\b(?:ich|wir|sie|er|es|armee|fort|festung|kavallerie|infanterie|artillerie)\s+\w{3,}(?:[mkbgfpz]|i?er)ten?\b|\b\w{3,}(?:èrent|îmes|âmes)\b",
    re.IGNORECASE,
)
"""German and French verbs of the past that are written."""

PASSES_BY = re.compile(r"\bpass(?:es|ing)\b", re.IGNORECASE)
"""Words of pieces that go on beyond the place that is named."""

SAYS_ALL = re.compile(
    r"\b(?:(?:that['’]?s|that is|this is|das (?:ist|war)|das w[aä]r['’]?s|c['’]est|ce sera)"
    r"\s*(?:then|also|dann|donc)?\s*(?:it|all|everything|the lot|my lot|alles|es|schon(?: alles)?|tout)\b"
    r"|das war['’]?s|also war(?: es|['’]s) das|voilà tout|αυτά(?: είναι)?(?: όλα)?)",
    re.IGNORECASE,
)
"""The beginning of a sentence that says that nothing follows, with more words behind it."""

INTRODUCES = re.compile(
    r"^\W*(?:what i|here is what|here['’]s what|ce que je|voici ce|was ich|hier ist)\b[^:?]{0,60}:\s*",
    re.IGNORECASE,
)
"""Words that introduce orders: `What I want to do:`."""

IDIOMS = re.compile(
    r"\bsi (?:peu|bien|vite|loin|facile|simple|souvent|t[oô]t|tard)\b"
    r"|\bpuisqu['’e][^,.;!?\d]*|\bvu que\b[^.;!?\d]*"
    r"|\bi think (?:it['’]?s|it is|they['’]?re|they are) called\b"
    r"|\bweit und breit\b|\bganz und gar\b|\bpar contre\b|\band all\b(?=\s*[,.])|\bet tout\b(?=\s*[,.])",
    re.IGNORECASE,
)
"""Phrases that are left out, because their words mean other things elsewhere."""

AS_PROPOSED = re.compile(
    r"\b(?:(?:as|like) (?:you )?(?:proposed?|suggest(?:ed)?)|(?:your|the) (?:proposal|suggestion)"
    r"|wie vorgeschlagen"
    r"|(?:(?:dein|ihr)(?:em|en)?|den|dem|der) vorschlag|comme (?:(?:vous|tu) (?:le )?)?propos[eé]\w*"
    r"|(?:ta|votre|la) proposition)\b",
    re.IGNORECASE,
)
"""Words for the orders that a template proposes."""

AGREES = re.compile(
    r"\b(?:agreed?|accept(?:ed|e)?|approved|einverstanden|d['’]accord|fine (?:by|with) me|passt(?: so)?|me va"
    r"|(?:like|as|what) you (?:say|said|propose|suggest)|the usual|wie immer|comme d['’]habitude)\b"
    r"|^\W*(?:ok(?:ay)?|fine|good|gut|bien|bon|all right|alright|in ordnung|sure|yes|ja|oui)\W*$",
    re.IGNORECASE,
)
"""Words that may agree to them."""

NO_OFFENSIVE = re.compile(
    r"^\W*(?:no (?:offensives?|attacks?|cards?)|nothing|not (?:this|my) turn|not now"
    r"|skip(?: (?:it|this one))?|passing|kein angriff|keine (?:offensive|karte)|diesmal nicht"
    r"|pas d['’]offensive|pas (?:cette fois|ce tour)|rien)(?: from me)?"
    r"(?: (?:this (?:time|turn)|for now|today|cette fois(?:-ci)?|ce tour(?:-ci)?))?"
    r"(?:,? (?:please|thanks|bitte|danke|merci))?\W*$",
    re.IGNORECASE,
)
"""Words for a turn without an offensive."""

KEEPS_CARDS = re.compile(
    r"^\W*(?:(?:i|we|i['’]ll|we['’]ll|i will) )?(?:keep|hold|save)(?: (?:on to|all))?(?: (?:my|our|the))?"
    r"(?: (?:cards?|them|it|all))?(?: for later)?\W*$"
    r"|^\W*(?:ich|wir) (?:behalte|spare|behalten|sparen) (?:meine|unsere|die|alle|sie)(?: karten?)?\W*$"
    r"|^\W*(?:je|nous|on) (?:garde|gardons) (?:mes|nos|les|toutes (?:mes|nos|les)) cartes\W*$"
    r"|^\W*(?:not now|nothing this time|diesmal nichts?|rien cette fois(?:-ci)?)\W*$",
    re.IGNORECASE,
)
"""Words for a battle without cards."""

ALL_CARDS = re.compile(
    r"^\W*(?:(?:all|only|just|max(?:imum)?) cards|cards only|everything (?:in|into|on) cards|nur karten"
    r"|alles in karten|que des cartes|tout en cartes)\W*$",
    re.IGNORECASE,
)
"""Words for a plan that only buys cards."""

ALL_OF_THEM = re.compile(
    r"^\W*(?:(?:yes,? )?all(?: of (?:them|those)|(?: the)? battles|(?: the)? (?:three|four|five|six))?|both"
    r"|every battle|everything|(?:(?:(?:i|we) )?(?:fight|attack)|battles?) (?:(?:them )?all(?: of them)?|both"
    r"|everywhere|everything|in all(?: (?:the )?areas| of them)?|in every area|on all fronts)|everywhere"
    r"|beide|[uü]berall|(?:ich|wir) (?:kämpfe|greife)n? überall(?: an)?"
    r"|alle(?: angreifen| schlachten| drei| vier| f[uü]nf)?"
    r"|(?:j['’]|nous |on )(?:attaque|attaquons|se bat) partout"
    r"|toutes(?: les (?:batailles|trois|quatre|cinq))?|les (?:deux|trois|quatre)|partout"
    r"|όλες|παντού)(?: please| bitte| svp)?\W*$",
    re.IGNORECASE,
)
"""Words for all battles."""

BEGINS_WITH_YES = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|aye|sure|absolutely|certainly|definitely|indeed|of course"
    r"|by all means|why not|please do|go ahead|ja|jawohl|klar|gerne?|sicher|unbedingt|warum nicht"
    r"|nat(?:ü|ue)rlich|selbstverst(?:ä|ae)ndlich|auf jeden fall|oui|ouais|volontiers|absolument"
    r"|certainement|bien s[uû]r|[eé]videmment|avec plaisir|pourquoi pas"
    r"|ναι|βέβαια|βεβαίως|φυσικά)(?![\w-]|,? (?:not|nicht|pas|que non)\b)",
    re.IGNORECASE,
)
"""The answer yes, or words that mean it."""

AWAY_WITH = re.compile(
    r"\b(?:weg mit|away with|get rid of|adieu|débarrasse(?:-moi)? de|pas de pitié pour)\b", re.IGNORECASE
)
"""Words before a piece that is lost."""

ON_TRAIN = re.compile(r"\bin (?:den|einen) (?:Zug|Waggon)\b|\bper Zug\b|\bmit dem Zug\b", re.IGNORECASE)
"""German words for a journey by rail, other than for a move."""

AS_READ = re.compile(
    r"[\s,]+(?:if i (?:read|remember|understand|understood|counted|see)\b[^,.;:]*"
    r"|si j['’]ai bien \w+|si je (?:lis|compte|comprends) bien"
    r"|wenn ich (?:das |es |mich )?(?:richtig|recht|nicht irre)\b[^,.;:]*)",
    re.IGNORECASE,
)
"""A condition that limits nothing: `if I read it right`."""

_ORDINAL = (
    r"(?:\d{1,2}(?:st|nd|rd|th|re|[eè]re|er|e|[eè]me|te|ter|ten|η|\.)|first|second|third|fourth|fifth|sixth"
    r"|seventh|eighth|ninth|tenth|premi[eè]re|deuxi[eè]me|seconde|troisi[eè]me|quatri[eè]me|cinqui[eè]me"
    r"|sixi[eè]me|septi[eè]me|huiti[eè]me|neuvi[eè]me|dixi[eè]me"
    r"|(?:erste|zweite|dritte|vierte|f[uü]nfte|sechste|siebte|achte|neunte|zehnte)n?)"
)
_THE = r"(?:(?:the|my|our|die|der|meine|unsere|la|ma|notre|η)\s+)?"
SEVERAL_ARMIES = re.compile(
    rf"(?P<before>\b{_THE})(?P<first>{_ORDINAL})(?P<joint>\s+(?:and|und|et|&|και)\s+{_THE}|\s*,\s*{_THE})"
    rf"(?P<last>{_ORDINAL})\s+(?P<behind>(?:[^\W\d]+\s+){{0,1}}?(?:army|armies|armeen?|arm[ée]es?|στρατι[έά]ς?)\b"
    r"(?:\s+(?:allemandes?|fran[cç]aises?|britanniques?|autrichiennes?|russes?|serbes?|belges?))?)",
    re.IGNORECASE,
)
"""Two armies with one word for them: `the 1st and 2nd Army`."""

NUMBERED_ARMIES = re.compile(
    r"\b(?P<name>armies|arm[ée]e)s?n? (?P<numbers>\d{1,2}(?:(?:\s*,\s*|\s+(?:and|und|et)\s+)\d{1,2})+)\b",
    re.IGNORECASE,
)
"""Several armies by their numbers: `les armées 1, 2 et 3`."""

ARMIES_IN_BRACKETS = re.compile(
    rf"\b(?:both|all|beide|alle|les deux|toutes les)\s+{_THE}(?P<nation>[^\W\d]+\s+)?"
    rf"(?P<armies>armies|armeen|arm[ée]es)\s*"
    rf"\((?P<numbers>{_ORDINAL}(?:(?:\s*,\s*|\s+(?:and|und|et|&)\s+){_ORDINAL})+)"
    r"(?:,? (?:complete|komplett|whole))?\)",
    re.IGNORECASE,
)
"""Armies with their numbers in brackets: `both French armies (2nd and 3rd)`."""

POINTS = re.compile(
    r"\b(?:(?:the|die|les) )?(?:(?:remaining|other|last|restlichen|(?:ü|ue)brigen) )?(?P<number>\d{1,2})"
    r" (?:build )?(?:points?|punkte?)(?: restants)?(?: (?:go|goes|gehen|kommen|vont))?"
    r" (?:into|in|to|for|en|f(?:ü|ue)r) (?P<cards>cards?|karten?|cartes?)\b",
    re.IGNORECASE,
)
"""Points that buy cards: `the remaining 4 points go into cards`."""

GOES_ON = re.compile(
    r"\b(?:you (?:can|may) (?:now |just )?(?:go (?:right )?(?:ahead|on)|roll|carry on|continue|proceed)"
    r"|(?:so |just )?(?:carry|go) on(?: with the (?:battle|war|game|fight))?\s*$|close the movement"
    r"|(?:tu peux|vous pouvez) (?:lancer|jeter|continuer|y aller|rouler)"
    r"|on continue(?: le combat| la bataille)?\s*$"
    r"|(?:du kannst|sie können|kannst du) (?:weiter|würfeln|loslegen|werfen)|^weiter ge?ht['’]?s)",
    re.IGNORECASE,
)
"""Words by which the writer lets the game go on."""

NOTHING_MORE = re.compile(
    r"^\W*(?:i['’]?ve |i have |there['’]?s |ich hab(?:e)? |je n['’e]\s?\w+ |und |and |et )*"
    r"(?:nothing (?:more|else)|nichts (?:mehr|weiter|anderes)|rien d['’]autre|rien de plus)\b",
    re.IGNORECASE,
)
"""Words for no further orders."""

AFTER_BATTLE = re.compile(
    r"\b(?:afterwards?|after(?=[\s.!]*$)"
    r"|after (?:the|a|any|each|every|that|this) (?:battles?|fights?|fighting)"
    r"|après (?:la |le |chaque )?(?:bataille|combat)s?|ensuite"
    r"|nach (?:der|dem|jeder|einer) (?:schlacht|kampf)|hinterher|danach"
    r"|μετά (?:τη|από τη|τις) μάχ(?:η|ες))\b",
    re.IGNORECASE,
)
"""Words for the time after a battle."""

NUMBERED = re.compile(
    r"(?<!\w)(?:no|nr|num(?:ber|mer)|n[°º]|nº|numéro|αρ|αριθμό[ςν]?|αριθ|card|carte|karte|κάρτα)\.?\s*(?=\d)|#(?=\d)",
    re.IGNORECASE,
)
"""Words before a number that names a card or a piece."""

SEVERAL_NUMBERS = re.compile(
    r"\b(?:cards|cartes|karten|κάρτες)\s+\d{1,2}(?:(?:\s*,\s*|\s+(?:and|und|et|και|&|\+)\s+)\d{1,2})+\b",
    re.IGNORECASE,
)
"""Several cards by their numbers: `cards 9 and 21`."""

LIMITED = re.compile(
    r"\boffensives? limit[ée]es?\b|\bbegrenzten? offensiven?\b|\bπεριορισμένης? επίθεσης?\b", re.IGNORECASE
)
"""Limited offensives in other languages, of which a pack may know only the English name."""

AS_SIDE = re.compile(
    r"^\W*(?:as (?:an? |the )?(?:attacker|defender)|attacking|defending|in (?:attack|defen[cs]e)"
    r"|als (?:angreifer|verteidiger)|im angriff|in (?:der )?verteidigung"
    r"|comme (?:attaquant|défenseur)|en (?:attaque|défense))\b",
    re.IGNORECASE,
)
"""The beginning of a plan for all battles."""

TO_BE_FOUGHT = re.compile(r"\b(?:shall|should|must|will|to|are|is) (?:be )?fought\b", re.IGNORECASE)
"""Words for battles that follow, beside a word of the past."""

ASKS_WHO = re.compile(r"^\W*(?:p\.?\s?s\.?\s*:?\s*)?(?:who|wer|qui|ποιος)\b", re.IGNORECASE)
"""The beginning of a question about a person."""

TIMES = re.compile(r"(?<![\w-])(\d{1,2})\s?[x×](?=\s+[^\W\d])", re.IGNORECASE)
"""A count such as `3x` or `3 ×`."""

OF_THE = re.compile(
    r"\b(two|three|four|five|six|zwei|drei|vier|deux|trois|quatre|[2-9])\s+(?:of|von|de|d')\s+"
    r"(?:the|my|our|den|meinen|unseren|mes|nos)\s+(?=[^\W\d])",
    re.IGNORECASE,
)
"""Words for a part of several pieces: `two of the infantry`."""

COUNTED = re.compile(r"^\W*(?:(?:the|les|die)\s+)?(?:[2-9]|[1-9]\d)\s+[^\W\d]", re.IGNORECASE)
"""The beginning of words for several pieces, whose number in brackets is a price."""

SAME_ARMY = re.compile(
    r"\b(?P<number>\d{1,2})(?:st|nd|rd|th|re|[eè]re|er|e|[eè]me|te|ter|ten|η|\.)?\s+"
    r"(?:army|armee|armée|στρατιά)\s*\(\s*(?P<id>[a-z]{2}-(?P=number))\s*\)",
    re.IGNORECASE,
)
"""An army with its id in brackets: `2nd Army (ru-2)`."""

A_CARD = re.compile(
    r"\b(?:an?|another|one more|(?:noch )?eine(?: weitere)?|(?:encore )?une(?: autre)?)\s+"
    r"(?=(?:card|karte|carte)\b)",
    re.IGNORECASE,
)
"""Words for one card that is bought."""

WELL_DONE = re.compile(r"\b(?:well|nicely|neatly|beautifully|bravely) done\b", re.IGNORECASE)
"""Praise, which closes no question."""

JOINS = (
    (re.compile(r"\bschlie(?:ß|ss)t sich\b(.*?)\b(der \d+\. (?:\w+ )?Armee) an\b", re.I), r"geht\1in \2"),
    (re.compile(r"\bsoll sich (der \d+\. (?:\w+ )?Armee) anschlie(?:ß|ss)en\b", re.I), r"geht in \1"),
    (re.compile(r"\bs['’]int[eè]gre(?:nt)? (?:à|dans) la\b", re.I), "rejoint la"),
)
"""Verbs that join an army, and the plain words for them."""

I_EXCHANGE = re.compile(
    r"(?:\b(?:i|we|je|nous|ich|wir)\s+|\bj['’]\s*|(?<=\band )|(?<=\bund )|(?<=\bet ))"
    r"(?:exchange|swap|[eé]change|[eé]changeons|changes?|changeons|tauschen?|wechs(?:le|eln))"
    r"\s+(?:(?:the|my|la|ma|die|meine)\s+)?(?:card|carte|karte)\s+(?=\d)",
    re.IGNORECASE,
)
"""The exchange of a card with a number, after a pass."""

END_OF_TURN = re.compile(
    r"\b(?:(?:end of (?:(?:my|our|the|this) )?|(?:i|we) end (?:my|our|the|this) )(?:turn|moves?|movements?)"
    r"|fin (?:du|de mon|de ce) tour)(?=\W*$)",
    re.IGNORECASE,
)
"""A sentence that ends what is asked."""

ORDER_AS_PROPOSED = re.compile(
    r"^(.*\d.*?),?\s+(?:as (?:you )?(?:proposed|suggested)|wie (?:du |sie )?(?:vorgeschlagen|vorschl\w+)"
    r"|comme (?:propos[eé]e?|sugg[eé]r[eé]e?)s?)(?=\W*$)",
    re.IGNORECASE,
)
"""An order with its number, and words that it is the proposed one."""

APPOSED_NUMBER = re.compile(r"^([^\d,]*),\s*(?:no|nr|n°|num(?:ber|mer)|numéro)\.?\s*(?=\d)", re.IGNORECASE)
"""The name of a card and a comma before its number: `the Offensive, no 16`."""
