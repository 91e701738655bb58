"""Writes Documentation/evidence/intonation.md from the measurements of rendered_intonation.py.

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
[RenderedIntonationTests](../../Tests/PeachAudioTests/RenderedIntonationTests.swift) asserts a
selection of keys and banks.

Each key of an instrument's range is rendered at velocity 100 without effects, with the bank's
intonation and with `--in-tune`. All sound is stopped before the next key, because some strings,
such as a harp's, ring for seconds. [rendered_pitch.py](../../Tests/Tools/rendered_pitch.py)
measures the audio. It shares no code with Peach's own estimator and does not use regions or loops:
it demodulates each partial and measures the slope of its phase. All values are in cents, before →
after correction. *Median* and *worst* are errors of the keys. *Step* is the 90th percentile of the
difference between adjacent keys. Sustained notes last 5 s and are measured after their first third,
so that their errors are those of the loops, even if the first second determined the correction.

## Definition of pitch

- **Sustained tones with a loop of equal periods**: periods × sample rate / frames in the loop.
  This is exact.
- **Fluctuating tones**: the mean over time. If one line of the loop's spectrum holds half of the
  power, the pitch is that line. Otherwise, if the partials agree, it is the number of cycles that
  they complete in the loop. Otherwise, it is the power-weighted mean frequency. If the mean over
  the first second (0.1 to 1 s) differs from the loop by more than 1 cent and the uncertainties, the
  correction makes this mean exact instead. The figures below are measured from 1.7 to 4.9 s.
- **Decaying tones**: the partials of a stiff string are at n · f · √(1 + B · n²),
  n = 1, 2, … (B up to 0.001 in a piano's bass, more in its top octave). The pitch is the *first
  partial of the series that fits all partials*, as the mean from 0.05 to 0.85 s. The weight of a
  partial is three quarters of its level in decibels. A strobe tuner shows the same value. The pitch
  is not f, because no partial has that frequency. Keys are tuned to equal temperament; octaves are
  wider than 2:1 only by the inharmonicity of the partials.
- **Octaves and transpositions of the bank** are not errors: organ stops keep their octave.

## Rating

Two ratings use Peach's own measurement, as
[IntonationBadge](../../Sources/Portable/MusicUnits/IntonationBadge.swift). Presets *as they
are played* by default, with [straight tones](../musicians/straight-tone.md), are rated by `peach
sounds --intonation`, `peach inspect --intonation` and the trainer ([decision
0040](../decisions/0040-rate-presets-as-they-are-played.md)):

| Rating | Meaning |
|---|---|
| *straight* | The pitch contour of the recordings is removed. |
| *straight, within 0.5 cents* | Each 100 ms of every note is within 0.5 cents of its nominal \
pitch, from 50 ms after the onset on. The number is that of the worst recording of the \
instrument's range, at its own speed, or of a note that has been played, as it sounds. It is known \
once the tones have been computed, by playing the preset. |
| *exact* | The recordings themselves are constant, at least after their attacks: the mean, the \
windows and the later pitch of every note are within 1 cent. |
| *several players, mean within …*, *decaying, mean within …*, *no common \
contour, mean within …* | The recordings keep their contour, for this reason. The numbers \
follow. |
| *no pitch* | The preset has no pitch. |

`inspect` and the JSON of `sounds` also state the largest 100 ms deviation, and the extent and the
rate of the recorded vibrato: `vibrato extent ±13.0 cents at 5.6 Hz`.

Presets *as recorded* with corrected mean pitch, as other synthesizers play a bank written by `peach
tune`, are rated by its table, by the plots and in the tables below. All numbers are those of the
worst key after correction.

- *mean within 0.3 cents*: the error of the mean pitch over 0.1 to 1 s after the onset, or its
  uncertainty if that is larger.
- *varies by ±5.1 cents*: the largest deviation of a window of 100 ms (or six periods) from this
  mean, from 50 ms to 1 s after the onset: vibrato, attacks, beating.
- *later within 2.0 cents*: the error of the pitch after the first second, if it is larger than 1
  cent and than that of the mean.
- *exact*: all three are at most 1 cent.

Windows are measured by [CombEstimator](../../Sources/Portable/Intonation/Comb/CombEstimator.swift),
which shares neither method nor weights with the estimator of the corrections, and verifies them: no
key within an octave of the root key becomes worse, in the mean over 0.1 to 1 s, than without
correction ([decision 0037](../decisions/0037-verify-corrections-by-the-first-second.md)).
"""  # noqa: E501 (rows of a table)

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

