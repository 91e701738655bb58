"""Every screen looks as it did: compare_pictures.py SITE [--accept]. Compares pictures in headless
Chromium with stored ones, at two sizes, light and dark, and in German. `--accept` stores those that
differ. Stored are the mean colors of blocks of 8 × 8 pixels, which hardly depend on how the edges
of letters are smoothed. What varies between runs and machines is fixed: the clock, random numbers,
the font, and what is measured in the background. Pictures that differ are written to a folder."""

import io
import os
import shutil
import sys
import tempfile
import time

import numpy as np
from PIL import Image

from browsers import SCREENS, Server, emulate, launch, show

STORED = os.path.join(os.path.dirname(__file__), "pictures")
DIFFERENCES = ".build/web/differences"
WINDOWS = [
    (390, 844, "light", "en"),
    (390, 844, "dark", "en"),
    (390, 844, "light", "de"),
    (1440, 900, "light", "en"),
    (1440, 900, "dark", "en"),
]
BLOCK = 8
# A block differs if a color's mean does by more than this, of 255.
TOLERANCE = 12
# The share of the blocks that may differ: two on a phone, ten on a desktop. Runs differ in none;
# four other letters in a word of small type differ in three on a phone.
LIMIT = 0.0005
FONTS = "/usr/share/fonts/truetype/dejavu"
# Letters have the same shapes, whatever the system and its user have chosen.
FONT_SETTINGS = f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>{FONTS}</dir>
<cachedir>%s</cachedir>
<match target="font">
<edit name="antialias"><bool>true</bool></edit>
<edit name="hinting"><bool>false</bool></edit>
<edit name="rgba"><const>none</const></edit>
</match>
</fontconfig>
"""
# Runs before the page's scripts. Time passes only with events: `advance` is called for each.
FIX = """(() => {
  const opened = Date.UTC(2026, 0, 15, 12);
  let elapsed = 0;
  globalThis.advance = (seconds) => { elapsed += seconds * 1000; };
  performance.now = () => elapsed;
  globalThis.Date = class extends Date {
    constructor(...values) { super(...(values.length > 0 ? values : [opened + elapsed])); }
    static now() { return opened + elapsed; }
  };

  // The generator of Park and Miller.
  let state = 1;
  const next = () => (state = (state * 48271) % 2147483647);
  Math.random = () => next() / 2147483647;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    bytes.forEach((_, index) => { bytes[index] = next() >> 8; });
    return array;
  };

  let pending = 0;
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...values) {
    const made = transaction.apply(this, values);
    pending++;
    for (const end of ["complete", "abort"]) made.addEventListener(end, () => pending--);
    return made;
  };
  globalThis.isStored = () => pending === 0;

  navigator.storage.estimate = async () => ({ usage: 5e6, quota: 1e9 });
  // Nothing is measured: tests pass reports of their own.
  const { Worker } = globalThis;
  globalThis.Worker = class {
    constructor(address, options) {
      if (address !== "analysis.js") return new Worker(address, options);
    }
    postMessage() {}
    terminate() {}
  };

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* {
    font-family: "DejaVu Sans" !important;
    caret-color: transparent !important;
  }`);
  document.adoptedStyleSheets = [sheet];
})()"""
# Half a second passes before each event.
ADVANCE = """(() => {
  const { handle } = peach;
  peach.handle = (...event) => { advance(0.5); return handle(...event); };
})()"""


def fix_fonts(folder):
    """Lets browsers that are launched from now on use the settings of fonts, in a folder."""
    if not os.path.isdir(FONTS):
        sys.exit(f"{FONTS} is missing: install fonts-dejavu-core")
    path = os.path.join(folder, "fonts.conf")
    with open(path, "w") as file:
        file.write(FONT_SETTINGS % folder)
    os.environ["FONTCONFIG_FILE"] = path


def open_page(browser, server, window):
    width, height, scheme, language = window
    emulate(browser, width, height, scheme)
    command = browser.driver.execute_cdp_cmd
    command("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
    command("Page.addScriptToEvaluateOnNewDocument", {"source": FIX})
    browser.open(server.address + "?online")
    browser.wait("document.body.dataset.ready === 'true'")
    browser.handle("do", "set language", language)
    # The sounds of its bank are listed.
    browser.wait(
        "(peach.handle('do', 'tab instruments'), !!document.getElementById('prove-Peach-sf3'))"
    )
    browser.evaluate(ADVANCE)


def take(browser, seconds=10):
    """Returns a picture once everything is stored and two in a row are the same."""
    browser.wait("isStored()")
    browser.evaluate("document.activeElement.blur()")
    end = time.monotonic() + seconds
    last, picture = None, browser.driver.get_screenshot_as_png()
    while picture != last:
        if time.monotonic() > end:
            raise TimeoutError("the screen does not come to rest")
        last, picture = picture, browser.driver.get_screenshot_as_png()
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))


def screen_names():
    """Returns a name for each of the screens, some of which are shown more than once."""
    found = []
    for index, screen in enumerate(SCREENS):
        number = SCREENS[: index + 1].count(screen)
        found.append(screen.replace(" ", "-") + (f"-{number}" if number > 1 else ""))
    return found


def pictures(site):
    """Takes the pictures of all screens, with a new profile for each window."""
    server = Server(site)
    try:
        for window in WINDOWS:
            browser = launch("chromium", "--force-color-profile=srgb")
            try:
                open_page(browser, server, window)
                folder = "-".join(map(str, window))
                for screen, name in zip(SCREENS, screen_names()):
                    show(browser, screen)
                    yield os.path.join(folder, name), take(browser)
            finally:
                browser.close()
    finally:
        server.close()


def block_means(picture):
    """Returns the mean colors of blocks, which are smaller at the right and lower edges."""
    sums, counts = picture.astype(float), np.ones(picture.shape)
    for axis in (0, 1):
        starts = np.arange(0, picture.shape[axis], BLOCK)
        sums, counts = (np.add.reduceat(values, starts, axis) for values in (sums, counts))
    return np.rint(sums / counts).astype(np.uint8)


def differing_blocks(means, stored):
    """Returns which blocks differ: all of them from a picture of another size, or from none."""
    if stored is None or stored.shape != means.shape:
        return np.full(means.shape[:2], True)
    return np.abs(means.astype(int) - stored).max(axis=2) > TOLERANCE


def read(name):
    path = os.path.join(STORED, name + ".png")
    return np.asarray(Image.open(path)) if os.path.exists(path) else None


def write(folder, name, values):
    path = os.path.join(folder, name + ".png")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Image.fromarray(values).save(path, optimize=True)


def mark(picture, differing):
    """Returns a pale picture whose differing blocks are red."""
    height, width, _ = picture.shape
    pixels = differing.repeat(BLOCK, 0).repeat(BLOCK, 1)[:height, :width]
    marked = 128 + picture // 2
    marked[pixels] = picture[pixels] // 2 + np.array([127, 0, 0], np.uint8)
    return marked


def report(name, picture, differing):
    """Prints how much of a picture differs, and writes it."""
    print(f"{name}: {100 * differing.mean():.2f} % of the blocks differ", flush=True)
    write(DIFFERENCES, name, picture)
    write(DIFFERENCES, name + "-marked", mark(picture, differing))


def stored_names():
    found = set()
    for folder, _, files in os.walk(STORED):
        paths = (os.path.relpath(os.path.join(folder, file), STORED) for file in files)
        found.update(path.removesuffix(".png") for path in paths)
    return found


def accept(site):
    """Stores the pictures that differ, and removes those of screens that there are no more."""
    taken, count = set(), 0
    for name, picture in pictures(site):
        taken.add(name)
        means = block_means(picture)
        if differing_blocks(means, read(name)).any():
            write(STORED, name, means)
            count += 1
    removed = stored_names() - taken
    for name in removed:
        os.remove(os.path.join(STORED, name + ".png"))
    print(f"{len(taken)} pictures, {count} stored, {len(removed)} removed")


def compare(site):
    """Returns whether all pictures are those that are stored."""
    shutil.rmtree(DIFFERENCES, ignore_errors=True)
    taken, count, blocks = set(), 0, 0
    for name, picture in pictures(site):
        taken.add(name)
        differing = differing_blocks(block_means(picture), read(name))
        blocks += differing.sum()
        if differing.mean() > LIMIT:
            report(name, picture, differing)
            count += 1
    others = stored_names() - taken
    for name in sorted(others):
        print(f"{name}: stored, but no screen of the page")
    print(f"{len(taken)} pictures compared, {count} differ, {blocks} blocks differ in all")
    if count > 0:
        print(f"Written to {DIFFERENCES}; compare_pictures.py SITE --accept stores new ones.")
    return count == 0 and not others


def main(site, *options):
    with tempfile.TemporaryDirectory() as folder:
        fix_fonts(folder)
        if "--accept" in options:
            accept(site)
        elif not compare(site):
            sys.exit(1)


main(*sys.argv[1:])
