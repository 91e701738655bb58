"""Plays notes of SoundFont banks in Peach and FluidSynth, and measures the audio.

Shares no code with Peach: reads the banks itself, and follows the phases of partials."""

import pathlib
import struct
import subprocess
import tempfile

import numpy
import scipy.io.wavfile
from scipy import signal

from bank_evenness import chunks, decibels, envelope, records, repeated_change, weighted

RATE = 48000
GAP = 0.3
LEAD = 0.25


class Zone:
    """A zone of the first preset: the left channel of a pair."""

    def __init__(self, bank, name, rate, root, cents, loop, frames, generators):
        def span(value):
            return (value & 255, value >> 8) if value is not None else (0, 127)

        self.preset, self.name, self.root, self.frames = bank, name, root, frames
        self.keys = span(generators.get(43))
        self.velocities = span(generators.get(44))
        self.velocities = (max(self.velocities[0], 1), self.velocities[1])
        self.layer = self.velocities
        self.rate = rate * 2 ** (cents / 1200)
        self.loop = loop if generators.get(54, 0) & 1 else None

    @property
    def seconds(self):
        """The time that the measurements need: the loop twice."""
        if not self.loop:
            return 1.2
        start, end = self.loop
        return max((3 * end - 2 * start) / self.rate + 0.1, 1.3)


def zones(path):
    data = pathlib.Path(path).read_bytes()
    part = dict(chunks(data, 0, len(data)))
    headers = records(part["shdr"], "<20s5IBbHH")
    bags, generators = records(part["ibag"], "<HH"), records(part["igen"], "<HH")
    preset = records(part["phdr"], "<20sHHHIII")[0]
    found, paired = [], set()
    for first, last in zip(bags, bags[1:]):
        zone = dict(generators[first[0] : last[0]])
        if 53 not in zone:
            continue
        name, start, end, loop_start, loop_end, rate, root, cents, link, kind = headers[zone[53]]
        # The right channel of a pair.
        if kind == 2 and link in paired:
            continue
        paired.add(zone[53])
        loop = (loop_start - start, loop_end - start)
        label = name.split(b"\0")[0].decode("latin1")
        number = (preset[2], preset[1])
        found.append(Zone(number, label, rate, root, cents, loop, end - start, zone))
    return found


def reference(path):
    """Writes a bank with a sine of 997 Hz at −12.04 dBFS: the level of the player."""
    frames = (0.25 * 32767 * numpy.sin(2 * numpy.pi * 997 * numpy.arange(RATE * 2) / RATE)).astype(
        "<i2"
    )

    def chunk(name, data):
        return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    def header(name, rate, count):
        return struct.pack("<20s5IBbHH", name, 0, count, 0, 0, rate, 60, 0, 0, 1)

    tables = {
        b"phdr": struct.pack("<20sHHHIII", b"Sine", 0, 0, 0, 0, 0, 0)
        + struct.pack("<20sHHHIII", b"EOP", 0, 0, 1, 0, 0, 0),
        b"pbag": struct.pack("<4H", 0, 0, 1, 0),
        b"pmod": bytes(10),
        b"pgen": struct.pack("<4H", 41, 0, 0, 0),
        b"inst": struct.pack("<20sH", b"Sine", 0) + struct.pack("<20sH", b"EOI", 1),
        b"ibag": struct.pack("<4H", 0, 0, 1, 0),
        b"imod": bytes(10),
        b"igen": struct.pack("<4H", 53, 0, 0, 0),
        b"shdr": header(b"Sine", RATE, len(frames)) + struct.pack("<20s5IBbHH", b"EOS", *[0] * 9),
    }
    information = chunk(b"ifil", struct.pack("<2H", 2, 1)) + chunk(b"isng", b"EMU8000\0")
    information += chunk(b"INAM", b"Sine")
    body = chunk(b"LIST", b"INFO" + information)
    body += chunk(b"LIST", b"sdta" + chunk(b"smpl", frames.tobytes() + bytes(92)))
    body += chunk(b"LIST", b"pdta" + b"".join(chunk(*entry) for entry in tables.items()))
    pathlib.Path(path).write_bytes(b"RIFF" + struct.pack("<I", len(body) + 4) + b"sfbk" + body)


