"""Table of the commands: the panel of `--help`, the module and the summary of each.

A test compares the summaries with the docstrings of the commands.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Entry(NamedTuple):
    """One command: name, module below `referee.cli.commands`, and summary."""

    name: str
    module: str
    summary: str


PANELS: Mapping[str, tuple[Entry, ...]] = {
    "Start": (
        Entry("demo", "guides", "Play an example: letters, rulings, reports and the proof."),
        Entry("new", "opening", "Open a match."),
        Entry("list", "matches", "List the matches on the shelf."),
        Entry("language", "moderation", "Show or set the language of each side's answers."),
        Entry("clock", "clock", "Set deadlines, change them, and measure each side's time."),
        Entry("help", "guides", "Explain a topic, search the handbook, or print all of it."),
    ),
    "Each day": (
        Entry("submit", "letters", "Judge a letter and file the result."),
        Entry("prompts", "questions", "List the open questions."),
        Entry("options", "questions", "List a side's legal orders, as lines for a letter."),
        Entry("report", "reports", "Write a report: open questions, recent events and the situation."),
        Entry("mail", "mail", "Receive and send mail."),
        Entry("compose", "reports", "Write a page for composing one side's letter."),
        Entry("seal", "letters", "Lock a letter so that it cannot be read before a time."),
        Entry("unseal", "letters", "Open a locked letter with the signature of its round."),
        Entry("phrase", "letters", "Add a side's phrase to the dice, before the first order."),
        Entry("note", "moderation", "File a remark."),
        Entry("retract", "moderation", "Take a match back to an earlier entry. Nothing is deleted."),
        Entry("amend", "rulings", "Change the position by a ruling that both sides agreed to."),
        Entry("bot", "programs", "Have a bot answer for a side."),
    ),
    "Look": (
        Entry("show", "matches", "Show the situation."),
        Entry("log", "matches", "List the entries of a journal."),
        Entry("map", "reports", "Draw the map as one side sees it, as SVG or PNG."),
        Entry("chart", "reports", "Draw the course of the war: points, areas and front."),
        Entry("diff", "reports", "Show the changes between two entries."),
        Entry("replay", "reports", "Write the course of the match as one page to step through."),
        Entry("odds", "analysis", "Compute the exact odds of a battle."),
        Entry("analyse", "analysis", "Show the luck in each battle and the effect of each order."),
        Entry("site", "exports", "Write the pages of a club: matches, maps, results, feed, calendar."),
    ),
    "Prove": (
        Entry("verify", "evidence", "Verify that a journal is unchanged and its dice are honest."),
        Entry("audit", "evidence", "Verify every journal of an archive, on all processors."),
        Entry("compare", "evidence", "Find the first difference between two copies of a journal."),
        Entry("rejudge", "evidence", "List rulings that today's rules would change, with reasons."),
        Entry("dispute", "rulings", "Explain one entry completely, or resolve errors in entries."),
        Entry("luck", "evidence", "Compare the expected and the rolled hits of each side."),
        Entry("club", "moderation", "Keep a log of all matches of the club, which the players can check."),
        Entry("witness", "moderation", "File a head of the journal that an outsider recorded."),
        Entry("reveal", "moderation", "Close a match and reveal its secrets, to prove hidden draws."),
        Entry("export", "exports", "Copy the journal as one side may see it, or export its tables."),
    ),
    "Study": (
        Entry("explain", "guides", "Explain a clause of the rulebook, a ruling or a code."),
        Entry("simulate", "simulation", "Run many wars between bots and summarise the results."),
        Entry(
            "serve",
            "programs",
            "Answer commands as JSON lines, all in one process, or run the commands of shells.",
        ),
        Entry("folds", "matches", "List, check or clear the snapshots of matches."),
    ),
    "Packs": (Entry("packs", "packs", "List, check and create packs."),),
}

COMMANDS: Mapping[str, Entry] = {entry.name: entry for entries in PANELS.values() for entry in entries}
"""The commands by name, in the order of `--help`."""
