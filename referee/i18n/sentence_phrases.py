"""Phrases of sentences that hold orders, by their use, in English, French, German and Greek."""

import re


def _phrases(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", re.IGNORECASE)


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
    r"(?:lose|perds?|perdre|verliere)\b.*\b(?:first|before|abord|avant|zuerst|erst)",
    "stand and (?:fire|fight)", "stands? (?:its|their) ground", "stands? everywhere",
    "(?:mes|ses) positions", "se retire(?:nt)? pas", "se retirer", "me retire pas",
    "stand", "weicht nicht aus", "kein r(?:ü|ue)ckzug", "zieht sich niemand zur(?:ü|ue)ck",
    "none retreats", "no retreats?", "pas de retraite",
)  # fmt: skip
"""Phrases about steps of a battle."""

LEFT_OUT = _phrases(
    "(?:leave|leaving)(?: \\S+)* alone", "lasse(?: \\S+)* (?:aus|in Ruhe)",
    "laisse(?: \\S+)* (?:tranquilles?|de c[oô]t[eé])",
)  # fmt: skip
"""Phrases about areas that nothing shall happen to."""

FROM_OUT = re.compile(r"\b(von \S+) aus\b")
"""German words around an area that pieces leave."""

ONLY = re.compile(r"\bn(?:e |['’])(\w+) qu(?:e |['’])", re.IGNORECASE)
"""French words for `only`, which do not deny anything."""

THERE_IS = re.compile(
    r"\((?:il n['’]y a|il y a|there (?:is|are)|es gibt|da (?:ist|steht|sind))[^()\d]*\)", re.IGNORECASE
)
"""A remark in brackets about an area."""

RATHER_THAN_FIRE = _phrases("instead of firing", "statt zu feuern", "au lieu de tirer")
WITH_CONTENTS = _phrases(
    "with (?:all|both) (?:of )?(?:its|their) \\w+", "mit (?:allen|beiden|ihren) \\w+", "au complet",
    "avec (?:toutes |tous )?ses \\w+",
)  # fmt: skip
"""Phrases that change nothing about a retreat or an army."""

NO_ONE = _phrases("no(?:body| ?one)")
"""English words for no person, which are read as `none`."""

ALL_SAID = _phrases(
    "(?:that'?s|that is) (?:it|all|everything)"
    "(?: from me| for (?:the |my )?(?:moves|movement|reinforcements|battles))?",
    "that concludes my moves",
    "no (?:other|more|further) (?:moves?|movements?|battles?|cards?|retreats?)",
    "keine weiteren (?:z(?:ü|ue)ge|bewegungen|schlachten|karten)",
    "aucun(?:e)? autre (?:mouvement|bataille|retraite|carte)",
    "pas d'autres? (?:mouvements?|batailles?|retraites?|cartes?)",
    "nothing (?:else|more)(?: to place| to move)?", "end of moves?",
    "c'?est tout(?: pour les mouvements)?", "rien d'autre", "rien de plus",
    "das (?:ist|war) (?:alles|es)", "das war'?s", "sonst nichts", "mehr nicht", "nichts weiter",
    "αυτά", "αυτά είναι όλα", "τίποτε άλλο", "τίποτα άλλο",
)  # fmt: skip
"""Phrases that say that nothing follows."""

FILLERS = _phrases(
    "this (?:turn|time)", "as well", "of course", "s'il (?:vous|te) pla[iî]t", "ce tour(?:-ci)?",
    "cette fois(?:-ci)?", "bien s[uû]r", "nat(?:ü|ue)rlich", "i(?:'d| would) (?:also )?like(?: to)?",
    "i want(?: to)?", "may i", "je (?:voudrais|veux)", "j'aimerais", "ich (?:m(?:ö|oe)chte|will)",
    "θέλω να", "θα ήθελα να", "and nowhere else", "nowhere else", "sonst nirgends", "nulle part ailleurs",
    "no\\.?(?= ?\\d)", "n°", "los geht'?s", r"it is(?=[\s.!]*$)", "i have to", "for me",
    "on foot(?: is fine)?",
)  # fmt: skip
"""Phrases without meaning of their own, and those of a wish."""

OPENINGS = re.compile(
    r"^\s*(?:hello|hi|hiya|hallo|moin|bonjour|bonsoir|salut|yes|ja|oui|ok|okay|right|well|evening|morning"
    r"|γεια|ναι)\b[\s,:!.]+",
    re.IGNORECASE,
)
"""Words before a sentence that belong to none of its clauses."""

REASONS = re.compile(
    r"[\s,]+(?:so that|so (?:it|they|he)\b|because|since|in order to|to (?:help|guard|keep|hold|cover|protect"
    r"|support|have|stop|be)\b|that covers|parce qu|car\b|afin|pour (?:ne pas |l[ae] |l'|les )?\w+"
    r"(?:er|ir|re)\b"
    r"|damit\b(?! (?:fertig|ist die|bin))|das deckt|da (?:steht|ist|sind|ich|er|sie|es)\b"
    r"|weil\b|denn\b|um\b|γιατί|για να)"
    r"(?:(?!\b(?:and|et|und|και)\b)[^\d?>,;])*(?=[,;.!]|$)",
    re.IGNORECASE,
)
"""A clause that says why. It ends at a comma or a conjunction, and holds no number."""
