"""A bank is checked, corrected and straightened in the page as by the program, byte for byte; a
folder is added, kept and removed; so are audio files that only the browser decodes: tuning.py SITE
PEACH BROWSER [BANK]"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

from browsers import Server, launch

site, peach, name = sys.argv[1:4]
GENERAL = "/usr/share/sounds/sf2/TimGM6mb.sf2"
HASH = """Promise.all(saved.map(async ([name, blob]) => {
  const hash = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  const digits = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0"));
  return [name, blob.size, digits.join("")];
}))"""
HOOK = """(() => {
  window.saved = [];
  const { createObjectURL } = URL;
  let blob;
  URL.createObjectURL = (object) => createObjectURL.call(URL, blob = object);
  HTMLAnchorElement.prototype.click = function () { saved.push([this.download, blob]); };
})()"""


def write_folder(folder):
    os.makedirs(folder + "/samples/deep")
    values = (12000 * np.sin(2 * np.pi * 440 * np.arange(44100) / 44100)).astype("<i2").tobytes()
    head = (
        b"RIFF"
        + (36 + len(values)).to_bytes(4, "little")
        + b"WAVEfmt "
        + (16).to_bytes(4, "little")
        + (1).to_bytes(2, "little") * 2
    )
    head += (
        (44100).to_bytes(4, "little")
        + (88200).to_bytes(4, "little")
        + (2).to_bytes(2, "little")
        + (16).to_bytes(2, "little")
    )
    with open(folder + "/samples/deep/a4.wav", "wb") as file:
        file.write(head + b"data" + len(values).to_bytes(4, "little") + values)
    with open(folder + "/Sine.sfz", "w") as file:
        file.write("<region> sample=samples\\deep\\A4.wav pitch_keycenter=69")


def add_compressed(folder):
    """Adds an A 5 cents too high as MP3 and as Opus, and a file that is no MP3. Returns what is
    wrong with them."""
    failures = []
    for kind in ("mp3", "opus"):
        pitch = str(440 * 2 ** (5 / 1200))
        subprocess.run(
            [peach, "play", pitch, "Hz", "--sound", "sine", "-o", f"{folder}/A4.{kind}"],
            env=environment,
            check=True,
            capture_output=True,
        )
        browser.handle("do", "tab instruments")
        browser.wait("!!document.getElementById('files')")
        browser.choose("files", f"{folder}/A4.{kind}")
        browser.wait(f"!!document.getElementById('prove-A4-{kind}')")
        browser.click(f"prove-A4-{kind}")
        browser.wait(f"/A4.{kind}[^]*As recorded/.test(document.getElementById('main').innerText)")
        text = re.search(
            r"As recorded\s+([\d.]+)\scents\s+In tune\s+([\d.]+)\scents", browser.text("main")
        )
        print(f"A note 5 cents too high, in {kind}, is {' '.join(text[0].split())}.")
        failures += (
            []
            if abs(float(text[1]) - 5) <= 0.1 and float(text[2]) <= 0.1
            else [f"{kind}: {text[0]}"]
        )
    with open(folder + "/damaged.mp3", "wb") as file:
        file.write(b"ID3\x03" + bytes(range(256)) * 20)
    browser.handle("do", "tab instruments")
    browser.wait("!!document.getElementById('files')")
    browser.choose("files", folder + "/damaged.mp3")
    browser.wait("document.getElementById('warnings').textContent.includes('damaged.mp3')")
    print(browser.text("warnings"))
    return failures


def start():
    browser.open(server.address + "?online")
    browser.wait("document.body.dataset.ready === 'true'")
    browser.handle("do", "open home")
    browser.handle("do", "tab instruments")


failures = []
LIMIT = 3600 if len(sys.argv) > 4 else 300  # seconds
with tempfile.TemporaryDirectory() as folder:
    bank = sys.argv[4] if len(sys.argv) > 4 else folder + "/bank.sf2"
    environment = {**os.environ, "HOME": folder, "XDG_CACHE_HOME": folder + "/cache"}
    if len(sys.argv) < 5:
        keep = [
            word
            for preset in ("0:40", "0:42", "0:48", "0:46", "0:73")
            for word in ("--keep", preset)
        ]
        subprocess.run(
            [peach, "prune", GENERAL, *keep, "-o", bank],
            env=environment,
            check=True,
            capture_output=True,
        )
    expected = {}
    for kind, options in (("tuned", []), ("straight", ["--straight"])):
        output = f"{folder}/{kind}.sf2"
        begin = time.monotonic()
        subprocess.run(
            [peach, "tune", bank, *options, "-o", output],
            env=environment,
            check=True,
            capture_output=True,
        )
        print(f"peach tune {' '.join(options)}: {time.monotonic() - begin:.1f} s", flush=True)
        expected[kind] = hashlib.sha256(open(output, "rb").read()).hexdigest()
    stem, key = (
        os.path.basename(bank)[:-4],
        "prove-"
        + "".join(
            c if c.isascii() and c.isalnum() else "_" if c == "-" else "-"
            for c in os.path.basename(bank)
        ),
    )
    server = Server(site)
    browser = launch(name)
    try:
        start()
        browser.evaluate(HOOK)
        browser.choose("files", bank)
        browser.wait(f"!!document.getElementById({key!r})", 60)
        begin = time.monotonic()
        browser.click(key)
        browser.wait("!!document.getElementById('write-tuned')", LIMIT)
        print(
            f"{name}: measured in {time.monotonic() - begin:.1f} s; "
            f"{browser.text('main')[-900:]!r}",
            flush=True,
        )
        browser.click("write-tuned")
        browser.wait("saved.length === 1", 60)
        begin = time.monotonic()
        browser.click("straighten")
        browser.wait("!!document.getElementById('write-straight')", LIMIT)
        print(f"{name}: straightened in {time.monotonic() - begin:.1f} s", flush=True)
        if len(sys.argv) < 5 and name == "chromium":
            browser.picture(
                os.path.join(os.environ.get("PICTURES", folder), "tuning.png"), 768, 1400
            )
        browser.click("write-straight")
        browser.wait("saved.length === 2", 120)
        for (title, size, found), kind in zip(browser.evaluate(HASH), expected):
            isEqual = found == expected[kind] and title == f"{stem} {kind}.sf2"
            print(
                f"{name}: {title}, {size} bytes: "
                f"{'the bytes of peach tune' if isEqual else 'WRONG'}",
                flush=True,
            )
            failures += [] if isEqual else [title]
        if name == "chromium":
            write_folder(folder + "/Sine folder")
            start()
            browser.choose("folder", folder + "/Sine folder")
            listed = "document.getElementById('main').innerText.includes('Sine folder')"
            browser.wait(listed)
            browser.wait("!!document.getElementById('select-sf2-Sine-folder-Sine-sfz-0-0')")
            browser.wait("/[1-9][\\d.]*\\sMB of/.test(document.getElementById('main').innerText)")
            start()
            browser.wait(listed)
            browser.click("preview-sf2-Sine-folder-Sine-sfz-0-0")
            browser.click("remove-Sine-folder")
            browser.wait("!" + listed)
            start()
            browser.wait("!!document.getElementById('prove-Peach-sf3')")
            time.sleep(1)
            failures += ["The folder was not removed."] if browser.evaluate(listed) else []
            badges = browser.text("main")
            failures += [] if "straight, within" in badges else ["No badge was kept."]
            print("A folder was added, kept, played and removed; the badges of the bank were kept.")
            failures += add_compressed(folder)
    finally:
        browser.close()
        server.close()
print(*failures, sep="\n")
sys.exit(1 if failures else 0)
