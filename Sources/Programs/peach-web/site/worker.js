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
  if (part.length > 0) postMessage({ part }, [part.buffer]);
  report();
  setTimeout(() => { queue = queue.then(render); });
}

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 */
async function keep(name, bytes) {
  const file = await (await folder)?.getFileHandle(name, { create: true });
  if (!file) return;
  const access = await file.createSyncAccessHandle();
  access.truncate(0);
  access.write(bytes);
  access.close();
}

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {boolean} isStraight
 */
function add(name, bytes, isStraight = false) {
  const error = engine.add(encoder.encode(name), bytes, isStraight);
  report();
  if (error.length > 0) postMessage({ error });
  return error.length === 0;
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
    for await (const [name, file] of (await folder)?.entries() ?? []) {
      add(name, new Uint8Array(await (await file.getFile()).arrayBuffer()));
    }
    report();
  } else if (data.line) {
    engine.handle(encoder.encode(data.line));
    const [name, file] = data.line.split("\t");
    if (name === "remove") await (await folder)?.removeEntry(file).catch(() => {});
    report();
    if (!isRendering) render();
  } else if (data.file) {
    const bytes = new Uint8Array(await data.file.arrayBuffer());
    const isSong = bytes.length > 4 && String.fromCharCode(...bytes.subarray(0, 4)) === "MThd";
    if (add(data.file.name, bytes) && !isSong) {
      await keep(data.file.name, bytes).catch((error) => postMessage({ error: encoder.encode(String(error)) }));
    }
  } else if (data.shipped) {
    add(data.name, new Uint8Array(data.shipped), true);
  }
}

// One after another: a note that follows a bank is played with it.
let queue = Promise.resolve();
onmessage = ({ data }) => { queue = queue.then(() => handle(data)); };
