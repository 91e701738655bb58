"""Copies a song without messages that change the sound of its notes, for a bank of clicks of
constant height.

    without_parameters.py SONG COPY

Removes registered and non-registered parameters (controllers 6, 38 and 96 to 101), which change
filters and envelopes in players that support GS; all other messages stay. Exit code 3: mido is not
installed."""

import sys

try:
    import mido
except ImportError:
    sys.exit(3)

PARAMETERS = (6, 38, 96, 97, 98, 99, 100, 101)


def main(path, copy):
    song = mido.MidiFile(path)
    for track in song.tracks:
        kept, waiting = [], 0
        for message in track:
            waiting += message.time
            if message.type == "control_change" and message.control in PARAMETERS:
                continue
            kept.append(message.copy(time=waiting))
            waiting = 0
        track[:] = kept
    song.save(copy)


main(*sys.argv[1:])
