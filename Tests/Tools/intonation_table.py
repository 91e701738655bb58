"""Writes Documentation/intonation.md from the measurements of rendered_intonation.py.

    intonation_table.py FOLDER

FOLDER contains one JSON file per preset. Prints the page.
"""

import json
import pathlib
import sys

BANKS = ["FluidR3_GM.sf2", "FluidR3Mono_GM.sf3", "TimGM6mb.sf2", "GeneralUser-v1.47.sf2"]
PROGRAMS = ["42", "40", "71", "56", "68", "60", "73", "16", "19", "0", "46", "24", "25", "26", "27"]

INTRODUCTION = """\
# Intonation of banks before and after correction

`Scripts/generate-intonation-table` generates this page from rendered audio;
[RenderedIntonationTests](../Tests/PeachTests/RenderedIntonationTests.swift) asserts a selection of keys and banks.

Each key of an instrument's range is rendered at velocity 100 without effects, with the bank's intonation and with
`--in-tune`. All sound is stopped before the next key, because the strings of a harp ring for seconds.
[rendered_pitch.py](../Tests/Tools/rendered_pitch.py) measures the audio. It shares no code with Peach's own estimator
and knows neither regions nor loops: it demodulates each partial and takes the slope of its phase. All values are in
cents, before → after: the *median* and *worst* error of the keys, and the 90th percentile of the *step* between
adjacent keys.

## Definition of pitch

- **Sustained tones with a loop of equal periods**: periods × sample rate / frames in the loop. This is exact.
- **Fluctuating tones**: the mean over time. If one line of the loop's spectrum holds half of the power, that line;
  otherwise the number of cycles that the partials complete in the loop, if they agree; otherwise the power-weighted
  mean frequency.
- **Decaying tones**: the partials of a stiff string are at n · f · √(1 + B · n²), n = 1, 2, … (B up to 0.001 in a
  piano's bass, more in its top octave). The pitch is the *first partial of the series that fits them all*, each
  weighted by three quarters of its level in decibels, as the mean from 0.05 to 0.85 s: the reading of a strobe tuner.
  It is not f itself, which no partial has. Keys are tuned to equal temperament; octaves are wider than 2:1 only
  by the inharmonicity of the partials.
- **Octaves and transpositions of the bank** are not errors: organ stops keep their octave.

## Rating

[IntonationBadge](../Sources/Portable/Intonation/Maps/IntonationBadge.swift) rates each preset by Peach's own
measurement, in lists, tables and plots. *exact*: at most 1 cent remains at every key, and the pitch fluctuates by at
most 1 cent. *within 3 cents*: the error that may remain at the worst key, because the sample is too short, too noisy,
or too far from its key to be certain. *wavers by 12 cents*: the standard deviation of the sample's pitch over time,
from vibrato or several players; the mean is corrected.
"""

STEADY = """
## Sustained tones

*Periodic* and *others* are the worst keys after correction with and without loops of equal periods.

| Preset | Bank | Median | Worst | Periodic | Others | Step | Rating |
|---|---|---|---|---|---|---|---|
"""

DECAYING = """
## Decaying tones

| Preset | Bank | Median | Worst | Step | Rating |
|---|---|---|---|---|---|
"""

REMARKS = """
## Missed targets

The targets are: for sustained tones a median of 0.1 cents and a worst key of 0.3 cents with periodic loops and 1 cent
otherwise, or a rating other than *exact*; for decaying tones steps of at most 1 cent for 90 % of adjacent keys.

- Every sustained preset rated *exact* meets its target. The presets beyond it have several players (horns, violins)
  or stops and drawbars that are not in tune with each other (organs). They have no single pitch: estimators that
  weight partials differently disagree by as much as the remaining error.
- The rating states Peach's own measurement. For decaying tones, the independent estimator above differs
  from it at single keys: by up to 3.00 cents for GeneralUser's Orchestral Harp, which is rated *exact*. If the pitch
  of a sample falls between the pluck and the loop, one correction per region is right for the mean over time, and the
  onset may sound sharp by another cent or two.

## Banks for other synthesizers

`peach tune BANK -o OUT.sf2` changes the pitch of sample headers by their sample rate. One hertz of 44,100 is 0.039
cents, so the rounding error is 0.02 cents; at low rates, integer cents of `chPitchCorrection` help. Zones that share
a sample and need different corrections get separate headers for the same frames. Presets that share a zone share its
correction, which is the one that most of their regions need.

With `--resample`, samples with a remaining error above 0.01 cents are resampled with a windowed sinc. A loop changes
its length so that it stays an integer number of frames and, with its sample rate, is within 0.01 cents; short loops
are unrolled. The loop is resampled periodically and stays seamless. Compressed samples (SF3) are not resampled; the
command reports their number.

FluidSynth 2.3.1, which truncates pitch to integer cents, plays the cello of a corrected FluidR3Mono within 0.02 cents
of its keys if their loops have a constant pitch. If a preset has an LFO on pitch, as this bank's clarinet, the
truncation makes it 0.5 cents flat.
"""


def change(row, name):
    return f"{row['before'][name]:.2f} → {row['after'][name]:.2f}"


def worst(row, is_periodic):
    cents = [abs(key["after"]) for key in row["keys"] if key["isPeriodic"] == is_periodic]
    return f"{max(cents):.2f} ({len(cents)})" if cents else "–"


def main(folder):
    rows = [json.loads(path.read_text()) for path in pathlib.Path(folder).glob("*.json")]
    rows.sort(key=lambda row: (PROGRAMS.index(row["preset"].split(":")[1]), BANKS.index(row["file"])))
    print(INTRODUCTION + STEADY, end="")
    for row in rows:
        bank = row["file"].rsplit(".", 1)[0]
        figures = [change(row, "median"), change(row, "worst")]
        if row["mode"] == "steady":
            figures += [worst(row, True), worst(row, False)]
        figures.append(change(row, "jumpOf90Percent"))
        row["line"] = f"| {row['name']} | {bank} | {' | '.join(figures)} | {row['badge']} |"
    print("\n".join(row["line"] for row in rows if row["mode"] == "steady"))
    print(DECAYING, end="")
    print("\n".join(row["line"] for row in rows if row["mode"] == "decaying"))
    print(REMARKS, end="")


main(*sys.argv[1:])