def write_song(path, preset, notes, seconds):
    """Writes a song in which a tick is a millisecond, and returns the starts of its notes."""
    import mido

    song = mido.MidiFile(ticks_per_beat=500)
    track = mido.MidiTrack()
    song.tracks.append(track)
    track.append(mido.MetaMessage("set_tempo", tempo=500000))
    track.append(mido.Message("control_change", control=0, value=preset[0]))
    track.append(mido.Message("program_change", program=preset[1]))
    track.append(mido.Message("control_change", control=7, value=127))
    now, start, starts = 0, 1000 * LEAD, []
    for (key, velocity), length in zip(notes, seconds):
        starts.append(start / 1000)
        end = start + int(1000 * length) + 1
        track.append(
            mido.Message("note_on", note=key, velocity=velocity, time=round(start) - round(now))
        )
        track.append(
            mido.Message("control_change", control=120, value=0, time=round(end) - round(start))
        )
        track.append(mido.Message("note_off", note=key, velocity=0))
        now, start = end, end + 1000 * GAP
    track.append(mido.MetaMessage("end_of_track", time=500))
    song.save(path)
    return starts


class Player:
    """Levels are relative to those of a centered mono sample at velocity 127 and full volume."""

    def __init__(self):
        self.gain = 1.0
        with tempfile.TemporaryDirectory() as scratch:
            reference(scratch + "/sine.sf2")
            sound = self.play(scratch + "/sine.sf2", (0, 0), [(60, 127)], [1.2])[0]
        # The power of a sine is half the square of its amplitude; its weighting is 0.691 dB.
        power = numpy.mean(sound[int(0.1 * RATE) : int(0.6 * RATE)] ** 2, axis=0).sum()
        self.gain = numpy.sqrt(0.25**2 / 2 / power)

    def play(self, bank, preset, notes, seconds):
        """Returns the audio of each note from note-on: frames by channel."""
        with tempfile.TemporaryDirectory() as scratch:
            starts = write_song(scratch + "/song.mid", preset, notes, seconds)
            frames = self.render(scratch, scratch + "/song.mid", str(bank))
        return [
            self.gain * frames[round(start * RATE) : round((start + length) * RATE)]
            for start, length in zip(starts, seconds)
        ]


class Peach(Player):
    name = "Peach"

    def __init__(self, program):
        self.program = program
        super().__init__()

    def render(self, scratch, song, bank):
        output = scratch + "/song.wav"
        command = [self.program, "render", song, "--bank", bank, "--no-effects", "-o", output]
        command += ["--format", "float", "--gain", "-20", "--rate", str(RATE)]
        subprocess.run(command, check=True, capture_output=True)
        return numpy.asarray(scipy.io.wavfile.read(output)[1], dtype=float)


class FluidSynth(Player):
    name = "FluidSynth"

    def render(self, scratch, song, bank):
        output = scratch + "/song.raw"
        command = ["fluidsynth", "-ni", "-R", "0", "-C", "0", "-g", "0.1", "-r", str(RATE)]
        command += ["-T", "raw", "-O", "float", "-F", output, bank, song]
        subprocess.run(command, check=True, capture_output=True, env={"OMP_NUM_THREADS": "1"})
        return numpy.fromfile(output, "<f4").astype(float).reshape(-1, 2)


def level(sound, is_decaying):
    """The level of both channels by ITU-R BS.1770, without its offset of −0.691 dB."""
    start, end = (0.005, 0.205) if is_decaying else (0.1, 0.6)
    power = sum(weighted(channel, RATE) ** 2 for channel in sound.T)
    return float(decibels(power[int(start * RATE) : int(end * RATE)].mean()))


def frequency(sound, hertz, start, end):
    """The mean frequency relative to `hertz` in cents from `start` to `end` seconds, by the
    phases of the first partials, weighted by their power; a low-pass filter isolates each."""
    time = numpy.arange(len(sound)) / RATE
    count = max(min(6, int(9000 / hertz)), 1)
    length = int(max(4 / hertz, 0.02) * RATE) | 1
    window = numpy.hanning(length + 2)[1:-1]
    window /= window.sum()
    first, last = start * RATE, end * RATE
    found, weights = [], []
    for number in range(1, count + 1):
        turning = sound * numpy.exp(-2j * numpy.pi * number * hertz * time)
        part = signal.fftconvolve(turning, window, mode="same")
        inside = part[int(first) : int(last) + 1]
        power = abs(inside) ** 2
        steps = numpy.angle(inside[1:] * numpy.conj(inside[:-1]))
        weight = numpy.minimum(power[1:], power[:-1])
        if not weight.sum() > 0:
            continue
        deviation = steps * RATE / (2 * numpy.pi * number)
        found.append((deviation, weight * number))
        weights.append(weight.sum() * number)
    total = sum(weight for _, weight in found)
    track = sum(deviation * weight for deviation, weight in found) / numpy.maximum(total, 1e-30)
    return track, total


