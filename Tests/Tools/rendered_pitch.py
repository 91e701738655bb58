"""Measures the pitch of rendered notes by the phase of each partial over the steady part.

Independent of Peach's estimator, which finds the lines of a loop's spectrum: this one demodulates
each of the first partials to 0 Hz, low-pass filters it, and takes the slope of its unwrapped phase.
It does not know loops.

    rendered_pitch.py song OUT.mid BANK:PROGRAM FIRST LAST HOLD GAP   writes a song of all keys,
    each alone rendered_pitch.py steady IN.wav FIRST LAST HOLD GAP               measures sustained
    notes rendered_pitch.py decaying IN.wav FIRST LAST HOLD GAP             measures decaying notes
    rendered_pitch.py file IN.wav KEY [decaying]                      measures one note

Prints a line per key: key, error in octaves, remaining error in cents, and the deviation between
the partials (and between the halves of the steady part) in cents; or `key none`."""

import sys

import numpy
import scipy.fft
import scipy.io.wavfile
import scipy.signal

VELOCITY = 100
LEAD = 0.5


def starts(keys, hold, gap):
    """Yields each key and its start in seconds."""
    for index, key in enumerate(keys):
        yield key, LEAD + index * (hold + gap)


def write_song(path, preset, keys, hold, gap):
    import mido

    bank, program = (int(part) for part in preset.split(":"))
    # A tick is a millisecond.
    song = mido.MidiFile(ticks_per_beat=500)
    track = mido.MidiTrack()
    song.tracks.append(track)
    track.append(mido.MetaMessage("set_tempo", tempo=500000))
    track.append(mido.Message("control_change", control=0, value=bank))
    track.append(mido.Message("program_change", program=program))
    now = 0
    for key, start in starts(keys, hold, gap):
        begin, end = round(1000 * start), round(1000 * (start + hold))
        # A string rings for seconds after its key, and would overlap with the next note.
        silence = begin - round(500 * gap)
        track.append(mido.Message("control_change", control=120, value=0, time=silence - now))
        track.append(mido.Message("note_on", note=key, velocity=VELOCITY, time=begin - silence))
        track.append(mido.Message("note_off", note=key, velocity=0, time=end - begin))
        now = end
    track.append(mido.MetaMessage("end_of_track", time=500))
    song.save(path)


def read(path):
    """Returns the sample rate, and the frames by channel."""
    rate, frames = scipy.io.wavfile.read(path, mmap=True)
    return rate, frames if frames.ndim == 2 else frames[:, None]


def channels(frames):
    """Returns the audible channels without their mean, and their powers.

    They are measured separately, because a sum could beat.
    """
    frames = numpy.asarray(frames, dtype=float)
    frames = frames - frames.mean(axis=0)
    power = (frames**2).mean(axis=0)
    return [
        (frames[:, index], power[index])
        for index in range(len(power))
        if power[index] > 1e-3 * power.max()
    ]


def fundamental(sound, rate, expected):
    """Returns the frequency within a few cents, by normalized autocorrelation (McLeod 2005).

    The expected pitch only limits the search to three octaves below and above.
    """
    longest = int(8 * rate / expected)
    part = sound[: max(4 * longest, int(0.6 * rate))]
    size = 1 << int(numpy.ceil(numpy.log2(2 * len(part))))
    spectrum = numpy.fft.rfft(part, size)
    product = numpy.fft.irfft(numpy.abs(spectrum) ** 2)[: longest + 2]
    squares = numpy.concatenate([[0], numpy.cumsum(part**2)])
    lags = numpy.arange(longest + 2)
    energy = squares[len(part) - lags] + squares[-1] - squares[lags]
    likeness = 2 * product / numpy.maximum(energy, 1e-30)
    peaks, _ = scipy.signal.find_peaks(likeness)
    peaks = peaks[(peaks > rate / expected / 8.5) & (likeness[peaks] > 0)]
    if not len(peaks) or likeness[peaks].max() < 0.5:
        return None
    # The first peak that is nearly the highest, because multiples of the period are equally high.
    index = peaks[
        likeness[peaks] > likeness[peaks].max() - 0.1 * (1 - likeness[peaks].max()) - 0.03
    ][0]
    before, middle, after = likeness[index - 1 : index + 2]
    bend = before - 2 * middle + after
    return rate / (index + (0.5 * (before - after) / bend if bend < 0 else 0))


