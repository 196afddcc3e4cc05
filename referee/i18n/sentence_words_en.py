"""English words of sentences that hold orders, by table. `sentence_words` describes the tables."""

from collections.abc import Mapping

TABLES: Mapping[str, str] = {
    "small": (
        "i we d ll m my our us me it the a an with please pls thanks will let to now then so also too just "
        "right well ok okay and both all there by for on over out over up down at in of as aswell single "
        "whole same together here finally its it behind should may thx plz ta"
    ),
    "motion": (
        "moving marching bring swing pulling heading advancing attacking entering home back go goes going"
    ),
    "retreats": "retreating pulling falling go goes back going home",
    "stays": "staying holding rest",
    "of": "of",
    "around_stays": (
        "step which wich who that put where they are home everybody everyone else rest other others and "
        "guard fire fires shoot shoots fight fights ground position positions garrison its still as only "
        "card cards anyway alone reserve little small brave poor number behind front flank border left "
        "right north south east west Prussia offensive offensives tight fast quiet back it guards anywhere "
        "everything nothing happens unmoved too him is afterwards after"
    ),
    "around_pieces": (
        "headquarters hq staff joins join beside with s area town place city armys army armies across "
        "takes take crosses cross sails sail ships ship by biplane plane empty"
    ),
    "denies": "no not none nothing never neither nor don dont doesn wont won isn isnt",
    "denied": (
        "move moves moving battle battles fight fighting attack attacks card cards offensive offensives "
        "retreat retreats leave leaves go goes play changes moved fought happens wasting waste spending "
        "spend exchange exchanges swap step builds build purchases purchase"
    ),
    "around_denials": (
        "does did t see reason other more further else either any extra armies keep turn time yet from do "
        "after one my me here there us today got have ve with"
    ),
    "doubts": (
        "if unless whether when until later perhaps maybe otherwise except but or instead cancel wait wrong"
    ),
    "questions": "can could may might shall should would do does did is are was what how why where who which",
    "requests": "can could may might will would shall should let",
    "polite": "please pls plz",
    "ends": "done finished finish finito",
    "closing": (
        "i we am m are re ve have is s that then now so please ok okay right well here with my our the moves "
        "movement moving movements placement reinforcements me all through battle battles cards card "
        "orders turn that's building plan this one"
    ),
    "passes": "pass",
    "passing": (
        "i we ll will am going to this turn time now then so please for thank you rather just simply "
        "afterwards after that"
    ),
    "battles": "battle battles fight fights fighting attack",
    "around_battles": (
        "everywhere add adds this order declare only one two three four first second third last want have "
        "afterwards then that those of course is s are obviously too as well like also followed by next "
        "finally place takes"
    ),
    "then": "then second afterwards last",
    "first": "first",
    "plays": (
        "playing using played card cards number no nr event begin start open answer one plain number "
        "opening lead with "
        "kick off ll"
    ),
    "limited": "limited offensive",
    "events": "event",
    "ditto": "same ditto likewise",
    "follows": "them joins join together accompanies accompany followed alongside escorts escort",
    "rail": "rail train railway trains entrain",
    "sea": "sea ship boat channel",
    "from": "from out of leave leaves",
    "to": "to into towards toward on",
    "via": "via through",
    "spends": "spend spends spending give pay discard",
    "still": "yet",
    "states": (
        "lone lonely empty weak strong keen dangerous tired alone ours mine packed crowded thin full safe"
    ),
    "being": "is are am re",
    "next": "next",
    "times": "turn season emergency",
    "everyone": "everyone everybody all",
    "discards": "dump away bin out go",
    "trenches": "trench trenches entrenched",
    "around_trenches": "point points that s one last remaining army armies armys in for so dig",
    "for_later": "later for now still until time another better moment day round saving save need",
    "needs": "need needs",
    "counted": "die dice hits hit points turns turn days weeks losses hours minutes",
    "forts": "fort fortress",
    "around_hits": (
        "hit hits take takes lose loses goes go on card number other rest remaining them three wasting "
        "onto into absorb absorbs eat eats soak soaks suffer suffers pay paid that this"
    ),
    "everything": "all",
    "places": (
        "rebuild build buy raise place put puts goes go set new joins joining assigned where area into is "
        "assign assigns attach attached it belongs give gives station stationed deploy deployed"
    ),
    "armies": "army armies",
    "peoples": (
        "frenchman briton belgian german austrian russian serb belgians germans austrians french british "
        "russians serbs english"
    ),
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
        "cheers ouch ha well okay obviously nice fine agreed ugh phew haha hehe lol"
    ),
    "headings": (
        "moves movements orders battles order follows follow proposal agree your answer this is are empty "
        "isnt point points"
    ),
    "later": "losses loss hits hit",
    "takes_back": "dreams cancel undo scratch kidding joke joking disregard",
    "second_thoughts": "instead forget change changed wait mistake wrong correction",
    "abbreviations": "no nr st lt col gen dr mr mrs ah ge fr n brit",
    "leaves_out": "leave alone this time turn be out for now",
    "first_person": "i we",
    "second_person": "you your",
    "sayings": (
        "said say says think thought wrote write hope dream dreamt dreamed guess wish wished wonder "
        "imagine would could were was"
    ),
    "exceptions": "but except",
    "playing": "play use",
    "around_no": "cards card either afterwards i play use for from me",
    "fights": "beat beats fight fights pin pins face facing meet assault",
    "foes": "that enemy horsemen his their take it them want",
    "contrasts": "but",
    "around_motion": (
        "get gets away off make makes take takes step steps up forward across out fast for good every last"
    ),
    "unreal": (
        "almost nearly perhaps maybe possibly probably hopefully allegedly supposedly would could might "
        "may can cannot tomorrow yesterday later soon eventually someday were had went came took did gave "
        "got fought spent lost paid held sent considered wondered hope hopes hoping wish wishes think "
        "thinks thinking believe believes guess fear fears dream dreams imagine wonder suppose expect "
        "expected consider dreamt dreamed book books history film movie novel story considering tempted "
        "tempting afraid worry worried risk threatens threaten instead plotting pretend imagining pity "
        "sorry ought wanted feared been being"
    ),
    "unsure": (
        "almost perhaps maybe possibly probably would could might may can think believe guess hope instead"
    ),
    "accompanied": "accompanied followed joined",
    "casualties": "losses loss casualties hits",
    "hits": "hit hits",
    "that_place": "there",
    "its": "its their",
    "modals": "can may could might",
    "others": "you he she they someone enemy opponent foe fellow",
    "your": "your his their theirs enemy enemys hostile opposing",
    "negates": "cannot nowhere nor neither without hardly refuse refuses avoid except",
    "reports": (
        "says said say tells told writes wrote according claims claimed rumour rumours hear heard read reads"
    ),
    "relative": "which where who whom whose that's since because as although though",
    "contrast": "but just only however yet so",
    "possesses": (
        "is are be has have stands lies sits there needs belongs remains look looks face faces watch watches"
    ),
    "moves": (
        "turns stepping walking marching bringing moving pushing advancing go goes going get gets sending "
        "head heads"
    ),
    "no_verbs": "back home part file roll get gets",
    "combat": "battle battles fight fights fighting attack attacks attacking offensive engage clash",
    "uses": (
        "play plays playing use uses using spend spends pay pays discard discards throw launch launches "
        "start open commit go opt choose"
    ),
    "gives": "go goes going give gives sacrificed dies die eat eats",
    "that": "that this those these so",
    "objects": "it them",
    "ordering": "first then only after last lastly both",
    "both": "both together all",
    "buys": "buying take get draw",
    "keeps": "rest stop stops",
    "rest": "else rest others other everything everybody everyone further remaining",
    "pronouns": "it",
    "there": "there it",
    "goes_back": "retreating back",
    "strategic": "strat strategic strategically",
    "vague": "gun guns plane planes unit units piece pieces",
    "whole": "all everything lot whole",
}
"""Words by the name of their table, with blanks between them."""

