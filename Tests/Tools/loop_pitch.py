"""Measures the pitch of loops of 16-bit SoundFont samples by their harmonic power in a long window.

Input lines: byte offset of the sample in the file, first frame of the loop, frames in the loop,
sample rate, expected hertz. Each loop is played for 20 seconds and transformed under a Hann window;
the power at the first ten multiples of f is summed for every f within 60 cents of the expected one.
Prints the best f in cents relative to it, and the fraction of the power near its multiples that is
on them, which is high for a loop of constant pitch."""

import sys

import numpy

# Long enough to resolve the lines of a loop of three seconds.
SECONDS = 20
SIZE = 1 << 21


def best(data, offset, start, count, rate, expected):
    index = offset + 2 * start
    loop = numpy.frombuffer(data[index : index + 2 * count].tobytes(), dtype="<i2") / 32768
    sound = numpy.resize(loop - loop.mean(), min(int(SECONDS * rate), SIZE))
    power = numpy.abs(numpy.fft.rfft(sound * numpy.hanning(len(sound)), SIZE)) ** 2
    cents = numpy.arange(-60, 60, 0.005)
    bins = expected * 2 ** (cents / 1200) * SIZE / rate
    total = numpy.zeros_like(bins)
    numbers = []
    for number in range(1, 11):
        exact = bins * number
        if exact[-1] + 1 >= len(power):
            break
        numbers.append(number)
        below = exact.astype(int)
        part = exact - below
        total += power[below] * (1 - part) + power[below + 1] * part
    index = numpy.argmax(total)
    # Hann's main lobe extends by two bins on each side.
    lobe = 2 * SIZE / len(sound)
    near = around = 0.0
    for number in numbers:
        middle, reach = number * bins[index], 0.035 * number * bins[index]
        near += power[int(middle - lobe) : int(middle + lobe) + 2].sum()
        around += power[int(middle - reach) : int(middle + reach) + 2].sum()
    return cents[index], near / around if around else 0


bank, listing = sys.argv[1:3]
data = numpy.memmap(bank, dtype=numpy.uint8, mode="r")
for line in open(listing):
    offset, start, count, rate, expected = line.split()
    found, share = best(data, int(offset), int(start), int(count), float(rate), float(expected))
    print(f"{found:.3f} {share:.3f}")
