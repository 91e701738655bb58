#!/usr/bin/env python3
"""Lists a SoundFont's presets with an independent reader: `bank program name`, one per line.

sf2utils reads SF2 files. In SF3 files with an unpadded odd list it loses the chunks after that
list; their preset headers are unpacked from the `phdr` chunk of the last list. Exit code 3:
sf2utils is not installed."""

import logging
import struct
import sys

try:
    from sf2utils.riffparser import from_cstr
    from sf2utils.sf2parse import Sf2File
except ImportError:
    sys.exit(3)

logging.disable(logging.CRITICAL)


def with_sf2utils(path):
    """Returns the presets as read by sf2utils."""
    with open(path, "rb") as file:
        for preset in Sf2File(file).presets:
            if preset.name != "EOP":
                yield preset.bank, preset.preset, preset.name


def with_unpack(path):
    """Returns the presets unpacked from the last `phdr` chunk in the file (SoundFont 2.04, 7.2)."""
    with open(path, "rb") as file:
        data = file.read()
    start = data.rindex(b"pdtaphdr") + 4
    (size,) = struct.unpack_from("<I", data, start + 4)
    records = [
        struct.unpack_from("<20sHHHIII", data, start + 8 + offset) for offset in range(0, size, 38)
    ]
    for record in records[:-1]:
        yield record[2], record[1], from_cstr(record[0])


def main():
    """Prints the presets of a file."""
    path = sys.argv[1]
    with open(path, "rb") as file:
        head = file.read(24 + 12)
    major = struct.unpack_from("<H", head, head.index(b"ifil") + 8)[0]
    for bank, program, name in (with_unpack if major == 3 else with_sf2utils)(path):
        print(bank, program, name.rstrip(" "))


main()
