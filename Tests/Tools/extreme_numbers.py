"""Writes a C program that calls every function of a header with extreme numbers.

extreme_numbers.py peach HEADER   the functions of peach.h: Tests/CExtremeNumbers/extreme-numbers.c
extreme_numbers.py fluidsynth     those of Debian's fluidsynth.h

One number is extreme in each call: a floating-point parameter or member of a structure is in turn
±infinity, NaN, ±1e300, -0, a subnormal and 2^63, and an integer the least, -1 and the greatest.
The tables below have valid values; a parameter that they do not name is 1. The programs are
compiled with fixtures, which make the objects and render them after each call.
"""

import re
import subprocess
import sys
import textwrap

KINDS = {
    "double": "doubles",
    "float": "floats",
    "int": "ints",
    "int32_t": "ints",
    "short": "shorts",
    "int64_t": "longs",
    "unsigned int": "unsigneds",
    "uint32_t": "unsigneds",
    "uint64_t": "identifiers",
    "size_t": "sizes",
    "ptrdiff_t": "sizes",
    "fluid_seq_id_t": "shorts",
    "fluid_ostream_t": "ints",
    "uint8_t": None,
}


class Parameter:
    def __init__(self, text):
        text = re.sub(r"\s*\[\]", "[]", " ".join(text.split()))
        is_array = text.endswith("[]")
        match = re.fullmatch(r"(.*?[ *])(\w+)", text.removesuffix("[]"))
        if match is None or text in KINDS:
            match = re.fullmatch(r"(.*)()", text)
        self.type = match[1].strip() + ("*" if is_array else "")
        self.name = match[2]

    @property
    def kind(self):
        return KINDS.get(self.type)


def read_functions(source, pattern):
    functions = []
    for result, name, arguments in re.findall(pattern, source):
        parts = [] if arguments.strip() in ("", "void") else arguments.split(",")
        if "..." in arguments:
            parts = parts[:-1]
        functions.append((" ".join(result.split()), name, [Parameter(part) for part in parts]))
    return functions


