"""Draws a terminal screen as SVG: tmux capture-pane -e -p | terminal_picture.py COLUMNS ROWS
>screen.svg"""

import html
import re
import sys

CELL_WIDTH, CELL_HEIGHT, MARGIN = 8.4, 18, 14
COLORS = {31: "#e06c75", 32: "#98c379", 33: "#e5c07b", 34: "#61afef", 35: "#c678dd", 36: "#56b6c2"}


def runs(line):
    """Splits a line with SGR sequences (ECMA-48 §8.3.117) into (text, bold, reverse, color)."""
    bold = reverse = False
    color = "#d7dae0"
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not part.startswith("\x1b"):
            if part:
                yield part, bold, reverse, color
            continue
        for code in [int(value or 0) for value in part[2:-1].split(";")]:
            if code == 0:
                bold, reverse, color = False, False, "#d7dae0"
            elif code == 39:
                color = "#d7dae0"
            bold = True if code == 1 else bold
            reverse = True if code == 7 else reverse
            color = COLORS.get(code, color)


columns, rows = int(sys.argv[1]), int(sys.argv[2])
width, height = columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN
print(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
    f'width="{width:.0f}" '
    'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">'
)
print('<rect width="100%" height="100%" rx="6" fill="#21252b"/>')
for row, line in enumerate(sys.stdin.read().split("\n")[:rows]):
    column, y = 0, MARGIN + row * CELL_HEIGHT
    for text, bold, reverse, color in runs(line):
        x, length = MARGIN + column * CELL_WIDTH, len(text) * CELL_WIDTH
        column += len(text)
        if reverse:
            print(
                f'<rect x="{x:.1f}" y="{y}" width="{length:.1f}" height="{CELL_HEIGHT}" '
                f'fill="{color}"/>'
            )
            color = "#21252b"
        if not text.strip():
            continue
        weight = ' font-weight="bold"' if bold else ""
        print(
            f'<text x="{x:.1f}" y="{y + 14}" fill="{color}"{weight} xml:space="preserve" '
            f'textLength="{length:.1f}">{html.escape(text)}</text>'
        )
print("</svg>")
