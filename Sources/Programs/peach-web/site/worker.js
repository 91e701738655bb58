// @ts-check
// The engine in a thread of its own: reading banks delays neither page nor audio. Keeps added banks.
import { banks, keep, pieces, remove } from "./banks.js";
import { Engine, loadAnalysis } from "./wasm.js";

/** @type {Engine} */ let engine;
let timer = 0;
const encoder = new TextEncoder();

function report() {
  const bytes = engine.reports();
  if (bytes.length > 0) postMessage({ reports: bytes });
  if (engine.isWaiting) timer ||= setInterval(report, 4);
  else timer = void clearInterval(timer) ?? 0;
}

/** @param {() => unknown} act Is performed after all others, also if one of them fails. */
function later(act, name = "Peach") { queue = queue.then(act).catch((error) => fail(name, error)); }

let isRendering = false;

/** Renders a file, a part between two messages of the page. */
function render() {
  try {
    const part = engine.render();
    isRendering = part !== null;
    if (part === null) return;
    if (part.length > 0) postMessage({ part });
    report();
    setTimeout(() => later(render));
  } catch (error) {
    isRendering = false;
    fail("Peach", error);
    engine.handle(encoder.encode("song\tcancel"));
    report();
  }
}

/** @param {string} name @param {import("./banks.js").Files} files Adds a bank or a song. Returns whether it is valid. */
async function add(name, files, isStraight = false, isSong = false) {
  const title = encoder.encode(name);
  let isListed = false;
  try {
    // The memory has 2 GiB.
    const size = files.reduce((sum, [, file]) => sum + file.size, 0);
    if (size > 1e9) throw new Error(`${Math.round(size / 1e6)} MB; the page can read up to 1,000 MB.`);
    const loading = isStraight || isSong ? engine.analysis : engine.analysis ?? loadAnalysis();
    await engine.program.addFiles(files, encoder, pieces, () => { isListed = engine.list(title); report(); });
    engine.analysis = await loading;
    const error = engine.add(title, isStraight);
    if (error.length > 0) postMessage({ error });
    return error.length === 0;
  } catch (error) {
    if (isListed) engine.handle(encoder.encode("remove\t" + name));
    fail(name, error);
    return false;
  } finally {
    report();
  }
}

/** @param {string} name @param {any} error Is not reported by the engine. After a trap, the next call needs the whole stack again. */
function fail(name, error) {
  engine?.program.unwind();
  postMessage({ error: encoder.encode(`${name}: ${error.message ?? error}`) });
}

/** @param {string} name @param {() => Promise<unknown>} change Changes the kept banks, one after another. */
function store(name, change) {
  disk = disk.then(change).then(() => postMessage({ stored: true })).catch((error) => fail(name, error));
}

/** @param {any} data Handles a message of the page. */
async function handle(data) {
  if (data.open) {
    engine = new Engine(data.module, data.memory, data.open);
    const { context, buffers, stack } = engine;
    postMessage({ opened: { context, buffers, stack } });
    for (const [name, files] of await banks()) await add(name, files);
    report();
  } else if (data.line) {
    engine.handle(encoder.encode(data.line));
    const [name, bank] = data.line.split("\t");
    if (name === "remove") store(bank, () => remove(bank));
    report();
    if (!isRendering) render();
  } else if (data.files) {
    const isSong = data.files.length === 1 && await data.files[0][1].slice(0, 4).text() === "MThd";
    if (await add(data.name, data.files, data.isStraight, isSong) && !isSong && !data.isStraight) store(data.name, () => keep(data.name, data.files));
  }
}

// One after another: a note that follows a bank is played with it. Nothing waits for the disk.
/** @type {Promise<unknown>} */ let queue = Promise.resolve();
let disk = Promise.resolve();
onmessage = ({ data }) => later(() => handle(data), data.line);
