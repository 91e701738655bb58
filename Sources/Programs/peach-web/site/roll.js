// @ts-check
// Draws the piano roll of a song on a canvas: only what the window shows, so that songs of any
// length scroll and follow at the rate of the screen. The page module gives the notes.
import { drumName } from "./drums.js";
import { sing } from "./lyrics.js";

/**
 * @typedef {object} Note
 * @property {number} key
 * @property {number} start In seconds, as all times.
 * @property {number} end
 * @property {number} cents The mean deviation from equal temperament.
 * @property {Float32Array} bends Times and cents, one after another.
 */

const gutter = 48;
const ruler = 26;
const drumRow = 15;
/** The maximum number of rows of drums. */
const drumRows = 8;
/** The width of the names of drums beyond the keys. */
const drumNames = 48;
/** Channel 10 of each port. */
const isDrums = (/** @type {number} */ channel) => channel % 16 === 9;
const isBlack = (/** @type {number} */ key) => [1, 3, 6, 8, 10].includes(key % 12);

/** @type {Note[][]} The notes by channel, in the order of their starts. */
let notes = [];
/** @type {number[][]} Of each note the latest end of those up to it. */
let ends = [];
/** @type {number[]} The starts of the bars. */
let bars = [];
/** @type {string[]} The names of keys. */
let names = [];
/** @type {number[]} The channels that have notes: each of the first eight has a color. */
let channels = [];
/** @type {number[]} */
let drums = [];
let [lowest, highest] = [48, 72];
let duration = 0;
let scale = 60;
let left = 0;
let isFollowing = true;
/** The position, its time, and the seconds of the song that pass in a second. */
let [position, moment, rate] = [0, 0, 0];
/** @type {{ loop: number[], muted: number[] }} */
let state = { loop: [], muted: [] };
let frame = 0;

const canvas = () => /** @type {HTMLCanvasElement | null} */ (document.getElementById("notes"));
const draw = () => {
  frame ||= requestAnimationFrame(paint);
};

/**
 * Takes the notes of a song: of each note its channel, key, start, end, mean deviation and number
 * of bends, then their times and cents.
 * @param {Uint8Array} bytes @param {number[]} starts @param {string[]} allNames
 */
export function setNotes(bytes, seconds = 0, starts = [], allNames = []) {
  const values = new Float32Array(bytes.slice().buffer);
  notes = Array.from({ length: 256 }, () => []);
  for (let at = 0; at < values.length; ) {
    const next = at + 6 + 2 * values[at + 5];
    notes[values[at]].push({
      key: values[at + 1],
      start: values[at + 2],
      end: values[at + 3],
      cents: values[at + 4],
      bends: values.subarray(at + 6, next),
    });
    at = next;
  }
  for (const list of notes) list.sort((first, second) => first.start - second.start);
  ends = notes.map((list) => {
    let latest = 0;
    return list.map(({ end }) => (latest = Math.max(latest, end)));
  });
  [bars, names, duration, position, left, isFollowing] = [starts, allNames, seconds, 0, -1e6, true];
  channels = [...notes.keys()].filter((channel) => notes[channel].length > 0);
  const pitched = notes.flatMap((list, channel) => (isDrums(channel) ? [] : list));
  let [low, high] = [127, 0];
  for (const { key } of pitched) [low, high] = [Math.min(low, key), Math.max(high, key)];
  [lowest, highest] = low > high ? [48, 72] : [Math.max(low - 2, 0), Math.min(high + 2, 127)];
  const hits = notes.flatMap((list, channel) => (isDrums(channel) ? list : []));
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { key } of hits) counts.set(key, (counts.get(key) ?? 0) + 1);
  // Those that play most often have a row.
  const frequent = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  drums = frequent.slice(0, drumRows).sort((a, b) => b - a);
  draw();
}

/** @param {number[]} loop Its start and end, or nothing. @param {number[]} muted Channels. */
export function setState(loop, muted) {
  state = { loop, muted };
  draw();
}

