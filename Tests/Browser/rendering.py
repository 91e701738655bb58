"""A song that the page saves as WAV is the file of `peach render --kernels portable`, byte for
byte, and as FLAC it has the same samples; faster than real time, and it can be canceled. With pure
chords it is the file of `--adaptive --tone bank`, a song of pianos with stretched octaves that of
`--stretch`, and one with another instrument that of `--instrument`.
rendering.py SITE PEACH BROWSER SONG"""

import json
import os
import subprocess
import sys
import tempfile
import time
import wave

from browsers import Server, launch

site, peach, name, song = sys.argv[1:5]
BANK = "/usr/share/sounds/sf2/TimGM6mb.sf2"
LOAD = """(async (bank, song) => {
  const audio = await peach.audio;
  const add = (file) => audio.add(file.name, [[file.name, file]]);
  for (const path of [bank, song]) {
    add(new File([await (await fetch(path)).arrayBuffer()], path.split("/").pop()));
    if (path === bank) audio.send(new TextEncoder().encode("select\\tsf2:TimGM6mb.sf2:0:0"));
  }
})(%s, %s)"""
CHOOSE = """((id, value) => {
  const list = document.getElementById(id);
  list.value = value;
  list.dispatchEvent(new Event("change", { bubbles: true }));
})(%s, %s)"""
FOCUS = """document.getElementById("song-instrument-0")
  .dispatchEvent(new Event("focusin", { bubbles: true }))"""
# A song of a piano: every fifth key from A0 to C8, a quarter of a second each.
TRACK = b"".join(bytes([0, 0x90, key, 90, 0x30, 0x80, key, 0]) for key in range(21, 109, 5))
TRACK = b"\x00\xc0\x00" + TRACK + b"\x00\xff\x2f\x00"
PIANO = b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk" + len(TRACK).to_bytes(4, "big") + TRACK
# What is offered for download.
CATCH = """(() => {
  window.files = [];
  const create = URL.createObjectURL;
  URL.createObjectURL = (file) => { files.push(file); return create(file); };
})()"""
failed = 0


def check(isRight, text):
    global failed
    failed += not isRight
    print(f"{name}: {text} {'' if isRight else 'WRONG'}", flush=True)


def save(format):
    """Clicks, and returns the contents of the file and the seconds until it was there."""
    start = time.monotonic()
    browser.click(f"song-render-{format}")
    browser.wait("files.length", 120)
    seconds = time.monotonic() - start
    return browser.bytes("files.pop().arrayBuffer()"), seconds


def check_instruments(folder, song):
    """The list of a channel has the bank's instruments once it had the focus; the one that is
    chosen plays, and that of the song again."""
    path = os.path.join(folder, "cello.wav")
    command = [peach, "render", song, "--bank", BANK, "--kernels", "portable", "-o", path]
    subprocess.run([*command, "--instrument", "1=0:42"], check=True, capture_output=True)
    with open(path, "rb") as file, open(os.path.join(folder, "piano.wav"), "rb") as other:
        expected = {"sf2:TimGM6mb.sf2:0:42": file.read(), "": other.read()}
    length = "document.getElementById('song-instrument-0').length"
    check(browser.evaluate(length) == 1, "a list of one instrument, before it is used")
    for tag, contents in expected.items():
        # Focusing would not be enough: a window without the focus, as Firefox's, sends no event.
        browser.evaluate(FOCUS)
        count = browser.evaluate(length)
        check(count > 128, f"a list of {count} instruments")
        browser.evaluate(CHOOSE % ('"song-instrument-0"', json.dumps(tag)))
        shown = "document.getElementById('song-instrument-0').options[0].text"
        browser.wait(f"{shown}.includes('Cello') === {json.dumps(tag != '')}")
        text = browser.evaluate(shown)
        check(save("wav")[0] == contents, f"instrument {text}: the program's")


