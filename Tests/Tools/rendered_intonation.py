"""Renders every key of a preset as its bank has it and corrected, and measures both by rendered_pitch.py.

    rendered_intonation.py PEACH BANK BANK:PROGRAM FIRST LAST steady|struck [STEP [after]]

PEACH is the program. Prints JSON: what `peach tune` says of the preset, and for each key rendered what an
estimator that knows nothing of regions and loops finds in the sound, in cents beside the key. Jumps are
between neighbouring keys. STEP leaves out keys: 5 renders every fifth, and its neighbour. With `after` the bank
is not measured as it is.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy

import rendered_pitch

# Seconds a note lasts: long enough for the mean of a slow vibrato.
HOLD = {"steady": 5.0, "struck": 1.2}
GAP = 0.2


def note_at(notes, key):
    """The note of the table that answers the velocity played: of the layers below it the last."""
    layers = [note for note in notes if note["key"] == key and note["velocity"] <= rendered_pitch.VELOCITY]
    return max(layers, key=lambda note: note["velocity"], default=None)


def figures(cents):
    if not cents:
        return None
    values = numpy.abs(list(cents.values()))
    jumps = [abs(cents[key + 1] - cents[key]) for key in cents if key + 1 in cents]
    return {
        "median": float(numpy.median(values)),
        "worst": float(values.max()),
        "jump": float(max(jumps)),
        "jumpOf90Percent": float(numpy.sort(jumps)[int(numpy.ceil(0.9 * len(jumps))) - 1]),
    }


def main(peach, bank, preset, first, last, way, step="1", only=""):
    keys = [key for key in range(int(first), int(last) + 1) if (key - int(first)) % int(step) < 2]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"XDG_CACHE_HOME": folder}

        def run(*words):
            return subprocess.run([peach, *words], env=environment, check=True, capture_output=True).stdout

        table = json.loads(run("tune", bank, "--preset", preset, "--json"))["presets"][0]
        song, sound = folder + "/song.mid", folder + "/song.wav"
        rendered_pitch.write_song(song, preset, keys, HOLD[way], GAP)
        found = []
        for options in ([], ["--in-tune"]):
            if only == "after" and not options:
                found.append({})
                continue
            run("render", song, "--bank", bank, "--no-effects", "--format", "float", "--gain", "-20", "-o", sound, *options)
            found.append(rendered_pitch.song(sound, way, keys, HOLD[way], GAP))
    before, after = ({key: note[1] for key, note in notes.items()} for notes in found)
    told = {key: note_at(table["notes"], key) for key in after}
    print(
        json.dumps(
            {
                "file": os.path.basename(bank),
                "preset": f"{table['bank']}:{table['program']}",
                "name": table["name"],
                "badge": table["badge"],
                "way": way,
                "before": figures(before),
                "after": figures(after),
                "silentKeys": [key for key in keys if key not in after],
                "keys": [
                    {
                        "key": key,
                        "before": before.get(key),
                        "after": after[key],
                        "spread": found[1][key][2],
                        "isPeriodic": bool(told[key] and told[key]["isPeriodic"]),
                        "toldBefore": told[key] and told[key]["before"],
                    }
                    for key in after
                ],
            }
        )
    )


main(*sys.argv[1:])
