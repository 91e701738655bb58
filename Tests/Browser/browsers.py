"""Browsers without a window, each with the same few operations: Chromium and WebKitGTK by
WebDriver, Firefox by WebDriver BiDi, which needs no driver."""

import base64
import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time

# The load that other processes were when the test began: bounds on time cannot be judged if they
# need the processors.
LOAD = os.getloadavg()[0]
IS_AT_LOAD = LOAD > 0.75 * len(os.sched_getaffinity(0))


def judge(are_met):
    """Returns whether bounds on time are met, or cannot be judged, which is printed."""
    if IS_AT_LOAD:
        print(
            f"Measured at load ({LOAD:.1f}): the bounds on time are "
            f"{'met' if are_met else 'NOT met, and not judged'}.",
            flush=True,
        )
    return are_met or IS_AT_LOAD


class Server:
    """Serves folders on the loopback interface: the site, and others under a path. Isolates the
    page if asked to."""

    def __init__(self, site, isolated=True, **folders):
        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {
                **http.server.SimpleHTTPRequestHandler.extensions_map,
                ".wasm": "application/wasm",
                ".js": "text/javascript",
                ".webmanifest": "application/manifest+json",
            }

            def end_headers(self):
                if isolated:
                    self.send_header("Cross-Origin-Opener-Policy", "same-origin")
                    self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
                self.send_header("Cache-Control", "no-cache")
                super().end_headers()

            def translate_path(self, path):
                first, _, rest = path.lstrip("/").partition("/")
                if first in folders:
                    return os.path.join(folders[first], rest.split("?")[0])
                return super().translate_path(path)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=site)
        )
        self.address = f"http://localhost:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


# Scrolls to an element and returns its center, once that is the same in two frames: lists that grow
# move what is below them.
CENTER = """(async (id) => {
  for (let last = [], center = [NaN]; ; last = center) {
    document.getElementById(id).scrollIntoView({ block: "center" });
    await new Promise(requestAnimationFrame);
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    center = [x + width / 2, y + height / 2];
    if (center.every((value, index) => value === last[index])) return center;
  }
})(%s)"""
# The center of an element.
PLACE = """(() => {
  const { x, y, width, height } = document.getElementById(%s).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()"""
# Drops a file of the server onto the page.
DROP = """(async ([address, name]) => {
  window.dropped ??= new Map();
  // A large file is fetched only once.
  if (!dropped.has(address)) dropped.set(address, await (await fetch(address)).blob());
  const data = new DataTransfer();
  data.items.add(new File([dropped.get(address)], name));
  const options = { dataTransfer: data, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new DragEvent("drop", options));
})(%s)"""
# Drops a file whose contents are given in base 64 onto the page.
DROP_CONTENTS = """((text, name) => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
  const options = { dataTransfer: data, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new DragEvent("drop", options));
})(%s, %s)"""
# Collects the errors and the reports of the engine and of analyses in `lines`, and each of them
# again with its time in `times`.
WATCH = """(async () => {
  window.lines = [];
  window.times = new Map();
  const listen = (worker) => worker.addEventListener("message", ({ data }) => {
    const decoder = new TextDecoder();
    const add = (line) => { lines.push(line); times.set(line, performance.now()); };
    if (data.error) add("error\\t" + decoder.decode(data.error));
    if (data.stored) add("stored");
    if (data.failed) add("analysis\\tfailed\\t" + data.failed);
    if (!data.reports) return;
    for (const line of decoder.decode(data.reports).split("\\n")) {
      add(line.slice(line.indexOf("\\t") + 1));
    }
  });
  listen((await peach.audio).worker);
  window.Worker = class extends Worker {
    constructor(...values) {
      super(...values);
      listen(this);
    }
  };
})()"""


# Collects the frame and the peak of each block that is heard, by tap.js of the folder `tools`, and
# returns the rate.
TAP = """(async () => {
  const { context, node } = await peach.audio;
  await context.audioWorklet.addModule("tools/tap.js");
  const tap = new AudioWorkletNode(context, "tap", { numberOfOutputs: 1 });
  node.connect(tap);
  tap.connect(context.destination);
  window.heard = [];
  tap.port.onmessage = ({ data: [frame, values] }) => heard.push([frame, Math.max(...values)]);
  return context.sampleRate;
})()"""


