/* Rendering while a program changes the synthesizer, plays songs and sends events: no lock is held
 * for long, notes continue, and the sequencer's cost grows with the number of events. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#ifdef COUNT_ALLOCATIONS
#include "allocation_counter.h"
#endif

static float left[1024], right[1024];

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static double level(fluid_synth_t *synth, int frames) {
  double sum = 0;
  OK(fluid_synth_write_float(synth, frames, left, 0, 1, right, 0, 1));
  for (int i = 0; i < frames; i++) sum += left[i] * left[i];
  return sqrt(sum / frames);
}

static fluid_synth_t *playing;
static atomic_bool is_rendering;
static _Atomic double last_end, longest;

static void *render(void *data) {
  static float output[2][64];
  while (atomic_load(&is_rendering)) {
    fluid_synth_write_float(playing, 64, output[0], 0, 1, output[1], 0, 1);
    double end = seconds(), gap = end - atomic_load(&last_end);
    if (gap > atomic_load(&longest)) atomic_store(&longest, gap);
    atomic_store(&last_end, end);
  }
  return data;
}

static int compare(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

/* A change of the polyphony creates an engine, which takes milliseconds. The rendering thread waits
 * for less than half of that time. */
static void check_waiting(fluid_synth_t *synth) {
  enum { CHANGES = 31 };
  double shares[CHANGES];
  pthread_t thread;
  playing = synth;
  atomic_store(&is_rendering, true);
  atomic_store(&last_end, seconds());
  pthread_create(&thread, NULL, render, NULL);
  for (int i = 0; i < CHANGES; i++) {
    atomic_store(&longest, 0);
    double start = seconds();
    OK(fluid_synth_set_polyphony(synth, i % 2 ? 2000 : 2001));
    shares[i] = atomic_load(&longest) / (seconds() - start);
  }
  atomic_store(&is_rendering, false);
  pthread_join(thread, NULL);
  qsort(shares, CHANGES, sizeof shares[0], compare);
  printf("Rendering waits for %.2f of a change of polyphony (median).\n", shares[CHANGES / 2]);
  CHECK(shares[CHANGES / 2] < 0.5);
}

/* Notes continue when polyphony or interpolation change, follow their controllers, and end with
 * their keys. */
static void check_kept_notes(fluid_synth_t *synth) {
  OK(fluid_synth_set_polyphony(synth, 64));
  OK(fluid_synth_cc(synth, 0, 91, 0));
  OK(fluid_synth_noteon(synth, 0, 60, 100));
  level(synth, 1024);
  double before = level(synth, 1024);
  int voices = fluid_synth_get_active_voice_count(synth);
  CHECK(voices > 0);
  OK(fluid_synth_set_polyphony(synth, 128));
  CHECK(fluid_synth_get_active_voice_count(synth) == voices);
  CHECK(fabs(20 * log10(level(synth, 1024) / before)) < 1);
  OK(fluid_synth_set_interp_method(synth, -1, FLUID_INTERP_7THORDER));
  CHECK(fabs(20 * log10(level(synth, 1024) / before)) < 1);
  OK(fluid_synth_noteon(synth, 0, 72, 100)); /* in the new engine, in addition to the kept note */
  CHECK(fluid_synth_get_active_voice_count(synth) == 2 * voices);
  OK(fluid_synth_cc(synth, 0, 7, 0));
  level(synth, 1024);
  CHECK(level(synth, 1024) < before / 100);
  OK(fluid_synth_noteoff(synth, 0, 60));
  OK(fluid_synth_noteoff(synth, 0, 72));
  for (int i = 0; i < 200; i++) level(synth, 1024);
  CHECK(fluid_synth_get_active_voice_count(synth) == 0);
  OK(fluid_synth_cc(synth, 0, 7, 100));
}

/* FluidSynth's documentation leaves the order of events of one kind and tick undefined; Peach keeps
 * the order in which they were sent. */
#ifdef DEBIAN_LIBRARY
static const bool is_stable = false;
#else
static const bool is_stable = true;
#endif

static unsigned int last_tick, last_value;
static int received, order_errors;

static void receive(
    unsigned int time, fluid_event_t *event, fluid_sequencer_t *sequencer, void *data) {
  (void)sequencer, (void)data;
  if (fluid_event_get_type(event) != FLUID_SEQ_CONTROLCHANGE) return;
  unsigned int value = fluid_event_get_value(event), tick = value / 4;
  (void)time;
  bool is_early = tick < last_tick || (is_stable && tick == last_tick && value < last_value);
  if (received++ && is_early) order_errors++;
  last_tick = tick, last_value = value;
}

/* Sends events in ascending or descending order, four at a tick, and receives all. Returns the
 * seconds. */
static double send(int count, int is_ascending) {
  fluid_sequencer_t *sequencer = new_fluid_sequencer2(0);
  fluid_seq_id_t client = fluid_sequencer_register_client(sequencer, "order", receive, NULL);
  fluid_event_t *event = new_fluid_event();
  fluid_event_set_dest(event, client);
  received = order_errors = 0;
  double start = seconds();
  for (int i = 0; i < count; i++) {
    int value = is_ascending ? i : (count / 4 - 1 - i / 4) * 4 + i % 4;
    fluid_event_control_change(event, 0, 7, value);
    OK(fluid_sequencer_send_at(sequencer, event, value / 4, 1));
  }
  fluid_sequencer_process(sequencer, count);
  double end = seconds();
  CHECK(received == count && order_errors == 0);
  delete_fluid_event(event);
  delete_fluid_sequencer(sequencer);
  return end - start;
}

