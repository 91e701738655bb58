#include "flac-encoder.h"

#include <FLAC/stream_encoder.h>
#include <stdlib.h>
#include <string.h>

enum { batch_frames = 4096 };

struct buffer {
  unsigned char *bytes;
  size_t count, capacity;
};

struct peach_flac {
  FLAC__StreamEncoder *stream;
  // The metadata, which libFLAC completes at the end; then frames that have not been taken.
  struct buffer header, frames;
  // The position in the file, and the length of the header once it is known.
  FLAC__uint64 position, header_count;
  FLAC__int32 samples[2 * batch_frames];
};

static int append(struct buffer *buffer, const void *bytes, size_t count) {
  if (buffer->count + count > buffer->capacity) {
    const size_t capacity = 2 * (buffer->count + count);
    unsigned char *larger = realloc(buffer->bytes, capacity);
    if (!larger) return 0;
    buffer->bytes = larger;
    buffer->capacity = capacity;
  }
  memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
  return 1;
}

static FLAC__StreamEncoderWriteStatus write_bytes(const FLAC__StreamEncoder *stream, const FLAC__byte bytes[], size_t count,
                                                  uint32_t samples, uint32_t frame, void *context) {
  struct peach_flac *encoder = context;
  int is_written = 1;
  if (encoder->header_count == 0) {
    is_written = append(&encoder->header, bytes, count);
  } else if (encoder->position < encoder->header_count) {
    if (encoder->position + count > encoder->header_count) return FLAC__STREAM_ENCODER_WRITE_STATUS_FATAL_ERROR;
    memcpy(encoder->header.bytes + encoder->position, bytes, count);
  } else {
    is_written = append(&encoder->frames, bytes, count);
  }
  encoder->position += count;
  return is_written ? FLAC__STREAM_ENCODER_WRITE_STATUS_OK : FLAC__STREAM_ENCODER_WRITE_STATUS_FATAL_ERROR;
}

static FLAC__StreamEncoderSeekStatus seek(const FLAC__StreamEncoder *stream, FLAC__uint64 position, void *context) {
  ((struct peach_flac *)context)->position = position;
  return FLAC__STREAM_ENCODER_SEEK_STATUS_OK;
}

static FLAC__StreamEncoderTellStatus tell(const FLAC__StreamEncoder *stream, FLAC__uint64 *position, void *context) {
  *position = ((struct peach_flac *)context)->position;
  return FLAC__STREAM_ENCODER_TELL_STATUS_OK;
}

struct peach_flac *peach_flac_open(int rate) {
  struct peach_flac *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return 0;
  encoder->stream = FLAC__stream_encoder_new();
  if (encoder->stream) {
    FLAC__stream_encoder_set_channels(encoder->stream, 2);
    FLAC__stream_encoder_set_bits_per_sample(encoder->stream, 16);
    FLAC__stream_encoder_set_sample_rate(encoder->stream, (uint32_t)rate);
    FLAC__stream_encoder_set_compression_level(encoder->stream, 5);
    if (FLAC__stream_encoder_init_stream(encoder->stream, write_bytes, seek, tell, 0, encoder) ==
        FLAC__STREAM_ENCODER_INIT_STATUS_OK) {
      encoder->header_count = encoder->position;
      return encoder;
    }
  }
  peach_flac_close(encoder);
  return 0;
}

int peach_flac_encode(struct peach_flac *encoder, const void *frames, int count) {
  const int16_t *values = frames;
  encoder->frames.count = 0;
  while (count > 0) {
    const int length = count < batch_frames ? count : batch_frames;
    for (int index = 0; index < 2 * length; index++) encoder->samples[index] = values[index];
    FLAC__stream_encoder_process_interleaved(encoder->stream, encoder->samples, (uint32_t)length);
    values += 2 * length;
    count -= length;
  }
  return (int)encoder->frames.count;
}

int peach_flac_finish(struct peach_flac *encoder) {
  encoder->frames.count = 0;
  FLAC__stream_encoder_finish(encoder->stream);
  return (int)encoder->frames.count;
}

const unsigned char *peach_flac_bytes(const struct peach_flac *encoder) { return encoder->frames.bytes; }

const unsigned char *peach_flac_header(const struct peach_flac *encoder) { return encoder->header.bytes; }

int peach_flac_header_count(const struct peach_flac *encoder) { return (int)encoder->header_count; }

void peach_flac_close(struct peach_flac *encoder) {
  if (encoder->stream) FLAC__stream_encoder_delete(encoder->stream);
  free(encoder->header.bytes);
  free(encoder->frames.bytes);
  free(encoder);
}
