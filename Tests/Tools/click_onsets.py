"""Compares the onsets of clicks in two renderings of a song with the notes of its file.

    click_onsets.py SONG DELAY OURS THEIRS

Both WAV files have 48 kHz and were rendered with a bank in which every note is one click of
constant height, DELAY frames after its start, so that a click of twice the height is two notes.
Prints one JSON object; deviations are in frames, positive if late. The reference is compared up to
the first tempo change. Exit code 3: mido, NumPy or SciPy is not installed."""

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
    """Returns the frame of every note, and of the first tempo change after a note."""
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
    """Returns the frame of each note in the audio; a click of twice the height counts twice.

    Frames closer than `ringing` are one click, measured by their sum, which filters preserve.
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
    # Peach's clicks are single frames. FluidSynth's filter rings; its clicks are multiples of 64
    # frames apart.
    ours, theirs = (clicks(p, int(delay), ringing) for p, ringing in zip(paths, (0, 40)))
    result = {"notes": len(notes), "ours": len(ours), "theirs": len(theirs)}
    if len(ours) == len(notes):
        result["largestDeviation"] = float(numpy.abs(ours - notes).max())
    if len(ours) == len(theirs) == len(notes):
        # At a tempo change FluidSynth jumps by about 2.5 ms, permanently.
        apart = (theirs - ours)[notes < change]
        result["compared"] = len(apart)
        result["otherEarliest"], result["otherLatest"] = int(apart.min()), int(apart.max())
        result["otherEarliestOfAll"] = int((theirs - ours).min())
    json.dump(result, sys.stdout)


main(*sys.argv[1:])
