"""English words of sentences that hold orders, by table. `sentence_words` describes the tables."""

from collections.abc import Mapping

TABLES: Mapping[str, str] = {
    "small": (
        "i we d ll m my our us me it the a an with please pls thanks will let to now then so also too just "
        "right well ok okay and both all there by for on over out over up down at in of as aswell single "
        "whole same together here finally its it behind should may thx plz ta"
    ),
    "motion": (
        "home back drop drops go goes going move moves moving march marches marching head heads advance "
        "advances walk walks ride rides leave leaves enter enters travel travels send sends bring come "
        "comes cross crosses push pushes shift shifts attack attacks follow follows storm storms assault "
        "assaults invade invades proceed proceeds press presses roll rolls slip slips sail sails ship ships "
        "join joins pull pulls transfer transfers redeploy redeploys relocate relocates hurry hurries rush "
        "rushes swing swings strike strikes return returns occupy occupies pulling heading advancing "
        "attacking entering"
    ),
    "attacks": "attack attacks storm storms assault assaults invade invades occupy occupies enter enters",
    "retreats": (
        "retreat retreats retreating withdraw withdraws fall falls pull pulls drop drops go goes back "
        "retire retires move moves leave leaves evacuate evacuates abandon abandons going pulling falling "
        "heads head march marches run runs home flee flees escape escapes"
    ),
    "stays": (
        "keep keeps stay stays hold holds remain remains wait waits stand stands sit sits guard guards "
        "defend defends garrison garrisons rest staying holding"
    ),
    "of": "of",
    "around_stays": (
        "which wich who that put where they are home everybody everyone else rest other others and guard "
        "fire fires fight fights ground position positions garrison its still as only card cards anyway "
        "alone reserve little small brave poor number behind front flank border left right north south east "
        "west Prussia offensive offensives tight fast quiet back it guards anywhere everything nothing "
        "happens unmoved too him is afterwards after"
    ),
    "denies": "no not none nothing never neither nor don dont doesn wont won isn isnt",
    "denied": (
        "move moves moving battle battles fight fighting attack attacks card cards offensive offensives "
        "retreat retreats leave leaves go goes play changes moved fought happens wasting waste spending "
        "spend"
    ),
    "around_denials": (
        "see reason other more further else either any extra armies keep turn time yet from do after one my "
        "me here there us today got have ve with"
    ),
    "doubts": (
        "if unless whether when until later perhaps maybe otherwise except but or instead cancel wait wrong"
    ),
    "questions": "can could may might shall should would do does did is are was what how why where who which",
    "requests": "can could may might will would shall should let",
    "polite": "please pls plz",
    "ends": "done finished finish finito",
    "closing": (
        "i we am m ve have is s that then now so please ok okay right well here with my our the moves "
        "movement moving movements placement reinforcements me all through battle battles cards card orders "
        "turn that's"
    ),
    "passes": "pass",
    "passing": (
        "i we ll will am going to this turn time now then so please for thank you rather just simply "
        "afterwards after that"
    ),
    "battles": "battle battles fight fights fighting attack",
    "around_battles": (
        "this order declare only one two three four first second third last want have afterwards then that "
        "those of course is s are obviously too as well like also followed by next finally place takes"
    ),
    "then": "then second afterwards last",
    "first": "first",
    "plays": (
        "play plays playing played use using card cards number no nr event begin start open answer one "
        "plain number opening lead with kick off launch launches ll"
    ),
    "limited": "limited offensive",
    "events": "event",
    "there": "there",
    "ditto": "same ditto likewise",
    "follows": "them joins join together accompanies accompany followed alongside escorts escort",
    "beside": "joins join beside with",
    "around_hosts": "s area town place city armys army armys armies",
    "helps": "help helps helping support supports supporting relieve relieves relieving",
    "rail": "rail train railway trains entrain",
    "sea": "sea ship boat channel",
    "around_sea": "across takes take crosses cross sails sail ships ship by",
    "from": "from out of leave leaves",
    "to": "to into towards toward on",
    "via": "via through",
    "spends": "spend spends spending give pay discard",
    "cards": "card cards",
    "still": "yet",
    "states": "empty weak strong keen dangerous tired alone",
    "being": "is are",
    "around_states": "too very so they still rather",
    "discards": "discard throw throws drop drops dump toss lose away bin out go",
    "needs": "need needs",
    "counted": "die dice hits hit points turns turn days weeks losses hours minutes",
    "forts": "fort fortress",
    "around_hits": (
        "hit hits take takes lose loses goes go on card number other rest remaining them three wasting onto "
        "into absorb absorbs eat eats soak soaks suffer suffers pay paid that this"
    ),
    "everything": "all",
    "places": (
        "rebuild build buy raise place put puts goes go set new joins joining assigned where area into is "
        "assign assigns attach attached it belongs give gives station stationed deploy deployed"
    ),
    "planes": "biplane plane",
    "armies": "army armies",
    "peoples": "belgians germans austrians french british russians serbs english",
    "nation_belgian": "belgians",
    "nation_german": "germans",
    "nation_british": "english",
    "nation_serbian": "serbs",
    "nation_austrian": "austrians hungarian hungarians",
    "nation_american": "americans",
    "nation_italian": "italians",
    "nation_turkish": "turks",
    "nation_russian": "russians",
    "courtesies": (
        "rgds regards hello hi hiya morning evening good dear moderator greetings yes thank you sorry "
        "cheers ouch ha well okay obviously nice fine"
    ),
    "headings": (
        "moves movements orders battles order follows follow proposal agree your answer this is are empty "
        "isnt"
    ),
    "later": "losses loss hits hit",
    "takes_back": "dreams cancel undo scratch kidding joke joking disregard",
    "second_thoughts": "instead forget change changed wait mistake wrong correction",
    "abbreviations": "no nr st lt col gen dr mr mrs ah ge fr n brit",
    "leaves_out": "leave alone this time turn be out for now",
    "first_person": "i we",
    "second_person": "you your",
    "sayings": (
        "said say says think thought wrote write hope dream dreamt dreamed guess wish wished wonder imagine "
        "would could were was"
    ),
    "intends": "want try trying like",
    "exceptions": "but except",
    "playing": "play use",
    "around_no": "cards card either afterwards i play use for from me",
    "fights": "fight fights pin pins face facing meet assault",
    "foes": "enemy horsemen his their take it them want",
    "contrasts": "but",
    "around_motion": "make makes take takes step steps up forward across out fast for good every last",
    "beside_moves": "with",
}
"""Words by the name of their table, with blanks between them."""
