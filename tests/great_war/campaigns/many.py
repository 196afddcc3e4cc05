"""Campaigns by the hundred, by hand: `python -m tests.great_war.campaigns.many LOG --first 0 --count 100`.

A line of JSON per campaign is added to the log; then everything in the log is summed up, so that a long
run may be broken into shorter ones.
"""

import argparse
import gc
import json
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from referee.packs import loading
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.pack import Pack
from tests.great_war.campaigns import bots
from tests.great_war.campaigns.campaign import audit, campaign
from tests.great_war.campaigns.coverage import universe


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("--pack", default="ttlm")
    parser.add_argument("--scenario", help="else the longest of the pack")
    parser.add_argument("--with", dest="chosen", action="append", default=[], metavar="OPTION=CHOICE")
    parser.add_argument(
        "--gather", type=float, default=1.0, help="how much players like to retreat into armies"
    )
    parser.add_argument("--bot", help="a bot that plays both sides in place of players of chance")
    parser.add_argument("--think", type=float, default=0.25, help="how many seconds a bot may think")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=0)
    asked = parser.parse_args()
    gc.freeze()
    options = dict(choice.split("=", 1) for choice in asked.chosen)
    rules = _rules(asked.pack, asked.scenario, options)
    with asked.log.open("a", encoding="utf-8") as log:
        for seed in range(asked.first, asked.first + asked.count):
            log.write(json.dumps(_played(rules, seed, asked), sort_keys=True) + "\n")
            log.flush()
    sys.stdout.write(summary(rules, asked.log) + "\n")


def _rules(name: str, scenario: str | None, options: Mapping[str, str]) -> GreatWar:
    """The rules of a pack, in the scenario that was asked for or in the one with the most seasons."""
    pack: Pack = loading.load(name).pack
    longest = max(pack.scenarios, key=lambda one: one.last - one.turn)
    return GreatWar(pack, scenario or longest.id, options)


def _played(rules: GreatWar, seed: int, asked: argparse.Namespace) -> dict[str, object]:
    begun = time.process_time()
    try:
        if asked.bot:
            told = vars(audit(rules, seed, bots.steps(rules, seed, asked.bot, asked.think)))
        else:
            told = vars(campaign(rules, seed, gather=asked.gather))
    except Exception as fault:
        return {"seed": seed, "broken": f"{type(fault).__name__}: {fault}"}
    return {**told, "seconds": round(time.process_time() - begun, 2)}


def summary(rules: GreatWar, log: Path) -> str:
    """What all campaigns of a log came to."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    ended = [line for line in lines if "broken" not in line]
    met: Counter[str] = Counter()
    for line in ended:
        met.update(line["met"])
    never = [mark for mark in universe(rules.theatre) if mark not in met]
    told = [f"{len(ended)} campaigns to their end, {len(lines) - len(ended)} broken"]
    told += [f"  {line['seed']}: {line['broken']}" for line in lines if "broken" in line]
    if ended:
        entries, seconds = sum(line["entries"] for line in ended), sum(line["seconds"] for line in ended)
        told.append(f"{entries} orders in {seconds:.0f} s, {seconds / len(ended):.1f} s each")
    told += [f"{count:5d} {reason}: {level}" for (reason, level), count in _ends(ended)]
    told += [f"{count:5d} {what}" for what, count in met.items() if "retreat" in what or "marked" in what]
    told += ["never met: " + (", ".join(never) or "nothing")]
    return "\n".join(told)


def _ends(ended: list[dict[str, str]]) -> list[tuple[tuple[str, str], int]]:
    return Counter((line["reason"], line["level"]) for line in ended).most_common()


if __name__ == "__main__":
    main()
