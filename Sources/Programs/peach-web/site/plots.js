// @ts-check
// Draws plots for the width that they have, so that their text keeps its size. The page module
// gives values and names; colors are classes of the stylesheet.

/**
 * @typedef {object} Plot
 * @property {string} unit The unit of the axis.
 * @property {number} height In CSS pixels.
 * @property {boolean} [bare] Without axes.
 * @property {number} [limit] The end of a linear axis around 0; without it the axis is logarithmic.
 * @property {number} [lowest] The lowest key of a keyboard below.
 * @property {number} [end] The largest position.
 * @property {[number, string][]} [ticks] Positions with their names.
 * @property {[number, number, number][]} [band] Positions with the lower and the upper end.
 * @property {[number, number][]} [line]
 * @property {[number, number, string][]} [dots] Positions, values and classes.
 * @property {[string, number, number, number, string][]} [rows] Instead of positions: a name, the
 *   lower end, the value, the upper end, and what stands behind them.
 * @property {[number, number, number, number, number][]} [notes] Instead of positions: a key, its
 *   cents before and the reach of its 100 ms, and both after a change.
 */

const marks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
const text = (/** @type {number} */ value) =>
  value.toLocaleString(document.documentElement.lang, { useGrouping: false }).replace("-", "−");
const escaped = (/** @type {string} */ name) =>
  name.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** @param {string} style @param {[number, number][]} points @param {string} [end] */
function path(style, points, end = "") {
  if (points.length === 0) return "";
  const line = points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
  return `<path class="${style}" d="M${line}${end}"/>`;
}

/** @param {number} x @param {number} y @param {string} name */
function label(x, y, name, anchor = "middle", style = "") {
  const place = `x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"`;
  return `<text class="${style}" ${place}>${escaped(name)}</text>`;
}

/** @param {string} style @param {number} x @param {number} y */
function rectangle(style, x, y, width = 0, height = 0) {
  const size = `width="${round(width)}" height="${round(height)}"`;
  return `<rect class="${style}" x="${round(x)}" y="${round(y)}" ${size}/>`;
}

/**
 * Returns the round values of a logarithmic axis, and the position of a value on it: 0 at the
 * smallest one, 1 at the largest.
 * @param {number[]} values
 */
function logarithmic(values) {
  const low = marks.filter((mark) => mark <= Math.min(...values)).at(-1) ?? 0.1;
  const high = marks.find((mark) => mark >= Math.max(...values) && mark > low) ?? 2000;
  const within = marks.filter((mark) => mark >= low && mark <= high);
  const shown = within.length > 7 ? within.filter((mark) => Math.log10(mark) % 1 === 0) : within;
  const at = (/** @type {number} */ value) =>
    Math.min(Math.max(Math.log(value / low) / Math.log(high / low), 0), 1);
  return { shown, at };
}

/** @param {Plot} plot @param {number} width Returns rows with intervals on one axis. */
function drawRows(plot, width) {
  const rows = plot.rows ?? [];
  const left = Math.max(...rows.map(([name]) => Math.min(name.length, width / 24))) * 8 + 16;
  const right = width - 14 - Math.max(...rows.map((row) => row[4].length)) * 8;
  const bottom = rows.length * 44 + 6;
  const { shown, at } = logarithmic(rows.flatMap(([, low, , high]) => [low, high]));
  const x = (/** @type {number} */ value) => left + 8 + at(value) * (right - left - 16);
  let svg = "";
  for (const mark of shown) {
    svg += path("grid-line", [[x(mark), 4], [x(mark), bottom]]);
    svg += label(x(mark), bottom + 18, text(mark));
  }
  svg += label((left + right) / 2, bottom + 40, plot.unit);
  rows.forEach(([name, low, value, high, behind], index) => {
    const y = 26 + index * 44;
    const style = index === rows.length - 1 && behind === "" ? " second" : "";
    const isLong = name.length * 8 > left;
    const short = isLong ? `${name.slice(0, left / 8 - 3)}…` : name;
    svg += label(0, y + 5, short, "start", "strong");
    svg += path(`whisker${style}`, [[x(low), y], [x(high), y]]);
    for (const end of [low, high]) {
      svg += path(`whisker${style}`, [[x(end), y - 6], [x(end), y + 6]]);
    }
    svg += style
      ? rectangle("point second", x(value) - 5, y - 5, 10, 10)
      : `<circle class="point" cx="${round(x(value))}" cy="${y}" r="5"/>`;
    svg += label(width - 2, y + 5, behind, "end");
  });
  return { svg, height: bottom + 48 };
}

/** @param {number} lowest @param {number} count Draws keys of a piano. */
function drawKeys(lowest, count, left = 0, step = 0, top = 0) {
  const [width, height] = [step * count, 34];
  let svg = rectangle("white-key", left, top, width, height);
  for (let index = 0; index < count; index++) {
    const x = left + index * step;
    const key = (lowest + index) % 12;
    if ([1, 3, 6, 8, 10].includes(key)) {
      svg += rectangle("black-key", x, top, step, 20);
      svg += path("key-line", [[x + step / 2, top + 20], [x + step / 2, top + height]]);
    } else if (key === 0 || key === 5) svg += path("key-line", [[x, top], [x, top + height]]);
  }
  return svg;
}

/**
 * Returns the plot of notes above their keys, from C to B.
 * @param {Plot} plot @param {NonNullable<Plot["notes"]>} notes
 */
