"""A SoundFont of synthetic strings, written independently of Peach.

Each key from C4 to C6 has a sample whose partials are those of a stiff string with the
inharmonicity of a grand piano (Rigaud, David and Daudet 2013), in tune at its first partial."""

import numpy as np

from exact_bank import sound_font

KEYS = range(60, 85)
RATE, FRAMES = 44_100, 66_150


def inharmonicity(key):
    return np.exp(0.0926 * key - 13.64)


def hertz(key, partial=1):
    """Returns the frequency of a partial of a key in equal temperament."""
    b = inharmonicity(key)
    stiffness = np.sqrt((1 + b * partial**2) / (1 + b))
    return 440 * 2 ** ((key - 69) / 12) * partial * stiffness


def _recording(key, random):
    time = np.arange(FRAMES) / RATE
    partials = [
        level * np.exp(-(1 + n) * time / 6) * np.sin(2 * np.pi * (hertz(key, n) * time + phase))
        for n, level, phase in zip(range(1, 7), [1, 0.7, 0.5, 0.4, 0.3, 0.2], random.random(6))
    ]
    wave = np.sum(partials, axis=0)
    return np.round(16_000 / np.abs(wave).max() * wave).astype("<i2").tobytes()


def string_bank():
    """Returns the bytes of the bank."""
    random = np.random.default_rng(57)
    recordings = [(f"Key {key}", _recording(key, random), (0, 0), RATE, key, 0) for key in KEYS]
    # A range of one key (43), not looped (54).
    zones = [[(43, key | key << 8), (54, 0), (53, sample)] for sample, key in enumerate(KEYS)]
    return sound_font("Strings", [("Strings", 0, 0, 0)], [("Strings", zones)], recordings)
