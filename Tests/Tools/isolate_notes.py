"""Rewrites a song so that the onsets of its notes are separate in audio.

    isolate_notes.py SONG STEM REFERENCE LAYOUT [SKIPPED]

STEM is a MIDI file with some of the song's notes at their original times, at least 0.5 s apart,
each silenced 0.35 s after its start. Notes of every channel, program and key alternate. Controllers
other than bank select are removed. REFERENCE contains each kind of note (channel, bank, program,
key, velocity) once, alone, on a frame that is a multiple of 64 at 48 kHz. LAYOUT is one JSON object
with a list of notes, each with `seconds` in STEM and `referenceFrame` in REFERENCE. With SKIPPED,
the notes of that number of previous stems are excluded. Exit code 3: mido is not installed."""

import json
import sys
from fractions import Fraction

try:
    import mido
except ImportError:
    sys.exit(3)

APART, SOUNDS, SILENCED = Fraction(1, 2), Fraction(3, 10), Fraction(7, 20)
FIRST_REFERENCE, BETWEEN_REFERENCES = 4800, 24000  # Frames; both are multiples of 64.


def read(song):
    """Returns all note-ons as (seconds, tick, kind), and the tempos as (tick, seconds, tempo)."""
    now, tick, tempos = Fraction(0), 0, [(0, Fraction(0), 500000)]
    banks, programs, notes = [0] * 16, [0] * 16, []
    for message in mido.merge_tracks(song.tracks):
        tick += message.time
        now += Fraction(message.time * tempos[-1][2], song.ticks_per_beat * 1000000)
        if message.type == "set_tempo":
            tempos.append((tick, now, message.tempo))
        elif message.type == "control_change" and message.control == 0:
            banks[message.channel] = message.value
        elif message.type == "program_change":
            programs[message.channel] = message.program
        elif message.type == "note_on" and message.velocity > 0:
            channel = message.channel
            sort = (channel, banks[channel], programs[channel], message.note, message.velocity)
            notes.append((now, tick, sort))
    return notes, tempos


def choose(notes):
    """Returns notes far enough apart, preferring the kind used least so far."""
    chosen, counts, begin = [], {}, 0
    while begin < len(notes):
        window = [n for n in notes[begin : begin + 64] if n[0] <= notes[begin][0] + APART / 2]
        best = min(window, key=lambda n: (counts.get(n[2][:4], 0), n[0]))
        chosen.append(best)
        counts[best[2][:4]] = counts.get(best[2][:4], 0) + 1
        begin = next((i for i, n in enumerate(notes) if n[0] >= best[0] + APART), len(notes))
    return chosen


def events(sort, on, off, silence):
    channel, bank, program, key, velocity = sort
    message = mido.Message
    return [
        (on, message("control_change", channel=channel, control=0, value=bank)),
        (on, message("program_change", channel=channel, program=program)),
        (on, message("note_on", channel=channel, note=key, velocity=velocity)),
        (off, message("note_off", channel=channel, note=key)),
        (silence, message("control_change", channel=channel, control=120, value=0)),
    ]


def write(path, ticks_per_beat, timed):
    track, last = mido.MidiTrack(), 0
    for tick, message in sorted(timed, key=lambda pair: pair[0]):
        track.append(message.copy(time=tick - last))
        last = tick
    song = mido.MidiFile(type=0, ticks_per_beat=ticks_per_beat)
    song.tracks.append(track)
    song.save(path)


def main(path, stem_path, reference_path, layout_path, skipped="0"):
    song = mido.MidiFile(path)
    notes, tempos = read(song)
    for _ in range(int(skipped)):
        gone = {id(note) for note in choose(notes)}
        notes = [note for note in notes if id(note) not in gone]

    def tick_at(seconds):
        tick, start, tempo = [t for t in tempos if t[1] <= seconds][-1]
        return tick + int((seconds - start) * song.ticks_per_beat * 1000000 / tempo)

    chosen = choose(notes)
    stem = [(tick, mido.MetaMessage("set_tempo", tempo=tempo)) for tick, _, tempo in tempos]
    # A tick of the reference is a frame: 480 of them in 10,000 µs.
    reference = [(0, mido.MetaMessage("set_tempo", tempo=10000))]
    frames, layout = {}, []
    for seconds, tick, sort in chosen:
        stem += events(sort, tick, tick_at(seconds + SOUNDS), tick_at(seconds + SILENCED))
        if sort not in frames:
            frames[sort] = FIRST_REFERENCE + BETWEEN_REFERENCES * len(frames)
            ends = [frames[sort] + int(48000 * after) for after in (SOUNDS, SILENCED)]
            reference += events(sort, frames[sort], *ends)
        layout.append(
            {"seconds": float(seconds), "referenceFrame": frames[sort], "sort": list(sort)}
        )
    write(stem_path, song.ticks_per_beat, stem)
    write(reference_path, 480, reference)
    with open(layout_path, "w") as file:
        json.dump({"notes": layout}, file)


main(*sys.argv[1:])
