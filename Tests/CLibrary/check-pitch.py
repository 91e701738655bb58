"""Compares the pitch of interleaved stereo frames, 32-bit floats at 48 kHz, with a frequency,
without Peach: `check-pitch.py FILE HERTZ` fails if they differ by 0.01 cents or more."""

import cmath
import math
import struct
import sys

data = open(sys.argv[1], "rb").read()
samples = struct.unpack(f"<{len(data) // 4}f", data)[0::2]
hertz = float(sys.argv[2])
samples = samples[len(samples) // 10 : len(samples) * 9 // 10]
count = len(samples) * 45 // 100


def phase(start, cycles):
    """Returns the phase of a component in a Blackman-Harris window."""
    total = 0
    for index in range(count):
        x = 2 * math.pi * (index + 0.5) / count
        window = (
            0.35875 - 0.48829 * math.cos(x) + 0.14128 * math.cos(2 * x) - 0.01168 * math.cos(3 * x)
        )
        total += samples[start + index] * window * cmath.exp(-2j * math.pi * cycles * index)
    return cmath.phase(total)


found = hertz
for gap in [len(samples) // 50, len(samples) // 10, len(samples) // 2]:
    turns = (phase(gap, found / 48_000) - phase(0, found / 48_000)) / (2 * math.pi)
    turns -= found * gap / 48_000
    found += (turns - round(turns)) * 48_000 / gap
cents = 1200 * math.log2(found / hertz)
print(f"{found:.6f} Hz, {cents:+.6f} cents from {hertz} Hz")
sys.exit(abs(cents) >= 0.01)
