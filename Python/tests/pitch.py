"""A frequency estimator that does not use Peach."""

import numpy as np


def frequency(samples, guess, sample_rate=48_000):
    """Returns the frequency of the component near `guess`, from the phases of two windows."""
    samples = np.asarray(samples, np.float64)
    count = len(samples) * 45 // 100
    x = 2 * np.pi * (np.arange(count) + 0.5) / count
    # Blackman-Harris: side lobes below -92 dB.
    window = 0.35875 - 0.48829 * np.cos(x) + 0.14128 * np.cos(2 * x) - 0.01168 * np.cos(3 * x)
    found = guess
    for distance in [0.02, 0.1, 0.5]:
        gap = min(int(distance * len(samples)), len(samples) - count)
        carrier = np.exp(-2j * np.pi * found / sample_rate * np.arange(count)) * window
        first, second = samples[:count] @ carrier, samples[gap : gap + count] @ carrier
        turns = np.angle(second / first) / (2 * np.pi) - found * gap / sample_rate
        found += (turns - np.round(turns)) * sample_rate / gap
    return found


def cents(samples, hertz, sample_rate=48_000):
    """Returns the interval from `hertz` to the pitch of the samples, in cents."""
    return 1200 * np.log2(frequency(samples, hertz, sample_rate) / hertz)
