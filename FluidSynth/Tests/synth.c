/* The synthesizer: group__midi__messages.html, group__synthesis__params.html,
 * group__reverb__effect.html, group__chorus__effect.html, group__midi__tuning.html,
 * group__midi__setup.html and group__audio__rendering.html. */
#include "check.h"

static float left[4096], right[4096];

static double level(fluid_synth_t *synth) {
  double sum = 0;
  OK(fluid_synth_write_float(synth, 4096, left, 0, 1, right, 0, 1));
  for (int i = 0; i < 4096; i++) sum += left[i] * left[i] + right[i] * right[i];
  return sqrt(sum / 8192);
}

static void check_messages(fluid_synth_t *synth) {
  int value = -1;
  OK(fluid_synth_noteon(synth, 0, 60, 100));
  CHECK(fluid_synth_get_active_voice_count(synth) > 0);
  CHECK(level(synth) > 1e-4);
  OK(fluid_synth_noteoff(synth, 0, 60));
  FAILED(fluid_synth_noteoff(synth, 0, 60)); /* no such note */
  FAILED(fluid_synth_noteon(synth, 16, 60, 100));
  FAILED(fluid_synth_noteon(synth, 0, 128, 100));
  FAILED(fluid_synth_noteon(synth, 0, 60, 128));
  OK(fluid_synth_cc(synth, 0, 7, 80));
  OK(fluid_synth_get_cc(synth, 0, 7, &value));
  CHECK(value == 80);
  FAILED(fluid_synth_cc(synth, 0, 128, 0));
  FAILED(fluid_synth_cc(synth, 0, 7, 128));
  OK(fluid_synth_get_pitch_bend(synth, 0, &value));
  CHECK(value == 8192);
  OK(fluid_synth_pitch_bend(synth, 0, 16383));
  OK(fluid_synth_get_pitch_bend(synth, 0, &value));
  CHECK(value == 16383);
  FAILED(fluid_synth_pitch_bend(synth, 0, 16384));
  OK(fluid_synth_get_pitch_wheel_sens(synth, 0, &value));
  CHECK(value == 2);
  OK(fluid_synth_pitch_wheel_sens(synth, 0, 72));
  FAILED(fluid_synth_pitch_wheel_sens(synth, 0, 73));
  OK(fluid_synth_channel_pressure(synth, 0, 127));
  FAILED(fluid_synth_channel_pressure(synth, 0, 128));
  OK(fluid_synth_key_pressure(synth, 0, 60, 127));
  FAILED(fluid_synth_key_pressure(synth, 0, 60, 128));
  OK(fluid_synth_set_gen(synth, 0, GEN_PAN, 100));
  CHECK(fluid_synth_get_gen(synth, 0, GEN_PAN) == 100);
  FAILED(fluid_synth_set_gen(synth, 0, GEN_LAST, 0));
  OK(fluid_synth_all_notes_off(synth, -1));
  OK(fluid_synth_all_sounds_off(synth, -1));
  FAILED(fluid_synth_all_notes_off(synth, 16));
  OK(fluid_synth_system_reset(synth));
  OK(fluid_synth_get_cc(synth, 0, 7, &value));
  CHECK(value == 100);
  CHECK(fluid_synth_get_gen(synth, 0, GEN_PAN) == 0);
  OK(fluid_synth_get_pitch_wheel_sens(synth, 0, &value));
  CHECK(value == 2);
}

static void check_parameters(fluid_synth_t *synth) {
  CHECK(fluid_synth_count_midi_channels(synth) == 16);
  CHECK(fluid_synth_count_audio_channels(synth) == 1);
  CHECK(fluid_synth_count_audio_groups(synth) == 1);
  CHECK(fluid_synth_count_effects_channels(synth) == 2);
  CHECK(fluid_synth_count_effects_groups(synth) == 1);
  CHECK(fluid_synth_get_internal_bufsize(synth) == 64);
  CHECK(fabsf(fluid_synth_get_gain(synth) - 0.2f) < 1e-6f);
  fluid_synth_set_gain(synth, 11); /* limited to 10 */
  CHECK(fluid_synth_get_gain(synth) == 10);
  fluid_synth_set_gain(synth, 0.2f);
  CHECK(fluid_synth_get_polyphony(synth) == 256);
  OK(fluid_synth_set_polyphony(synth, 64));
  CHECK(fluid_synth_get_polyphony(synth) == 64);
  FAILED(fluid_synth_set_polyphony(synth, 0));
  FAILED(fluid_synth_set_polyphony(synth, 65536));
  OK(fluid_synth_set_interp_method(synth, -1, FLUID_INTERP_7THORDER));
  OK(fluid_synth_set_interp_method(synth, -1, FLUID_INTERP_DEFAULT));
  FAILED(fluid_synth_set_interp_method(synth, 16, FLUID_INTERP_DEFAULT));
  CHECK(fluid_synth_get_cpu_load(synth) >= 0);
  CHECK(fluid_synth_error(synth) != NULL);
  fluid_synth_set_sample_rate(synth, 48000);
  fluid_synth_set_sample_rate(synth, 44100);
}

