"""A web server on a free port of this machine, for tests of forums and channels."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Json = dict[str, object]


class JsonHandler(BaseHTTPRequestHandler):
    """Handler that reads and answers JSON, and keeps no log."""

    def read_post(self) -> Json:
        post: Json = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        return post

    def say(self, code: int, content: object, location: str = "") -> None:
        self.send_response(code)
        if location:
            self.send_header("Location", location)
        self.end_headers()
        text = content if isinstance(content, str) else json.dumps(content)
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serve(handler: type[JsonHandler]) -> Iterator[int]:
    """Serve requests while the context is open, and yield the port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