# Counts the requests for the latency of the output, each of which can block Firefox forever.
COUNT_LATENCY_REQUESTS = """() => {
  window.latencyRequests = 0;
  const kind = AudioContext.prototype;
  const { get } = Object.getOwnPropertyDescriptor(kind, "outputLatency");
  const { getOutputTimestamp } = kind;
  Object.defineProperty(kind, "outputLatency", {
    get() { latencyRequests++; return get.call(this); },
  });
  kind.getOutputTimestamp = function () {
    latencyRequests++;
    return getOutputTimestamp.call(this);
  };
}"""


# Keeps the bytes of an expression, a buffer, until they are read.
TAKE = """(async () => {
  globalThis.taken = new Uint8Array(await %s);
  return taken.length;
})()"""
# A piece of them in base64: WebKit's driver fails on texts of several megabytes.
PIECE = """(() => {
  const bytes = taken.subarray(%d, %d);
  let text = "";
  for (let i = 0; i < bytes.length; i += 32768) {
    text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  }
  return btoa(text);
})()"""
PIECE_LENGTH = 600_000


class Browser:
    """The operations that tests use. Those that depend on the browser: open, evaluate, click,
    press, choose (a file in an input) and close."""

    def handle(self, *fields):
        """Passes an event to the page."""
        self.evaluate(f"peach.handle(...{json.dumps(fields)})")

    def drop(self, address, name):
        self.evaluate(DROP % json.dumps([address, name]))

    def drop_contents(self, contents, name):
        text = base64.b64encode(contents).decode()
        self.evaluate(DROP_CONTENTS % (json.dumps(text), json.dumps(name)))

    def start(self, address):
        """Opens the page, and lets its audio run by a click that starts a session, which then
        ends."""
        self.open(address)
        self.wait("document.body.dataset.ready === 'true'")
        self.evaluate(WATCH)
        self.handle("do", "open home")
        self.wait("!!document.getElementById('open-comparison')")
        self.click("open-comparison")
        self.wait("peach.audio.then(({ context }) => context.state === 'running')")
        self.handle("do", "open home")

    def wait(self, expression, seconds=30):
        """Waits until a JavaScript expression is true, and returns it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.evaluate(expression)
            if value:
                return value
            time.sleep(0.02)
        raise TimeoutError(expression)

    def bytes(self, expression):
        """Returns the bytes of a JavaScript expression, an ArrayBuffer."""
        length = self.evaluate(TAKE % expression)
        pieces = (
            self.evaluate(PIECE % (start, start + PIECE_LENGTH))
            for start in range(0, length, PIECE_LENGTH)
        )
        return b"".join(base64.b64decode(piece) for piece in pieces)

    def text(self, identifier):
        return self.evaluate(f"document.getElementById({json.dumps(identifier)}).innerText")


class WebDriver(Browser):
    def __init__(self, name, *arguments):
        from selenium import webdriver

        self.folder = tempfile.mkdtemp()
        if name == "chromium":
            options = webdriver.ChromeOptions()
            options.binary_location = "/usr/bin/chromium"
            for argument in [
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                f"--user-data-dir={self.folder}",
            ]:
                options.add_argument(argument)
            for argument in arguments:
                options.add_argument(argument)
            options.add_experimental_option("prefs", {"download.default_directory": self.folder})
            self.driver = webdriver.Chrome(
                options=options, service=webdriver.ChromeService("/usr/bin/chromedriver")
            )
        else:
            options = webdriver.WebKitGTKOptions()
            options.binary_location = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
            options.add_argument("--automation")
            self.driver = webdriver.WebKitGTK(
                options=options, service=webdriver.WebKitGTKService("/usr/bin/WebKitWebDriver")
            )
        self.driver.set_script_timeout(120)

    def open(self, address):
        self.driver.get(address)

    def evaluate(self, expression):
        script = (
            "const done = arguments[arguments.length - 1]; (async () => %s)().then((value) "
            "=> done([value]), (error) => done(['error', String(error)]))"
        )
        value = self.driver.execute_async_script(script % f"({expression})")
        if len(value) > 1:
            raise RuntimeError(value[1])
        return value[0]

    def run(self, script):
        """Runs a script that the page's policy would not load."""
        self.driver.execute_script(script)

    def click(self, identifier):
        """Clicks an element; again if the page has replaced it since it was found."""
        from selenium.common.exceptions import StaleElementReferenceException
        from selenium.webdriver.common.by import By

        try:
            self.driver.find_element(By.ID, identifier).click()
        except StaleElementReferenceException:
            self.driver.find_element(By.ID, identifier).click()

    def choose(self, identifier, path):
        from selenium.webdriver.common.by import By

        self.driver.find_element(By.ID, identifier).send_keys(path)

    def press(self, key):
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(key).perform()

    def resize(self, width, height, is_phone=None):
        """Gives the window a size. Phones have a viewport of their own."""
        is_phone = width < 500 if is_phone is None else is_phone
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone},
        )

    def place(self, identifier):
        """The center of an element."""
        return self.evaluate(PLACE % json.dumps(identifier))

    def tap(self, identifier):
        """Touches the center of an element, where it is."""
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        x, y = self.place(identifier)
        for kind, points in [("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])]:
            self.driver.execute_cdp_cmd(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
            )

    def picture(self, path, width=768, height=900):
        self.driver.set_window_size(width, height)
        self.driver.save_screenshot(path)

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.folder, ignore_errors=True)


class Firefox(Browser):
    def __init__(self):
        import websocket

        self.folder = tempfile.mkdtemp()
        with open(os.path.join(self.folder, "user.js"), "w") as file:
            file.write(
                'user_pref("media.autoplay.default", '
                '0);\nuser_pref("media.autoplay.blocking_policy", 0);\n'
            )
        # Without an audio device Firefox runs no AudioContext.
        self.audio, environment = None, {**os.environ, "HOME": self.folder}
        if shutil.which("pulseaudio"):
            socket = os.path.join(self.folder, "audio")
            environment["PULSE_SERVER"] = f"unix:{socket}"
            self.audio = subprocess.Popen(
                [
                    "pulseaudio",
                    "-n",
                    "--exit-idle-time=-1",
                    "-L",
                    f"module-native-protocol-unix socket={socket} auth-anonymous=1",
                    "-L",
                    "module-null-sink",
                ],
                env=environment,
                stderr=subprocess.DEVNULL,
            )
            while not os.path.exists(socket) and self.audio.poll() is None:
                time.sleep(0.05)
        self.process = subprocess.Popen(
            [
                "firefox-esr",
                "--headless",
                "--no-remote",
                "--profile",
                self.folder,
                "--remote-debugging-port",
                "0",
                "about:blank",
            ],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        address = next(
            found[1]
            for line in self.process.stderr
            if (found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line))
        )
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.socket = websocket.create_connection(
            address + "/session", timeout=120, suppress_origin=True
        )
        self.number = 0
        self.command("session.new", capabilities={})
        self.command("script.addPreloadScript", functionDeclaration=COUNT_LATENCY_REQUESTS)
        self.tab = self.command("browsingContext.getTree")["contexts"][0]["context"]

    def command(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.number:
                if answer["type"] == "error":
                    raise RuntimeError(answer)
                return answer["result"]

    def open(self, address):
        self.command("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, expression):
        result = self.command(
            "script.evaluate",
            expression=f"(async () => JSON.stringify([await ({expression})]))()",
            target={"context": self.tab},
            awaitPromise=True,
            userActivation=True,
        )
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])[0]

    def run(self, script):
        self.command(
            "script.evaluate",
            expression=script,
            target={"context": self.tab},
            awaitPromise=False,
        )

    def click(self, identifier):
        point = self.evaluate(CENTER % json.dumps(identifier))
        self.command(
            "input.performActions",
            context=self.tab,
            actions=[
                {
                    "type": "pointer",
                    "id": "mouse",
                    "actions": [
                        {"type": "pointerMove", "x": round(point[0]), "y": round(point[1])},
                        {"type": "pointerDown", "button": 0},
                        {"type": "pointerUp", "button": 0},
                    ],
                }
            ],
        )

    def choose(self, identifier, path):
        node = self.command(
            "script.evaluate",
            expression=f"document.getElementById({json.dumps(identifier)})",
            target={"context": self.tab},
            awaitPromise=False,
        )["result"]
        self.command(
            "input.setFiles", context=self.tab, element={"sharedId": node["sharedId"]}, files=[path]
        )

    def press(self, key):
        self.command(
            "input.performActions",
            context=self.tab,
            actions=[
                {
                    "type": "key",
                    "id": "keys",
                    "actions": [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}],
                }
            ],
        )

    def close(self):
        for process in filter(None, (self.process, self.audio)):
            process.terminate()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def launch(name, *arguments):
    """Starts chromium, firefox or webkit; Chromium with arguments of its own."""
    return Firefox() if name == "firefox" else WebDriver(name, *arguments)