VERBS: Mapping[str, str] = {
    "motion": (
        "drop move march head advance walk ride leave enter travel send bring come cross push shift "
        "attack follow storm assault invade proceed press roll slip sail ship join pull transfer "
        "redeploy relocate hurry rush swing strike return occupy trek hike slide hop jump race dash "
        "gallop trot sneak creep wander haul drag deploy reposition regroup converge rejoin "
        "approach reach shuffle steam ferry embark land disembark trundle surge thrust pivot veer "
        "withdraw"
    ),
    "attacks": "attack storm assault invade occupy enter",
    "retreats": (
        "retreat withdraw fall pull drop retire move leave evacuate abandon head march run flee escape ride "
        "slip"
    ),
    "stays": "keep stay hold remain wait stand sit guard defend garrison",
    "moves": (
        "step walk slip march cross come ride park return stroll bring move push retreat pull fall "
        "withdraw advance deploy charge drive proceed"
    ),
    "takes": (
        "taking occupying attacking reinforce take capture seize conquer occupy attack assault storm "
        "invade enter strike"
    ),
    "plays": "play use launch",
    "discards": "discard throw drop toss lose ditch chuck",
    "loses": "losing lose take absorb suffer pay sacrifice remove eliminate",
    "trenches": "entrench dig fortify",
    "exchanges": "exchange swap redraw",
    "helps": "helping supporting relieving help support relieve",
    "keeps": "keep hold save spare stay stand remain wait guard sit",
    "goes_back": "retreat withdraw flee escape leave evade run ride",
    "buys": "buy purchase",
}
"""Stems of regular verbs by the name of their table. `sentence_words` adds their forms of the present."""
