"""The answers of every command with `--json`."""

from collections.abc import Mapping

from schemas import bots, clocks, mail
from schemas.answers import club, evidence, matches, packs, simulation
from schemas.answers.help import HelpFound
from schemas.answers.odds import Hindsight, Odds, SceneOdds
from schemas.answers.orders import Submitted
from schemas.answers.packs import Explanation
from schemas.case import Outcome
from schemas.great_war.view import View as FrontView
from schemas.record import Record
from schemas.reports import Chart, Document, MapPicture
from schemas.skirmish.view import View as TableView

ANSWERS: Mapping[str, tuple[type[Record], ...]] = {
    "new": (matches.Opened,),
    "list": (matches.Shelf,),
    "show": (FrontView, TableView),
    "log": (matches.Log,),
    "language": (matches.Languages,),
    "retract": (matches.Filed,),
    "note": (matches.Filed,),
    "phrase": (matches.Filed,),
    "witness": (matches.Filed,),
    "reveal": (matches.Filed,),
    "export": (matches.Words, matches.Exported),
    "submit": (Submitted, matches.Filed),
    "prompts": (matches.Questions,),
    "options": (matches.Answers,),
    "report": (Document, matches.Exported, matches.ExportedReports),
    "map": (MapPicture, matches.Exported),
    "chart": (Chart, matches.Exported),
    "diff": (Document,),
    "replay": (matches.Words, matches.Exported),
    "compose": (matches.Words, matches.Exported),
    "site": (matches.BuiltSite,),
    "odds": (Odds, SceneOdds),
    "analyse": (Hindsight,),
    "simulate": (simulation.Simulated, simulation.ComparedWars),
    "clock.show": (clocks.Deadlines,),
    **{
        f"clock.{name}": (matches.Filed,)
        for name in ("set", "stop", "extend", "pause", "resume", "away", "back")
    },
    "clock.ledger": (clocks.TimeLedger,),
    "clock.calendar": (matches.Words, matches.Exported),
    "club.start": (club.ClubState,),
    "club.show": (club.ClubState,),
    "club.check": (club.ClubChecked,),
    "seal": (club.LetterLocked,),
    "unseal": (club.LetterUnlocked,),
    "serve": (bots.Reply,),
    "bot": (bots.BotPlayed,),
    "mail.seat": (mail.Seats,),
    "mail.spectator": (mail.Seats,),
    "mail.receive": (mail.Received,),
    "mail.fetch": (mail.Fetched,),
    "mail.send": (mail.Outgoing,),
    "mail.tick": (mail.Ticked,),
    "mail.setup": (mail.SetupFiles, mail.SetupSteps),
    "mail.list": (mail.MailList,),
    "mail.show": (mail.MailShown,),
    "mail.accept": (mail.Received,),
    "mail.reject": (mail.Received,),
    "mail.resend": (mail.Received,),
    "mail.forward": (mail.Received,),
    "mail.watch": (mail.Round, matches.Words),
    "verify": (matches.Verified, matches.Words),
    "audit": (evidence.Audited, evidence.Audit),
    "compare": (evidence.Compared,),
    "rejudge": (evidence.Rejudgement,),
    "dispute": (Document, evidence.Resolution),
    "amend": (evidence.Amended,),
    "luck": (evidence.Luck,),
    "explain": (Explanation,),
    "folds": (matches.Folds,),
    "packs.list": (packs.PackList,),
    "packs.new": (packs.BegunPack,),
    "packs.check": (packs.ListedPack,),
    "packs.redraw": (packs.RedrawnMap,),
    "packs.fill": (packs.FilledPack,),
    "packs.show": (packs.PackPage,),
    "packs.count": (packs.CountedOrders,),
    "packs.schema": (matches.Words,),
    "packs.conform": (Outcome,),
    "help": (matches.Words, HelpFound),
    "demo": (matches.Verified,),
}
"""Records of each command, with a full stop before a subcommand.

The arguments determine which one is returned.
"""
