"""Renders every key of a preset, uncorrected and corrected, and measures both with
rendered_pitch.py.

    rendered_intonation.py PEACH BANK BANK:PROGRAM FIRST LAST steady|decaying [STEP [after|tuned]]

PEACH is the path of peach-cli. Prints JSON: the rating of `peach tune`, and the error of each
rendered key in cents, by an estimator that knows neither regions nor loops. Jumps are steps between
adjacent keys. STEP skips keys: 5 renders every fifth and the one above it. With `after`, the
uncorrected bank is not rendered; with `tuned`, only the bank that `peach tune` writes, which the
rating describes, and its contour by sounding_pitch.py."""

import json
import os
import subprocess
import sys
import tempfile

import numpy

import rendered_pitch
import sounding_pitch

# The note length in seconds: long enough to average a slow vibrato.
HOLD = {"steady": 5.0, "decaying": 1.2}
GAP = 0.2


def note_at(notes, key):
    """Returns the note of the layer that plays the velocity: the highest layer at or below it."""
    layers = [
        note for note in notes if note["key"] == key and note["velocity"] <= rendered_pitch.VELOCITY
    ]
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


def main(peach, bank, preset, first, last, mode, step="1", only=""):
    keys = [key for key in range(int(first), int(last) + 1) if (key - int(first)) % int(step) < 2]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"XDG_CACHE_HOME": folder}

        def run(*words):
            return subprocess.run(
                [peach, *words], env=environment, check=True, capture_output=True
            ).stdout

        tuned = folder + "/tuned" + os.path.splitext(bank)[1]
        output = ["-o", tuned] if only == "tuned" else []
        table = json.loads(run("tune", bank, "--preset", preset, "--json", *output))["presets"][0]
        song, sound = folder + "/song.mid", folder + "/song.wav"
        rendered_pitch.write_song(song, preset, keys, HOLD[mode], GAP)
        found = []
        for options in ([], ["--in-tune"]):
            if only and not options:
                found.append({})
                continue
            played = ["--bank", tuned] if only == "tuned" else ["--bank", bank, *options]
            run(
                "render",
                song,
                *played,
                "--no-effects",
                "--format",
                "float",
                "--gain",
                "-20",
                "-o",
                sound,
            )
            found.append(rendered_pitch.song(sound, mode, keys, HOLD[mode], GAP))
        contours = sounding_pitch.held(sound, keys, HOLD[mode], GAP) if only == "tuned" else {}
    before, after = ({key: note[1] for key, note in notes.items()} for notes in found)
    declared = {key: note_at(table["notes"], key) for key in after}
    print(
        json.dumps(
            {
                "file": os.path.basename(bank),
                "preset": f"{table['bank']}:{table['program']}",
                "name": table["name"],
                "badge": table["badge"],
                "mode": mode,
                "before": figures(before),
                "after": figures(after),
                "silentKeys": [key for key in keys if key not in after],
                "keys": [
                    {
                        "key": key,
                        "before": before.get(key),
                        "after": after[key],
                        "spread": found[1][key][2],
                        "contour": contours[key][1:] if key in contours else None,
                        "isPeriodic": bool(declared[key] and declared[key]["isPeriodic"]),
                        "toldBefore": declared[key] and declared[key]["before"],
                    }
                    for key in after
                ],
            }
        )
    )


main(*sys.argv[1:])
