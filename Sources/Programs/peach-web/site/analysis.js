// @ts-check
// Measures a bank in a worker and a memory of its own, so that notes are not delayed. The page
// ends it.
import { banks, pieces } from "./banks.js";
import { makeMemory, Program } from "./wasm.js";

/** @type {Program} */
let program;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const pause = (/** @type {number} */ milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Posts the next part of a file and the reports since the last call. */
async function report() {
  const { exports } = program;
  const part = program.read(exports.analysis_file());
  if (part.length > 0) postMessage({ part }, { transfer: [part.buffer] });
  for (let count = 0; ; count++) {
    const reports = program.read(exports.analysis_report());
    if (reports.length === 0) break;
    // Reading many in a row would delay the next trial.
    if (count > 0) await pause(15);
    postMessage({ reports });
  }
}

/**
 * Loads a bank.
 * @param {any} data Its name, and its files if they were added since the page was opened. Others
 *   are kept in the file system.
 */
async function open({ name, files }) {
  const module = await WebAssembly.compileStreaming(fetch("analysis.wasm"));
  program = new Program(module, makeMemory());
  files ??= (await banks()).find(([kept]) => kept === name)?.[1] ?? [];
  await program.addFiles(files, encoder, pieces);
  const [count] = program.write(encoder.encode(name));
  const length = program.exports.analysis_open(count);
  if (length > 0) throw new Error(decoder.decode(program.read(length)));
}

/**
 * Opens a bank, or handles a message and everything that it starts.
 * @param {any} data
 */
async function handle(data) {
  if (data.name) return open(data);
  const [count] = program.write(data.message);
  program.exports.analysis_handle(count);
  while (program.exports.analysis_step()) await report();
  await report();
}

/** Messages are handled one after another. */
let queue = Promise.resolve();

onmessage = ({ data }) => {
  queue = queue.then(() => handle(data));
};

addEventListener("unhandledrejection", ({ reason }) => {
  postMessage({ failed: String(reason.message ?? reason) });
});
