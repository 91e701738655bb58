"""Measures a rendering of the SoundFont specification test: whether each numbered test meets its
requirement.

    specification_song.py SONG BANK RENDERING WITH_EFFECTS

SONG and BANK are sf_spec_test.mid and .sf2, RENDERING a 48 kHz floating-point WAV file without
effects, WITH_EFFECTS one with reverb and chorus. Every expected value follows from the SoundFont
2.04 specification and the bank's generators. Prints a JSON list of rows: `test`, `must`,
`expected`, `measured`, `holds`. Exit code 3: a Python package is not installed."""

import json
import sys

try:
    import numpy

    import sound_facts as facts
    from song_notes import RATE, NumberedSong
except ImportError:
    sys.exit(3)

VELOCITIES = [127, 111, 95, 79, 63, 47, 31, 15]
# The tone's pitch: a loop of 128 frames at 48 kHz, lowered by 23 cents (§7.10, chPitchCorrection).
TONE = 375 * 2 ** (-23 / 1200)
CUTOFFS = [20, 50, 100, 200, 500, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000]
CUTOFFS += [12000, 15000, 17500]
RESONANCES = [0, 5, 10, 15, 20, 25, 30, 35, 40, 50, 70, 96]
# The span of a note in which its filter is compared: after the attack of 6 ms, before the release.
STEADY = slice(960, 19200)
rows = []


def row(test, must, expected, measured, within):
    """Adds a row with lists of values and their tolerances."""
    expected = numpy.atleast_1d(expected).astype(float)
    measured = numpy.atleast_1d(measured).astype(float)
    off = numpy.abs(measured - expected)
    holds = expected.shape == measured.shape and bool(numpy.all(off <= within))

    def text(values):
        shown = [f"{value:.4g}" if abs(value) >= 100 else f"{value + 0:.2f}" for value in values]
        shown = ["0.00" if value == "-0.00" else value for value in shown]
        return " ".join(shown)

    rows.append(
        {
            "test": test,
            "must": must,
            "expected": f"{text(expected)} (±{within:g})",
            "measured": text(measured),
            "holds": holds,
        }
    )


def at_most(test, must, limit, measured):
    """Adds a row for a value with an upper limit."""
    worst = float(numpy.max(measured))
    rows.append(
        {
            "test": test,
            "must": must,
            "expected": f"at most {limit:g}",
            "measured": f"{worst:.2f}",
            "holds": worst <= limit,
        }
    )


def tone_level(song, note):
    return facts.decibels(
        facts.amplitude(song.mono(note, 0.05, note.end - note.start - 0.02), TONE)
    )


def at(values, second):
    return float(values[round(second * RATE)])


def volume_envelope(song):
    note = song.notes("1")[0]
    levels, _ = facts.trace(song.mono(note, 0, 7))
    peak = numpy.median(levels[round(2.2 * RATE) : round(2.8 * RATE)])
    levels = levels - peak
    at_most("1", "silent for the delay of 1 s, after the click: dB", -80, levels[9600:46000])
    row(
        "1",
        "attack of 1 s, linear in amplitude: dB at 1/4, 1/2, 3/4",
        20 * numpy.log10([0.25, 0.5, 0.75]),
        [at(levels, 1 + part) for part in (0.25, 0.5, 0.75)],
        0.05,
    )
    row(
        "1",
        "hold of 1 s: dB at its beginning and end",
        [0, 0],
        [at(levels, 2.01), at(levels, 2.99)],
        0.05,
    )
    row("1", "decay: dB per second", -100, facts.slope(levels, 3.01, 3.11), 1)
    row("1", "sustain: dB", [-12, -12], [at(levels, 3.3), at(levels, 4.9)], 0.05)
    row("1", "release: dB per second", -100, facts.slope(levels, 5.02, 5.6), 1)


