"""A new German listener's way through the page on a phone, with real touches and the real engine:
path.py SITE FOLDER. From the welcome over twenty pairs, a summary, another instrument, a song and
how to practise it, and the tuning of a bank to the settings. A picture of each screen is written
to the folder. No text of a screen is English, and nothing overlaps or is cut."""

import os
import sys
import time

from browsers import CENTER, Server, launch
from screens import FAULTS, HIDDEN, SIZES, TEXTS, foreign_words
from song_files import note, song

site, folder = sys.argv[1:3]
WIDTH, HEIGHT = 390, 844
PAIRS = 20
failures = []

# Notes the frequencies of the last pair, which an ideal listener hears.
PAIR = r"""(async () => {
  const output = await peach.audio;
  const { send } = output;
  output.send = (message, ...others) => {
    const [kind, , , first, , , second] = new TextDecoder().decode(message).split("\t");
    if (kind === "pair") window.pair = [Number(first), Number(second)];
    send.call(output, message, ...others);
  };
})()"""
IS_READY = """(() => {
  const answer = document.getElementById("answer-higher");
  return answer && !answer.hasAttribute("aria-disabled") && !answer.matches(".other, .chosen-right,"
    + ".chosen-wrong");
})()"""
RESULT = "document.querySelector('#status .result:is(.right, .wrong)')"
SUMMARY = "document.querySelector('#main .facts')"
# Piano, flute, strings and drums, and a verse that is sung.
BEAT = 96
SYLLABLES = [
    "\\Al",
    "le ",
    "mei",
    "ne ",
    "Ent",
    "chen ",
    "schwim",
    "men ",
    "/auf ",
    "dem ",
    "See, ",
]
SONG = song(
    [
        (BEAT * index, [0xFF, 5, len(text), *text.encode()])
        for index, text in enumerate(SYLLABLES * 3)
    ],
    [(0, [0xC0, 0])]
    + [
        event
        for index in range(48)
        for event in note(0, 60 + [0, 2, 4, 5, 7, 7][index % 6], BEAT * index, 90)
    ],
    [(0, [0xC1, 73])]
    + [event for index in range(24) for event in note(1, 72 + index % 5, 2 * BEAT * index, 180)],
    [(0, [0xC2, 48])]
    + [event for index in range(12) for event in note(2, 48 + index % 3, 4 * BEAT * index, 380)],
    [event for index in range(48) for event in note(9, 36 + 2 * (index % 2), BEAT * index, 40)],
)


def expect(is_true, what):
    if not is_true:
        failures.append(what)
        print(f"FAILED: {what}", flush=True)


class Walk:
    """The listener, who touches what is there, and looks at each screen."""

    def __init__(self, browser):
        self.browser = browser
        self.count = 0

    def touch(self, identifier):
        self.browser.wait(f"!!document.getElementById('{identifier}')")
        self.browser.evaluate(CENTER % repr(identifier))
        self.browser.tap(identifier)

    def look(self, name):
        """Takes a picture of a screen, and of all of it if it is higher than the window; checks
        its texts and places."""
        self.count += 1
        time.sleep(0.4)
        title = f"{self.count:02}-{name}"
        browser = self.browser
        browser.driver.save_screenshot(os.path.join(folder, f"{title}.png"))
        width, length, _, wide, hidden = browser.evaluate(SIZES % {"width": WIDTH})
        expect(width == WIDTH and not wide, f"{title}: {width} px wide: {wide[:3]}")
        expect(hidden <= 1, f"{title}: {hidden} px of the notes are hidden")
        words = foreign_words(browser.evaluate(TEXTS), "de")
        expect(not words, f"{title}: English: {sorted(set(words))[:8]}")
        for fault in browser.evaluate(FAULTS)[:6]:
            expect(False, f"{title}: {fault}")
        below = browser.evaluate(HIDDEN)
        expect(not below, f"{title}: below a bar at the end of the page: {below[:3]}")
        if length > HEIGHT:
            self.take_whole(title, length)

    def take_whole(self, title, length):
        """Takes a picture of the whole page, in a window of its height."""
        self.browser.resize(WIDTH, min(length, 4000))
        time.sleep(0.3)
        self.browser.driver.save_screenshot(os.path.join(folder, f"{title}-whole.png"))
        self.browser.resize(WIDTH, HEIGHT)


