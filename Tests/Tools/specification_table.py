"""Writes Documentation/specification-song.md from what the tools beside this one measured.

    specification_table.py FOLDER

FOLDER holds tests.json (specification_song.py), filter.json (nrpn_filter_song.py) and, for each song and
bank, SONG+BANK.likeness (compare_renders.py). Prints the document.
"""

import json
import pathlib
import sys

INTRODUCTION = """\
# Songs that show whether Peach follows the specification

`Scripts/specification-song` writes this page; `Tests/PeachTests/SpecificationSongTests.swift` and
`OtherSynthesizerTests.swift` assert what stands here.

## SoundFont Spec Implementation Test 3.1

A song and a bank made for this purpose, rendered at −40 dB, without effects but for tests 17 and 18, and cut at
the song's own notes. Every expected figure follows from the SoundFont 2.04 specification and the bank's generators. Where the test's
description tells of hardware that does otherwise, Peach's own reading decides; the remark says so.

| Test | What must happen | Expected | Measured | |
|---|---|---|---|---|
"""

FILTER = """
## AWE32 filter parameters

Non-registered parameters 21 and 22 (MSB 127, the value in controller 38, or in 6 where 38 is not sent) beside
the modulators that do the same on an Audigy 2. The description lists the cutoffs of a curve that ends at 8 kHz; its
modulators reach 100 Hz + 7646 cents = 8281 Hz. The two are to be alike, so the modulator's number counts.

| Test | What must happen | Expected | Measured | |
|---|---|---|---|---|
"""

LIKENESS = """
## Beside FluidSynth 2.3.1

Effects off in both, 4,096 voices, 48 kHz. In frames every 100 ms, seen through a Hann window of 200 ms: how many have
a level within 3 dB; how many a third-octave spectrum within 3 dB (root mean square over the bands within 40 dB of the
loudest); how many single bands are within 3 dB. One gain for the whole song. `Tests/Tools/compare_renders.py`
has the exact definition, and why it does not cut frames hard.

| Song | Bank | Frames | Gain | Level | Spectrum | Bands |
|---|---|---|---|---|---|---|
"""

DIFFERENCES = """
What differs, found song by song and channel by channel, and who follows the specification:

- **The grid.** FluidSynth begins notes on multiples of 64 frames, Peach on their frame; the
  specification knows no grid. Layers of one sound therefore beat otherwise. Peach compared with itself, every note moved by up to
  1.3 ms, scores 95 to 99 % of bands: most of what the last column lacks.
- **Decay and release.** By the text the times are for 100 dB (§8.1.3, 36 and 38), and so they are here;
  FluidSynth falls 96 dB. A tail that has fallen 60 dB is 2.4 dB fainter here.
- **The volume envelope's delay.** FluidSynth 2.3.1 begins the recording after it; by §9.1.7 only the envelope
  waits, and the recording runs, silent, as later versions do it. Heard in FluidR3's Sea Shore, 13 dB at times, in
  the first seconds of *hybrid-collage*.
- **Level.** A steady tone through an open filter is 1.12 dB louder there on top of the gains set (0.2 and −14 dB);
  that is the gain in the table. GeneralUser's castanet, a click of 20 ms, is louder by 0.1 dB only, which makes the
  gain of *midi-timing-test* smaller.
- **Pitch.** Whole cents there, exact here: slow beats drift apart. Where a region's scale tuning is 0, FluidSynth
  also leaves out the sample's pitch correction, which §7.10 asks for on playback whatever the key does:
  the tones of tests 3, 4, 8 and 22 are 23 cents lower here.
- **A kit the bank does not have** (program 26 in FluidR3): both now take the standard kit. Peach took the first that
  the file lists, *Power 3*, up to 15 dB louder in a tenth of a second; this comparison found it.
"""

REMARKS = {
    "1": "The description falls 96 dB in the decay time, as the hardware; the text says 100 (§8.1.3, 36 and 38).",
    "5A": "Hardware cannot exceed full level; the oscillator boosts and cuts here, as in FluidSynth.",
    "9": "Hardware is open at 8 kHz; the text's two-pole filter decides.",
    "10": "Hardware stops at 20 dB; here the file's value counts, up to 96.",
    "12": "Attenuation below 0 dB is held at 0, as on hardware.",
    "14A": "Banks were voiced without §8.4.2, as no other player has it.",
    "14C": "The AWE32's filter tied to the attack is in no text.",
    "17A": "Measured is what a rendering with effects has beyond one without.",
    "22B": "Both ends of travel are reached; between them the right half is 1.6 % ahead of test A, 0.4 dB at most.",
}


def table(path, remarks):
    seen = set()
    with open(path) as file:
        for row in json.load(file):
            holds = "yes" if row["holds"] else "**no**"
            remark = remarks.get(row["test"], "") if row["test"] not in seen else ""
            seen.add(row["test"])
            must = row["must"] + (f". *{remark}*" if remark else "")
            print(f"| {row['test']} | {must} | {row['expected']} | {row['measured']} | {holds} |")


def main(folder):
    folder = pathlib.Path(folder)
    print(INTRODUCTION, end="")
    table(folder / "tests.json", REMARKS)
    print(FILTER, end="")
    table(folder / "filter.json", {})
    print(LIKENESS, end="")
    for path in sorted(folder.glob("*.likeness")):
        song, bank = path.stem.split("+")
        found = json.loads(path.read_text())
        if found["frames"] == 0:
            print(f"| {song} | {bank} | no notes: both silent | | | | |")
            continue
        parts = " | ".join(f"{100 * found[name]:.1f} %" for name in ("level", "spectrum", "bands"))
        print(f"| {song} | {bank} | {found['frames']} | {found['gain']:.2f} dB | {parts} |")
    print(DIFFERENCES, end="")


main(*sys.argv[1:])
