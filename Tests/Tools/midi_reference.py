"""Prints a MIDI file as read by the mido library, as a reference.

    midi_reference.py FILE

First line: length in seconds, number of note-ons. Then one sorted line per note-on: seconds,
channel, key, velocity. Times are exact fractions of integer microseconds until they are printed.
Exit code 3: mido is not installed."""

import sys
from fractions import Fraction

try:
    import mido
except ImportError:
    sys.exit(3)


def main(path):
    midi = mido.MidiFile(path)
    now, tempo, notes = Fraction(0), 500000, []
    for message in mido.merge_tracks(midi.tracks):
        now += Fraction(message.time * tempo, midi.ticks_per_beat * 1000000)
        if message.type == "set_tempo":
            tempo = message.tempo
        elif message.type == "note_on" and message.velocity > 0:
            notes.append((now, message.channel, message.note, message.velocity))
    print(f"{float(now):.9f} {len(notes)}")
    for seconds, *numbers in sorted(notes):
        print(f"{float(seconds):.9f}", *numbers)


main(sys.argv[1])
