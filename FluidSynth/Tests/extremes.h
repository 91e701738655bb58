/* The objects that the program of extreme_numbers.py uses, and what is checked after each call. */
#include <fluidsynth.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES = 512 };

static const double doubles[] = {INFINITY, -INFINITY, NAN, 1e300, -1e300, -0.0, 5e-324, 0x1p63};
static const float floats[] = {INFINITY, -INFINITY, NAN, FLT_MAX, -FLT_MAX, -0.0f, 1e-45f, 0x1p63f};
static const int ints[] = {INT_MIN, -1, INT_MAX};
static const int negatives[] = {INT_MIN, -1};
static const short shorts[] = {SHRT_MIN, -1, SHRT_MAX};
static const unsigned int unsigneds[] = {0, UINT_MAX};
/* Numbers of bytes that no memory holds. */
static const size_t sizes[] = {SIZE_MAX, (size_t)1 << 63};

static fluid_settings_t *settings;
static fluid_synth_t *synth;
static fluid_player_t *player;
static fluid_sequencer_t *sequencer;
static fluid_event_t *event;
static fluid_midi_event_t *midi_event;
static fluid_midi_router_t *midi_router;
static fluid_midi_router_rule_t *midi_router_rule;
static fluid_sfont_t *sfont;
static fluid_preset_t *preset;
static fluid_sample_t *sample;
static fluid_voice_t *voice, *voices[64];
static fluid_mod_t *mod;
static fluid_cmd_handler_t *cmd_handler;
static fluid_file_renderer_t *file_renderer;
static const char *bank, *song, *current = "";
static float left[FRAMES], right[FRAMES], *buffers[2] = {left, right};
static char text[1024];
static short frames[64];
static int integer, keys[128];
static double numbers[128];
static int call_count, failure_count, function_count;

/* Calls the block with each `value` of a table. */
#define EACH(table)                                                                     \
  for (size_t index = 0; index < sizeof table / sizeof table[0]; index++)                        \
    for (__typeof__(table[0]) value = table[index], *once = &value; once != NULL; once = NULL)

/* A call with new objects, after which these are used, and are deleted. */
#define CHECK(name, call)                                                               \
  do {                                                                                  \
    current = name;                                                                     \
    prepare();                                                                          \
    call;                                                                               \
    finish((double)value);                                                              \
  } while (0)

static void prepare(void) {
  settings = new_fluid_settings();
  fluid_settings_setint(settings, "synth.polyphony", 32);
  fluid_settings_setstr(settings, "audio.file.name", "extremes.wav");
  synth = new_fluid_synth(settings);
  fluid_synth_sfload(synth, bank, 1);
  sfont = fluid_synth_get_sfont(synth, 0);
  preset = fluid_sfont_get_preset(sfont, 0, 0);
  player = new_fluid_player(synth);
  fluid_player_add(player, song);
  fluid_player_play(player);
  sequencer = new_fluid_sequencer2(0);
  event = new_fluid_event();
  fluid_event_set_dest(event, fluid_sequencer_register_fluidsynth(sequencer, synth));
  fluid_event_note(event, 0, 64, 100, 10);
  midi_event = new_fluid_midi_event();
  fluid_midi_event_set_type(midi_event, 0x90);
  fluid_midi_event_set_key(midi_event, 67);
  fluid_midi_event_set_velocity(midi_event, 100);
  midi_router = new_fluid_midi_router(settings, fluid_synth_handle_midi_event, synth);
  midi_router_rule = new_fluid_midi_router_rule();
  fluid_midi_router_add_rule(midi_router, midi_router_rule, FLUID_MIDI_ROUTER_RULE_NOTE);
  for (int i = 0; i < 64; i++) frames[i] = (short)(i % 16 * 1000);
  sample = new_fluid_sample();
  fluid_sample_set_sound_data(sample, frames, NULL, 64, 44100, 1);
  fluid_sample_set_loop(sample, 8, 56);
  fluid_sample_set_pitch(sample, 69, 0);
  voice = fluid_synth_alloc_voice(synth, sample, 0, 69, 100);
  fluid_voice_gen_set(voice, GEN_SAMPLEMODE, 1);
  mod = new_fluid_mod();
  fluid_mod_set_source1(mod, 1, FLUID_MOD_CC);
  fluid_mod_set_dest(mod, GEN_ATTENUATION);
  fluid_mod_set_amount(mod, 100);
  cmd_handler = new_fluid_cmd_handler(synth, midi_router);
  file_renderer = new_fluid_file_renderer(synth);
  fluid_synth_activate_key_tuning(synth, 0, 0, "equal", NULL, 1);
}