static void check_reverb(fluid_synth_t *synth) {
  double value = -1;
  NEAR(fluid_synth_get_reverb_roomsize(synth), 0.2);
  NEAR(fluid_synth_get_reverb_damp(synth), 0);
  NEAR(fluid_synth_get_reverb_width(synth), 0.5);
  NEAR(fluid_synth_get_reverb_level(synth), 0.9);
  OK(fluid_synth_set_reverb_roomsize(synth, 0.5));
  OK(fluid_synth_set_reverb_damp(synth, 0.5));
  OK(fluid_synth_set_reverb_width(synth, 1));
  OK(fluid_synth_set_reverb_level(synth, 0.5));
  FAILED(fluid_synth_set_reverb_level(synth, -1));
  OK(fluid_synth_set_reverb_group_roomsize(synth, 0, 0.6));
  OK(fluid_synth_set_reverb_group_damp(synth, -1, 0.6));
  OK(fluid_synth_set_reverb_group_width(synth, 0, 0.6));
  OK(fluid_synth_set_reverb_group_level(synth, 0, 0.6));
  FAILED(fluid_synth_set_reverb_group_roomsize(synth, 0, 2));
  FAILED(fluid_synth_set_reverb_group_roomsize(synth, 1, 0.5)); /* no such group */
  OK(fluid_synth_get_reverb_group_roomsize(synth, 0, &value));
  NEAR(value, 0.6);
  OK(fluid_synth_get_reverb_group_damp(synth, 0, &value));
  NEAR(value, 0.6);
  OK(fluid_synth_get_reverb_group_width(synth, 0, &value));
  NEAR(value, 0.6);
  OK(fluid_synth_get_reverb_group_level(synth, 0, &value));
  NEAR(value, 0.6);
  OK(fluid_synth_set_reverb(synth, 0.2, 0, 0.5, 0.9));
  OK(fluid_synth_reverb_on(synth, -1, 0));
  fluid_synth_set_reverb_on(synth, 1);
}

static void check_chorus(fluid_synth_t *synth) {
  double value = -1;
  int integer = -1;
  CHECK(fluid_synth_get_chorus_nr(synth) == 3);
  NEAR(fluid_synth_get_chorus_level(synth), 2);
  NEAR(fluid_synth_get_chorus_speed(synth), 0.3);
  NEAR(fluid_synth_get_chorus_depth(synth), 8);
  CHECK(fluid_synth_get_chorus_type(synth) == FLUID_CHORUS_MOD_SINE);
  OK(fluid_synth_set_chorus_nr(synth, 4));
  OK(fluid_synth_set_chorus_level(synth, 1));
  OK(fluid_synth_set_chorus_speed(synth, 1));
  OK(fluid_synth_set_chorus_depth(synth, 4));
  OK(fluid_synth_set_chorus_type(synth, FLUID_CHORUS_MOD_TRIANGLE));
  FAILED(fluid_synth_set_chorus_nr(synth, 100));
  OK(fluid_synth_set_chorus_group_nr(synth, 0, 2));
  OK(fluid_synth_set_chorus_group_level(synth, 0, 3));
  OK(fluid_synth_set_chorus_group_speed(synth, 0, 2));
  OK(fluid_synth_set_chorus_group_depth(synth, 0, 5));
  OK(fluid_synth_set_chorus_group_type(synth, 0, FLUID_CHORUS_MOD_SINE));
  OK(fluid_synth_get_chorus_group_nr(synth, 0, &integer));
  CHECK(integer == 2);
  OK(fluid_synth_get_chorus_group_level(synth, 0, &value));
  CHECK(value == 3);
  OK(fluid_synth_get_chorus_group_speed(synth, 0, &value));
  CHECK(value == 2);
  OK(fluid_synth_get_chorus_group_depth(synth, 0, &value));
  CHECK(value == 5);
  OK(fluid_synth_get_chorus_group_type(synth, 0, &integer));
  CHECK(integer == FLUID_CHORUS_MOD_SINE);
  OK(fluid_synth_set_chorus(synth, 3, 2, 0.3, 8, FLUID_CHORUS_MOD_SINE));
  OK(fluid_synth_chorus_on(synth, -1, 0));
  fluid_synth_set_chorus_on(synth, 1);
}

