"""Builds banks from recordings, plays them in Peach and FluidSynth, and measures the audio.

    orchestra_table.py PEACH RECORDINGS [FOLDER]   prints Documentation/evidence/orchestra.md

RECORDINGS has the folders `cello`, `flute-high`, `guitar-decay`, `piano` and `scale`; invented
instruments of known pitch, onset and level are added. FOLDER keeps the banks. Shares no code with
Peach: invented_instruments.py makes the recordings, played_bank.py reads the banks and measures
the audio."""

import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import numpy

import invented_instruments
import orchestra_tree
import played_bank

CURVE = 40  # dB per decade of velocity (SoundFont 2.04 §8.4.1)


class Instrument:
    def __init__(self, name, lines, is_decaying, has_vibrato, truth):
        self.name, self.lines, self.truth = name, lines, truth
        self.is_decaying, self.has_vibrato = is_decaying, has_vibrato


def real_instruments(folder):
    """The four instruments of the recordings, with the keys that their names declare."""
    steps = dict(C=0, D=2, E=4, F=5, G=7, A=9, B=11)

    def truth(part, octave):
        keys = {}
        for path in sorted((folder / part).iterdir()):
            match = re.search(r"[ _]([A-G])(#|s)?(-?\d)(?=[_.])", path.name)
            key = steps[match[1]] + bool(match[2]) + 12 * (int(match[3]) + octave)
            keys[path.name] = key
        return keys

    parts = (
        ("Cello", "cello", 42, False, True, 1),
        ("Flute", "flute-high", 73, False, True, 1),
        ("Guitar", "guitar-decay", 24, True, False, 1),
        ("Piano", "piano", 0, True, False, 2),
    )
    for name, part, program, is_decaying, has_vibrato, octave in parts:
        # Key 60 is C3 in the piano's names.
        middle = "middle-c C3\n" if octave == 2 else ""
        lines = f"{middle}bits 24\npreset 0:{program} {name}\nfolder {part}\n"
        yield Instrument(name, lines, is_decaying, has_vibrato, truth(part, octave))


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def build(peach, recipe, folder, output):
    path = pathlib.Path(output).with_suffix(".txt")
    path.write_text(recipe)
    command = [peach, "build", path, "--folder", folder, "-o", output, "--json"]
    started = processor_seconds()
    result = subprocess.run(command, check=True, capture_output=True)
    return json.loads(result.stdout), processor_seconds() - started


def compensated(level, velocity):
    """The level at velocity 127."""
    return level + CURVE * numpy.log10(127 / velocity)


def layers(zones):
    """The zones by velocity range, in ascending keys."""
    found = {}
    for zone in zones:
        found.setdefault(zone.layer, {}).setdefault(zone.root, zone)
    return [[layer[root] for root in sorted(layer)] for layer in found.values()]


def measure(instrument, bank, report, player):
    """The values of one instrument in one player."""
    zones = played_bank.zones(bank)
    by_layer = layers(zones)
    recordings = [zone for layer in by_layer for zone in layer]
    notes = [(zone.root, zone.velocities[1]) for zone in recordings]
    sounds = player.play(bank, zones[0].preset, notes, [zone.seconds for zone in recordings])
    tones = [
        played_bank.Tone(sound, zone, instrument.is_decaying)
        for sound, zone in zip(sounds, recordings)
    ]
    for tone, (_, velocity) in zip(tones, notes):
        tone.level = compensated(tone.level, velocity)
    found = dict(attacks=[tone.attack for tone in tones], levels=[tone.level for tone in tones])
    by_zone = {id(zone): tone for zone, tone in zip(recordings, tones)}
    found["adjacent"] = [
        abs(by_zone[id(a)].level - by_zone[id(b)].level)
        for layer in by_layer
        for a, b in zip(layer, layer[1:])
        if b.root - a.root <= 4
    ]
    loops = [tone for tone in tones if tone.loop_range is not None]
    found["loops"] = len(loops)
    found["ranges"] = [tone.loop_range for tone in loops]
    found["joints"] = [tone.joint for tone in loops if numpy.isfinite(tone.joint)]
    found["cents"] = [abs(tone.loop_cents) for tone in loops]
    found["first"] = [abs(tone.first_cents) for tone in tones if numpy.isfinite(tone.first_cents)]
    found["steps"] = steps(instrument, bank, zones, player)
    found["names"] = [zone.name for zone in recordings]
    found["far"] = far(zones)
    return found