def modulation_envelope(song):
    note = song.notes("2")[0]
    _, hertz = facts.trace(song.mono(note, 0, 6))
    cents = 1200 * numpy.log2(hertz / TONE)
    row("2", "delay of 1 s: cents", [0, 0], [at(cents, 0.2), at(cents, 0.95)], 1)
    row(
        "2",
        "attack of 1 s, convex (§9.5.3), 1200 cents: at 1/4, 1/2, 3/4",
        1200 * (1 + 40 / 96 * numpy.log10([0.25, 0.5, 0.75])),
        [at(cents, 1 + part) for part in (0.25, 0.5, 0.75)],
        5,
    )
    row("2", "hold of 1 s: cents", [1200, 1200], [at(cents, 2.05), at(cents, 2.95)], 1)
    row(
        "2",
        "decay of 1 s for 100 %, linear: cents at 1/4 s, and 50 % from 1/2 s on",
        [900, 600, 600],
        [at(cents, 3.25), at(cents, 3.6), at(cents, 4.9)],
        3,
    )
    row(
        "2",
        "release of 1 s for 100 %: cents after 1/4 s, and 0 from 1/2 s on",
        [300, 0],
        [at(cents, 5.25), at(cents, 5.55)],
        3,
    )


def key_to_times(song):
    keys = numpy.array([84, 72, 60, 48, 36])
    scale = 2.0 ** (101 * (60 - keys) / 1200)
    slopes, pitches = [], []
    for note in song.notes("3"):
        levels, hertz = facts.trace(song.mono(note))
        levels -= levels[round(0.008 * RATE)]
        end = numpy.argmax(levels < -45) / RATE
        slopes.append(facts.slope(levels, 0.02, end))
        pitches.append(numpy.median(hertz[round(0.02 * RATE) : round(end * RATE)]))
    row(
        "3",
        "five decays, each longer by 101 cents per key: dB per second",
        -100 / (2 * scale),
        slopes,
        1,
    )
    row("3", "the same pitch: cents", [0] * 5, 1200 * numpy.log2(numpy.array(pitches) / TONE), 0.3)
    holds, pitches = [], []
    for note in song.notes("4"):
        levels, hertz = facts.trace(song.mono(note))
        levels -= levels[round(0.05 * RATE)]
        fallen = numpy.argmax(levels[round(0.05 * RATE) :] < -20) + round(0.05 * RATE)
        # Before it: the attack of −8857 timecents; after it: 20 of the decay's 100 dB in 50 ms.
        holds.append(fallen / RATE - 2 ** (-8857 / 1200) - 0.2 * 2 ** (-5186 / 1200))
        pitches.append(numpy.median(hertz[round(0.02 * RATE) : round(holds[-1] * RATE)]))
    row(
        "4",
        "five holds of 0.5 s at key 60, each longer by 101 cents per key: s",
        0.5 * scale,
        holds,
        0.002,
    )
    row("4", "the same pitch: cents", [0] * 5, 1200 * numpy.log2(numpy.array(pitches) / TONE), 0.3)


def oscillators(song):
    rate = facts.hertz(-1238)
    full = tone_level(song, song.notes("11")[0])
    for test, attenuation in (("5A", 0), ("5B", 40 * numpy.log10(127 / 90))):
        levels, _ = facts.trace(song.mono(song.notes(test)[0]))
        levels = levels[: round(2.9 * RATE)] - full + attenuation
        wave = 6 * facts.triangle(rate, numpy.arange(len(levels)) / RATE)
        part = slice(round(0.05 * RATE), None)
        row(
            test,
            "a triangle between +6 and −6 dB about the level of its velocity: dB",
            [6, -6],
            [levels[part].max(), levels[part].min()],
            0.1,
        )
        at_most(
            test,
            "deviation from a 4 Hz triangle (§8.1.3, 22) that rises first: dB",
            0.2,
            numpy.abs(levels - wave)[part],
        )
    for test, depth, pitch, title in (
        ("6", 600, TONE, "vibrato of ±600 cents"),
        ("7", 50, 2 * TONE, "the modulation wheel adds a vibrato of ±50 cents"),
    ):
        _, hertz = facts.trace(song.mono(song.notes(test)[0]))
        cents = 1200 * numpy.log2(hertz[: round(2.9 * RATE)] / pitch)
        wave = depth * facts.triangle(rate, numpy.arange(len(cents)) / RATE)
        part = slice(round(0.05 * RATE), None)
        row(
            test,
            title + ": cents",
            [depth, -depth],
            [cents[part].max(), cents[part].min()],
            depth * 0.03,
        )
        at_most(
            test,
            "deviation from a 4 Hz triangle: cents",
            depth * 0.03,
            numpy.abs(cents - wave)[part],
        )


