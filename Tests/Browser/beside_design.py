"""Takes pictures of the page's screens beside those of their design, with a listener's trials, a
bank, a song and real sessions: beside_design.py SITE DESIGN FOLDER. DESIGN has `pictures` of the
names SCREEN-phone-light.png; each window has one sheet in FOLDER, the design on the left."""

import json
import math
import os
import random
import sys
import time
import uuid

from PIL import Image

from browsers import Server, emulate, launch

site, design, folder = sys.argv[1:]
WINDOWS = {"phone": (390, 844), "desktop": (1440, 900)}
WIDTHS = {"phone": 200, "desktop": 440}
COLUMNS = {"phone": 5, "desktop": 3}
TALLEST = 1500
GAP = 8
DAY = 86_400_000
EXERCISES = ("compare", "match", "interval", "paused")


def comparison(source, at, sound, cents, is_right):
    key = source.randint(48, 72)
    sign = source.choice((-1, 1))
    hertz = 440 * 2 ** ((key - 69) / 12)
    return {
        "kind": "comparison",
        "milliseconds": at,
        "day": at // DAY,
        "identifier": uuid.UUID(int=source.getrandbits(128)).hex,
        "sound": sound,
        "noteNumber": key,
        "semitones": 0,
        "tuning": "equal",
        "referenceHertz": hertz,
        "referenceDecibels": 0,
        "referenceSeconds": 1,
        "targetHertz": hertz * 2 ** (sign * cents / 1200),
        "targetDecibels": 0,
        "targetSeconds": 1,
        "gapSeconds": 0,
        "offsetCents": sign * cents,
        "response": "higher" if (sign > 0) == is_right else "lower",
        "replays": 0,
        "responseSeconds": 1.2,
    }


def trials():
    """Returns a listener's trials of four weeks, as lines of JSON: thresholds fall from 9 to 5
    cents, by a psychometric function between chance and certainty."""
    source = random.Random(1)
    cello, flute = (f"sf2:Peach.sf3:0:{program}" for program in (42, 73))
    lines = []
    for days, sound, threshold in (
        (27, "sine", 9),
        (20, cello, 8),
        (14, cello, 7.5),
        (8, flute, 6.5),
        (3, cello, 6),
        (1, "sine", 5),
        (0, cello, 5),
    ):
        cents = 3 * threshold
        for index in range(24):
            chance = 1 - 0.5 * math.exp(-math.log(2) * (cents / threshold) ** 2)
            is_right = source.random() < chance
            at = int(time.time() * 1000) - days * DAY - 3_600_000 + 6000 * index
            lines.append(json.dumps(comparison(source, at, sound, cents, is_right)))
            cents = min(max(cents * (0.85 if is_right else 1.5), 1), 60)
    return "\n".join(lines)


