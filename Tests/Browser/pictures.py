"""Takes the pictures of the documentation in headless Chromium: pictures.py SITE FOLDER [all]. With
`all`, every screen in both languages, dark and light, at 320 and 1280 px, to be looked at."""

import os
import sys

from browsers import SCREENS, Server, launch, show

site, folder, *rest = sys.argv[1:]
# Answers of one who presses the same button: enough for a threshold, which is no listener's.
SESSION = ["open comparison"] + ["answered", "resume"] * 12
# The name, language, scheme, width and height of a picture, and the screens that lead to it.
PICTURES = [
    ("page-comparison", "de", "dark", 390, 740, SESSION + ["answered"]),
    ("page-matching", "en", "light", 390, 740, ["open matching", "matched"]),
    (
        "page-summary",
        "en",
        "dark",
        390,
        740,
        SESSION + ["ended"],
    ),
    ("page-hearing", "en", "light", 1024, 900, SESSION + ["tab hearing"]),
    ("page-instruments", "de", "light", 1024, 760, ["tab instruments"]),
    ("page-song", "en", "dark", 1024, 820, ["song"]),
]


def open_page(browser, server, language, scheme, width, height):
    browser.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    browser.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    browser.open(server.address + "?online")
    browser.wait("document.body.dataset.ready === 'true'")
    browser.handle("do", "set language", language)
    # Its sounds are read.
    browser.wait(
        "(peach.handle('do', 'tab instruments'), !!document.getElementById('prove-Peach-sf3'))"
    )
    browser.handle("do", "open home")


def take(browser, path):
    browser.evaluate("document.activeElement.blur()")
    browser.driver.save_screenshot(path)


server = Server(site)
browser = launch("chromium")
try:
    if rest:
        for language, scheme, width in (
            (language, scheme, width)
            for language in ("en", "de")
            for scheme in ("light", "dark")
            for width in (320, 1280)
        ):
            open_page(browser, server, language, scheme, width, 1400)
            for screen in SCREENS:
                show(browser, screen)
                take(
                    browser,
                    os.path.join(
                        folder, f"{screen.replace(' ', '-')}-{language}-{scheme}-{width}.png"
                    ),
                )
    else:
        for name, language, scheme, width, height, screens in PICTURES:
            open_page(browser, server, language, scheme, width, height)
            for screen in screens:
                show(browser, screen)
            take(browser, os.path.join(folder, name + ".png"))
finally:
    browser.close()
    server.close()
