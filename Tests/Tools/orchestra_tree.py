"""Makes a tree of folders with the file names of three free libraries, builds Peach Orchestra from
it, and plays all of its presets.

The sounds are invented, except the scales of a cello. The names are those of the libraries'
public listings: Salamander Grand Piano, both generations of Iowa's recordings, and Sonatina."""

import json
import re
import shutil
import subprocess
import time

import numpy

import invented_instruments
import played_bank
from invented_instruments import hertz, name, partials, shaped, write

# Folder, name with the note as {}, lowest and highest key, step, whether it decays.
IOWA = (
    ("Violin", "Violin.arco.ff.sulE.{}.stereo.aif", 76, 90, 2, False),
    ("Viola", "Viola.arco.mf.sulA.{}.stereo.aif", 69, 83, 2, False),
    ("Cello", "Cello.arco.mf.sulD.{}.stereo.aif", 50, 64, 2, False),
    ("Cello", "Cello.pizz.ff.sulD.{}.stereo.aif", 50, 64, 3, True),
    ("Double Bass", "Bass.arco.ff.sulE.{}.stereo.aif", 28, 40, 2, False),
    ("Trumpet", "Trumpet.novib.ff.{}.stereo.aif", 55, 79, 3, False),
    ("TenorTrombone", "TenorTrombone.mf. {}.aiff", 40, 60, 3, False),
    ("BassTrombone", "BassTrombone.ff.{}.stereo.aif", 34, 55, 3, False),
    ("Tuba", "Tuba.mf.{}.stereo.aif", 28, 52, 3, False),
    ("Horn", "Horn.pp.{}.stereo.aif", 41, 65, 3, False),
    ("SopSax", "SopSax.nonvib.mf.{}.stereo.aif", 56, 80, 3, False),
    ("AltoSax", "AltoSax.NoVib.ff.{}.stereo.aif", 49, 73, 3, False),
    ("Oboe", "oboe.ff.{}.stereo.aif", 58, 82, 3, False),
    ("Bassoon", "Bassoon.pp.{}.stereo.aif", 36, 60, 3, False),
    ("BbClarinet", "BbClar.mf.{}.stereo.aif", 50, 74, 3, False),
    ("BassClarinet", "BassClarinet.ff.{}.stereo.aif", 37, 61, 3, False),
    ("Flute", "flute.nonvib.ff.{}.stereo.aif", 60, 84, 3, False),
    ("Flute", "flute.vib.ff.{}.stereo.aif", 60, 84, 3, False),
    ("AltoFlute", "AltoFlute.vib.mf.{}.stereo.aif", 55, 79, 3, False),
    ("Marimba", "Marimba.yarn.ff.{}.stereo.aif", 45, 84, 3, True),
    ("Vibraphone", "Vibraphone.sustain.ff.{}.stereo.aif", 53, 89, 3, True),
    ("Xylophone", "Xylophone.hardrubber.ff.{}.stereo.aif", 65, 96, 3, True),
)
SONATINA = (
    ("Grand Piano", "piano-p-{}.wav", 33, 96, 9, True),
    ("Grand Piano", "piano-f-{}.wav", 33, 96, 9, True),
    ("Percussion", "glockenspiel-{}.wav", 79, 100, 3, True),
    ("Percussion", "xylophone-{}.wav", 65, 96, 3, True),
    ("Percussion", "timpani-f-rh-{}.wav", 40, 52, 3, True),
    ("Percussion", "timpani-p-rh-{}.wav", 40, 52, 3, True),
    ("Violin", "violin-{}.wav", 55, 79, 3, False),
    ("Cello", "cello-{}.wav", 36, 60, 3, False),
    ("Basses", "basses-sus-{}.wav", 28, 49, 3, False),
    ("Basses", "basses-mrc-rr1-{}.wav", 28, 49, 3, False),
    ("1st Violins", "1st-violins-sus-{}.wav", 55, 88, 3, False),
    ("1st Violins", "1st-violins-piz-rr1-{}.wav", 55, 88, 3, True),
    ("1st Violins", "1st-violins-piz-rr2-{}.wav", 55, 88, 3, True),
    ("2nd Violins", "2nd-violins-sus-{}.wav", 55, 88, 3, False),
    ("Violas", "violas-sus-{}.wav", 48, 79, 3, False),
    ("Celli", "celli-sus-{}.wav", 36, 67, 3, False),
    ("Celli", "celli-piz-rr1-{}.wav", 36, 52, 3, True),
    ("Harp", "harp-{}.wav", 36, 90, 3, True),
    ("Chorus", "chorus-female-{}-PB-loop.wav", 60, 81, 3, False),
    ("Trumpet", "trumpet-{}.wav", 55, 79, 3, False),
    ("Tenor Trombone", "tenor_trombone-{}.wav", 40, 64, 3, False),
    ("Bass Trombone", "bass_trombone-{}.wav", 34, 55, 3, False),
    ("Tuba", "tuba-sus-{}.wav", 28, 49, 3, False),
    ("Horn", "horn-{}.wav", 41, 65, 3, False),
    ("Horns", "horns-sus-mp-{}-PB-loop.wav", 41, 65, 3, False),
    ("Trumpets", "trumpets-sus-{}.wav", 55, 79, 3, False),
    ("Trombones", "trombones-sus-{}.wav", 40, 64, 3, False),
    ("Oboe", "oboe-{}.wav", 58, 82, 3, False),
    ("Cor Anglais", "cor_anglais-{}.wav", 52, 76, 3, False),
    ("Bassoon", "bassoon-{}.wav", 36, 60, 3, False),
    ("Contrabassoon", "contrabassoon-{}.wav", 24, 45, 3, False),
    ("Clarinet", "clarinet-{}.wav", 50, 74, 3, False),
    ("Bass Clarinet", "bass_clarinet-{}.wav", 37, 61, 3, False),
    ("Piccolo", "piccolo-{}.wav", 74, 95, 3, False),
    # Labeled an octave too low.
    ("Flute", "flute-{}.wav", 60, 84, 3, False),
    ("Alto Flute", "alto_flute-{}.wav", 55, 79, 3, False),
)


