# SPDX-License-Identifier: Apache-2.0
"""Control a headless Chromium through its DevTools protocol: keys, clicks, window sizes, screenshots."""
import asyncio
import base64
import json
import shutil
import subprocess
import threading

from support import PATIENCE

KEYS = {"Tab": (9, ""), "Enter": (13, "\r"), " ": (32, " "), "ArrowDown": (40, ""), "ArrowLeft": (37, ""),
        "ArrowRight": (39, ""),
        "Escape": (27, ""), "Backspace": (8, "")}
SHIFT = 8
HANG = 120              # seconds after which an operation counts as hung; normally it completes at once


def is_installed():
    return shutil.which("chromium") is not None


class Browser:
    """A page in a headless Chromium, with its profile in `folder`."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if line.startswith("DevTools listening on "):
                break
        else:
            raise AssertionError("Chromium did not start")
        # Drain the rest of stderr, because a full pipe would block the browser.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.loop, self.number, self.events = asyncio.new_event_loop(), 0, []
        port = line.split(":")[2].split("/")[0]
        self.loop.run_until_complete(self._connect(port))
        self.do("Page.enable")
        self.do("Runtime.enable")
        self.do("Network.enable")
        self.do("Log.enable")

    async def _connect(self, port):
        from tornado.httpclient import AsyncHTTPClient
        from tornado.websocket import websocket_connect
        listing = await AsyncHTTPClient().fetch(f"http://127.0.0.1:{port}/json/list")
        page = next(target for target in json.loads(listing.body) if target["type"] == "page")
        self.socket = await websocket_connect(page["webSocketDebuggerUrl"], max_message_size=64 << 20)

    def do(self, method, **parameters):
        """Call a DevTools method and return its result."""
        return self.loop.run_until_complete(asyncio.wait_for(self._do(method, parameters), HANG))

    async def _do(self, method, parameters):
        self.number += 1
        await self.socket.write_message(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(await self.socket.read_message())
            if message.get("id") == self.number:
                assert "error" not in message, message
                return message["result"]
            self.events.append(message)

    def run(self, script):
        """Return the value of a JavaScript expression on the page."""
        outcome = self.do("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in outcome, outcome["exceptionDetails"]
        return outcome["result"].get("value")

    def until(self, script, patience=PATIENCE):
        """Wait until a JavaScript expression is true, at most `patience` seconds."""
        async def wait():
            while True:
                outcome = await self._do("Runtime.evaluate", {"expression": f"!!({script})", "returnByValue": True})
                if outcome["result"].get("value"):
                    return outcome["result"]["value"]
                await asyncio.sleep(.05)
        return self.loop.run_until_complete(asyncio.wait_for(wait(), patience))

    def open(self, address):
        """Load a page and wait until it is complete."""
        self.do("Page.navigate", url=address)
        self.until('document.readyState === "complete" && location.href !== "about:blank"')

    def set_viewport(self, width=1280, height=900, dark=False):
        """Set the window's size (CSS pixels) and the preferred colour scheme."""
        self.do("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.do("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def key(self, name, shift=False):
        """Press and release a key: a name in KEYS or a character."""
        code, text = KEYS[name] if name in KEYS else (ord(name.upper()), name)
        event = {"key": name, "windowsVirtualKeyCode": code, "modifiers": SHIFT if shift else 0}
        self.do("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **event)
        self.do("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        for letter in text:
            self.key(letter)

    def click(self, selector):
        """Scroll to the first element that matches a CSS selector and click its centre."""
        place = self.run(f"""(() => {{ const e = document.querySelector({json.dumps(selector)});
            e.scrollIntoView({{block: "center"}}); const r = e.getBoundingClientRect();
            return [r.left + r.width / 2, r.top + r.height / 2]; }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.do("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def picture(self, file):
        """Write a PNG of the whole page to a path."""
        size = self.do("Page.getLayoutMetrics")["cssContentSize"]
        taken = self.do("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                        clip={"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1})
        file.write_bytes(base64.b64decode(taken["data"]))

    def complaints(self):
        """Return the exceptions of the page's scripts and the errors in its log, for example refused requests."""
        self.run("0")
        return [event for event in self.events if event["method"] == "Runtime.exceptionThrown"
                or event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error"]

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.loop.close()