def scale_and_root(song):
    pitches = [
        numpy.median(facts.trace(song.mono(note, 0.05, 0.45))[1][480:-480])
        for note in song.notes("8")
    ]
    row(
        "8",
        "three tones of one pitch: cents",
        [0] * 3,
        1200 * numpy.log2(numpy.array(pitches) / TONE),
        0.3,
    )


def filters(song, bank):
    noise = bank.looped("White Noise", 20160)
    notes = song.notes("9")
    found = [facts.fitted_cutoff(noise, song.mono(note)[:20160], STEADY) for note in notes[:-1]]
    off = 1200 * numpy.log2(numpy.array([cutoff for cutoff, _ in found]) / CUTOFFS)
    row("9", "cutoffs (−3 dB) from 20 Hz to 17.5 kHz: deviation in cents", [0] * 19, off, 10)
    at_most(
        "9", "a two-pole, maximally flat low-pass: residual in dB", -40, [left for _, left in found]
    )
    # Above, the interpolation attenuates.
    open_filter = song.mono(notes[-1])[:20160]
    at_most(
        "9",
        "20 kHz is open: residual below 19 kHz after subtracting the sample, dB",
        -60,
        facts.misfit(*(facts.below(part[STEADY], 19000) for part in (noise, open_filter))),
    )

    notes, cutoff = song.notes("10"), facts.hertz(10721)
    peaks = [
        facts.fitted_peak(noise, song.mono(note)[:20160], STEADY, cutoff)[0] for note in notes[:9]
    ]
    row("10", "resonance peaks above the level at 0 Hz: dB", RESONANCES[:9], peaks, 0.5)
    flat = facts.level(facts.low_pass(noise, cutoff)[STEADY])
    expected = [
        facts.level(facts.low_pass(noise, cutoff, peak)[STEADY]) - flat - peak / 2
        for peak in RESONANCES
    ]
    levels = numpy.array([facts.level(song.mono(note)[:20160][STEADY]) for note in notes])
    row(
        "10",
        "total level, with half the resonance subtracted at 0 Hz (§8.1.3, 9): dB",
        expected,
        levels - levels[0],
        0.5,
    )


def levels(song):
    tones = numpy.array([tone_level(song, note) for note in song.notes("11")])
    row(
        "11",
        "5 dB of attenuation in the file are 2 dB in the output",
        -2 * numpy.arange(7),
        tones - tones[0],
        0.02,
    )
    same = numpy.array([tone_level(song, note) for note in song.notes("12")])
    row(
        "12",
        "with −30 dB (−12) in the preset all are at full level: dB",
        [0] * 7,
        same - tones[0],
        0.02,
    )
    concave = 40 * numpy.log10(127 / numpy.array(VELOCITIES))
    straight = 96 * (127 - numpy.array(VELOCITIES)) / 128
    for test, title, fall in (
        ("13A", "concave, 96 dB (§8.4.1)", concave),
        ("13B", "concave, 144 dB", 1.5 * concave),
        ("13C", "concave, 48 dB", 0.5 * concave),
        ("13D", "linear, 96 dB (§9.5.3)", straight),
        ("13E", "no velocity curve", 0 * concave),
    ):
        measured = numpy.array([tone_level(song, note) for note in song.notes(test)])
        row(test, title + ": dB", -fall, measured - tones[0], 0.05)


