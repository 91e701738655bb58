// @ts-check
// The lyrics of a song: the line that is sung, syllable by syllable, and the next one.

/** @typedef {{ start: number, text: string }} Syllable Its start is in seconds. */

/** Lines of songs without ends of lines are broken at a word after so many letters. */
const longest = 48;

/** @type {Syllable[][]} */
let lines = [];
/** @type {number[]} The starts of all syllables. */
let starts = [];
/** The index of the first syllable that was not sung when they were last shown. */
let shown = NaN;

/**
 * Takes the syllables in lines, each after its time and a space. A slash or a backslash ends a
 * line.
 */
export function setLyrics(text = "") {
  const syllables = text.split("\n").filter((line) => line);
  // In songs that have no space between words, a syllable without a hyphen ends a word.
  const hasSpaces = syllables.some((line) => /^\S+ ( |.* $)/.test(line));
  [lines, shown] = [[], NaN];
  /** @type {Syllable[]} */
  let line = [];
  let length = 0;
  const end = () => {
    if (line.some(({ text }) => text.trim())) lines.push(line);
    [line, length] = [[], 0];
  };
  for (const syllable of syllables) {
    const space = syllable.indexOf(" ");
    const start = Number(syllable.slice(0, space));
    const pieces = syllable.slice(space + 1).split(/[/\\]+/);
    pieces.forEach((piece, index) => {
      if (index > 0) end();
      if (!piece) return;
      if (length > longest && /\s$|^$/.test(line.at(-1)?.text ?? "")) end();
      const text = hasSpaces || piece.endsWith("-") ? piece : piece + " ";
      line.push({ start, text });
      length += text.length;
    });
  }
  end();
  starts = lines.flat().map(({ start }) => start);
}

/** Shows what is sung at a time. */
export function sing(seconds = 0) {
  const next = starts.findIndex((start) => start > seconds);
  if (next === shown) return;
  shown = next;
  const element = /** @type {HTMLElement} */ (document.getElementById("lyrics"));
  element.replaceChildren();
  if (lines.length === 0) return;
  const begun = lines.filter(([{ start }]) => start <= seconds);
  const index = Math.max(begun.length - 1, 0);
  const line = lines[index] ?? [];
  const sung = line.filter(({ start }) => start <= seconds).length;
  const add = (/** @type {string} */ name, /** @type {Syllable[]} */ part, style = "") => {
    const child = document.createElement(name);
    child.textContent = part.map(({ text }) => text).join("");
    child.className = style;
    element.append(child);
  };
  add("span", line.slice(0, Math.max(sung - 1, 0)), "sung");
  add("strong", line.slice(Math.max(sung - 1, 0), sung));
  add("span", line.slice(sung));
  add("span", lines[index + 1] ?? [], "next");
}