def emulate(browser, width, height, scheme):
    """Gives Chromium the size and the color scheme of a device, without motion."""
    command = browser.driver.execute_cdp_cmd
    features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    command(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": name, "value": value} for name, value in features.items()]},
    )
    command("Emulation.setScrollbarsHidden", {"hidden": True})
    command(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
    )


# Actions that show the screens of the page, one after another.
SCREENS = [
    "open demonstration",
    "demonstrate 10",
    "open home",
    "open settings",
    "open reset",
    "open sounds",
    "open profile",
    "open intervalComparison",
    "open comparison",
    "answered",
    "review",
    "resume",
    "pause",
    "resume",
    "ended",
    "open matching",
    "matched",
    "stop",
    "open chords",
    "open purity",
    "judged",
    "stop",
    "open drone",
    "tuned",
    "stop",
    "open triad",
    "open beats",
    "tapped",
    "tab hearing",
    "tab instruments",
    "tab keyboard",
    "tab songs",
    "song",
    "tab tuning",
    "prove Peach.sf3",
    "halt",
    "proof",
    "elsewhere",
]
# Remembers the cue of the last notes.
CUES = """peach.audio.then((output) => {
  const { send } = output;
  if (!Object.hasOwn(output, "send")) output.send = (message, ...others) => {
    const line = new TextDecoder().decode(message);
    const [kind, ...fields] = line.split("\t");
    if (["pair", "reference", "notes"].includes(kind)) window.cue = fields.slice(0, 2).join("\t");
    send.call(output, message, ...others);
  };
})"""
# Passes a report without a frame to the page.
REPORT = "peach.receive({ reports: new TextEncoder().encode(%s) })"
# Reports of the engine, and actions: without a gesture it has no clock, and does not report. A
# result is shown once it is stored.
STATES = {
    "answered": ["engine\ttargetBegan\t%s", "do\tanswer higher"],
    "matched": ["engine\treferenceEnded\t%s", "do\ttune 5", "do\tcommit"],
    "judged": ["engine\ttargetBegan\t%s", "engine\ttargetEnded\t%s", "do\tanswer higher"],
    "tuned": ["do\ttune 5", "do\tcommit"],
    "tapped": ["do\ttap"] * 4,
    "ended": ["engine\ttargetBegan\t%s", "do\tanswer lower", "do\tstop"],
}
# A song whose chords are pure, in cents from equal temperament, which is saved.
CHORD = [(60, 0), (64, -13.7), (67, 2), (72, 0), (67, 2), (64, -13.7)]
NOTES = [
    f"{key} {index / 2} {index / 2 + 0.5} {cents} {1 if cents else 0}"
    + (f" {index / 2} {cents}" if cents else "")
    for index, (key, cents) in enumerate(CHORD * 4)
]
SONG = [
    "loaded\tpure.mid\t12\t5",
    "channel\t0\tFlute",
    "channel\t2\tCello",
    "notes\t0\t" + " ".join(NOTES),
    "notes\t2\t55 0 6 2 1 0 2 52 6 12 -13.7 1 6 -13.7",
    "bars\t0 2 4 6 8 10",
    "text\t0\tVerse",
    "position\t3\t1\t3",
    "rendering\t0.4",
]
PROOF = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 860 210'><rect width='100%' "
    "height='100%' fill='white'/>"
    "<circle cx='80' cy='90' r='2.6' fill='#d2603a'/></svg>"
)


