"""A General MIDI file that is dropped plays with all of its instruments after one click: songs.py
SITE. The General MIDI bank is loaded once, with progress, and also without the server. Lyrics
follow by syllable; a bar is counted, and beats click."""

import json
import sys
import time

import numpy as np

from browsers import TAP, Server, launch
from song_files import note, song

site = sys.argv[1]
failures = []
BANK = "GeneralMIDI.sf3"


def expect(isTrue, what):
    print(f"{'' if isTrue else 'FAILED: '}{what}", flush=True)
    if not isTrue:
        failures.append(what)


# Piano and drums, which the soloists lack, and a flute, which they have.
PARTS = song(
    [(0, [0xC0, 0]), *note(0, 60, 0, 900)],
    [(0, [0xC1, 73]), *note(1, 72, 96, 800)],
    [event for beat in range(8) for event in note(9, 36 + 2 * (beat % 2), 96 * beat, 90)],
)
SYLLABLES = ["\\Sing ", "a ", "song,", "/hal-", "le-", "lu-", "jah."]
KARAOKE = song(
    [(0, [0xFF, 1, 19, *b"@KMIDI KARAOKE FILE"])]
    + [
        (96 * (index + 1), [0xFF, 1, len(text), *text.encode()])
        for index, text in enumerate(SYLLABLES)
    ],
    note(0, 60, 0, 900),
)
# Silent, of two bars of 4/4.
SILENT = song(note(0, 60, 767, 1))
# Notes what is shown of the bank's progress.
PROGRESS = """(() => {
  window.shares = [];
  new MutationObserver(() => {
    const bar = document.querySelector("#rendering progress");
    if (bar) shares.push(bar.value);
  }).observe(document.getElementById("rendering"), { childList: true });
})()"""
FETCHED = f"performance.getEntriesByType('resource').filter((e) => e.name.endsWith('{BANK}'))"
LYRICS = "[...document.querySelectorAll('#lyrics > *')].map((part) => part.textContent)"


def drop(browser, contents, name):
    browser.drop_contents(contents, name)
    browser.wait(f"document.getElementById('heading').textContent === {json.dumps(name)}")


def open_page(browser, address):
    browser.open(address)
    browser.wait("document.body.dataset.ready === 'true'")
    # On a busy machine, the page that was open before may not have gone yet.
    if browser.evaluate("document.getElementById('claim') !== null"):
        browser.click("claim")
        browser.wait("document.body.dataset.ready === 'true' && !document.getElementById('claim')")
    browser.evaluate(PROGRESS)


def check_bank(browser, title):
    browser.wait(f"document.getElementById('song-bank')?.value === '{BANK}'")
    badges = browser.evaluate("document.querySelectorAll('#main .badge.fair').length")
    names = browser.evaluate(
        "[...document.querySelectorAll('.strip option')].map((name) => name.textContent)"
    )
    expect(badges == 0 and names[1] == "Flute" and "Piano" in names[0], f"{title}: {names}")
    pressed = browser.evaluate(
        "document.getElementById('song-above-Peach-sf3')?.getAttribute('aria-pressed')"
    )
    expect(pressed == "true", f"{title}: the soloists play first")


def check_list(browser):
    """Arrows move from the instrument that plays to the next one, and letters search: the list
    keeps its place, its focus and what is typed while others play."""
    selected = "document.getElementById('song-instrument-0').selectedOptions[0].text"
    browser.evaluate("document.getElementById('song-instrument-0').focus()")
    names = []
    for keys in ("\ue015", "\ue015", "\ue013", "ce"):
        for key in keys:
            browser.press(key)
            time.sleep(0.3)
        # The part of the page is replaced a second after the last key.
        time.sleep(1.5)
        names.append(browser.evaluate(selected))
    focused = browser.evaluate("document.activeElement.id")
    expect(names[0] == names[2] != names[1], f"arrows: {names[:3]}")
    expect(names[3].lower().startswith("ce"), f"typed letters: {names[3]}")
    expect(focused == "song-instrument-0", "the list keeps the focus")


