"""Measures the beats of held chords: C, c, C7 and C of four voices, 4 s each, without effects.

chord_beats.py PEACH BANK.sf2 [FLUIDSYNTH]

Prints a table of strings, winds, brass and reed organs of General MIDI, in equal temperament and
in just intonation, whose pitches FluidSynth gets by MIDI Tuning Standard and Peach computes. The
voices are rendered alone, and measured without Peach:

- the root mean square of the pitch errors of notes, by their partials, in cents
- beats: the 95th minus the 5th percentile of the level of coinciding partials, weighted by their
  amplitude, in decibels
- fluctuation: the root mean square of the levels of critical bands from 0.5 to 20 Hz, in decibels
"""

import json
import subprocess
import sys
import tempfile
from itertools import combinations
from pathlib import Path

import mido
import numpy as np
from scipy.io import wavfile

# The keys of channels 1 to 4, and the ratios of pitch classes above C; 16/9 as the fourth degree.
CHORDS = [(76, 72, 67, 48), (75, 72, 67, 48), (70, 67, 64, 60), (72, 67, 64, 48)]
RATIOS = {0: 1, 3: 6 / 5, 4: 5 / 4, 7: 3 / 2, 10: 16 / 9}
ENSEMBLES = {
    "strings": (40, 40, 41, 42),
    "winds": (73, 68, 71, 70),
    "brass": (56, 56, 57, 58),
    "reed organ": (20, 20, 20, 20),
}
SECONDS, GAP = 4.0, 0.3
# The partials of the lower and the upper note of consonances that coincide.
COINCIDENCES = {12: (2, 1), 24: (4, 1), 7: (3, 2), 19: (3, 1), 5: (4, 3), 4: (5, 4), 16: (5, 2)}
COINCIDENCES |= {28: (5, 1), 3: (6, 5), 15: (12, 5), 8: (8, 5), 9: (5, 3), 21: (10, 3), 31: (6, 1)}


def just_cents():
    """Returns the cents of each note from equal temperament; chords have a mean of 0."""
    rows = []
    for chord in CHORDS:
        row = [1200 * np.log2(RATIOS[key % 12]) - 100 * (key % 12) for key in chord]
        rows.append([cents - np.mean(row) for cents in row])
    return rows


def single_note_tuning(channel, key, cents):
    """A change for notes that begin, in the tuning program of the channel's number."""
    value = round((key + cents / 100) * 16384)
    data = [0x7E, 0x7F, 8, 7, 0, channel, 1, key, value >> 14, value >> 7 & 127, value & 127]
    return mido.Message("sysex", data=data)


def write_song(path, programs, cents=None, channels=range(4)):
    """Writes the chords in milliseconds, with tunings if `cents` are given."""
    track, wait = mido.MidiTrack(), 0
    for channel in channels:
        track.append(mido.Message("program_change", channel=channel, program=programs[channel]))
        for number, value in [(91, 0), (101, 0), (100, 3), (6, channel)]:
            message = {"channel": channel, "control": number, "value": value}
            track.append(mido.Message("control_change", **message))
    for index, chord in enumerate(CHORDS):
        for kind in ["note_on", "note_off"]:
            for channel in channels:
                if cents and kind == "note_on":
                    tuning = single_note_tuning(channel, chord[channel], cents[index][channel])
                    track.append(tuning.copy(time=wait))
                    wait = 0
                note = {"note": chord[channel], "velocity": 90, "channel": channel}
                track.append(mido.Message(kind, time=wait, **note))
                wait = 0
            wait = round(1000 * (SECONDS - GAP if kind == "note_on" else GAP))
    file = mido.MidiFile(ticks_per_beat=500)
    file.tracks.append(track)
    file.save(path)