static void render(double value) {
  fluid_synth_write_float(synth, FRAMES, left, 0, 1, right, 0, 1);
  for (int frame = 0; frame < FRAMES; frame++) {
    if (isfinite(left[frame]) && isfinite(right[frame])) continue;
    fprintf(stderr, "%s with %g: the sound is not finite.\n", current, value);
    failure_count++;
    return;
  }
}

static void finish(double value) {
  call_count++;
  fluid_voice_add_mod(voice, mod, FLUID_VOICE_ADD);
  fluid_synth_start_voice(synth, voice);
  fluid_synth_activate_tuning(synth, 0, 0, 0, 1);
  fluid_synth_noteon(synth, 0, 60, 100);
  fluid_midi_router_handle_midi_event(midi_router, midi_event);
  fluid_synth_handle_midi_event(synth, midi_event);
  fluid_event_t *from_midi = new_fluid_event();
  fluid_event_from_midi_event(from_midi, midi_event);
  delete_fluid_event(from_midi);
  fluid_sequencer_send_now(sequencer, event);
  fluid_sequencer_send_at(sequencer, event, 1, 0);
  fluid_sequencer_send_at(sequencer, event, UINT_MAX, 1);
  render(value);
  fluid_sequencer_process(sequencer, UINT_MAX / 2);
  fluid_sequencer_get_tick(sequencer);
  fluid_sequencer_set_time_scale(sequencer, 500);
  fluid_player_get_current_tick(player);
  fluid_player_get_bpm(player);
  fluid_player_get_midi_tempo(player);
  integer = sizeof text;
  fluid_synth_sysex(synth, "\x7e\x7f\x08\x00\x00", 5, text, &integer, NULL, 0);
  fluid_file_renderer_process_block(file_renderer);
  delete_fluid_synth(new_fluid_synth(settings));
  render(value);
  delete_fluid_file_renderer(file_renderer);
  delete_fluid_cmd_handler(cmd_handler);
  delete_fluid_midi_router(midi_router);
  delete_fluid_midi_event(midi_event);
  delete_fluid_event(event);
  delete_fluid_sequencer(sequencer);
  delete_fluid_player(player);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  delete_fluid_sample(sample);
  delete_fluid_mod(mod);
}

static const double *double_array(double value) {
  for (int i = 0; i < 128; i++) numbers[i] = value;
  return numbers;
}

static void set_number(void *value, const char *name, int type) {
  if (type == FLUID_NUM_TYPE) fluid_settings_setnum(settings, name, *(double *)value);
}

static void set_every_number(fluid_settings_t *own, const char *name, double value) {
  (void)name;
  fluid_settings_foreach(own, &value, set_number);
}

static void set_integer(void *value, const char *name, int type) {
  if (type == FLUID_INT_TYPE) fluid_settings_setint(settings, name, *(int *)value);
}

static void set_every_integer(fluid_settings_t *own, const char *name, int value) {
  (void)name;
  fluid_settings_foreach(own, &value, set_integer);
}

static void add_rule(fluid_midi_router_t *router, fluid_midi_router_rule_t *rule, int type) {
  (void)rule;
  fluid_midi_router_rule_t *other = new_fluid_midi_router_rule();
  if (fluid_midi_router_add_rule(router, other, type)) delete_fluid_midi_router_rule(other);
}

static void start_voice(fluid_synth_t *own, fluid_sample_t *sound, int chan, int key, int vel) {
  fluid_voice_t *started = fluid_synth_alloc_voice(own, sound, chan, key, vel);
  if (started) fluid_synth_start_voice(own, started);
}

static void call_with_extreme_numbers(void);

static void report(int number) {
  fprintf(stderr, "%s ended the process by signal %d.\n", current, number);
  signal(number, SIG_DFL);
  raise(number);
}

/* Calls all functions of FluidSynth's header that have numbers: extremes BANK SONG. */
int main(int count, char **arguments) {
  if (count != 3) return 2;
  bank = arguments[1];
  song = arguments[2];
  const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGFPE};
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) signal(signals[i], report);
  for (int i = 0; i < 128; i++) keys[i] = i;
  for (int level = 0; level < LAST_LOG_LEVEL; level++) fluid_set_log_function(level, NULL, NULL);
  call_with_extreme_numbers();
  printf(
      "%d calls of %d functions with extreme numbers, %d failures.\n", call_count, function_count,
      failure_count);
  return failure_count != 0;
}