The target for sustained tones is a median of 0.1 cents. The target for their worst key is 0.3 cents
with periodic loops and 1 cent otherwise. Ratings other than *exact* have no target. The target for
decaying tones is a step of at most 1 cent between 90 % of adjacent keys.

- TimGM6mb's organ, rated *exact*, meets its target; its violin, also *exact*, misses it: the median
  is 0.01 cents, but the worst key, with a periodic loop, is off by 1.05 cents. Presets with larger
  errors are corrected by their first second, from which their loops differ, have several players
  (horns, violins), or stops and drawbars that are not in tune with each other (organs). The latter
  have no single pitch: estimators that weight partials differently disagree by as much as the
  remaining error.
- FluidR3's piano misses the step by one key: 27 has no single pitch, and its measurement is
  uncertain by 25 cents. Without it, the step is 0.84 cents. In the jazz guitars of FluidR3 and
  FluidR3Mono, four keys beside larger steps would need corrections of 0.3 cents, which are below
  the doubt about the pitch of a stiff string
  ([0108](../decisions/0108-correct-strings-whose-series-differ-by-little-power.md)).
- The rating states Peach's own measurement. For decaying tones, the independent estimator above
  differs from it at single keys. If the pitch of a sample falls between the pluck and the loop, the
  correction is exact for the mean over time. The onset may then sound sharp by another cent or two.

## Banks for other synthesizers

`peach tune BANK -o OUT.sf2` changes the pitch of sample headers by their sample rate. One hertz of
44,100 is 0.039 cents, so the rounding error is 0.02 cents; at low rates, integer cents of
`chPitchCorrection` help. Zones that share a sample and need different corrections get separate
headers for the same frames. Presets that share an instrument but need different corrections get
copies of it. If the format has no room for copies, they share the correction that most of their
regions need, and a warning names them.

The table, the badge and the plot of `tune` count the keys of the General MIDI instrument's compass,
as the trainer does, and those of a piano for other programs; `--all-keys` counts all. A correction
that would make one of these notes less in tune is reduced.

With `--resample`, samples with a remaining error above 0.01 cents are resampled with a windowed
sinc. A loop still has an integer number of frames. Its length and sample rate are changed so that
its pitch is within 0.01 cents; short loops are unrolled. The loop is resampled periodically and
stays seamless. Compressed samples (SF3) are not resampled; the command reports their number.

`--straight` also removes the pitch contour of the recordings: vibrato, drift and scoop ([straight
banks](../banks/straight-banks.md)).

FluidSynth 2.3.1 truncates pitch to integer cents. It plays the cello of a corrected FluidR3Mono
within 0.02 cents of the nominal pitch at keys whose loops have a constant pitch. If an LFO
modulates the pitch of a preset, as in this bank's clarinet, the truncation makes the preset 0.5
cents flat.
"""


def change(row, name):
    return f"{row['before'][name]:.2f} → {row['after'][name]:.2f}"


def worst(row, is_periodic):
    cents = [abs(key["after"]) for key in row["keys"] if key["isPeriodic"] == is_periodic]
    return f"{max(cents):.2f} ({len(cents)})" if cents else "–"


def main(folder):
    rows = [json.loads(path.read_text()) for path in pathlib.Path(folder).glob("*.json")]
    rows.sort(
        key=lambda row: (PROGRAMS.index(row["preset"].split(":")[1]), BANKS.index(row["file"]))
    )
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
