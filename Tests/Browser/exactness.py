"""Notes and songs in the page are those of the native program, bit for bit: offline, and in real
time, each event from the frame at which the page's engine received it, if there is a song. With
--alone, without shared memory: the engine is in the worklet. exactness.py [--alone] SITE WEB-RENDER
BROWSER [CASES] [SONG…]"""

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import wave

import numpy as np

from browsers import Server, launch
from random_songs import random_song

arguments = [argument for argument in sys.argv[1:] if argument != "--alone"]
isAlone = len(arguments) < len(sys.argv) - 1
site, program, name = arguments[:3]
count = int(arguments[3]) if len(arguments) > 3 else 10
songs = arguments[4:]
# WebKitGTK has shared memory behind a flag. Without the flag, the page must find out by itself.
os.environ["JSC_useSharedArrayBuffer"] = "0" if isAlone else "1"
SOUNDS, TOOLS = "/usr/share/sounds", os.path.dirname(os.path.abspath(__file__))
BANK = f"{SOUNDS}/sf2/TimGM6mb.sf2"
COMPRESSED = f"{SOUNDS}/sf3/FluidR3Mono_GM.sf3"

COMMON = """
  const open = async (context, files, lines, listen = () => {}) => {
    let done;
    const ready = new Promise((resolve) => { done = resolve; });
    const errors = [];
    // Banks of former cases would be read again.
    const root = await navigator.storage?.getDirectory?.();
    await root?.removeEntry("banks", { recursive: true }).catch(() => {});
    const audio = await peach.Audio.open(peach.module, (data) => {
      const decoder = new TextDecoder();
      const lines = data.reports ? decoder.decode(data.reports).split("\\n") : [];
      for (const line of lines) listen(line.split("\\t"));
      if (!data.error) return;
      const text = new TextDecoder().decode(data.error);
      if (text.startsWith("end:")) done(); else errors.push(text);
    }, { portable: 1, context, isAlone: location.search.includes("alone") });
    const fileName = (address) => address.split("/").pop();
    const read = async (address) =>
      new File([await (await fetch(address)).arrayBuffer()], fileName(address));
    const readInner = async (folder, address) =>
      [`${folder}/${fileName(address)}`, await read(address)];
    const add = (file) => audio.add(file.name, [[file.name, file]]);
    for (const file of files) {
      if (typeof file === "string") add(await read(file));
      else {
        const [folder, addresses] = file;
        audio.add(folder, await Promise.all(addresses.map((one) => readInner(folder, one))));
      }
    }
    // The worklet gets files later than lines.
    await audio.adding;
    // A file that is no bank is the last message: its error says that all others were handled.
    const send = (line) => audio.send(new TextEncoder().encode(line));
    for (const line of lines) send(line);
    add(new File(["?"], "end"));
    await ready;
    return [audio, errors];
  };
  const finish = async (left, right) => {
    const all = new Float32Array(left.length + right.length);
    all.set(left);
    all.set(right, left.length);
    window.rendered = new Uint8Array(all.buffer);
    if (!crypto.subtle) return null;
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", window.rendered));
    return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };"""
OFFLINE = """(async ([files, lines, seconds]) => {%s
  const context = new OfflineAudioContext(2, seconds * 48000, 48000);
  const [audio, errors] = await open(context, files, lines);
  const buffer = await context.startRendering();
  audio.worker?.terminate();
  return [await finish(buffer.getChannelData(0), buffer.getChannelData(1)), errors];
})"""
# The context is suspended until the engine has the first messages, which it so handles in its first
# block. Each later one is sent between two requests for the frame of the block that the engine is
# about to render.
LIVE = """(async ([files, lines, later, seconds]) => {%s
  const context = new AudioContext({ sampleRate: 48000 });
  context.suspend();
  const frames = {};
  const [audio, errors] = await open(context, files, lines, ([frame, report, , cue]) => {
    if (report === "waited") frames[cue] = Number(frame);
  });
  await context.audioWorklet.addModule("tools/tap.js");
  const tap = new AudioWorkletNode(context, "tap", { outputChannelCount: [2] });
  const [left, right] = [new Float32Array(seconds * 48000), new Float32Array(seconds * 48000)];
  const blocks = [];
  tap.port.onmessage = ({ data }) => blocks.push(data);
  audio.node.connect(tap);
  tap.connect(context.destination);
  context.resume();
  const start = performance.now();
  await Promise.all(later.map(async ([time, line], index) => {
    await new Promise((resolve) => setTimeout(resolve, time * 1000));
    const wait = (cue) => audio.send(new TextEncoder().encode(`wait\\t1\\t${cue}\\t0`));
    wait(2 * index);
    audio.send(new TextEncoder().encode(line));
    wait(2 * index + 1);
  }));
  const end = () => audio.startFrame + (seconds + 0.1) * 48000;
  const isComplete = () => blocks.length && blocks[blocks.length - 1][0] > end();
  while (!isComplete() && performance.now() - start < 60000) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await context.close();
  audio.worker?.terminate();
  let found = 0;
  for (const [frame, ...channels] of blocks) {
    const offset = frame - audio.startFrame;
    if (offset < 0 || offset + 128 > left.length) continue;
    found += 128;
    left.set(channels[0], offset);
    right.set(channels[1], offset);
  }
  if (found !== left.length) errors.push(`${left.length - found} frames are missing`);
  return [await finish(left, right), errors, frames];
})"""


