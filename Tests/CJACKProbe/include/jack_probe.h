#ifndef PEACH_JACK_PROBE_H
#define PEACH_JACK_PROBE_H

#include <stdbool.h>
#include <stdint.h>

/// Two clients of a JACK server, one that sends messages at known frames and one that records. They are
/// two because one that did both would be in a ring with what it tests, and a ring has a block's delay.
typedef struct peach_probe peach_probe;

/// Clients named "probe-out" (port "midi") and "probe-in" (ports "left" and "right"); null without a
/// server, or in a build without JACK.
peach_probe *_Nullable peach_probe_open(uint32_t frames);
void peach_probe_close(peach_probe *_Nonnull probe);

/// A message of three bytes, so many frames after the start; in the order of frames, before the start.
void peach_probe_add(
    peach_probe *_Nonnull probe, uint32_t frame, uint8_t status, uint8_t data1, uint8_t data2);
/// Begins to send and to record, both from the same frame on, and waits until all is recorded.
void peach_probe_run(peach_probe *_Nonnull probe);

/// Whether a message was sent: under load a server leaves blocks out.
bool peach_probe_was_sent(const peach_probe *_Nonnull probe, uint32_t message);
/// What was recorded: `channel` 0 or 1.
const float *_Nonnull peach_probe_recorded(const peach_probe *_Nonnull probe, int channel);

#endif