def open_page(browser, server):
    for command, values in [
        (
            "Emulation.setUserAgentOverride",
            {"acceptLanguage": "de-DE,de", "userAgent": agent(browser)},
        ),
        ("Emulation.setTouchEmulationEnabled", {"enabled": True}),
    ]:
        browser.driver.execute_cdp_cmd(command, values)
    browser.resize(WIDTH, HEIGHT)
    browser.open(server.address)
    browser.wait("document.body.dataset.ready === 'true'")
    if browser.evaluate("navigator.language") != "de-DE":
        raise RuntimeError("The browser is not German.")
    browser.evaluate(PAIR)


def agent(browser):
    return browser.evaluate("navigator.userAgent")


def answer_pairs(walk):
    """Answers pairs, every other one right, and looks at the first results."""
    browser = walk.browser
    walk.touch("open-comparison")
    walk.look("first-note")
    for index in range(PAIRS):
        browser.wait(IS_READY)
        if index == 0:
            walk.look("pair")
        first, second = browser.evaluate("pair")
        is_right = index % 2 == 0
        walk.touch("answer-higher" if (second > first) == is_right else "answer-lower")
        browser.wait(f"!!{RESULT}")
        is_said = browser.evaluate(f"{RESULT}.matches('.right')")
        expect(is_said == is_right, f"pair {index + 1} is {'right' if is_right else 'wrong'}")
        if index < 2:
            walk.look("right" if is_right else "wrong")
        browser.wait(f"!{RESULT} || document.getElementById('resume') || {SUMMARY}")
        if browser.evaluate("!!document.getElementById('resume')"):
            walk.touch("resume")
    if not browser.evaluate(f"!!{SUMMARY}"):
        try:
            browser.wait(f"!!{SUMMARY}", 5)
        except TimeoutError:
            walk.touch("stop")
    browser.wait(f"!!{SUMMARY}")
    heading = browser.text("heading")
    expect("10" in heading and str(PAIRS) in heading, f"the summary says {heading!r}")
    walk.look("summary")


def choose_instrument(walk):
    walk.touch("open-home")
    walk.browser.wait("!!document.getElementById('view-instruments')")
    walk.look("start")
    walk.touch("view-instruments")
    walk.browser.wait("!!document.getElementById('select-sf2-Peach-sf3-0-42')")
    walk.look("library")
    walk.touch("select-sf2-Peach-sf3-0-42")
    walk.browser.wait("!!document.querySelector('.instrument.selected')")
    walk.look("chosen")
    walk.touch("view-keyboard")
    walk.look("keyboard")
    walk.touch("tab-hearing")
    walk.look("hearing")


def practise_song(walk):
    browser = walk.browser
    walk.touch("tab-songs")
    walk.look("songs")
    browser.drop_contents(SONG, "Entchen.mid")
    browser.wait("document.getElementById('song-bank')?.value === 'GeneralMIDI.sf3'")
    walk.look("song")
    walk.touch("song-play")
    browser.wait("document.querySelector('.where')?.textContent.includes('0:02')")
    walk.look("playing")
    walk.touch("song-solo-1")
    browser.wait("document.getElementById('song-solo-1').getAttribute('aria-pressed') === 'true'")
    walk.look("solo")
    walk.touch("song-tempo")
    browser.evaluate("document.getElementById('song-tempo').select()")
    browser.press("70")
    browser.press("\ue007")
    browser.wait("document.getElementById('song-tempo').value === '70'")
    walk.look("slower")
    browser.wait("!!document.getElementById('song-pause')")
    walk.touch("song-pause")


def check_bank(walk):
    browser = walk.browser
    walk.touch("tab-instruments")
    walk.touch("view-tuning")
    walk.look("tuning")
    walk.touch("prove-Peach-sf3")
    browser.wait("!!document.querySelector('[data-do=halt]')")
    walk.look("measuring")
    browser.wait("!document.querySelector('[data-do=halt]')", 120)
    walk.look("measured")


def walk_through(browser, server):
    open_page(browser, server)
    walk = Walk(browser)
    walk.look("welcome")
    answer_pairs(walk)
    choose_instrument(walk)
    practise_song(walk)
    check_bank(walk)
    walk.touch("tab-settings")
    walk.look("settings")
    return walk.count


os.makedirs(folder, exist_ok=True)
server = Server(site)
browser = launch("chromium", "--lang=de")
try:
    count = walk_through(browser, server)
    print(f"{count} screens were seen, {len(failures)} failures")
finally:
    browser.close()
    server.close()
sys.exit(1 if failures else 0)
