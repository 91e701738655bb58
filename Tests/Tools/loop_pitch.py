"""Measures loops of a SoundFont's 16-bit samples: where a long window finds most harmonic power.

Each line of the input holds: byte offset of the sample in the file, first frame of the loop, frames in
the loop, sample rate, expected hertz. For each the loop is played for 20 seconds, transformed under a
Hann window, and the power at the first ten multiples of f is added up for every f within 60 cents of what
is expected. Prints the best f in cents above what is expected, and the share of the power around its
multiples that lies on them: a loop of one pitch has most of it there.
"""

import sys

import numpy

# Long enough to tell the lines of a loop of three seconds from each other.
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
    # Hann's main lobe reaches two cycles over the sound to either side.
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
