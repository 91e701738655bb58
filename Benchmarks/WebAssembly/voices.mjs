// node voices.mjs VOICES.wasm BANK.sf2: what a frame of one of 128 voices takes in WebAssembly, in
// nanoseconds, the median of 20 rounds: a JSON object with "PROGRAM/TAPS" for each.
import { readFileSync } from "node:fs";

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

const [voices, blocks, frames] = [128, 100, 256];
const results = {};
for (const program of [0, 1, 2]) {
  for (const taps of [4, 8, 16, 32]) {
    hold(program, taps, voices);
    const times = [];
    for (let round = 0; round <= 20; round++) {
      const begun = process.cpuUsage();
      const sounding = render(blocks);
      const passed = process.cpuUsage(begun);
      if (sounding !== voices) throw new Error(`${sounding} voices sound`);
      // The first round compiles.
      if (round > 0) times.push(((passed.user + passed.system) * 1000) / (blocks * frames * voices));
    }
    results[`${program}/${taps}`] = times.sort((a, b) => a - b)[times.length >> 1];
  }
}
console.log(JSON.stringify(results));
