"""Two windows of one browser do not corrupt each other's trials: the second one says that the page
is open elsewhere, stores nothing, and takes over on request: windows.py SITE"""

import sys
import time

from browsers import Server, launch

LINES = "(async () => { const { trials } = await import('./storage.js'); return trials(); })()"
server = Server(sys.argv[1])
browser = launch("chromium")
driver = browser.driver


def open_page():
    browser.open(server.address + "?online")
    browser.wait("document.body.dataset.ready === 'true'")


def identifiers():
    return [line.split(",")[1] for line in browser.evaluate(LINES).splitlines()]


def answer():
    browser.handle("do", "open home")
    browser.handle("do", "set feedbackSeconds", "1.5")
    browser.wait("document.getElementById('open-comparison')")
    browser.click("open-comparison")
    time.sleep(1.4)
    browser.click("answer-higher")
    browser.wait("!!document.querySelector('#status :is(.right, .wrong, .matched)')")


def elsewhere():
    return browser.wait(
        "document.getElementById('claim') && document.getElementById('tabs').innerHTML === ''"
    )


try:
    open_page()
    answer()
    first = driver.current_window_handle
    driver.switch_to.new_window("window")
    second = driver.current_window_handle
    open_page()
    elsewhere()
    # Neither an event nor a key has an effect.
    browser.handle("do", "open comparison")
    browser.press("l")
    assert (
        "open-comparison" not in browser.evaluate("document.body.innerHTML")
        and len(identifiers()) == 1
    )
    browser.click("claim")
    browser.wait("document.getElementById('tab-train') && document.body.dataset.ready === 'true'")
    answer()
    driver.switch_to.window(first)
    elsewhere()
    before = identifiers()
    browser.click("claim")
    browser.wait("document.getElementById('tab-train') && document.body.dataset.ready === 'true'")
    answer()
    after = identifiers()
    assert len(set(after)) == len(after) == 3 and set(before) <= set(after) and len(before) == 2, (
        before,
        after,
    )
    browser.handle("do", "tab hearing")
    assert "3" in browser.text("main"), browser.text("main")
    driver.switch_to.window(second)
    elsewhere()
    # The window that is left has the page to itself after a reload.
    driver.switch_to.window(first)
    driver.close()
    driver.switch_to.window(second)
    open_page()
    assert browser.evaluate("!document.getElementById('claim')")
    print(
        "Two windows: the second one says so; each takes over in turn; 3 trials of 3 are stored "
        "once."
    )
finally:
    browser.close()
    server.close()
