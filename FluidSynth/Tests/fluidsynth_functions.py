"""The functions of FluidSynth's interface: compares header, library, sources and list, or prints
the table.

fluidsynth_functions.py check LIST LIBRARY SOURCES   compares, with the header of libfluidsynth-dev
fluidsynth_functions.py called LIST FILE…            compares the functions that C files call
fluidsynth_functions.py table LIST                   prints the table of the documentation

LIST has a line per function: name, status and, unless it is done, a reason, separated by tabs.
"""

import pathlib
import re
import subprocess
import sys

STATUSES = {"done", "partly", "refused"}
C_TYPES = {
    "int": "int",
    "unsigned int": "int",
    "short": "short",
    "float": "float",
    "double": "double",
    "size_t": "long",
}
SWIFT_TYPES = {
    "Int32": "int",
    "UInt32": "int",
    "Int16": "short",
    "Float": "float",
    "Double": "double",
    "Int": "long",
    "Int64": "long",
}


def read_list(path):
    functions = {}
    for line in pathlib.Path(path).read_text().splitlines():
        name, status, *reason = line.split("\t")
        assert (
            status in STATUSES and name not in functions and (status == "done") == (not reason)
        ), line
        functions[name] = (status, reason[0] if reason else "")
    return functions


def c_class(text, typedefs):
    text = re.sub(r"\b(const|extern|enum)\b", "", text).strip()
    if "*" in text or "[" in text:
        return "pointer"
    words = [word for word in text.split() if word]
    for candidate in (" ".join(words), " ".join(words[:-1]), words[0]):
        if candidate in typedefs:
            return typedefs[candidate]
        if candidate in C_TYPES:
            return C_TYPES[candidate]
    return "void" if words[0] == "void" else text


def header_signatures():
    source = subprocess.run(
        ["gcc", "-E", "-P", "-"],
        input="#include <fluidsynth.h>\n",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    typedefs = {
        name: "pointer"
        for name in re.findall(r"typedef [^;]*?\(\s*\*\s*(fluid_\w+|handle_\w+)\)\s*\(", source)
    }
    for kind, name in re.findall(r"typedef (int|short) (fluid_\w+);", source):
        typedefs[name] = C_TYPES[kind]
    signatures = {}
    pattern = (
        r"__attribute__ ?\(\(visibility \(\"default\"\)\)\)\s*"
        r"([^;]*?)\b((?:new_|delete_)?fluid_\w+)\s*\(([^;]*?)\)\s*(?:__attribute__[^;]*)?;"
    )
    for result, name, arguments in re.findall(pattern, source):
        types = (
            []
            if arguments.strip() == "void"
            else [c_class(part, typedefs) for part in arguments.split(",")]
        )
        signatures[name] = (c_class(result, typedefs), types)
    return signatures


def swift_class(text):
    text = text.strip()
    return "pointer" if "Pointer" in text else SWIFT_TYPES[text]


def swift_signatures(folder):
    signatures = {}
    for path in pathlib.Path(folder).rglob("*.swift"):
        pattern = r"@c public func ((?:new_|delete_)?fluid_\w+)\(([^{]*?)\)(?: -> ([^{]*?))? \{"
        for name, arguments, result in re.findall(pattern, path.read_text(), re.S):
            types = [
                swift_class(part.split(":", 1)[1]) for part in arguments.split(",") if ":" in part
            ]
            signatures[name] = (swift_class(result) if result else "void", types)
    return signatures


def check(list_path, library, sources):
    functions, header, swift = read_list(list_path), header_signatures(), swift_signatures(sources)
    symbols = subprocess.run(
        ["nm", "-D", "--defined-only", "--extern-only", library],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    exports = {line.split()[-1] for line in symbols.splitlines()}
    assert len(header) > 370, "The header was not parsed."
    assert set(functions) == set(header), f"list and header: {set(functions) ^ set(header)}"
    assert set(functions) == exports, f"list and exports: {set(functions) ^ exports}"
    wrong = []
    for name, signature in header.items():
        if name != "fluid_log" and swift.get(name) != signature:
            wrong.append(f"{name}: header {signature}, Swift {swift.get(name)}")
    assert not wrong, "\n".join(wrong)
    print(f"{len(functions)} functions have the types of the header, and are exported.")


def called(list_path, files):
    text = "".join(pathlib.Path(file).read_text() for file in files)
    missing = [name for name in read_list(list_path) if not re.search(rf"\b{name}\b", text)]
    assert not missing, f"not called: {missing}"


def table(list_path):
    functions = read_list(list_path)
    counts = {
        status: sum(entry[0] == status for entry in functions.values())
        for status in sorted(STATUSES)
    }
    print(
        f"{len(functions)} functions: "
        + ", ".join(f"{count} {status}" for status, count in counts.items())
        + ".\n"
    )
    print("| Function | Status | Reason |\n|---|---|---|")
    for name, (status, reason) in sorted(functions.items()):
        print(f"| `{name}` | {status} | {reason} |")


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    if command == "called":
        called(arguments[0], arguments[1:])
    else:
        {"check": check, "table": table}[command](*arguments)