/* Four times the events take less than eight times as long. Linear insertion takes sixteen times
 * as long. */
static void check_long_sequence(void) {
#ifdef DEBIAN_LIBRARY
  send(4000, 1);
#else
  for (int is_ascending = 0; is_ascending < 2; is_ascending++) {
    double least = 1e9, most = 1e9;
    for (int i = 0; i < 3; i++) {
      least = fmin(least, send(25000, is_ascending));
      most = fmin(most, send(100000, is_ascending));
    }
    printf("100,000 events in a sequence: %.0f ms.\n", most * 1000);
    CHECK(most < 8 * least);
  }
#endif
}

/* Ticks saturate instead of ending the process. */
static void check_time_scales(fluid_synth_t *synth) {
#ifndef DEBIAN_LIBRARY
  const double scales[] = {1e12, 1e300, INFINITY, 1e-300, 5e-324, 1e-12};
  for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
    fluid_sequencer_t *sequencer = new_fluid_sequencer2(0);
    fluid_event_t *event = new_fluid_event();
    fluid_event_set_dest(event, fluid_sequencer_register_fluidsynth(sequencer, synth));
    fluid_event_noteon(event, 0, 60, 100);
    fluid_sequencer_set_time_scale(sequencer, scales[i]);
    CHECK(fluid_sequencer_get_time_scale(sequencer) == (scales[i] > 1 ? 1e9 : 0.001));
    OK(fluid_sequencer_send_at(sequencer, event, 4000000000u, 1));
    level(synth, 1024);
    fluid_sequencer_process(sequencer, 60000);
    CHECK(fluid_sequencer_get_tick(sequencer) == (scales[i] > 1 ? 4294967295u : 0));
    level(synth, 1024);
    delete_fluid_event(event);
    delete_fluid_sequencer(sequencer);
  }
#else
  (void)synth;
#endif
}

#ifdef COUNT_ALLOCATIONS
static int restarts, previous_tick;

static int count_restart(void *data, int tick) {
  (void)data;
  if (tick < previous_tick) restarts++;
  previous_tick = tick;
  return FLUID_OK;
}

/* Sends itself again, as sequencer clients do. */
static void repeat(
    unsigned int time, fluid_event_t *event, fluid_sequencer_t *sequencer, void *data) {
  if (fluid_event_get_type(event) == FLUID_SEQ_UNREGISTERING) return;
  fluid_sequencer_send_at(sequencer, data, time + 5, 1);
}

/* Players, routers and sequencers run on the audio thread. After the first pass, which prepares the
 * presets, they do not allocate: not even when the next song begins and the system is reset. */
static void check_allocations(void) {
  fluid_settings_t *settings = new_fluid_settings();
  OK(fluid_settings_setint(settings, "player.reset-synth", 1));
  fluid_synth_t *synth = new_fluid_synth(settings);
  CHECK(fluid_synth_sfload(synth, bank, 1) == 1);
  fluid_midi_router_t *router =
      new_fluid_midi_router(settings, fluid_synth_handle_midi_event, synth);
  fluid_sequencer_t *sequencer = new_fluid_sequencer2(0);
  fluid_event_t *timer = new_fluid_event(), *note = new_fluid_event();
  fluid_seq_id_t output = fluid_sequencer_register_fluidsynth(sequencer, synth);
  fluid_event_set_dest(timer, fluid_sequencer_register_client(sequencer, "timer", repeat, timer));
  fluid_event_timer(timer, NULL);
  OK(fluid_sequencer_send_at(sequencer, timer, 1, 1));
  fluid_event_set_dest(note, output);
  for (int i = 0; i < 400; i++) {
    fluid_event_note(note, 1, 40 + i % 50, 100, 30);
    OK(fluid_sequencer_send_at(sequencer, note, 10 + i * 20, 1));
  }
  fluid_player_t *player = new_fluid_player(synth);
  OK(fluid_player_add(player, song));
  OK(fluid_player_add(player, song));
  OK(fluid_player_set_loop(player, 3));
  OK(fluid_player_set_playback_callback(player, fluid_midi_router_handle_midi_event, router));
  OK(fluid_player_set_tick_callback(player, count_restart, NULL));
  OK(fluid_player_play(player));
  while (restarts < 2) OK(fluid_synth_write_float(synth, 64, left, 0, 1, right, 0, 1));
  allocation_counter_start();
  while (restarts < 4) OK(fluid_synth_write_float(synth, 64, left, 0, 1, right, 0, 1));
  long count = allocation_counter_stop();
  printf("%ld allocations while songs play.\n", count);
  CHECK(count == 0);
  delete_fluid_player(player);
  delete_fluid_event(timer);
  delete_fluid_event(note);
  delete_fluid_sequencer(sequencer);
  delete_fluid_midi_router(router);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
}
#endif

void check_realtime(void) {
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  CHECK(fluid_synth_sfload(synth, bank, 1) == 1);
  check_kept_notes(synth);
  check_long_sequence();
  check_time_scales(synth);
#ifndef DEBIAN_LIBRARY
  check_waiting(synth);
#endif
#ifdef COUNT_ALLOCATIONS
  CHECK(allocation_counter_works());
  check_allocations();
#endif
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
}
