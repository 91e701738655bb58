"""Measures a rendering of the AWE32 filter test: whether its parameters match the equivalent
modulators.

    nrpn_filter_song.py SONG BANK RENDERING

SONG and BANK are filter_NRPN_test.mid and .sf2, RENDERING a 48 kHz floating-point WAV file. Prints
a JSON list of rows like specification_song.py. Exit code 3: a Python package is not installed."""

import json
import sys

try:
    import numpy

    import sound_facts as facts
    from song_notes import RATE, Rendering, read_notes
except ImportError:
    sys.exit(3)

STEPS = numpy.array([0, 13, 25, 38, 51, 64, 76, 89, 102, 114, 127])
# The cutoffs in the description of the test.
HERTZ = "100 157 237 371 581 910 1377 2156 3376 5108 8000"


def third_octaves(audio):
    """Returns the levels of the third-octave bands from 50 Hz up, every 100 ms under a Hann window
    of 200 ms."""
    edges = 1000 * 10 ** ((numpy.arange(-13, 14) - 0.5) / 10)
    bins = numpy.searchsorted(numpy.fft.rfftfreq(9600, 1 / RATE), edges)
    frames = []
    for begin in range(0, len(audio) - 9600 + 1, 4800):
        power = numpy.abs(numpy.fft.rfft(audio[begin : begin + 9600] * numpy.hanning(9600))) ** 2
        frames.append(10 * numpy.log10(numpy.add.reduceat(power, bins)[:-1] + 1e-20))
    return numpy.array(frames)


def apart(first, second):
    """Returns the largest difference of two spectra within 40 dB of a frame's peak band."""
    first, second = third_octaves(first), third_octaves(second)
    heard = first > first.max(axis=1, keepdims=True) - 40
    return float(numpy.abs(first - second)[heard].max())


def row(test, must, expected, measured, holds):
    return {
        "test": test,
        "must": must,
        "expected": expected,
        "measured": measured,
        "holds": bool(holds),
    }


def equal(test, must, pairs):
    worst = max(apart(first, second) for first, second in pairs)
    return row(test, must, "at most 0.5 dB in a third of an octave", f"{worst:.3f}", worst <= 0.5)


def cutoffs(test, must, noise, audio):
    """Fits the last 0.3 s of each step of 1.5 s, where the previous step has decayed."""
    expected = facts.absolute_cents(numpy.array([float(hertz) for hertz in HERTZ.split()]))
    found = []
    for step in range(len(STEPS)):
        heard = slice(round((1.5 * step + 1.0) * RATE), round((1.5 * step + 1.4) * RATE))
        cutoff, _ = facts.fitted_cutoff(noise[heard], audio[heard], slice(4800, None), 24)
        found.append(facts.absolute_cents(cutoff))
    off = numpy.array(found) - expected
    measured = " ".join(f"{facts.hertz(cents):.0f}" for cents in found)
    return row(test, must, f"{HERTZ} Hz (±10 cents)", measured, numpy.all(numpy.abs(off) <= 10))


def resonances(test, must, noise, notes):
    """Fits the height of the peak at the end of the sweep, 8000 Hz."""
    expected, found = 20 * STEPS / 128, []
    for audio in notes:
        heard = slice(round(2.27 * RATE), round(2.49 * RATE))
        top = 8000
        found.append(facts.fitted_peak(noise[heard], audio[heard], slice(4800, None), top)[0])
    measured = " ".join(f"{peak:.2f}" for peak in found)
    shown = " ".join(f"{peak:.2f}" for peak in expected)
    return row(
        test, must, f"{shown} dB (±0.5)", measured, numpy.all(numpy.abs(found - expected) <= 0.5)
    )


def main(song, bank, rendering):
    sound = Rendering(rendering)
    notes = [sound.mono(note) for note in read_notes(song)[0]]
    noise = facts.Bank(bank).looped("Wave_Noise_White", 17 * RATE)
    rows = [
        equal("1, 2", "sweeps by parameter 21 and by modulator are equal", [notes[0:2]]),
        cutoffs("3", "cutoffs by parameter 21", noise, notes[2]),
        cutoffs("4", "cutoffs by modulator", noise, notes[3]),
        equal("3, 4", "steps by parameter 21 and by modulator are equal", [notes[2:4]]),
        resonances("5", "resonances by parameter 22", noise, notes[4:15]),
        resonances("6", "resonances by modulator", noise, notes[15:26]),
        equal(
            "5, 6",
            "sweeps by parameter 22 and by modulator are equal",
            zip(notes[4:15], notes[15:26]),
        ),
    ]
    json.dump(rows, sys.stdout)


main(*sys.argv[1:])
