"""An ideal listener: hears the page's output, measures both notes of a trial, and clicks the
answer. listener.py SITE PEACH BROWSER SOUND TRIALS [--interval SEMITONES] [--swapped]. With an
interval the second note is measured against the pure one of the equal temperament. With --swapped
it clicks the wrong button, and so must be wrong."""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

from browsers import Server, launch

site, peach, name, sound, trials = sys.argv[1:6]
isSwapped = "--swapped" in sys.argv
semitones = int(sys.argv[sys.argv.index("--interval") + 1]) if "--interval" in sys.argv else 0
# The offset is shown in steps of 0.1 cents. The notes of an interval may be of two recordings, each
# straight within 0.1 cents.
tolerance = 0.26 if semitones and sound != "sine" else 0.06

RESULT = "#status .result:is(.right, .wrong)"
TAP = """(async () => {
  const output = await peach.audio;
  const context = output.context;
  await context.audioWorklet.addModule("tools/tap.js");
  const tap = new AudioWorkletNode(context, "tap", { numberOfOutputs: 1 });
  output.node.connect(tap);
  tap.connect(context.destination);
  window.heard = new Map();
  window.ended = null;
  tap.port.onmessage = ({ data: [frame, values] }) => heard.set(frame, values);
  const receive = output.receive;
  const listen = (data) => {
    if (data.reports) for (const line of new TextDecoder().decode(data.reports).split("\\n")) {
      const [frame, report] = line.split("\\t");
      if (report === "targetEnded") window.ended = Number(frame) + output.startFrame;
    }
    receive(data);
  };
  output.receive = listen;
  if (output.worker) output.worker.onmessage = ({ data }) => listen(data);
  return context.sampleRate;
})()"""
PIECE = """(() => {
  const [from, count] = [%d, %d];
  const values = new Float32Array(count);
  for (const [frame, block] of heard) {
    const offset = frame - from;
    const [start, end] = [Math.max(-offset, 0), Math.min(count - offset, 128)];
    for (let i = start; i < end; i++) values[offset + i] = block[i];
    if (frame < from - 48000 * 20) heard.delete(frame);
  }
  const bytes = new Uint8Array(values.buffer);
  let text = "";
  for (let i = 0; i < bytes.length; i += 32768) {
    text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  }
  return btoa(text);
})()"""


def period(values, rate, near=None):
    """The fundamental frequency by the first deep minimum of the normalized difference function (de
    Cheveigné and Kawahara 2002, equations 6 to 8), or by the deepest one within two semitones of
    `near`."""
    values = values[:8192]
    count, longest = 4096, 2048
    squares = np.concatenate([[0], np.cumsum(values**2)])
    products = np.fft.irfft(
        np.conj(np.fft.rfft(values[:count], 16384)) * np.fft.rfft(values, 16384)
    )[:longest]
    lags = np.arange(longest)
    differences = squares[count] + squares[lags + count] - squares[lags] - 2 * products
    normalized = np.ones(longest)
    normalized[1:] = differences[1:] * lags[1:] / np.maximum(np.cumsum(differences[1:]), 1e-12)
    if near:
        low, high = int(rate / near / 1.13), int(np.ceil(rate / near * 1.13))
        return rate / (low + np.argmin(normalized[low : high + 1]))
    minima = [
        lag
        for lag in range(20, longest - 1)
        if normalized[lag - 1] >= normalized[lag] < normalized[lag + 1]
    ]
    return rate / next(
        (lag for lag in minima if normalized[lag] < 0.1),
        min(minima, key=lambda lag: normalized[lag]),
    )


def pitch(values, rate, near=None):
    """The fundamental frequency of a note, by the slope of the phase of its strongest partial;
    within two semitones of `near`."""
    values = values[int(0.1 * rate) : int(0.9 * rate)].astype(float)
    spectrum = np.abs(np.fft.rfft(values * np.hanning(len(values)), 1 << 19))
    guess = np.argmax(spectrum) * rate / (1 << 19)
    # Partials of two notes may have any numbers: the strongest one of the first note may be weak in
    # the second.
    number = max(round(guess / period(values, rate, near)), 1)
    size, hop = int(0.2 * rate), int(0.01 * rate)
    starts = np.arange(0, len(values) - size, hop)
    window = np.hanning(size) * np.exp(-2j * np.pi * guess / rate * np.arange(size))
    phases = np.unwrap(
        [
            np.angle(np.dot(values[s : s + size], window) * np.exp(-2j * np.pi * guess / rate * s))
            for s in starts
        ]
    )
    return (guess + np.polyfit(starts / rate, phases, 1)[0] / (2 * np.pi)) / number


