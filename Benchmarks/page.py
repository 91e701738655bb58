"""Measures the page in headless Chromium, prints the results as JSON, and fails if a limit is
exceeded: page.py SITE [SONG…]. Needs Debian's chromium-driver, brotli, fluidsynth,
fluid-soundfont-gm, fluidr3mono-gm-soundfont and timgm6mb-soundfont, and selenium
(Tests/Browser/python-packages.txt)."""

import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).parent.parent / "Tests" / "Browser"
sys.path.insert(0, str(TESTS))
from browsers import Server, launch  # noqa: E402
from measures import LISTEN, MEMORY, click_to_heard_seconds, shown_seconds  # noqa: E402

site, *songs = sys.argv[1:]
BANKS = "/usr/share/sounds"
BANK, COMPRESSED = "sf2/FluidR3_GM.sf2", "sf3/FluidR3Mono_GM.sf3"
RUNS = 5
LIMITS = {
    "codeBytes": 600_000,
    "shownSeconds": 0.5,
    "clickToHeardSeconds": 0.1,
    "laterClickToHeardSeconds": 0.1,
    "bankListedSeconds": 0.6,
    "compressedSongReadySeconds": 1,
    "share256Voices": 0.12,
    "share512Voices": 0.2,
    "memoryBytes": 80_000_000,
}
SONG_RATIO = 1.5

# Held notes of a sampled instrument, with the default of 16 taps, rendered offline in the audio
# worklet: the share of real time, and the peak.
LOAD = """(async (count) => {
  const seconds = 4, context = new OfflineAudioContext(2, seconds * 48000, 48000);
  let done;
  const ready = new Promise((resolve) => { done = resolve; });
  const audio = await peach.Audio.open(peach.module, ({ error }) => {
    if (error && new TextDecoder().decode(error).startsWith("end:")) done();
  }, { context, voices: 1024 });
  const add = (file) => audio.add(file.name, [[file.name, file]]);
  add(new File([await (await fetch("banks/sf2/TimGM6mb.sf2")).blob()], "TimGM6mb.sf2"));
  audio.send("select\\tsf2:TimGM6mb.sf2:0:73");
  // The same 32 pitches, so that the sum of all is a multiple of the sum of 32.
  for (let note = 0; note < count; note++) {
    const hertz = 220 * 2 ** (note % 32 / 12);
    audio.send(`reference\\t1\\t${note}\\t${hertz}\\t-60\\t${seconds}`);
  }
  add(new File(["?"], "end"));
  await ready;
  const start = performance.now();
  const buffer = await context.startRendering();
  const share = (performance.now() - start) / 1000 / seconds;
  audio.worker.terminate();
  const second = buffer.getChannelData(0).subarray(48000, 96000);
  return [share, second.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)];
})"""
# Renders a song with the engine in the thread of the page: the seconds of audio, and what they take
# from its bytes on.
SONG = """(async ([bank, song]) => {
  const { Engine, makeMemory } = await import("./wasm.js");
  const bytes = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());
  const engine = new Engine(peach.module, makeMemory(), { rate: 48000, voices: 256, portable: 0 });
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const add = (name, contents) => {
    engine.program.addFile(encoder.encode(name), contents);
    engine.add(encoder.encode(name), false);
  };
  add("bank.sf2", await bytes(bank));
  engine.reports();
  const contents = await bytes(song);
  const start = performance.now();
  add("song.mid", contents);
  const reports = "\\n" + decoder.decode(engine.reports());
  const seconds = Number(/\\tsong\\tloaded\\tsong\\.mid\\t([^\\t]*)/.exec(reports)[1]);
  engine.handle(encoder.encode("song\\tplay"));
  const { exports } = engine.program;
  const { context, buffers } = engine;
  for (let frame = 0; frame < seconds * 48000; frame += 128) {
    exports.audio_render(context, buffers, buffers + 512, 128);
  }
  return [seconds, (performance.now() - start) / 1000];
})(%s)"""
# The time at which the page shows a preset of the bank.
SHOWN = """new Promise((resolve) => {
  window.bankShown = null;
  new MutationObserver((_, observer) => {
    if (!document.getElementById("select-sf2-FluidR3-GM-sf2-0-42")) return;
    window.bankShown = performance.now();
    observer.disconnect();
  }).observe(document.getElementById("main"), { childList: true, subtree: true });
  resolve();
})"""
SILENT_SONG = b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0\4\0\xff\x2f\0"


def compressed(name):
    return len(
        subprocess.run(
            ["brotli", "-c", "-q", "11", f"{site}/{name}"], capture_output=True, check=True
        ).stdout
    )


def code_bytes():
    """A browser loads one of the modules, and the scripts, the style and the document."""
    scripts = [
        path.name
        for path in pathlib.Path(site).iterdir()
        if path.suffix in (".js", ".html", ".css")
    ]
    return {
        "codeBytes": max(map(compressed, ["peach.wasm", "peach-relaxed.wasm"])),
        "scriptBytes": sum(map(compressed, scripts)),
    }


