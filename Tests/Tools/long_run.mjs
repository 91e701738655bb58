// node long-run.mjs LONG-RUN.wasm: prints the clock and the hash of each reported block; see
// Tests/LongRun.
import { readFileSync } from "node:fs";

function fail(name) {
  throw new Error(`The module calls ${name}.`);
}

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {
  // Of wasi-libc's system interface, only a seed is asked for, which may be 0.
  wasi_snapshot_preview1: new Proxy({ random_get: () => 0 }, {
    get: (known, name) => known[name] ?? (() => fail(name)),
  }),
});
const { run, clock, hash } = instance.exports;
for (let index = 0, count = run(); index < count; index++)
  console.log(`${clock(index)} ${BigInt.asUintN(64, hash(index))}`);
