"""Measures the beats of octaves in rendered notes: those of the partials that coincide.

Independent of Peach: each partial is demodulated as in rendered_pitch.py, and its frequency is the
slope of its phase, weighted by power, in the first second of the note.

    octave_beats.py measure IN.wav FIRST LAST HOLD GAP        the song of rendered_pitch.py: prints
    keys, cents of the first partial from equal temperament, and the beats of the octave above it in
    hertz for 2:1, 4:2 and 6:3; then the largest and the median of each
    octave_beats.py stretch IN.wav FIRST LAST HOLD GAP TYPE PERCENT SMOOTHNESS OUT.tun   writes an
    AnaMark file that stretches the octaves of these notes; TYPE is 2:1, 4:2, 6:3 or mixed

Beats are positive if the upper note is too low. A partial that was not found gives `none`."""

import sys

import numpy

import rendered_pitch

TYPES = {"2:1": (2, 1), "4:2": (4, 2), "6:3": (6, 3)}
# The key of A4.
REFERENCE = 69
# Above, the second partial of a piano is further from its harmonic than a partial's bandwidth.
STIFF_HERTZ = 500.0
# The range of the second partial, relative to twice the first.
STIFFEST_SECOND = (0.998, 1.06)


def first_stiffness(spectrum, seconds, hertz):
    """Returns the inharmonicity by the strongest line near the second harmonic, and the frequency
    of the strongest line near the first."""

    def line(low, high):
        first, last = int(low * seconds), int(high * seconds) + 1
        part = numpy.abs(spectrum[first:last])
        return (first + numpy.argmax(part)) / seconds if len(part) else 0.0

    first = line(0.985 * hertz, 1.03 * hertz)
    second = line(*(2 * first * factor for factor in STIFFEST_SECOND))
    square = (second / (2 * first)) ** 2
    # From (1 + 4 B) / (1 + B).
    return first, max((square - 1) / (4 - square), 0.0)


def note_partials(frames, rate, key):
    """Returns the frequency of each partial of a note, by number: the mean of the channels,
    weighted by power."""
    expected = 440 * 2 ** ((key - REFERENCE) / 12)
    begin, end = int(0.05 * rate), int(min(1.05, len(frames) / rate) * rate)
    sums = {}
    for sound, _ in rendered_pitch.channels(frames[begin:end]):
        hertz, stiffness = expected, 0.0
        spectrum = rendered_pitch.spectrum_of(sound, rate)
        if expected > STIFF_HERTZ:
            first, stiffness = first_stiffness(*spectrum, expected)
            hertz = first / numpy.sqrt(1 + stiffness)
        for numbers in (2, 3, 4, 6, 8):
            found = rendered_pitch.partials(
                *spectrum,
                rate,
                hertz,
                range(1, numbers + 1),
                min(0.4 * hertz, 40),
                stiffness,
            )
            if len(found) < 2:
                continue
            squares = found[:, 0] ** 2
            values = (found[:, 1] / found[:, 0]) ** 2
            weights = found[:, 2] ** 0.375
            design = numpy.stack([numpy.ones_like(squares), squares], axis=1)
            root = numpy.sqrt(weights)
            height, tilt = numpy.linalg.lstsq(design * root[:, None], values * root, rcond=None)[0]
            if 0 <= tilt <= 0.05 * height:
                hertz, stiffness = numpy.sqrt(height), tilt / height
        for number, frequency, power in found:
            total, moment = sums.get(number, (0.0, 0.0))
            sums[number] = (total + power, moment + power * frequency)
    return {int(number): moment / total for number, (total, moment) in sums.items()}


def partials_of_song(path, keys, hold, gap):
    """Returns the frequencies of the partials of each key."""
    rate, frames = rendered_pitch.read(path)
    return {
        key: note_partials(frames[int(start * rate) : int((start + hold) * rate)], rate, key)
        for key, start in rendered_pitch.starts(keys, hold, gap)
    }


def beats(found, key, kind):
    """Returns the beats of a key and its octave in hertz, or None if a partial is missing."""
    lower, upper = TYPES[kind]
    a = found.get(key, {}).get(lower)
    b = found.get(key + 12, {}).get(upper)
    return None if a is None or b is None else a - b


def first_cents(found, key):
    """Returns the cents of the first partial from equal temperament, or None."""
    hertz = found.get(key, {}).get(1)
    return None if hertz is None else 1200 * numpy.log2(hertz / 440) - 100 * (key - REFERENCE)


