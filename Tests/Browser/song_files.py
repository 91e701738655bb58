"""MIDI files that tests write."""


def variable(value):
    return ([value >> 7 | 128] if value > 127 else []) + [value & 127]


def song(*tracks):
    """A MIDI file of tracks of (tick, bytes), with 96 ticks in a quarter note of half a second."""
    data = b"MThd" + bytes([0, 0, 0, 6, 0, 1, 0, len(tracks), 0, 96])
    for events in tracks:
        content, last = [], 0
        for tick, event in sorted(events, key=lambda pair: pair[0]):
            content += variable(tick - last) + list(event)
            last = tick
        content += [0, 0xFF, 0x2F, 0]
        data += b"MTrk" + len(content).to_bytes(4, "big") + bytes(content)
    return data


def note(channel, key, start, length):
    return [(start, [0x90 | channel, key, 100]), (start + length, [0x80 | channel, key, 0])]
