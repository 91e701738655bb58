"""Plays notes of ten soloists of banks as `peach play` does, and measures them by two programs.

    soloist_table.py measure PEACH FILE BANK …   writes FILE, JSON of all notes
    soloist_table.py table FILE                  prints the table of
    Documentation/evidence/soloists.md
    soloist_table.py notes PEACH BANK PROGRAM KEY …   prints the measurements of some notes
    soloist_table.py vibrato PEACH FILE BANK …   measures recorded vibrato that is put back, of
    presets whose recordings have one

Every third key of each instrument's compass is played for 1.6 s. Both meters share no code with
Peach or with each other: Praat's autocorrelation (Boersma 1993), and phases of partials here. The
power spectra of sounding_pitch.py, a third one, tell noise from the pitch of keys that both meters
find beyond their badge. Times are from the first sound. All parts of a window count alike, so that
those from 50 ms on are heard as they are."""

import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy
import scipy.io.wavfile
import scipy.signal

import sounding_pitch

# General MIDI's programs and their compasses.
SOLOISTS = {
    40: ("violin", 55, 103),
    41: ("viola", 48, 91),
    42: ("cello", 36, 84),
    56: ("trumpet", 54, 86),
    60: ("horn", 34, 77),
    66: ("tenor saxophone", 44, 75),
    68: ("oboe", 58, 91),
    70: ("bassoon", 34, 75),
    71: ("clarinet", 50, 94),
    73: ("flute", 60, 96),
}
KEY_STEP = 3
SECONDS = 1.6
WINDOW = 0.1
HOP = 0.01
# The power of the first 5 ms of a note, relative to the loudest: any sound.
ONSET = 1e-9
# Windows begin at this time, and means.
FIRST, MEAN = 0.05, 0.1
LAST = 1.45
NAMES = "C C# D D# E F F# G G# A A# B".split()
# What each key may be off, unless its badge says so; and by how much it may exceed the badge.
MEAN_LIMIT, WINDOW_LIMIT, BADGE_MARGIN = 1.0, 3.0, 0.5


def read(path):
    rate, frames = scipy.io.wavfile.read(path)
    frames = numpy.atleast_2d(frames.astype(float).T)
    # The louder channel: a sum of two could beat.
    sound = frames[numpy.argmax((frames**2).sum(axis=1))][: int(1.55 * rate)]
    factor = rate // 16_000
    return rate // factor, scipy.signal.resample_poly(sound, 1, factor)


def onset(sound, rate):
    block = int(0.005 * rate)
    count = len(sound) // block
    levels = (sound[: count * block].reshape(count, block) ** 2).mean(axis=1)
    return numpy.argmax(levels > ONSET * levels.max()) * block / rate


def praat(sound, rate, hertz, starts):
    """Returns the mean cents of each window, and the spread within it, by autocorrelation."""
    import parselmouth

    band = [0.6 * hertz, min(8000, 0.45 * rate)]
    filtered = scipy.signal.sosfiltfilt(
        scipy.signal.butter(2, band, "bandpass", fs=rate, output="sos"), sound
    )
    pitch = parselmouth.Sound(filtered, sampling_frequency=rate).to_pitch_ac(
        time_step=0.005,
        pitch_floor=max(hertz / 2, 25),
        very_accurate=True,
        silence_threshold=0.001,
        voicing_threshold=0.2,
        pitch_ceiling=min(1.5 * hertz, 0.4 * rate),
    )
    values = pitch.selected_array["frequency"]
    times = pitch.xs()
    voiced = values > 0
    cents = numpy.where(voiced, 1200 * numpy.log2(numpy.where(voiced, values, hertz) / hertz), 0)
    voiced &= abs(cents) < 150
    found = []
    for start in starts:
        part = (times >= start) & (times <= start + WINDOW)
        found.append(cents[part & voiced].mean() if voiced[part].mean() > 0.6 else numpy.nan)
    return numpy.array(found)


