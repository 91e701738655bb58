#include "vorbis-decoder.h"

#include <stdlib.h>
#include <string.h>
#include <vorbis/codec.h>
#include <vorbis/vorbisfile.h>

struct memory {
  const char *bytes;
  ogg_int64_t count, offset;
};

static size_t read_bytes(void *into, size_t size, size_t count, void *context) {
  struct memory *memory = context;
  const ogg_int64_t left = memory->count - memory->offset;
  ogg_int64_t length = (ogg_int64_t)size * (ogg_int64_t)count;
  if (length > left) length = left;
  memcpy(into, memory->bytes + memory->offset, (size_t)length);
  memory->offset += length;
  return size ? (size_t)length / size : 0;
}

static int seek(void *context, ogg_int64_t offset, int origin) {
  struct memory *memory = context;
  if (origin == SEEK_CUR) offset += memory->offset;
  if (origin == SEEK_END) offset += memory->count;
  if (offset < 0 || offset > memory->count) return -1;
  memory->offset = offset;
  return 0;
}

static long tell(void *context) { return (long)((struct memory *)context)->offset; }

// Reads frames until the end, or until the stream changes its number of channels.
static int read_frames(OggVorbis_File *file, float *into, int channels, int limit) {
  int frames = 0;
  while (frames < limit) {
    float **planes;
    int section;
    const long count = ov_read_float(file, &planes, limit - frames, &section);
    if (count < 0) return (int)count;
    if (count == 0 || ov_info(file, -1)->channels != channels) break;
    for (long frame = 0; frame < count; frame++)
      for (int channel = 0; channel < channels; channel++) *into++ = planes[channel][frame];
    frames += (int)count;
  }
  return frames;
}

int peach_vorbis_decode(const void *bytes, int count, int limit, float **values, int *channels, int *rate) {
  struct memory memory = {bytes, count, 0};
  const ov_callbacks callbacks = {read_bytes, seek, 0, tell};
  OggVorbis_File file;
  const int status = ov_open_callbacks(&memory, &file, 0, 0, callbacks);
  if (status < 0) return status;
  const vorbis_info *info = ov_info(&file, -1);
  const ogg_int64_t length = ov_pcm_total(&file, -1);
  int frames = OV_EINVAL;
  if (length >= 0 && length <= limit) {
    *channels = info->channels;
    *rate = (int)info->rate;
    *values = malloc((size_t)length * (size_t)info->channels * sizeof(float) + 16);
    frames = *values ? read_frames(&file, *values, info->channels, (int)length) : OV_EFAULT;
    if (frames < 0) free(*values);
  }
  ov_clear(&file);
  return frames;
}

void peach_vorbis_free(float *values) { free(values); }
