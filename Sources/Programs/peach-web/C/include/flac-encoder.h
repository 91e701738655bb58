// Encodes 16-bit stereo to FLAC in memory, with libFLAC compiled to WebAssembly.
#pragma once

struct peach_flac;

// Returns 0 if there is no memory.
struct peach_flac *peach_flac_open(int rate);

// Encodes interleaved frames, and returns the number of bytes that are complete: those of peach_flac_bytes, until the next call.
int peach_flac_encode(struct peach_flac *encoder, const void *frames, int count);

// Encodes the last frames, and returns the number of their bytes. The header is complete then.
int peach_flac_finish(struct peach_flac *encoder);

const unsigned char *peach_flac_bytes(const struct peach_flac *encoder);

// The beginning of the file: it precedes all bytes.
const unsigned char *peach_flac_header(const struct peach_flac *encoder);
int peach_flac_header_count(const struct peach_flac *encoder);

void peach_flac_close(struct peach_flac *encoder);
