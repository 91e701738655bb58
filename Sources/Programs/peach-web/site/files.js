// @ts-check
// The files that a user chooses or drops, in groups that are a bank or a song each.

/** @typedef {import("./banks.js").Files} Files */

/** Files that are a bank or a song by themselves, wherever they are. */
const complete = /\.(midi?|kar|sf2|sf3|dls)$/i;
/** Files of an instrument whose samples are other files. */
const instrument = /^[^/]+\.(sfz|exs|aupreset)$/i;
/** Audio files that only browsers decode; the extension of Opus may also be that of Vorbis. */
const browserFormats = /\.(mp3|m4a|aac|opus)$/i;
const oggFormats = /\.og[ga]$/i;

/** The largest file that a browser decodes, in bytes: it is in memory as samples. */
const compressedLimit = 3e7;

/**
 * Returns the files of an input or of a drop, with the paths below the folder that was chosen.
 * @param {FileList | null | undefined} files
 * @returns {Files}
 */
export function chosen(files) {
  return [...(files ?? [])].map((file) => [file.webkitRelativePath || file.name, file]);
}

/**
 * Returns the files of a drop, those within folders as well.
 * @param {DataTransfer | null} transfer
 * @returns {Promise<Files>}
 */
export async function dropped(transfer) {
  // Both are empty once the handler of the event has returned.
  const files = chosen(transfer?.files);
  const items = [...(transfer?.items ?? [])];
  const entries = items.map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry);
  if (entries.length === 0) return files;
  return (await Promise.all(entries.map((entry) => filesOf(entry)))).flat();
}

/**
 * @param {any} entry A folder that was dropped, or a file.
 * @returns {Promise<Files>}
 */
async function filesOf(entry, path = entry.name) {
  if (entry.isFile) return [[path, await new Promise(entry.file.bind(entry))]];
  const reader = entry.createReader();
  /** @type {Files} */
  const files = [];
  // A reader returns a folder's entries in batches; an empty one is the end.
  for (;;) {
    const batch = await new Promise(reader.readEntries.bind(reader));
    if (batch.length === 0) return files;
    for (const inner of batch) files.push(...(await filesOf(inner, `${path}/${inner.name}`)));
  }
}

/**
 * Returns files by the bank or song that they belong to. Those of folders and instruments are
 * together, others by themselves.
 * @param {Files} files
 * @returns {Map<string, Files>}
 */
export function grouped(files) {
  const lead = files.length > 1 ? files.find(([path]) => instrument.test(path))?.[0] : undefined;
  const folder = lead?.replace(/\.\w+$/, "");
  /** @type {Map<string, Files>} */
  const groups = new Map();
  for (const [path, file] of files) {
    const isApart = !folder || path.includes("/") || complete.test(path);
    const full = isApart ? path : `${folder}/${path}`;
    const [name] = full.split("/");
    groups.set(name, [...(groups.get(name) ?? []), [full, file]]);
  }
  return groups;
}

/**
 * Returns an audio file that only browsers decode, such as MP3, AAC and Opus, as WAV; others as
 * they are.
 * @param {string} path
 * @param {File} file
 * @param {() => Promise<BaseAudioContext>} context
 */
export async function decoded(path, file, context) {
  const isOpus = oggFormats.test(path) && (await file.slice(28, 36).text()) === "OpusHead";
  if (!browserFormats.test(path) && !isOpus) return file;
  if (file.size > compressedLimit) {
    const size = Math.round(file.size / 1e6);
    throw new Error(`${size} MB; the page can read up to 30 MB of compressed audio.`);
  }
  const buffer = await (await context()).decodeAudioData(await file.arrayBuffer());
  return new File(wave(buffer), path);
}

/** @param {AudioBuffer} buffer Returns the header and the samples of a WAV file of floats. */
function wave(buffer) {
  const channels = buffer.numberOfChannels;
  const samples = new Float32Array(channels * buffer.length);
  for (let channel = 0; channel < channels; channel++) {
    buffer.getChannelData(channel).forEach((sample, frame) => {
      samples[frame * channels + channel] = sample;
    });
  }
  const frameBytes = 4 * channels;
  const isFloat = 3;
  // As little-endian words: RIFF, size, WAVE, "fmt ", its size and fields, data, size.
  const header = Uint32Array.of(
    0x46464952,
    36 + samples.byteLength,
    0x45564157,
    0x20746d66,
    16,
    isFloat | (channels << 16),
    buffer.sampleRate,
    frameBytes * buffer.sampleRate,
    frameBytes | (32 << 16),
    0x61746164,
    samples.byteLength,
  );
  return [header, samples];
}