def show(browser, screen):
    """Shows a screen of a page that was opened."""
    browser.evaluate(CUES)
    lines = ["do\ttab train", "do\t" + screen]
    if screen in STATES:
        cue = browser.evaluate("window.cue")
        lines = ["do\ttab train"] + [line % cue if "%" in line else line for line in STATES[screen]]
    if screen == "elsewhere":
        lines = ["elsewhere"]
    if screen == "song":
        lines = ["engine\tsong\t" + line for line in SONG]
    if screen == "proof":
        tag = "sf2:Peach.sf3:0:40"
        lines = [
            "do\tprove Peach.sf3",
            f"engine\tanalysis\tpreset\t{tag}\t7.3\t25\t0.1\t0.4\t{PROOF}\texact",
            "engine\tanalysis\tfinished",
        ]
    browser.wait(
        "document.getElementById('main') && (peach.handle('do', 'tab instruments'), "
        "!!document.getElementById('prove-Peach-sf3'))"
        if screen in ("tab tuning", "prove Peach.sf3")
        else "true"
    )
    for line in lines:
        event, _, rest = line.partition("\t")
        if event == "engine":
            browser.evaluate(REPORT % json.dumps("\t" + rest))
        else:
            browser.handle(event, *rest.split("\t"))
    browser.evaluate("new Promise((resolve) => setTimeout(resolve, 60))")
    if screen in ("answered", "matched"):
        browser.wait(
            "document.querySelector('#status .verdict').innerText.length > 0 && "
            "!document.getElementById('undo').disabled"
        )
