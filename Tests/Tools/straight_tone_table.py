"""Renders every key of melodic presets as the bank has it, in tune and straight, and measures the
first second.

    straight_tone_table.py measure PEACH FOLDER BANK …     writes FOLDER/BANK+PRESET.json for each
    preset; resumes straight_tone_table.py table FOLDER                    prints the table of
    Documentation/evidence/straight-tone-table.md straight_tone_table.py worse FOLDER
    prints each key that correction made worse than the bank straight_tone_table.py preset PEACH
    BANK BANK:PROGRAM KEYS STYLE [praat]

`preset` prints JSON of one preset: KEYS are numbers with commas; STYLE is `bank`, `tune` or
`straight`.

sounding_pitch.py measures the audio; it shares no code with Peach. Keys without a pitch are not
counted: their harmonics hold less than half of the power, or a window deviates by more than a
quarter tone."""

import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import rendered_pitch
import sounding_pitch

HOLD, GAP = 1.05, 0.35
KEYS = range(24, 104)
STYLES = {"bank": [], "tune": ["--in-tune"], "straight": ["--straight"]}
# The harmonics' least share of the power; bells and noise have less.
SHARE = 0.5
# The largest deviation of a window in cents; that of a church bell reaches 100.
LARGEST = 50
# Cents by which a key may differ before it counts as worse.
TOLERANCE = 0.1


def presets(bank):
    """Returns number and name of the melodic presets, by an independent reader of the file."""
    lines = subprocess.run(
        [sys.executable, pathlib.Path(__file__).parent / "list_presets.py", bank],
        check=True,
        capture_output=True,
    ).stdout.decode(errors="replace")
    for line in lines.splitlines():
        number, program, *name = line.split(" ")
        # 112 through 127 are percussion and sound effects (General MIDI).
        if int(number) < 120 and int(program) < 112:
            yield f"{number}:{program}", " ".join(name)


def rendered(peach, bank, preset, keys, styles, estimate=sounding_pitch.comb):
    """Returns mean, largest deviations, share, octave and windows of each key for each style."""
    found, known = {}, {}
    with tempfile.TemporaryDirectory() as scratch:
        song, sound = scratch + "/song.mid", scratch + "/song.wav"
        rendered_pitch.write_song(song, preset, keys, HOLD, GAP)
        for style in styles:
            command = [
                peach,
                "render",
                song,
                "--bank",
                bank,
                "--no-effects",
                "--format",
                "float",
                "--gain",
                "-20",
            ]
            subprocess.run([*command, "-o", sound, *STYLES[style]], check=True, capture_output=True)
            notes = sounding_pitch.song(sound, keys, HOLD, GAP, estimate, known, found.get("bank"))
            found[style] = {key: [round(value, 4) for value in note] for key, note in notes.items()}
    return found


def measure(peach, folder, bank, preset, name):
    path = pathlib.Path(folder) / f"{pathlib.Path(bank).name}+{preset}.json"
    if path.exists():
        return
    found = rendered(peach, bank, preset, KEYS, STYLES)
    path.write_text(
        json.dumps({"bank": pathlib.Path(bank).name, "preset": preset, "name": name, "keys": found})
    )