def filters_by_velocity(song, bank):
    noise = bank.looped("White Noise", 20160)
    falling = -7200 * (127 - numpy.array(VELOCITIES)) / 128
    for test, title, cents in (
        ("14A", "the default modulator (§8.4.2) is absent: cents", 0 * falling),
        ("14B", "−7200 cents over velocity: cents", falling),
        ("14C", "a longer attack has no effect: cents", 0 * falling),
        ("14D", "the 2.01 modulator deleted: cents", 0 * falling),
        ("14E", "the 2.04 modulator deleted: cents", 0 * falling),
    ):
        notes = song.notes(test)
        found = [
            facts.fitted_cutoff(noise, song.mono(note)[:20160], STEADY, 10)[0] for note in notes
        ]
        row(test, title, cents, 1200 * numpy.log2(numpy.array(found) / facts.hertz(10721)), 10)
        loud = [facts.level(song.mono(note)[STEADY]) for note in notes]
        if test != "14B":
            row(test, "equal level: dB", [0] * 8, numpy.array(loud) - loud[0], 0.1)


def controller_to_filter(song, bank):
    note = song.notes("15")[0]
    audio = song.mono(note)
    wave = bank.looped("sawb-3", len(audio))
    expected, measured, left = [], [], []
    for second in numpy.arange(0.8, 3.3, 0.3):
        # The filter has decayed after 100 ms.
        heard = slice(round((second - 0.13) * RATE), round((second + 0.03) * RATE))
        values = [
            song.controller(1, note.start + second + x) for x in numpy.arange(-0.03, 0.03, 0.002)
        ]
        expected.append(7121 + 7000 * numpy.mean(values) / 128)
        cutoff, rest = facts.fitted_cutoff(wave[heard], audio[heard], slice(4800, None))
        measured.append(facts.absolute_cents(cutoff))
        left.append(rest)
    row(
        "15",
        "controller 1 modulates the cutoff from 500 Hz by 7000 cents: absolute cents",
        numpy.minimum(expected, 13500),
        numpy.minimum(measured, 13500),
        60,
    )
    at_most("15", "no vibrato: residual in dB", -20, left)


def sample_offset(song, bank):
    note = song.notes("16")[1]
    recording = bank.once("not supported")
    audio = song.mono(note, 0, 0.7)
    found = []
    for start in (6720, 0):
        positions = start + numpy.arange(len(audio)) * bank.rate("not supported") / RATE
        found.append(
            facts.misfit(numpy.interp(positions, numpy.arange(len(recording)), recording), audio)
        )
    at_most(
        "16",
        "it starts at frame 6720: residual after subtracting the sample from there, dB",
        -15,
        found[0],
    )
    row("16", "it does not start at frame 0: residual in dB", 0, found[1], 0.5)


def effects(song, with_effects):
    """Returns the output of reverb and chorus alone."""
    own = numpy.array([333, 666, 1000]) / 1000
    controller = 0.2 * numpy.array([42, 85, 127]) / 128
    for number, name in ((17, "reverb"), (18, "chorus")):
        for letter, sends in (
            ("A", own),
            ("B", controller),
            ("C", numpy.minimum(own + controller, 1)),
        ):
            test = f"{number}{letter}"
            added = [
                facts.level(
                    numpy.concatenate(with_effects.sides(note, 0, 1.8))
                    - numpy.concatenate(song.sides(note, 0, 1.8))
                )
                for note in song.notes(test)
            ]
            at_most(
                test,
                f"without a send no {name}: dB relative to the last note",
                -60,
                added[0] - added[-1],
            )
            row(
                test,
                f"the {name} follows the sends: dB relative to the last note",
                facts.decibels(sends / sends[-1]),
                numpy.array(added[1:]) - added[-1],
                1,
            )


def interpolation(song, bank):
    recording = bank.once("Timpani Soft")
    ours, straight = [], []
    for note in song.notes("19"):
        # The pitch ratio: two octaves below key 90.
        speed = 2 ** ((note.key - 90 - 24) / 12) * bank.rate("Timpani Soft") / RATE
        count = min(round((note.end - note.start) * RATE), int(len(recording) / speed) - 480)
        audio = song.mono(note)[:count]
        line = numpy.interp(numpy.arange(count) * speed, numpy.arange(len(recording)), recording)
        for sound, found in ((audio, ours), (line, straight)):
            power = numpy.abs(numpy.fft.rfft(sound * numpy.hanning(count))) ** 2
            edge = round(speed * count / 2 * 1.05)
            found.append(10 * numpy.log10(power[edge:].sum() / power.sum()))
    at_most("19", "images above the recording's band: dB below the tone", -50, ours)
    at_most(
        "19",
        "images relative to those of linear interpolation: dB",
        -6,
        numpy.array(ours) - straight,
    )


