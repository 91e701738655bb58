#!/usr/bin/env python3
"""Prints every violation of SoundFont 2.04 in a file, one per line; nothing for a valid file.

    soundfont_faults.py FILE SOURCE

The structure is unpacked independently, from the tables of chapters 4 to 7. Then sf2utils opens the
file and its source; what it reports for the file and not for the source is printed as well, except
loops of compressed samples, which it does not support. Exit code 3: sf2utils is not installed."""

import logging
import struct
import sys

try:
    from sf2utils.sf2parse import Sf2File
except ImportError:
    sys.exit(3)

RECORDS = {
    "phdr": "<20sHHHIII",
    "pbag": "<HH",
    "pmod": "<HHhHH",
    "pgen": "<HH",
    "inst": "<20sH",
    "ibag": "<HH",
    "imod": "<HHhHH",
    "igen": "<HH",
    "shdr": "<20sIIIIIBbHH",
}
TEXTS = {"isng", "INAM", "irom", "ICRD", "IENG", "IPRD", "ICOP", "ICMT", "ISFT"}
KEY_RANGE, VELOCITY_RANGE, INSTRUMENT, SAMPLE = 43, 44, 41, 53
PRESET_ONLY_FORBIDDEN = {0, 1, 2, 3, 4, 12, 45, 46, 47, 50, 54, 57, 58}


def fault(text):
    """Prints a violation."""
    print(text)


def chunks(data, start, end):
    """Yields name, content offset and content size of the chunks between two offsets (RIFF)."""
    while start < end:
        if end - start < 8:
            fault(f"{end - start} bytes at {start} are no chunk")
            return
        name = data[start : start + 4].decode("latin-1")
        (size,) = struct.unpack_from("<I", data, start + 4)
        if start + 8 + size + size % 2 > end:
            fault(f"chunk {name} at {start} goes beyond its list")
            return
        if size % 2 and data[start + 8 + size] != 0:
            fault(f"the byte after chunk {name} is not zero")
        yield name, start + 8, size
        start += 8 + size + size % 2


def lists(data):
    """Returns the three lists by name, each a dictionary of chunks (4.1)."""
    (size,) = struct.unpack_from("<I", data, 4)
    if data[:4] != b"RIFF" or data[8:12] != b"sfbk" or size != len(data) - 8 or size % 2:
        fault("the outermost chunk is not a SoundFont of the file's size")
    found = {}
    for name, offset, size in chunks(data, 12, len(data)):
        form = data[offset : offset + 4].decode("latin-1")
        if name != "LIST" or form in found:
            fault(f"chunk {name} {form} should not be there")
        inner = list(chunks(data, offset + 4, offset + size))
        if len({chunk[0] for chunk in inner}) != len(inner):
            fault(f"list {form} has two chunks of a kind")
        found[form] = {chunk[0]: chunk[1:] for chunk in inner}
    if list(found) != ["INFO", "sdta", "pdta"] or list(found["pdta"]) != list(RECORDS):
        fault(f"lists or chunks are not in their order: {found.keys()} {found['pdta'].keys()}")
    return found


def check_information(data, info):
    """Checks chapter 5: required chunks, and texts with one or two terminators, within their
    limits."""
    for name in ("ifil", "isng", "INAM"):
        if name not in info:
            fault(f"{name} is missing")
    if next(iter(info)) != "ifil" or info["ifil"][1] != 4:
        fault("the version is not first, or has not four bytes")
    for name in TEXTS & info.keys():
        offset, size = info[name]
        text = data[offset : offset + size]
        body = text.rstrip(b"\0")
        zeros = len(text) - len(body)
        if size % 2 or size > (65536 if name == "ICMT" else 256) or not 1 <= zeros <= 2:
            fault(f"text {name} has {size} bytes, {zeros} of them zeros at the end")
        if b"\0" in body:
            fault(f"text {name} continues after a zero byte")


