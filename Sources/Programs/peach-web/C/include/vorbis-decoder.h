// Decodes Ogg Vorbis files in memory, with libvorbis compiled to WebAssembly.
#pragma once

// Decodes a file to interleaved floats, which the caller must free. Returns the number of frames, or a negative error code of
// libvorbis: OV_EINVAL if there are more than `limit` frames.
int peach_vorbis_decode(const void *bytes, int count, int limit, float **values, int *channels, int *rate);

void peach_vorbis_free(float *values);
