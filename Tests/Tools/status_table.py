"""Writes Documentation/evidence/status.md: the requirements of the specifications, and the tests
that prove them.

    status_table.py [--check] [ROOT]

The rows are those of status_rows.txt, `KIND NAME: description`. A comment before `@Test` proves
rows of one kind:

    // Proves generator 39, 40: SF2.04 §8.1.3; 1 ms

with the rows, the section that the expected values come from, and the accuracy. Lines that are
indented by three spaces continue it. With --check
nothing is written; exit code 1: the table is outdated."""

import itertools
import pathlib
import re
import sys

PROOF = re.compile(r"^ *// Proves (\S+) ([^:]+): (.+); (.+)$")
CONTINUATION = re.compile(r"^ *//   +")
FUNCTION = re.compile(r"\bfunc (\w+)")
INTRODUCTION = """# Conformance and its proofs

Each row is a requirement of a specification. It lists the section that defines the expected values,
the accuracy of the output, and the test. If specification and common practice differ, the tests
measure both. `Scripts/generate-status-table` generates these tables from the tests.
"""


def read_rows(path):
    """Returns the sections in order, each a heading and its rows; a row is (key, description)."""
    sections = []
    for line in path.read_text().splitlines():
        if line.startswith("# "):
            sections.append((line[2:], []))
        elif line:
            key, _, meaning = line.partition(": ")
            sections[-1][1].append((key, meaning))
    return sections


def read_proofs(root):
    """Returns (section, tolerance, test, path) for each proven row, in the order of the files."""
    proofs = {}
    for path in sorted(root.glob("Tests/*/*.swift")):
        waiting = []
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines, 1):
            if line.lstrip().startswith("// Proves"):
                for rest in itertools.takewhile(CONTINUATION.match, lines[number:]):
                    line += " " + rest.lstrip(" /")
            if found := PROOF.match(line):
                kind, names, section, tolerance = found.groups()
                waiting += [(f"{kind} {name}", section, tolerance) for name in names.split(", ")]
            elif line.lstrip().startswith("// Proves"):
                sys.exit(f"{path}:{number}: not of the form '// Proves ROW: SECTION; TOLERANCE'.")
            elif waiting and (found := FUNCTION.search(line)):
                for row, section, tolerance in waiting:
                    relative_path = path.relative_to(root).as_posix()
                    test = f"{path.stem}.{found[1]}"
                    proofs.setdefault(row, []).append((section, tolerance, test, relative_path))
                waiting = []
        if waiting:
            sys.exit(f"{path}: proves {waiting[0][0]} without a test.")
    return proofs


def table(sections, proofs):
    known = {key for _, rows in sections for key, _ in rows}
    if unknown := sorted(set(proofs) - known):
        sys.exit(f"Proven, and no row of status_rows.txt: {', '.join(unknown)}")
    lines = [INTRODUCTION]
    for heading, rows in sections:
        done = sum(key in proofs for key, _ in rows)
        lines += [f"## {heading}: {done} of {len(rows)}", ""]
        lines += ["| | | Section | To within | Test |", "|---|---|---|---|---|"]
        for key, meaning in rows:
            cells = [[], [], []]
            for section, tolerance, test, relative_path in proofs.get(key, []):
                cells[0] += [section] if section not in cells[0] else []
                cells[1] += [tolerance] if tolerance not in cells[1] else []
                cells[2].append(f"[{test}](../../{relative_path})")
            if key not in proofs:
                cells = [["–"], ["–"], ["not yet"]]
            texts = [key, meaning] + ["<br>".join(cell) for cell in cells]
            lines.append("| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |")
        lines.append("")
    return "\n".join(lines)


def main(*arguments):
    roots = [text for text in arguments if text != "--check"]
    tools = pathlib.Path(__file__).resolve().parent
    root = pathlib.Path(roots[0]).resolve() if roots else tools.parent.parent
    text = table(read_rows(root / "Tests/Tools/status_rows.txt"), read_proofs(root))
    target = root / "Documentation/evidence/status.md"
    if "--check" not in arguments:
        target.write_text(text)
    elif not target.exists() or target.read_text() != text:
        sys.exit(
            "Documentation/evidence/status.md is not what the tests give; run "
            "Scripts/generate-status-table."
        )


main(*sys.argv[1:])
