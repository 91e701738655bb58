"""Measures tones and filtered noise. Requires NumPy and SciPy."""

import struct

import numpy
from scipy import optimize, signal

RATE = 48000


def decibels(amplitude):
    return 20 * numpy.log10(numpy.maximum(numpy.abs(amplitude), 1e-12))


def level(audio):
    """Returns the RMS level in decibels."""
    return float(decibels(numpy.sqrt(numpy.mean(numpy.square(audio)))))


def amplitude(audio, hertz):
    """Returns the amplitude of one component under a Blackman-Harris window."""
    window = signal.windows.blackmanharris(len(audio))
    turn = numpy.exp(-2j * numpy.pi * hertz / RATE * numpy.arange(len(audio)))
    return 2 * abs(numpy.dot(audio * window, turn)) / window.sum()


def trace(audio):
    """Returns the level in decibels and the frequency in hertz of a single tone, frame by frame."""
    analytic = signal.hilbert(audio)
    turns = numpy.unwrap(numpy.angle(analytic)) / (2 * numpy.pi)
    step = 96
    hertz = numpy.full(len(audio), numpy.nan)
    hertz[step:-step] = (turns[2 * step :] - turns[: -2 * step]) * RATE / (2 * step)
    return decibels(analytic), hertz


def slope(values, begin, end):
    """Returns the slope per second of a line fitted between two times."""
    part = values[round(begin * RATE) : round(end * RATE)]
    return float(numpy.polyfit(numpy.arange(len(part)) / RATE, part, 1)[0])


def triangle(hertz, seconds):
    """Returns a triangle of −1…1 that starts at zero and rises (SoundFont 2.04 §9.1.8)."""
    return 2 / numpy.pi * numpy.arcsin(numpy.sin(2 * numpy.pi * hertz * seconds))


def absolute_cents(hertz):
    return 1200 * numpy.log2(hertz / 8.17579891564371)


def hertz(cents):
    return 8.17579891564371 * 2 ** (cents / 1200)


def low_pass(audio, cutoff, peak=0.0):
    """Returns a two-pole low-pass: −3 dB at its cutoff, or with a given peak above the gain at 0
    Hz."""
    if peak <= 0:
        return signal.lfilter(*signal.butter(2, min(cutoff, 0.499 * RATE), fs=RATE), audio)
    height = 10 ** (peak / 10)
    quality = numpy.sqrt((height + numpy.sqrt(height * (height - 1))) / 2)
    natural = 2 * RATE * numpy.tan(numpy.pi * cutoff / RATE)
    poles = [1, natural / quality, natural**2]
    return signal.lfilter(*signal.bilinear([natural**2], poles, RATE), audio)


def misfit(model, audio):
    """Returns the residual of the audio with the model at its best level, in decibels."""
    part = numpy.dot(model, audio) ** 2 / max(
        numpy.dot(model, model) * numpy.dot(audio, audio), 1e-60
    )
    return 10 * numpy.log10(max(1 - part, 1e-12))


def below(audio, cutoff):
    """Returns the audio without what is above a frequency in hertz, by a Fourier transform."""
    spectrum = numpy.fft.rfft(audio)
    spectrum[numpy.fft.rfftfreq(len(audio), 1 / RATE) > cutoff] = 0
    return numpy.fft.irfft(spectrum, len(audio))


def fitted_cutoff(noise, audio, part, peak=0.0):
    """Returns the cutoff in hertz of the low-pass from noise to audio, and the residual."""

    def left(cents):
        return misfit(low_pass(noise, hertz(cents), peak)[part], audio[part])

    coarse = min(numpy.arange(1500, 13500, 200), key=left)
    found = optimize.minimize_scalar(left, bounds=(coarse - 250, coarse + 250), method="bounded")
    return hertz(found.x), left(found.x)


def fitted_peak(noise, audio, part, cutoff):
    """Returns the resonance peak in decibels of the low-pass from noise to audio."""

    def left(peak):
        return misfit(low_pass(noise, cutoff, peak)[part], audio[part])

    coarse = min(numpy.arange(0, 60, 2.0), key=left)
    found = optimize.minimize_scalar(
        left, bounds=(max(coarse - 3, 0), coarse + 3), method="bounded", options={"xatol": 1e-3}
    )
    best = min([found.x, 0.0], key=left)
    return float(best), left(best)


class Bank:
    """The samples of a SoundFont file (SoundFont 2.04 §7.10)."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        start = data.index(b"smpl") + 8
        size = struct.unpack_from("<I", data, start - 4)[0]
        self.frames = numpy.frombuffer(data, "<i2", size // 2, start) / 32768
        head = data.index(b"shdr") + 8
        self.samples = {}
        for offset in range(head, head + struct.unpack_from("<I", data, head - 4)[0], 46):
            name, *numbers = struct.unpack_from("<20sIIIII", data, offset)
            self.samples[name.split(b"\0")[0].decode()] = numbers

    def rate(self, name):
        return self.samples[name][4]

    def once(self, name):
        """Returns a sample from its first to its last frame."""
        start, end = self.samples[name][:2]
        return self.frames[start:end]

    def looped(self, name, count):
        """Returns `count` frames of a sample, with its loop."""
        start, _, first, last, _ = self.samples[name]
        offsets = numpy.arange(count)
        length = last - first
        turn = last - start
        offsets = numpy.where(offsets < turn, offsets, first - start + (offsets - turn) % length)
        return self.frames[start + offsets]