def bends(song):
    for test, title, down in (
        ("20A", "two semitones down and back, up and back: cents", -200),
        ("20B", "the modulator removed: cents", 0),
        ("20C", "inverted: cents", 200),
    ):
        _, hertz = facts.trace(song.mono(song.notes(test)[0]))
        cents = 1200 * numpy.log2(hertz / (TONE * 2**0.5))
        seconds = (0.3, 1.25, 2.25, 3.25, 4.6)
        row(test, title, [0, down, 0, -down, 0], [at(cents, second) for second in seconds], 3)


def exclusive_class(song):
    noise = song.notes("21")[0]
    before = facts.level(song.mono(noise, 0.05, 0.12))
    after = facts.level(song.mono(noise, 0.3, 1.9))
    at_most("21", "the short noise ends the long one: residual in dB", -80, after - before)


def panning(song):
    low, high = TONE, 750.0

    def sides(note, hertz):
        parts = song.sides(note, 0.05, 0.4)
        return [float(facts.decibels(facts.amplitude(part, hertz))) for part in parts]

    def law(pan):
        """Returns constant-power gains of left and right in decibels, at least −60."""
        turn = (numpy.clip(pan, -500, 500) + 500) / 1000 * numpy.pi / 2
        return numpy.maximum(
            [facts.decibels(numpy.cos(turn)), facts.decibels(numpy.sin(turn))], -60
        )

    # 150 centibels in the file are 6 dB; hard pan is 3.01 dB above center.
    full = float(tone_level(song, song.notes("11")[0])) - 6 + 10 * numpy.log10(2)
    steps = numpy.array([-500, -375, -250, -125, 0, 125, 250, 375, 500])
    # Controller 10 as a source has 63 steps above the center, up to 127/128, and 64 below
    # (§9.5.3).
    source = numpy.array([-1, -0.75, -0.5, -0.25, 0, 16 / 63, 32 / 63, 48 / 63, 1])
    source = numpy.where(source > 0, source * 127 / 128, source)
    # The default modulator is hard right at 127; the bank's own modulator in 22F has 1000.
    turned, wide = 504 * source, 1000 * source
    for test, title, pans in (
        ("22A", "one tone", [(low, steps)]),
        ("22B", "one tone, by controller 10", [(low, turned)]),
        ("22C", "a pair", [(low, steps - 500), (high, steps + 500)]),
        ("22D", "a pair, by controller 10", [(low, turned - 500), (high, turned + 500)]),
        ("22E", "a pair, twice as far", [(low, 2 * steps - 500), (high, 2 * steps + 500)]),
        ("22F", "a pair, twice as far, by controller 10", [(low, wide - 500), (high, wide + 500)]),
    ):
        for hertz, positions in pans:
            # The pair's tones have equal levels: each is compared with its own maximum.
            measured = numpy.array([sides(note, hertz) for note in song.notes(test)])
            own = measured - (full if len(pans) == 1 else measured.max())
            expected = numpy.array([law(pan) for pan in positions])
            # Silent channels are at −60 dB or below.
            apart = numpy.abs(numpy.maximum(own, -60) - expected)
            name = "" if len(pans) == 1 else " (lower)" if hertz == low else " (higher)"
            at_most(
                test,
                f"{title}{name}, constant power: largest deviation of nine positions and two "
                "channels, dB",
                0.05,
                apart,
            )


def main(song_path, bank_path, rendering, with_effects):
    song, bank = NumberedSong(song_path, rendering), facts.Bank(bank_path)
    volume_envelope(song)
    modulation_envelope(song)
    key_to_times(song)
    oscillators(song)
    scale_and_root(song)
    filters(song, bank)
    levels(song)
    filters_by_velocity(song, bank)
    controller_to_filter(song, bank)
    sample_offset(song, bank)
    effects(song, NumberedSong(song_path, with_effects))
    interpolation(song, bank)
    bends(song)
    exclusive_class(song)
    panning(song)
    json.dump(rows, sys.stdout)


main(*sys.argv[1:])
