"""The appearance that was chosen is shown before the script of the page has run, whatever the
system asks for: appearance.py SITE. It is chosen by keyboard, and kept."""

import struct
import sys
import tempfile
import zlib

from browsers import Server, launch

site = sys.argv[1]
failures = []
# The grounds of both schemes, and the colors of the window's frame.
COLORS = {"light": (0xFD, 0xF5, 0xEF), "dark": (0x15, 0x10, 0x0D)}
THEMES = {"light": "#fffdfb", "dark": "#1f1814"}
STATE = """(() => {
  const themes = [...document.querySelectorAll("meta[name=theme-color]")];
  return [
    getComputedStyle(document.body).backgroundColor,
    getComputedStyle(document.documentElement).colorScheme,
    themes.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content),
  ];
})()"""


def expect(isTrue, what):
    if not isTrue:
        failures.append(what)
        print(what, flush=True)


def pixel(path, x, y):
    """The color of a pixel of a PNG file of 8 bits a channel that is not interlaced."""
    data = open(path, "rb").read()
    width, _, _, kind = struct.unpack(">IIBB", data[16:26])
    size = {2: 3, 6: 4}[kind]
    parts, at = [], 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            parts.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    raw = zlib.decompress(b"".join(parts))
    above = bytearray(width * size)
    for row in range(y + 1):
        start = row * (1 + width * size)
        line = bytearray(raw[start + 1 : start + 1 + width * size])
        for index in range(len(line)):
            left = line[index - size] if index >= size else 0
            corner = above[index - size] if index >= size else 0
            up = above[index]
            near = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            # Portable Network Graphics, 9.2: none, sub, up, average, Paeth.
            filtered = (0, left, up, (left + up) // 2, near)
            line[index] = (line[index] + filtered[raw[start]]) & 255
        above = line
    return tuple(above[x * size :][:3])


def system(browser, scheme):
    browser.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )


def check(browser, shown, title):
    ground, _, themes = browser.evaluate(STATE)
    red, green, blue = COLORS[shown]
    expect(ground == f"rgb({red}, {green}, {blue})", f"{title}: the ground is {ground}")
    expect(themes == [THEMES[shown]], f"{title}: the theme colors are {themes}")


server = Server(site)
browser = launch("chromium", "--window-size=400,700", "--lang=en")
picture = tempfile.NamedTemporaryFile(suffix=".png")
count = 0
try:
    for scheme in ("light", "dark"):
        for choice in ("system", "dark", "light"):
            shown = scheme if choice == "system" else choice
            title = f"{choice}, while the system is {scheme}"
            system(browser, scheme)
            browser.driver.execute_cdp_cmd("Network.enable", {})
            browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
            browser.open(server.address + "?online")
            browser.wait("document.body.dataset.ready === 'true'")
            browser.handle("do", "open settings")
            browser.evaluate("document.getElementById('appearance').focus()")
            # The first letter selects an option.
            browser.press({"system": "a", "light": "l", "dark": "d"}[choice])
            browser.wait(f"document.getElementById('appearance').value === '{choice}'")
            check(browser, shown, title + ", chosen")
            expect(
                browser.evaluate("document.activeElement.id") == "appearance",
                f"{title}: the focus is lost",
            )
            # Without the script of the page, only the frame is shown.
            browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/peach.js*"]})
            browser.open(server.address + "?online")
            check(browser, shown, title + ", opened")
            browser.picture(picture.name, 400, 700)
            color = pixel(picture.name, 3, 3)
            expect(color == COLORS[shown], f"{title}: the color of a pixel is {color}")
            expect(
                not browser.evaluate("document.body.dataset.ready ?? ''"), f"{title}: it has run"
            )
            count += 1
    # The system changes while the page is open.
    browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    browser.open(server.address + "?online")
    browser.wait("document.body.dataset.ready === 'true'")
    system(browser, "light")
    check(browser, "light", "light is fixed")
    browser.handle("do", "appearance", "system")
    browser.wait("localStorage.getItem('appearance') === 'system'")
    for scheme in ("dark", "light"):
        system(browser, scheme)
        check(browser, scheme, f"the system becomes {scheme}")
    print(f"{count} appearances checked, {len(failures)} failures")
finally:
    browser.close()
    server.close()
sys.exit(1 if failures else 0)