def octave_cents(found, key, kind):
    """Returns the cents by which the upper note has to be raised so that an octave does not
    beat."""
    kinds = ["2:1", "4:2", "6:3"] if kind == "mixed" else [kind]
    values = []
    for each in kinds:
        lower, upper = TYPES[each]
        a, b = found.get(key, {}).get(lower), found.get(key + 12, {}).get(upper)
        if a is not None and b is not None:
            values.append(1200 * numpy.log2(a / b))
    return sum(values) / len(values) if values else None


def stretched(found, keys, kind, smoothness):
    """Returns the cents to add to each key: the least squares of the octaves' remaining beats, in
    cents, and of the third differences of the sum of the curve and the present pitch, times
    `smoothness`. A4 keeps its pitch."""
    keys = list(keys)
    index = {key: number for number, key in enumerate(keys)}
    rows, values = [], []

    def add(weight, value, factors):
        row = numpy.zeros(len(keys))
        for key, factor in factors.items():
            row[index[key]] = weight * factor
        rows.append(row)
        values.append(weight * value)

    for key in keys:
        wanted = octave_cents(found, key, kind) if key + 12 in index else None
        if wanted is not None:
            add(1.0, wanted, {key + 12: 1.0, key: -1.0})
    for key in keys[:-3]:
        factors = {key + step: factor for step, factor in enumerate((-1, 3, -3, 1))}
        # Pitches, not corrections, are smooth.
        present = [first_cents(found, key + step) or 0.0 for step in range(4)]
        difference = -present[0] + 3 * present[1] - 3 * present[2] + present[3]
        add(smoothness, -difference, factors)
    if REFERENCE in index:
        add(1e4, -(first_cents(found, REFERENCE) or 0.0), {REFERENCE: 1.0})
    cents = numpy.linalg.lstsq(numpy.array(rows), numpy.array(values), rcond=None)[0]
    return dict(zip(keys, cents))


def write_tun(path, cents):
    with open(path, "w", encoding="ascii") as file:
        file.write("; Stretched octaves\n[Exact Tuning]\n")
        last = max(cents)
        for key in range(128):
            bounded = min(max(key, min(cents)), last)
            value = 100.0 * key + cents[bounded]
            file.write(f"note {key}={value:.9f}\n")
        file.write("[Scale End]\n")


def deviations(values, reach=3):
    """Returns the distance of each value from the parabola through its neighbors, up to `reach` on
    each side, without itself."""
    keys = sorted(values)
    result = {}
    for key in keys:
        near = [other for other in keys if 0 < abs(other - key) <= reach]
        if len(near) < 4:
            continue
        curve = numpy.polyfit([other - key for other in near], [values[other] for other in near], 2)
        result[key] = values[key] - curve[-1]
    return result


def report(found, keys):
    for key in keys:
        cents = first_cents(found, key)
        words = [f"{key}", "none" if cents is None else f"{cents:.3f}"]
        if key + 12 <= max(keys):
            each = (beats(found, key, kind) for kind in TYPES)
            words += ["none" if value is None else f"{value:.3f}" for value in each]
        print(*words)
    for kind in TYPES:
        each = {key: beats(found, key, kind) for key in keys}
        sizes = {key: abs(value) for key, value in each.items() if value is not None}
        if not sizes:
            continue
        worst = max(sizes, key=sizes.get)
        within = sum(size <= 0.3 for size in sizes.values())
        print(
            f"{kind}: median {numpy.median(list(sizes.values())):.3f} Hz, largest "
            f"{sizes[worst]:.3f} Hz at {worst}, {within} of {len(sizes)} within 0.3 Hz"
        )
    pitches = {key: first_cents(found, key) for key in keys}
    apart = deviations({key: value for key, value in pitches.items() if value is not None})
    sizes = sorted(map(abs, apart.values()))
    if not sizes:
        return
    print(
        f"smooth: median {numpy.median(sizes):.3f} cents, largest {sizes[-1]:.3f} cents, "
        f"{sum(size <= 0.3 for size in sizes)} of {len(sizes)} within 0.3 cents"
    )


def main(command, path, first, last, hold, gap, *words):
    keys = range(int(first), int(last) + 1)
    found = partials_of_song(path, keys, float(hold), float(gap))
    if command == "measure":
        return report(found, keys)
    kind, percent, smoothness, output = words
    cents = stretched(found, keys, kind, float(smoothness))
    write_tun(output, {key: float(percent) / 100 * value for key, value in cents.items()})


if __name__ == "__main__":
    main(*sys.argv[1:])
