"""A button that is pressed for 150 ms while its part of the page changes every 20 ms is activated
once, by the mouse and by the space bar. During such changes, a slider can be dragged, and a key of
the piano ends its note: pressing.py SITE"""

import sys
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browsers import Server, launch

# The check box of MPE is in the same part as the keyboard's controls.
CHANGE = """(() => { window.isOn = false; window.replaced = 0;
  const observer = new MutationObserver(() => { replaced++; });
  observer.observe(document.getElementById("main"), { childList: true });
  setInterval(() => peach.handle("do", "mpe", isOn = !isOn), 20); })()"""
server = Server(sys.argv[1])
browser = launch("chromium")
failures = []


def button(identifier):
    # The element may be replaced before the press: only its position is used.
    x, y = browser.evaluate(f"""(() => {{
      const element = document.getElementById({identifier!r});
      const {{ x, y, width, height }} = element.getBoundingClientRect();
      return [Math.round(x + width / 2), Math.round(y + height / 2)];
    }})()""")
    actions = ActionChains(browser.driver, duration=0)
    actions.w3c_actions.pointer_action.move_to_location(x, y)
    return actions


def expect(what, isTrue):
    print(f"{what}: {'yes' if isTrue else 'NO'}", flush=True)
    failures.extend([] if isTrue else [what])


try:
    browser.open(server.address + "?online")
    browser.wait("document.body.dataset.ready === 'true'")
    browser.driver.set_window_size(1000, 1400)
    for action in ("open home", "tab keyboard"):
        browser.handle("do", action)
    browser.wait("!!document.getElementById('octave-1')")
    browser.evaluate("document.getElementById('octave-1').scrollIntoView({ block: 'center' })")
    keys = "[...document.querySelectorAll('[data-key]')].map((key) => Number(key.dataset.key))[0]"
    lowest = browser.evaluate(keys)
    browser.evaluate(CHANGE)
    browser.wait("replaced > 5")
    count = 0
    for _ in range(3):
        button("octave-1").click_and_hold().pause(0.15).release().perform()
        count += 1
        browser.wait("replaced > 5")
        expect("the mouse presses a button once", browser.evaluate(keys) == lowest + 12 * count)
    for _ in range(2):
        browser.evaluate("document.getElementById('octave-_1').focus()")
        ActionChains(browser.driver).key_down(Keys.SPACE).pause(0.15).key_up(Keys.SPACE).perform()
        count -= 1
        time.sleep(0.1)
        expect("the space bar presses a button once", browser.evaluate(keys) == lowest + 12 * count)
    browser.evaluate("""peach.audio.then((audio) => {
      window.sent = [];
      const { send } = audio;
      audio.send = (message, ...others) => {
        sent.push(new TextDecoder().decode(message));
        send.call(audio, message, ...others);
      };
    })""")
    for key in (Keys.SPACE, Keys.ENTER):
        browser.evaluate("(sent.length = 0, document.querySelector('[data-key]').focus())")
        ActionChains(browser.driver).key_down(key).pause(0.15).key_up(key).perform()
        time.sleep(0.1)
        expect(
            "a key of the piano starts and ends its note",
            [
                line.split("\t")[1]
                for line in browser.evaluate("sent")
                if line.startswith(("midi\t144", "midi\t128"))
            ]
            == ["144", "128"],
        )
    actions = button("cents").click_and_hold()
    for _ in range(8):
        actions = actions.pause(0.05)
        actions.w3c_actions.pointer_action.move_by(20, 0)
    actions.release().perform()
    browser.wait("document.getElementById('main').innerText.includes('Tuning: ')")
    expect(
        "a slider follows the mouse",
        browser.evaluate("Number(document.getElementById('cents').value)") > 10,
    )
    replaced = browser.evaluate("replaced")
    browser.wait(f"replaced > {replaced + 5}")
    expect("the part changes again", True)
finally:
    browser.close()
    server.close()
sys.exit(1 if failures else 0)