def check_metronome(browser):
    rate = browser.evaluate(TAP)
    drop(browser, SILENT, "silent.mid")
    for action in ("click", "countIn"):
        browser.wait(f"!!document.getElementById('song-{action}')")
        browser.click(f"song-{action}")
    browser.wait("document.getElementById('song-countIn').getAttribute('aria-pressed') === 'true'")
    browser.evaluate("void (heard = [])")
    browser.click("song-play")
    time.sleep(4.6)
    blocks = browser.evaluate("heard")
    browser.click("song-pause")
    # A beat has half a second: four are counted, and the first five of the song click.
    loud = [(frame, peak) for frame, peak in blocks if peak > 0.05]
    starts = [
        (frame, peak)
        for index, (frame, peak) in enumerate(loud)
        if index == 0 or frame - loud[index - 1][0] > rate * 0.2
    ]
    distances = np.diff([frame for frame, _ in starts]) / rate
    bounds = f"{1000 * min(distances):.1f} to {1000 * max(distances):.1f} ms"
    # Onsets are known to a quantum of 128 frames.
    isEven = len(starts) >= 8 and all(abs(distances - 0.5) < 128.5 / rate)
    expect(isEven, f"{len(starts)} clicks, {bounds} apart")
    accented = [index for index, (_, peak) in enumerate(starts) if peak > 0.2]
    expect(accented == list(range(0, len(starts), 4)), f"clicks with an accent: {accented}")


def check_drums(browser):
    # General MIDI Level 1: key 38 is the acoustic snare; drums are the keys 35 to 81.
    for language, snare, triangle in (("en", "Snare", "Triangle"), ("de", "Snare", "Triangel")):
        names = browser.evaluate(
            f"(document.documentElement.lang = '{language}', import('./drums.js')"
            ".then(({ drumName }) => [34, 35, 38, 81, 82].map((key) => drumName(key) ?? null)))"
        )
        expect(
            names[0] is None and names[1:4:2] and names[2:] == [snare, triangle, None],
            f"drums, {language}: {names}",
        )


def check_lyrics(browser):
    drop(browser, KARAOKE, "karaoke.kar")
    expected = {
        0: ["", "", "Sing a song,", "hal-le-lu-jah."],
        0.6: ["", "Sing ", "a song,", "hal-le-lu-jah."],
        1.6: ["Sing a ", "song,", "", "hal-le-lu-jah."],
        2.6: ["hal-", "le-", "lu-jah.", ""],
    }
    for seconds, parts in expected.items():
        browser.handle("do", "song seek", str(seconds))
        try:
            text = json.dumps(parts, separators=(",", ":"))
            browser.wait(f"JSON.stringify({LYRICS}) === {json.dumps(text)}", 5)
            found = parts
        except TimeoutError:
            found = browser.evaluate(LYRICS)
        expect(found == parts, f"lyrics at {seconds} s: {found}")
    browser.handle("do", "tab instruments")
    hidden = browser.evaluate("document.getElementById('lyrics').offsetParent === null")
    expect(hidden, "other screens have no lyrics")


server = Server(site, tools="Tests/Browser")
browser = launch("chromium", "--autoplay-policy=no-user-gesture-required")
try:
    open_page(browser, server.address)
    browser.wait("navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)")
    open_page(browser, server.address)
    expect(not browser.evaluate(FETCHED + ".length"), "the bank is not loaded before it is needed")
    drop(browser, PARTS, "parts.mid")
    began = time.monotonic()
    expect(browser.evaluate("!!document.getElementById('song-play')"), "the song can be played")
    check_bank(browser, "first visit")
    shares = browser.evaluate("shares")
    expect(shares == sorted(shares), f"progress {shares[:3]} … {shares[-3:]} %")
    print(f"the bank plays after {time.monotonic() - began:.1f} s")
    browser.click("song-play")
    browser.wait("document.getElementById('song-pause') !== null")
    browser.wait("document.querySelector('.where').textContent.includes('0:02')")
    drop(browser, PARTS, "again.mid")
    check_bank(browser, "second song")
    expect(browser.evaluate(FETCHED + ".length") == 1, "the bank is loaded once")
    check_list(browser)
    check_metronome(browser)
    check_drums(browser)
    check_lyrics(browser)
    browser.wait("caches.keys().then((keys) => keys.some((key) => key.startsWith('peach-bank-')))")
    server.close()
    open_page(browser, server.address)
    drop(browser, PARTS, "offline.mid")
    check_bank(browser, "without the server")
finally:
    browser.close()
sys.exit(1 if failures else 0)
