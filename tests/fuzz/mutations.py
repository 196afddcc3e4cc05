"""Seeds for the targets, and what a random hand makes of them."""

import random
from collections.abc import Iterator, Sequence

from tests.fuzz.targets import Table, sealed_seeds

WORDS = (
    b"move",
    b"when ",
    b"forget ",
    b"losses",
    b": ",
    b"ge-1",
    b"to",
    b"liege",
    b"via",
    b"offensive 14",
    b"BEGIN ORDERS",
    b"END ORDERS",
    b"answers: 12",
    b"side: german",
    b"head: 1:" + b"0" * 64,
    b"\x1b[31m",
    b"\x9b2J",
    b"\x07",
    b"\xe2\x80\xae",
    b"\xe2\x80\x8b",
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\r",
    b"\n",
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"'",
    b"\\u0000",
    b"\\ud800",
    b"1e999",
    b"-0",
    b"99999999999999999999",
    b"&a",
    b"*a",
    b"!!python/object",
    b"---",
    b"...",
    b"? ",
    b"null",
    b"true",
    b"../../etc",
    b"--",
    b"-o",
    b"--json",
    b"--as",
    b"--at",
    b"\0",
    b"%s",
    b"{}",
    b"\xc3\xa9",
    b"e\xcc\x81",
    b"\xf0\x9f\x8e\xb2",
    b"Content-Type: multipart/mixed",
    b"=?utf-8?b?",
    b"#",
    b">",
    b"<",
    b"(",
    b"@",
    b"@[",
    b";",
    b"Cc: ",
    b"Sender: <",
    b'From: "',
    b"References: <a@",
    b"Content-Type: ",
    b"=?utf-8?q?=0A?=",
    b"=?utf-7?q?+2AA-?=",
    b"*0*=",
)

LETTERS = (
    b"offensive 14\nmove ge-1, ge-2 from aachen to liege via eifel\nbattle liege with gericht\ndone\n",
    b"From: a@b\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n"
    b"> quoted\nBEGIN ORDERS\npass\nEND ORDERS\n",
    b"side: german\norders:\n  - offensive 14\n  - {type: move, piece: ge-1, path: [liege]}\n",
    b'{"side": "german", "answers": 3, '
    b'"orders": ["pass", {"type": "move", "piece": "ge-1", "path": ["liege"]}]}',
    b"lose 2 infantry of ge-1\nretreat all cavalry in eifel to brussels into ge-2\n"
    b"build 2 infantry in paris\n",
    b"when losses in liege: lose be-1\nforget all\nwhen combat cards: play 42 in liege\n"
    b"when offensive: pass\n",
)

MAILS = (
    b"From: Anna <a@b.c>\nTo: referee@club.example\nCc: team: x@y, z@w;\nSubject: =?utf-8?q?Li=C3=A8ge?=\n"
    b"Message-ID: <1@b>\nReferences: <2@b> <3@b>\n\npass\n",
    b'From: "Player, Anna" (at home) <a@b.c>\nSender: <d@e>\nTo: <referee+0123@club.example>, a@[1.2.3.4]\n'
    b'Content-Type: multipart/alternative; boundary="x"\nAuto-Submitted: no\n\n'
    b"--x\nContent-Type: text/plain; charset=utf-8\n\npass\n--x\nContent-Type: text/html\n\n<p>pass\n--x--\n",
    b"Return-Path: <a@b.c>\nReceived: by x; 1 Jan 2026\nReply-To: =?iso-8859-1?b?6Q==?= <a@b.c>\n"
    b"From: a@b.c\n"
    b"Content-Transfer-Encoding: base64\nContent-Type: text/plain\n\ncGFzcwo=\n",
)

POLICY = (
    b"id: house\nname: House\nsummary: Ours.\nparagraphs:\n  - {id: a, title: T, text: X, then: stands}\n"
)

COMMANDS = (
    b"show\0liege\0--as\0german",
    b"log\0liege\0--json",
    b"report\0liege\0--since\x000\0--at\x0040",
    b"verify\0liege\0--head\x0067:00",
    b"submit\0liege\0--as\0german\0nowhere.txt",
    b"explain\x009.1.2-a",
    b"dispute\0liege\x0044\0--resolve\0--error\0x",
    b"luck\0liege",
    b"rejudge\0liege",
    b"compare\0liege\0liege",
    b"note\0liege\0hello\0--as\0german",
    b"export\0liege\0--as\0entente",
    b"options\0liege\0--limit\x003",
    b"retract\0liege\0--to\x0067\0--reason\0x",
    b"new\0other\0ttlm\0--with\0a=b",
    b"help\0proof",
    b"packs\0list",
    b"prompts\0liege",
    b"map\0liege",
    b"packs\0schema\0letter",
    b"verify\0--standalone",
    b"list",
)


def seeds(table: Table) -> dict[str, Sequence[bytes]]:
    """Well-formed inputs for every target."""
    return {
        "letter": LETTERS,
        "yaml": (*LETTERS, POLICY),
        "json": LETTERS,
        "journal": [b"", *table.lines[:8]],
        "sealed": sealed_seeds(table),
        "command": COMMANDS,
        "mail": MAILS,
        "office": MAILS,
    }


def mutants(known: Sequence[bytes], generator: random.Random) -> Iterator[bytes]:
    """Seeds bent in some places, without end."""
    while True:
        raw = bytearray(generator.choice(known))
        for _ in range(generator.randint(1, 8)):
            _bend(raw, known, generator)
        yield bytes(raw)


def _bend(raw: bytearray, known: Sequence[bytes], generator: random.Random) -> None:
    at = generator.randint(0, len(raw))
    upto = min(len(raw), at + generator.choice((1, 2, 8, 64)))
    match generator.randrange(7):
        case 0:
            raw[at:upto] = b""
        case 1:
            raw[at:at] = generator.choice(WORDS)
        case 2:
            raw[at:upto] = generator.choice(WORDS)
        case 3:
            raw[at:at] = generator.randbytes(generator.randint(1, 6))
        case 4:
            raw[at:at] = raw[at:upto] * generator.choice((2, 3, 50))
        case 5 if at < len(raw):
            raw[at] ^= 1 << generator.randrange(8)
        case _:
            other = generator.choice(known)
            raw[at:at] = other[generator.randint(0, len(other)) :]