def steps(instrument, bank, zones, player):
    """The differences at borders of layers, beyond those of the velocity curve."""
    notes = []
    for root in sorted({zone.root for zone in zones}):
        here = [zone for zone in zones if zone.keys[0] <= root <= zone.keys[1]]
        borders = {zone.velocities[0] for zone in here} - {1}
        for border in sorted(borders):
            sides = [z.root for z in here if border - 1 in z.velocities or border in z.velocities]
            # Transposed samples have other levels in the K-weighting.
            if any(side != root for side in sides):
                continue
            notes += [(root, border - 1), (root, border)]
    sounds = player.play(bank, zones[0].preset, notes, [0.7] * len(notes))
    levels = [
        compensated(played_bank.level(sound, instrument.is_decaying), velocity)
        for sound, (_, velocity) in zip(sounds, notes)
    ]
    return [abs(a - b) for a, b in zip(levels[::2], levels[1::2])]


def far(zones):
    """The share of keys and velocities in the range of the roots that are more than three
    semitones from the root of their sample."""
    roots = [zone.root for zone in zones]
    # Half of the largest gap between roots of all layers cannot be avoided.
    known = sorted(set(roots))
    allowed = max([3] + [(b - a + 1) // 2 for a, b in zip(known, known[1:])])
    total = wrong = 0
    for key in range(min(roots), max(roots) + 1):
        for velocity in range(1, 128):
            total += 1
            hit = [
                zone
                for zone in zones
                if zone.keys[0] <= key <= zone.keys[1]
                and zone.velocities[0] <= velocity <= zone.velocities[1]
            ]
            wrong += not hit or abs(hit[0].root - key) > allowed
    return 100 * wrong / total


def roots(instrument, report):
    """The numbers of wrong roots and of lost recordings, and their names."""
    regions = [region for preset in report["presets"] for region in preset["regions"]]
    found = {region["file"].split("/")[-1]: region["root"] for region in regions}
    truth = instrument.truth
    wrong = [file for file in truth if file in found and found[file] != truth[file]]
    lost = [file for file in truth if file not in found]
    return wrong, lost


def quantile(values, percent):
    return float(numpy.percentile(values, percent)) if len(values) else numpy.nan


def rows(instrument, found, report):
    """Yields description, value, unit and bar of each measure."""
    attacks = found["attacks"]
    spread = quantile(attacks, 95) - quantile(attacks, 5)
    if instrument.is_decaying:
        yield "attack, longest", max(attacks), "ms", 15
    else:
        yield "attack, longest", max(attacks), "ms", 40
        yield "attack, 5 to 95 %", spread, "ms", 28
    limits = (2, 4) if instrument.is_decaying else (1.2, 3)
    yield "adjacent recordings, 95 %", quantile(found["adjacent"], 95), "dB", limits[0]
    yield "adjacent recordings, largest", max(found["adjacent"], default=0), "dB", limits[1]
    if found["steps"]:
        yield "step between layers, largest", max(found["steps"]), "dB", 0.5
    yield "level at velocity 127, median", quantile(found["levels"], 50), "dB", (-16, -12)
    yield "level at velocity 127, softest", min(found["levels"]), "dB", None
    yield "level at velocity 127, loudest", max(found["levels"]), "dB", None
    count = len(attacks)
    if instrument.is_decaying:
        yield "recordings with a loop", found["loops"], "", 0
    else:
        yield "recordings with a loop", 100 * found["loops"] / count, "%", (98, 100)
        joints = found["joints"]
        share = 100 * numpy.mean([joint > 2 for joint in joints]) if joints else 0
        yield "conspicuous joints", share, "%", 8
        limit = 6 if instrument.has_vibrato else 2
        yield "level range in the loop, 95 %", quantile(found["ranges"], 95), "dB", limit
        yield "mean pitch of the loop, worst", max(found["cents"], default=0), "cents", 1
    yield "pitch of the first second, 95 %", quantile(found["first"], 95), "cents", 8
    yield "keys and velocities far from the root", found["far"], "%", 0


def passes(value, bar):
    if bar is None:
        return True
    low, high = bar if isinstance(bar, tuple) else (-numpy.inf, bar)
    return low <= round(value, 2) <= high


def text(bar, unit):
    if bar is None:
        return "–"
    if isinstance(bar, tuple):
        return f"{bar[0]} … {bar[1]} {unit}".replace("-", "−")
    return f"{bar} {unit}".strip()


def table(instrument, report, measured):
    wrong, lost = roots(instrument, report)
    players = list(measured)
    yield f"| {instrument.name}: {len(instrument.truth)} recordings | Bar | {' | '.join(players)} |"
    yield "|---|---|" + "---|" * len(players)
    for name, files in (("wrong root keys", wrong), ("lost recordings", lost)):
        cell = f"{len(files)} {'✓' if not files else '**✗** ' + ', '.join(files)}"
        yield f"| {name} | 0 |" + f" {cell} |" * len(players)
    columns = [list(rows(instrument, found, report)) for found in measured.values()]
    for cells in zip(*columns):
        name, _, unit, bar = cells[0]
        marks = []
        for _, value, _, _ in cells:
            mark = "" if bar is None else " ✓" if passes(value, bar) else " **✗**"
            marks.append(f"{value:.2f}{mark}".replace("-", "−"))
        yield f"| {name} | {text(bar, unit)} | {' | '.join(marks)} |"
    yield ""


def scale(peach, recordings, kind, folder):
    """The keys that a scale has in truth and in a bank, and the errors of its onsets in ms."""
    file = f"Cello.arco.ff.sulC.C2B2.{kind}.flac"
    recipe = f"preset 0:42 Scale\nfolder scale\nfiles {file}\n"
    report, _ = build(peach, recipe, recordings, folder / f"scale {kind}.sf2")
    regions = [region for preset in report["presets"] for region in preset["regions"]]
    found = {region["file"]: region for region in regions}
    truth = json.loads((recordings / "scale" / file.replace(".flac", ".json")).read_text())
    # Takes that are not used are named in a message.
    skipped = [text for text in report["warnings"] if "better take of key" in text]
    keys = [region["root"] for region in found.values()]
    keys += [int(re.search(r"take of key (\d+)", text)[1]) for text in skipped]
    errors = [
        1000 * min(abs(note["onset"] - region["scaleSeconds"]) for note in truth)
        for region in found.values()
    ]
    expected = sorted(note["key"] for note in truth)
    right = sum(min(keys.count(key), expected.count(key)) for key in set(expected))
    return 100 * right / len(expected), len(keys) - right, quantile(errors, 50)


def scales(peach, recordings, folder):
    yield "| Scale of a cello | Keys right | Bar | Others | Median error of onsets | Bar |"
    yield "|---|---|---|---|---|---|"
    for kind, bar in (("plain", 100), ("hard", 100), ("legato", 95)):
        right, extra, error = scale(peach, recordings, kind, folder)
        marks = ["✓" if good else "**✗**" for good in (right >= bar, not extra, error <= 10)]
        yield (
            f"| {kind} | {right:.0f} % {marks[0]} | {bar} % | {extra} {marks[1]} | "
            f"{error:.1f} ms {marks[2]} | 10 ms |"
        )
    yield ""


def straight(peach, folder):
    """The pitch of ten keys of the straightened cello, by Praat and by the phases of partials."""
    import soloist_table

    bank, made = folder / "Cello.sf2", folder / "Cello straight.sf2"
    subprocess.run(
        [peach, "tune", bank, "--straight", "-o", made, "--force"], check=True, capture_output=True
    )
    known = sorted({zone.root for zone in played_bank.zones(made)})
    keys = [known[round(index * (len(known) - 1) / 9)] for index in range(10)]
    yield "| Straight cello, key | Mean, Praat | phases | Largest 100 ms, Praat | phases |"
    yield "|---|---|---|---|---|"
    for key in keys:
        soloist_table.play(
            peach, made, 42, key, str(folder / "note.wav"), "--uncorrected", "--as-recorded"
        )
        found = soloist_table.measured(str(folder / "note.wav"), hertz(key))
        cells = [found[meter][what] for what in ("mean", "worst") for meter in METERS]
        limits = (soloist_table.MEAN_LIMIT,) * 2 + (soloist_table.WINDOW_LIMIT,) * 2
        marks = [
            f"{cell:.2f} {'✓' if abs(cell) <= limit else '**✗**'}".replace("-", "−")
            for cell, limit in zip(cells, limits)
        ]
        yield f"| {key} | {' | '.join(marks)} |"
    yield ""


METERS = ("praat", "phases")


def hertz(key):
    return 440 * 2 ** ((key - 69) / 12)


def speed(peach, recordings, folder):
    """Builds all recordings at once, twice."""
    parts = (("Cello", "cello"), ("Flute", "flute-high"), ("Guitar", "guitar-decay"))
    lines = "".join(f"preset 0:{i} {name}\nfolder {part}\n" for i, (name, part) in enumerate(parts))
    recipe = lines + "preset 0:9 Piano\nfolder piano\nmiddle-c C3\n"
    times, files = [], []
    for name in ("first.sf2", "second.sf2"):
        report, seconds = build(peach, recipe, recordings, folder / name)
        times.append(seconds)
        files.append((folder / name).read_bytes())
    count = len({r["file"] for preset in report["presets"] for r in preset["regions"]})
    # 8 s of two processors.
    good = "✓" if min(times) * 90 / count <= 16 else "**✗**"
    yield "| Build | | Bar |"
    yield "|---|---|---|"
    yield (
        f"| processor time of {count} recordings | {min(times):.1f} s {good} | "
        "16 s for 90: 8 s of two processors |"
    )
    yield f"| the same bytes twice | {'yes ✓' if files[0] == files[1] else '**no**'} | |"
    yield ""


INTRODUCTION = """# Banks built from recordings, as they are played

`Scripts/generate-orchestra-table` generates this page. `peach build` makes banks of the recordings
of a cello, a flute, a guitar and a piano, and of five [invented
instruments](../../Tests/Tools/invented_instruments.py), whose keys, onsets and pitches are known.
Peach and FluidSynth play each recording at its root key, without effects, and
[orchestra_table.py](../../Tests/Tools/orchestra_table.py), which shares no code with Peach,
measures the audio. ✓ is within the bar, **✗** is not.

Levels are K-weighted powers of both channels (ITU-R BS.1770), relative to a centered mono sample at
full volume: of sustained tones from 100 to 600 ms, of decaying tones from 5 to 205 ms. An attack is
the first time at 10 dB below the level; FluidSynth begins notes up to 2 ms late, because it renders
blocks of 64 frames. The level range in a loop is that of windows of 50 ms. A joint is conspicuous
if the spectrum changes there by more than twice the 90th percentile of the loop's other changes.
The pitch of a loop is that of most partials by their phases, from joint to joint. Steps between
layers are those at keys of which both have a recording. A key is far from the root of its sample by
more than three semitones, or by more than half of the largest gap between recordings.
"""


def main(peach, recordings, folder):
    recordings, folder = pathlib.Path(recordings), pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    print(INTRODUCTION)
    players = [played_bank.Peach(peach), played_bank.FluidSynth()]
    instruments = [(one, recordings) for one in real_instruments(recordings)]
    for name, make in invented_instruments.ALL.items():
        place = folder / "invented"
        truth = make(place / name)
        lines = f"bits 24\npreset 0:{len(instruments)} {name[:20]}\nfolder {name}\n"
        about = invented_instruments.KINDS[name]
        one = Instrument(name, lines, about["decaying"], about["vibrato"], truth)
        instruments.append((one, place))
    for instrument, place in instruments:
        bank = folder / f"{instrument.name}.sf2"
        report, seconds = build(peach, instrument.lines, place, bank)
        measured = {player.name: measure(instrument, bank, report, player) for player in players}
        (folder / f"{instrument.name}.json").write_text(json.dumps(measured, indent=1))
        print("\n".join(table(instrument, report, measured)), flush=True)
    for part in (
        scales(peach, recordings, folder),
        straight(peach, folder),
        orchestra_tree.section(peach, recordings, folder),
    ):
        print("\n".join(part), flush=True)
    print("\n".join(speed(peach, recordings, folder)), end="", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 3:
        main(*sys.argv[1:4])
    else:
        with tempfile.TemporaryDirectory() as scratch:
            main(*sys.argv[1:3], scratch)
