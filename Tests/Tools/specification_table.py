"""Writes Documentation/evidence/specification-song.md from the measurements of the tools in this
folder.

    specification_table.py FOLDER

FOLDER holds tests.json (specification_song.py), filter.json (nrpn_filter_song.py) and, for each
song and bank, SONG+BANK.likeness (compare_renders.py). Prints the document."""

import json
import pathlib
import sys

INTRODUCTION = """\
# Songs that test conformance

`Scripts/generate-specification-song` generates this page;
`Tests/PeachAudioTests/SpecificationSongTests.swift` and `OtherSynthesizerTests.swift` assert its
contents.

## SoundFont Spec Implementation Test 3.1

The test consists of a song and a bank. They are rendered at −40 dB, without effects except in tests
17 and 18. The output is divided into the notes of the song. Every expected value follows from the
SoundFont 2.04 specification and the bank's generators. If a test's description refers to hardware
that differs, Peach follows the specification, and a remark describes the difference.

| Test | Requirement | Expected | Measured | Met |
|---|---|---|---|---|
"""

FILTER = """
## AWE32 filter parameters

These tests compare NRPN 21 and 22 with the modulators that have the same effect on an Audigy 2. The
MSB is 127; the value is in CC 38, or in CC 6 if CC 38 is absent. The expected cutoffs are those of
the description; by §9.5.3, a modulator of 7646 cents reaches 100 Hz + 7646 cents × 127/128 = 8000
Hz.

| Test | Requirement | Expected | Measured | Met |
|---|---|---|---|---|
"""

LIKENESS = """
## Comparison with FluidSynth 2.3.1

Both programs render without effects, with 4,096 voices, at 48 kHz. One gain per song equalizes
their levels. The comparison uses Hann windows of 200 ms every 100 ms;
`Tests/Tools/compare_renders.py` has the exact definitions. The songs have no parameters of drum
keys (GS), which FluidSynth ignores, and no notes of drum keys that the selected kit lacks: Peach
plays them by the standard kit, and FluidSynth is silent (`Tests/Tools/without_extensions.py`).

- *Frames*: the number of compared windows.
- *Level*: the percentage of windows with a level within 3 dB.
- *Spectrum*: the percentage of windows with a third-octave spectrum within 3 dB (RMS over the bands
  within 40 dB of the peak band).
- *Bands*: the percentage of single bands within 3 dB.

| Song | Bank | Frames | Gain | Level | Spectrum | Bands |
|---|---|---|---|---|---|---|
"""

DIFFERENCES = """
The causes of the differences, and the synthesizer that follows the specification:

- **Timing.** FluidSynth starts notes at multiples of 64 frames, Peach on their frame; the
  specification has no such quantization. The beats between the layers of a note therefore differ.
  If every note is shifted by up to 1.3 ms, Peach compared with itself reaches 95 to 99 % of bands.
  This explains most of the last column.
- **Decay and release.** The specification defines these times for 100 dB (§8.1.3, 36 and 38), as
  Peach does; FluidSynth uses 96 dB. After a decay of 60 dB, Peach is 2.4 dB softer.
- **Volume envelope delay.** FluidSynth 2.3.1 starts the sample after the delay. By §9.1.7, only the
  envelope is delayed, and the sample plays inaudibly from the note-on. Later versions of FluidSynth
  do the same. The difference in FluidR3's Sea Shore is up to 13 dB in the first seconds of
  *hybrid-collage*.
- **Level.** For a steady tone through an open filter, FluidSynth is 1.12 dB louder, in addition to
  the gain settings (0.2 and −14 dB). This explains the gain in the table. GeneralUser's castanet, a
  click of 20 ms, is only 0.1 dB louder, which reduces the gain of *midi-timing-test*.
- **Pitch.** FluidSynth uses integer cents, Peach exact values, so that slow beats drift apart. If a
  region's scale tuning is 0, FluidSynth ignores the sample's pitch correction. By §7.10 the
  correction applies to all keys. The tones of tests 3, 4, 8 and 22 are therefore 23 cents lower in
  Peach.
- **A missing drum kit** (program 26 in FluidR3): both use the standard kit. The first kit of the
  file, *Power 3*, is up to 15 dB louder.
"""

REMARKS = {
    "1": "In the description, as on hardware, the decay time is that of 96 dB; the specification "
    "defines it for "
    "100 dB (§8.1.3, 36 and 38).",
    "5A": "Hardware cannot exceed full level. In Peach, as in FluidSynth, the LFO boosts and cuts.",
    "9": "The hardware filter is fully open at 8 kHz. Peach implements the two-pole filter of the "
    "specification.",
    "10": "Hardware limits the resonance to 20 dB. Peach uses the file's value, up to 96 dB.",
    "12": "Attenuation below 0 dB is clamped to 0 dB, as on hardware.",
    "14A": "Banks are designed without §8.4.2, because no other player implements it.",
    "14C": "The AWE32 couples the filter to the attack; no specification describes this.",
    "17A": "The measured signal is the difference between renderings with and without effects.",
    "22B": "Both extremes are reached. Between them, the right half is 1.6 % ahead of test A, by "
    "at most 0.4 dB.",
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
