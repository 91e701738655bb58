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

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def digester():
    swift = pathlib.Path(run("bash", "-c", 'realpath "$(command -v swift)"').strip())
    return str(swift.parent / "swift-api-digester")


def public_modules():
    """The targets of the library products that are Swift packages' own, and what they re-export."""
    package = json.loads(run("swift", "package", "dump-package"))
    paths = {target["name"]: target["path"] for target in package["targets"] if target.get("path")}
    libraries = [
        product
        for product in package["products"]
        if product["type"].get("library") == ["automatic"]
    ]
    waiting = [target for product in libraries for target in product["targets"]]
    modules = []
    while waiting:
        module = waiting.pop()
        if module in modules:
            continue
        modules.append(module)
        for path in (ROOT / paths[module]).rglob("*.swift"):
            waiting += re.findall(r"(?m)^@_exported public import (\w+)", path.read_text())
    return sorted(modules)


def without_internal(node):
    """The digester marks declarations with the access level `package` as internal."""
    if "children" in node:
        public = [child for child in node["children"] if not child.get("isInternal")]
        node["children"] = [without_internal(child) for child in public]
    return node


def current_api(folder, scratch):
    modules = public_modules()
    maps = (ROOT / "Sources").rglob("module.modulemap")
    includes = [folder] + sorted({str(path.parent) for path in maps})
    command = [digester(), "-dump-sdk", "-sdk", "/", "-swift-only"]
    command += ["-avoid-location", "-avoid-tool-args"]
    for module in modules:
        command += ["-module", module]
    for include in includes:
        command += ["-I", include]
    path = scratch / "dump.json"
    run(*command, "-abort-on-module-fail", "-o", str(path))
    api = json.loads(path.read_text())
    without_internal(api["ABIRoot"])
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
    before = json.loads(lzma.decompress(baseline.read_bytes()))
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
