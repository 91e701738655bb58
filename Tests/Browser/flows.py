"""The clicks from a question to its answer, each really made and counted by the page, from a new
profile: flows.py SITE [first-pair]. One click to a General MIDI song with all of its instruments;
none to whether the hearing has changed; one to the worst instrument of a bank; two to another
instrument; one touch to answer on a phone on its side. With first-pair, only one click to the first
pair, which is heard: that needs the processors for itself. A flow that needs more fails."""

import contextlib
import datetime
import json
import os
import random
import sys
import tempfile
import time

from browsers import TAP, WATCH, Server, launch
from song_files import note, song

site = sys.argv[1]
BANK = "TimGM6mb.sf2"
failures = []

# The clicks and touches of a user that the page gets, also before it is reloaded.
COUNT = """(() => {
  const count = () => Number(sessionStorage.clicks ?? 0);
  addEventListener("click", (event) => {
    if (event.isTrusted) sessionStorage.clicks = count() + 1;
  }, true);
})()"""
# As with a slow connection: the service worker and the bank come while the page is used.
DELAY = """(() => {
  const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = async function (...values) {
    await wait(1);
    return register.apply(this, values);
  };
  const { fetch } = window;
  window.fetch = async (name, ...values) => {
    if (name === "Peach.sf3") await wait(1);
    return fetch(name, ...values);
  };
})()"""
CLICKS = "Number(sessionStorage.clicks ?? 0)"
LOUD = "heard.filter(([, peak]) => peak > 0.01).length"
# Whether all of an element is within the window, and nothing is above it.
IS_SEEN = """((element) => {
  if (!element) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isWithin = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return isWithin && bottom > top && (element.contains(front) || front.contains(element));
})"""
# The threshold's figure on Start, and the sentence about its change.
THRESHOLD = """[...document.querySelectorAll("#main .figure")].find(
  ({ offsetParent }) => offsetParent)"""
TREND = """[...document.querySelectorAll("#main p")].find(({ offsetParent, textContent }) =>
  offsetParent && /your threshold (fell|is .* times)/.test(textContent))"""
ROWS = """[...document.querySelectorAll("#main li.card")].filter((row) => row.querySelector("dl"))
  .map((row) => row.querySelector("h3").textContent)"""
# The sentence that names the worst instrument.
WORST = """[...document.querySelectorAll("#main p")].find(
  ({ textContent }) => textContent.includes("The least in tune is"))"""
# Of each preset that was measured, its tag and the largest deviation of a note.
MEASURED = r"""lines.map((line) => line.split("\t"))
  .filter(([kind, report, , , , , , plot]) => kind === "analysis" && report === "preset" && plot)
  .map(([, , tag, cents]) => [tag, Number(cents)])"""
# A second, in ticks.
SECOND = 192
# Piano, flute and drums, each alone for a second, over and over.
STARTS = range(0, 30 * SECOND, 3 * SECOND)
PARTS = song(
    [(0, [0xC0, 0])] + [event for start in STARTS for event in note(0, 60, start, 180)],
    [(0, [0xC1, 73])] + [event for start in STARTS for event in note(1, 72, start + SECOND, 180)],
    [
        event
        for start in STARTS
        for hit in range(8)
        for event in note(9, 38, start + 2 * SECOND + 24 * hit, 20)
    ],
)


def expect(is_true, what):
    print(f"{'' if is_true else 'FAILED: '}{what}", flush=True)
    if not is_true:
        failures.append(what)


@contextlib.contextmanager
def visitor(size=(1280, 800), is_phone=False, query="?online", is_isolated=True):
    """Opens the page in a browser with a new profile, which counts clicks."""
    folders = {"tools": "Tests/Browser", "banks": "/usr/share/sounds"}
    server, browser = Server(site, is_isolated, **folders), None
    try:
        browser = launch("chromium")
        browser.resize(*size, is_phone)
        for source in (COUNT, DELAY):
            browser.driver.execute_cdp_cmd(
                "Page.addScriptToEvaluateOnNewDocument", {"source": source}
            )
        visit(browser, server, query)
        yield browser, server
    finally:
        if browser:
            browser.close()
        server.close()


def visit(browser, server, query="?online"):
    browser.open(server.address + query)
    browser.wait("document.body.dataset.ready === 'true'")


def start_counting(browser):
    browser.evaluate("sessionStorage.clear()")


def expect_clicks(browser, count, what, is_reached):
    """Expects that a number of clicks has led to something."""
    clicks = browser.evaluate(CLICKS)
    expect(is_reached and clicks == count, f"{what}: {clicks} clicks of {count}")