def render(command, folder, programs, cents):
    """Renders each voice alone. Returns the rate and the signals."""
    signals = []
    for channel in range(4):
        song, audio = folder / f"{channel}.mid", folder / f"{channel}.wav"
        write_song(song, programs, cents, [channel])
        subprocess.run(command(str(song), str(audio)), check=True, capture_output=True)
        rate, frames = wavfile.read(audio)
        signals.append(frames.mean(axis=1))
    length = max(len(signal) for signal in signals)
    return rate, [np.pad(signal, (0, length - len(signal))) for signal in signals]


def peach_stems(peach, bank, folder, programs, options):
    """Renders the whole song in stems, and returns the cents that it plans for each note, too."""
    song = folder / "song.mid"
    write_song(song, programs)
    command = [peach, "render", str(song), "--bank", bank, "--stems", "-o", str(folder / "stems")]
    command += ["--format", "float", "--no-effects", *options]
    subprocess.run(command, check=True, capture_output=True)
    signals = []
    for channel in range(4):
        rate, frames = wavfile.read(folder / "stems" / f"{channel + 1:02}.wav")
        signals.append(frames.mean(axis=1))
    cents = [[0.0] * 4 for _ in CHORDS]
    if "--adaptive" in options:
        report = [peach, "tuning", str(song), "--adaptive", "--json"]
        planned = json.loads(subprocess.run(report, check=True, capture_output=True).stdout)
        for note in planned["notes"]:
            cents[round(note["start"] / SECONDS)][note["channel"] - 1] = note["cents"]
    return rate, signals, cents


def partials(signal, rate, expected):
    """Returns frequency and amplitude of the partials near multiples, by number."""
    size = 1 << int(np.ceil(np.log2(len(signal) * 2)))
    window = np.hanning(len(signal))
    spectrum = np.abs(np.fft.rfft(signal * window, size)) * 2 / window.sum()
    found = {}
    for number in range(1, 25):
        center = expected * number
        if center > min(rate * 0.45, 12_000):
            break
        width = max(center * (2 ** (30 / 1200) - 1), 3 * rate / len(signal))
        low, high = int((center - width) * size / rate), int((center + width) * size / rate) + 2
        peak = low + int(np.argmax(spectrum[low:high]))
        if low < peak < high - 1:
            a, b, c = np.log(spectrum[peak - 1 : peak + 2] + 1e-15)
            shift = 0.5 * (a - c) / (a - 2 * b + c)
            found[number] = ((peak + shift) * rate / size, float(spectrum[peak]))
    return found


def pitch_error(signal, rate, expected):
    """Returns the cents of a note from its frequency: the mean of the partials by information."""
    found = partials(signal, rate, expected)
    loudest = max(amplitude for _, amplitude in found.values())
    kept = [(n, f, a) for n, (f, a) in found.items() if a > 0.01 * loudest]
    cents = [1200 * np.log2(f / n / expected) for n, f, _ in kept]
    return np.average(cents, weights=[(n * a) ** 2 for n, _, a in kept])


def band(signal, rate, center, width):
    """Returns the complex envelope of a Gaussian band, and its rate."""
    spectrum, count = np.fft.rfft(signal), len(signal)
    first = max(int((center - 3 * width) * count / rate), 0)
    last = min(int((center + 3 * width) * count / rate) + 1, len(spectrum))
    frequencies = np.arange(first, last) * rate / count
    part = spectrum[first:last] * np.exp(-np.pi * ((frequencies - center) / width) ** 2)
    size = 1 << int(np.ceil(np.log2(max(len(part) * 2, 64))))
    return np.fft.ifft(np.pad(part, (0, size - len(part)))) * (
        2 * size / count
    ), size * rate / count


