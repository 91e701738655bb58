#include "jack_probe.h"

#include <stdlib.h>

#ifdef JACK
#include <jack/jack.h>
#include <jack/midiport.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { message_capacity = 4096 };

typedef struct {
  uint32_t frame;
  uint8_t bytes[3];
  bool was_sent;
} message;

struct peach_probe {
  jack_client_t *sender, *recorder;
  jack_port_t *midi, *audio[2];
  message messages[message_capacity];
  uint32_t message_count, frames;
  float *recorded[2];
  // The server's frame of the first recorded frame; 0 if unknown.
  atomic_uint start;
  atomic_bool is_running, is_done;
};

static int send_block(jack_nframes_t count, void *context) {
  peach_probe *probe = context;
  void *buffer = jack_port_get_buffer(probe->midi, count);
  jack_midi_clear_buffer(buffer);
  if (!atomic_load(&probe->is_running)) return 0;
  uint32_t now = jack_last_frame_time(probe->sender);
  if (!atomic_load(&probe->start)) atomic_store(&probe->start, now + 4800);
  uint32_t first = now - atomic_load(&probe->start);
  if ((int32_t)first < -(int32_t)count) return 0;
  for (uint32_t index = 0; index < probe->message_count; index++) {
    message *next = &probe->messages[index];
    uint32_t frame = next->frame - first;
    if (frame < count) {
      next->was_sent = jack_midi_event_write(buffer, frame, next->bytes, 3) == 0;
    }
  }
  return 0;
}

static int record_block(jack_nframes_t count, void *context) {
  peach_probe *probe = context;
  uint32_t start = atomic_load(&probe->start);
  if (!start) return 0;
  uint32_t first = jack_last_frame_time(probe->recorder) - start;
  for (int channel = 0; channel < 2; channel++) {
    const float *buffer = jack_port_get_buffer(probe->audio[channel], count);
    for (uint32_t frame = 0; frame < count; frame++) {
      uint32_t position = first + frame;
      if (position < probe->frames) probe->recorded[channel][position] = buffer[frame];
    }
  }
  if ((int32_t)(first - probe->frames) >= 0) atomic_store(&probe->is_done, true);
  return 0;
}

peach_probe *peach_probe_open(uint32_t frames) {
  peach_probe *probe = calloc(1, sizeof *probe);
  probe->frames = frames;
  probe->recorded[0] = calloc(frames, sizeof(float));
  probe->recorded[1] = calloc(frames, sizeof(float));
  probe->sender = jack_client_open("probe-out", JackNoStartServer, NULL);
  probe->recorder = jack_client_open("probe-in", JackNoStartServer, NULL);
  if (!probe->sender || !probe->recorder) {
    peach_probe_close(probe);
    return NULL;
  }
  probe->midi =
      jack_port_register(probe->sender, "midi", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, 0);
  probe->audio[0] =
      jack_port_register(probe->recorder, "left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  probe->audio[1] =
      jack_port_register(probe->recorder, "right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  jack_set_process_callback(probe->sender, send_block, probe);
  jack_set_process_callback(probe->recorder, record_block, probe);
  jack_activate(probe->sender);
  jack_activate(probe->recorder);
  return probe;
}

void peach_probe_close(peach_probe *probe) {
  if (probe->sender) jack_client_close(probe->sender);
  if (probe->recorder) jack_client_close(probe->recorder);
  free(probe->recorded[0]);
  free(probe->recorded[1]);
  free(probe);
}

void peach_probe_add(
    peach_probe *probe, uint32_t frame, uint8_t status, uint8_t data1, uint8_t data2) {
  if (probe->message_count == message_capacity) return;
  probe->messages[probe->message_count++] = (message){frame, {status, data1, data2}, false};
}

void peach_probe_run(peach_probe *probe) {
  atomic_store(&probe->is_running, true);
  // Waits 20 seconds at most: the server may have ended.
  for (int wait = 0; wait < 2000 && !atomic_load(&probe->is_done); wait++) usleep(10000);
  atomic_store(&probe->is_running, false);
}

bool peach_probe_was_sent(const peach_probe *probe, uint32_t index) {
  return index < probe->message_count && probe->messages[index].was_sent;
}

const float *peach_probe_recorded(const peach_probe *probe, int channel) {
  return probe->recorded[channel != 0];
}

#else

struct peach_probe {
  float nothing;
};

peach_probe *peach_probe_open(uint32_t frames) { return NULL; }
void peach_probe_close(peach_probe *probe) {}
void peach_probe_add(
    peach_probe *probe, uint32_t frame, uint8_t status, uint8_t data1, uint8_t data2) {}
void peach_probe_run(peach_probe *probe) {}
bool peach_probe_was_sent(const peach_probe *probe, uint32_t index) { return false; }
const float *peach_probe_recorded(const peach_probe *probe, int channel) { return &probe->nothing; }

#endif