/** Shows a position; `speed` is that of a song that plays, or 0. */
export function setPosition(seconds = 0, speed = 0) {
  if (speed > 0 && rate === 0) isFollowing = true;
  [position, moment, rate] = [seconds, performance.now(), speed];
  draw();
}

function paint() {
  frame = 0;
  const target = canvas();
  if (!target || target.clientWidth === 0) return;
  const now = rate ? position + ((performance.now() - moment) / 1000) * rate : position;
  sing(now);
  const [width, height] = [target.clientWidth, target.clientHeight];
  const ratio = devicePixelRatio;
  if (target.width !== Math.round(width * ratio) || target.height !== Math.round(height * ratio)) {
    target.width = Math.round(width * ratio);
    target.height = Math.round(height * ratio);
  }
  const view = (width - gutter) / scale;
  if (isFollowing && rate) left = now - view * 0.35;
  // The names of drums cover what is next to the keys, but not the beginning.
  const first = drums.length > 0 ? -drumNames / scale : 0;
  left = Math.min(Math.max(left, first), Math.max(duration - view * 0.9, first));
  const context = /** @type {CanvasRenderingContext2D} */ (target.getContext("2d"));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  new Painting(context, width, height).paint(now);
  if (rate) draw();
}

/** One picture of the roll. */
class Painting {
  /** @param {CanvasRenderingContext2D} context @param {number} width @param {number} height */
  constructor(context, width, height) {
    this.context = context;
    this.width = width;
    this.height = height;
    this.shown = drums;
    this.bottom = height - this.shown.length * drumRow;
    this.row = (this.bottom - ruler) / (highest - lowest + 1);
    this.style = getComputedStyle(context.canvas);
    /** @type {Map<string, string>} The colors by token: thousands of notes have few. */
    this.colors = new Map();
  }

  color(/** @type {string} */ token) {
    const known = this.colors.get(token);
    if (known !== undefined) return known;
    const color = this.style.getPropertyValue(token);
    this.colors.set(token, color);
    return color;
  }

  x(/** @type {number} */ seconds) {
    return gutter + (seconds - left) * scale;
  }

  /** The upper edge of a key's row. */
  y(/** @type {number} */ key) {
    return ruler + (highest - key) * this.row;
  }

  /** @param {string} token */
  fill(token, x = 0, y = 0, width = 0, height = 0, opacity = 1) {
    this.context.globalAlpha = opacity;
    this.context.fillStyle = this.color(token);
    this.context.fillRect(x, y, width, height);
    this.context.globalAlpha = 1;
  }

  /** @param {string} text @param {string} token */
  write(text, x = 0, y = 0, token = "--soft", size = 12, weight = 400) {
    this.context.font = `${weight} ${size}px ${this.style.fontFamily}`;
    this.context.fillStyle = this.color(token);
    this.context.fillText(text, x, y);
  }

  paint(/** @type {number} */ now) {
    const { width, height } = this;
    this.fill("--surface", 0, 0, width, height);
    for (let key = lowest; key <= highest; key++) {
      if (isBlack(key)) this.fill("--tint", gutter, this.y(key), width, this.row, 0.55);
      if (key % 12 === 0) this.fill("--edge", gutter, this.y(key) + this.row, width, 1, 0.5);
    }
    this.fill("--tint", 0, 0, width, ruler);
    this.paintBars();
    const [start, end] = state.loop;
    if (end > start) {
      this.fill("--blush", this.x(start), 0, (end - start) * scale, ruler, 0.7);
      this.fill("--blush", this.x(start), ruler, (end - start) * scale, height, 0.16);
    }
    notes.forEach((list, channel) => this.paintChannel(list, channel));
    this.fill("--accent", this.x(now) - 1, 0, 2, height);
    this.paintGutter();
  }

