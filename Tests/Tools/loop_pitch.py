"""Measures loops of a SoundFont's 16-bit samples: where a long window finds most harmonic power.

Each line of the input holds: byte offset of the sample in the file, first frame of the loop, frames in
the loop, sample rate, expected hertz. For each the loop is played for three seconds, transformed under a
Hann window, and the power at the first ten multiples of f is added up for every f within 60 cents of what
is expected. Prints the best f in cents above what is expected, one line each.
"""

import sys

import numpy

SECONDS = 3
SIZE = 1 << 21


def best(data, offset, start, count, rate, expected):
    place = offset + 2 * start
    loop = numpy.frombuffer(data[place : place + 2 * count].tobytes(), dtype="<i2") / 32768
    sound = numpy.resize(loop - loop.mean(), min(int(SECONDS * rate), SIZE))
    power = numpy.abs(numpy.fft.rfft(sound * numpy.hanning(len(sound)), SIZE)) ** 2
    cents = numpy.arange(-60, 60, 0.005)
    bins = expected * 2 ** (cents / 1200) * SIZE / rate
    total = numpy.zeros_like(bins)
    for number in range(1, 11):
        exact = bins * number
        if exact[-1] + 1 >= len(power):
            break
        below = exact.astype(int)
        part = exact - below
        total += power[below] * (1 - part) + power[below + 1] * part
    return cents[numpy.argmax(total)]


bank, listing = sys.argv[1:3]
data = numpy.memmap(bank, dtype=numpy.uint8, mode="r")
for line in open(listing):
    offset, start, count, rate, expected = line.split()
    print(f"{best(data, int(offset), int(start), int(count), float(rate), float(expected)):.3f}")
