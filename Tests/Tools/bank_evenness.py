"""Measures how even SoundFont banks are: attacks, levels, loops, joints and pitch of each sample.

usage: bank_evenness.py BANK.sf2 ...

Shares no code with Peach: reads 16- and 24-bit SoundFonts itself, weights by ITU-R BS.1770, and
plays loops. Prints a row of a Markdown table for each bank: attacks in ms (median, largest, 5 to
95 %), the median level in dB, the difference of adjacent roots of a layer (95 %, largest), loops,
the range of levels within a loop (95 %), the spectral change at joints relative to the loop's own
(95 %), and the error of the loops' mean pitch in cents by phases of partials (95 %, largest)."""

import struct
import sys

import numpy
from scipy import signal


def chunks(data, start, end):
    while start + 8 <= end:
        name, size = data[start : start + 4], struct.unpack_from("<I", data, start + 4)[0]
        if name in (b"RIFF", b"LIST"):
            yield from chunks(data, start + 12, start + 8 + size)
        else:
            yield name.decode("latin1"), data[start + 8 : start + 8 + size]
        start += 8 + size + size % 2


def records(data, layout):
    size = struct.calcsize(layout)
    return list(struct.iter_unpack(layout, data[: len(data) // size * size]))


def samples(path):
    """Yields (name, frames, rate, key, cents, loop, velocities) of each sample of a zone."""
    data = open(path, "rb").read()
    part = dict(chunks(data, 0, len(data)))
    frames = numpy.frombuffer(part["smpl"], "<i2").astype(float) * 256
    if part.get("sm24"):
        frames += numpy.frombuffer(part["sm24"], "u1")[: len(frames)]
    headers = records(part["shdr"], "<20s5IBbHH")
    bags, generators = records(part["ibag"], "<HH"), records(part["igen"], "<HH")
    known = set()
    for first, last in zip(bags, bags[1:]):
        zone = dict(generators[first[0] : last[0]])
        if 53 not in zone or zone[53] in known:
            continue
        known.add(zone[53])
        name, start, end, loop_start, loop_end, rate, key, cents, _, _ = headers[zone[53]]
        loop = (loop_start - start, loop_end - start) if zone.get(54, 0) & 1 else None
        sound = frames[start:end] / 2**23
        yield name.split(b"\0")[0].decode("latin1"), sound, rate, key, cents, loop, zone.get(44)


def weighted(x, rate):
    """K-weighting, by the bilinear transform of its analog filters."""
    f, g, q = 1681.974450955533, 3.999843853973347, 0.7071752369554196
    k, vh = numpy.tan(numpy.pi * f / rate), 10 ** (g / 20)
    vb = vh**0.4996667741545416
    a0 = 1 + k / q + k * k
    b = [(vh + vb * k / q + k * k) / a0, 2 * (k * k - vh) / a0, (vh - vb * k / q + k * k) / a0]
    x = signal.lfilter(b, [1, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0], x)
    f, q = 38.13547087602444, 0.5003270373238773
    k = numpy.tan(numpy.pi * f / rate)
    a0 = 1 + k / q + k * k
    return signal.lfilter([1, -2, 1], [1, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0], x)


def decibels(power):
    return 10 * numpy.log10(numpy.maximum(power, 1e-12))


def envelope(y, rate, seconds):
    window = numpy.hanning(int(seconds * rate) + 2)[1:-1]
    power = signal.fftconvolve(y * y, window / window.sum(), mode="same")
    return decibels(power[:: int(rate / 1000)])


def played(x, loop, count):
    if not loop:
        return x[:count]
    index = numpy.arange(count)
    return x[numpy.where(index < loop[1], index, loop[0] + (index - loop[0]) % (loop[1] - loop[0]))]


def loop_cents(x, rate, hertz):
    """The mean pitch of a loop by most of its partials, whose phases advance by whole cycles."""
    count = len(x)
    spectrum = numpy.fft.fft(x - x.mean())
    found, weights = [], []
    for number in range(1, 9):
        line = number * hertz * count / rate
        reach = min(0.045 * line + 2, 0.45 * hertz * count / rate)
        low, high = int(line - reach), int(line + reach) + 1
        if high >= count // 2:
            break
        part = numpy.zeros(count, complex)
        part[low : high + 1] = spectrum[low : high + 1]
        z = numpy.fft.ifft(part)
        power = abs(z) ** 2
        if power.min() < 0.003 * power.mean():
            continue
        phase = numpy.unwrap(numpy.angle(numpy.append(z, z[0])))
        cycles = (phase[-1] - phase[0]) / (2 * numpy.pi)
        if cycles > 0:
            found.append(1200 * numpy.log2(cycles / line))
            weights.append(power.mean() ** 0.3)
    if not found:
        return numpy.nan
    order = numpy.argsort(found)
    total = numpy.cumsum(numpy.array(weights)[order])
    return numpy.array(found)[order][numpy.searchsorted(total, total[-1] / 2)]


def joint_change(x, rate, hertz):
    """The largest spectral change within 30 ms of the joint of a loop, relative to the 90th
    percentile of all others."""
    return repeated_change(numpy.tile(x, 3), len(x), rate, hertz)


def repeated_change(y, count, rate, hertz):
    """The same of a loop that begins anew after `count` and 2 * `count` frames of `y`."""
    size = int(max(0.03, 3 / hertz) * rate)
    hop = size // 8
    starts = numpy.arange(count - size, 2 * count, hop)
    frames = numpy.stack([y[s : s + size] for s in starts]) * numpy.hanning(size)
    points = 1 << (size - 1).bit_length()
    power = abs(numpy.fft.rfft(frames, points)) ** 2
    thirds = 3 * numpy.log2(numpy.maximum(numpy.fft.rfftfreq(points, 1 / rate), 1) / 60)
    band = numpy.clip(numpy.floor(thirds), 0, 26).astype(int)
    bands = numpy.stack([power[:, band == i].sum(axis=1) for i in range(27)], 1)
    logs = numpy.log10(bands + 1e-6 * bands.max())
    step = max(int(0.03 * rate / hop), 1)
    change = abs(logs[step:] - logs[:-step]).mean(axis=1)
    center = starts[:-step] + (size + step * hop) / 2
    distance = abs((center - count / 2) % count - count / 2)
    near, far = change[distance < 0.03 * rate], change[distance > 0.08 * rate]
    return (
        near.max() / max(numpy.percentile(far, 90), 0.05)
        if len(near) and len(far) > 8
        else numpy.nan
    )


def measure(sample):
    name, x, rate, key, cents, loop, velocities = sample
    hertz = 440 * 2 ** ((key - 69) / 12)
    y = weighted(played(x, loop, int(1.6 * rate)), rate)
    levels = envelope(y, rate, min(max(2 / hertz, 0.01), 0.025))
    loud = int(numpy.argmax(levels >= levels.max() - 20))
    reference = numpy.percentile(levels[loud : loud + 600], 90)
    first = int(numpy.argmax(levels >= reference - 20))
    attack = first + int(numpy.argmax(levels[first:] >= reference - 10))
    result = dict(name=name, key=key, velocities=velocities, attack=attack, loop=bool(loop))
    for field, start, end in (("level", 0.1, 0.6), ("early", 0.005, 0.205)):
        part = y[int(start * rate) : int(end * rate)]
        result[field] = decibels(numpy.mean(part**2)) if len(part) > 0.05 * rate else numpy.nan
    if loop:
        one = x[loop[0] : loop[1]]
        range_levels = envelope(weighted(numpy.tile(one, 3), rate), rate, 0.05)
        milliseconds = len(one) * 1000 // rate
        middle = range_levels[milliseconds : 2 * milliseconds]
        result["range"] = middle.max() - middle.min() if len(middle) else 0
        result["joint"] = joint_change(one, rate, hertz)
        result["cents"] = loop_cents(one, rate * 2 ** (cents / 1200), hertz)
    return result


def row(path):
    found = []
    for m in [measure(sample) for sample in samples(path)]:
        # The right channel of a pair.
        if found and (found[-1]["key"], found[-1]["velocities"]) == (m["key"], m["velocities"]):
            for field in ("level", "early"):
                found[-1][field] = (
                    numpy.logaddexp(found[-1][field] / 4.343, m[field] / 4.343) * 4.343
                )
        else:
            found.append(m)
    field = "level" if any(m["loop"] for m in found) else "early"
    layers = {}
    for m in found:
        layers.setdefault(m["velocities"], []).append(m)
    jumps = [0.0]
    for layer in layers.values():
        layer.sort(key=lambda m: m["key"])
        pairs = [(a, b) for a, b in zip(layer, layer[1:]) if 0 < b["key"] - a["key"] <= 4]
        jumps += [abs(a[field] - b[field]) for a, b in pairs]
    loops = [m for m in found if m["loop"]]

    def percentile(values, percent):
        values = [v for v in values if numpy.isfinite(v)]
        return numpy.percentile(values, percent) if values else numpy.nan

    attacks = [m["attack"] for m in found]
    cents = [abs(m["cents"]) for m in loops]
    cells = [path.split("/")[-1], len(found), f"{percentile(attacks, 50):.0f}", max(attacks)]
    cells.append(f"{percentile(attacks, 95) - percentile(attacks, 5):.0f}")
    cells.append(f"{percentile([m[field] for m in found], 50):.1f}")
    cells += [f"{percentile(jumps, 95):.1f}", f"{max(jumps):.1f}", len(loops)]
    cells.append(f"{percentile([m['range'] for m in loops], 95):.1f}")
    cells.append(f"{percentile([m['joint'] for m in loops], 95):.2f}")
    cells += [f"{percentile(cents, 95):.2f}", f"{percentile(cents, 100):.2f}"]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


if __name__ == "__main__":
    columns = "Bank,Samples,Attack,largest,5–95 %,Level,Adjacent 95 %,largest,Loops,Range 95 %"
    columns += ",Joint 95 %,Cents 95 %,largest"
    print("| " + columns.replace(",", " | ") + " |")
    print("|---" * len(columns.split(",")) + "|")
    for path in sys.argv[1:]:
        print(row(path), flush=True)