def phases(sound, rate, hertz, starts):
    """Returns the cents of each window by the phases of its partials.

    Each partial is demodulated at its multiple of the nominal frequency and smoothed over two
    periods; its phase advances by what the pitch is off. Advances of the partials are weighted by
    power and by the square of their number, as phases of high partials tell more."""
    time = numpy.arange(len(sound)) / rate
    step = max(int(rate * 0.0025), 1)
    size = int(max(2 / hertz, 0.012) * rate) | 1
    window = numpy.hanning(size + 2)[1:-1]
    window /= window.sum()
    lines = []
    for number in range(1, min(max(int(min(6000, 0.45 * rate) / hertz), 1), 30) + 1):
        line = scipy.signal.fftconvolve(
            sound * numpy.exp(-2j * numpy.pi * number * hertz * time), window, "same"
        )[::step]
        lines.append(line)
    lines = numpy.array(lines)
    numbers = numpy.arange(1, len(lines) + 1)
    found = []
    for start in starts:
        first, last = int(start * rate / step), int((start + WINDOW) * rate / step)
        part = lines[:, first:last]
        if part.shape[1] < 8:
            found.append(numpy.nan)
            continue
        products = (numpy.conj(part[:, :-1]) * part[:, 1:]).sum(axis=1)
        power = (abs(part) ** 2).mean(axis=1)
        # How steadily a partial's phase advances: 1 for a line, 0 for noise.
        steady = abs(products) / numpy.maximum((part.shape[1] - 1) * power, 1e-30)
        hertz_off = numpy.angle(products) * rate / step / (2 * numpy.pi) / numbers
        # Below −40 dB of the strongest partial is noise, or another partial's skirt.
        weights = numpy.where(
            (power > 1e-4 * power.max()) & (steady > 0.5), power**0.5 * numbers**2 * steady**4, 0
        )
        middle = weighted_median(hertz_off, weights)
        weights = numpy.where(abs(hertz_off - middle) < 0.03 * hertz, weights, 0)
        off = (weights * hertz_off).sum() / max(weights.sum(), 1e-30)
        found.append(1200 * numpy.log2(max(1 + off / hertz, 0.5)))
    return numpy.array(found)


def weighted_median(values, weights):
    order = numpy.argsort(values)
    total = numpy.cumsum(weights[order])
    return values[order][numpy.searchsorted(total, total[-1] / 2)] if total[-1] > 0 else 0.0


def measured(path, hertz):
    """Returns the mean, the worst window, its time and its level of both meters."""
    rate, sound = read(path)
    first = onset(sound, rate)
    starts = first + numpy.arange(FIRST, LAST - WINDOW + 1e-9, HOP)
    levels = numpy.array(
        [(sound[int(start * rate) : int((start + WINDOW) * rate)] ** 2).mean() for start in starts]
    )
    levels = 10 * numpy.log10(levels / levels.max() + 1e-12)
    result = {}
    for name, meter in (("praat", praat), ("phases", phases)):
        cents = meter(sound, rate, hertz, starts)
        heard = numpy.isfinite(cents)
        if not heard.any():
            continue
        later = heard & (starts >= first + MEAN - 1e-9)
        worst = int(numpy.nanargmax(abs(cents)))
        result[name] = {
            "mean": round(float(cents[later].mean()), 3),
            "worst": round(float(cents[worst]), 3),
            "at": round(float(starts[worst] - first), 2),
            "level": round(float(levels[worst]), 1),
        }
    if by_spectra := sounding_pitch.note(sound[:, None], rate, hertz, until=LAST):
        result["spectra"] = {"mean": round(by_spectra[0], 3), "worst": round(by_spectra[1], 3)}
    return result


def frequency(key):
    return 440 * 2 ** ((key - 69) / 12)


def play(peach, bank, program, key, path, *options):
    """Plays a note into a file, and returns the tone that the program states."""
    command = [peach, "play", f"{NAMES[key % 12]}{key // 12 - 1}", "--bank", bank]
    command += ["--sound", f"sf2:0:{program}", "--duration", str(SECONDS), "--format", "float"]
    done = subprocess.run([*command, "-o", path, *options], capture_output=True, text=True)
    if done.returncode:
        return None
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return next((line for line in lines if "tone" in line.lower() or "recorded" in line), "")


