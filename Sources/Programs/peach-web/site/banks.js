// @ts-check
// Banks that were added, in the origin private file system: a file, or a folder with the files of an instrument.

/** @typedef {[path: string, file: File][]} Files */

/** The folder of the banks; null in browsers without it, which keep none. */
const folder = navigator.storage?.getDirectory?.().then((root) => root.getDirectoryHandle("banks", { create: true }))
  .catch(() => null) ?? Promise.resolve(null);

/** @param {any} handle @param {string} path @returns {Promise<Files>} */
async function filesOf(handle, path) {
  if (handle.kind === "file") return [[path, await handle.getFile()]];
  const files = [];
  for await (const [name, inner] of handle.entries()) files.push(...await filesOf(inner, `${path}/${name}`));
  return files.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** @returns {Promise<[name: string, files: Files][]>} All banks. */
export async function banks() {
  const found = /** @type {[string, Files][]} */ ([]);
  // @ts-ignore The directory is iterable.
  for await (const [name, handle] of (await folder)?.entries() ?? []) found.push([name, await filesOf(handle, name)]);
  return found;
}

/** @param {Blob} file Is read in pieces, one ahead: a large bank is in memory once, and notes are played while it is kept. The
 * second piece is the last one of the file: both ends of a SoundFont have its presets. */
export async function* pieces(file) {
  const size = 1 << 24, last = Math.max(Math.ceil(file.size / size) - 1, 0);
  const starts = [...new Set([0, last, ...Array(last).keys()])].map((index) => index * size);
  const read = (/** @type {number} */ start) => file.slice(start, start + size).arrayBuffer();
  for (let index = 0, next = read(0); index < starts.length; index++) {
    const bytes = new Uint8Array(await next);
    next = read(starts[index + 1] ?? file.size);
    yield { start: starts[index], bytes, hasEnds: index === 1 && last > 1 };
  }
}

export const remove = async (/** @type {string} */ name) => (await folder)?.removeEntry(name, { recursive: true }).catch(() => {});

/** @param {string} name @param {Files} files Replace those of the bank with this name. */
export async function keep(name, files) {
  await remove(name);
  try {
    for (const [path, file] of files) await write(path, file);
  } catch (error) {
    await remove(name);
    throw error;
  }
}

/** @param {string} path @param {Blob} file Writes the file as a whole, or throws. */
async function write(path, file) {
  const parts = path.split("/");
  const last = /** @type {string} */ (parts.pop());
  let parent = await folder;
  for (const part of parts) parent = await parent?.getDirectoryHandle(part, { create: true }) ?? null;
  const access = await (await parent?.getFileHandle(last, { create: true }))?.createSyncAccessHandle();
  try {
    for await (const { start, bytes } of pieces(file)) {
      if (access && access.write(bytes, { at: start }) < bytes.length) throw new Error("There is not enough space on this device.");
    }
  } finally {
    access?.close();
  }
}
