"""Every screen fits its window: layout.py SITE [--short]. Exercises need no scrolling and their
answers never move; controls are large enough for fingers; a screen has at most one main button, and
Tab follows the order in which controls are seen. The stylesheet has its colors in tokens with
enough contrast, light and dark. No text of a screen is in the other language."""

import re
import sys

from browsers import SCREENS, Server, launch, show
from screens import SIZES, foreign_words

isShort = "--short" in sys.argv
site = sys.argv[1]
failures = []
# The smallest phone, phones, a phone on its side, 1280 × 900 at 200 %, and a desktop.
WINDOWS = [(320, 568), (360, 740), (740, 360), (640, 450), (1440, 900)]
EXERCISES = [
    *("open comparison", "answered", "review", "resume", "open matching", "matched"),
    *("open purity", "judged", "open drone", "tuned", "open triad", "open beats", "tapped"),
]
TARGETS = """[...document.querySelectorAll("button, select, input")]
  .filter((element) => element.offsetParent && !element.closest(".piano"))
  .filter((element) => !["file", "checkbox"].includes(element.type))
  .map((element) => [element.id || element.className, element.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
  .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)"""
ANSWERS = """["answer-higher", "answer-lower"].map((id) => {
  const { x, y, width, height } = document.getElementById(id)?.getBoundingClientRect() ?? {};
  return [x, y, width, height].map(Math.round);
})"""
# Pairs of neighbors in the order of Tab of which the second one is seen before the first: above it,
# or to its left in the same row. Columns are read one after the other.
ORDER = """(() => {
  const parts = ["#page .head", "#player", "#main"].map((part) => [...document.querySelectorAll(
    `${part} :is(button, select, input, summary)`)]);
  const wrong = [];
  for (const controls of parts) {
    const seen = controls.filter((element) => element.offsetParent && !element.disabled);
    seen.forEach((element, index) => {
      const next = seen[index + 1];
      if (!next || element.closest(".split > *") !== next.closest(".split > *")) return;
      const [first, second] = [element, next].map((control) => control.getBoundingClientRect());
      const isAbove = second.bottom <= first.top + 1;
      const isBeside = Math.abs(first.top - second.top) < 8 && second.left < first.left - 1;
      if ((isAbove || isBeside) && !element.closest(".grid, .piano")) {
        wrong.push(`${next.id} before ${element.id}`);
      }
    });
  }
  return wrong;
})()"""
MAIN = "[...document.querySelectorAll('.button.main')].filter((main) => main.offsetParent).length"


def expect(isTrue, what):
    if not isTrue:
        failures.append(what)
        print(what, flush=True)


def check(browser, screen, language, width, height, is_mirrored=False):
    title = f"{screen}, {width} x {height}, {language}"
    found, length, window, wide, hidden = browser.evaluate(SIZES % {"width": width})
    expect(found == width and not wide, f"{title}: {found} px wide; {wide[:3]}")
    targets = browser.evaluate(TARGETS)
    expect(not targets, f"{title}: small targets {targets[:5]}")
    expect(browser.evaluate(MAIN) <= 1, f"{title}: {browser.evaluate(MAIN)} main buttons")
    order = [] if is_mirrored else browser.evaluate(ORDER)
    expect(not order, f"{title}: the order of Tab is not that of the screen: {order[:5]}")
    if screen in EXERCISES:
        expect(length <= window, f"{title}: {length} px high in {window}")
        expect(hidden <= 1, f"{title}: {hidden} px of the notes are hidden")


def luminance(color):
    channels = [int(color[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    """WCAG 2.2, relative luminance and contrast ratio."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def checkStylesheet():
    text = open("Sources/Programs/peach-web/site/peach.css").read()
    light, dark = (
        dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", block))
        for block in re.findall(r":root \{(.*?)\n  ?\}", text, re.DOTALL)[:2]
    )
    for name, tokens in (("light", light), ("dark", {**light, **dark})):
        pairs = [(ink, ground, 4.5) for ink in ("ink", "soft") for ground in ("ground", "surface")]
        pairs += [("ink", "tint", 4.5), ("soft", "tint", 4.5), ("on-accent", "accent", 4.5)]
        pairs += [("on-accent-tint", "accent-tint", 4.5), ("edge", "surface", 3)]
        pairs += [(kind, kind + "-tint", 4.5) for kind in ("leaf", "plum", "honey", "sky")]
        pairs += [(f"c{number}", "surface", 3) for number in range(1, 9)]
        for first, second, least in pairs:
            ratio = contrast(tokens[first], tokens[second])
            expect(ratio >= least, f"{name}: --{first} on --{second} has {ratio:.2f} : 1")
    rest = re.sub(r":root \{.*?\n  ?\}", "", text, flags=re.DOTALL)
    # Pictures of banks are drawn on white.
    colors = [c for c in re.findall(r"#[0-9a-f]{3,8}\b", rest) if c not in ("#ffffff", "#2b1b14")]
    expect(not colors, f"colors outside the tokens: {colors}")
    for number, line in enumerate(text.splitlines(), 1):
        expect(line.count(";") <= 1 and len(line) <= 100, f"peach.css:{number}: {line}")


# Where the navigation is, and the direction of what is the same in all languages.
MIRRORED = """(() => {
  const { left, right } = document.querySelector(".nav").getBoundingClientRect();
  const scores = [...document.querySelectorAll(".plot svg, #roll canvas, .piano, .arc, .pair")];
  const directions = scores.map((element) => getComputedStyle(element).direction);
  const window = document.documentElement.clientWidth;
  return [Math.round(left), Math.round(right), window, new Set(directions).has("rtl")];
})()"""


def check_right_to_left():
    """No language of the page is written from right to left yet: its layout is mirrored, but plots,
    rolls and pianos are not."""
    for width, height in (WINDOWS[1], WINDOWS[-1]):
        browser.resize(width, height)
        browser.open(server.address + "?online")
        browser.wait("document.body.dataset.ready === 'true'")
        browser.evaluate("void (document.documentElement.dir = 'rtl')")
        for screen in EXERCISES if isShort else SCREENS:
            show(browser, screen)
            check(browser, screen, "right to left", width, height, is_mirrored=True)
            left, right, window, is_score_mirrored = browser.evaluate(MIRRORED)
            title = f"{screen}, {width} x {height}, right to left"
            is_exercise = right == left
            expect(is_exercise or right == window, f"{title}: navigation from {left} to {right}")
            expect(not is_score_mirrored, f"{title}: a plot or a score is mirrored")


checkStylesheet()
server = Server(site)
browser = launch("chromium")
count = 0
try:
    screens = EXERCISES if isShort else SCREENS
    for language in ("de",) if isShort else ("en", "de"):
        for width, height in WINDOWS[:3] if isShort else WINDOWS:
            browser.resize(width, height)
            browser.open(server.address + "?online")
            browser.wait("document.body.dataset.ready === 'true'")
            browser.handle("do", "set language", language)
            places = set()
            for screen in screens:
                show(browser, screen)
                check(browser, screen, language, width, height)
                if screen in ("open comparison", "answered"):
                    places.add(str(browser.evaluate(ANSWERS)))
                text = browser.evaluate("document.getElementById('page').innerText")
                words = foreign_words(text, language)
                expect(not words, f"{screen}, {language}: {words[:5]} of the other language")
                count += 1
            expect(len(places) == 1, f"{width} x {height}: the answers move: {places}")
    check_right_to_left()
    print(f"{count} layouts checked, {len(failures)} failures")
finally:
    browser.close()
    server.close()
sys.exit(1 if failures else 0)