class Sheet:
    """The pictures of a window, each beside that of the design."""

    def __init__(self, browser, window, scheme):
        self.browser, self.window, self.scheme = browser, window, scheme
        self.pictures = []
        self.show(WINDOWS[window][1])

    def show(self, height):
        emulate(self.browser, WINDOWS[self.window][0], height, self.scheme)

    def take(self, screen):
        """Takes a picture of the window of an exercise, or else of the whole page."""
        self.browser.evaluate("document.activeElement.blur()")
        time.sleep(0.3)
        path = os.path.join(folder, "screen.png")
        height = WINDOWS[self.window][1]
        if not screen.startswith(EXERCISES):
            length = self.browser.evaluate("document.documentElement.scrollHeight")
            self.show(min(max(height, length), TALLEST))
            time.sleep(0.3)
        self.browser.driver.save_screenshot(path)
        self.show(height)
        other = os.path.join(design, "pictures", f"{screen}-{self.window}-{self.scheme}.png")
        pair = [self.scaled(path)]
        if os.path.exists(other):
            pair.insert(0, self.scaled(other))
        self.pictures.append(self.joined([pair]))
        os.remove(path)

    def scaled(self, path):
        picture = Image.open(path).convert("RGB")
        width = WIDTHS[self.window]
        size = (width, picture.height * width // picture.width)
        limit = TALLEST * width // WINDOWS[self.window][0]
        return picture.resize(size, Image.LANCZOS).crop((0, 0, width, min(size[1], limit)))

    @staticmethod
    def joined(rows):
        heights = [max(picture.height for picture in row) for row in rows]
        width = max(sum(picture.width + GAP for picture in row) for row in rows)
        sheet = Image.new("RGB", (width, sum(heights) + GAP * len(rows)), "gray")
        top = 0
        for row, height in zip(rows, heights):
            left = 0
            for picture in row:
                sheet.paste(picture, (left, top))
                left += picture.width + GAP
            top += height + GAP
        return sheet

    def save(self):
        # Those of a row are of about the same height.
        ordered = sorted(self.pictures, key=lambda picture: picture.height)
        columns = COLUMNS[self.window]
        rows = [ordered[at : at + columns] for at in range(0, len(ordered), columns)]
        path = os.path.join(folder, f"page-beside-design-{self.window}-{self.scheme}.png")
        self.joined(rows).quantize(128).save(path, optimize=True)


def walk_new(browser, sheet, address):
    browser.open(address)
    browser.wait("document.body.dataset.ready === 'true'")
    browser.handle("do", "set language en")
    sheet.take("welcome")
    browser.start(address)
    for action, screen in (("tab hearing", "hearing-empty"), ("tab songs", "songs-empty")):
        browser.handle("do", action)
        sheet.take(screen)
    browser.handle("do", "tab hearing")
    browser.choose("trials", os.path.join(os.path.abspath(folder), "trials.jsonl"))
    browser.handle("do", "tab instruments")
    browser.wait("!!document.getElementById('prove-Peach-sf3')")
    browser.drop("/banks/TimGM6mb.sf2", "TimGM6mb.sf2")
    browser.wait("!!document.getElementById('prove-TimGM6mb-sf2')", 60)


def walk_screens(browser, sheet):
    for action, screen in (
        ("tab instruments", "instruments"),
        ("tab keyboard", "keyboard"),
        ("open settings", "settings"),
        ("tab hearing", "hearing"),
        ("open home", "start"),
    ):
        browser.handle("do", action)
        sheet.take(screen)


def walk_pairs(browser, sheet):
    """Answers until an answer was right and another one wrong."""
    browser.handle("do", "open comparison")
    time.sleep(0.4)
    sheet.take("compare-listen")
    left = {"right", "wrong"}
    for index in range(20):
        answer = "document.getElementById('answer-higher')"
        # Of each pair first the first note, during which nothing can be answered.
        for state in ("===", "!=="):
            browser.wait(f"{answer}?.getAttribute('aria-disabled') {state} 'true'", 20)
        if index == 4:
            sheet.take("compare-question")
        browser.handle("do", "answer higher")
        browser.wait("document.querySelector('#status .verdict').innerText.length > 0", 20)
        time.sleep(0.2)
        is_right = browser.evaluate("!!document.querySelector('#status .result.right')")
        kind = "right" if is_right else "wrong"
        if index > 2 and kind in left:
            left.remove(kind)
            sheet.take("compare-" + kind)
        if index > 5 and not left:
            break
    browser.handle("do", "pause")
    sheet.take("paused")
    browser.handle("do", "resume")
    browser.handle("do", "stop")
    sheet.take("summary")


def walk_others(browser, sheet):
    browser.handle("do", "open matching")
    time.sleep(3)
    browser.handle("do", "tune 5")
    sheet.take("match")
    browser.handle("do", "commit")
    sheet.take("match-feedback")
    browser.handle("do", "stop")
    browser.handle("do", "open intervalComparison")
    time.sleep(1.3)
    sheet.take("interval")
    browser.handle("do", "stop")


def walk_songs(browser, sheet):
    browser.handle("do", "tab songs")
    browser.drop("/songs/example.mid", "Ode to Joy.mid")
    browser.wait("!!document.getElementById('song-play')", 60)
    time.sleep(1)
    browser.handle("do", "song seek", "8")
    browser.handle("do", "song play")
    time.sleep(1.5)
    sheet.take("song")
    browser.handle("do", "song pause")
    browser.handle("do", "prove TimGM6mb.sf2")
    browser.wait("document.querySelectorAll('#main li.card').length > 20", 120)
    sheet.take("tuning")
    browser.handle("do", "halt")


os.makedirs(folder, exist_ok=True)
with open(os.path.join(folder, "trials.jsonl"), "w") as file:
    file.write(trials())
server = Server(site, banks="/usr/share/sounds/sf2", songs=site)
try:
    for window in WINDOWS:
        for scheme in ("light", "dark"):
            browser = launch("chromium", "--autoplay-policy=no-user-gesture-required")
            try:
                sheet = Sheet(browser, window, scheme)
                walk_new(browser, sheet, server.address + "?online")
                walk_screens(browser, sheet)
                walk_pairs(browser, sheet)
                walk_others(browser, sheet)
                walk_songs(browser, sheet)
                sheet.save()
            finally:
                browser.close()
finally:
    server.close()
os.remove(os.path.join(folder, "trials.jsonl"))
