"""A chat bot: players order in a channel. `on_message` fits discord.py and its kin."""

import asyncio
from typing import Protocol

import referee


class Channel(Protocol):
    """The part of a chat channel that the bot needs."""

    async def send(self, content: str) -> object:
        """Send a message."""
        ...


class ChatBot:
    """One match in one channel; `seats` maps the names of authors to sides."""

    def __init__(self, match: referee.Match, seats: dict[str, referee.Side]) -> None:
        self.match, self.seats = match, seats

    async def on_message(self, author: str, content: str, channel: Channel) -> None:
        """Answer a message. The work runs in a thread, so that the event loop goes on."""
        try:
            answer = await asyncio.to_thread(self.answer, author, content)
        except referee.Fault as fault:
            answer = "\n".join(map(str, fault.complaints))
        await channel.send(answer)

    def answer(self, author: str, content: str) -> str:
        """Return the answer to a message: to `!report`, `!options`, `!odds AREA`, or to orders."""
        side = self.seats.get(author, referee.PUBLIC)
        match content.split():
            case ["!report"]:
                return self.match.write_report(side, "markdown")
            case ["!options"]:
                return "\n".join(option.text for option in self.match.options(side, limit=10))
            case ["!odds", *area]:
                battles = self.match.odds(" ".join(area) or None, side).battles
                return "\n".join(
                    f"{battle.name}: {one.holder or 'disputed'} {one.percent} %"
                    for battle in battles
                    for one in battle.holders
                )
            case _:
                judged = self.match.submit(content, side)
                return "\n".join(str(line.text) for line in judged.refused) or "accepted"