class Program:
    """The functions of a header, and how they are called."""

    def __init__(self, functions, structures, tables):
        self.functions, self.structures, self.tables = functions, structures, tables

    def base(self, function, parameter):
        """A valid value: that of the parameter, else of its type and name, else of either."""
        names = [parameter.name, parameter.type]
        if parameter.type.endswith("*"):
            names.reverse()
        for key in ((function, parameter.name), (parameter.type, parameter.name), *names):
            if key in self.tables["values"]:
                return self.tables["values"][key]
        return "NULL" if parameter.type.endswith(("*", "_t")) and not parameter.kind else "1"

    def call(self, function, parameters, replaced=None, value="value"):
        values = [
            value if parameter is replaced else self.base(function, parameter)
            for parameter in parameters
        ]
        return f"{self.tables['wrappers'].get(function, function)}({', '.join(values)})"

    def variations(self, function, parameters):
        """The tables of values, what to do before, and the calls with one of the values."""
        for parameter in parameters:
            if parameter.name in self.tables["layout"]:
                continue  # Offsets in the caller's memory.
            if parameter.name in self.tables["lengths"]:
                # The size of the caller's memory: greater numbers are errors of the caller.
                if parameter.kind in ("ints", "sizes"):
                    kind = parameter.kind.replace("ints", "negatives")
                    yield kind, [], self.call(function, parameters, parameter)
            elif parameter.kind:
                yield parameter.kind, [], self.call(function, parameters, parameter)
            elif match := re.fullmatch(r"const (double|float) \*", parameter.type):
                array = f"{match[1]}_array(value)"
                yield match[1] + "s", [], self.call(function, parameters, parameter, array)
            else:
                yield from self.member_variations(function, parameters, parameter)

    def member_variations(self, function, parameters, parameter):
        match = re.fullmatch(r"const (\w+) \*", parameter.type)
        for member in self.structures.get(match[1] if match else "", []):
            if member.kind and member.name not in ("size", "reserved"):
                before = [
                    f"{match[1]} changed = make_{match[1]}();",
                    f"changed.{member.name} = value;",
                ]
                yield member.kind, before, self.call(function, parameters, parameter, "&changed")

    def write(self):
        names, bodies = [], []
        for result, name, parameters in self.functions:
            checks = list(self.variations(name, parameters))
            if name in self.tables["skipped"] or not checks:
                continue
            names.append(name)
            lines = [f"static void check_{name}(void) {{"]
            for kind, before, call in checks:
                lines += [f"  EACH({kind}) {{", *(f"    {line}" for line in before)]
                lines += [*self.check(result, name, call, kind), "  }"]
            bodies.append("\n".join([*lines, "}\n"]))
        text = "\n".join(bodies)
        print(f"/* Generated from {self.tables['header']} by Tests/Tools/extreme_numbers.py. */")
        print(f'#include "{self.tables["fixture"]}"\n')
        for name, maker in self.makers():
            if f"make_{name}(" in text or f"filled_{name}(" in text:
                print(maker)
        print(text)
        print("static void call_with_extreme_numbers(void) {")
        for name in names:
            print(f"  check_{name}();")
        print(f"  function_count = {len(names)};\n}}")

    def makers(self):
        """Functions that return a structure with valid values, and a pointer to one."""
        names = [name for _, name, _ in self.functions]
        initialized = {name.removesuffix("_init") for name in names if name.endswith("_init")}
        for name, members in self.structures.items():
            lines = [f"static {name} make_{name}(void) {{"]
            if name in initialized:
                lines += [f"  {name} made;", f"  {name}_init(&made, sizeof made);"]
            elif members[0].name == "size":
                lines += [f"  {name} made = {{.size = sizeof made}};"]
            else:
                lines += [f"  {name} made = {self.tables['structures'][name]};"]
            yield name, "\n".join([*lines, "  return made;", "}\n"])
            lines = [
                f"static {name} *filled_{name}(void) {{",
                f"  static {name} filled;",
                f"  filled = make_{name}();",
            ]
            yield name, "\n".join([*lines, "  return &filled;", "}\n"])

    def check(self, result, name, call, kind):
        if name.startswith("new_"):
            call = f"delete_{name.removeprefix('new_').rstrip('2')}({call})"
        if not self.tables["has_results"]:
            macro = "CHECK"
        elif result != "peach_result":
            macro = "CHECK_CALL"
        else:
            macro = "CHECK_REFUSED" if kind == "sizes" else "CHECK_RESULT"
        text = f'{macro}("{name}", {call});'
        return textwrap.wrap(
            text, 100, initial_indent=" " * 4, subsequent_indent=" " * 8, break_long_words=False
        )


def peach(header):
    source = re.sub(r"/\*.*?\*/", "", open(header).read(), flags=re.S)
    functions = read_functions(
        source, r"(?m)^(peach_result|const char \*|int32_t)\s*\b(peach_\w+)\(([^;]*?)\);"
    )
    structures = {
        name: [Parameter(member) for member in re.findall(r"([^;]+);", body)]
        for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\}", source, re.S)
    }
    handles = re.findall(r"typedef struct (\w+) \w+;", source)
    values = {
        f"{const}{handle} *": handle.removeprefix("peach_")
        for handle in handles
        for const in ("", "const ")
    }
    values |= {f"{handle} **": f"&new_{handle.removeprefix('peach_')}" for handle in handles}
    values |= {f"{name} *": f"filled_{name}()" for name in structures}
    values |= {f"const {name} *": f"filled_{name}()" for name in structures}
    values |= {
        "channel": "0",
        "preset": "0",
        "index": "0",
        "number": "0",
        "program": "0",
        "hertz": "440",
        "amplitude": "0.8",
        "fade_seconds": "0.01",
        "key": "69",
        "semitones": "4",
        "velocity": "100",
        "cents": "10",
        "frame": "-1",
        "frames": "FRAMES",
        "stride": "1",
        "left": "left",
        "right": "right",
        ("const char *", "path"): "path",
        ("const char *", "sound"): '"cello"',
        ("const char *", "name"): '"vallotti"',
        "bytes": "event_bytes",
        "scale": "event_bytes",
        "mapping": "event_bytes",
        "byte_count": "3",
        ("char *", "name"): "text",
        "capacity": "1",
        ("uint64_t", "note"): "start_note()",
        "event_count": "1",
        "note_count": "1",
        ("uint64_t *", "note"): "&new_note",
        "size_t *": "&size",
        "double *": "&number",
        "int32_t *": "&integer",
        "int64_t *": "&long_integer",
        "result": "0",
    }
    tables = {
        "header": "peach.h",
        "fixture": "extreme-fixture.h",
        "values": values,
        "wrappers": {},
        "skipped": {},
        "lengths": set(),
        "layout": set(),
        "has_results": True,
        "structures": {
            "peach_event": "{0, event_bytes, 3}",
            "peach_tuned_note": "{.key = 60}",
        },
    }
    Program(functions, structures, tables).write()


