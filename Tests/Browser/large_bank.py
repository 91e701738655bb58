"""A bank of 160 MB has the sounds and the pitches of the bank of 6 MB that it was made from by
adding silence: sizes in bytes, and multiples of them, do not overflow the 32 bits of WebAssembly's
`Int`. large_bank.py SITE"""

import os
import sys
import tempfile

from browsers import Server, launch

site = sys.argv[1]
ORIGINAL = "/usr/share/sounds/sf2/TimGM6mb.sf2"
SIZE = 160_000_000
# The preset with the most samples.
PRESET = "0:0"


def add_silence(data, size):
    """Lengthens the chunk `smpl` of a SoundFont to a size (SoundFont 2.04 §5.1, §6.1)."""
    data = bytearray(data)
    samples = data.index(b"smpl", data.index(b"sdta"))
    list_size = samples - 8
    count = int.from_bytes(data[samples + 4 : samples + 8], "little")
    added = (size - len(data)) & ~1
    for offset in (4, list_size, samples + 4):
        old = int.from_bytes(data[offset : offset + 4], "little")
        data[offset : offset + 4] = (old + added).to_bytes(4, "little")
    end = samples + 8 + count
    return data[:end] + bytes(added) + data[end:]


def add(browser, name):
    """Adds a bank and measures a preset. Returns what the engine reports about both, without the
    name of the bank."""
    browser.evaluate("lines.length = 0")
    browser.drop(f"banks/{name}", name)
    browser.wait("lines.some((line) => /^(stored|error)/.test(line))", 60)
    tag = f"sf2:{name}:{PRESET}"
    if browser.evaluate(f"lines.some((line) => line.startsWith('sound\\t{tag}\\t'))"):
        browser.handle("do", "tab instruments")
        browser.handle("do", f"measure {tag}")
        browser.wait("lines.some((line) => /^analysis\\t(finished|failed)/.test(line))", 120)
    kinds = "/^(sound|error|note|analysis\\t(preset|failed))\\t/"
    return [
        line.replace(name, "")
        for line in browser.evaluate(f"lines.filter((line) => {kinds}.test(line))")
    ]


with tempfile.TemporaryDirectory() as folder:
    with open(ORIGINAL, "rb") as file:
        original = file.read()
    for name, data in [("small.sf2", original), ("large.sf2", add_silence(original, SIZE))]:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    server = Server(site, banks=folder)
    browser = launch("chromium")
    try:
        browser.start(server.address + "?online")
        small, large = (add(browser, name) for name in ("small.sf2", "large.sf2"))
    finally:
        browser.close()
        server.close()

count = sum(line.startswith("sound\t") for line in small)
differences = set(small) ^ set(large)
print(f"A bank of {SIZE // 1_000_000} MB: {count} sounds, {len(differences)} differences.")
for line in sorted(differences)[:10]:
    print("  " + line[:80])
isMeasured = any(line.startswith("analysis\tpreset\t") for line in small)
sys.exit(0 if count > 100 and isMeasured and not differences else 1)
