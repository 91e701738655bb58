"""Compares two WAV files: durations, levels, and spectra in third-octave bands.

compare_audio.py [--limit DECIBELS] [--level DECIBELS] [--seconds SECONDS] A.wav B.wav

Prints a line. Fails if the durations differ by more than --seconds, the levels (RMS) by more than
--level, or the mean of the absolute differences of the bands, weighted by their level, exceeds
--limit. Only durations count if both are below −70 dBFS."""

import argparse
import sys
import wave

import numpy as np


def read(path):
    with wave.open(path) as file:
        rate = file.getframerate()
        assert file.getsampwidth() == 2 and file.getnchannels() == 2
        frames = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    return rate, frames.reshape(-1, 2) / 32768


def bands(rate, frames):
    """Returns the power in third-octave bands from 50 Hz to 16 kHz, in decibels."""
    size = 8192
    window = np.hanning(size)[:, None]
    power = np.zeros(size // 2 + 1)
    for start in range(0, len(frames) - size, size // 2):
        spectrum = np.abs(np.fft.rfft(frames[start : start + size] * window, axis=0)) ** 2
        power += spectrum.sum(axis=1)
    hertz = np.fft.rfftfreq(size, 1 / rate)
    centers = 50 * 2 ** (np.arange(26) / 3)
    levels = []
    for center in centers:
        inside = (hertz >= center * 2 ** (-1 / 6)) & (hertz < center * 2 ** (1 / 6))
        levels.append(10 * np.log10(power[inside].sum() + 1e-20))
    return np.array(levels)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=np.inf)
    parser.add_argument("--level", type=float, default=np.inf)
    parser.add_argument("--seconds", type=float, default=np.inf)
    parser.add_argument("files", nargs=2)
    options = parser.parse_args()
    (rate, first), (other_rate, second) = (read(path) for path in options.files)
    assert rate == other_rate, "The sample rates differ."
    durations = len(first) / rate, len(second) / rate
    rms = [20 * np.log10(np.sqrt(np.mean(frames**2)) + 1e-12) for frames in (first, second)]
    if max(rms) < -70:
        print(f"{durations[0]:.2f} s, {durations[1]:.2f} s; both are silent.")
        return int(abs(durations[0] - durations[1]) > options.seconds)
    levels = bands(rate, first), bands(rate, second)
    difference = levels[1] - levels[0]
    peaks = np.maximum(*levels)
    weight = np.clip(peaks - peaks.max() + 50, 0, None)
    weight = weight / weight.sum()
    offset = (weight * difference).sum()
    shape = (weight * np.abs(difference - offset)).sum()
    print(
        f"{durations[0]:.2f} s, {durations[1]:.2f} s; level {rms[1] - rms[0]:+.2f} dB; "
        f"bands {offset:+.2f} dB, mean deviation {shape:.2f} dB, worst "
        f"{np.abs(difference - offset)[weight > 0].max():.1f} dB"
    )
    failed = shape > options.limit or abs(rms[1] - rms[0]) > options.level
    return int(failed or abs(durations[0] - durations[1]) > options.seconds)


if __name__ == "__main__":
    sys.exit(main())
