"""Trials survive: the browser is killed while answering, COUNT times. Each answer that was shown as
stored is stored once, the others at most once; without its server the page still opens, and stores
a trial. storage.py SITE [COUNT]"""

import os
import shutil
import signal
import sys
import tempfile
import time

from selenium import webdriver

from browsers import Server, WebDriver

site = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 50


class Chromium(WebDriver):
    """Chromium with a profile that outlives it."""

    def __init__(self, folder):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={folder}",
        ]:
            options.add_argument(argument)
        self.folder = folder
        self.driver = webdriver.Chrome(
            options=options, service=webdriver.ChromeService("/usr/bin/chromedriver")
        )
        self.driver.set_script_timeout(60)

    def kill(self):
        """Kills all processes of the browser without notice."""
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if (
                    self.folder.encode() in open(f"/proc/{pid}/cmdline", "rb").read()
                    and b"chromedriver" not in open(f"/proc/{pid}/cmdline", "rb").read()
                ):
                    os.kill(int(pid), signal.SIGKILL)
            except (OSError, ProcessLookupError):
                pass
        self.driver.service.stop()


LINES = "(async () => { const { trials } = await import('./storage.js'); return trials(); })()"


def start(browser):
    """Starts a session by a click, which lets the audio run."""
    browser.handle("do", "open home")
    browser.handle("do", "set feedbackSeconds", "1.5")
    browser.wait("document.getElementById('open-comparison')")
    browser.click("open-comparison")


def identifiers(browser):
    return [line.split(",")[1] for line in browser.evaluate(LINES).splitlines()]


def check(stored):
    global before, lost
    if len(stored) != len(set(stored)) or not before + isShown <= len(stored) <= before + (
        answers > 0
    ):
        lost += 1
        print(
            f"answer {answers}: {before} were stored, the next one was "
            f"{'shown' if isShown else 'not shown'}, {len(stored)} are stored",
            flush=True,
        )
    before = len(stored)


folder = tempfile.mkdtemp()
server = Server(site)
# The trials that were stored at the last start, and whether the answer since then was shown as
# stored.
before, isShown = 0, False
answers, shown, lost = 0, 0, 0
try:
    for _ in range(count):
        browser = Chromium(folder)
        browser.open(server.address + "?online")
        browser.wait("document.body.dataset.ready === 'true'")
        check(identifiers(browser))
        start(browser)
        # An answer during the second note; the result is shown once the trial is on disk.
        browser.evaluate(
            "(async () => { await new Promise((resolve) => setTimeout(resolve, 1250)); })()"
        )
        browser.click("answer-higher")
        answers += 1
        end, isShown = time.monotonic() + 2, False
        while time.monotonic() < end and not isShown:
            isShown = browser.evaluate(
                "!!document.querySelector('#status :is(.right, .wrong, .matched)')"
            )
        shown += isShown
        browser.kill()
    browser = Chromium(folder)
    browser.open(server.address)
    browser.wait("document.body.dataset.ready === 'true'")
    check(identifiers(browser))
    browser.wait(
        "navigator.serviceWorker?.controller || navigator.serviceWorker.ready.then((r) => "
        "r.active?.state === 'activated')"
    )
    time.sleep(1)
    server.close()
    browser.open(server.address)
    browser.wait("document.body.dataset.ready === 'true'")
    start(browser)
    time.sleep(1.3)
    browser.click("answer-lower")
    browser.wait("!!document.querySelector('#status :is(.right, .wrong, .matched)')")
    isOffline = len(identifiers(browser)) == before + 1 and browser.evaluate("crossOriginIsolated")
    print(
        f"{answers} answers and kills: {shown} were shown as stored, {before} are, {lost} times "
        f"wrong; without a server: {'stored' if isOffline else 'FAILED'}"
    )
    browser.close()
finally:
    shutil.rmtree(folder, ignore_errors=True)
sys.exit(0 if lost == 0 and count / 2 < shown <= before <= count and isOffline else 1)
