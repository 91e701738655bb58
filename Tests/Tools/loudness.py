"""Measures the loudness of stereo WAV files: ITU-R BS.1770-4, written from the recommendation.

    loudness.py FILE.wav …

Prints a line per file: the integrated loudness in LUFS, and the true peak in dBTP (annex 2), both
`-inf` for silence. Files must have 48 kHz, for which annex 1 states the coefficients of the
filters. Exit code 3: NumPy or SciPy is not installed."""

import sys

try:
    import numpy
    import scipy.signal
    from scipy.io import wavfile
except ImportError:
    sys.exit(3)

RATE = 48000
# Annex 1, table 1: the spherical head; table 2: the RLB weighting.
HEAD = (
    [1.53512485958697, -2.69169618940638, 1.19839281085285],
    [1, -1.69065929318241, 0.73248077421585],
)
RLB = ([1, -2, 1], [1, -1.99004745483398, 0.99007225036621])
# Blocks of 400 ms overlap by 75 %.
BLOCK = RATE * 4 // 10
STEP = BLOCK // 4


def read(path):
    rate, frames = wavfile.read(path)
    if rate != RATE:
        sys.exit(f"{path} has {rate} Hz instead of {RATE}.")
    frames = frames.reshape(len(frames), -1)
    scale = numpy.iinfo(frames.dtype).max + 1.0 if frames.dtype.kind == "i" else 1.0
    return frames.astype(float) / scale


def decibels(power):
    return 10 * numpy.log10(power) if power > 0 else -numpy.inf


def integrated(frames):
    """Annex 1: the loudness of the blocks above −70 LKFS and above 10 LU below their mean."""
    weighted = frames
    for numerator, denominator in (HEAD, RLB):
        weighted = scipy.signal.lfilter(numerator, denominator, weighted, axis=0)
    sums = numpy.concatenate([[0], numpy.cumsum((weighted**2).sum(axis=1))])
    starts = numpy.arange(0, len(frames) - BLOCK + 1, STEP)
    if not len(starts):
        return -numpy.inf
    powers = (sums[starts + BLOCK] - sums[starts]) / BLOCK

    def gated(threshold):
        above = powers[powers > 10 ** ((threshold + 0.691) / 10)]
        return above.mean() if len(above) else 0.0

    loudness = -0.691 + decibels(gated(-70.0))
    return (
        loudness if loudness == -numpy.inf else -0.691 + decibels(gated(max(-70.0, loudness - 10)))
    )


def true_peak(frames):
    """Annex 2: the peak at four times the sample rate."""
    peak = 0.0
    for channel in frames.T:
        # Parts with the frames around them, whose resampled ends are not those of the audio.
        channel = numpy.pad(channel, 256)
        for start in range(0, len(channel) - 512, 1 << 18):
            part = scipy.signal.resample_poly(channel[start : start + (1 << 18) + 512], 4, 1)
            peak = max(peak, numpy.abs(part[1024:-1024]).max())
    return 2 * decibels(peak)


for path in sys.argv[1:]:
    frames = read(path)
    print(f"{integrated(frames):.4f} {true_peak(frames):.3f}")
