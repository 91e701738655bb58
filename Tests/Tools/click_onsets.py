"""Compares the clicks in two renderings of a song with the notes that its file has.

    click_onsets.py SONG DELAY OURS THEIRS

Both WAV files, at 48 kHz, were made with a bank whose every note is one click of the same height,
DELAY frames after its beginning; so each click is a note, and one twice as high is two. Prints one
JSON object; deviations are in frames, positive where a note is late. The other program is compared
up to the first change of tempo. Exit code 3: mido, NumPy or
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

RATE = 48000


def expected(path):
    """The frame of every note, and that of the first change of tempo after a note."""
    midi = mido.MidiFile(path)
    now, tempo, starts, change = Fraction(0), 500000, [], float("inf")
    for message in mido.merge_tracks(midi.tracks):
        now += Fraction(message.time * tempo, midi.ticks_per_beat * 1000000)
        if message.type == "set_tempo":
            if starts and tempo != message.tempo:
                change = min(change, float(now * RATE))
            tempo = message.tempo
        elif message.type == "note_on" and message.velocity > 0:
            starts.append(float(now * RATE))
    return numpy.array(starts), change


def clicks(path, delay, ringing):
    """The frame of each note in the audio; a click as large as two is there twice.

    Frames closer than `ringing` belong to one click, whose size is its sum, which no filter changes.
    """
    rate, frames = wavfile.read(path)
    assert rate == RATE
    audio = numpy.pad(frames[:, 0].astype(numpy.float64), (0, ringing))
    loud = numpy.flatnonzero(audio > 0.02 * audio.max())
    groups = numpy.split(loud, numpy.flatnonzero(numpy.diff(loud) > ringing) + 1)
    sums = numpy.array([audio[g[0] - ringing // 8 : g[-1] + ringing + 1].sum() for g in groups])
    unit = numpy.median(sums[sums < 1.4 * sums.min()])
    positions = [group[numpy.argmax(audio[group])] for group in groups]
    return numpy.repeat(positions, numpy.rint(sums / unit).astype(int)) - delay


def main(song, delay, *paths):
    notes, change = expected(song)
    # Ours are single frames. FluidSynth's filter rings; its clicks are a multiple of 64 frames apart.
    ours, theirs = (clicks(p, int(delay), ringing) for p, ringing in zip(paths, (0, 40)))
    result = {"notes": len(notes), "ours": len(ours), "theirs": len(theirs)}
    if len(ours) == len(notes):
        result["largestDeviation"] = float(numpy.abs(ours - notes).max())
    if len(ours) == len(theirs) == len(notes):
        # Where the tempo changes FluidSynth jumps by some 2.5 ms, and stays that much away.
        apart = (theirs - ours)[notes < change]
        result["compared"] = len(apart)
        result["otherEarliest"], result["otherLatest"] = int(apart.min()), int(apart.max())
        result["otherEarliestOfAll"] = int((theirs - ours).min())
    json.dump(result, sys.stdout)


main(*sys.argv[1:])
