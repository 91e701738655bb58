"""The page works on a static host that knows nothing of it: it opens, isolates itself, and a trial
is answered and stored. static_host.py COMMAND…, which serves the page and prints its port, as
`python3 -u -m http.server 0` does."""

import re
import subprocess
import sys
import time

from browsers import launch

LINES = "(async () => { const { trials } = await import('./storage.js'); return trials(); })()"


def address_of(server):
    """Returns the address that the server prints."""
    for line in server.stdout:
        if port := re.search(r"port (\d+)", line):
            return f"http://localhost:{port[1]}/"
    raise RuntimeError("The server has ended.")


server = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
browser = None
try:
    address = address_of(server)
    browser = launch("chromium")
    begun = time.monotonic()
    browser.open(address)
    browser.wait("document.body.dataset.ready === 'true'")
    # The service worker isolates the page, which then loads again.
    browser.wait("document.body.dataset.ready === 'true' && crossOriginIsolated")
    seconds = time.monotonic() - begun
    browser.wait("document.getElementById('open-comparison')")
    browser.click("open-comparison")
    # The first note is over: an answer counts from the second one on.
    browser.wait("!!document.querySelector('#status .note.heard')")
    browser.click("answer-higher")
    # The result is shown once the trial is stored.
    browser.wait("!!document.querySelector('#status :is(.right, .wrong)')")
    count = len(browser.evaluate(LINES).splitlines())
    print(f"The page was open in {seconds:.1f} s; {count} trial is stored.")
finally:
    if browser:
        browser.close()
    server.terminate()
    server.wait()
sys.exit(0 if count == 1 else 1)
