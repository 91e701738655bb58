#!/usr/bin/env python3
"""Lists a SoundFont's presets with a reader that is not ours: `bank program name`, one a line.

SF2 files are read by sf2utils. Of SF3 files, some of which have a list of odd size without the
byte that should follow it, sf2utils loses the chunks after that list; there the preset headers are
unpacked where the bytes of a `phdr` chunk are found within the file's last list.
Exit code 3 says that sf2utils is not installed.
"""

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
    """The presets as sf2utils gives them."""
    with open(path, "rb") as file:
        for preset in Sf2File(file).presets:
            if preset.name != "EOP":
                yield preset.bank, preset.preset, preset.name


def with_unpack(path):
    """The presets unpacked from the last `phdr` chunk in the file (SoundFont 2.04, 7.2)."""
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
    """Prints the presets of the file given."""
    path = sys.argv[1]
    with open(path, "rb") as file:
        head = file.read(24 + 12)
    major = struct.unpack_from("<H", head, head.index(b"ifil") + 8)[0]
    for bank, program, name in (with_unpack if major == 3 else with_sf2utils)(path):
        print(bank, program, name.rstrip(" "))


main()