  paintBars() {
    let free = -Infinity;
    bars.forEach((start, index) => {
      const x = this.x(start);
      if (x < gutter - 40 || x > this.width) return;
      this.fill("--edge", x, ruler, 1, this.height, 0.6);
      if (x < free) return;
      this.write(String(index + 1), x + 4, 17);
      free = x + 30;
    });
  }

  /** @param {Note[]} list @param {number} channel */
  paintChannel(list, channel) {
    const isMuted = state.muted.includes(channel);
    const token = `--c${(channels.indexOf(channel) % 8) + 1}`;
    const last = left + (this.width - gutter) / scale;
    // The first note that has not ended, by bisection.
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[channel][middle] < left) low = middle + 1;
      else high = middle;
    }
    for (let index = low; index < list.length && list[index].start < last; index++) {
      if (list[index].end >= left) this.paintNote(list[index], channel, token, isMuted ? 0.25 : 1);
    }
  }

  /** @param {Note} note @param {number} channel @param {string} token */
  paintNote(note, channel, token, opacity = 1) {
    const { key, start, end, cents, bends } = note;
    const thickness = Math.max(this.row - 1, 2);
    if (isDrums(channel)) {
      const place = this.shown.indexOf(key);
      const y = this.bottom + place * drumRow + 4;
      if (place >= 0) this.fill(token, this.x(start), y, 6, drumRow - 8, opacity);
      return;
    }
    const [x, length] = [this.x(start), Math.max((end - start) * scale - 1, 2)];
    const y = this.y(key);
    if (bends.length === 0) {
      this.fill(token, x, y, length, thickness, opacity);
    } else {
      for (let at = 0; at < bends.length; at += 2) {
        const until = at + 2 < bends.length ? bends[at + 2] : end;
        const raised = y - (bends[at + 1] / 100) * this.row;
        const size = Math.max((until - bends[at]) * scale - 0.5, 1);
        this.fill(token, this.x(bends[at]), raised, size, thickness, opacity);
      }
      if (length > 30) {
        const sign = cents >= 0.05 ? "+" : "";
        const rounded = Math.round(cents * 10) / 10;
        const language = document.documentElement.lang;
        const text = sign + rounded.toLocaleString(language).replace("-", "−");
        this.write(text, x + 2, y - (cents / 100) * this.row - 3, "--ink", 11, 600);
      }
    }
    const name = names[key] ?? "";
    if (this.row >= 11 && length > name.length * 7 + 4 && bends.length < 4) {
      const raised = y - ((bends[1] ?? 0) / 100) * this.row;
      this.write(name, x + 3, raised + this.row / 2 + 3.5, "--surface", 10, 700);
    }
  }

  paintGutter() {
    this.fill("--key-white", 0, ruler, gutter, this.bottom - ruler);
    for (let key = lowest; key <= highest; key++) {
      const y = this.y(key);
      if (isBlack(key)) this.fill("--key-black", 0, y, gutter * 0.6, this.row);
      else if (key % 12 === 0 || key % 12 === 5) {
        this.fill("--key-edge", 0, y + this.row, gutter, 1);
      }
      if (key % 12 === 0) this.write(names[key], gutter - 17, y + this.row - 1, "--key-ink", 11);
    }
    this.fill("--surface", 0, this.bottom, gutter, this.height);
    this.shown.forEach((key, index) => {
      const y = this.bottom + index * drumRow;
      this.fill("--line", 0, y, this.width, 1);
      const name = drumName(key) ?? names[key];
      this.fill("--surface", 0, y + 1, gutter + drumNames - 4, drumRow - 1);
      this.write(name, 4, y + 11, "--soft", 11);
    });
    this.fill("--tint", 0, 0, gutter, ruler);
    this.fill("--line", gutter, 0, 1, this.height);
  }
}

const secondsAt = (/** @type {number} */ x) => left + (x - gutter) / scale;