function above(plot, notes) {
  const keys = notes.map(([key]) => key);
  const lowest = Math.floor(Math.min(...keys) / 12) * 12;
  const end = Math.floor(Math.max(...keys) / 12) * 12 + 11 - lowest;
  // An error of a semitone is a wrong key, and would compress the scale.
  const cents = notes.flatMap(([, before, reach, after, rest]) => [
    Math.abs(before) + reach,
    Math.abs(after) + rest,
  ]);
  const worst = Math.max(0.5, ...cents.filter((value) => value < 100));
  const limit = [1, 2, 4, 10, 20, 40].find((value) => value >= worst) ?? 100;
  /** @type {[number, string][]} */
  const ticks = [];
  for (let key = 0; key < end; key += 12) ticks.push([key, `C${(lowest + key) / 12 - 1}`]);
  return { ...plot, lowest, end, limit, ticks };
}

/**
 * @param {Plot} plot @param {(position: number) => number} x @param {(value: number) => number} y
 */
function drawNotes({ notes = [], lowest = 0 }, x, y) {
  let svg = "";
  for (const [key, ...values] of notes) {
    for (const [index, style] of ["", " second"].entries()) {
      const [cents, reach] = values.slice(2 * index);
      // Both are next to each other.
      const place = x(key - lowest) + index * 4 - 2;
      const [low, high] = [y(cents - reach), y(cents + reach)];
      svg += path(`whisker${style}`, [[place, low], [place, high]]);
      svg += style
        ? rectangle("point second", place - 3, y(cents) - 3, 6, 6)
        : `<circle class="point" cx="${round(place)}" cy="${round(y(cents))}" r="4"/>`;
    }
  }
  return svg;
}

/** @param {Plot} plot @param {number} width Returns values over positions. */
function drawCurve(plot, width) {
  const { height, band = [], line = [], dots = [], ticks = [], limit } = plot;
  const end = plot.end ?? 1;
  const keys = plot.lowest === undefined ? 0 : end + 1;
  const [left, right, top] = plot.bare ? [8, width - 12, 10] : [54, width - 14, 12];
  const bottom = height - (plot.bare ? 10 : keys ? 78 : 32);
  const ends = band.flatMap(([, low, high]) => [low, high]);
  const values = [...ends, ...dots.map(([, value]) => value)];
  const scale = logarithmic(values);
  const shown = limit ? [-limit, -limit / 2, 0, limit / 2, limit] : scale.shown;
  const at = (/** @type {number} */ value) =>
    limit ? (Math.min(Math.max(value / limit, -1), 1) + 1) / 2 : scale.at(value);
  const step = keys ? (right - left) / keys : (right - left - 28) / Math.max(end, 1);
  const x = (/** @type {number} */ position) =>
    keys ? left + (position + 0.5) * step : left + 14 + position * step;
  const y = (/** @type {number} */ value) => bottom - at(value) * (bottom - top);
  let svg = "";
  if (!plot.bare) {
    for (const mark of shown) {
      svg += path(limit && mark === 0 ? "zero" : "grid-line", [[left, y(mark)], [right, y(mark)]]);
      svg += label(left - 8, y(mark) + 4.5, (limit && mark > 0 ? "+" : "") + text(mark), "end");
    }
    const turn = `translate(14 ${round((top + bottom) / 2)}) rotate(-90)`;
    svg += `<text text-anchor="middle" transform="${turn}">${plot.unit}</text>`;
  }
  const above = band.map(([at, , high]) => /** @type {[number, number]} */ ([x(at), y(high)]));
  const below = band.map(([at, low]) => /** @type {[number, number]} */ ([x(at), y(low)]));
  svg += path("band", [...above, ...below.reverse()], "z");
  const curve = line.map(([at, value]) => /** @type {[number, number]} */ ([x(at), y(value)]));
  svg += path(dots[0]?.[2].startsWith("point m") ? "axis" : "curve", curve);
  const radius = keys && width < 500 ? 3 : 5;
  for (const [at, value, style] of dots) {
    svg += `<circle class="${style}" cx="${round(x(at))}" cy="${round(y(value))}" r="${radius}"/>`;
  }
  svg += drawNotes(plot, x, y);
  if (keys) svg += drawKeys(plot.lowest ?? 0, keys, left, step, bottom + 12);
  // Names that would overlap are left out.
  let free = -Infinity;
  for (const [at, name] of ticks) {
    const half = name.length * 4;
    const center = Math.min(x(at), width - half);
    if (center - half < free) continue;
    svg += label(center, height - 10, name);
    free = center + half + 6;
  }
  return { svg, height };
}

/** @param {HTMLElement} figure Draws its plot, if its width has changed. */
function draw(figure) {
  const width = figure.clientWidth;
  if (width === 0 || figure.dataset.width === String(width)) return;
  figure.dataset.width = String(width);
  /** @type {Plot} */
  const plot = JSON.parse(figure.dataset.plot ?? "");
  const { svg, height } = plot.rows
    ? drawRows(plot, width)
    : drawCurve(plot.notes ? above(plot, plot.notes) : plot, width);
  figure.innerHTML = `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${svg}</svg>`;
}

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) draw(/** @type {HTMLElement} */ (target));
});

/** @param {Element} part Draws the plots of a part of the page, and those of any later width. */
export function drawPlots(part) {
  for (const figure of part.querySelectorAll("[data-plot]")) {
    draw(/** @type {HTMLElement} */ (figure));
    observer.observe(figure);
  }
}