static void check_tuning(fluid_synth_t *synth) {
  double pitch[128], octave[12] = {0};
  int key = 60, found_bank = -1, program = -1;
  char name[16];
  for (int i = 0; i < 128; i++) pitch[i] = i * 100 + 50;
  OK(fluid_synth_activate_key_tuning(synth, 0, 1, "high", pitch, 1));
  OK(fluid_synth_activate_octave_tuning(synth, 0, 2, "equal", octave, 1));
  FAILED(fluid_synth_activate_key_tuning(synth, 128, 0, "x", pitch, 1));
  double c = 6012;
  OK(fluid_synth_tune_notes(synth, 0, 1, 1, &key, &c, 1));
  OK(fluid_synth_tuning_dump(synth, 0, 1, name, sizeof name, pitch));
  CHECK(strcmp(name, "high") == 0 && pitch[60] == 6012 && pitch[61] == 6150);
  FAILED(fluid_synth_tuning_dump(synth, 0, 9, name, sizeof name, pitch));
  OK(fluid_synth_activate_tuning(synth, 0, 0, 1, 1));
  OK(fluid_synth_deactivate_tuning(synth, 0, 1));
  fluid_synth_tuning_iteration_start(synth);
  CHECK(fluid_synth_tuning_iteration_next(synth, &found_bank, &program) == 1);
  CHECK(found_bank == 0 && program == 1);
  CHECK(fluid_synth_tuning_iteration_next(synth, &found_bank, &program) == 1);
  CHECK(fluid_synth_tuning_iteration_next(synth, &found_bank, &program) == 0);

  /* A dump request (MIDI Tuning Standard) has a response of 406 bytes. */
  char response[512];
  int length = sizeof response, handled = 0;
  OK(fluid_synth_sysex(synth, "\x7e\x7f\x08\x00\x01", 5, response, &length, &handled, 0));
  CHECK(length == 406 && handled == 1 && response[3] == 1 && memcmp(response + 5, "high", 4) == 0);
  length = 4;
  FAILED(fluid_synth_sysex(synth, "\x7e\x7f\x08\x00\x01", 5, response, &length, &handled, 0));
  OK(fluid_synth_sysex(synth, "abc", 3, NULL, NULL, &handled, 0));
  CHECK(handled == 0);
}

static void check_modes(fluid_synth_t *synth) {
  int basic = -2, mode = -2, count = -2;
  OK(fluid_synth_get_basic_channel(synth, 3, &basic, &mode, &count));
  CHECK(basic == 0 && mode == FLUID_CHANNEL_MODE_OMNION_POLY && count == 16);
  /* It overlaps the first one. */
  FAILED(fluid_synth_set_basic_channel(synth, 3, FLUID_CHANNEL_MODE_OMNIOFF_POLY, 2));
  FAILED(fluid_synth_reset_basic_channel(synth, 3));
  OK(fluid_synth_reset_basic_channel(synth, -1));
  FAILED(fluid_synth_noteon(synth, 0, 60, 100)); /* disabled */
  OK(fluid_synth_set_basic_channel(synth, 3, FLUID_CHANNEL_MODE_OMNIOFF_MONO, 2));
  OK(fluid_synth_get_basic_channel(synth, 4, &basic, &mode, &count));
  CHECK(basic == 3 && mode == FLUID_CHANNEL_MODE_OMNIOFF_MONO && count == 2);
  OK(fluid_synth_reset_basic_channel(synth, -1));
  OK(fluid_synth_set_basic_channel(synth, 0, FLUID_CHANNEL_MODE_OMNION_POLY, 16));
  OK(fluid_synth_set_channel_type(synth, 3, CHANNEL_TYPE_DRUM));
  OK(fluid_synth_set_channel_type(synth, 3, CHANNEL_TYPE_MELODIC));
  FAILED(fluid_synth_set_channel_type(synth, 3, 2));
  OK(fluid_synth_set_legato_mode(synth, 1, FLUID_CHANNEL_LEGATO_MODE_MULTI_RETRIGGER));
  OK(fluid_synth_get_legato_mode(synth, 1, &mode));
  CHECK(mode == FLUID_CHANNEL_LEGATO_MODE_MULTI_RETRIGGER);
  FAILED(fluid_synth_set_legato_mode(synth, 1, FLUID_CHANNEL_LEGATO_MODE_LAST));
  OK(fluid_synth_set_portamento_mode(synth, 1, FLUID_CHANNEL_PORTAMENTO_MODE_LEGATO_ONLY));
  OK(fluid_synth_get_portamento_mode(synth, 1, &mode));
  CHECK(mode == FLUID_CHANNEL_PORTAMENTO_MODE_LEGATO_ONLY);
  FAILED(fluid_synth_set_portamento_mode(synth, 1, FLUID_CHANNEL_PORTAMENTO_MODE_LAST));
  OK(fluid_synth_set_breath_mode(synth, 1, FLUID_CHANNEL_BREATH_POLY));
  OK(fluid_synth_get_breath_mode(synth, 1, &mode));
  CHECK(mode == FLUID_CHANNEL_BREATH_POLY);
}

