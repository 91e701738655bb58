"""Every control of every screen is reached by Tab alone and activated by a key: keyboard.py SITE"""

import sys

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browsers import SCREENS, Server, launch, show

ALL = """[...document.querySelectorAll("button:not([tabindex]), input, select, [tabindex='0']")]
  .filter((element) => element.offsetParent && !element.disabled)
  .map((element) => element.id || "key " + element.dataset.key)"""
# Badges and tables are reached by Tab, too.
SUMMARIES = "[...document.querySelectorAll('summary')].filter((part) => part.offsetParent).length"
ACTIVE = "document.activeElement.id || 'key ' + document.activeElement.dataset.key"
# Records activations and keeps the page from acting on them, so that the screen stays.
RECORD = """(() => {
  window.events = [];
  for (const type of ["click", "input", "change"]) document.addEventListener(type, (event) => {
    events.push(event.target.id || "key " + event.target.dataset.key);
    event.stopImmediatePropagation();
    if (type === "click" && ["button", "file"].includes(event.target.type)) event.preventDefault();
  }, true);
})()"""
KEYS = {
    "checkbox": Keys.SPACE,
    "range": Keys.ARROW_RIGHT,
    "number": Keys.ARROW_UP,
    "select-one": "z",
    "search": "a",
    "text": "1",
    "file": Keys.SPACE,
}

server = Server(sys.argv[1])
browser = launch("chromium")
count, failures = 0, []
try:
    browser.open(server.address + "?online")
    browser.wait("document.body.dataset.ready === 'true'")
    browser.driver.set_window_size(1280, 1000)
    for screen in SCREENS:
        show(browser, screen)
        if screen == SCREENS[0]:
            browser.evaluate(RECORD)
        controls = browser.evaluate(ALL)
        browser.evaluate(
            "(document.activeElement.blur(), window.events.length = 0, "
            "getSelection().removeAllRanges())"
        )
        reached = []
        for _ in range(len(controls) + browser.evaluate(SUMMARIES) + 3):
            ActionChains(browser.driver).send_keys(Keys.TAB).perform()
            control, kind = browser.evaluate(f"[{ACTIVE}, document.activeElement.type]")
            if control in reached or control not in controls:
                continue
            reached.append(control)
            if kind is None:  # A plot that scrolls.
                continue
            if kind == "select-one" and browser.evaluate(
                "document.activeElement.options.length === 1"
            ):  # Nothing to change.
                continue
            key = KEYS.get(kind, Keys.ENTER)
            if kind == "select-one":
                key = (
                    Keys.ARROW_UP
                    if browser.evaluate("document.activeElement.selectedIndex > 0")
                    else Keys.ARROW_DOWN
                )
            if kind == "range" and browser.evaluate(
                "document.activeElement.value === document.activeElement.max"
            ):
                key = Keys.ARROW_LEFT
            ActionChains(browser.driver).send_keys(key).perform()
            count += 1
            if not browser.evaluate(f"events.includes({control!r})"):
                failures.append(f"{screen}: {control} is not activated by a key")
        for control in set(controls) - set(reached):
            failures.append(f"{screen}: {control} is not reached by Tab")
    # A key of the piano sounds while it is held.
    browser.open(server.address + "?online")
    browser.wait("document.body.dataset.ready === 'true'")
    show(browser, "tab keyboard")
    sent = browser.evaluate(
        "(async () => { const output = await peach.audio; const { send } = output; window.sent = "
        "[]; "
        "output.send = (message, ...others) => { sent.push(new TextDecoder().decode(message)); "
        "send.call(output, message, ...others); }; "
        "document.querySelector('[data-key=\"60\"]').focus(); })()"
    )
    browser.press(" ")
    browser.wait("sent.length >= 2")
    sent = browser.evaluate("sent.map((line) => line.split('\\t').slice(0, 3).join(' '))")
    if sent != ["midi 144 60", "midi 128 60"]:
        failures.append(f"The piano sent {sent}.")
    # A held key is marked, and has its name.
    mark = (
        "(() => { const key = document.getElementById('key-61'); return [key.matches('.held'), "
        "getComputedStyle(key, '::before').content]; })()"
    )
    browser.evaluate("document.getElementById('key-61').focus()")
    ActionChains(browser.driver).key_down(" ").perform()
    held = browser.evaluate(mark)
    ActionChains(browser.driver).key_up(" ").perform()
    released = browser.evaluate(mark)
    if held != [True, '"C♯4"'] or released != [False, "none"]:
        failures.append(f"The held key is {held}, then {released}.")
    for failure in failures:
        print(failure, flush=True)
    print(
        f"{count} controls of {len(SCREENS)} screens were reached by Tab and activated; "
        f"{len(failures)} failures"
    )
finally:
    browser.close()
    server.close()
sys.exit(1 if failures else 0)