def fluid_synth(song, folder):
    """The CPU time of FluidSynth at 7 points, its highest order, with reverb and chorus."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [
            "fluidsynth",
            "-ni",
            "-q",
            "-r",
            "48000",
            "-O",
            "s16",
            "-f",
            f"{folder}/seven",
            "-F",
            f"{folder}/out.wav",
            f"{BANKS}/{BANK}",
            song,
        ],
        check=True,
        capture_output=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def song_ready(browser, song):
    """The time from dropping a song until it can be played with the compressed bank."""
    browser.evaluate("(lines.length = 0, times.clear())")
    start = browser.evaluate("performance.now()")
    browser.drop("songs/" + os.path.basename(song), os.path.basename(song))
    browser.wait("lines.some((line) => line.startsWith('song\\tloaded'))", 60)
    return (
        browser.evaluate("[...times].find(([line]) => line.startsWith('song\\tloaded'))[1]") - start
    ) / 1000


def bank_listed(browser):
    """The times from dropping a bank of 148 MB until the worker lists its presets, and until the
    page shows them."""
    browser.evaluate(
        f"(async () => {{ (window.dropped ??= new Map()).set('banks/{BANK}', await (await "
        f"fetch('banks/{BANK}')).blob()); }})()"
    )
    browser.handle("do", "tab instruments")
    browser.evaluate(SHOWN)
    browser.evaluate("(lines.length = 0, times.clear())")
    start = browser.evaluate("performance.now()")
    browser.drop("banks/" + BANK, "FluidR3_GM.sf2")
    browser.wait("lines.includes('stored')", 60)
    listed = browser.evaluate(
        "[...times].find(([line]) => line.startsWith('bank\\tFluidR3_GM'))[1]"
    )
    shown = browser.wait("window.bankShown", 60)
    browser.evaluate("(lines.length = 0)")
    browser.handle("do", "remove FluidR3_GM.sf2")
    browser.wait("lines.includes('stored')", 60)
    return (listed - start) / 1000, (shown - start) / 1000


def measure(folder):
    results = code_bytes() | {"loadAverage": os.getloadavg()[0]}
    shown, first, later, ready, memory = [], [], [], {}, {}
    server = Server(
        site, tools=TESTS, banks=BANKS, songs=os.path.dirname(songs[0]) if songs else folder
    )
    try:
        for _ in range(RUNS):
            browser = launch("chromium")
            browser.open(server.address + "?online")
            browser.wait("document.body.dataset.ready === 'true'")
            shown.append(shown_seconds(browser))
            browser.evaluate(LISTEN)
            for _ in range(RUNS):
                results_of = later if len(first) == len(shown) else first
                results_of.append(click_to_heard_seconds(browser))
            if len(shown) == RUNS:
                memory = browser.evaluate(MEMORY)
            browser.close()
        browser = launch("chromium")
        browser.start(server.address + "?online")
        banks = [bank_listed(browser) for _ in range(RUNS)]
        browser.drop("banks/" + COMPRESSED, "FluidR3Mono_GM.sf3")
        browser.wait(
            "lines.some((line) => line.startsWith('sound\\tsf2:FluidR3Mono_GM.sf3:0:42\\t'))", 60
        )
        browser.handle("do", "select sf2:FluidR3Mono_GM.sf3:0:42")
        ready = {
            os.path.basename(song): statistics.median(song_ready(browser, song) for _ in range(3))
            for song in songs
        }
        browser.close()
        # A new profile, without stored banks.
        browser = launch("chromium")
        browser.open(server.address + "?online")
        browser.wait("document.body.dataset.ready === 'true'")
        peaks = {32: browser.evaluate(LOAD + "(32)")[1]}
        for voices in (256, 512):
            runs = [browser.evaluate(f"{LOAD}({voices})") for _ in range(3)]
            results[f"share{voices}Voices"] = statistics.median(share for share, _ in runs)
            peaks[voices] = runs[0][1]
            if abs(peaks[voices] / peaks[32] / (voices / 32) - 1) > 0.01:
                raise RuntimeError(f"Not all of {voices} notes sound: {peaks}")
        seconds = {}
        silent = min(fluid_synth(f"{folder}/silent.mid", folder) for _ in range(3))
        for song in songs:
            runs = []
            for _ in range(3):
                browser.open(server.address + "?online")
                browser.wait("document.body.dataset.ready === 'true'")
                length, own = browser.evaluate(
                    SONG % json.dumps(["banks/" + BANK, "songs/" + os.path.basename(song)])
                )
                runs.append((own, fluid_synth(song, folder) - silent))
            seconds[os.path.basename(song)] = {
                "seconds": length,
                "page": statistics.median(own for own, _ in runs),
                "fluidSynth": statistics.median(other for _, other in runs),
                "ratio": statistics.median(other / own for own, other in runs),
            }
        browser.close()
    finally:
        server.close()
    results |= {
        "shownSeconds": statistics.median(shown),
        "clickToHeardSeconds": statistics.median(first),
        "laterClickToHeardSeconds": statistics.median(later),
        "bankListedSeconds": statistics.median(listed for listed, _ in banks),
        "bankShownSeconds": statistics.median(shown for _, shown in banks),
        "memoryBytes": memory["total"],
        "engineMemoryBytes": memory["engine"],
        "songs": seconds,
    }
    if ready:
        results |= {"compressedSongReadySeconds": max(ready.values()), "compressedSongs": ready}
    return results


with tempfile.TemporaryDirectory() as folder:
    for name, contents in [
        ("seven", b"interp 7\n"),
        ("silent.mid", SILENT_SONG),
    ]:
        (pathlib.Path(folder) / name).write_bytes(contents)
    found = measure(folder)
exceeded = [
    f"{name}: {found[name]} > {limit}"
    for name, limit in LIMITS.items()
    if name in found and found[name] > limit
]
exceeded += [
    f"{song}: {run['ratio']:.2f} < {SONG_RATIO}"
    for song, run in found["songs"].items()
    if run["ratio"] < SONG_RATIO
]
print(
    json.dumps(
        {"results": found, "limits": LIMITS, "songRatio": SONG_RATIO, "exceeded": exceeded},
        indent=2,
    )
)
sys.exit(1 if exceeded else 0)
