"""A web page: the map, the report and the composer of a side, from the standard library alone."""

from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import referee

MATCH = referee.open_in_memory("ttlm", "1914", seed=7)
PAGES: dict[str, Callable[[str], str]] = {
    "/": lambda side: MATCH.write_report(side, "html"),
    "/map.svg": MATCH.draw_map,
    "/orders": MATCH.write_composer,
    "/replay": MATCH.write_replay,
}


class Handler(BaseHTTPRequestHandler):
    """Each request runs in a thread of its own; a `Match` may be shared by threads."""

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        side = parse_qs(address.query).get("side", [referee.PUBLIC])[0]
        try:
            status, text = 200, PAGES[address.path](side)
        except KeyError:
            status, text = 404, "there is no such page"
        except referee.Fault as fault:
            status, text = 400, str(fault.complaints[0])
        self.send_response(status)
        kind = "image/svg+xml" if address.path.endswith(".svg") else "text/html"
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def serve(port: int = 0) -> ThreadingHTTPServer:
    """Return a server for this computer; call `serve_forever`."""
    return ThreadingHTTPServer(("127.0.0.1", port), Handler)
