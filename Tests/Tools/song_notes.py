"""Reads the notes of a MIDI file, and their segments of a rendering. Requires mido, NumPy and
SciPy."""

import dataclasses

import mido
from scipy.io import wavfile

RATE = 48000


@dataclasses.dataclass
class Note:
    """A note with its start and end in seconds."""

    start: float
    end: float
    channel: int
    key: int
    velocity: int


def read_notes(path):
    """Returns all notes by start, and all other channel messages with their times in seconds."""
    now, held, notes, others = 0.0, {}, [], []
    for message in mido.MidiFile(path):
        now += message.time
        if message.type not in ("note_on", "note_off"):
            others.append((now, message))
            continue
        key = message.channel, message.note
        if message.type == "note_on" and message.velocity > 0:
            held[key] = Note(now, now, message.channel, message.note, message.velocity)
            notes.append(held[key])
        elif key in held:
            held.pop(key).end = now
    return notes, others


class Rendering:
    """A floating-point WAV file."""

    def __init__(self, path):
        rate, frames = wavfile.read(path)
        assert rate == RATE and frames.dtype.kind == "f" and frames.shape[1] == 2
        self.left, self.right = frames.astype(float).T

    def sides(self, note, begin=0.0, end=None):
        """Returns both channels between two times after the note's start, or up to its end."""
        end = note.end - note.start if end is None else end
        # The end follows from the length, so that notes of equal length have equally many frames.
        first = round((note.start + begin) * RATE)
        part = slice(first, first + round((end - begin) * RATE))
        return self.left[part], self.right[part]

    def mono(self, note, begin=0.0, end=None):
        """Returns the left channel; center-panned notes have the same on both."""
        return self.sides(note, begin, end)[0]


class NumberedSong(Rendering):
    """The specification test's song: a spoken number, sometimes with a letter, precedes each
    test."""

    def __init__(self, song, rendering):
        super().__init__(rendering)
        notes, self.messages = read_notes(song)
        self.tests, number, letter = {}, 0, ""
        for note in notes:
            if note.channel == 0 and 21 <= note.key <= 42:
                number, letter = note.key - 20, ""
            elif note.channel == 0 and 51 <= note.key <= 56:
                letter = "ABCDEF"[note.key - 51]
            else:
                self.tests.setdefault(f"{number}{letter}", []).append(note)

    def notes(self, test):
        """Returns the notes of a numbered test, such as 1 or 13A."""
        return self.tests[test]

    def controller(self, number, second):
        """Returns the value of a controller of the first channel."""
        value = 0
        for time, message in self.messages:
            if time > second + 1e-6:
                break
            if message.type == "control_change" and message.channel == 0:
                value = message.value if message.control == number else value
        return value
