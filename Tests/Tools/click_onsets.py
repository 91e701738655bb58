"""Compares the clicks in two renderings of a song with the notes that its file has.

    click_onsets.py SONG DELAY OURS THEIRS

Both WAV files, at 48 kHz, were made with a bank whose every note is one click of the same height,
DELAY frames after its beginning; so each click is a note, and one twice as high is two. Prints one
JSON object; deviations are in frames, positive where a note is late. Exit code 3: mido, NumPy or
SciPy is not installed.
"""

import json
import sys
from fractions import Fraction

try:
    import mido
    import numpy
    from scipy.io import wavfile
except ImportError:
    sys.exit(3)

RATE, SPREAD = 48000, 8


def expected(path):
    midi = mido.MidiFile(path)
    now, tempo, starts = Fraction(0), 500000, []
    for message in mido.merge_tracks(midi.tracks):
        now += Fraction(message.time * tempo, midi.ticks_per_beat * 1000000)
        if message.type == "set_tempo":
            tempo = message.tempo
        elif message.type == "note_on" and message.velocity > 0:
            starts.append(float(now * RATE))
    return numpy.array(starts)


def clicks(path, delay):
    """The frame of each note in the audio, as often as the click there is high."""
    rate, frames = wavfile.read(path)
    assert rate == RATE
    audio = frames[:, 0].astype(numpy.float64)
    # The height of a single click: the lowest there is of those that are clearly one.
    loud = numpy.flatnonzero(numpy.abs(audio) > 0.05 * numpy.abs(audio).max())
    groups = numpy.split(loud, numpy.flatnonzero(numpy.diff(loud) > SPREAD) + 1)
    sums = [audio[group[0] - SPREAD : group[-1] + SPREAD + 1].sum() for group in groups]
    unit = numpy.median(sums) if numpy.median(sums) < 1.5 * min(sums) else min(sums)
    found = []
    for group, total in zip(groups, sums):
        heights = numpy.rint(audio[group] / unit).astype(int)
        if heights.sum() == round(total / unit):
            found += numpy.repeat(group, heights).tolist()
        else:  # Clicks between frames, where the pitch was bent.
            at = group[numpy.argmax(audio[group])]
            found += [at] * round(total / unit)
    return numpy.array(found) - delay


def main(song, delay, *paths):
    notes = expected(song)
    ours, theirs = (clicks(path, int(delay)) for path in paths)
    result = {"notes": len(notes), "ours": len(ours), "theirs": len(theirs)}
    if len(ours) == len(notes):
        result["largestDeviation"] = float(numpy.abs(ours - notes).max())
    if len(ours) == len(theirs):
        apart = theirs - ours
        result["otherEarliest"], result["otherLatest"] = int(apart.min()), int(apart.max())
    json.dump(result, sys.stdout)


main(*sys.argv[1:])
