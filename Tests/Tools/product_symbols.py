"""Merges the symbol graphs of the modules of each library product into one graph a product.

product_symbols.py merge GRAPHS OUT       writes OUT/PRODUCT.symbols.json, and checks the names
product_symbols.py table GRAPHS [--check] writes Documentation/evidence/public-api.md

GRAPHS is a folder of symbol graphs of single modules, of public declarations. A product has the
names that its module re-exports (`@_exported public import`, of a whole module or of one name), or
else those of its targets. Both commands fail if a public name of a product has no documentation,
if a declaration has a type that no product makes visible, or if a class for one thread at a time is
`Sendable`. `merge` verifies the checks with a graph that violates them.
"""

import copy
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "Documentation/evidence/public-api.md"
TYPES = {f"swift.{kind}" for kind in ["struct", "class", "enum", "protocol", "typealias", "actor"]}
EXPORT = re.compile(r"(?m)^@_exported public import (?:\w+ )?(\w+)(?:\.(\w+))?$")
INTRODUCTION = """# Public Swift API

The top-level types of each library product: what `import` of the product makes visible, without the
members. Types whose names end in `Error` are errors that functions throw. Other public types of the
package's modules are visible to its own programs only. A type that several products have is the
same type. `Scripts/docc table` generates this page from the symbol graphs, `Scripts/docc` fails if
a public name lacks documentation.
"""


def products():
    """Returns the names that each library product exports, by module; `None` for all of one."""
    dump = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    package = json.loads(dump.stdout)
    paths = {target["name"]: target["path"] for target in package["targets"] if target.get("path")}
    found = {}
    for product in package["products"]:
        if product["type"].get("library") != ["automatic"]:
            continue
        exports = {}
        for target in product["targets"]:
            text = ""
            for path in (ROOT / paths[target]).rglob("*.swift"):
                text += path.read_text()
            exports[target] = None
            for module, name in EXPORT.findall(text):
                if not name:
                    exports[module] = None
                elif exports.get(module, []) is not None:
                    exports.setdefault(module, []).append(name)
        found[product["name"]] = exports
    return found


def read_graphs(folder):
    return {
        path.name.removesuffix(".symbols.json"): json.loads(path.read_text())
        for path in sorted(pathlib.Path(folder).glob("*.symbols.json"))
    }


def merged(product, exports, graphs):
    """Returns a graph of the exported symbols, and of the members that visible modules add."""

    def is_exported(module, name):
        return module in exports and (exports[module] is None or name in exports[module])

    # The members that a module adds to a type of a product are visible if the module is imported.
    graph = {"metadata": None, "module": None, "symbols": [], "relationships": []}
    for name, part in graphs.items():
        module, _, extended = name.partition("@")
        if module not in exports:
            continue
        graph["metadata"] = part["metadata"]
        graph["module"] = dict(part["module"], name=product)
        owner = extended or module
        kept = [
            symbol for symbol in part["symbols"] if is_exported(owner, symbol["pathComponents"][0])
        ]
        known = {symbol["identifier"]["precise"] for symbol in kept}
        graph["symbols"] += kept
        graph["relationships"] += [
            edge for edge in part["relationships"] if edge["source"] in known
        ]
    return graph


def name_of(symbol):
    return ".".join(symbol["pathComponents"])


def is_synthesized(symbol):
    return "::SYNTHESIZED::" in symbol["identifier"]["precise"]


def undocumented(graph):
    """Returns the names that have no documentation of their own or of a protocol."""
    return [
        name_of(symbol)
        for symbol in graph["symbols"]
        if not is_synthesized(symbol) and not symbol.get("docComment")
    ]


def top_level_types(graph):
    return [
        symbol
        for symbol in graph["symbols"]
        if len(symbol["pathComponents"]) == 1 and symbol["kind"]["identifier"] in TYPES
    ]


def invisible(graph, visible, modules):
    """Returns the types of this package that declarations use, and that no product has."""
    found = {}
    for symbol in graph["symbols"]:
        if is_synthesized(symbol):
            continue
        for fragment in symbol.get("declarationFragments", []):
            precise = fragment.get("preciseIdentifier")
            if precise in modules and precise not in visible:
                found.setdefault(fragment["spelling"], name_of(symbol))
    return [f"{kind}, of {symbol}" for kind, symbol in sorted(found.items())]


