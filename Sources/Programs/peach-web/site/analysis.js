// @ts-check
// Measures a bank in a worker and a memory of its own, so that notes are not delayed. The page ends it.
import { banks, pieces } from "./banks.js";
import { makeMemory, Program } from "./wasm.js";

/** @type {Program} */ let program;
const encoder = new TextEncoder();

async function report() {
  const part = program.read(program.exports.analysis_file());
  if (part.length > 0) postMessage({ part }, { transfer: [part.buffer] });
  const reports = new TextDecoder().decode(program.read(program.exports.analysis_reports())).split("\n").filter(Boolean);
  for (const report of reports) {
    postMessage({ reports: encoder.encode(report) });
    if (reports.length > 1) await new Promise((resolve) => setTimeout(resolve, 15)); // Reading many delays the next trial.
  }
}

/** @param {any} data A bank: files that were added, or else those that are kept. */
async function open({ name, files }) {
  program = new Program(await WebAssembly.compileStreaming(fetch("analysis.wasm")), makeMemory());
  files ??= (await banks()).find(([kept]) => kept === name)?.[1] ?? [];
  await program.addFiles(files, encoder, pieces);
  const [count] = program.write(encoder.encode(name));
  const length = program.exports.analysis_open(count);
  if (length > 0) throw new Error(new TextDecoder().decode(program.read(length)));
}

async function handle(/** @type {any} */ data) {
  if (data.name) return open(data);
  const [count] = program.write(encoder.encode(data.line));
  program.exports.analysis_handle(count);
  while (program.exports.analysis_step()) await report();
  await report();
}

let queue = Promise.resolve();
onmessage = ({ data }) => { queue = queue.then(() => handle(data)); };
addEventListener("unhandledrejection", ({ reason }) => postMessage({ failed: String(reason.message ?? reason) }));
