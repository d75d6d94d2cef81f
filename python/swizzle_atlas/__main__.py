"""`python -m swizzle_atlas`: serve the page on this machine alone."""

from __future__ import annotations

import argparse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from . import lint
from ._page import page, page_with


def main() -> None:
    """Serve the page until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m swizzle_atlas", description="Serve Swizzle Atlas on this machine.")
    parser.add_argument("kernel", nargs="?", help="PTX, a cubin or a trace to load into the page")
    parser.add_argument("--port", type=int, default=0, help="port of 127.0.0.1 (default: any that is free)")
    arguments = parser.parse_args()
    try:
        document = (page_with(lint(arguments.kernel)) if arguments.kernel else page()).encode()
    except (OSError, ValueError) as error:
        parser.exit(2, f"error: {error}\n")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_page = self.path.partition("?")[0] == "/"
            self.send_response(200 if is_page else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(document) if is_page else 0))
            self.end_headers()
            if is_page:
                self.wfile.write(document)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", arguments.port), Handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