/** Changes the scale, and keeps the time at a place. */
function zoom(factor = 1, x = 0) {
  const seconds = secondsAt(x);
  scale = Math.min(Math.max(scale * factor, 8), 600);
  left = seconds - (x - gutter) / scale;
  draw();
}

/** @param {number} seconds Returns the number of the bar, counted from 1. */
function barAt(seconds) {
  const next = bars.findIndex((start) => start > seconds);
  return next === 0 ? 1 : next < 0 ? bars.length : next;
}

/** @type {Map<number, number>} The places of pointers. */
const pointers = new Map();
/** @type {{ x: number, inRuler: boolean, hasMoved: boolean } | undefined} */
let drag;

/**
 * Handles pointers, the wheel and keys on the roll.
 * @param {(...event: unknown[]) => void} handle Passes an event to the page.
 */
export function listen(handle) {
  const isRoll = (/** @type {Event} */ { target }) => target === canvas();
  const selectBars = (/** @type {number} */ x) => {
    if (!drag) return;
    const [first, last] = [drag.x, x].sort((a, b) => a - b).map((x) => barAt(secondsAt(x)));
    handle("do", "song loop", `${first}-${last}`);
  };
  addEventListener("pointerdown", (event) => {
    if (!isRoll(event)) return;
    canvas()?.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event.offsetX);
    drag = { x: event.offsetX, inRuler: event.offsetY < ruler, hasMoved: false };
  });
  addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined || !drag) return;
    if (pointers.size === 2) {
      const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, x]) => x);
      const spread = Math.abs(event.offsetX - other) / Math.max(Math.abs(before - other), 1);
      zoom(spread, (event.offsetX + other) / 2);
      drag.hasMoved = true;
    } else if (Math.abs(event.offsetX - drag.x) > 4 || drag.hasMoved) {
      drag.hasMoved = true;
      isFollowing = drag.inRuler && isFollowing;
      if (!drag.inRuler) left -= (event.offsetX - before) / scale;
      draw();
    }
    pointers.set(event.pointerId, event.offsetX);
  });
  addEventListener("pointerup", (event) => {
    if (!pointers.delete(event.pointerId) || !drag) return;
    if (drag.inRuler && drag.hasMoved) selectBars(event.offsetX);
    else if (!drag.hasMoved) {
      isFollowing = true;
      handle("do", "song seek", Math.max(secondsAt(event.offsetX), 0));
    }
    drag = undefined;
  });
  addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
  addEventListener(
    "wheel",
    (event) => {
      if (!isRoll(event)) return;
      const isZoom = event.ctrlKey || event.metaKey;
      if (!isZoom && !event.shiftKey && Math.abs(event.deltaY) > Math.abs(event.deltaX)) return;
      event.preventDefault();
      if (isZoom) return zoom(Math.exp(-event.deltaY / 200), event.offsetX);
      isFollowing = false;
      left += (event.deltaX || event.deltaY) / scale;
      draw();
    },
    { passive: false },
  );
  addEventListener("keydown", (event) => {
    if (!isRoll(event)) return;
    const view = ((canvas()?.clientWidth ?? 0) - gutter) / scale;
    const steps = { ArrowLeft: -0.2, ArrowRight: 0.2, PageUp: -0.9, PageDown: 0.9 };
    const step = /** @type {Record<string, number>} */ (steps)[event.key];
    if (event.key === "+") zoom(1.25, gutter);
    else if (event.key === "-") zoom(0.8, gutter);
    else if (step) {
      isFollowing = false;
      left += step * view;
      draw();
    } else return;
    event.preventDefault();
  });
  const page = /** @type {Element} */ (document.getElementById("page"));
  new ResizeObserver(draw).observe(page);
  // The canvas is new when the screen is shown again.
  new MutationObserver(draw).observe(/** @type {Element} */ (document.getElementById("roll")), {
    childList: true,
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

/** Changes the scale by a button, around the middle. */
export const zoomBy = (factor = 1) => zoom(factor, (gutter + (canvas()?.clientWidth ?? 0)) / 2);
