"""Copies a song without what FluidSynth 2.3.1 does not play, so that both programs play the same.

    without_extensions.py PEACH BANK SONG COPY

Removes the parameters of drum keys (GS, NRPN 18 to 1F rr), and the notes of channel 10 whose key
the selected kit lacks, which Peach plays by the standard kit (decision 0099). A kit that the bank
lacks is played by the standard kit in both programs. PEACH is the path of peach-cli, which lists
the zones of the bank. Exit code 3: mido is not installed."""

import json
import subprocess
import sys

try:
    import mido
except ImportError:
    sys.exit(3)

DRUMS = 9
# Data entry and numbers of parameters (MIDI 1.0, controllers 6, 38, 98 and 99).
DATA, NUMBERS = (6, 38), (98, 99)


def keys(zone):
    ranges = (each["range"] for each in zone["generators"] if each["name"] == "keyRange")
    first, last = next(ranges, (0, 127))
    return set(range(first, last + 1))


def amount(zone, name):
    """Returns the value of a generator; `None` if the zone has none."""
    return next((each["amount"] for each in zone["generators"] if each["name"] == name), None)


def drum_kits(peach, bank):
    """Returns the keys of the kits of a bank, by program."""
    found = json.loads(subprocess.check_output([peach, "inspect", bank, "--json"]))
    kits = {}
    for preset in found["presets"]:
        if preset["bank"] != 128:
            continue
        kit = kits.setdefault(preset["program"], set())
        for zone in preset["zones"]:
            instrument = amount(zone, "instrument")
            if instrument is None:
                continue
            for part in found["instruments"][instrument]["zones"]:
                if amount(part, "sampleID") is not None:
                    kit |= keys(zone) & keys(part)
    return kits


def absolute(track):
    time = 0
    for message in track:
        time += message.time
        yield time, message


def main(peach, bank, path, copy):
    kits = drum_kits(peach, bank)
    song = mido.MidiFile(path)
    # All tracks in the order in which they are played: any may select the kit.
    events = [
        (time, index, number, message)
        for index, track in enumerate(song.tracks)
        for number, (time, message) in enumerate(absolute(track))
    ]
    events.sort(key=lambda event: event[:3])
    program, high, dropped = 0, {}, set()
    for _, index, number, message in events:
        if message.type == "program_change" and message.channel == DRUMS:
            program = message.program
        elif message.type == "control_change":
            if message.control == 99:
                high[message.channel] = message.value
            elif message.control == 101:
                high.pop(message.channel, None)
            is_drum_key = 0x18 <= high.get(message.channel, 0) <= 0x1F
            if message.control in DATA + NUMBERS and is_drum_key:
                dropped.add((index, number))
        elif message.type in ("note_on", "note_off") and message.channel == DRUMS:
            if message.note not in kits.get(program, kits[0]):
                dropped.add((index, number))
    for index, track in enumerate(song.tracks):
        kept, waiting = [], 0
        for number, message in enumerate(track):
            waiting += message.time
            if (index, number) not in dropped:
                kept.append(message.copy(time=waiting))
                waiting = 0
        track[:] = kept
    song.save(copy)


main(*sys.argv[1:])