def spectrum_of(sound, rate):
    """Returns the spectrum of a length that is fast to transform, and that length in seconds."""
    count = len(sound)
    while scipy.fft.next_fast_len(count, real=True) != count:
        count -= 1
    return scipy.fft.rfft(sound[:count])[: count // 2], count / rate


def demodulated(spectrum, seconds, hertz, width):
    """Returns a partial demodulated to 0 Hz with a bandwidth of `width`, its rate and its bin."""
    middle = int(round(hertz * seconds))
    reach = max(int(width * seconds), 4)
    if middle - reach < 1 or middle + reach >= len(spectrum):
        return None
    part = spectrum[middle - reach : middle + reach + 1] * numpy.hanning(2 * reach + 3)[1:-1]
    size = 2 * reach + 1
    partial = numpy.fft.ifft(numpy.fft.ifftshift(part))
    # The transform is periodic: both ends are excluded.
    edge = max(int(2 * size / reach), 2)
    return partial[edge:-edge], size / seconds, middle / seconds


def slope(partial, rate, is_by_power):
    """Returns the slope of the phase in hertz, weighted by power or uniformly, and the power."""
    power = numpy.abs(partial) ** 2
    phase = numpy.unwrap(numpy.angle(partial)) / (2 * numpy.pi)
    times = numpy.arange(len(partial)) / rate
    weight = power / power.sum() if is_by_power else numpy.full(len(power), 1 / len(power))
    times = times - (weight * times).sum()
    return (weight * times * phase).sum() / (weight * times**2).sum(), power.mean()


def partials(spectrum, seconds, rate, hertz, numbers, width, inharmonicity=0.0, is_by_power=True):
    """Returns number, frequency and power of each detected partial."""
    found = []
    for number in numbers:
        expected = number * hertz * numpy.sqrt(1 + inharmonicity * number**2)
        if expected > min(0.45 * rate, 10000):
            break
        baseband = demodulated(spectrum, seconds, expected, width)
        if baseband is None:
            continue
        moved, power = slope(*baseband[:2], is_by_power)
        found.append((number, baseband[2] + moved, power))
    found = numpy.array(found).reshape(-1, 3)
    return found[found[:, 2] > 1e-4 * found[:, 2].max()] if len(found) else found


def long_run(sound, rate, hertz):
    """Returns the fundamental by all partials, and their deviation in cents."""
    spectrum = spectrum_of(sound, rate)
    for _ in range(3):
        found = partials(*spectrum, rate, hertz, range(1, 11), min(0.9 * hertz, 60))
        if not len(found):
            return None
        # The median by amplitude: a partial that beats loses cycles, and is an outlier.
        each = found[:, 1] / found[:, 0]
        weights = numpy.sqrt(found[:, 2])
        order = numpy.argsort(each)
        index = numpy.searchsorted(numpy.cumsum(weights[order]), weights.sum() / 2)
        middle = each[order][index]
        if abs(middle / hertz - 1) < 1e-7:
            break
        hertz = middle
    spread = (weights * abs(each - middle)).sum() / weights.sum()
    return middle, 1200 / numpy.log(2) * spread / middle


def steady(sound, rate, expected):
    hertz = fundamental(sound, rate, expected)
    if hertz is None:
        return None
    whole = long_run(sound, rate, hertz)
    if whole is None:
        return None
    halves = [long_run(part, rate, hertz) for part in numpy.array_split(sound, 2)]
    spread = whole[1]
    if all(halves):
        spread = max(spread, abs(1200 * numpy.log2(halves[0][0] / halves[1][0])) / 2)
    return whole[0], spread


def decaying(sound, rate, expected):
    """Returns the first partial of n · f · √(1 + B · n²), by least squares over the detected
    partials.

    As defined in Documentation/evidence/intonation.md: uniform weights over time, and each partial
    weighted by three quarters of its level in decibels."""
    hertz = fundamental(sound, rate, expected)
    if hertz is None:
        return None
    spectrum = spectrum_of(sound, rate)
    inharmonicity = 0.0
    for numbers in (3, 4, 6, 8, 10, 14, 20, 28, 40, 40):
        found = partials(
            *spectrum,
            rate,
            hertz,
            range(1, numbers + 1),
            min(0.9 * hertz, 60),
            inharmonicity,
            False,
        )
        if not len(found):
            return None
        squares = found[:, 0] ** 2
        values = (found[:, 1] / found[:, 0]) ** 2
        weights = found[:, 2] ** 0.375
        design = numpy.stack([numpy.ones_like(squares), squares], axis=1)
        if len(found) > 1:
            root = numpy.sqrt(weights)[:, None]
            height, tilt = numpy.linalg.lstsq(design * root, values * root[:, 0], rcond=None)[0]
        else:
            height, tilt = values[0], 0.0
        if tilt < 0 or tilt > 0.02 * height:
            height, tilt = (weights * values).sum() / weights.sum(), 0.0
        hertz, inharmonicity = numpy.sqrt(height), tilt / height
    fitted = height + tilt * squares
    spread = numpy.sqrt((weights * (values / fitted - 1) ** 2).sum() / weights.sum()) / 2
    return hertz * numpy.sqrt(1 + inharmonicity), 1200 / numpy.log(2) * spread


def measure(frames, rate, key, mode, begin, end):
    expected = 440 * 2 ** ((key - 69) / 12)
    if mode == "steady":
        # The first third contains attacks, delayed vibrato and envelope ramps.
        begin, end = begin + 0.33 * (end - begin), end - 0.1
    else:
        # The span that a listener judges.
        begin, end = begin + 0.05, min(begin + 0.85, end)
    estimate = steady if mode == "steady" else decaying
    sounding = channels(frames[int(begin * rate) : int(end * rate)])
    found = [(estimate(sound, rate, expected), power) for sound, power in sounding]
    found = [(*result, power) for result, power in found if result and numpy.isfinite(result).all()]
    if not found:
        return None
    hertz, spread, power = numpy.array(found).T
    cents = 1200 * numpy.log2(hertz / expected)
    octaves = round(cents[numpy.argmax(power)] / 1200)
    # The channels may be measured an octave apart.
    cents = cents - 1200 * numpy.round(cents / 1200)
    mean = (power * cents).sum() / power.sum()
    return octaves, mean, max(spread.max(), numpy.ptp(cents) / 2)


def song(path, mode, keys, hold, gap):
    """Returns octaves, cents and deviation for each audible key in the rendering of a song of all
    keys."""
    rate, frames = read(path)
    found = {}
    for key, start in starts(keys, hold, gap):
        found[key] = measure(frames, rate, key, mode, start, start + hold)
    return {key: note for key, note in found.items() if note}


def line(key, note):
    return f"{key} {note[0]} {note[1]:.4f} {note[2]:.4f}" if note else f"{key} none"


def main(command, *words):
    if command == "song":
        path, preset, first, last, hold, gap = words
        write_song(path, preset, range(int(first), int(last) + 1), float(hold), float(gap))
        return
    if command == "file":
        rate, frames = read(words[0])
        key, mode = int(words[1]), "decaying" if "decaying" in words else "steady"
        print(line(key, measure(frames, rate, key, mode, 0, len(frames) / rate)))
        return
    keys = range(int(words[1]), int(words[2]) + 1)
    notes = song(words[0], command, keys, float(words[3]), float(words[4]))
    for key in keys:
        print(line(key, notes.get(key)))


if __name__ == "__main__":
    main(*sys.argv[1:])
