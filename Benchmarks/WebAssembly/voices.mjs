// node voices.mjs VOICES.wasm BANK.sf2: for each input line "PROGRAM TAPS PORTABLE", prints the CPU
// time per frame of one of 128 voices in nanoseconds, the median of several rounds, and the last
// block: the frames of the left channel, then of the right channel.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setFlagsFromString } from "node:v8";

// Relaxed SIMD is enabled by default in Chromium 114, and in Node 21.
if (parseInt(process.versions.node) < 21) setFlagsFromString("--experimental-wasm-relaxed-simd");

function fail(name) {
  throw new Error(`The module calls ${name}.`);
}

const [code, path] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(code), {
  // The engine calls only one function of wasi-libc's system interface: for a seed, which may be 0.
  wasi_snapshot_preview1: new Proxy({ random_get: () => 0 }, {
    get: (known, name) => known[name] ?? (() => fail(name)),
  }),
});
const { memory, allocateBank, startVoices, render, lastBlock } = instance.exports;
const bank = readFileSync(path);
const address = allocateBank(bank.length);
new Uint8Array(memory.buffer, address, bank.length).set(bank);

const [voices, blocks, frames, rounds] = [128, 100, 256, 5];
// Warm-up rounds, during which the code is compiled, also on other threads.
const warmUpRounds = 25;

// Returns the CPU time per frame of a voice in one round, in nanoseconds.
function measure() {
  const begun = process.cpuUsage();
  const active = render(blocks);
  const elapsed = process.cpuUsage(begun);
  if (active !== voices) throw new Error(`${active} of ${voices} voices are active.`);
  return ((elapsed.user + elapsed.system) * 1000) / (blocks * frames * voices);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [program, taps, portable] = line.split(" ").map(Number);
  startVoices(program, taps, voices, portable);
  for (let round = 0; round < warmUpRounds; round++) measure();
  startVoices(program, taps, voices, portable);
  measure();
  const times = Array.from({ length: rounds }, measure).sort((a, b) => a - b);
  console.log(times[rounds >> 1], ...new Float32Array(memory.buffer, lastBlock(), 2 * frames));
}
