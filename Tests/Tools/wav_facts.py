"""Prints a 16-bit or floating-point WAV file as read by SciPy, as one JSON object.

    wav_facts.py FILE [FACT]

With FACT prints the value of that name. `clipped` counts frames at the limits of the range. Exit
code 3: NumPy or SciPy is not installed."""

import json
import sys

try:
    import numpy
    from scipy.io import wavfile
except ImportError:
    sys.exit(3)

rate, frames = wavfile.read(sys.argv[1])
scale = 32768 if frames.dtype == numpy.int16 else 1
wide = frames.astype(float) / scale
clipped = (wide >= 1 - 1 / 32768) | (wide <= -1)
facts = {
    "rate": rate,
    "frames": len(wide),
    "channels": wide.shape[1],
    "peak": numpy.abs(wide).max(),
    "clipped": int(clipped.any(axis=1).sum()),
}
print(facts[sys.argv[2]] if len(sys.argv) > 2 else json.dumps(facts))
