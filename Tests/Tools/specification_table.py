"""Writes Documentation/specification-song.md from the measurements of the tools in this folder.

    specification_table.py FOLDER

FOLDER holds tests.json (specification_song.py), filter.json (nrpn_filter_song.py) and, for each song and
bank, SONG+BANK.likeness (compare_renders.py). Prints the document.
"""

import json
import pathlib
import sys

INTRODUCTION = """\
# Songs that test conformance

`Scripts/generate-specification-song` generates this page; `Tests/PeachTests/SpecificationSongTests.swift` and
`OtherSynthesizerTests.swift` assert its contents.

## SoundFont Spec Implementation Test 3.1

A song and a bank made for this purpose, rendered at −40 dB, without effects except in tests 17 and 18, and cut at
the song's notes. Every expected value follows from the SoundFont 2.04 specification and the bank's generators. If the
test's description refers to hardware that differs, Peach follows the specification, and a remark says so.

| Test | Requirement | Expected | Measured | Met |
|---|---|---|---|---|
"""

FILTER = """
## AWE32 filter parameters

NRPN 21 and 22 (MSB 127, the value in CC 38, or in CC 6 if CC 38 is absent) compared with the modulators that have the
same effect on an Audigy 2. The description lists the cutoffs of a curve that ends at 8 kHz; its modulators reach
100 Hz + 7646 cents = 8281 Hz. Both must be equal, so the modulator's value is expected.

| Test | Requirement | Expected | Measured | Met |
|---|---|---|---|---|
"""

LIKENESS = """
## Comparison with FluidSynth 2.3.1

Without effects, 4,096 voices, 48 kHz. In Hann windows of 200 ms every 100 ms: the percentage of windows with a level
within 3 dB, of windows with a third-octave spectrum within 3 dB (RMS over the bands within 40 dB of the peak band), and
of single bands within 3 dB, after one gain for the entire song. `Tests/Tools/compare_renders.py` has the exact definition.

| Song | Bank | Frames | Gain | Level | Spectrum | Bands |
|---|---|---|---|---|---|---|
"""

DIFFERENCES = """
Differences, found by song and channel, and which synthesizer follows the specification:

- **Timing.** FluidSynth starts notes at multiples of 64 frames, Peach on their frame; the specification has no such
  quantization. Layers of a note therefore beat differently. Peach compared with itself, with every note shifted by up to
  1.3 ms, scores 95 to 99 % of bands, which explains most of the last column.
- **Decay and release.** The specification defines these times for 100 dB (§8.1.3, 36 and 38), as Peach does; FluidSynth
  uses 96 dB. After a decay of 60 dB, Peach is 2.4 dB softer.
- **Volume envelope delay.** FluidSynth 2.3.1 starts the sample after it. By §9.1.7 only the envelope waits, while the
  sample runs inaudibly, as in later versions. The difference in FluidR3's Sea Shore is up to 13 dB in the first seconds of
  *hybrid-collage*.
- **Level.** FluidSynth is 1.12 dB louder for a steady tone through an open filter, in addition to the gains set (0.2 and
  −14 dB); this is the gain in the table. GeneralUser's castanet, a click of 20 ms, is only 0.1 dB louder, which reduces the
  gain of *midi-timing-test*.
- **Pitch.** FluidSynth uses integer cents, Peach exact values: slow beats drift apart. If a region's scale tuning is 0,
  FluidSynth also ignores the sample's pitch correction, which §7.10 applies regardless of the key: the tones of tests 3, 4,
  8 and 22 are 23 cents lower in Peach.
- **A missing drum kit** (program 26 in FluidR3): both use the standard kit. Before this comparison, Peach used the first kit
  of the file, *Power 3*, which is up to 15 dB louder.
"""

REMARKS = {
    "1": "The description falls 96 dB in the decay time, as the hardware; the text says 100 (§8.1.3, 36 and 38).",
    "5A": "Hardware cannot exceed full level; the LFO boosts and cuts here, as in FluidSynth.",
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
