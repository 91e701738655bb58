"""Measures how Peach and FluidSynth interpolate: signal-to-noise ratio and gain of sines that whole
programs play from a SoundFont at several ratios of sample frames per output frame. Writes
interpolation.md and interpolation.svg: interpolation.py PEACH FOLDER"""

import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

SAMPLE_RATE, RATE = 44_100, 48_000
HERTZ = [
    440,
    2000,
    4000,
    6000,
    8800,
    11_000,
    13_000,
    15_000,
    16_000,
    17_000,
    18_000,
    19_000,
    20_000,
]
# Semitones from the sample's own key, and so ratios of 0.46 to 1.84.
SEMITONES = [-12, -5, 0, 3, 7, 12]
SECONDS = 0.5
PROGRAMS = [
    ("Peach 4", "4"),
    ("Peach 8", "8"),
    ("Peach 16", "16"),
    ("Peach 32", "32"),
    ("Peach doubled", "doubled"),
    ("FluidSynth 4", 4),
    ("FluidSynth 7", 7),
]
COLORS = ["#999999", "#c2a000", "#3a6ea5", "#7d3ac1", "#b5482e", "#555555", "#3a7d44"]


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def bank():
    """Returns a SoundFont 2.04 with a 24-bit sine and a preset for each frequency."""
    count = int(SAMPLE_RATE * SECONDS * 2.2)
    high, low, headers, generators, bags, presets, instruments, preset_bags, preset_generators = (
        [] for _ in range(9)
    )
    start = 0
    for index, hertz in enumerate(HERTZ):
        sine = np.sin(2 * np.pi * hertz / SAMPLE_RATE * np.arange(count)) * 0.5
        values = np.round(sine * 2**23).astype(np.int64)
        padded = np.concatenate([values, np.zeros(46, np.int64)])
        high.append((padded >> 8).astype("<i2").tobytes())
        low.append((padded & 255).astype(np.uint8).tobytes())
        name = f"{hertz} Hz".encode().ljust(20, b"\0")
        headers.append(
            name
            + struct.pack(
                "<IIIIIBbHH", start, start + count, start, start + count, SAMPLE_RATE, 60, 0, 0, 1
            )
        )
        start += count + 46
        presets.append(name + struct.pack("<HHHIII", index, 0, index, 0, 0, 0))
        preset_bags.append(struct.pack("<HH", index, 0))
        preset_generators.append(struct.pack("<HH", 41, index))
        instruments.append(name + struct.pack("<H", index))
        bags.append(struct.pack("<HH", index, 0))
        generators.append(struct.pack("<HH", 53, index))
    last = len(HERTZ)
    end = b"end".ljust(20, b"\0")
    presets.append(end + struct.pack("<HHHIII", 0, 0, last, 0, 0, 0))
    instruments.append(end + struct.pack("<H", last))
    headers.append(b"EOS".ljust(20, b"\0") + bytes(26))
    for table in (preset_bags, bags):
        table.append(struct.pack("<HH", last, 0))
    for table in (preset_generators, generators):
        table.append(bytes(4))
    information = (
        chunk(b"ifil", struct.pack("<HH", 2, 4))
        + chunk(b"isng", b"EMU8000\0")
        + chunk(b"INAM", b"Sines\0")
    )
    tables = [
        (b"phdr", presets),
        (b"pbag", preset_bags),
        (b"pmod", [bytes(10)]),
        (b"pgen", preset_generators),
        (b"inst", instruments),
        (b"ibag", bags),
        (b"imod", [bytes(10)]),
        (b"igen", generators),
        (b"shdr", headers),
    ]
    lists = (
        chunk(b"LIST", b"INFO" + information)
        + chunk(b"LIST", b"sdta" + chunk(b"smpl", b"".join(high)) + chunk(b"sm24", b"".join(low)))
        + chunk(b"LIST", b"pdta" + b"".join(chunk(name, b"".join(rows)) for name, rows in tables))
    )
    return b"RIFF" + struct.pack("<I", len(lists) + 4) + b"sfbk" + lists


def variable_length(value):
    data = [value & 127]
    while value > 127:
        value >>= 7
        data.append(value & 127 | 128)
    return bytes(reversed(data))