/* The functions that render write the same audio in their formats. */
static void check_rendering(fluid_synth_t *synth) {
  static short integers[2 * 4096];
  static float other[4][4096];
  float *out[2] = {other[0], other[1]}, *fx[2] = {other[2], other[3]};
  OK(fluid_synth_noteon(synth, 0, 60, 100));
  double first = level(synth);
  OK(fluid_synth_write_s16(synth, 4096, integers, 0, 2, integers, 1, 2));
  double sum = 0;
  for (int i = 0; i < 8192; i++) sum += integers[i] * (double)integers[i];
  CHECK(fabs(sqrt(sum / 8192) / 32768 / first - 1) < 0.2);
  for (int i = 0; i < 4096; i++) other[0][i] = 1; /* the output is added */
  OK(fluid_synth_process(synth, 4096, 2, fx, 2, out));
  double mean = 0;
  for (int i = 0; i < 4096; i++) mean += other[0][i] / 4096;
  CHECK(fabs(mean - 1) < 0.1);
  OK(fluid_synth_process(synth, 64, 0, NULL, 2, out));
  FAILED(fluid_synth_process(synth, 64, 0, NULL, 1, out)); /* an odd number of buffers */
  float *l[1] = {left}, *r[1] = {right};
  float *fl[2] = {other[0], other[1]}, *fr[2] = {other[2], other[3]};
  OK(fluid_synth_nwrite_float(synth, 4096, l, r, fl, fr));
  OK(fluid_synth_all_sounds_off(synth, 0));
}

/* The reverb of a program that turned it off stays off, also if a song sets its level (GS, 40 01
 * 33). */
static void check_effects_off(void) {
  fluid_settings_t *settings = new_fluid_settings();
  OK(fluid_settings_setint(settings, "synth.reverb.active", 0));
  OK(fluid_settings_setint(settings, "synth.chorus.active", 0));
  fluid_synth_t *synth = new_fluid_synth(settings);
  CHECK(fluid_synth_sfload(synth, bank, 1) == 1);
  OK(fluid_synth_sysex(synth, "\x41\x10\x42\x12\x40\x01\x33\x7f\x0d", 9, NULL, NULL, NULL, 0));
  OK(fluid_synth_cc(synth, 0, 91, 127));
  OK(fluid_synth_noteon(synth, 0, 60, 100));
  CHECK(level(synth) > 1e-4);
  OK(fluid_synth_all_sounds_off(synth, 0));
  level(synth);
  CHECK(level(synth) < 1e-6);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
}

void check_synth(void) {
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  CHECK(fluid_synth_get_settings(synth) == settings);
  CHECK(fluid_settings_is_realtime(settings, "synth.gain") == 1);
  FAILED(fluid_synth_noteon(synth, 0, 60, 100)); /* no preset */
  CHECK(fluid_synth_sfload(synth, bank, 1) == 1);
  check_messages(synth);
  check_parameters(synth);
  check_reverb(synth);
  check_chorus(synth);
  check_tuning(synth);
  check_modes(synth);
  check_rendering(synth);
  OK(fluid_settings_setnum(settings, "synth.gain", 0.5));
  CHECK(fluid_synth_get_gain(synth) == 0.5f);
  CHECK(fluid_synth_get_ladspa_fx(synth) == NULL);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  check_effects_off();
  int major = 0, minor = 0, micro = 0;
  fluid_version(&major, &minor, &micro);
  CHECK(major == 2 && strcmp(fluid_version_str(), FLUIDSYNTH_VERSION) == 0);
  CHECK(fluid_is_soundfont(bank) == 1 && fluid_is_soundfont(song) == 0);
  CHECK(fluid_is_midifile(song) == 1 && fluid_is_midifile(bank) == 0);
}
