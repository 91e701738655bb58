#ifndef PEACH_JACK_PROBE_H
#define PEACH_JACK_PROBE_H

#include <stdbool.h>
#include <stdint.h>

/// Two clients of a JACK server: one sends messages at known frames, the other records. With a
/// single client, the graph would be a cycle with the tested client, which adds a block of latency.
typedef struct peach_probe peach_probe;

/// Creates the clients "probe-out" (port "midi") and "probe-in" (ports "left" and "right"). Returns
/// null without a server, or in a build without JACK.
peach_probe *_Nullable peach_probe_open(uint32_t frames);
void peach_probe_close(peach_probe *_Nonnull probe);

/// Adds a message of three bytes, `frame` frames after the start. Call in order of frames, before
/// the start.
void peach_probe_add(
    peach_probe *_Nonnull probe, uint32_t frame, uint8_t status, uint8_t data1, uint8_t data2);
/// Starts sending and recording on the same frame, and waits until the recording is complete.
void peach_probe_run(peach_probe *_Nonnull probe);

/// Whether a message was sent: under load a server skips blocks.
bool peach_probe_was_sent(const peach_probe *_Nonnull probe, uint32_t message);
/// Returns the recording of `channel` 0 or 1.
const float *_Nonnull peach_probe_recorded(const peach_probe *_Nonnull probe, int channel);

#endif