def check_samples(data, found, headers):
    """Checks chapters 6 and 7.10: zero frames after samples, low bytes, bounds, loops, pairs."""
    offset, size = found["sdta"]["smpl"]
    if "sm24" in found["sdta"]:
        low = found["sdta"]["sm24"][1]
        if low != (size // 2 + 1) // 2 * 2:
            fault(f"{low} low bytes for {size // 2} frames")
    for name, start, end, loop, loop_end, rate, pitch, _, link, kind in headers:
        name = name.rstrip(b"\0")
        if kind & 0x8000:
            continue
        if kind & 0x10:
            if end > size or data[offset + start : offset + start + 4] != b"OggS":
                fault(f"sample {name} is no Ogg stream within the data")
            continue
        if kind not in (1, 2, 4, 8):
            fault(f"sample {name} has the type {kind}")
        following = data[offset + 2 * end : offset + 2 * end + 92]
        if start > end or following != bytes(92):
            fault(f"46 frames of silence do not follow sample {name}")
        if not start <= loop <= loop_end <= end:
            fault(f"the loop {loop} to {loop_end} of sample {name} is not in {start} to {end}")
        if rate == 0 or 128 <= pitch <= 254:
            fault(f"sample {name} has the rate {rate} and the key {pitch}")
        if link and not (
            link < len(headers) and headers[headers[link][8]][0].rstrip(b"\0") == name
        ):
            fault(f"sample {name} is linked to {link}, which is not linked to it")


def check_zones(tables, owners, bags, modulators, generators, target, count):
    """Checks 7.2 to 7.9: ascending indices up to the terminal records, and the order of
    generators."""
    headers = tables[owners]
    first = 3 if owners == "phdr" else 1
    starts = [header[first] for header in headers]
    if starts[0] != 0 or starts != sorted(starts) or starts[-1] != len(tables[bags]) - 1:
        fault(f"{owners} does not name all of {bags}")
    for column, table in ((0, generators), (1, modulators)):
        offsets = [bag[column] for bag in tables[bags]]
        if offsets[0] != 0 or offsets != sorted(offsets) or offsets[-1] != len(tables[table]) - 1:
            fault(f"{bags} does not name all of {table}")
        if any(tables[table][-1]):
            fault(f"the terminal record of {table} is not zero")
    for owner, (start, end) in enumerate(zip(starts, starts[1:])):
        for zone in range(start, end):
            records = tables[generators][tables[bags][zone][0] : tables[bags][zone + 1][0]]
            numbers = [number for number, _ in records]
            where = f"zone {zone - start} of {owners} {owner}"
            if target in numbers:
                if numbers.index(target) != len(numbers) - 1 or records[-1][1] >= count:
                    fault(f"{where} does not end with what it plays")
            elif zone > start or end == start + 1:
                fault(f"{where} plays nothing")
            if KEY_RANGE in numbers[1:]:
                fault(f"the keys are not first in {where}")
            if VELOCITY_RANGE in numbers and numbers[: numbers.index(VELOCITY_RANGE)] not in (
                [],
                [KEY_RANGE],
            ):
                fault(f"only keys may be before velocities, not so in {where}")
            if owners == "phdr" and PRESET_ONLY_FORBIDDEN & set(numbers):
                fault(f"{where} says what only an instrument can say")
            for number, amount in records:
                low, high = amount & 0xFF, amount >> 8
                if number in (KEY_RANGE, VELOCITY_RANGE) and not low <= high <= 127:
                    fault(f"{where} goes from {low} to {high}")


def complaints(path, count):
    """Returns the messages of sf2utils while it reads a file with this number of headers."""
    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    logger = logging.getLogger()
    logger.addHandler(handler)
    try:
        with open(path, "rb") as file:
            bank = Sf2File(file)
            found = (len(bank.presets), len(bank.instruments), len(bank.samples))
            if count and found != count:
                lines.append(f"it finds {found} headers, not {count}")
            for owner in bank.presets[:-1] + bank.instruments[:-1]:
                for bag in owner.bags:
                    bag.pretty_print()
    except Exception as error:  # Any exception is a finding.
        lines.append(f"{type(error).__name__} {error}")
    logger.removeHandler(handler)
    return lines


def main():
    """Checks a file."""
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    found = lists(data)
    check_information(data, found["INFO"])
    tables = {}
    for name, layout in RECORDS.items():
        offset, size = found["pdta"][name]
        if size % struct.calcsize(layout) or size == 0:
            fault(f"chunk {name} has {size} bytes")
        tables[name] = list(struct.iter_unpack(layout, data[offset : offset + size]))
    for name, terminal in (("phdr", b"EOP"), ("inst", b"EOI"), ("shdr", b"EOS")):
        if tables[name][-1][0].rstrip(b"\0") != terminal:
            fault(f"{name} does not end with {terminal}")
    numbers = [(header[2], header[1]) for header in tables["phdr"][:-1]]
    if numbers != sorted(numbers):
        fault("presets are not in their order")
    check_zones(tables, "phdr", "pbag", "pmod", "pgen", INSTRUMENT, len(tables["inst"]) - 1)
    check_zones(tables, "inst", "ibag", "imod", "igen", SAMPLE, len(tables["shdr"]) - 1)
    check_samples(data, found, tables["shdr"][:-1])
    count = (len(tables["phdr"]), len(tables["inst"]), len(tables["shdr"]))
    new, old = complaints(sys.argv[1], count), complaints(sys.argv[2], None)
    is_compressed = any(header[9] & 0x10 for header in tables["shdr"])
    for line in new:
        if line not in old and not (is_compressed and "loop" in line):
            fault(f"sf2utils: {line}")


main()
