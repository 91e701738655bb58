"""A song and notes play while banks are loaded, decoded and measured, and the page's thread is
busy: no quantum is dropped, except while the machine itself stands still, which a thread of higher
priority records (stalls.py); both are reported. dropouts.py SITE SECONDS [--stall]. With --stall
the audio thread waits once a second, which must be found."""

import json
import os
import struct
import sys
import tempfile
import time

from browsers import Server, judge, launch
from stalls import Stalls

site, seconds = sys.argv[1], int(sys.argv[2])
isStalled = "--stall" in sys.argv
# Shorter pauses between quanta never empty the output's buffer, in milliseconds: it asks for 20 ms
# at a time.
SHORTEST = 25
# Wraps the processor of the page: counts quanta, those that do not follow the previous one, those
# that took longer than their duration, and silent ones; and from when to when it paused. Each pause
# is posted only once: serializing all of them four times a second took up to 7 ms of the audio
# thread and collected garbage.
COUNTER = """const clock = globalThis.performance ?? Date;
const register = globalThis.registerProcessor;
globalThis.registerProcessor = (name, Processor) => register(name, class extends Processor {
  counts = {
    quanta: 0, gaps: 0, late: 0, longest: 0, silent: 0, pauses: [],
    clock: globalThis.performance ? "performance" : "Date",
  };
  process(inputs, outputs) {
    const { counts } = this, start = clock.now();
    counts.gaps += counts.quanta > 0 && currentFrame !== this.next ? 1 : 0;
    this.next = currentFrame + 128;
    counts.quanta++;
    const result = super.process(inputs, outputs);
    if (%s && counts.quanta %% 375 === 0) while (clock.now() < start + 100);
    const taken = clock.now() - start, wall = Date.now();
    if (wall - (this.wall ?? wall) > %d) counts.pauses.push([this.wall, wall]);
    this.wall = wall;
    // Date has milliseconds only: a difference of 4 is more than 3.
    counts.late += taken > (clock === Date ? 3 : 128000 / sampleRate) ? 1 : 0;
    counts.longest = Math.max(counts.longest, taken);
    counts.silent += outputs[0][0][0] === 0 && outputs[0][0][64] === 0 ? 1 : 0;
    if (counts.quanta %% 94 === 0) {
      this.port.postMessage({ counts });
      counts.pauses = [];
    }
    return result;
  }
});
""" % ("true" if isStalled else "false", SHORTEST)
# Adds the counter to the context before the page adds its processor.
INSTALL = """if (globalThis.AudioWorklet) {
  const { addModule } = AudioWorklet.prototype;
  AudioWorklet.prototype.addModule = async function (...values) {
    await addModule.call(this, "files/counter.js");
    return addModule.apply(this, values);
  };
}"""
LISTEN = """peach.audio.then(({ node }) => {
  node.port.addEventListener("message", ({ data: { counts } }) => {
    if (!counts) return;
    const pauses = (window.counts?.pauses ?? []).concat(counts.pauses);
    window.counts = { ...counts, pauses };
  });
})"""
STATE = """peach.audio.then(({ context }) => ({
  ...window.counts,
  frames: context.currentTime * context.sampleRate,
  now: performance.now() / 1000,
  rate: context.sampleRate,
  buffer: 1000 * (context.outputLatency - context.baseLatency),
  underruns: context.playbackStats?.underrunEvents ?? null,
  underrunSeconds: context.playbackStats?.underrunDuration ?? null,
}))"""
# The thread of the page is busy for 150 of 250 ms.
BUSY = (
    "void setInterval(() => { const end = performance.now() + 150; while (performance.now() < "
    "end); }, 250)"
)


def song(length):
    """A MIDI file with a note every eighth of a second on each of six channels (Standard MIDI Files
    1.0, format 0)."""
    data = bytearray()
    for channel, program in enumerate([0, 40, 42, 56, 73, 48]):
        data += bytes([0, 0xC0 | channel, program])
    for step in range(length * 8):
        for channel in range(6):
            data += bytes([0, 0x90 | channel, 48 + (step * 5 + channel * 7) % 36, 90])
        for channel in range(6):
            data += bytes(
                [12 if channel == 0 else 0, 0x80 | channel, 48 + (step * 5 + channel * 7) % 36, 0]
            )
    data += bytes([0, 0xFF, 0x2F, 0])
    return (
        b"MThd" + struct.pack(">IHHH", 6, 0, 1, 48) + b"MTrk" + struct.pack(">I", len(data)) + data
    )


