"""Measures the pitch of the first second of rendered notes, in windows of 100 ms.

Independent of Peach: each window's fundamental is the frequency whose harmonics hold most of the
power of the window's spectrum (nonlinear least squares over the harmonics up to 5 kHz; the
maximum-likelihood estimate in white noise).

    sounding_pitch.py file IN.wav HERTZ [praat]                   measures one note
    sounding_pitch.py files UNTIL HERTZ IN.wav …                  measures notes, each up to UNTIL
    seconds sounding_pitch.py song IN.wav FIRST LAST HOLD GAP             measures the keys of a
    song of rendered_pitch.py

Prints a line per key (or HERTZ): the mean from 0.1 to 1 s after the onset, the largest deviation of
a window from 50 ms and from 150 ms on, and the partials' share of the power; cents from equal
temperament modulo octaves; or `none`. `praat` uses Praat's autocorrelation method (Boersma 1993) of
the package praat-parselmouth instead."""

import sys

import numpy
import scipy.fft
import scipy.signal

import rendered_pitch

# The windows are as long as in Documentation/musicians/straight-tone.md: 100 ms, or 6 periods of a
# lower note.
SECONDS = 0.1
PERIODS = 6
STEP = 0.05
HIGHEST = 5000.0
INHARMONICITIES = numpy.concatenate([[0], numpy.geomspace(2e-5, 2e-3, 21)])
# Beyond, the partials are those of bars and bells, not of strings.
STIFFEST = 0.95 * INHARMONICITIES[-1]
# The number of partials.
MOST = 40
# Fewer partials do not tell inharmonicity from noise.
FEWEST = 8
# The most of the power outside of a harmonic series that an inharmonic one leaves.
REST = 0.7
# The power of another maximum, as a part of the highest, which makes the pitch of a window
# ambiguous.
EQUAL = 0.9
# The least part of the power in a partial that counts.
STRONG = 1e-3
# The most of the power outside of the inharmonic series that the harmonic one leaves in a harmonic
# window.
LOOPED = 0.9
# The least part of the power that the partials of a window with a pitch hold.
LEAST = 0.25
# The part of the power that neither series explains: a tone that decays has wider lines.
FLOOR = 0.005
# Cents; larger deviations are another pitch.
REACH = 100
# The largest deviation after a change of a note without such.
CHANGE = 52
# The part of the power that the partials of a higher octave must have.
SAME_SHARE = 0.85


def onset(sound, rate):
    """Returns the time at which the level first reaches −20 dB of its maximum in the note, in
    seconds."""
    block = max(int(0.005 * rate), 1)
    count = len(sound) // block
    if not count:
        return 0.0
    levels = (sound[: count * block].reshape(count, block) ** 2).mean(axis=1)
    return float(numpy.argmax(levels >= 0.01 * levels.max())) * block / rate


def decimated(sound, rate):
    """Returns the sound at the lowest integer fraction of its sample rate that contains the
    harmonics, and the rate."""
    factor = max(int(rate / (2.2 * HIGHEST)), 1)
    return (
        (scipy.signal.resample_poly(sound, 1, factor), rate / factor)
        if factor > 1
        else (sound, rate)
    )


def parabola(a, b, c):
    bend = a - 2 * b + c
    return numpy.where(bend < 0, 0.5 * (a - c) / numpy.where(bend < 0, bend, 1), 0)


