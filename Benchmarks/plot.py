#!/usr/bin/env python3
"""Plots the speed-up of Peach over FluidSynth: plot.py RESULTS.json > plot.svg"""

import html
import json
import math
import sys

WIDTH, ROW, LEFT, RIGHT, TOP = 860, 22, 440, 60, 40
# Suffixes of rows that have several references.
AGAINST = [
    ("at 4 points", "; 4-point"),
    ("AVX2 kernels", "; AVX2"),
    ("best available kernels", "; best available"),
    ("native baseline kernels", "; native baseline"),
]


def main(path):
    results = json.load(open(path))
    rows = results["comparisons"]
    largest = max(max(row["ratio"], row.get("threshold") or 1) for row in rows)
    decades = math.log10(max(largest, 10)) + 0.1
    # Space for ratios below 1.
    below = 0.05 - math.log10(min(min(row["ratio"] for row in rows), 0.6))

    def x(ratio):
        return LEFT + (math.log10(ratio) + below) / (decades + below) * (WIDTH - LEFT - RIGHT)

    height = TOP + ROW * len(rows) + 30
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        '<text x="8" y="20">speed-up over FluidSynth, other kernels or one thread '
        f"({html.escape(results['machine'])}; line: required)</text>",
    ]
    for index, row in enumerate(rows):
        y = TOP + ROW * index
        required = row.get("threshold")
        color = "#888" if required is None else "#3a7d44" if row["meetsTarget"] else "#b5482e"
        start, end = x(1), x(row["ratio"])
        against = next((text for end, text in AGAINST if row["other"].endswith(end)), "")
        name = row["name"].replace(", CPU time", "").replace("a frame of ", "")
        name = name.replace(", baseline kernels", ", baseline")
        name = html.escape(name + against)
        out += [
            f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end">{name}</text>',
            f'<rect x="{min(start, end):.1f}" y="{y + 3}" width="{abs(end - start):.1f}" '
            f'height="{ROW - 8}" fill="{color}"/>',
            f'<text x="{max(end, start) + 6:.1f}" '
            f'y="{y + 14}">{row["ratio"]:.{1 if row["ratio"] >= 3.2 else 2}f}</text>',
        ]
        if required is not None:
            out.append(
                f'<line x1="{x(required):.1f}" x2="{x(required):.1f}" y1="{y}" '
                f'y2="{y + ROW - 2}" stroke="black"/>'
            )
    for power in range(int(decades) + 1):
        tick = x(10**power)
        out += [
            f'<line x1="{tick:.1f}" x2="{tick:.1f}" y1="{TOP - 6}" y2="{height - 24}" '
            'stroke="#bbb"/>',
            f'<text x="{tick:.1f}" y="{height - 8}" text-anchor="middle">{10**power}</text>',
        ]
    print("\n".join(out + ["</svg>"]))


main(sys.argv[1])