def is_met(browser, expression, seconds=10):
    try:
        return bool(browser.wait(expression, seconds))
    except TimeoutError:
        return False


def loud_seconds(browser, rate, seconds):
    """Listens, and returns the total time that is louder than 0.01, of full scale 1."""
    browser.evaluate("void (heard = [])")
    time.sleep(seconds)
    return browser.evaluate(LOUD) * 128 / rate


def check_first_pair(is_isolated):
    """On the first visit a service worker takes the page over, which must not be noticed."""
    with visitor(query="", is_isolated=is_isolated) as (browser, _):
        rate = browser.evaluate(TAP)
        expect(loud_seconds(browser, rate, 0.3) == 0, "nothing sounds before a click")
        browser.click("open-comparison")
        # Two notes of a second.
        is_met(browser, f"{LOUD} * 128 / {rate} > 1.5")
        heard = browser.evaluate(LOUD) * 128 / rate
        is_served = is_met(browser, "navigator.serviceWorker.controller !== null")
        time.sleep(0.5)
        is_asked = is_met(browser, "!!document.getElementById('answer-higher')", 1)
        expect_clicks(
            browser,
            1,
            f"the first pair, {'' if is_isolated else 'not '}isolated by the host: {heard:.1f} s "
            f"of notes are heard, then {'it is asked' if is_asked else browser.text('heading')}",
            heard > 1.5 and is_served and is_asked,
        )


def check_song():
    with visitor() as (browser, _):
        rate = browser.evaluate(TAP)
        browser.drop_contents(PARTS, "parts.mid")
        browser.wait("!!document.getElementById('song-play')")
        # At once, although the bank has not arrived.
        browser.click("song-play")
        has_all = is_met(
            browser,
            "document.getElementById('song-bank')?.value === 'GeneralMIDI.sf3' && "
            "!document.querySelector('#main .badge.fair')",
        )
        # The change of banks ends notes.
        time.sleep(1)
        silence = longest_silence(browser, rate)
        expect_clicks(
            browser,
            1,
            f"a General MIDI song: piano, flute and drums take turns, {silence:.2f} s are silent",
            has_all and silence < 0.6,
        )
        browser.handle("do", "song mute 1")
        time.sleep(0.5)
        silence = longest_silence(browser, rate)
        expect(silence > 0.6, f"without the flute {silence:.2f} s are silent")


def longest_silence(browser, rate):
    """Listens to each part of the song. Returns the longest time without a sound."""
    browser.evaluate("void (heard = [])")
    time.sleep(4)
    longest = length = 0
    for _, peak in browser.evaluate("heard"):
        length = 0 if peak > 0.005 else length + 1
        longest = max(longest, length)
    return longest * 128 / rate


def trial(day, threshold, generator):
    """A comparison by a listener whose answers are right three times of four at a threshold: the
    line of an export."""
    offset = threshold * generator.choice([0.5, 0.7, 1, 1.4, 2]) * generator.choice([-1, 1])
    # A Gaussian ear: its deviation is the threshold divided by the quantile of 3/4.
    is_higher = offset + generator.gauss(0, threshold / 0.6745) > 0
    values = {
        "milliseconds": day * 86_400_000 + 43_200_000,
        "identifier": f"{generator.getrandbits(128):032x}",
        "day": day,
        "kind": "comparison",
        "sound": "sine",
        "noteNumber": 69,
        "semitones": 0,
        "tuning": "equal",
        "referenceHertz": 440,
        "referenceDecibels": 0,
        "referenceSeconds": 1,
        "targetHertz": 440 * 2 ** (offset / 1200),
        "targetDecibels": 0,
        "targetSeconds": 1,
        "gapSeconds": 0.3,
        "offsetCents": offset,
        "response": "higher" if is_higher else "lower",
        "replays": 0,
        "responseSeconds": 1,
    }
    return json.dumps(values) + "\n"


def write_trials(path, first, last):
    """Writes forty trials on each of the last twelve days, in which a threshold changes."""
    generator = random.Random(1)
    today = (datetime.date.today() - datetime.date(1970, 1, 1)).days
    with open(path, "w") as file:
        for index in range(12):
            threshold = first * (last / first) ** (index / 11)
            for _ in range(40):
                file.write(trial(today - 11 + index, threshold, generator))


