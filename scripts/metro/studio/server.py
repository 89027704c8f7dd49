# SPDX-License-Identifier: Apache-2.0
"""The server of the page. It answers only requests from this machine that have the token of the printed address.

The server refuses any other Host, because a foreign name can resolve to the loopback address. It also refuses the
Origin of another page. Style sheet, scripts and docs/ need no token. The server serves other files only from the
studio's folder. Actions and the tasks of a user are POST requests.
"""
from __future__ import annotations

import hmac
import http.server
import re
import secrets
import traceback
import urllib.parse
from dataclasses import dataclass
from pathlib import Path

from ..base.errors import MetroError

FOLDER = Path(__file__).parent
ASSETS = {"studio.css": "text/css; charset=utf-8",
          **dict.fromkeys(("page.js", "studio.js", "deadlines.js"), "text/javascript; charset=utf-8")}
TYPES = {".zip": "application/zip", ".perfetto-trace": "application/octet-stream", ".txt": "text/plain; charset=utf-8"}
HTML = "text/html; charset=utf-8"
LONGEST = 64 * 1024         # most bytes of a form
PATIENCE = 30               # timeout of a request, seconds
POLICY = ("default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'")


class Refused(Exception):
    def __init__(self, code: int, why: str):
        super().__init__(why)
        self.code, self.why = code, why


@dataclass(frozen=True)
class Answer:
    body: bytes
    type: str = HTML
    code: int = 200
    name: str = ""          # file name for a download


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, studio, files: Path):
        """Listen on a port of the loopback address; 0: any free port.

        studio: object with page(), answer(), work(), timeline(), deadlines(), verdicts() and act(), which take the
        fields of a form, and with manual() and colours(). files: the folder with the files for download.
        """
        self.studio, self.files, self.token = studio, files, secrets.token_urlsafe(24)
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def hosts(self) -> tuple[str, str]:
        return tuple(f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost"))

    @property
    def address(self) -> str:
        return f"http://{self.hosts[0]}/?token={self.token}"

    def file(self, name: str) -> Path:
        """Return the path of a file in the folder. Raises Refused if it is missing, or outside through a link."""
        try:
            found = (self.files / name).resolve()
            inside = found.is_relative_to(self.files.resolve()) and found.is_file()
        except (OSError, ValueError):
            inside = False
        if not inside:
            raise Refused(404, "there is no such file")
        return found

    def handle_error(self, request, client_address):
        pass                # ignore a failed connection, because reply() prints other errors


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server
    timeout = PATIENCE
    server_version, sys_version = "metro", ""

    def do_GET(self):
        self.reply(self.get)

    def do_POST(self):
        self.reply(self.post)

    def reply(self, ask) -> None:
        try:
            self.check_host_and_origin()
            answer = ask()
        except Refused as refusal:
            answer = Answer(f"{refusal.why}\n".encode(), "text/plain; charset=utf-8", refusal.code)
            self.close_connection = True        # because the request's body may be unread
        except MetroError as error:
            answer = Answer(f"{error.message}\n{error.hint}\n".encode(), "text/plain; charset=utf-8", 409)
        except Exception:                       # a bug ends only this request, and its traceback is printed
            traceback.print_exc()
            answer = Answer(b"an error in the studio: its terminal shows the traceback\n",
                            "text/plain; charset=utf-8", 500)
        self.send_response(answer.code)
        headers = {"Content-Type": answer.type, "Content-Length": str(len(answer.body)), "Cache-Control": "no-store",
                   "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff",
                   "Referrer-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
                   "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY"}
        if answer.name:
            headers["Content-Disposition"] = f'attachment; filename="{answer.name}"'
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)

    def check_host_and_origin(self) -> None:
        if self.headers.get_all("Host", []) not in [[host] for host in self.server.hosts]:
            raise Refused(421, "this server answers requests for 127.0.0.1 and localhost only")
        origin = self.headers.get("Origin")
        if origin is not None and origin != f"http://{self.headers['Host']}":
            raise Refused(403, "requests from other pages are not allowed")

    def check_token(self, given: dict[str, str]) -> None:
        token = self.headers.get("X-Studio-Token") or given.get("token", "")
        if not hmac.compare_digest(token.encode(), self.server.token.encode()):
            raise Refused(403, "open the address that ./metro studio printed: the token in it is missing or wrong")

    def get(self) -> Answer:
        path, _, query = self.path.partition("?")
        given = fields(query)
        if path[1:] in ASSETS:
            before = self.server.studio.colours() if path.endswith(".css") else ""
            return Answer(before.encode() + (FOLDER / path[1:]).read_bytes(), ASSETS[path[1:]])
        if path.startswith("/docs/") and (manual := self.server.studio.manual(path[len("/docs/"):])):
            return Answer(manual.encode())
        self.check_token(given)
        if path.startswith("/file/"):
            file = self.server.file(urllib.parse.unquote(path[len("/file/"):]))
            name = re.sub(r"[^\w.-]", "_", file.name)
            return Answer(file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"), name=name)
        pages = {"/": self.server.studio.page, "/answer": self.server.studio.answer, "/work": self.server.studio.work,
                 "/timeline": self.server.studio.timeline, "/deadlines": self.server.studio.deadlines}
        if path not in pages:
            raise Refused(404, "there is no such page")
        return Answer(pages[path](given).encode())

    def post(self) -> Answer:
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > LONGEST:
            raise Refused(413, "the server accepts forms of at most 64 KiB with a Content-Length")
        if self.headers.get_content_type() != "application/x-www-form-urlencoded":
            raise Refused(415, "the server accepts only forms")
        given = fields(self.rfile.read(int(length)).decode("utf-8", "replace"))
        self.check_token(given)
        forms = {"/act": self.server.studio.act, "/deadlines": self.server.studio.deadlines,
                 "/verdicts": self.server.studio.verdicts}
        if self.path not in forms:
            raise Refused(404, "there is no such action")
        return Answer(forms[self.path](given).encode())

    def log_message(self, *_):
        pass                # do not log addresses: they contain the token


def fields(text: str) -> dict[str, str]:
    try:
        return dict(urllib.parse.parse_qsl(text, keep_blank_values=True, max_num_fields=100))
    except ValueError:
        raise Refused(400, "too many fields") from None
