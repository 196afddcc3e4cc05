"""Words by which an answer or a plan takes some of the options and leaves others: `i8, not the guard`."""

import re

from referee.i18n import sentence_words as use

CUTS = re.compile(r"\s*(?:[;:!\n]|\.{2,}|(?<!\d)\.(?=\s|$))\s*")
"""Marks between the parts of an answer. A point behind a number belongs to an army."""

CORRECTION = re.compile(
    r"(?:no,? wait|wait,? no|no,? sorry|(?<=[,;.!-] )sorry,|\bi mean|make that|\bquatsch|\bach nein"
    r"|\bich meine|\bje veux dire|\benfin non|\bah non|\bnon,? pardon)(?=[\s,:])[\s,:]*",
    re.IGNORECASE,
)
"""Words of a correction: only what follows counts."""

OPEN = re.compile(
    r"\?|\b(?:perhaps|maybe|later|tell you|not sure|think about|next (?:turn|round)|last (?:time|turn)|took"
    r"|was|were|either|would|could|might|fewer|less|almost|nearly|half|tomorrow|decided"
    r"|weniger|vielleicht|eventuell|[üu]berleg\w*|nachdenken|denk ich|sp[äa]ter|letzte[ns]? (?:mal|runde)"
    r"|k[öo]nnte|w[üu]rde|fast alle|beinahe|halb\w*|morgen|entschieden|moins d|plus d|presque|demain"
    r"|peut-[eê]tre|h[ée]sit\w*|plus tard|la derni[eè]re fois)\b",
    re.IGNORECASE,
)
"""Words with which an answer is not clear."""

AGREES = re.compile(
    r"^\W*(?:ok(?:ay)?|fine|all good|tout bon|alles gut|passt|gut|bon|d['’]accord|einverstanden|agreed"
    r"|as (?:you )?(?:proposed|suggested?|said)|same as proposed|wie (?:du )?vorgeschlagen|comme propos[ée]"
    r"|vorschlag (?:passt|ist gut))\b",
    re.IGNORECASE,
)
"""Words that take all of the proposed orders, with exceptions behind them."""

TO_OTHERS = re.compile(r"^\W*(?:you|du|ihr|tu|vous)\b", re.IGNORECASE | re.MULTILINE)
"""The beginning of a line about the other player."""

PASSES = re.compile(
    r"^\W*(?:(?:i|we|ich|wir|je|on|nous) )?(?:pass|passe|passen|passons)"
    r"(?=\s*(?:[,.;!:]|$|\b(?:again|this|for now|wieder|diesmal|heute|encore|pour|cette)\b))",
    re.IGNORECASE,
)
"""The beginning of an answer that passes, with a reason or greetings behind it."""

LESS = re.compile(
    r"\b(?:rather than|instead of|in place of|apart from|other than|leave out|leaving out|bis auf|statt"
    r"|anstatt|plut[oô]t que(?: de)?|au lieu d[eu]|[àa] la place d[eu]|à part|sauf|au(?:ß|ss)er"
    r"|(?<=all )but|(?<=thing )but|(?<=everyone )but|(?<=everybody )but)(?=\s)",
    re.IGNORECASE,
)
"""Phrases before an option that is left, for which `not` stands here."""

REPLACES = re.compile(
    r"\b(?:instead|statt|anstatt|anstelle|plut[oô]t|rather|lieber|sondern|au lieu|[àa] la place|into|dans la"
    r"|to)\b",
    re.IGNORECASE,
)
"""Words by which a proposed order is replaced by another one."""

NOT = (
    use.NEGATES | use.EXCEPTIONS
    | {"excepte", "ohne", "sans", "minus", "bar", "skip", "drop", "without", "ni", "nein", "non"}
) - {"only"}  # fmt: skip
"""Words of options that are left. They may follow the name: `Metz no`."""

KEEPS = use.KEEPS | {
    "keep", "keeping", "stays", "stay", "behalt", "behalte", "behalten", "bleibt", "garde", "gardons",
    "reste", "spar", "spare", "save", "heb", "hebe", "aufheben",
}  # fmt: skip
"""Words of pieces and cards that are kept."""

ALL = use.EVERYONE | use.BOTH | {
    "everything", "anything", "both", "all", "alle", "alles", "beide", "tout", "tous", "toutes",
    "everywhere", "uberall", "partout",
}  # fmt: skip
"""Words for all options."""

ANEW = frozenset({"but", "sondern", "aber", "mais", "then", "dann", "puis", "ensuite"})
"""Words behind which a denial ends."""

GOAL = re.compile(r"(?:(?P<pieces>.*\S)\s+)?(?P<to>to|vers|nach|à|σε|προς)\s+(?P<place>\S.*)", re.IGNORECASE)
"""The place that the pieces of a plan retreat to, perhaps behind their names."""

LOSS = re.compile(r"(?:lose|loss|remove)\s+", re.IGNORECASE)
"""The verb before the losses of a plan."""

LISTED = re.compile(r"\s*[,;+&]\s*|\s+(?:and|und|et|και)\s+|\s+(?=(?:then|dann|puis)\s)", re.IGNORECASE)
"""Marks and words between the losses of a plan."""

AROUND_KINDS = (
    "first", "then", "next", "erst", "zuerst", "dann", "danach", "d abord", "puis", "ensuite", "πρωτα",
    "μετα", "the",
)  # fmt: skip
"""Words before or behind a kind of piece in a list of losses, as comparison keys. The article comes last."""