with tempfile.TemporaryDirectory() as folder:
    server = Server(site, tools=os.path.dirname(os.path.abspath(__file__)))
    browser = launch(name)
    right, offsets, errors = 0, [], []
    try:
        browser.open(server.address + "?online")
        browser.wait("document.body.dataset.ready === 'true'")
        browser.handle("do", "open home")
        # Long enough to be read by a slow machine.
        browser.handle("do", "set feedbackSeconds", "1.5")
        browser.handle("do", "set length", "endless")
        if semitones:
            browser.handle("do", "set tuning", "equal")
            browser.handle("do", f"interval {semitones}", "true")
            browser.handle("do", "interval 0", "false")
        if sound != "sine":
            browser.handle("do", "open sounds")
            browser.wait(
                f"document.getElementById('main').innerHTML.includes({json.dumps(sound)})", 60
            )
            browser.handle("do", "select " + sound)
            browser.handle("do", "open home")
            browser.wait("document.getElementById('open-comparison')")
        rate = browser.evaluate(TAP)
        browser.click("open-comparison")
        for _ in range(int(trials)):
            end = browser.wait("window.ended")
            time.sleep(0.1)
            second, first = (
                np.frombuffer(
                    base64.b64decode(browser.evaluate(PIECE % (end - n * rate, rate))), np.float32
                )
                for n in (1, 2)
            )
            reference = pitch(first, rate)
            pure = reference * 2 ** (semitones / 12)
            cents = 1200 * np.log2(pitch(second, rate, near=pure) / pure)
            browser.evaluate("window.ended = null")
            browser.click("answer-higher" if (cents > 0) != isSwapped else "answer-lower")
            said = browser.wait(f"document.querySelector('{RESULT}')?.innerText")
            right += "Right" in said
            told = float(re.search(r"([\d.]+)\scents (higher|lower|sharp|flat)", said)[1])
            offsets.append(round(float(cents), 2))
            errors.append(abs(abs(float(cents)) - told))
            if errors[-1] > tolerance:
                print(
                    f"heard {cents:.2f} at {reference:.2f} Hz, shown {said!r}; "
                    f"{int((first == 0).sum())} and {int((second == 0).sum())} silent frames",
                    flush=True,
                )
        browser.wait(f"!document.querySelector('{RESULT}')")
        print(
            f"{name}, {sound}, {semitones} semitones: {right} of {trials} right; offsets "
            f"{offsets}; largest difference to the shown one "
            f"{max(errors):.3f} cents (shown in steps of 0.1)",
            flush=True,
        )
        lines = browser.evaluate(
            "(async () => { const { trials } = await import('./storage.js'); return trials(); })()"
        )
        head = subprocess.run(
            [peach, "trials", "export", "-"],
            capture_output=True,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": folder + "/none"},
        ).stdout
        export = os.path.join(folder, "page.csv")
        with open(export, "w") as file:
            file.write((head.splitlines()[0] if head else "") + "\n" + lines)
        environment = {**os.environ, "HOME": folder, "XDG_DATA_HOME": folder + "/data"}
        subprocess.run(
            [peach, "trials", "import", export], env=environment, check=True, capture_output=True
        )
        back = os.path.join(folder, "back.csv")
        subprocess.run(
            [peach, "trials", "export", back], env=environment, check=True, capture_output=True
        )
        isEqual = open(export).read() == open(back).read()
        print(
            f"{name}: the command line's export of the import is "
            f"{'equal' if isEqual else 'different'}"
        )
    finally:
        browser.close()
        server.close()
sys.exit(
    0
    if (right == 0 if isSwapped else right == int(trials)) and isEqual and max(errors) < tolerance
    else 1
)