def native(files, lines, seconds):
    output = subprocess.run(
        [program, str(seconds), *files],
        input="\n".join(lines).encode(),
        capture_output=True,
        check=True,
    )
    return np.frombuffer(output.stdout, np.float32)


def note(tag, hertz, level, seconds):
    return [f"select\t{tag}", f"reference\t1\t1\t{hertz}\t{level}\t{seconds}"]


def write_audio(path, hertz):
    """Writes half a second of a stereo tone with ten partials; as FLAC, if the name says so."""
    turns = 2 * np.pi * hertz * np.arange(22050) / 44100
    left = sum(np.sin(number * turns) / number for number in range(1, 11))
    frames = np.stack([left, np.roll(left, 100)], axis=1) * 9000
    sound = path.replace(".flac", ".wav")
    with wave.open(sound, "wb") as file:
        file.setparams((2, 2, 44100, 0, "NONE", ""))
        file.writeframes(frames.astype("<i2").tobytes())
    if sound != path:
        subprocess.run(["flac", "--silent", "--delete-input-file", "-o", path, sound], check=True)


def audio_files():
    """Audio files alone, in a folder of their own, and as samples of an SFZ instrument."""
    kinds = ["wav"] + ["flac"] * (shutil.which("flac") is not None)
    for kind in kinds:
        write_audio(f"{folder}/tone.{kind}", 261.6)
        yield (
            f"tone.{kind}",
            [f"{folder}/tone.{kind}"],
            note(f"sf2:tone.{kind}:0:0", 300.5, -3, 0.4),
            1,
        )
        for name, text in (
            ("tones", None),
            (
                "instrument",
                f"<region> sample=low.{kind} key=48\n<region> sample=high.{kind} key=60\n",
            ),
        ):
            name = f"{name}-{kind}"
            os.mkdir(f"{folder}/{name}")
            write_audio(f"{folder}/{name}/low.{kind}", 130.8)
            write_audio(f"{folder}/{name}/high.{kind}", 261.6)
            if text:
                with open(f"{folder}/{name}/two.sfz", "w") as file:
                    file.write(text)
            yield (
                name,
                [f"{folder}/{name}"],
                note(f"sf2:{name}{'/two.sfz' if text else ''}:0:0", 264.5, -3, 0.4),
                1,
            )


def cases():
    """A sine, random notes of random presets, random songs, audio files, and the songs that were
    given."""
    yield "sine", [], note("sine", 440.5, 0, 0.5), 1
    choice = random.Random(1)
    for _ in range(count):
        program_number, key = choice.randrange(128), choice.uniform(40, 84)
        hertz = 440 * 2 ** ((key - 69) / 12)
        yield (
            f"program {program_number}, {hertz:.2f} Hz",
            [BANK],
            note(
                f"sf2:TimGM6mb.sf2:0:{program_number}",
                hertz,
                choice.uniform(-12, 0),
                choice.uniform(0.1, 0.9),
            ),
            1,
        )
    yield "compressed cello", [COMPRESSED], note("sf2:FluidR3Mono_GM.sf3:0:42", 220.7, 0, 0.8), 1
    for index in range(count):
        path = f"{folder}/random-{index}.mid"
        with open(path, "wb") as file:
            file.write(random_song(index, seconds=3))
        yield f"random song {index}", [BANK, path], ["song\tplay"], 4
    yield "pure chords, song", [BANK, f"{folder}/random-0.mid"], ["chords\tfive", "song\tplay"], 4
    keys = [f"midi\t144\t{key}\t100" for key in (60, 64, 67, 70)]
    organ = "select\tsf2:TimGM6mb.sf2:0:19"
    yield "pure chords, keyboard", [BANK], [organ, "chords\tseven", *keys], 2
    yield from audio_files()
    for song in songs:
        yield os.path.basename(song), [BANK, song], ["song\tplay"], 30
    for song in songs[:1]:
        yield f"compressed bank, {os.path.basename(song)}", [COMPRESSED, song], ["song\tplay"], 10


def address(path):
    """Returns the address of a file, or the name of a folder and the addresses of its files."""
    if os.path.isdir(path):
        return [
            os.path.basename(path),
            [address(f"{path}/{name}") for name in sorted(os.listdir(path))],
        ]
    for prefix, folder_path in (
        ("files", SOUNDS),
        ("random", folder),
        *((f"song{i}", os.path.dirname(s)) for i, s in enumerate(songs)),
    ):
        if path.startswith(folder_path + "/"):
            return prefix + path[len(folder_path) :]
    raise ValueError(path)


def difference(hash_found, expected):
    """The difference in dBFS; minus infinity if all bits are equal."""
    if hash_found == hashlib.sha256(expected.tobytes()).hexdigest():
        return -np.inf
    found = np.frombuffer(browser.bytes("rendered.buffer"), np.float32)
    largest = float(np.abs(found - expected).max())
    return 20 * np.log10(largest) if largest else -np.inf