def rated(peach, bank):
    """Returns the entries of the presets of bank 0 by program."""
    command = [peach, "sounds", "--bank", bank, "--intonation", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {entry["program"]: entry for entry in json.loads(done.stdout) if entry["bank"] == 0}


def soloist(peach, bank, program):
    """Returns name, badge and notes of a preset."""
    name, low, high = SOLOISTS[program]
    notes = []
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/note.wav"
        for key in range(low, high + 1, KEY_STEP):
            tone = play(peach, bank, program, key, path)
            if tone is None:
                continue
            found = measured(path, frequency(key))
            if found:
                notes.append({"key": key, "tone": tone, **found})
    entry = rated(peach, bank)[program]
    badge = entry.get("intonation", {})
    return {
        "bank": pathlib.Path(bank).name,
        "program": program,
        "instrument": name,
        "name": entry["name"],
        "badge": badge.get("badge", ""),
        "notes": notes,
    }


def measure(peach, path, *banks):
    jobs = [(bank, program) for bank in banks for program in SOLOISTS]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        rows = list(pool.map(lambda job: soloist(peach, *job), jobs))
    pathlib.Path(path).write_text(json.dumps(rows, indent=1))


def notes(peach, bank, program, *keys):
    with tempfile.TemporaryDirectory() as folder:
        for key in map(int, keys):
            for options in ((), ("--uncorrected", "--as-recorded")):
                tone = play(peach, bank, program, key, folder + "/note.wav", *options)
                found = measured(folder + "/note.wav", frequency(key))
                print(key, *options[:1], tone, json.dumps(found))


def limits(badge):
    """Returns the largest mean and window that a badge admits."""
    if badge == "exact":
        return 1.0, 1.0
    if found := re.search(r"^straight, within ([\d.]+)", badge):
        return float(found[1]), float(found[1])
    mean = re.search(r"mean within ([\d.]+)", badge)
    varies = re.search(r"varies by ±([\d.]+)", badge)
    if mean and varies:
        return float(mean[1]), float(mean[1]) + float(varies[1])
    # "straight" alone: the tones of notes that have not been played are not verified.
    return MEAN_LIMIT - BADGE_MARGIN, WINDOW_LIMIT - BADGE_MARGIN


def kinder(note, what):
    """Returns the smaller magnitude of both meters, which may err on noise and onsets."""
    return min(
        (note[meter][what] for meter in ("praat", "phases") if meter in note), key=abs, default=0.0
    )


def faults(row):
    """Returns the notes that are off although the badge does not say so, and those worse than
    it."""
    mean, window = limits(row["badge"])
    silent, beyond = [], []
    for note in row["notes"]:
        off = abs(kinder(note, "mean")), abs(kinder(note, "worst"))
        if off[0] > max(MEAN_LIMIT, mean + 0.05) or off[1] > max(WINDOW_LIMIT, window + 0.05):
            silent.append(note)
        if off[0] > mean + BADGE_MARGIN or off[1] > window + BADGE_MARGIN:
            beyond.append(note)
    return silent, beyond


def note_text(note):
    numbers = "/".join(
        f"{note[meter]['worst']:+.1f}" for meter in ("praat", "phases") if meter in note
    )
    if "spectra" in note:
        numbers += f"; ±{note['spectra']['worst']:.1f}"
    return f"{note['key']} ({numbers})"


INTRODUCTION = """# Ten soloists of four banks, measured by two meters

`Scripts/generate-soloist-table` generates this page: every third key of each compass, as
`peach play` plays it by default, with an empty cache. Both meters share no code with Peach or with
each other: Praat's autocorrelation, and phases of partials
([soloist_table.py](../../Tests/Tools/soloist_table.py)). All values are in cents. *Mean* is the
largest error of a key's mean from 0.1 s after the onset on, *window* that of 100 ms from 50 ms on,
both by the kinder meter: either may err in the noise of bow or breath. *Not said* are the keys
whose mean is off by more than 1 cent, or a window by more than 3, without the badge saying so;
*beyond* those that exceed their badge by more than 0.5 cents, as key (Praat/phases; the largest
deviation by a third meter, the power spectra of
[sounding_pitch.py](../../Tests/Tools/sounding_pitch.py)).
"""


def table(path):
    print(INTRODUCTION)
    print("| Bank | Preset | Keys | Straight | Badge | Mean | Window | Not said | Beyond |")
    print("|---|---|---|---|---|---|---|---|---|")
    totals = [0, 0, 0, 0]
    for row in json.loads(pathlib.Path(path).read_text()):
        notes = row["notes"]
        silent, beyond = faults(row)
        straight = sum(note["tone"] == "Straight tone" for note in notes)
        for index, count in enumerate((len(notes), straight, len(silent), len(beyond))):
            totals[index] += count
        mean = max((abs(kinder(note, "mean")) for note in notes), default=0)
        worst = max((abs(kinder(note, "worst")) for note in notes), default=0)
        print(
            f"| {row['bank'].rsplit('.', 1)[0]} | {row['name']} | {len(notes)} | {straight} "
            f"| {row['badge']} | {mean:.2f} | {worst:.2f} "
            f"| {', '.join(map(note_text, silent)) or '–'} "
            f"| {', '.join(map(note_text, beyond)) or '–'} |"
        )
    print(f"| all | | {totals[0]} | {totals[1]} | | | | {totals[2]} | {totals[3]} |")


def contour(path, hertz):
    """Returns the cents of short windows from 0.3 s on, by phases."""
    rate, sound = read(path)
    starts = onset(sound, rate) + numpy.arange(0.3, LAST - 0.05, 0.005)
    global WINDOW
    width, WINDOW = WINDOW, 0.05
    try:
        return phases(sound, rate, hertz, starts)
    finally:
        WINDOW = width


def strongest(cents):
    """Returns the rate and the extent of the strongest line from 3 to 9 Hz, and the deviation."""
    cents = scipy.signal.detrend(cents)
    rates = numpy.arange(3, 9, 0.05)
    time = numpy.arange(len(cents)) * 0.005
    best = (0.0, 0.0)
    for rate in rates:
        basis = numpy.stack(
            [numpy.cos(2 * numpy.pi * rate * time), numpy.sin(2 * numpy.pi * rate * time)], axis=1
        )
        solution = numpy.linalg.lstsq(basis, cents, rcond=None)[0]
        best = max(best, (float(numpy.hypot(*solution)), float(rate)))
    return best[1], best[0], float(cents.std())


def vibrato(peach, path, *banks):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        sound = folder + "/note.wav"
        for bank in banks:
            entries = rated(peach, bank)
            for program, (name, low, high) in SOLOISTS.items():
                # Without vibrato in the recordings, it is that of the bank's low-frequency
                # oscillators.
                if "vibratoExtentCents" not in entries[program].get("intonation", {}):
                    continue
                for key in range(low, high + 1, KEY_STEP * 3):
                    tone = play(peach, bank, program, key, sound, "--as-recorded")
                    if tone is None:
                        continue
                    before = strongest(contour(sound, frequency(key)))
                    if before[1] < 4 or before[1] < 0.8 * before[2]:
                        continue
                    tone = play(peach, bank, program, key, sound, "--vibrato", "100")
                    if not (tone or "").startswith("Straight tone"):
                        continue
                    after = strongest(contour(sound, frequency(key)))
                    change = after[1] / before[1] - 1
                    rows.append([pathlib.Path(bank).name, name, key, before, after])
                    print(
                        f"{pathlib.Path(bank).name} {name} {key}: {before[0]:.2f} Hz "
                        f"±{before[1]:.1f} → {after[0]:.2f} Hz ±{after[1]:.1f} ({change:+.0%})"
                    )
    within = sum(abs(row[4][1] / row[3][1] - 1) <= 0.1 for row in rows)
    print(f"{within} of {len(rows)} within 10 % in extent")
    pathlib.Path(path).write_text(json.dumps(rows))


if __name__ == "__main__":
    {"measure": measure, "table": table, "notes": notes, "vibrato": vibrato}[sys.argv[1]](
        *sys.argv[2:]
    )
