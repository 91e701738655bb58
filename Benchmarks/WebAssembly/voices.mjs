// node voices.mjs VOICES.wasm BANK.sf2: for each line "PROGRAM TAPS PORTABLE" that it reads, it writes
// one with what a frame of one of 128 voices takes in WebAssembly, in nanoseconds, the median of some
// rounds, and the frames of the last block, the left side's and the right side's.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setFlagsFromString } from "node:v8";

// What Chromium has had since its version 114, node 20 has to be told.
if (parseInt(process.versions.node) < 21) setFlagsFromString("--experimental-wasm-relaxed-simd");

const [code, path] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(code), {
  // What wasi-libc would ask of a system; the engine asks for a seed alone, and any will do.
  wasi_snapshot_preview1: new Proxy({ random_get: () => 0 }, {
    get: (known, name) => known[name] ?? (() => { throw new Error(name); }),
  }),
});
const { memory, room, hold, render, heard } = instance.exports;
const bank = readFileSync(path);
const place = room(bank.length);
new Uint8Array(memory.buffer, place, bank.length).set(bank);

const [voices, blocks, frames, rounds] = [128, 100, 256, 5];
// While these pass, code is compiled, on other threads too.
const roundsBefore = 25;

// What each frame of a voice takes in a round.
function measure() {
  const begun = process.cpuUsage();
  const sounding = render(blocks);
  const passed = process.cpuUsage(begun);
  if (sounding !== voices) throw new Error(`${sounding} voices sound`);
  return ((passed.user + passed.system) * 1000) / (blocks * frames * voices);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [program, taps, portable] = line.split(" ").map(Number);
  hold(program, taps, voices, portable);
  for (let round = 0; round < roundsBefore; round++) measure();
  hold(program, taps, voices, portable);
  measure();
  const times = Array.from({ length: rounds }, measure).sort((a, b) => a - b);
  console.log(times[rounds >> 1], ...new Float32Array(memory.buffer, heard(), 2 * frames));
}
