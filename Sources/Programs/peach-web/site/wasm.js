// @ts-check
// An instance of the module, on the page's thread, in the worker and in the audio worklet. Uses
// nothing that a worklet does not have, such as TextDecoder.

/**
 * @typedef {[files: number, count: number, instrument: number, preset: number, purpose: number]}
 *   Request See peach_straighten.
 */
/** @typedef {{start: number, bytes: Uint8Array, hasEnds: boolean}} Piece See banks.js. */

/** Memory of 16 MiB to 2 GiB. A page that is cross-origin isolated can share it between threads. */
export function makeMemory() {
  return new WebAssembly.Memory({ initial: 256, maximum: 32768, shared: true });
}

/**
 * Loads the module that measures and straightens banks.
 * @returns {Promise<WebAssembly.Module | undefined>} undefined if it cannot be loaded.
 */
export function loadAnalysis() {
  return WebAssembly.compileStreaming(fetch("analysis.wasm")).catch(() => undefined);
}

export class Program {
  /**
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Memory} memory
   * @param {(...request: Request) => number} straighten
   */
  constructor(module, memory, straighten = () => 0) {
    /** @type {Record<string, () => number>} The C library's system calls, which do nothing. */
    const calls = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      if (from === "wasi_snapshot_preview1") calls[name] = () => 0;
    }
    const imports = { env: { memory, straighten }, wasi_snapshot_preview1: calls };
    this.memory = memory;
    /** @type {any} */
    this.exports = new WebAssembly.Instance(module, imports).exports;
    this.stack = this.exports.__stack_pointer.value;
  }

  /**
   * Writes parts to the input buffer, one after another, and returns their lengths.
   * @param {...Uint8Array} parts
   */
  write(...parts) {
    const lengths = parts.map((part) => part.length);
    let address = this.exports.input(lengths.reduce((sum, length) => sum + length, 0));
    for (const part of parts) {
      this.copy(part, address);
      address += part.length;
    }
    return lengths;
  }

  /** Drops the files of a bank that could not be read completely. */
  clear() {
    this.exports.files_clear();
  }

  /** @param {Uint8Array} path @param {Uint8Array} bytes The contents of a file of a bank. */
  addFile(path, bytes) {
    const [count] = this.write(path, bytes);
    this.exports.file_add(count);
  }

  /**
   * Adds the files of a bank in pieces.
   * @param {import("./banks.js").Files} files
   * @param {TextEncoder} encoder
   * @param {(file: Blob) => AsyncIterable<Piece>} pieces
   * @param {() => void} list Is called once both ends of a large SoundFont are read, before its
   *   samples.
   */
  async addFiles(files, encoder, pieces, list = () => {}) {
    this.clear();
    for (const [path, file] of files) {
      const title = encoder.encode(path);
      const address = this.exports.input(title.length + file.size);
      this.copy(title, address);
      const isFont = files.length === 1 && (await file.slice(8, 12).text()) === "sfbk";
      let isAdded = false;
      for await (const { start, bytes, hasEnds } of pieces(file)) {
        this.copy(bytes, address + title.length + start);
        if (isFont && hasEnds) {
          this.exports.file_add(title.length);
          list();
          isAdded = true;
        }
      }
      if (!isAdded) this.exports.file_add(title.length);
    }
  }

  /** @param {Uint8Array} bytes @param {number} address */
  copy(bytes, address) {
    new Uint8Array(this.memory.buffer).set(bytes, address);
  }

  /** Empties the stack, which a call that trapped has left as it was. */
  unwind() {
    this.exports.__stack_pointer.value = this.stack;
  }

  /** @param {number} count Returns a copy of the output. */
  read(count) {
    const address = this.exports.output();
    return new Uint8Array(this.memory.buffer).slice(address, address + count);
  }
}

const lineFeed = 10;
/** The least length of a part of reports that is not the last one, in bytes. */
const reportLength = 1 << 17;

/** The engine, in the worker, or in the worklet if memory cannot be shared. */
export class Engine {
  /**
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Memory} memory
   * @param {{rate: number, voices: number, portable: number}} options
   */
  constructor(module, memory, { rate, voices, portable }) {
    this.program = new Program(module, memory, (...request) => this.straighten(...request));
    /** @type {WebAssembly.Module | undefined} */
    this.analysis = undefined;
    const { exports } = this.program;
    this.context = exports.engine_open(rate, voices, portable);
    this.buffers = exports.engine_buffers(128);
    this.stack = exports.engine_stack(1 << 18);
  }

  /** @param {Uint8Array} message Handles a message of the page. */
  handle(message) {
    const [count] = this.program.write(message);
    this.program.exports.engine_handle(count);
  }

  /** @param {Uint8Array} name Removes a bank. */
  remove(name) {
    const [count] = this.program.write(name);
    this.program.exports.engine_remove(count);
  }

  /** Ends the rendering of a file. */
  cancel() {
    this.program.exports.engine_cancel();
  }

  /** @param {Uint8Array} name Returns whether a SoundFont's presets can be read from its ends. */
  list(name) {
    const [count] = this.program.write(name);
    return this.program.exports.engine_list(count) === 1;
  }

  /**
   * Reads files that were added as a bank or a song. Returns a message, or nothing.
   * @param {Uint8Array} name
   * @param {boolean} isStraight Whether the bank has straight tones already.
   */
  add(name, isStraight) {
    const [count] = this.program.write(name);
    return this.program.read(this.program.exports.engine_file(count, isStraight ? 1 : 0));
  }

  /** @param {Request} request Straightens a preset in a memory of its own. */
  straighten(...[files, count, instrument, preset, purpose]) {
    if (!this.analysis) return 0;
    try {
      const other = new Program(this.analysis, makeMemory());
      const { buffer } = this.program.memory;
      // Four numbers a file: the addresses and lengths of its path and its contents.
      const table = new Uint32Array(buffer, files, 4 * count);
      const part = (/** @type {number} */ index) =>
        new Uint8Array(buffer, table[index], table[index + 1]);
      for (let index = 0; index < table.length; index += 4) {
        other.addFile(part(index), part(index + 2));
      }
      const result = other.exports.analysis_straight(instrument, preset, purpose);
      this.program.write(other.read(Math.abs(result)));
      return result;
    } catch {
      return 0;
    }
  }

  /** Returns the reports since the last call as bytes. */
  reports() {
    return this.program.read(this.program.exports.engine_reports());
  }

  /** Returns them in parts of whole lines, none of which keeps the page's thread busy for long. */
  reportParts() {
    const reports = this.reports();
    const parts = [];
    for (let start = 0; start < reports.length; ) {
      const feed = reports.indexOf(lineFeed, start + reportLength);
      const end = feed < 0 ? reports.length : feed;
      parts.push(reports.slice(start, end));
      start = end + 1;
    }
    return parts;
  }

  /** Renders the next part of a file, which may be empty; null if there is none. */
  render() {
    const count = this.program.exports.engine_render();
    return count < 0 ? null : this.program.read(count);
  }

  /** Whether reports will follow without a further call. */
  get isWaiting() {
    return this.program.exports.engine_waiting() === 1;
  }
}