def check_hearing(folder):
    for first, last, change in ((24, 6, "fell by"), (6, 24, "is")):
        path = os.path.join(folder, f"{change}.jsonl")
        write_trials(path, first, last)
        with visitor() as (browser, server):
            browser.handle("do", "tab hearing")
            browser.wait("!!document.getElementById('trials')")
            browser.choose("trials", path)
            browser.wait("/480/.test(document.getElementById('warnings').innerText)")
            visit(browser, server)
            is_start = is_met(browser, f"!!{THRESHOLD}", 2)
            expect(is_start, "who has imported trials is no new listener: Start is shown")
            browser.handle("do", "open home")
            for size in ((1280, 800), (390, 844)):
                check_change(browser, size, (first, last), change)


def check_change(browser, size, thresholds, change):
    """Start says how the threshold has changed, and what it is: between the first and the last."""
    browser.resize(*size)
    start_counting(browser)
    is_shown = is_met(browser, f"({TREND})?.textContent.includes('threshold {change}')", 3)
    figure = browser.evaluate(f"parseFloat(({THRESHOLD})?.textContent)") or 0
    is_seen = browser.evaluate(f"[{THRESHOLD}, {TREND}].every({IS_SEEN})")
    expect_clicks(
        browser,
        0,
        f"whether my hearing has changed, {size[0]} x {size[1]}: from {thresholds[0]} to "
        f"{thresholds[1]} cents, shown as {figure}, 'threshold {change}', "
        f"{'' if is_seen else 'NOT '}in the window",
        is_shown and is_seen and min(thresholds) <= figure <= max(thresholds),
    )


def check_tuning():
    with visitor() as (browser, _):
        browser.evaluate(WATCH)
        browser.handle("do", "open home")
        browser.handle("do", "tab instruments")
        browser.drop("banks/sf2/" + BANK, BANK)
        button = "prove-TimGM6mb-sf2"
        browser.wait(f"!!document.getElementById('{button}')")
        began = time.monotonic()
        browser.click(button)
        is_done = is_met(browser, "lines.includes('analysis\\tfinished')", 240)
        measured = sorted(browser.evaluate(MEASURED), key=lambda pair: -pair[1])
        sound = f"sound\\t{measured[0][0]}\\t"
        name = browser.evaluate(f"lines.find((line) => line.startsWith('{sound}')).split('\\t')[2]")
        first = browser.evaluate(ROWS)[0]
        is_seen = browser.evaluate(f"({IS_SEEN})({WORST})")
        expect_clicks(
            browser,
            1,
            f"the worst instrument of {BANK}, after {time.monotonic() - began:.0f} s: {first!r} is "
            f"first of {len(measured)}, the worst one is {name!r} by {measured[0][1]:.1f} cents; "
            f"the sentence that names it is {'' if is_seen else 'NOT '}in the window",
            is_done and is_seen and first == name and measured[0][1] > measured[1][1],
        )


def check_instrument():
    with visitor() as (browser, server):
        browser.handle("do", "open home")
        browser.wait("document.getElementById('view-instruments')")
        before = browser.text("view-instruments")
        browser.click("view-instruments")
        button = "select-sf2-Peach-sf3-0-42"
        browser.wait(f"!!document.getElementById('{button}')")
        browser.click(button)
        is_used = is_met(browser, "!!document.querySelector('#main .instrument.selected')")
        clicks_made = browser.evaluate(CLICKS)
        visit(browser, server)
        # Program 42 of General MIDI, counted from 0, is the cello.
        is_kept = is_met(
            browser, "/Cello/.test(document.getElementById('view-instruments').innerText)"
        )
        after = browser.text("view-instruments")
        expect(
            is_used and clicks_made == 2 and is_kept and "Cello" not in before,
            f"another instrument: {clicks_made} clicks of 2, {before!r} has become {after!r}",
        )


def check_touch():
    with visitor((740, 360), True) as (browser, _):
        browser.click("open-comparison")
        browser.wait("!document.getElementById('answer-higher')?.hasAttribute('aria-disabled')")
        start_counting(browser)
        answers = "['answer-higher', 'answer-lower'].map((id) => document.getElementById(id))"
        is_seen = browser.evaluate(f"{answers}.every({IS_SEEN})")
        browser.tap("answer-higher")
        has_result = is_met(browser, "!!document.querySelector('#status :is(.right, .wrong)')", 3)
        moved = browser.evaluate("scrollY")
        expect_clicks(
            browser,
            1,
            f"an answer by touch, 740 x 360: scrolled by {moved} px",
            is_seen and has_result and moved == 0,
        )


if sys.argv[2:] == ["first-pair"]:
    check_first_pair(is_isolated=True)
    check_first_pair(is_isolated=False)
else:
    check_song()
    with tempfile.TemporaryDirectory() as folder:
        check_hearing(folder)
    check_instrument()
    check_touch()
    check_tuning()
sys.exit(1 if failures else 0)
