#!/usr/bin/env python3
"""Plays instruments before and after `peach convert`, and compares the output.

    compare_conversions.py PEACH [--json] FILE…

PEACH is the program. Every preset of every FILE is converted to SFZ and to SF2; a SoundFont to SFZ
and from there to SF2. A song plays three keys of the preset (low, middle, high) at velocities 50
and 110, moves controllers 1 and 11 while the louder note sounds, and releases it. Both outputs
contain reverb and chorus. Reported are:

- `correlation` of the two outputs, both channels together: 1 for equal signals up to gain;
- `decibels`, the difference of their RMS levels, without an attenuation that `convert` reports;
- `noteDecibels`, the largest difference of a single note within 40 dB of the maximum.

A conversion differs with a correlation under 0.98 or a level off by more than 1 dB. `lost` is the
report of `convert`. `--json` prints all conversions as JSON, otherwise those that differ are
printed as text. Exit code 1: a conversion differs although no loss of a region is reported; 3:
NumPy or SciPy is not installed."""

import concurrent.futures
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

try:
    import numpy
    from scipy.io import wavfile
except ImportError:
    sys.exit(3)

RATE, NOTE = 48000, 1.0
TICKS = 1000  # per second
CORRELATION, DECIBELS, FLOOR = 0.98, 1.0, 1e-6


def run(peach, *words):
    return subprocess.run([peach, *words], capture_output=True, text=True, timeout=300)


def value(zone, number, default):
    return next((g["range"] for g in zone["generators"] if g["number"] == number), default)


def key_ranges(report, preset):
    """Returns the key ranges of a preset's regions; of a SoundFont, intersected with its
    instruments'."""
    instruments = {}
    for instrument in report["instruments"]:
        instruments.setdefault(instrument["name"], instrument)
    for zone in preset["zones"]:
        low, high = value(zone, 43, [0, 127])
        if not report["instruments"]:
            yield low, high
            continue
        instrument = instruments.get(zone.get("plays"))
        for part in instrument["zones"] if instrument else []:
            if part.get("plays") is not None:
                first, last = value(part, 43, [0, 127])
                if max(low, first) <= min(high, last):
                    yield max(low, first), min(high, last)