def beats(low, high, rate, low_hertz, high_hertz):
    """Returns ranges and amplitudes of the first two coincidences that both notes have."""
    ratio = COINCIDENCES.get(round(12 * np.log2(high_hertz / low_hertz)))
    if ratio is None:
        return []
    own, other = partials(low, rate, low_hertz), partials(high, rate, high_hertz)
    limit = 0.01 * max(a for _, a in [*own.values(), *other.values()])
    found = []
    for multiple in (1, 2):
        p, q = ratio[0] * multiple, ratio[1] * multiple
        amplitude = min(own.get(p, (0, 0))[1], other.get(q, (0, 0))[1])
        if amplitude < limit:
            continue
        values, own_rate = band(low + high, rate, (p * low_hertz + q * high_hertz) / 2, 24.0)
        skip = int(0.08 * own_rate) + 1
        level = 20 * np.log10(np.abs(values[skip:-skip]) + 1e-12)
        found.append((np.percentile(level, 95) - np.percentile(level, 5), amplitude))
    return found


def fluctuation(signal, rate):
    """Returns the modulation of critical bands, weighted by their power."""
    total, weights, center = 0.0, 0.0, 150.0
    while center < 6000:
        width = 24.7 * (4.37 * center / 1000 + 1)
        values, own_rate = band(signal, rate, center, width)
        length = max(int(own_rate * 0.025), 1)
        power = np.convolve(np.abs(values) ** 2, np.ones(length) / length, mode="valid")
        skip = int(0.05 * own_rate)
        power = power[skip : len(power) - skip]
        decibels = 10 * np.log10(power + 1e-14)
        # Without slow changes of the tones themselves.
        time = np.linspace(-1, 1, len(decibels))
        deviation = decibels - np.polyval(np.polyfit(time, decibels, 2), time)
        total += power.mean() * np.mean(deviation**2)
        weights += power.mean()
        center += width / 2
    return np.sqrt(total / weights)


def measure(rate, signals, cents):
    """Returns pitch error, beats and fluctuation of the chords."""
    errors, ranges, changes = [], [], []
    for index, chord in enumerate(CHORDS):
        start, end = SECONDS * index + 0.4, SECONDS * (index + 1) - GAP - 0.1
        voices = [signal[int(start * rate) : int(end * rate)].astype(float) for signal in signals]
        tuned = zip(chord, cents[index])
        hertz = [440 * 2 ** ((key - 69 + offset / 100) / 12) for key, offset in tuned]
        errors += [pitch_error(voice, rate, pitch) for voice, pitch in zip(voices, hertz)]
        for high, low in combinations(range(4), 2):
            ranges += beats(voices[low], voices[high], rate, hertz[low], hertz[high])
        changes.append(fluctuation(sum(voices), rate))
    values, weights = zip(*ranges)
    return (
        np.sqrt(np.mean(np.square(errors))),
        np.average(values, weights=weights),
        np.mean(changes),
    )


def main(peach, bank, fluidsynth="fluidsynth"):
    def fluid(song, audio):
        options = ["-ni", "-R", "0", "-C", "0", "-r", "48000", "-O", "float", "-T", "wav"]
        return [fluidsynth, *options, "-g", "0.5", "-F", audio, bank, song]

    rows = {"FluidSynth, equal": None, "FluidSynth, just": just_cents()}
    options = [
        ["--in-tune"],
        ["--in-tune", "--adaptive"],
        ["--straight", "--smooth"],
        ["--adaptive"],
    ]
    results = {name: [] for name in [*rows, *(" ".join(words) for words in options)]}
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        for programs in ENSEMBLES.values():
            for name, cents in rows.items():
                rate, signals = render(fluid, folder, programs, cents)
                equal = [[0.0] * 4 for _ in CHORDS]
                results[name].append(measure(rate, signals, cents or equal))
            for words in options:
                found = peach_stems(peach, bank, folder, programs, words)
                results[" ".join(words)].append(measure(*found))
    print("| | Pitch error, cents RMS | Beats, dB | Fluctuation, dB |\n|---|---|---|---|")
    for name, values in results.items():
        columns = [
            " / ".join(f"{value[column]:.{digits}f}" for value in values)
            for column, digits in [(0, 3), (1, 1), (2, 2)]
        ]
        print(f"| {name} | {' | '.join(columns)} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