def load(browser):
    """Loads, decodes and measures banks, and plays notes."""
    for bank, programs in [("sf2/FluidR3_GM.sf2", [42, 73]), ("sf3/FluidR3Mono_GM.sf3", [40, 68])]:
        title = bank.split("/")[1]
        browser.evaluate("lines.length = 0")
        browser.drop("banks/" + bank, title)
        for program in programs:
            tag = f"sf2:{title}:0:{program}"
            browser.wait(f"lines.some((line) => line.startsWith('sound\\t{tag}\\t'))", 60)
            if program == programs[0]:
                browser.handle("do", "prove " + title)
            browser.handle("do", "select " + tag)
            for key in (60, 64, 67):
                browser.handle("midi", "144", str(key), "80")
            # The next preset of the bank is measured.
            count = (
                "lines.filter((line) => "
                f"line.startsWith('analysis\\tpreset\\tsf2:{title}:')).length"
            )
            browser.wait(f"{count} > {browser.evaluate(count)}", 120)
            for key in (60, 64, 67):
                browser.handle("midi", "128", str(key), "0")
        # Ends the measurement.
        browser.handle("do", "remove " + title)


with tempfile.TemporaryDirectory() as folder:
    for name, contents in [("counter.js", COUNTER.encode()), ("song.mid", song(40))]:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(contents)
    server = Server(site, files=folder, banks="/usr/share/sounds")
    browser = launch("chromium")
    loads = 0
    try:
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": INSTALL})
        browser.start(server.address + "?online")
        browser.evaluate(LISTEN)
        browser.drop("banks/sf2/TimGM6mb.sf2", "TimGM6mb.sf2")
        browser.wait("lines.some((line) => line.startsWith('sound\\tsf2:TimGM6mb.sf2:0:0\\t'))", 60)
        browser.handle("do", "select sf2:TimGM6mb.sf2:0:0")
        browser.drop("files/song.mid", "song.mid")
        browser.wait("lines.some((line) => line.startsWith('song\\tloaded'))", 60)
        browser.handle("do", "song loop", "1-20")
        browser.handle("do", "song play")
        time.sleep(2)
        before = browser.evaluate(STATE)
        stalls = Stalls()
        browser.evaluate(BUSY)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            load(browser)
            loads += 1
        after = browser.evaluate(STATE)
        stalls = stalls.close()
    finally:
        browser.close()
        server.close()
found = {
    key: after[key] - before[key] for key in ("quanta", "gaps", "late", "silent", "frames", "now")
}
found["longest"] = round(after["longest"], 3)
# Frames that the output needed and did not get.
found["missing"] = round((found["now"] - found["frames"] / after["rate"]) * 1000, 1)
# The output asks for baseLatency at a time and then holds outputLatency: a pause that exceeds the
# difference may empty it. It is the machine's if the machine stood still for the excess.
buffer = before["buffer"]
delays = [
    (start, end) for start, end in after["pauses"][len(before["pauses"]) :] if end - start > buffer
]
own = [
    (start, end)
    for start, end in delays
    if max((min(end, stall[1]) - max(start, stall[0]) for stall in stalls), default=0)
    < end - start - buffer
]
found.update(
    buffer=round(buffer, 1),
    delays=len(delays),
    ownDelays=len(own),
    stalls=len(stalls),
    stalled=round(sum(end - start for start, end in stalls), 1),
)
if after["underruns"] is not None:
    found["underruns"] = after["underruns"] - before["underruns"]
# A pause alone may be a late request of the output: the browser counts the times when a request was
# not met.
isMet = found["underruns"] <= len(delays) - len(own) if "underruns" in found else not own
isWhole = (
    found["gaps"] == 0
    and found["silent"] == 0
    and isMet
    and abs(found["missing"]) < 30 + sum(end - start for start, end in delays)
)
isLoaded = found["quanta"] > 300 * min(seconds, found["now"]) and loads > 0
verdict = (
    "quanta were dropped"
    if not isWhole
    else "no quantum was dropped, except where the machine stood still"
    if found.get("underruns", len(delays)) > 0
    else "no quantum was dropped"
)
print(
    f"{json.dumps(found)}; times by {after['clock']}; {2 * loads} banks were loaded, and presets "
    f"of each measured: {verdict}"
)
sys.exit(0 if isLoaded and (not isWhole if isStalled else judge(isWhole)) else 1)
