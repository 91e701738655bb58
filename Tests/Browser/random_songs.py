"""Random MIDI files: notes with tempo changes, programs, controllers, bends, tunings and System
Exclusive messages."""

import random
import struct

CONTROLLERS = [1, 5, 7, 10, 11, 64, 65, 66, 67, 71, 72, 73, 74, 75, 76, 77, 78, 91, 93]


def variable(number):
    """A variable-length quantity (Standard MIDI Files 1.0)."""
    groups = [number & 127]
    while number := number >> 7:
        groups.insert(0, 128 | number & 127)
    return bytes(groups)


def system_exclusive(*data):
    return bytes([0xF0]) + variable(len(data) + 1) + bytes(data) + b"\xf7"


def random_song(seed, seconds):
    """Returns a file of format 0, whose events end at about `seconds`."""
    choice = random.Random(seed)
    ticks = int(seconds * 192)  # 96 in a quarter note of half a second.
    events = [
        (
            0,
            0,
            system_exclusive(
                *choice.choice(
                    [[0x7E, 127, 9, 1], [0x41, 16, 66, 18, 64, 0, 127, 0, 65], [0x7E, 127, 9, 3]]
                )
            ),
        )
    ]

    def add(tick, *data, order=1):
        events.append((tick, order, bytes(data)))

    for _ in range(choice.randrange(3)):
        tempo = choice.randrange(300_000, 700_000)
        add(choice.randrange(ticks), 0xFF, 0x51, 3, *struct.pack(">I", tempo)[1:])
    if choice.random() < 0.5:
        # Scale/octave tuning of all channels (MIDI Tuning Standard).
        tuning = system_exclusive(
            0x7F, 127, 8, 8, 3, 127, 127, *(choice.randrange(40, 88) for _ in range(12))
        )
        events.append((choice.randrange(ticks), 1, tuning))
    for channel in choice.sample(range(16), choice.randrange(1, 9)):
        add(0, 0xC0 | channel, choice.randrange(128))
        for number, value in (
            (101, 0),
            (100, choice.choice([0, 1, 2, 5])),
            (6, choice.randrange(60, 68)),
            (101, 127),
            (100, 127),
        ):
            add(0, 0xB0 | channel, number, value)
        for _ in range(choice.randrange(12)):
            add(
                choice.randrange(ticks),
                0xB0 | channel,
                choice.choice(CONTROLLERS),
                choice.randrange(128),
            )
        for _ in range(choice.randrange(8)):
            add(
                choice.randrange(ticks),
                0xE0 | channel,
                choice.randrange(128),
                choice.randrange(128),
            )
        for _ in range(choice.randrange(1, 16)):
            start, key = choice.randrange(ticks), choice.randrange(30, 100)
            add(start, 0x90 | channel, key, choice.randrange(1, 128), order=2)
            add(min(start + choice.randrange(1, 192), ticks), 0x80 | channel, key, 0)
    track, last = b"", 0
    for tick, _, data in sorted(events, key=lambda event: event[:2]):
        track += variable(tick - last) + data
        last = tick
    track += b"\0\xff\x2f\0"
    return (
        b"MThd"
        + struct.pack(">IHHH", 6, 0, 1, 96)
        + b"MTrk"
        + struct.pack(">I", len(track))
        + track
    )
