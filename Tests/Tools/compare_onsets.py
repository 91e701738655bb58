"""Measures the onsets of a stem's notes in two renderings.

    compare_onsets.py LAYOUT OURS OUR_REFERENCE THEIRS

LAYOUT is the output of isolate_notes.py; the others are WAV files of STEM and REFERENCE at 48 kHz.

A note is measured only after silence: for 50 ms, until 5 ms before the note's time in the song,
both renderings stay 60 dB below its peak. The reference note on a known frame provides a pattern:
its first 50 ms from the first frame above -60 dB of its peak. The onset is the lag of the best
correlation with the stem, within ±12.5 ms; the other rendering is correlated with the first one
likewise. Prints one JSON object; deviations are in seconds, positive if late. Exit code 3: NumPy or
SciPy is not installed."""

import json
import sys

try:
    import numpy
    from scipy.io import wavfile
except ImportError:
    sys.exit(3)

RATE, WINDOW, REACH, PAD = 48000, 2400, 600, 96000


def read(path):
    rate, frames = wavfile.read(path)
    assert rate == RATE and frames.dtype == numpy.float32
    return numpy.pad(frames.astype(numpy.float64).T, ((0, 0), (PAD, PAD)))


def onset(audio, begin, level):
    """Returns the first frame from `begin` that is above `level`."""
    above = numpy.flatnonzero(numpy.abs(audio[begin : begin + RATE // 4]) > level)
    return begin + int(above[0]) if len(above) else None


def best_lag(pattern, audio, expected):
    """Returns the lag of the pattern relative to `expected`, in fractional frames."""
    part = audio[expected - REACH : expected + REACH + len(pattern)]
    products = numpy.correlate(part, pattern)
    energies = numpy.convolve(part**2, numpy.ones(len(pattern)), "valid")
    norms = numpy.sqrt(numpy.maximum(energies, 1e-30) * numpy.dot(pattern, pattern))
    match = products / norms
    at = int(numpy.argmax(match))
    lag = at - REACH
    if 0 < at < len(match) - 1:
        before, here, after = match[at - 1 : at + 2]
        lag += 0.5 * (before - after) / min(before - 2 * here + after, -1e-30)
    return lag, match[at]


def measure(note, files):
    """Returns the deviations from the song and from the other rendering, with their
    correlations."""
    expected = PAD + round(note["seconds"] * RATE)
    alone = PAD + note["referenceFrame"]
    # The louder channel; the sum of both could cancel.
    levels = numpy.abs(files[1][:, alone : alone + RATE // 4]).max(axis=1)
    ours, reference, theirs = (file[int(numpy.argmax(levels))] for file in files)
    peak, their_peak = levels.max(), numpy.abs(theirs[expected : expected + RATE // 4]).max()
    before = slice(expected - 2640, expected - 240)
    if peak < 1e-5 or numpy.abs(ours[before]).max() > peak / 1000:
        return None
    if their_peak < 1e-5 or numpy.abs(theirs[before]).max() > their_peak / 1000:
        return None
    begin = onset(reference, alone - 240, peak / 1000)
    lag, match = best_lag(reference[begin : begin + WINDOW], ours, expected + begin - alone)
    start = expected + begin - alone + round(lag)
    their_lag, their_match = best_lag(ours[start : start + WINDOW], theirs, start)
    return lag / RATE, match, their_lag / RATE, their_match


def main(layout_path, *paths):
    with open(layout_path) as file:
        notes = json.load(file)["notes"]
    files = [read(path) for path in paths]
    rows = [row for row in (measure(note, files) for note in notes) if row]
    late, matches, apart, other_matches = (numpy.array(column) for column in zip(*rows))
    # If chorus or noise makes them differ, the best lag is meaningless.
    clear = other_matches > 0.9
    result = {
        "notes": len(notes),
        "measured": len(rows),
        "largestDeviation": numpy.abs(late).max(),
        "poorestMatch": matches.min(),
        "compared": int(clear.sum()),
        "otherEarliest": apart[clear].min(),
        "otherLatest": apart[clear].max(),
    }
    json.dump(result, sys.stdout)


main(*sys.argv[1:])
