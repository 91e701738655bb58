// @ts-check
// The engine in a thread of its own: reading banks delays neither page nor audio. Keeps added
// banks.
import { banks, keep, pieces, remove } from "./banks.js";
import { Engine, loadAnalysis } from "./wasm.js";

/** The largest bank, in bytes: the memory has 2 GiB. */
const sizeLimit = 1e9;
/** The time between reports that nothing else causes, in milliseconds. */
const reportInterval = 4;

const encoder = new TextEncoder();
/** @type {Engine} */
let engine;
/** Actions are performed one after another: a note that follows a bank is played with it. */
let queue = Promise.resolve();
/** Changes of the kept banks, one after another. Nothing else waits for the disk. */
let disk = Promise.resolve();
let isRendering = false;
/** The timer of the reports; 0 if the engine has none to come. */
let timer = 0;

/**
 * Performs an action after all others, also if one of them fails.
 * @param {() => unknown} act
 * @param {string} name What an error is about.
 */
function later(act, name = "Peach") {
  queue = queue.then(async () => void (await act())).catch((error) => fail(name, error));
}

/**
 * Reports an error that the engine does not report. After a trap, the next call needs the whole
 * stack again.
 * @param {string} name
 * @param {any} error
 */
function fail(name, error) {
  engine?.program.unwind();
  postMessage({ error: encoder.encode(`${name}: ${error.message ?? error}`) });
}

/** Posts the reports of the engine, now and for as long as it has some to come. */
function report() {
  for (const reports of engine.reportParts()) postMessage({ reports });
  if (engine.isWaiting) {
    timer ||= setInterval(report, reportInterval);
  } else {
    clearInterval(timer);
    timer = 0;
  }
}

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
    engine.cancel();
    report();
  }
}

/**
 * Adds a bank or a song. Returns whether it is valid.
 * @param {string} name
 * @param {import("./banks.js").Files} files
 * @param {{isStraight?: boolean, isSong?: boolean}} kind
 */
async function add(name, files, { isStraight = false, isSong = false } = {}) {
  const title = encoder.encode(name);
  let isListed = false;
  const list = () => {
    isListed = engine.list(title);
    report();
  };
  try {
    const size = files.reduce((sum, [, file]) => sum + file.size, 0);
    if (size > sizeLimit) {
      throw new Error(`${Math.round(size / 1e6)} MB; the page can read up to 1,000 MB.`);
    }
    // Loaded while the files are read.
    const needsAnalysis = !isStraight && !isSong;
    const loading = needsAnalysis ? (engine.analysis ?? loadAnalysis()) : engine.analysis;
    await engine.program.addFiles(files, encoder, pieces, list);
    engine.analysis = await loading;
    const error = engine.add(title, isStraight);
    if (error.length > 0) postMessage({ error });
    return error.length === 0;
  } catch (error) {
    if (isListed) engine.remove(title);
    fail(name, error);
    return false;
  } finally {
    report();
  }
}

/**
 * Changes the kept banks.
 * @param {string} name The bank that an error is about.
 * @param {() => Promise<unknown>} change
 */
function store(name, change) {
  const changeAndTell = async () => {
    await change();
    postMessage({ stored: true });
  };
  disk = disk.then(changeAndTell).catch((error) => fail(name, error));
}

/** @param {any} data Opens the engine and reads the kept banks. */
async function open({ module, memory, open }) {
  engine = new Engine(module, memory, open);
  const { context, buffers, stack } = engine;
  postMessage({ opened: { context, buffers, stack } });
  for (const [name, files] of await banks()) await add(name, files);
  report();
}

/**
 * Passes a message to the engine.
 * @param {Uint8Array} message
 * @param {string} removed The bank that it removes, if any.
 * @param {boolean} needsAnalysis
 */
async function handleMessage(message, removed, needsAnalysis) {
  if (needsAnalysis) engine.analysis ??= await loadAnalysis();
  engine.handle(message);
  if (removed) store(removed, () => remove(removed));
  report();
  if (!isRendering) render();
}

/** @param {any} data Adds a bank or a song. Keeps a valid bank that is not the page's own. */
async function addAndKeep({ name, files, isStraight, isKept }) {
  const isSong = files.length === 1 && (await files[0][1].slice(0, 4).text()) === "MThd";
  const isValid = await add(name, files, { isStraight, isSong });
  if (isValid && !isSong && isKept) store(name, () => keep(name, files));
}

/** @param {any} data Handles a message of the page. */
function handle(data) {
  if (data.open) return open(data);
  if (data.message) return handleMessage(data.message, data.removed, data.needsAnalysis);
  if (data.files) return addAndKeep(data);
}

onmessage = ({ data }) => later(() => handle(data));
