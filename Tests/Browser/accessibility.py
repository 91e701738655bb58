"""axe-core finds no violation on any screen, dark and light, at three widths, in both languages;
in Firefox and WebKit, which emulate no device, light, at one width and in German.
accessibility.py SITE BROWSER [PICTURES]; with --short only two screens."""

import importlib.resources
import json
import os
import sys

from browsers import SCREENS, Server, emulate, launch, show

isShort = "--short" in sys.argv
site, name, *rest = [argument for argument in sys.argv[1:] if argument != "--short"]
pictures = rest[0] if rest else None
SCHEMES, WIDTHS, LANGUAGES = ("light", "dark"), (320, 768, 1280), ("en", "de")
if isShort:
    SCREENS, SCHEMES, WIDTHS, LANGUAGES = (
        ["open comparison", "tab instruments"],
        ("dark",),
        (320,),
        ("de",),
    )
if name != "chromium":
    SCHEMES, WIDTHS, LANGUAGES = ("light",), (1280,), ("de",)
axe = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text()
server = Server(site)
browser = launch(name)
failed = 0


def check(title, width, scheme):
    global failed
    result = browser.evaluate(
        "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', "
        "'best-practice']})"
        ".then(({violations}) => violations.map(({id, nodes}) => [id, nodes.map(({html, "
        "failureSummary}) => [html, failureSummary]).slice(0, 3)]))"
    )
    # On phones the viewport grows with what is too wide for it.
    found = browser.evaluate("Math.max(document.documentElement.scrollWidth, innerWidth)")
    overflow = found - (width if name == "chromium" else browser.evaluate("innerWidth"))
    if result or overflow > 0:
        failed += 1
        print(
            f"{title}, {width} px, {scheme}: {json.dumps(result, indent=1)[:1500]} "
            f"{f'wider by {overflow} px' if overflow > 0 else ''}",
            flush=True,
        )
    if pictures and width != 1280:
        browser.picture(
            os.path.join(pictures, f"{title.replace(' ', '-')}-{width}-{scheme}.png"), width, 900
        )


count = 0
try:
    for scheme in SCHEMES:
        for width in WIDTHS:
            if name == "chromium":
                emulate(browser, width, 900, scheme)
            for language in LANGUAGES:
                browser.open(server.address + "?online")
                browser.wait("document.body.dataset.ready === 'true'")
                browser.run(axe)
                browser.handle("do", "set language", language)
                for screen in SCREENS:
                    show(browser, screen)
                    check(screen, width, scheme)
                    count += 1
    print(f"{count} screens checked, {failed} with violations")
finally:
    browser.close()
    server.close()
sys.exit(1 if failed else 0)
