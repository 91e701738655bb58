"""Writes a SoundFont whose pitch is exact: `python3 exact_bank.py FILE.sf2`.

Written from the format's tables (SoundFont 2.04, sections 4 to 8), independently of Peach. Preset
0:0, "Exact", loops periods of 100 frames at 44,000 Hz with root key 69: exactly 440 Hz on A4, on
all keys and velocities. Preset 0:42, "Cello", is the same sample 13 cents flat by its header.
Preset 128:0 is percussion."""

import math
import struct
import sys

PERIOD = 100
FRAMES = 3200


def _chunk(code, contents):
    return code + struct.pack("<I", len(contents)) + contents + b"\0" * (len(contents) % 2)


def _list(form, *chunks):
    return _chunk(b"LIST", form + b"".join(chunks))


def _name(text):
    return text.encode()[:19].ljust(20, b"\0")


def _wave():
    def value(frame):
        angle = 2 * math.pi * frame / PERIOD
        return 12000 * (math.sin(angle) + math.sin(2 * angle) / 2 + math.sin(3 * angle) / 3)

    return struct.pack(f"<{FRAMES}h", *(round(value(frame)) for frame in range(FRAMES)))


def sound_font(title, presets, instruments, samples):
    """Returns the bytes of a SoundFont.

    Args:
        presets: Names, programs, banks and indices of instruments.
        instruments: Names and zones; a zone is a list of generators and their amounts.
        samples: Names, 16-bit frames, loops, rates, root keys and corrections in cents; the same
            frames are stored once.
    """
    header = (
        b"".join(
            _name(name) + struct.pack("<HHHIII", program, bank, index, 0, 0, 0)
            for index, (name, program, bank, _) in enumerate(presets)
        )
        + _name("EOP")
        + struct.pack("<HHHIII", 0, 0, len(presets), 0, 0, 0)
    )
    preset_bags = b"".join(struct.pack("<HH", index, 0) for index in range(len(presets) + 1))
    preset_generators = b"".join(struct.pack("<HH", 41, preset[3]) for preset in presets)
    instrument, bags, generators = b"", b"", b""
    bag_count, generator_count = 0, 0
    for name, zones in [*instruments, ("EOI", [])]:
        instrument += _name(name) + struct.pack("<H", bag_count)
        for zone in zones:
            bags += struct.pack("<HH", generator_count, 0)
            generators += b"".join(struct.pack("<HH", *setting) for setting in zone)
            bag_count, generator_count = bag_count + 1, generator_count + len(zone)
    bags += struct.pack("<HH", generator_count, 0)
    data, starts, headers = b"", {}, b""
    for name, frames, loop, rate, root, cents in samples:
        if frames not in starts:
            starts[frames] = len(data) // 2
            data += frames + bytes(2 * 46)
        start = starts[frames]
        places = [start, start + len(frames) // 2, start + loop[0], start + loop[1]]
        headers += _name(name) + struct.pack("<IIIIIBbHH", *places, rate, root, cents, 0, 1)
    end = bytes(4)
    return _chunk(
        b"RIFF",
        b"sfbk"
        + _list(
            b"INFO",
            _chunk(b"ifil", struct.pack("<HH", 2, 4)),
            _chunk(b"isng", b"EMU8000\0"),
            _chunk(b"INAM", title.encode() + b"\0"),
        )
        + _list(b"sdta", _chunk(b"smpl", data))
        + _list(
            b"pdta",
            _chunk(b"phdr", header),
            _chunk(b"pbag", preset_bags),
            _chunk(b"pmod", bytes(10)),
            _chunk(b"pgen", preset_generators + end),
            _chunk(b"inst", instrument),
            _chunk(b"ibag", bags),
            _chunk(b"imod", bytes(10)),
            _chunk(b"igen", generators + end),
            _chunk(b"shdr", headers + _name("EOS") + bytes(26)),
        ),
    )


def exact_bank():
    """Returns the bytes of the bank."""
    wave = _wave()
    samples = [
        (name, wave, (800, 2400), 44000, 69, cents) for name, cents in [("Exact", 0), ("Flat", -13)]
    ]
    # Looped continuously (54), of a sample (53).
    instruments = [(name, [[(54, 1), (53, index)]]) for index, (name, *_) in enumerate(samples)]
    presets = [("Exact", 0, 0, 0), ("Cello", 42, 0, 1), ("Drums", 0, 128, 0)]
    return sound_font("Exact periods", presets, instruments, samples)


def short_song():
    """Returns a MIDI file: program 42, A4 for two seconds, then the end of the track."""
    track = bytes([0, 0xC0, 42, 0, 0x90, 69, 100, 0x83, 0x00, 0x80, 69, 0, 0, 0xFF, 0x2F, 0])
    header = b"MThd" + struct.pack(">IHHH", 6, 0, 1, 96)
    return header + b"MTrk" + struct.pack(">I", len(track)) + track


if __name__ == "__main__":
    with open(sys.argv[1], "wb") as file:
        file.write(short_song() if sys.argv[1].endswith(".mid") else exact_bank())