with tempfile.TemporaryDirectory() as folder:
    expected, pure = (os.path.join(folder, name) for name in ("native.wav", "pure.wav"))
    for path, options in ((expected, []), (pure, ["--adaptive", "--tone", "bank"])):
        command = [peach, "render", song, "--bank", BANK, "--kernels", "portable", *options]
        subprocess.run([*command, "-o", path], check=True, capture_output=True)
    with wave.open(expected) as file:
        duration, samples = (
            file.getnframes() / file.getframerate(),
            file.readframes(file.getnframes()),
        )
    piano = os.path.join(folder, "piano.mid")
    with open(piano, "wb") as file:
        file.write(PIANO)
    server = Server(site, banks=os.path.dirname(BANK), songs=os.path.dirname(song), own=folder)
    browser = launch(name)
    try:
        browser.open(server.address + "?online&portable")
        browser.wait("document.body.dataset.ready === 'true'")
        browser.evaluate(CATCH)
        browser.evaluate(
            LOAD % (json.dumps("banks/TimGM6mb.sf2"), json.dumps("songs/" + os.path.basename(song)))
        )
        browser.wait("!!document.getElementById('song-render-wav')", 60)
        browser.click("song-render-wav")
        browser.wait("document.querySelector('progress')?.value > 0")
        browser.click("song-cancel")
        browser.wait("!!document.getElementById('song-render-wav')")
        check(browser.evaluate("files.length") == 0, "a rendering that was canceled saves no file")
        contents, seconds = save("wav")
        with open(expected, "rb") as file:
            check(
                contents == file.read(),
                f"WAV of {len(contents)} bytes is the program's; {duration / seconds:.1f} times "
                "real time",
            )
        check(seconds < duration, "faster than real time")
        contents, seconds = save("flac")
        path = os.path.join(folder, "page.flac")
        with open(path, "wb") as file:
            file.write(contents)
        decoded = subprocess.run(
            [
                "flac",
                "--decode",
                "--totally-silent",
                "--stdout",
                "--force-raw-format",
                "--endian=little",
                "--sign=signed",
                path,
            ],
            capture_output=True,
        )
        check(
            decoded.returncode == 0 and decoded.stdout == samples,
            f"FLAC of {len(contents)} bytes, {100 * len(contents) / len(samples):.0f} %, has the "
            f"same samples; {duration / seconds:.1f} times real time",
        )
        if name == "chromium":
            saved = sorted(
                file for file in os.listdir(browser.folder) if file.endswith((".wav", ".flac"))
            )
            stem = os.path.splitext(os.path.basename(song))[0]
            check(saved == [stem + ".flac", stem + ".wav"], f"downloaded {saved}")
            with (
                open(os.path.join(browser.folder, stem + ".wav"), "rb") as file,
                open(expected, "rb") as other,
            ):
                check(file.read() == other.read(), "the downloaded file is the program's")
        browser.evaluate(CHOOSE % ('"chords"', '"five"'))
        contents, _ = save("wav")
        with open(pure, "rb") as file, open(expected, "rb") as other:
            isRight = contents == file.read() and contents != other.read()
            check(isRight, "with pure chords it is the program's, too")
        browser.evaluate(CHOOSE % ('"chords"', '"off"'))
        browser.evaluate(LOAD % (json.dumps("banks/TimGM6mb.sf2"), json.dumps("own/piano.mid")))
        browser.wait("document.getElementById('heading').innerText.includes('piano.mid')")
        files = [os.path.join(folder, name) for name in ("piano.wav", "stretched.wav")]
        for path, options in zip(files, ([], ["--stretch"])):
            command = [peach, "render", piano, "--bank", BANK, "--kernels", "portable", *options]
            subprocess.run([*command, "-o", path], check=True, capture_output=True)
        for path, octaves in zip(files, ("off", "mixed")):
            browser.evaluate(CHOOSE % ('"octaves"', json.dumps(octaves)))
            with open(path, "rb") as file:
                check(save("wav")[0] == file.read(), f"a piano, octaves {octaves}: the program's")
        browser.evaluate(CHOOSE % ('"octaves"', '"off"'))
        check_instruments(folder, piano)
    finally:
        browser.close()
        server.close()
sys.exit(1 if failed else 0)
