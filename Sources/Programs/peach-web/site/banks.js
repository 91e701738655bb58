// @ts-check
// Banks that were added, in the origin private file system: a file, or a folder with the files of
// an instrument.

/** @typedef {[path: string, file: File][]} Files */

/** The size of a piece of a file, in bytes. */
const pieceSize = 1 << 24;

/** The folder of the banks; null in browsers without it, which keep none. */
const folder = openFolder().catch(() => null);

async function openFolder() {
  const root = await navigator.storage?.getDirectory?.();
  return (await root?.getDirectoryHandle("banks", { create: true })) ?? null;
}

/**
 * Returns the files of a folder, in the order of their names, or a file.
 * @param {any} handle
 * @param {string} path
 * @returns {Promise<Files>}
 */
async function filesOf(handle, path) {
  if (handle.kind === "file") return [[path, await handle.getFile()]];
  const files = [];
  for await (const [name, inner] of handle.entries()) {
    files.push(...(await filesOf(inner, `${path}/${name}`)));
  }
  return files.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** @returns {Promise<[name: string, files: Files][]>} All banks. */
export async function banks() {
  /** @type {[string, Files][]} */
  const found = [];
  /** @type {any} TypeScript's library lacks the iterators of folders. */
  const root = await folder;
  for await (const [name, handle] of root?.entries() ?? []) {
    found.push([name, await filesOf(handle, name)]);
  }
  return found;
}

/**
 * Reads a file in pieces, one ahead: a large bank is in memory once, and notes are played while it
 * is kept. The second piece is the last one of the file: both ends of a SoundFont have its presets.
 * @param {Blob} file
 */
export async function* pieces(file) {
  const last = Math.max(Math.ceil(file.size / pieceSize) - 1, 0);
  const indexes = new Set([0, last, ...Array(last).keys()]);
  const starts = [...indexes].map((index) => index * pieceSize);
  const read = (/** @type {number} */ start) => file.slice(start, start + pieceSize).arrayBuffer();
  let next = read(0);
  for (const [index, start] of starts.entries()) {
    const bytes = new Uint8Array(await next);
    // After the last piece this reads nothing.
    next = read(starts[index + 1] ?? file.size);
    yield { start, bytes, hasEnds: index === 1 && last > 1 };
  }
}

/** @param {string} name Removes a bank, if there is one. */
export async function remove(name) {
  await (await folder)?.removeEntry(name, { recursive: true }).catch(() => {});
}

/**
 * Replaces the files of a bank. Keeps all of them or none.
 * @param {string} name
 * @param {Files} files
 */
export async function keep(name, files) {
  await remove(name);
  try {
    for (const [path, file] of files) await write(path, file);
  } catch (error) {
    await remove(name);
    throw error;
  }
}

/**
 * Writes a file as a whole, or throws.
 * @param {string} path
 * @param {Blob} file
 */
async function write(path, file) {
  const parents = path.split("/");
  const last = /** @type {string} */ (parents.pop());
  let parent = await folder;
  for (const name of parents) {
    parent = (await parent?.getDirectoryHandle(name, { create: true })) ?? null;
  }
  const handle = await parent?.getFileHandle(last, { create: true });
  const access = await handle?.createSyncAccessHandle();
  if (!access) return;
  try {
    for await (const { start, bytes } of pieces(file)) {
      const count = access.write(bytes, { at: start });
      if (count < bytes.length) throw new Error("There is not enough space on this device.");
    }
  } finally {
    access.close();
  }
}