def tone(random, key, is_decaying, seconds=1.0):
    amplitudes = [n**-1.2 * random.uniform(0.5, 1.5) for n in range(1, 12)]
    sound = partials(hertz(key, random.uniform(-10, 10)), amplitudes, seconds=seconds)
    time = numpy.arange(len(sound)) / invented_instruments.RATE
    if is_decaying:
        return sound * numpy.minimum(time / 0.002, 1) * 10 ** (-25 * time / 20)
    return shaped(sound, 0.04)


def put(random, path, key, is_decaying, is_stereo, bits):
    sound = tone(random, key, is_decaying)
    level, silence = random.uniform(-25, -6), random.uniform(0.03, 0.3)
    sides = [invented_instruments.recorded(random, sound, level, silence, -60)]
    if is_stereo:
        sides.append(0.8 * numpy.roll(sides[0], 9))
    write(path, numpy.stack(sides, 1) if is_stereo else sides[0], bits)


def make(folder, scales):
    """Writes the tree, and returns the number of files."""
    random = numpy.random.default_rng(9)
    piano = folder / "Salamander/Samples"
    for key in range(21, 109, 3):
        sound = tone(random, key, True)
        for layer in range(1, 17):
            frames = invented_instruments.recorded(random, sound, layer - 20, 0.02, -60)
            write(piano / f"{name(key)}v{layer}.flac", frames, 24)
    for other in ("rel1", "rel88", "harmLA0", "harmSC4", "harmVC5", "pedalD1", "pedalU1"):
        write(piano / f"{other}.flac", frames, 24)
    for place, pattern, low, high, step, is_decaying in IOWA:
        for key in range(low, high + 1, step):
            # Iowa writes flats.
            note = name(key).replace("C#", "Db").replace("D#", "Eb").replace("F#", "Gb")
            note = note.replace("G#", "Ab").replace("A#", "Bb")
            path = folder / "Iowa" / place / pattern.format(note)
            put(random, path, key, is_decaying, True, 24)
    for kind, dynamic in (("plain", "ff"), ("hard", "pp")):
        path = folder / "Iowa/Cello" / f"Cello.arco.{dynamic}.sulC.C2B2.aiff"
        shutil.copy(scales / f"Cello.arco.ff.sulC.C2B2.{kind}.flac", path)
    for place, pattern, low, high, step, is_decaying in SONATINA:
        octave = -1 if pattern.startswith("flute") else 0
        for key in range(low, high + 1, step):
            path = folder / "Sonatina/Samples" / place / pattern.format(name(key, octave).lower())
            put(random, path, key, is_decaying, True, 16)
    return sum(path.is_file() for path in folder.rglob("*"))


def section(peach, recordings, folder):
    tree = folder / "Libraries"
    count = make(tree, recordings / "scale")
    bank = folder / "Peach Orchestra.sf2"
    command = [peach, "build", "--recipe", "peach-orchestra", "--folder", tree, "-o", bank]
    started = time.monotonic()
    done = subprocess.run([*command, "--json"], check=True, capture_output=True)
    seconds = time.monotonic() - started
    report = json.loads(done.stdout)
    used = {region["file"] for preset in report["presets"] for region in preset["regions"]}
    text = "\n".join(report["warnings"])
    missing = [
        path
        for path in sorted(tree.rglob("*"))
        if path.is_file() and not explained(path, tree, used, text)
    ]
    silent = []
    players = [played_bank.Peach(peach), played_bank.FluidSynth()]
    for preset in report["presets"]:
        region = preset["regions"][len(preset["regions"]) // 2]
        for player in players:
            place = (preset["bank"], preset["program"])
            note = (region["root"], region["highVelocity"])
            sound = player.play(bank, place, [note], [0.7])[0]
            # −30 dB at velocity 127; softer layers are softer by the velocity curve.
            level = played_bank.level(sound, True) + 40 * numpy.log10(127 / note[1])
            if level < -30:
                silent.append(f"{preset['name']} in {player.name}")
    yield "| `peach-orchestra`, on a tree with the names of three libraries | |"
    yield "|---|---|"
    yield f"| files | {count} |"
    yield f"| presets | {len(report['presets'])} |"
    yield f"| presets that are silent in Peach or FluidSynth | {marked(silent)} |"
    yield f"| files left out without a reason | {marked([path.name for path in missing])} |"
    yield f"| time, size | {seconds:.0f} s, {bank.stat().st_size / 1e6:.0f} MB |"
    yield ""


def marked(problems):
    return f"{len(problems)} {'✓' if not problems else '**✗** ' + ', '.join(problems[:8])}"


# What the recipes exclude, or the first library replaces, by name.
EXCLUDED = re.compile(r"^(rel|harm|pedal)|v(2|3|5|6|8|9|11|12|14|15)\.flac$|-mrc-|-rr2-")


def explained(path, tree, used, messages):
    """Whether the bank contains a file, a message names it, or the recipe does not want it."""
    if path.name in used or path.name in messages or str(path) in messages:
        return True
    # A preset is skipped as a whole if an earlier library has it.
    if re.search(f"files? in {re.escape(str(path.parent))}\\)", messages):
        return True
    # The notes of a scale have names of their own.
    scale = re.match(r"(.*)\.C2B2\.aiff$", path.name)
    if scale and any(name.startswith(scale[1] + ".") for name in used):
        return True
    return bool(EXCLUDED.search(path.name))
