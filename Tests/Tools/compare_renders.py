"""Prints the fraction of a song in which two renderings sound alike, as one JSON object.

    compare_renders.py OURS THEIRS

Both are stereo WAV files at 48 kHz. One gain for the entire song and both channels equalizes their
levels: the median of the frames' differences. A frame is a Hann window of 200 ms every 100 ms, so
that neither an onset a millisecond late nor the window's edge counts as a difference. Frames count
if either rendering is within 60 dB of its peak frame. Compared are:

- the level: the mean square of both channels; - the spectrum: the same in third-octave bands from
50 Hz through 16 kHz (IEC 61260, base ten), counting bands
  within 40 dB of the frame's peak band in either rendering. The difference is the RMS over bands,
  in decibels.

`level` and `spectrum` are the fractions of frames that differ by at most 3 dB; `bands` is the
fraction of single bands. A song with every note shifted by up to 1.3 ms, as by FluidSynth's
quantization, scores 95 to 99 % of `bands` and at least 97 % of `spectrum`. Exit code 3: NumPy or
SciPy is not installed."""

import json
import sys

try:
    import numpy
    from scipy.io import wavfile
except ImportError:
    sys.exit(3)

RATE, HOP, WINDOW = 48000, 4800, 9600
SILENCE, BAND_RANGE, ALIKE = 60, 40, 3
EDGES = 1000 * 10 ** ((numpy.arange(-13, 14) - 0.5) / 10)


def read(path):
    rate, frames = wavfile.read(path)
    assert rate == RATE and frames.dtype == numpy.float32 and frames.shape[1] == 2
    return frames.astype(numpy.float64)


def measure(audio):
    """Returns the power of every frame and of its bands, in decibels."""
    window = numpy.sin(numpy.pi * numpy.arange(WINDOW) / WINDOW) ** 2
    window /= numpy.sqrt(numpy.mean(window**2))
    bins = numpy.searchsorted(numpy.fft.rfftfreq(WINDOW, 1 / RATE), EDGES)
    levels, bands = [], []
    for begin in range(0, len(audio) - WINDOW + 1, HOP):
        part = audio[begin : begin + WINDOW] * window[:, None]
        levels.append(numpy.mean(part**2, axis=0).sum())
        power = (numpy.abs(numpy.fft.rfft(part, axis=0)) ** 2).sum(axis=1) * 2 / WINDOW**2
        bands.append(numpy.add.reduceat(power, bins)[:-1])
    return decibels(levels), decibels(bands)


def decibels(power):
    return 10 * numpy.log10(numpy.maximum(numpy.array(power), 1e-15))


def main(our_path, their_path):
    ours, theirs = read(our_path), read(their_path)
    count = min(len(ours), len(theirs))
    (our_levels, our_bands), (levels, bands) = measure(ours[:count]), measure(theirs[:count])
    counts = (our_levels > our_levels.max() - SILENCE) | (levels > levels.max() - SILENCE)
    if our_levels.max() < -120 and levels.max() < -120:
        counts[:] = False
    if not counts.any():
        return json.dump(
            {"frames": 0, "gain": 0, "level": 1, "spectrum": 1, "bands": 1}, sys.stdout
        )
    gain = numpy.median((levels - our_levels)[counts])
    apart = (our_levels + gain - levels)[counts]
    bands_apart = (our_bands + gain - bands)[counts]
    peaks = numpy.maximum(our_bands + gain, bands)[counts]
    heard = peaks > peaks.max(axis=1, keepdims=True) - BAND_RANGE
    distance = numpy.sqrt((bands_apart**2 * heard).sum(axis=1) / heard.sum(axis=1))
    result = {
        "frames": int(counts.sum()),
        "gain": float(gain),
        "level": float(numpy.mean(numpy.abs(apart) <= ALIKE)),
        "spectrum": float(numpy.mean(distance <= ALIKE)),
        "bands": float(numpy.mean(numpy.abs(bands_apart[heard]) <= ALIKE)),
    }
    json.dump(result, sys.stdout)


main(*sys.argv[1:])