def song():
    """Returns a MIDI file that plays each sine at each ratio, for half a second, one a second."""
    ticks = 500  # A quarter note has 500 ticks and half a second.
    track = b"".join(
        variable_length(0) + bytes([0xB0, controller, value])
        for controller, value in [(7, 127), (10, 64), (11, 127), (91, 0), (93, 0)]
    )
    for semitones in SEMITONES:
        for index in range(len(HERTZ)):
            key = 60 + semitones
            track += variable_length(0) + bytes([0xC0, index])
            track += variable_length(0) + bytes([0x90, key, 127])
            track += variable_length(ticks) + bytes([0x80, key, 0])
            track += variable_length(ticks) + bytes([0xB0, 123, 0])
    track += variable_length(0) + b"\xff\x2f\x00"
    header = chunk(b"MThd", struct.pack(">HHH", 0, 1, ticks))
    return (
        header[:4]
        + struct.pack(">I", 6)
        + header[8:]
        + b"MTrk"
        + struct.pack(">I", len(track))
        + track
    )


def read_wav(path):
    """Returns the left channel of a WAV file of floats."""
    data = open(path, "rb").read()
    position = 12
    while data[position : position + 4] != b"data":
        position += 8 + struct.unpack("<I", data[position + 4 : position + 8])[0]
    size = struct.unpack("<I", data[position + 4 : position + 8])[0]
    return np.frombuffer(data[position + 8 : position + 8 + size], "<f4")[::2].astype(float)


def fit(frames, hertz):
    """Returns amplitude and residual of the best sine near a frequency (least squares)."""
    times = (np.arange(len(frames)) - len(frames) / 2) / RATE
    for _ in range(4):
        angle = 2 * np.pi * hertz * times
        basis = np.stack(
            [np.cos(angle), np.sin(angle), times * np.cos(angle), times * np.sin(angle)], 1
        )
        a, b, c, d = np.linalg.lstsq(basis, frames, rcond=None)[0]
        # A frequency that is off by δ adds 2πδt (b cos − a sin).
        hertz += (b * c - a * d) / (a * a + b * b) / (2 * np.pi)
    basis = basis[:, :2]
    weights = np.linalg.lstsq(basis, frames, rcond=None)[0]
    return np.hypot(*weights), frames - basis @ weights


