"""The page has the layout of its design: design.py SITE. Compares positions, sizes, colors and type
of parts of each screen with those of the design's static documents, which `design.json` has:
design.py --extract FOLDER writes it. Pictures of both would differ by the fonts of the system."""

import json
import os
import sys

from browsers import Server, emulate, launch, show

TABLE = os.path.join(os.path.dirname(__file__), "design.json")
# A screen of the page, and the document that is its design.
SCREENS = {
    "open demonstration": None,
    "open home": "start",
    "open comparison": "compare-question",
    "answered": "compare-wrong",
    "resume": None,
    "pause": "paused",
    "ended": "summary",
    "open matching": "match",
    "matched": "match-feedback",
    "tab hearing": "hearing-empty",
    "tab instruments": "instruments",
    "tab keyboard": "keyboard",
    "tab songs": "songs-empty",
    "song": "song",
    "tab tuning": "tuning",
    "open settings": "settings",
}
WINDOWS = [(390, 844), (1440, 900)]
SCHEMES = ["light", "dark"]
# Parts whose place and width the layout decides, and parts whose height is fixed.
PLACED = [".nav", ".page", ".answers", ".pair", "#roll canvas, .roll", "#player, .transport"]
FIXED = [".nav", ".nav [aria-current] .pill", ".button.main", ".chip", "select", ".answer"]
STYLED = [
    "body",
    ".nav",
    ".nav [aria-current] .pill",
    "h1",
    "h2",
    ".card",
    ".button.main",
    ".button.outline",
    ".button.square",
    ".answer",
    ".chip",
    ".badge",
    ".drop",
    ".setting p",
    "select",
    "input[type=number]",
    ".strip",
    ".segment",
    ".verdict",
]
# What differs on purpose.
EXPLAINED = {
    ".answer": "no note sounds in the test: answers are not ready, and a random one may be right",
    ".verdict": "a random answer may be right",
    ".chip": "the chips of songs choose banks and switch the metronome, and none is on",
}
MEASURE = """((placed, fixed, styled) => {
  const found = (selector) => [...document.querySelectorAll(selector)].find((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== "hidden";
  });
  const values = {};
  for (const selector of placed) {
    const box = found(selector)?.getBoundingClientRect();
    if (box) values[selector + " x"] = [box.left, box.right].map(Math.round);
  }
  for (const selector of fixed) {
    const box = found(selector)?.getBoundingClientRect();
    if (box) values[selector + " height"] = Math.round(box.height);
  }
  for (const selector of styled) {
    const element = found(selector);
    if (!element) continue;
    const style = getComputedStyle(element);
    values[selector] = [
      style.color, style.backgroundColor, style.fontSize, style.fontWeight,
      style.borderTopLeftRadius, style.borderTopWidth,
    ].join("; ");
  }
  return values;
})(%s)"""


def measure(browser):
    return browser.evaluate(MEASURE % ", ".join(map(json.dumps, (PLACED, FIXED, STYLED))))


def each_window(browser):
    for width, height in WINDOWS:
        for scheme in SCHEMES:
            emulate(browser, width, height, scheme)
            yield f"{width} {scheme}"


def extract(folder):
    server, browser = Server(folder), launch("chromium")
    table = {}
    try:
        for window in each_window(browser):
            for document in filter(None, SCREENS.values()):
                browser.open(f"{server.address}{document}.html")
                table.setdefault(document, {})[window] = measure(browser)
    finally:
        browser.close()
        server.close()
    return table


def matches(value, expected):
    """Whether a value is that of the design: positions within a pixel."""
    if isinstance(expected, str):
        return value == expected
    pairs = zip(value, expected) if isinstance(expected, list) else [(value, expected)]
    return all(abs(first - second) <= 1 for first, second in pairs)


def compare(site, table):
    server, browser = Server(site), launch("chromium")
    count, differing = 0, {}
    try:
        for window in each_window(browser):
            browser.open(server.address + "?online")
            browser.wait("document.body.dataset.ready === 'true'")
            for screen, document in SCREENS.items():
                show(browser, screen)
                if not document:
                    continue
                values = measure(browser)
                for name, expected in table[document][window].items():
                    # The screen may have other contents: the data of its listener.
                    if name not in values:
                        continue
                    count += 1
                    if not matches(values[name], expected):
                        differing.setdefault(name, {}).setdefault(
                            f"{values[name]}, not {expected}", []
                        ).append(f"{screen} {window}")
    finally:
        browser.close()
        server.close()
    return count, differing


if sys.argv[1] == "--extract":
    with open(TABLE, "w") as file:
        json.dump(extract(sys.argv[2]), file, indent=1, sort_keys=True)
        file.write("\n")
    sys.exit(0)
with open(TABLE) as file:
    count, differing = compare(sys.argv[1], json.load(file))
unexplained = 0
for name, kinds in differing.items():
    places = sum(map(len, kinds.values()))
    reason = EXPLAINED.get(name)
    print(f"{name}: {places} differ{f'; {reason}' if reason else ''}")
    if reason:
        continue
    unexplained += 1
    for kind, screens in list(kinds.items())[:6]:
        print(f"  {kind}: {', '.join(screens[:3])}{' …' if len(screens) > 3 else ''}")
print(f"{count} values compared, {len(differing)} parts differ, {unexplained} without a reason")
sys.exit(1 if unexplained else 0)
