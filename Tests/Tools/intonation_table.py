"""Writes Documentation/intonation.md from what rendered_intonation.py measured.

    intonation_table.py FOLDER

FOLDER holds its JSON, a file for each preset. Prints the document.
"""

import json
import pathlib
import sys

BANKS = ["FluidR3_GM.sf2", "FluidR3Mono_GM.sf3", "TimGM6mb.sf2", "GeneralUser-v1.47.sf2"]
PROGRAMS = ["42", "40", "71", "56", "68", "60", "73", "16", "19", "0", "46", "24", "25", "26", "27"]

INTRODUCTION = """\
# How well in tune banks are, before and after

`Scripts/intonation-table` writes this page from rendered audio;
[RenderedIntonationTests](../Tests/PeachTests/RenderedIntonationTests.swift) asserts it of some of the keys and banks.

Every key of an instrument's compass is rendered at velocity 100, dry, as the bank has it and with `--in-tune`, alone: all
sound is switched off before the next, because a harp's strings ring on for seconds and their partials would lie among the next
one's. It is measured by [rendered_pitch.py](../Tests/Tools/rendered_pitch.py). That program knows nothing of regions and loops and shares
nothing with Peach's own estimator: it turns each partial down to zero hertz and takes the slope of its phase. All figures are cents, before → after: the *median* and *worst* of the keys' errors, and the *jump* between
neighbouring keys that 90 of 100 pairs do not exceed.

## What the pitch of a tone is

- **A tone that is held and goes round a loop of equal periods**: periods × sample rate / frames in the loop. It is exact.
- **A tone that wavers**: the mean over time. Where one line of the loop's spectrum holds half of the power, that line;
  else the number of turns that the partials go through in the loop, if they agree; else the mean of power over frequency.
- **A tone that dies away**, struck or plucked: its partials lie at n · f · √(1 + B · n²), n = 1, 2, …, and are the sharper
  the stiffer the string (B up to 0.001 in a piano's bass, more in its top octave). The pitch is the *first partial of the series that fits
  them all*, each weighted by three quarters of its decibels, as the mean over the time from 0.05 to 0.85 s: what a tuner's
  strobe shows, and not f itself, which no partial has. Octaves are therefore as wide as the instrument's maker tuned them
  only where the stretch is in the partials; keys are set to equal temperament.
- **A bank's own octaves and transpositions** are no errors: organ stops stay where they are.

## The badge

A preset that Peach cannot promise to be in tune to 1 cent says so in lists, tables and plots, by one rule
([IntonationBadge](../Sources/Portable/Intonation/IntonationBadge.swift)). *within 3 cents*: so much may be left at the worst key, because
the recording is too short, too noisy, or too far from its key to be sure. *wavers by 12 cents*: the standard deviation of the
recording's own pitch in time, vibrato or several players; its mean is in tune. *exact*: neither.
"""

STEADY = """
## Held tones

*Periodic* and *others* are the worst keys after correction whose loops are of equal periods and those whose are not.

| Preset | Bank | Median | Worst | Periodic | Others | Jump | Badge |
|---|---|---|---|---|---|---|---|
"""

STRUCK = """
## Struck and plucked tones

| Preset | Bank | Median | Worst | Jump | Badge |
|---|---|---|---|---|---|
"""

REMARKS = """
## What is not reached, and why

Asked for: held tones with a median of 0.1 cent, the worst key within 0.3 cent where the loop is periodic and 1 cent
elsewhere, or a badge; struck and plucked ones with jumps of 1 cent at most in 90 of 100 pairs.

- Every preset without a badge keeps to this. Those beyond it have one: several players (horns, violins), stops and
  drawbars that are not in tune with each other (organs). There is no single pitch there: two estimators that weigh
  partials differently differ by as much, and the rendered figure is that difference.
- A badge tells what Peach's own measurement promises. On struck and plucked tones the estimator above differs from it on
  single keys. Where neighbouring recordings fall in pitch between the pluck and the loop, one correction for a region is right
  for the mean over time, and a listener who judges by the first moment alone may hear another cent or two.

## A bank for other synthesizers

`peach tune BANK -o OUT.sf2` moves the pitch of sample headers by their sample rate: one hertz of 44,100 is 0.039 cents, so it
is right to 0.02; where rates are low, whole cents of `chPitchCorrection` help. Zones that share a sample and want different
pitches get headers of their own over the same frames. With `--resample`, samples of which more than 0.01 cent is left are
stretched by a windowed sinc: a loop gets some frames more (a short one goes round several times in the new one), so that its length stays a
whole number of frames and, with its sample rate, comes within 0.01 cent; it is computed with itself before and behind it, and closes
as before. Compressed samples (SF3) stay as they are, and the command says how many. FluidSynth 2.3.1, which truncates pitch to whole cents, plays the cello of a
retuned FluidR3Mono within 0.02 cent of its keys where its loops keep one pitch. It keeps its own errors elsewhere: where a preset has an LFO
on pitch, as this bank's clarinet, truncation makes it 0.5 cent flat on the whole. Presets that share a zone share its
pitch: what most of their regions ask for.
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
        if row["way"] == "steady":
            figures += [worst(row, True), worst(row, False)]
        figures.append(change(row, "jumpOf90Percent"))
        row["line"] = f"| {row['name']} | {bank} | {' | '.join(figures)} | {row['badge']} |"
    print("\n".join(row["line"] for row in rows if row["way"] == "steady"))
    print(STRUCK, end="")
    print("\n".join(row["line"] for row in rows if row["way"] == "struck"))
    print(REMARKS, end="")


main(*sys.argv[1:])
