// @ts-check
// The engine in a thread of its own: reading banks delays neither page nor audio. Keeps added banks in the origin private
// file system.
import { Engine } from "./wasm.js";

/** @type {Engine} */
let engine;
let timer = 0;
const encoder = new TextEncoder();
/** The folder of the banks; null in browsers without it, which keep none. */
const folder = navigator.storage?.getDirectory?.().then((root) => root.getDirectoryHandle("banks", { create: true }))
  .catch(() => null) ?? Promise.resolve(null);

function report() {
  const bytes = engine.reports();
  if (bytes.length > 0) postMessage({ reports: bytes });
  if (engine.isWaiting) timer ||= setInterval(report, 4);
  else timer = void clearInterval(timer) ?? 0;
}

let isRendering = false;

/** Renders a file, a part between two messages of the page. */
function render() {
  const part = engine.render();
  isRendering = part !== null;
  if (part === null) return;
  if (part.length > 0) postMessage({ part });
  report();
  setTimeout(() => { queue = queue.then(render); });
}

/**
 * Reads a file in pieces, so that a large bank is in memory once, and notes are played while it is kept.
 * @param {Blob} file
 */
async function* pieces(file) {
  for (let start = 0; start < file.size; start += 1 << 24) {
    yield { start, bytes: new Uint8Array(await file.slice(start, start + (1 << 24)).arrayBuffer()) };
  }
}

/** @param {File} file */
async function keep(file) {
  const handle = await (await folder)?.getFileHandle(file.name, { create: true });
  if (!handle) return;
  const access = await handle.createSyncAccessHandle();
  access.truncate(0);
  for await (const { start, bytes } of pieces(file)) access.write(bytes, { at: start });
  access.close();
}

/**
 * Adds a bank or a song. Returns whether it is valid.
 * @param {string} name
 * @param {Blob} file
 */
async function add(name, file, isStraight = false) {
  const { program } = engine;
  try {
    // The memory has 2 GiB.
    if (file.size > 1e9) throw new Error(`${Math.round(file.size / 1e6)} MB; the page can read up to 1,000 MB.`);
    const title = encoder.encode(name);
    const address = program.exports.input(title.length + file.size);
    program.copy(title, address);
    for await (const { start, bytes } of pieces(file)) program.copy(bytes, address + title.length + start);
    const error = program.read(program.exports.engine_file(title.length, isStraight ? 1 : 0));
    if (error.length > 0) postMessage({ error });
    return error.length === 0;
  } catch (error) {
    fail(name, error);
    return false;
  } finally {
    report();
  }
}

/**
 * Shows an error that the engine does not report. After a trap, the next call needs the whole stack again.
 * @param {string} name
 * @param {any} error
 */
function fail(name, error) {
  engine?.program.unwind();
  postMessage({ error: encoder.encode(`${name}: ${error.message ?? error}`) });
}

/**
 * Handles a message of the page.
 * @param {any} data
 */
async function handle(data) {
  if (data.open) {
    engine = new Engine(data.module, data.memory, data.open);
    const { context, buffers, stack } = engine;
    postMessage({ opened: { context, buffers, stack } });
    // @ts-ignore The directory is iterable.
    for await (const [name, handle] of (await folder)?.entries() ?? []) await add(name, await handle.getFile());
    report();
  } else if (data.line) {
    engine.handle(encoder.encode(data.line));
    const [name, file] = data.line.split("\t");
    if (name === "remove") disk = disk.then(async () => (await folder)?.removeEntry(file)).catch(() => {});
    report();
    if (!isRendering) render();
  } else if (data.file) {
    const isSong = await data.file.slice(0, 4).text() === "MThd";
    if (await add(data.file.name, data.file) && !isSong) {
      disk = disk.then(() => keep(data.file)).catch((error) => fail(data.file.name, error));
    }
  } else if (data.shipped) {
    await add(data.name, new Blob([data.shipped]), true);
  }
}

// One after another: a note that follows a bank is played with it. Nothing waits for the disk.
let queue = Promise.resolve();
let disk = Promise.resolve();
onmessage = ({ data }) => {
  queue = queue.then(() => handle(data)).catch((error) => fail(data.line ?? "Peach", error));
};