def mean_cents(sound, hertz, start, end):
    """The mean over the time of the first second, as an ear hears it: weighted by power."""
    track, weight = frequency(sound, hertz, start, end)
    if not weight.sum() > 0:
        return numpy.nan
    keep = weight > 0.01 * numpy.percentile(weight, 90)
    return 1200 * numpy.log2(1 + track[keep].mean() / hertz)


def loop_cents(sound, hertz, start, end):
    """The mean pitch of one pass of a loop: whole turns of the phases of most partials."""
    time = numpy.arange(len(sound)) / RATE
    length = int(max(4 / hertz, 0.02) * RATE) | 1
    window = numpy.hanning(length + 2)[1:-1]
    first, last = start * RATE, end * RATE
    found, weights = [], []
    for number in range(1, 9):
        if number * hertz > 0.4 * RATE:
            break
        turning = sound * numpy.exp(-2j * numpy.pi * number * hertz * time)
        part = signal.fftconvolve(turning, window, mode="same")
        power = abs(part[int(first) : int(last) + 2]) ** 2
        if power.min() < 0.003 * power.mean():
            continue
        phase = numpy.unwrap(numpy.angle(part[int(first) : int(last) + 2]))
        at = numpy.interp([first, last], int(first) + numpy.arange(len(phase)), phase)
        deviation = (at[1] - at[0]) / (2 * numpy.pi * number * (end - start))
        found.append(1200 * numpy.log2(1 + deviation / hertz))
        weights.append(power.mean() ** 0.3)
    if not found:
        return numpy.nan
    order = numpy.argsort(found)
    total = numpy.cumsum(numpy.array(weights)[order])
    return float(numpy.array(found)[order][numpy.searchsorted(total, total[-1] / 2)])


class Tone:
    """The measurements of one played note: milliseconds, decibels, cents."""

    def __init__(self, sound, zone, is_decaying):
        hertz = 440 * 2 ** ((zone.root - 69) / 12)
        channels = [weighted(channel, RATE) for channel in sound.T]
        power = numpy.sqrt(sum(channel**2 for channel in channels))
        levels = envelope(power, RATE, min(max(2 / hertz, 0.01), 0.025))
        loud = int(numpy.argmax(levels >= levels.max() - 20))
        usual = numpy.percentile(levels[loud : loud + 600], 90)
        first = int(numpy.argmax(levels >= usual - 20))
        self.attack = first + int(numpy.argmax(levels[first:] >= usual - 10))
        self.level = level(sound, is_decaying)
        strongest = sound[:, int(numpy.argmax((sound**2).sum(axis=0)))]
        start = self.attack / 1000 + 0.08
        end = min(self.attack / 1000 + 1, len(strongest) / RATE - 0.05)
        # To the last time above −25 dB: what follows is noise.
        end = min(end, numpy.flatnonzero(levels > usual - 25)[-1] / 1000 - 0.02)
        self.first_cents = (
            float(mean_cents(strongest, hertz, start, end)) if end > start + 0.05 else numpy.nan
        )
        self.loop_range = self.joint = self.loop_cents = None
        if zone.loop:
            seconds = (zone.loop[1] - zone.loop[0]) / zone.rate
            joint = zone.loop[1] / zone.rate
            inside = envelope(power, RATE, 0.05)[int(1000 * joint) : int(1000 * (joint + seconds))]
            self.loop_range = float(inside.max() - inside.min()) if len(inside) else 0.0
            # The passes of the loop before and after its first joint.
            first = round((joint - seconds) * RATE)
            passes = strongest[first : first + round(3 * seconds * RATE)]
            self.joint = float(repeated_change(passes, round(seconds * RATE), RATE, hertz))
            self.loop_cents = loop_cents(strongest, hertz, joint, joint + seconds)