def check(title, expected, decibels, errors):
    peak = float(np.abs(expected).max())
    # The native program decodes Vorbis by libsndfile, which rounds otherwise; 24 bits: −144 dB.
    isRight = (
        peak > 0.001
        and not errors
        and (decibels == -np.inf or "compressed" in title and decibels < -130)
    )
    print(
        f"{name}{' without shared memory' * isAlone}: {title}: peak {peak:.4f}, difference "
        f"{decibels:.1f} dBFS {'' if isRight else 'WRONG'} {errors or ''}",
        flush=True,
    )
    return isRight


def live(song):
    """Plays a song in real time, with notes, MPE keys with bends and transport changes at random
    times."""
    choice, seconds = random.Random(2), 10
    lines = [f"select\tsf2:TimGM6mb.sf2:0:{choice.randrange(128)}"]
    lines += [
        f"midi\t176\t{number}\t{value}" for number, value in ((101, 0), (100, 6), (6, 15))
    ] + ["song\tplay"]
    later = []
    for _ in range(10):
        later.append(
            (
                choice.uniform(0.2, 8.5),
                f"reference\t1\t1\t{choice.uniform(100, 1000)}\t0\t{choice.uniform(0.2, 1)}",
            )
        )
        channel, key, time = (
            choice.randrange(1, 16),
            choice.randrange(40, 90),
            choice.uniform(0.2, 8.5),
        )
        later += [
            (time, f"midi\t{0x90 | channel}\t{key}\t{choice.randrange(30, 128)}"),
            (time + 0.9, f"midi\t{0x80 | channel}\t{key}\t0"),
            (
                time + choice.uniform(0.1, 0.8),
                f"midi\t{0xE0 | channel}\t{choice.randrange(128)}\t{choice.randrange(56, 72)}",
            ),
        ]
    for time, line in (
        (2.5, "seek\t12.25"),
        (4, "tempo\t1.3"),
        (5.5, "mute\t6"),
        (7, "pause"),
        (7.3, "play"),
    ):
        later.append((time, "song\t" + line))
    later.sort()
    files = [BANK, song]
    hash_found, errors, frames = browser.evaluate(
        (LIVE % COMMON)
        + f"({json.dumps([[address(file) for file in files], lines, later, seconds])})"
    )
    bounds = [
        range(frames[str(2 * index)], frames[str(2 * index + 1)] + 1, 128)
        for index in range(len(later))
    ]
    starts = [bound[0] for bound in bounds]
    found = np.frombuffer(browser.bytes("rendered.buffer"), np.float32)

    def rendered():
        return native(
            files, lines + [f"@{start}\t{line}" for start, (_, line) in zip(starts, later)], seconds
        )

    def agreement(index, start):
        """The first frame that differs if an event starts at a frame."""
        starts[index] = start
        different = np.nonzero(found != rendered())[0] % (seconds * 48000)
        return different.min() if len(different) else seconds * 48000

    # If a block began between the two requests, the event is of one of the blocks.
    uncertain = [index for index, bound in enumerate(bounds) if len(bound) > 1]
    for index in uncertain:
        starts[index] = max(bounds[index], key=lambda start: agreement(index, start))
    print(
        f"{name}: live: {len(later)} events at frames {min(starts)} to {max(starts)}, "
        f"{len(uncertain)} between blocks",
        flush=True,
    )
    expected = rendered()
    return check(
        f"live, {os.path.basename(song)}", expected, difference(hash_found, expected), errors
    )


folder = tempfile.mkdtemp()
server = Server(
    site,
    files=SOUNDS,
    random=folder,
    tools=TOOLS,
    **{f"song{i}": os.path.dirname(s) for i, s in enumerate(songs)},
)
browser = launch(name)
failed = 0
try:
    for index, (title, files, lines, seconds) in enumerate(cases()):
        if index % 10 == 0:
            # WebKit frees the memory of former cases only at its end.
            if index > 0:
                browser.close()
                browser = launch(name)
            browser.open(
                server.address + "?online&portable" + "&alone" * (isAlone and name != "webkit")
            )
            browser.wait("document.body.dataset.ready === 'true'")
            if browser.evaluate("peach.audio.then(({ worker }) => !worker)") != isAlone:
                raise RuntimeError("The engine is not in the thread that is to be tested.")
        hash_found, errors = browser.evaluate(
            (OFFLINE % COMMON)
            + f"({json.dumps([[address(file) for file in files], lines, seconds])})"
        )
        expected = native(files, lines, seconds)
        failed += not check(title, expected, difference(hash_found, expected), errors)
    if songs:
        # A gesture lets the audio run.
        browser.click("tab-songs")
        failed += not live(songs[0])
    if name == "firefox" and browser.evaluate("latencyRequests") != 0:
        print("The page requests the latency of the output, which can block Firefox.")
        failed += 1
finally:
    browser.close()
    server.close()
sys.exit(1 if failed else 0)