def read(folder):
    rows = [json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*.json"))]
    rows.sort(key=lambda row: (row["bank"], [int(part) for part in row["preset"].split(":")]))
    for row in rows:
        row["pitched"] = [
            key
            for key, note in row["keys"]["bank"].items()
            if note[3] >= SHARE
            and note[1] <= LARGEST
            and all(key in row["keys"][style] for style in STYLES)
        ]
    return rows


def values(row, style, index):
    return [abs(row["keys"][style][key][index]) for key in row["pitched"]]


def change(row, index):
    """Returns median (worst) of the keys for each style."""
    found = (values(row, style, index) for style in STYLES)
    return " → ".join(f"{statistics.median(cents):.2f} ({max(cents):.1f})" for cents in found)


def worse(row, style, index):
    return [
        key
        for key, before, after in zip(
            row["pitched"], values(row, "bank", index), values(row, style, index)
        )
        if after > before + TOLERANCE
    ]


INTRODUCTION = """# The first second of every melodic preset of four banks

`Scripts/generate-straight-tone-table` generates this page from rendered audio: all keys from 24 to
103 of the presets of programs 0 to 111, as the bank has them → in tune (`render --in-tune`) →
straight (`render --straight`), at velocity 100 without effects.
[sounding_pitch.py](../../Tests/Tools/sounding_pitch.py), which shares no code with Peach, measures
the audio. All values are errors in cents, medians of the keys, with that of the worst key in
parentheses: of the mean from 0.1 to 1 s after the onset, and of the largest window of 100 ms (six
periods of low notes) from 50 ms on. *Worse* counts the keys whose mean or largest window is more
than 0.1 cents worse in tune or straight than in the bank. Keys without a pitch are left out: their
partials hold less than half of the power, or a window is off by more than a quarter tone. [Straight
tone](../musicians/straight-tone.md) describes the methods.
"""


def summary(rows):
    """Prints the medians over all keys of each bank, and of all banks."""
    print(
        "| Bank | Presets | Keys | Mean 0.1–1 s | Largest 100 ms | Worse "
        "|\n|---|---|---|---|---|---|"
    )
    names = sorted({row["bank"] for row in rows})
    for name, chosen in [*((name, [name]) for name in names), ("all", names)]:
        part = [row for row in rows if row["bank"] in chosen and row["pitched"]]
        medians = []
        for index in (0, 1):
            keys = (
                [cents for row in part for cents in values(row, style, index)] for style in STYLES
            )
            medians.append(" → ".join(f"{statistics.median(cents):.2f}" for cents in keys))
        count = sum(len(row["pitched"]) for row in part)
        print(
            f"| {name} | {len(part)} | {count} | {medians[0]} | {medians[1]} | "
            f"{sum(map(worse_keys, part)) or '–'} |"
        )
    print()


def worse_keys(row):
    """Returns the number of keys that a change made worse."""
    return len(
        {
            key
            for style in ("tune", "straight")
            for index in (0, 1)
            for key in worse(row, style, index)
        }
    )


def table(folder):
    rows = read(folder)
    print(INTRODUCTION)
    summary(rows)
    print(
        "| Bank | Preset | Keys | Mean 0.1–1 s | Largest 100 ms | Worse "
        "|\n|---|---|---|---|---|---|"
    )
    for row in rows:
        title = f"| {row['bank'].rsplit('.', 1)[0]} | {row['preset']} {row['name']} |"
        if len(row["pitched"]) < 3:
            print(f"{title} no pitch | – | – | – |")
            continue
        print(
            f"{title} {len(row['pitched'])} | {change(row, 0)} | {change(row, 1)} | "
            f"{worse_keys(row) or '–'} |"
        )


def list_worse(folder):
    for row in read(folder):
        for style in ("tune", "straight"):
            for index, what in enumerate(("mean", "window")):
                for key in worse(row, style, index):
                    before, after = (row["keys"][name][key][index] for name in ("bank", style))
                    print(
                        f"{row['bank']} {row['preset']} {row['name']}: {style} {what} key {key} "
                        f"{before:.2f} → {after:.2f}"
                    )


def main(command, *words):
    if command == "table":
        return table(*words)
    if command == "worse":
        return list_worse(*words)
    if command == "preset":
        peach, bank, preset, keys, style, *other = words
        estimate = sounding_pitch.praat if other else sounding_pitch.comb
        print(
            json.dumps(
                rendered(
                    peach, bank, preset, [int(key) for key in keys.split(",")], [style], estimate
                )[style]
            )
        )
        return
    peach, folder, *banks = words
    os.makedirs(folder, exist_ok=True)
    jobs = [(bank, *preset) for bank in banks for preset in presets(bank)]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        done = {pool.submit(measure, peach, folder, *job): job for job in jobs}
        for index, future in enumerate(concurrent.futures.as_completed(done)):
            error = future.exception()
            print(f"\r{index + 1} of {len(jobs)} presets", end="", file=sys.stderr, flush=True)
            if error:
                print(f"\n{done[future]}: {error}", file=sys.stderr)
    print(file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
