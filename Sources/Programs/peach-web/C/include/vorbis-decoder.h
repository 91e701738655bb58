// Decodes Ogg Vorbis files in memory, with libvorbis compiled to WebAssembly.
#pragma once

// Decodes a file to interleaved floats, which the caller must free. Returns the number of frames, or a negative error code of
// libvorbis: OV_EINVAL if there are more than `limit` frames.
int peach_vorbis_decode(const void *bytes, int count, int limit, float **values, int *channels, int *rate);

void peach_vorbis_free(float *values);

// Has the script straighten a preset, by its index and that of its instrument. `files` are four numbers for each file: addresses and
// lengths of its path and its bytes. Returns the length of the result, which is in the input buffer; of an error message, negated; or 0.
__attribute__((import_module("env"), import_name("straighten"))) int peach_straighten(const void *files, int count, int instrument, int preset);