def keys(report, preset):
    centers = sorted({(low + high) // 2 for low, high in key_ranges(report, preset)})
    if not centers:
        return []
    if len(centers) == 1:
        low, high = next(key_ranges(report, preset))
        return [max(low, centers[0] - 12), centers[0], min(high, centers[0] + 12)]
    return [centers[0], centers[len(centers) // 2], centers[-1]]


def song(bank, program, chosen):
    """Returns a Standard MIDI File: a note every second."""
    channel = 9 if bank == 128 else 0
    events = [(0, bytes([0xB0 | channel, 0, 0 if bank == 128 else bank & 127]))]
    events.append((0, bytes([0xC0 | channel, program])))
    start = 0.1
    for key in chosen:
        for velocity in (50, 110):
            events.append((start, bytes([0x90 | channel, key, velocity])))
            if velocity == 110:
                for time, controller, position in [
                    (0.2, 1, 127),
                    (0.35, 11, 64),
                    (0.95, 1, 0),
                    (0.95, 11, 127),
                ]:
                    events.append((start + time, bytes([0xB0 | channel, controller, position])))
            events.append((start + 0.6, bytes([0x80 | channel, key, 64])))
            start += NOTE
    events.append((start, b"\xff\x2f\x00"))
    track, before = b"", 0
    for time, message in sorted(events, key=lambda event: event[0]):
        delta, before = round(time * TICKS) - before, round(time * TICKS)
        length = bytes([delta & 127])
        while delta > 127:
            delta >>= 7
            length = bytes([delta & 127 | 128]) + length
        track += length + message
    header = struct.pack(">4sIHHh", b"MThd", 6, 0, 1, TICKS // 2)  # 120 beats per minute
    return header + struct.pack(">4sI", b"MTrk", len(track)) + track


def sound(peach, folder, name, bank):
    output = f"{folder}/{name}.wav"
    words = ["render", f"{folder}/song.mid", "--bank", bank, "--format", "float", "--no-limiter"]
    result = run(peach, *words, "--gain", "-20", "--voices", "4096", "-j", "1", "-o", output)
    if result.returncode != 0:
        return None
    frames = wavfile.read(output)[1].astype(float)
    os.remove(output)
    return frames


def level(frames):
    return numpy.sqrt(numpy.mean(frames**2))


def decibels(one, other):
    return 20 * numpy.log10(max(other, FLOOR) / max(one, FLOOR))


def compared(one, other, attenuation):
    count = max(len(one), len(other))
    one, other = (numpy.vstack([x, numpy.zeros((count - len(x), 2))]) for x in (one, other))
    other = other * 10 ** (attenuation / 20)
    notes = [
        slice(int((0.1 + i * NOTE) * RATE), int((0.1 + (i + 1) * NOTE) * RATE)) for i in range(6)
    ]
    levels = [(level(one[note]), level(other[note])) for note in notes]
    maximum = max(max(pair) for pair in levels)
    apart = [abs(decibels(*pair)) for pair in levels if max(pair) > maximum / 100]
    power = numpy.sqrt(numpy.sum(one**2) * numpy.sum(other**2))
    silent = level(one) < FLOOR and level(other) < FLOOR
    result = {
        "correlation": 1.0 if silent else float(numpy.sum(one * other) / max(power, 1e-30)),
        "decibels": 0.0 if silent else float(decibels(level(one), level(other))),
        "noteDecibels": 0.0 if silent else float(max(apart)),
        "silent": bool(silent),
    }
    result["differs"] = result["correlation"] < CORRELATION or abs(result["decibels"]) > DECIBELS
    return result


def convert(peach, source, target, *words):
    """Converts a file. Returns its losses, or `None` with the reason."""
    result = run(peach, "convert", source, target, "--json", *words)
    if result.returncode != 0:
        return None, result.stderr.strip()[-300:]
    return json.loads(result.stdout)["lost"], ""


def attenuation(losses):
    texts = [re.search(r"attenuated by ([0-9.]+) dB", loss["became"]) for loss in losses]
    return sum(float(text[1]) for text in texts if text)


def compare(peach, path, report, preset, whole):
    """Yields the results of one preset; `whole` is the folder with the bank as a.sf2, or `None`."""
    name = f"{preset['bank']}:{preset['program']} {preset['name']}"
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/song.mid", "wb") as file:
            chosen = keys(report, preset)
            file.write(song(preset["bank"], preset["program"], chosen))
        original = sound(peach, folder, "original", path) if chosen else None
        if original is None:
            return
        selected = ["--preset", f"{preset['bank']}:{preset['program']}"]
        lost, reason = convert(peach, path, f"{folder}/a.sfz", *selected)
        text_lost = lost or []
        yield finish(peach, folder, f"{folder}/a.sfz", "sfz", path, name, original, lost, reason)
        if whole is not None:
            yield finish(
                peach, folder, f"{whole[0]}/a.sf2", "sf2", path, name, original, *whole[1:]
            )
        elif lost is not None:
            lost, reason = convert(peach, f"{folder}/a.sfz", f"{folder}/a.sf2")
            if lost is not None:
                lost = text_lost + lost
            yield finish(
                peach, folder, f"{folder}/a.sf2", "sfz-sf2", path, name, original, lost, reason
            )


def finish(peach, folder, bank, kind, path, name, original, lost, reason):
    result = {"file": path, "preset": name, "to": kind, "lost": lost, "refused": reason}
    if lost is None:
        silent = bool(level(original) < FLOOR)
        return result | {"differs": not silent, "silent": silent}
    played = sound(peach, folder, kind, bank)
    if played is None:
        return result | {"differs": True, "refused": "not playable", "silent": False}
    return result | compared(original, played, attenuation(lost))


def compare_file(peach, path):
    inspected = run(peach, "inspect", path, "--json")
    if inspected.returncode != 0:
        return
    report = json.loads(inspected.stdout)
    seen = set()
    with tempfile.TemporaryDirectory() as folder:
        whole = None
        if not report["instruments"]:
            whole = (folder, *convert(peach, path, f"{folder}/a.sf2"))
        presets = []
        for preset in report["presets"]:
            number = (preset["bank"], preset["program"])
            if number not in seen:
                presets.append(preset)
            seen.add(number)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [
                pool.submit(lambda p: list(compare(peach, path, report, p, whole)), p)
                for p in presets
            ]
            for job in jobs:
                yield from job.result()


def is_unexplained(result):
    """Returns whether a conversion differs without a loss of a region; those of the bank are texts
    and levels."""
    return result["differs"] and not any(loss["regions"] > 0 for loss in result["lost"] or [])


def describe(result):
    what = f"{result['file']} [{result['preset']}] to {result['to']}: "
    if "correlation" not in result:
        return what + result["refused"]
    what += f"correlation {result['correlation']:.4f}, {result['decibels']:+.2f} dB"
    what += f", note {result['noteDecibels']:.2f} dB"
    return "\n  lost: ".join(
        [what] + [f"{loss['what']}: {loss['became']}" for loss in result["lost"]]
    )


def main(peach, *words):
    as_json = "--json" in words
    results = [r for path in words if path != "--json" for r in compare_file(peach, path)]
    if as_json:
        json.dump(results, sys.stdout, indent=1)
    else:
        for result in results:
            if result["differs"]:
                print(describe(result))
        for kind in sorted({result["to"] for result in results}):
            all_of = [r for r in results if r["to"] == kind and not r["silent"]]
            print(f"{kind}: {sum(r['differs'] for r in all_of)} of {len(all_of)} differ")
    sys.exit(1 if any(is_unexplained(r) for r in results) else 0)


main(*sys.argv[1:])