def measure(peach, setting, folder):
    """Returns signal-to-noise ratios and amplitudes, by semitones and frequency."""
    bank_path, song_path = os.path.join(folder, "sines.sf2"), os.path.join(folder, "sines.mid")
    audio = os.path.join(folder, "audio.wav")
    if isinstance(setting, str):
        words = [peach, "render", song_path, "--bank", bank_path, "--format", "float", "--force"]
        words += ["--no-effects", "--no-limiter", "--interpolation", setting, "-o", audio]
    else:
        commands = os.path.join(folder, "commands")
        with open(commands, "w") as file:
            file.write(f"interp {setting}\n")
        words = ["fluidsynth", "-ni", "-q", "-f", commands, "-R", "0", "-C", "0", "-r", str(RATE)]
        words += ["-O", "float", "-T", "wav", "-F", audio, bank_path, song_path]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    frames = read_wav(audio)
    ratios, amplitudes = {}, {}
    for row, semitones in enumerate(SEMITONES):
        for column, hertz in enumerate(HERTZ):
            sounding = hertz * 2 ** (semitones / 12)
            if sounding > 0.97 * RATE / 2:
                continue
            start = int((row * len(HERTZ) + column + 0.1) * 2 * SECONDS * RATE)
            amplitude, residual = fit(frames[start : start + RATE // 4], sounding)
            ratios[semitones, hertz] = 20 * np.log10(amplitude / np.sqrt(2 * np.mean(residual**2)))
            amplitudes[semitones, hertz] = amplitude
    return ratios, amplitudes


def plot(results):
    """Returns the plot: a panel for each ratio."""
    width, height, left, top = 330, 230, 44, 30
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{3 * width}" height="{2 * height + 30}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{3 * width}" height="{2 * height + 30}" fill="white"/>',
    ]
    for panel, semitones in enumerate(SEMITONES):
        x0, y0 = panel % 3 * width + left, panel // 3 * height + top
        ratio = SAMPLE_RATE / RATE * 2 ** (semitones / 12)

        def x(hertz, x0=x0):
            return x0 + hertz / 20_000 * (width - left - 24)

        def y(decibels, y0=y0):
            return y0 + (140 - min(max(decibels, 0), 140)) / 140 * (height - top - 26)

        out.append(f'<text x="{x0}" y="{y0 - 10}">SNR in dB at a ratio of {ratio:.2f}</text>')
        for decibels in range(0, 141, 20):
            out.append(
                f'<line x1="{x(0)}" x2="{x(20_000)}" y1="{y(decibels):.1f}" '
                f'y2="{y(decibels):.1f}" stroke="#ddd"/><text x="{x0 - 6}" '
                f'y="{y(decibels) + 4:.1f}" text-anchor="end">{decibels}</text>'
            )
        for hertz in range(0, 20_001, 5000):
            out.append(
                f'<text x="{x(hertz):.1f}" y="{y(0) + 14:.1f}" text-anchor="middle">'
                f"{hertz // 1000} kHz</text>"
            )
        for (_, (ratios, _)), color in zip(results, COLORS):
            points = " ".join(
                f"{x(hertz):.1f},{y(ratios[semitones, hertz]):.1f}"
                for hertz in HERTZ
                if (semitones, hertz) in ratios
            )
            out.append(
                f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>'
            )
    for index, ((name, _), color) in enumerate(zip(results, COLORS)):
        position = left + index * 130
        out.append(
            f'<rect x="{position}" y="{2 * height + 10}" width="14" height="4" fill="{color}"/>'
        )
        out.append(f'<text x="{position + 18}" y="{2 * height + 17}">{name}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


PAGE = """# Interpolation of Peach and FluidSynth

Sines of 24 bits at 44.1 kHz in a SoundFont, played by whole programs at 48 kHz into files of 32-bit
floats, without effects, by `Benchmarks/interpolation.py` (FluidSynth VERSION). A least-squares fit
separates each tone from all else: images, aliases and noise. The ratio is that of the sample's
frames to the output's; a ratio of 0.92 is the sample's own pitch. Cells are signal-to-noise ratios
in dB and, in parentheses, gains in dB relative to 440 Hz. Those of FluidSynth fall faster above an
output frequency of 15 kHz, probably because its low-pass filter stays on at the highest cutoff.

Doubled samples are the default of Peach, with six taps up to a ratio of 1.12 and a windowed sinc
above; 4 points are the default of FluidSynth
([decision 0116](../decisions/0116-double-the-rate-of-samples.md)).

![Signal-to-noise ratios by frequency, at six ratios](interpolation.svg)

"""


def page(results):
    """Returns the page with the table."""
    version = subprocess.run(["fluidsynth", "--version"], capture_output=True, text=True).stdout
    version = version.split("version ")[1].split()[0]
    lines = [
        "| Ratio | kHz | " + " | ".join(name for name, _ in results) + " |",
        "|---|---|" + "---|" * len(results),
    ]
    for semitones in SEMITONES:
        ratio = SAMPLE_RATE / RATE * 2 ** (semitones / 12)
        for hertz in HERTZ:
            if (semitones, hertz) not in results[0][1][0]:
                continue
            cells = []
            for _, (ratios, amplitudes) in results:
                gain = 20 * np.log10(amplitudes[semitones, hertz] / amplitudes[semitones, HERTZ[0]])
                text = f"{ratios[semitones, hertz]:.0f}"
                if abs(gain) >= 0.005:
                    text += f" ({gain:.2f})".replace("-", "\u2212")
                cells.append(text)
            lines.append(f"| {ratio:.2f} | {hertz / 1000:g} | " + " | ".join(cells) + " |")
    return PAGE.replace("VERSION", version) + "\n".join(lines) + "\n"


def main():
    peach, output = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for name, data in [("sines.sf2", bank()), ("sines.mid", song())]:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        results = [(name, measure(peach, setting, folder)) for name, setting in PROGRAMS]
    for name, text in [("interpolation.md", page(results)), ("interpolation.svg", plot(results))]:
        with open(os.path.join(output, name), "w") as file:
            file.write(text)


main()
