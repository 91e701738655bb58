"""Compares the public API of the library products with a baseline, with Swift's API digester.

public_api.py check BASELINE ALLOWED MODULES     fails for breakages that ALLOWED does not list
public_api.py refresh BASELINE ALLOWED MODULES   stores the current API, and empties ALLOWED

MODULES is the folder of the compiled modules. BASELINE is the digester's JSON without declarations
that are not public, compressed by xz. ALLOWED has a line for each intended breakage, as `check`
prints it; `#` begins a comment.
"""

import copy
import json
import lzma
import pathlib
import re
import subprocess
import sys
import tempfile

EXPORT = re.compile(r"(?m)^@_exported public import (?:\w+ )?(\w+)(?:\.(\w+))?$")
ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def digester():
    swift = pathlib.Path(run("bash", "-c", 'realpath "$(command -v swift)"').strip())
    return str(swift.parent / "swift-api-digester")


# The modules that have been renamed since the last release.
RENAMED = {"Peach": "PeachServices"}


def public_names():
    """Returns the names that the library products export by module; `None` for all of a module."""
    package = json.loads(run("swift", "package", "dump-package"))
    paths = {target["name"]: target["path"] for target in package["targets"] if target.get("path")}
    libraries = [
        product
        for product in package["products"]
        if product["type"].get("library") == ["automatic"]
    ]
    names = {target: None for product in libraries for target in product["targets"]}
    for target in list(names):
        for path in (ROOT / paths[target]).rglob("*.swift"):
            for module, name in EXPORT.findall(path.read_text()):
                if not name:
                    names[module] = None
                elif names.get(module, []) is not None:
                    names.setdefault(module, []).append(name)
    return names


def exported(node, names):
    """Returns the API without types that no product exports; extensions of their types stay."""
    every = {name for listed in names.values() if listed for name in listed}

    def is_exported(child):
        listed = names.get(child.get("moduleName"), [])
        return listed is None or child.get("name") in every

    node["children"] = [child for child in node["children"] if is_exported(child)]
    return node


def with_new_names(text):
    """Returns the baseline with the current names of modules, also in mangled names."""
    for old, new in RENAMED.items():
        text = text.replace(f'"moduleName":"{old}"', f'"moduleName":"{new}"')
        text = re.sub(rf"\b{old}\.(?=[A-Z])", f"{new}.", text)
        for prefix in ["s:", "$s"]:
            text = text.replace(f'"{prefix}{len(old)}{old}', f'"{prefix}{len(new)}{new}')
    return text


def without_internal(node):
    """The digester marks declarations with the access level `package` as internal."""
    if "children" in node:
        public = [child for child in node["children"] if not child.get("isInternal")]
        node["children"] = [without_internal(child) for child in public]
    return node


def current_api(folder, scratch):
    names = public_names()
    maps = (ROOT / "Sources").rglob("module.modulemap")
    includes = [folder] + sorted({str(path.parent) for path in maps})
    command = [digester(), "-dump-sdk", "-sdk", "/", "-swift-only"]
    command += ["-avoid-location", "-avoid-tool-args"]
    for module in sorted(names):
        command += ["-module", module]
    for include in includes:
        command += ["-I", include]
    path = scratch / "dump.json"
    run(*command, "-abort-on-module-fail", "-o", str(path))
    api = json.loads(path.read_text())
    exported(without_internal(api["ABIRoot"]), names)
    return api


def breakages(before, after, scratch):
    paths = []
    for name, api in [("before", before), ("after", after)]:
        path = scratch / f"{name}.json"
        path.write_text(json.dumps(api))
        paths += ["-input-paths", str(path)]
    result = scratch / "breakages"
    run(digester(), "-diagnose-sdk", "-print-module", *paths, "-o", str(result))
    lines = result.read_text().splitlines()
    return sorted({line for line in lines if line and not line.startswith("/*")})


def without_one_function(api):
    """Returns a copy of the API without one of its functions, and the line for this breakage."""
    changed = copy.deepcopy(api)
    for owner in changed["ABIRoot"]["children"]:
        functions = [child for child in owner.get("children", []) if child["kind"] == "Function"]
        if owner.get("declKind") == "Struct" and functions:
            owner["children"].remove(functions[0])
            name = f"{owner['name']}.{functions[0]['printedName']}"
            return changed, f"{owner['moduleName']}: Func {name} has been removed"
    sys.exit("The API has no structure with a function.")


def check(baseline, allowed, api, scratch):
    changed, removal = without_one_function(api)
    if breakages(api, changed, scratch) != [removal]:
        sys.exit(f"The digester does not find this breakage: {removal}")
    before = json.loads(with_new_names(lzma.decompress(baseline.read_bytes()).decode()))
    found = breakages(before, api, scratch)
    lines = [line for line in allowed.read_text().splitlines() if line and not line.startswith("#")]
    for line in found:
        if line not in lines:
            print(f"API breakage: {line}")
    for line in lines:
        if line not in found:
            print(f"Not a breakage, remove it from {allowed.name}: {line}")
    if sorted(lines) != found:
        sys.exit(f"Undo breakages of the public API, or list intended ones in {allowed}.")
    print(f"The public API has {len(found)} intended breakages since the last release, no others.")


def refresh(baseline, allowed, api):
    baseline.write_bytes(lzma.compress(json.dumps(api, separators=(",", ":")).encode(), preset=9))
    lines = allowed.read_text().splitlines(keepends=True)
    allowed.write_text("".join(line for line in lines if line.startswith("#")))


def main(command, baseline, allowed, folder):
    baseline, allowed = pathlib.Path(baseline), pathlib.Path(allowed)
    with tempfile.TemporaryDirectory() as scratch:
        api = current_api(folder, pathlib.Path(scratch))
        if command == "refresh":
            refresh(baseline, allowed, api)
        else:
            check(baseline, allowed, api, pathlib.Path(scratch))


main(*sys.argv[1:])
