// node voices.mjs VOICES.wasm BANK.sf2: for each line "PROGRAM TAPS" that it reads, it writes one with
// what a frame of one of 128 voices takes in WebAssembly, in nanoseconds, the median of some rounds.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [code, path] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(code), {
  // What wasi-libc would ask of a system; the engine asks for a seed alone, and any will do.
  wasi_snapshot_preview1: new Proxy({ random_get: () => 0 }, {
    get: (known, name) => known[name] ?? (() => { throw new Error(name); }),
  }),
});
const { memory, room, hold, render } = instance.exports;
const bank = readFileSync(path);
const place = room(bank.length);
new Uint8Array(memory.buffer, place, bank.length).set(bank);

const [voices, blocks, frames, rounds] = [128, 100, 256, 5];

// What each frame of a voice takes in a round; in the first of all, code is compiled.
function measure() {
  const begun = process.cpuUsage();
  const sounding = render(blocks);
  const passed = process.cpuUsage(begun);
  if (sounding !== voices) throw new Error(`${sounding} voices sound`);
  return ((passed.user + passed.system) * 1000) / (blocks * frames * voices);
}

for await (const line of createInterface({ input: process.stdin })) {
  hold(...line.split(" ").map(Number), voices);
  measure();
  const times = Array.from({ length: rounds }, measure).sort((a, b) => a - b);
  console.log(times[rounds >> 1]);
}
