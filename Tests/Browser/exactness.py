"""Notes and songs rendered in the page are those of the native program: exactness.py SITE WEB-RENDER BROWSER [CASES]"""
import base64
import json
import os
import random
import subprocess
import sys

import numpy as np

from browsers import Server, launch

site, program, name = sys.argv[1:4]
count = int(sys.argv[4]) if len(sys.argv) > 4 else 10
BANK = "/usr/share/sounds/sf2/TimGM6mb.sf2"
COMPRESSED = "/usr/share/sounds/sf3/FluidR3Mono_GM.sf3"

RENDER = """(async ([files, lines, seconds]) => {
  const context = new OfflineAudioContext(2, seconds * 48000, 48000);
  let done;
  const ready = new Promise((resolve) => { done = resolve; });
  const errors = [];
  const audio = await peach.Audio.open(peach.module, (data) => {
    if (!data.error) return;
    const text = new TextDecoder().decode(data.error);
    if (text.startsWith("end:")) done(); else errors.push(text);
  }, { portable: 1, context });
  for (const file of files) audio.add(new File([await (await fetch(file)).arrayBuffer()], file.split("/").pop()));
  // A file that is no bank is the last message: its error says that all others were handled.
  for (const line of lines) audio.send(line);
  audio.add(new File(["?"], "end"));
  await ready;
  const buffer = await context.startRendering();
  audio.worker.terminate();
  const all = new Float32Array(2 * buffer.length);
  all.set(buffer.getChannelData(0));
  all.set(buffer.getChannelData(1), buffer.length);
  const bytes = new Uint8Array(all.buffer);
  let text = "";
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return [btoa(text), errors];
})(%s)"""


def native(files, lines, seconds):
    output = subprocess.run([program, str(seconds), *files], input="\n".join(lines).encode(), capture_output=True, check=True)
    return np.frombuffer(output.stdout, np.float32)


def note(tag, hertz, level, seconds):
    return [f"select\t{tag}", f"reference\t1\t1\t{hertz}\t{level}\t{seconds}"]


def cases():
    """A sine, and random notes of random presets."""
    yield "sine", [], note("sine", 440.5, 0, 0.5), 1
    choice = random.Random(1)
    for index in range(count):
        program_number, key = choice.randrange(128), choice.uniform(40, 84)
        hertz = 440 * 2 ** ((key - 69) / 12)
        yield f"program {program_number}, {hertz:.2f} Hz", [BANK], note(
            f"sf2:TimGM6mb.sf2:0:{program_number}", hertz, choice.uniform(-12, 0), choice.uniform(0.1, 0.9)), 1
    yield "compressed cello", [COMPRESSED], note("sf2:FluidR3Mono_GM.sf3:0:42", 220.7, 0, 0.8), 1


server = Server(site, files="/usr/share/sounds")
browser = launch(name)
failed = 0
try:
    browser.open(server.address + "?online&portable")
    browser.wait("document.body.dataset.ready === 'true'")
    for title, files, lines, seconds in cases():
        expected = native(files, lines, seconds)
        addresses = [file.replace("/usr/share/sounds", "files") for file in files]
        data, errors = browser.evaluate(RENDER % json.dumps([addresses, lines, seconds]))
        found = np.frombuffer(base64.b64decode(data), np.float32)
        difference = float(np.abs(found - expected).max())
        peak = float(np.abs(expected).max())
        decibels = 20 * np.log10(difference) if difference else -np.inf
        # libvorbis rounds differently on other processors: 24 bits are −144 dB.
        isRight = peak > 0.001 and not errors and (difference == 0 or "compressed" in title and decibels < -130)
        failed += not isRight
        print(f"{name}: {title}: peak {peak:.4f}, difference {decibels:.1f} dBFS {'' if isRight else 'WRONG'} {errors or ''}", flush=True)
finally:
    browser.close()
    server.close()
sys.exit(1 if failed else 0)