def inharmonicity(score, count, total):
    """Returns the inharmonicity of `count` windows, by a search of cents and inharmonicity on finer
    and finer grids.

    `total` is the power of the windows, and `score` that at the partials.
    """

    def search(values):
        """Returns the best of the values, and the power at its partials."""
        center, step = numpy.zeros((count, 1)), 4.0
        for _ in range(4):
            cents = center + step * numpy.arange(-REACH // 4, REACH // 4 + 1)
            scores = [score(cents, value) for value in values]
            held = [each.max(axis=1).sum() for each in scores]
            best = int(numpy.argmax(held))
            found = values[best]
            center = numpy.take_along_axis(cents, scores[best].argmax(axis=1)[:, None], axis=1)
            if len(values) > 1:
                values = numpy.linspace(
                    values[max(best - 1, 0)], values[min(best + 1, len(values) - 1)], 7
                )
            step /= 4
        return found, held[best]

    found, held = search(INHARMONICITIES)
    # Both on the finest grid: a coarse one holds less of the power.
    total *= 1 + FLOOR
    return found if total - held < REST * (total - search(numpy.zeros(1))[1]) else 0.0


def comb(channels, rate, hertz, starts, seconds, reach=REACH):
    """Returns the cents from `hertz` of each window, NaN for none, and the partials' mean share of
    the power.

    Adds the channels' power spectra, because a sum of the channels could beat.

    The partials are at n · f · √((1 + B · n²) / (1 + B)), where f is the first partial. B, the
    inharmonicity of stiff strings, is one for all windows: the one whose partials hold most of the
    power. It is 0 unless they leave less than `REST` of the power that a harmonic series leaves,
    and with few strong partials: bars have several, in no series. It is 0 in windows that are
    harmonic: the loop of a string's recording may be. Pitches are within `reach`; a window with two
    equal ones has none."""
    size = int(seconds * rate)
    begins = numpy.round(numpy.asarray(starts) * rate).astype(int)
    begins = begins[(begins >= 0) & (begins + size <= len(channels[0]))]
    if not len(begins) or size < 16:
        return numpy.array([]), 0.0
    frames = begins[:, None] + numpy.arange(size)
    length = 1 << int(numpy.ceil(numpy.log2(16 * size)))
    window = numpy.hanning(size)
    power = sum(
        numpy.abs(scipy.fft.rfft(sound[frames] * window, length)) ** 2 for sound in channels
    )
    numbers = numpy.arange(1, max(int(min(HIGHEST, 0.45 * rate) / hertz), 1) + 1)[:MOST]
    width = power.shape[1]
    flat = power.ravel()
    rows = width * numpy.arange(len(begins))

    def partials(cents, inharmonicity, rows=rows):
        """Returns the power at each partial of each window's candidates (windows × candidates ×
        partials)."""
        multiples = numbers * numpy.sqrt((1 + inharmonicity * numbers**2) / (1 + inharmonicity))
        lines = multiples * (hertz * 2 ** (cents[:, :, None] / 1200)) * length / rate
        low = numpy.clip(lines, 1, width - 2).astype(int)
        share = lines - low
        low += rows[:, None, None]
        a, b, c = flat.take(low - 1), flat.take(low), flat.take(low + 1)
        held = b + share * (0.5 * (c - a) + 0.5 * share * (a - 2 * b + c))
        # A line of a Hann window holds 2/3 of its power in its highest bin, per unpadded bin.
        return 1.5 * numpy.where(lines < width - 2, held, 0)

    def score(cents, inharmonicity, rows=rows):
        """Returns the power at the partials of each window's candidates (windows × candidates)."""
        return partials(cents, inharmonicity, rows).sum(axis=2)

    total = power.sum(axis=1) * size / length

    stiffness = 0.0
    if len(numbers) >= FEWEST:
        # A third of the windows tell the inharmonicity, which is the same in all.
        part = rows[::3]
        stiffness = inharmonicity(
            lambda cents, value: score(cents, value, part), len(part), total[::3].sum()
        )
        if stiffness > STIFFEST:
            return numpy.array([]), 0.0

    def pitches(stiffness):
        """Returns the cents of each window, NaN for none, and the partials' share of its power."""
        center = numpy.zeros(len(begins))
        fine = numpy.full(len(begins), True)
        each = numpy.arange(len(begins))
        for step, count in ((4.0, REACH // 4), (1.0, 6), (0.25, 6), (0.05, 8)):
            cents = center[:, None] + step * numpy.arange(-count, count + 1)
            scores = score(cents, stiffness)
            if step == 4:
                near = numpy.where(numpy.abs(cents) <= reach, scores, 0)
                best = numpy.argmax(near, axis=1)
            else:
                best = numpy.argmax(scores, axis=1)
            fine &= (best > 0) & (best < 2 * count)
            best = numpy.clip(best, 1, 2 * count - 1)
            if step == 4:
                middle = scores[:, 1:-1]
                others = numpy.where(
                    (middle > scores[:, :-2]) & (middle > scores[:, 2:]), middle, 0
                )
                others[each, best - 1] = 0
                fine &= others.max(axis=1) < EQUAL * scores[each, best]
            center = cents[each, best] + step * parabola(
                *(scores[each, best + offset] for offset in (-1, 0, 1))
            )
        center[~fine] = numpy.nan
        return center, score(numpy.nan_to_num(center)[:, None], stiffness)[:, 0] / numpy.maximum(
            total, 1e-30
        )

    center, shares = pitches(0.0)
    if stiffness:
        stiff, held = pitches(stiffness)
        # As many partials as tell two unknowns from chance.
        strong = partials(numpy.nan_to_num(stiff)[:, None], stiffness)[:, 0].sum(axis=0)
        if numpy.count_nonzero(strong > STRONG * strong.sum()) >= FEWEST - 2:
            harmonic = (1 - shares + FLOOR < LOOPED * (1 - held + FLOOR)) | ~numpy.isfinite(stiff)
            center, shares = (
                numpy.where(harmonic, center, stiff),
                numpy.where(harmonic, shares, held),
            )
    center[shares < LEAST] = numpy.nan
    return center, float(numpy.mean(shares))


def praat(channels, rate, hertz, starts, seconds):
    """Returns the cents from `hertz` of each window of the first channel by Praat's
    autocorrelation; see `comb`."""
    import parselmouth

    # Autocorrelation at short lags depends on noise below the fundamental.
    band = [0.6 * hertz, min(10000, 0.45 * rate)]
    sound = scipy.signal.sosfiltfilt(
        scipy.signal.butter(4, band, "bandpass", fs=rate, output="sos"), channels[0]
    )
    pitch = parselmouth.Sound(sound, sampling_frequency=rate).to_pitch_ac(
        time_step=0.005,
        pitch_floor=3 / seconds,
        very_accurate=True,
        silence_threshold=0.0,
        voicing_threshold=0.0,
        octave_cost=0.02,
        pitch_ceiling=min(1.45 * hertz, 0.4 * rate),
    )
    times, values = pitch.xs(), pitch.selected_array["frequency"]
    middles = numpy.asarray(starts) + seconds / 2
    if len(times) < 2:
        return numpy.full(len(middles), numpy.nan), 0.0
    nearest = numpy.clip(numpy.searchsorted(times, middles), 0, len(times) - 1)
    cents = 1200 * numpy.log2(numpy.maximum(values[nearest], 1e-3) / hertz)
    cents[numpy.abs(cents) > REACH] = numpy.nan
    return cents, 1.0


def octave(sound, rate, expected):
    """Returns the octaves from the expected pitch to the fundamental, or None without a pitch."""
    found = rendered_pitch.fundamental(sound, rate, expected)
    return None if found is None else round(numpy.log2(found / expected))


def note(frames, rate, hertz, estimate=comb, until=1.0, known=None):
    """Returns mean, largest deviation from 50 and from 150 ms on, share, octave and windows; None
    for silence or no pitch.

    The channel of highest level determines the onset and the octave. The last value has a bit for
    each window with a pitch. `known` has octave and windows of the note before a change of some
    cents: other windows are left out."""
    channels = rendered_pitch.channels(frames[: int((until + 0.1) * rate)])
    if not channels or not max(power for _, power in channels) > 1e-14:
        return None
    channels = [sound for sound, _ in sorted(channels, key=lambda channel: -channel[1])]
    sound = channels[0]
    octaves = octave(sound, rate, hertz) if known is None else known[0]
    if octaves is None:
        return None
    first = onset(sound, rate)
    channels, (lower, *_) = zip(*(decimated(channel, rate) for channel in channels))

    def windows(octaves):
        pitch = hertz * 2**octaves
        seconds = max(SECONDS, PERIODS / pitch)
        # Windows lie within the note; the mean is that of windows from 0.1 s after the onset on.
        starts = numpy.arange(first + 0.05, max(until - seconds, first + 0.06), STEP)
        reach = {} if known is None or estimate is not comb else {"reach": CHANGE}
        return starts, *(
            estimate(channels, lower, pitch, starts, seconds, **reach)
            if 15 < pitch < 0.9 * HIGHEST
            else ([], 0.0)
        )

    starts, cents, share = windows(octaves)
    # Among the many partials of a lower octave, some are near any sound. The highest octave with
    # the same power is right.
    for upper in range(0, octaves, -1) if estimate is comb and known is None else ():
        found = windows(upper)
        if found[2] >= SAME_SHARE * share:
            starts, cents, share = found
            octaves = upper
            break
    if not len(cents):
        return None
    starts = starts[: len(cents)]
    if known is not None:
        cents[[not known[1] >> index & 1 for index in range(len(cents))]] = numpy.nan
    mean = cents[starts >= first + 0.0999]
    if not len(mean) or not numpy.isfinite(mean).any():
        return None
    later = cents[starts >= first + 0.1499]
    largest = [
        float(numpy.nanmax(numpy.abs(part))) if numpy.isfinite(part).any() else 0.0
        for part in (cents, later)
    ]
    pitched = sum(1 << index for index, value in enumerate(cents) if numpy.isfinite(value))
    return float(numpy.nanmean(mean)), *largest, share, octaves, pitched


def song(path, keys, hold, gap, estimate=comb, known=None, original=None):
    """Returns the measurement of each audible key in the rendering of a song of all keys.

    `known` has the measurements of equal frames, and gets those made here. `original` has those of
    the notes before a change of some cents, which determine octaves and windows."""
    known = {} if known is None else known
    original = {} if original is None else original
    rate, frames = rendered_pitch.read(path)
    found = {}
    for key, start in rendered_pitch.starts(keys, hold, gap):
        begin = int(start * rate)
        expected = 440 * 2 ** ((key - 69) / 12)
        part = frames[begin : begin + int((hold + gap / 2) * rate)]
        before = original[key][4:6] if key in original else None
        same = (key, hash(part.tobytes()))
        if same not in known:
            known[same] = note(part, rate, expected, estimate, until=min(hold, 1.0), known=before)
        if known[same]:
            found[key] = known[same]
    return found


def held(path, keys, hold, gap):
    """Returns octaves, the mean of the contour and its uncertainty for each audible key in the
    rendering of a song.

    Measures the part that `rendered_pitch.py steady` does. Where vibrato modulates the levels of
    partials, their phases lose cycles; windows do not. The uncertainty is the difference between
    windows of 100 and 50 ms."""
    rate, frames = rendered_pitch.read(path)
    found = {}
    for key, start in rendered_pitch.starts(keys, hold, gap):
        part = frames[int((start + 0.33 * hold) * rate) : int((start + hold - 0.1) * rate)]
        channels = [
            sound
            for sound, _ in sorted(rendered_pitch.channels(part), key=lambda channel: -channel[1])
        ]
        expected = 440 * 2 ** ((key - 69) / 12)
        octaves = octave(channels[0], rate, expected) if channels else None
        if octaves is None:
            continue
        hertz = expected * 2**octaves
        channels, (lower, *_) = zip(*(decimated(channel, rate) for channel in channels))
        means = []
        for seconds in (SECONDS, SECONDS / 2):
            seconds = max(seconds, PERIODS / hertz)
            starts = numpy.arange(0, len(channels[0]) / lower - seconds, STEP / 2)
            cents = comb(channels, lower, hertz, starts, seconds)[0]
            means.append(numpy.nanmean(cents) if numpy.isfinite(cents).any() else numpy.nan)
        if numpy.isfinite(means).all():
            found[key] = (octaves, float(means[0]), float(abs(means[0] - means[1])))
    return found


def line(name, measured):
    return (
        f"{name} {measured[0]:.4f} {measured[1]:.4f} {measured[2]:.4f} {measured[3]:.3f}"
        if measured
        else f"{name} none"
    )


def files(until, *words):
    for hertz, path in zip(words[::2], words[1::2]):
        rate, frames = rendered_pitch.read(path)
        print(line(hertz, note(frames, rate, float(hertz), until=float(until))))


def main(command, path, *words):
    if command == "files":
        return files(path, *words)
    if command == "file":
        rate, frames = rendered_pitch.read(path)
        estimate = praat if "praat" in words else comb
        print(
            line(
                words[0],
                note(frames, rate, float(words[0]), estimate, until=min(1.0, len(frames) / rate)),
            )
        )
        return
    keys = range(int(words[0]), int(words[1]) + 1)
    found = song(path, keys, float(words[2]), float(words[3]))
    for key in keys:
        print(line(key, found.get(key)))


if __name__ == "__main__":
    main(*sys.argv[1:])