def fluidsynth():
    source = subprocess.run(
        ["gcc", "-E", "-P", "-"],
        input="#include <fluidsynth.h>\n",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    functions = read_functions(
        source,
        r"__attribute__ ?\(\(visibility \(\"default\"\)\)\)\s*([^;]*?)"
        r"\b((?:new_|delete_)?fluid_\w+)\s*\(([^;]*?)\)\s*(?:__attribute__[^;]*)?;",
    )
    objects = [
        "settings",
        "synth",
        "player",
        "sequencer",
        "event",
        "midi_event",
        "midi_router",
        "midi_router_rule",
        "sfont",
        "preset",
        "sample",
        "voice",
        "mod",
        "cmd_handler",
        "file_renderer",
    ]
    values = {f"{const}fluid_{name}_t *": name for name in objects for const in ("", "const ")}
    values |= {
        "chan": "0",
        "midi_chan": "0",
        "channum": "0",
        "channel": "0",
        "key": "60",
        "vel": "100",
        "velocity": "100",
        "bank": "0",
        "bank_num": "0",
        "preset_num": "0",
        "prenum": "0",
        "prog": "0",
        "program": "0",
        "len": "64",
        "lout": "left",
        "rout": "right",
        "loff": "0",
        "roff": "0",
        "lincr": "1",
        "rincr": "1",
        "nfx": "2",
        "nout": "2",
        "float **": "buffers",
        "float **left": "buffers",
        "float *fx[]": "buffers",
        "float **fx": "buffers",
        "str": "text",
        "err": "text",
        "response": "text",
        "cmd": '"help"',
        "message": '"message"',
        "fmt": '"message"',
        ("fluid_synth_sysex", "data"): "text",
        "response_len": "&response_length",
        "handled": "&integer",
        "short *": "frames",
        "const int *": "keys",
        "int *": "&integer",
        "double *": "numbers",
        "const double *": "numbers",
        "const char *": '"name"',
        "const void *": "text",
        "fluid_voice_t **": "voices",
        "fx_group": "0",
        "sample_rate": "44100",
        "nbframes": "64",
        ("fluid_midi_event_set_sysex", "dynamic"): "0",
        ("fluid_midi_event_set_text", "dynamic"): "0",
        ("fluid_midi_event_set_lyrics", "dynamic"): "0",
        ("fluid_midi_event_set_sysex", "data"): "text",
        ("fluid_midi_event_set_text", "data"): "text",
        ("fluid_midi_event_set_lyrics", "data"): "text",
        ("char *", "name"): "text",
        "buf": "text",
        ("fluid_synth_get_voicelist", "buf"): "voices",
        ("fluid_sample_set_sound_data", "data"): "frames",
        "ctrl": "7",
        "level": "0.5",
        "fluid_log_level": "3",
    }
    skipped = {
        "new_fluid_shell": "starts a thread that reads",
        "fluid_default_log_function": "only writes",
    }

    tables = {
        "header": "fluidsynth.h",
        "fixture": "extremes.h",
        "values": values,
        "skipped": skipped,
        "lengths": {"len", "size", "bufsize", "nfx", "nout", "err_size", "nbframes"},
        "layout": {"loff", "lincr", "roff", "rincr", "dynamic"},
        "has_results": False,
        "structures": {},
        "wrappers": {
            "fluid_settings_setnum": "set_every_number",
            "fluid_settings_setint": "set_every_integer",
            "fluid_midi_router_add_rule": "add_rule",
            "fluid_synth_alloc_voice": "start_voice",
        },
    }
    Program(functions, {}, tables).write()


if __name__ == "__main__":
    {"peach": peach, "fluidsynth": fluidsynth}[sys.argv[1]](*sys.argv[2:])
