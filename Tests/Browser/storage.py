"""Trials survive: the browser is killed while answering, COUNT times, and none that was shown as stored is lost or doubled;
without its server the page still opens, and stores a trial. storage.py SITE [COUNT]"""
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
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}"]:
            options.add_argument(argument)
        self.folder = folder
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(60)

    def kill(self):
        """Kills all processes of the browser without notice."""
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if self.folder.encode() in open(f"/proc/{pid}/cmdline", "rb").read() and b"chromedriver" not in open(f"/proc/{pid}/cmdline", "rb").read():
                    os.kill(int(pid), signal.SIGKILL)
            except (OSError, ProcessLookupError):
                pass
        self.driver.service.stop()


LINES = "(async () => { const { trials } = await import('./storage.js'); return trials(); })()"


def start(browser):
    """Starts a session by a click, which lets the audio run."""
    browser.evaluate("peach.handle('do\\topen home')")
    browser.wait("document.getElementById('open-comparison')")
    browser.click("open-comparison")


def identifiers(browser):
    return [line.split(",")[1] for line in browser.evaluate(LINES).splitlines()]


folder = tempfile.mkdtemp()
server = Server(site)
shown = 0
lost = 0
try:
    for attempt in range(count):
        browser = Chromium(folder)
        browser.open(server.address + "?online")
        browser.wait("document.body.dataset.ready === 'true'")
        stored = identifiers(browser)
        if len(stored) != len(set(stored)) or len(stored) < shown:
            lost += 1
            print(f"kill {attempt}: {shown} were shown, {len(stored)} are stored", flush=True)
        shown = len(stored)
        start(browser)
        # An answer during the second note; the result is shown once the trial is on disk.
        browser.evaluate("(async () => { await new Promise((resolve) => setTimeout(resolve, 1250)); })()")
        before = shown
        browser.click("answer-higher")
        end = time.monotonic() + 2
        while time.monotonic() < end:
            if browser.evaluate("!!document.querySelector('#status p')?.className"):
                shown = before + 1
                break
        browser.kill()
    browser = Chromium(folder)
    browser.open(server.address)
    browser.wait("document.body.dataset.ready === 'true'")
    browser.wait("navigator.serviceWorker?.controller || navigator.serviceWorker.ready.then((r) => r.active?.state === 'activated')")
    time.sleep(1)
    server.close()
    browser.open(server.address)
    browser.wait("document.body.dataset.ready === 'true'")
    before = len(identifiers(browser))
    start(browser)
    time.sleep(1.3)
    browser.click("answer-lower")
    browser.wait("!!document.querySelector('#status p')?.className")
    after = len(identifiers(browser))
    isOffline = after == before + 1 and browser.evaluate("crossOriginIsolated")
    print(f"{count} kills: {shown} trials were shown as stored, {after - 1} are, {lost} times wrong; without a server: {'stored' if isOffline else 'FAILED'}")
    browser.close()
finally:
    shutil.rmtree(folder, ignore_errors=True)
sys.exit(0 if lost == 0 and shown > 0 and isOffline else 1)
