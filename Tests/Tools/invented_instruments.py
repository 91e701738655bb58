"""Recordings of invented instruments, whose keys, onsets and pitches are known.

Each function writes files into a folder and returns the key of each file. They have what real
recordings have: late onsets, room noise, slow attacks, vibrato, diminuendi, uneven levels, tuning,
rumble, strong octaves, labels in another octave, stereo, and lossy formats."""

import pathlib
import shutil
import subprocess

import numpy
import scipy.io.wavfile

RATE = 44100
NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")


def hertz(key, cents=0.0):
    return 440 * 2 ** ((key - 69 + cents / 100) / 12)


def name(key, octave=0):
    return NAMES[key % 12] + str(key // 12 - 1 + octave)


def partials(frequency, amplitudes, vibrato=0.0, rate=5.5, start=0.0, seconds=2.0, stretch=0.0):
    """A tone with amplitudes by partial; `vibrato` is its depth in cents."""
    time = numpy.arange(int(seconds * RATE)) / RATE
    track = frequency * 2 ** (vibrato * numpy.sin(2 * numpy.pi * (rate * time + start)) / 1200)
    phase = 2 * numpy.pi * numpy.cumsum(track) / RATE
    sound = numpy.zeros(len(time))
    for number, amplitude in enumerate(amplitudes, 1):
        ratio = number * numpy.sqrt(1 + stretch * number**2)
        if ratio * frequency < 0.45 * RATE:
            sound += amplitude * numpy.sin(ratio * phase + number)
    return sound


def shaped(sound, rise, per_second=0.0, fall=0.15):
    """A rise, a change of level in decibels a second, and a release."""
    time = numpy.arange(len(sound)) / RATE
    end = len(sound) / RATE
    shape = numpy.minimum(time / rise, 1) ** 1.5 * numpy.clip((end - time) / fall, 0, 1)
    return sound * shape * 10 ** (per_second * time / 20)


def recorded(random, sound, decibels, silence, noise):
    """The tone with a peak, after silence, with noise below its peak."""
    sound = sound / numpy.abs(sound).max() * 10 ** (decibels / 20)
    frames = numpy.concatenate([numpy.zeros(int(silence * RATE)), sound, numpy.zeros(RATE // 5)])
    room = random.normal(size=len(frames)) * 10 ** ((decibels + noise) / 20) / 3
    return frames + room


def write(path, frames, bits=16):
    path.parent.mkdir(parents=True, exist_ok=True)
    if bits == 16:
        scipy.io.wavfile.write(path, RATE, (32767 * numpy.clip(frames, -1, 1)).astype("<i2"))
        return
    values = (8388607 * numpy.clip(frames, -1, 1)).astype("<i4")
    packed = values.reshape(-1, 1).view("u1").reshape(-1, 4)[:, :3].tobytes()
    channels = 1 if frames.ndim == 1 else frames.shape[1]
    header = b"fmt " + numpy.array([16], "<i4").tobytes()
    header += numpy.array([1, channels], "<i2").tobytes()
    header += numpy.array([RATE, RATE * 3 * channels], "<i4").tobytes()
    header += numpy.array([3 * channels, 24], "<i2").tobytes()
    body = b"WAVE" + header + b"data" + numpy.array([len(packed)], "<i4").tobytes() + packed
    path.write_bytes(b"RIFF" + numpy.array([len(body)], "<i4").tobytes() + body)


def bowed(folder):
    """Vibrato of ±40 cents, slow attacks, diminuendi of 6 dB/s, levels that differ by 20 dB."""
    random, truth = numpy.random.default_rng(1), {}
    for dynamic, tilt in (("ff", 0.8), ("p", 1.4)):
        for key in range(45, 75, 2):
            seconds = random.uniform(1.6, 4.5)
            amplitudes = [n**-tilt * random.uniform(0.5, 1.5) for n in range(1, 20)]
            tone = partials(
                hertz(key, random.uniform(-20, 20)),
                amplitudes,
                40,
                random.uniform(4.5, 6.5),
                random.uniform(0, 1),
                seconds,
            )
            tone = shaped(tone, random.uniform(0.03, 0.15), random.uniform(-6, 0))
            frames = recorded(
                random, tone, random.uniform(-24, -4), random.uniform(0, 2), -random.uniform(40, 70)
            )
            file = f"bowed {dynamic} {name(key)}.wav"
            write(folder / file, frames, 24)
            truth[file] = key
    return truth


def reed(folder):
    """Without vibrato; labels an octave too low; stereo."""
    random, truth = numpy.random.default_rng(2), {}
    for dynamic in ("f", "pp"):
        for key in range(55, 85, 3):
            seconds = random.uniform(0.9, 2.5)
            amplitudes = [(1 if n % 2 else 0.3) / n for n in range(1, 16)]
            frequency = hertz(key, random.uniform(-30, 30))
            left = shaped(partials(frequency, amplitudes, 2, 3, 0, seconds), 0.02)
            right = numpy.roll(left, 13) * 0.7
            decibels, silence = random.uniform(-20, -3), random.uniform(0.05, 0.6)
            pair = [recorded(random, side, decibels, silence, -55) for side in (left, right)]
            file = f"reed {dynamic} {name(key, -1)}.wav"
            write(folder / file, numpy.stack(pair, 1), 24)
            truth[file] = key
    return truth


def plucked(folder):
    """The force at the bridge of strings that are plucked at a fifth of their length: decays of 10
    to 60 dB/s, inharmonic partials, the noise of a plectrum, and rumble at 14 Hz."""
    random, truth = numpy.random.default_rng(3), {}
    for dynamic in ("f", "p"):
        for key in range(40, 89, 3):
            decay = 10 + 50 * (key - 40) / 48
            # A treble string ends after a second.
            seconds = min(60 / decay, 3)
            tone = numpy.zeros(int(seconds * RATE))
            time = numpy.arange(len(tone)) / RATE
            frequency = hertz(key, random.uniform(-15, 15))
            for n in range(1, 20):
                part = n * frequency * numpy.sqrt(1 + 1e-4 * n * n)
                if part < 0.45 * RATE:
                    fade = 10 ** (-decay * (1 + 0.15 * n) * time / 20)
                    force = numpy.sin(numpy.pi * n / 5) / n
                    tone += force * fade * numpy.cos(2 * numpy.pi * part * time)
            tone *= numpy.minimum(time / 0.001, 1)
            noise = random.normal(size=400) * numpy.hanning(400)
            tone[:400] += noise * numpy.abs(tone).max() * 0.4
            frames = recorded(
                random,
                tone,
                random.uniform(-30, -3),
                random.uniform(0, 1.9),
                -random.uniform(45, 75),
            )
            clock = numpy.arange(len(frames)) / RATE
            frames += 0.3 * numpy.abs(frames).max() * numpy.sin(2 * numpy.pi * 14 * clock)
            file = f"plucked {dynamic} {name(key)}.wav"
            write(folder / file, frames)
            truth[file] = key
    return truth


def brass(folder):
    """Narrow pulses, whose peaks are high; a weak fundamental; a swell; lossy files."""
    random, truth = numpy.random.default_rng(4), {}
    for dynamic in ("mf", "ff"):
        for key in range(34, 70, 2):
            seconds = random.uniform(0.8, 2.0)
            amplitudes = [0.15] + [0.95**n for n in range(2, 30)]
            tone = partials(hertz(key, random.uniform(-25, 25)), amplitudes, 3, 4, 0, seconds)
            tone = shaped(tone, random.uniform(0.02, 0.09), random.uniform(-4, 6))
            frames = recorded(random, tone, random.uniform(-16, -3), random.uniform(0.02, 0.8), -60)
            file = f"brass {dynamic} {name(key)}.wav"
            write(folder / file, frames)
            kind = "ogg" if dynamic == "mf" else "mp3"
            if shutil.which("sox"):
                lossy = file.replace(".wav", "." + kind)
                done = subprocess.run(
                    ["sox", folder / file, folder / lossy], capture_output=True, check=False
                )
                if done.returncode == 0:
                    (folder / file).unlink()
                    file = lossy
            truth[file] = key
    return truth


def fluttered(folder):
    """A flute whose vibrato is one of level by ±6 dB, with breath noise before its tones."""
    random, truth = numpy.random.default_rng(5), {}
    for key in range(60, 96):
        seconds = random.uniform(0.9, 3)
        tone = partials(
            hertz(key, random.uniform(-20, 20)), [1, 0.3, 0.15, 0.05], 15, 5, 0.3, seconds
        )
        time = numpy.arange(len(tone)) / RATE
        depth = random.uniform(2, 6)
        tone *= 10 ** (depth * numpy.sin(2 * numpy.pi * 5 * time) / 20)
        tone = shaped(tone, random.uniform(0.03, 0.12))
        silence = random.uniform(0.3, 1)
        frames = recorded(random, tone, random.uniform(-30, -6), silence, -50)
        first = int((silence - 0.25) * RATE)
        breath = random.normal(size=int(0.25 * RATE)) * numpy.hanning(int(0.25 * RATE))
        frames[first : first + len(breath)] += 0.02 * numpy.abs(frames).max() * breath
        file = f"fluttered {name(key)}.wav"
        write(folder / file, frames)
        truth[file] = key
    return truth


ALL = {
    "Invented bowed": bowed,
    "Invented reed": reed,
    "Invented plucked": plucked,
    "Invented brass": brass,
    "Invented flute": fluttered,
}
KINDS = {
    "Invented bowed": dict(decaying=False, vibrato=True),
    "Invented reed": dict(decaying=False, vibrato=False),
    "Invented plucked": dict(decaying=True, vibrato=False),
    "Invented brass": dict(decaying=False, vibrato=False),
    "Invented flute": dict(decaying=False, vibrato=True),
}

if __name__ == "__main__":
    import sys

    for title, make in ALL.items():
        make(pathlib.Path(sys.argv[1]) / title)