def wrongly_sendable(graph):
    """Returns the classes that are `Sendable`, although one thread at a time may use them."""
    sendable = {
        edge["source"]
        for edge in graph["relationships"]
        if edge["kind"] == "conformsTo" and edge["target"] == "s:s8SendableP"
    }
    found = []
    for symbol in graph["symbols"]:
        if symbol["kind"]["identifier"] == "swift.class":
            text = " ".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
            if "one thread at a time" in text or "one control thread at a time" in text:
                if symbol["identifier"]["precise"] in sendable:
                    found.append(name_of(symbol))
    return found


def problems(api, graphs):
    """Returns a line for each violation of the products."""
    visible = {
        symbol["identifier"]["precise"] for graph in api.values() for symbol in graph["symbols"]
    }
    own = {
        symbol["identifier"]["precise"]
        for part in graphs.values()
        for symbol in part["symbols"]
        if symbol["kind"]["identifier"] in TYPES
    }
    lines = []
    for product, graph in api.items():
        lines += [f"{product}: {name} has no documentation." for name in undocumented(graph)]
        lines += [
            f"{product}: no product has the type {line}." for line in invisible(graph, visible, own)
        ]
        lines += [
            f"{product}: {name} is for one thread at a time, but Sendable."
            for name in wrongly_sendable(graph)
        ]
        for module in PRODUCTS[product]:
            missing = set(PRODUCTS[product][module] or []) - {
                symbol["pathComponents"][0] for symbol in graph["symbols"]
            }
            lines += [f"{product}: {module} has no public {name}." for name in sorted(missing)]
    return lines


def verify_checks(api, graphs):
    """Fails unless the checks find a name without documentation and an invisible type."""
    product = "PeachAudio"
    changed = copy.deepcopy(api)
    symbols = changed[product]["symbols"]
    cents = next(symbol for symbol in symbols if name_of(symbol) == "Cents")
    for graph in changed.values():
        graph["symbols"] = [
            symbol
            for symbol in graph["symbols"]
            if symbol["identifier"]["precise"] != cents["identifier"]["precise"]
        ]
    symbol = next(symbol for symbol in changed[product]["symbols"] if "docComment" in symbol)
    del symbol["docComment"]
    writer = next(symbol for symbol in symbols if name_of(symbol) == "AudioFileWriter")
    edge = {"kind": "conformsTo", "target": "s:s8SendableP"}
    edge["source"] = writer["identifier"]["precise"]
    changed[product]["relationships"].append(edge)
    text = "\n".join(problems(changed, graphs))
    for line in [
        f"{product}: {name_of(symbol)} has no documentation.",
        "has the type Cents",
        "AudioFileWriter is for one thread at a time, but Sendable.",
    ]:
        if line not in text:
            sys.exit(f"The checks of public names do not find a violation: {line}")


def table(api):
    text = INTRODUCTION
    for product, graph in api.items():
        names = sorted({symbol["pathComponents"][0] for symbol in top_level_types(graph)})
        errors = [name for name in names if name.endswith("Error")]
        others = [name for name in names if name not in errors]
        text += f"\n## {product}\n{len(others)} types"
        text += f" and {len(errors)} errors.\n\n" if errors else ".\n\n"
        text += wrapped(others)
        if errors:
            text += "\nErrors: " + wrapped(errors, start=len("Errors: "))
    return text


def wrapped(names, start=0):
    """Returns names in lines of at most 120 columns."""
    lines, column = [""], start
    for index, name in enumerate(names):
        word = f"`{name}`" + ("." if index == len(names) - 1 else ",")
        if lines[-1] and column + 1 + len(word) > 120:
            lines.append("")
            column = 0
        lines[-1] += (" " if lines[-1] else "") + word
        column += len(word) + 1
    return "\n".join(lines) + "\n"


def main(command, folder, *rest):
    graphs = read_graphs(folder)
    api = {product: merged(product, exports, graphs) for product, exports in PRODUCTS.items()}
    lines = problems(api, graphs)
    if command == "merge":
        for product, graph in api.items():
            path = pathlib.Path(rest[0]) / product / f"{product}.symbols.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(graph))
        names = {
            symbol["pathComponents"][0] for graph in api.values() for symbol in graph["symbols"]
        }
        pathlib.Path(rest[0], "names").write_text("\n".join(sorted(names)) + "\n")
        if not lines:
            verify_checks(api, graphs)
    elif "--check" in rest:
        if TABLE.read_text() != table(api):
            lines.append(f"{TABLE.relative_to(ROOT)} is not current: Scripts/docc table")
    else:
        TABLE.write_text(table(api))
    if lines:
        sys.exit("\n".join(lines))


PRODUCTS = products()
main(*sys.argv[1:])
