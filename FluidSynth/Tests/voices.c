/* Samples, voices, modulators and presets of a program: group__soundfonts.html, group__voices.html,
 * group__modulators.html, group__voice__control.html, group__ladspa.html. */
#include "check.h"

static fluid_sfont_t *font;
static fluid_preset_t *preset;
static fluid_sample_t *sample;
static fluid_voice_t *last_voice;
static int freed;

static const char *font_name(fluid_sfont_t *own) {
  CHECK(own == font);
  return "program";
}

static fluid_preset_t *font_preset(fluid_sfont_t *own, int number, int program) {
  CHECK(own == font);
  return number == 3 && program == 4 ? preset : NULL;
}

static int font_free(fluid_sfont_t *own) {
  freed++;
  delete_fluid_preset(preset);
  return delete_fluid_sfont(own);
}

static const char *preset_name(fluid_preset_t *own) {
  CHECK(own == preset);
  return "sine";
}

static int preset_bank(fluid_preset_t *own) { return own == preset ? 3 : -1; }
static int preset_number(fluid_preset_t *own) { return own == preset ? 4 : -1; }

static int preset_noteon(fluid_preset_t *own, fluid_synth_t *synth, int chan, int key, int vel) {
  CHECK(own == preset);
  fluid_voice_t *voice = fluid_synth_alloc_voice(synth, sample, chan, key, vel);
  if (!voice) return FLUID_FAILED;
  fluid_voice_gen_set(voice, GEN_SAMPLEMODE, 1);
  fluid_voice_gen_incr(voice, GEN_ATTENUATION, 30);
  CHECK(fluid_voice_gen_get(voice, GEN_ATTENUATION) == 30);
  fluid_mod_t *mod = new_fluid_mod();
  fluid_mod_set_source1(mod, 1, FLUID_MOD_CC | FLUID_MOD_LINEAR);
  fluid_mod_set_dest(mod, GEN_ATTENUATION);
  fluid_mod_set_amount(mod, 100);
  fluid_voice_add_mod(voice, mod, FLUID_VOICE_OVERWRITE);
  delete_fluid_mod(mod);
  CHECK(fluid_voice_is_playing(voice) == 0 && fluid_voice_is_on(voice) == 0);
  fluid_synth_start_voice(synth, voice);
  last_voice = voice;
  return FLUID_OK;
}

static void preset_free(fluid_preset_t *own) { CHECK(own == preset); }

static void check_modulators(void) {
  fluid_mod_t *mod = new_fluid_mod(), *copy = malloc(fluid_mod_sizeof());
  fluid_mod_set_source1(mod, 7, FLUID_MOD_CC | FLUID_MOD_NEGATIVE);
  fluid_mod_set_source2(mod, FLUID_MOD_KEY, FLUID_MOD_GC);
  fluid_mod_set_dest(mod, GEN_PAN);
  fluid_mod_set_amount(mod, 500);
  fluid_mod_clone(copy, mod);
  CHECK(fluid_mod_get_source1(copy) == 7);
  CHECK(fluid_mod_get_flags1(copy) == (FLUID_MOD_CC | FLUID_MOD_NEGATIVE));
  CHECK(fluid_mod_get_source2(copy) == FLUID_MOD_KEY && fluid_mod_get_flags2(copy) == 0);
  CHECK(fluid_mod_get_dest(copy) == GEN_PAN && fluid_mod_get_amount(copy) == 500);
  CHECK(fluid_mod_has_source(mod, 1, 7) == 1 && fluid_mod_has_source(mod, 0, 7) == 0);
  CHECK(fluid_mod_has_dest(mod, GEN_PAN) == 1 && fluid_mod_has_dest(mod, GEN_FILTERFC) == 0);
  fluid_mod_set_amount(copy, 100);
  CHECK(fluid_mod_test_identity(mod, copy) == 1); /* the amount does not count */
  fluid_mod_set_dest(copy, GEN_FILTERFC);
  CHECK(fluid_mod_test_identity(mod, copy) == 0);
  free(copy);
  delete_fluid_mod(mod);
}

static void check_ladspa(void) {
  char message[64];
  CHECK(fluid_ladspa_is_active(NULL) == 0);
  FAILED(fluid_ladspa_activate(NULL));
  FAILED(fluid_ladspa_deactivate(NULL));
  FAILED(fluid_ladspa_reset(NULL));
  FAILED(fluid_ladspa_check(NULL, message, sizeof message));
  CHECK(fluid_ladspa_host_port_exists(NULL, "Main:L") == 0);
  FAILED(fluid_ladspa_add_buffer(NULL, "x"));
  CHECK(fluid_ladspa_buffer_exists(NULL, "x") == 0);
  FAILED(fluid_ladspa_add_effect(NULL, "x", "y", NULL));
  CHECK(fluid_ladspa_effect_can_mix(NULL, "x") == 0);
  FAILED(fluid_ladspa_effect_set_mix(NULL, "x", 1, 1));
  CHECK(fluid_ladspa_effect_port_exists(NULL, "x", "y") == 0);
  FAILED(fluid_ladspa_effect_set_control(NULL, "x", "y", 1));
  FAILED(fluid_ladspa_effect_link(NULL, "x", "y", "z"));
}

/* Counts the rising zero crossings of a second. */
static int crossings(fluid_synth_t *synth) {
  static float left[44100], right[44100];
  OK(fluid_synth_write_float(synth, 44100, left, 0, 1, right, 0, 1));
  int count = 0;
  for (int i = 1; i < 44100; i++) count += left[i - 1] < 0 && left[i] >= 0;
  return count;
}

void check_voices(void) {
  check_modulators();
#ifndef DEBIAN_LIBRARY
  check_ladspa();
#endif
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  static short frames[44100];
  for (int i = 0; i < 44100; i++) frames[i] = (short)lrint(20000 * sin(2 * M_PI * i / 100));
  sample = new_fluid_sample(); /* 441 Hz on key 69 */
  CHECK(fluid_sample_sizeof() > 0);
  OK(fluid_sample_set_name(sample, "sine"));
  OK(fluid_sample_set_sound_data(sample, frames, NULL, 44100, 44100, 1));
  FAILED(fluid_sample_set_sound_data(sample, NULL, NULL, 10, 44100, 1));
  OK(fluid_sample_set_loop(sample, 10000, 40000));
  OK(fluid_sample_set_pitch(sample, 69, 0));
  CHECK(fluid_voice_optimize_sample(sample) == FLUID_OK);
  font = new_fluid_sfont(font_name, font_preset, NULL, NULL, font_free);
  preset = new_fluid_preset(
      font, preset_name, preset_bank, preset_number, preset_noteon, preset_free);
  CHECK(strcmp(fluid_preset_get_name(preset), "sine") == 0);
  OK(fluid_sfont_set_data(font, &freed));
  CHECK(fluid_sfont_get_data(font) == &freed);
  OK(fluid_preset_set_data(preset, &freed));
  CHECK(fluid_preset_get_data(preset) == &freed);
  CHECK(fluid_synth_add_sfont(synth, font) == 1);
  OK(fluid_synth_program_select(synth, 0, 1, 3, 4));
  OK(fluid_synth_noteon(synth, 0, 69, 127));
  CHECK(abs(crossings(synth) - 441) <= 1);
  CHECK(fluid_voice_is_playing(last_voice) == 1 && fluid_voice_is_on(last_voice) == 1);
  CHECK(fluid_voice_is_sustained(last_voice) == 0 && fluid_voice_is_sostenuto(last_voice) == 0);
  CHECK(fluid_voice_get_channel(last_voice) == 0 && fluid_voice_get_key(last_voice) == 69);
  CHECK(fluid_voice_get_actual_key(last_voice) == 69);
  CHECK(fluid_voice_get_velocity(last_voice) == 127);
  CHECK(fluid_voice_get_actual_velocity(last_voice) == 127);
  fluid_voice_update_param(last_voice, GEN_PAN);
  fluid_voice_t *voices[4] = {NULL};
  fluid_synth_get_voicelist(synth, voices, 4, -1);
  CHECK(voices[0] == last_voice && voices[1] == NULL);
  fluid_synth_get_voicelist(synth, voices, 4, (int)fluid_voice_get_id(last_voice));
  CHECK(voices[0] == last_voice);
  OK(fluid_synth_noteoff(synth, 0, 69));

  CHECK(fluid_synth_sfload(synth, bank, 1) == 2);
  fluid_preset_t *other = fluid_sfont_get_preset(fluid_synth_get_sfont(synth, 0), 0, 0);
  OK(fluid_synth_start(synth, 5, other, 0, 0, 60, 100));
  OK(fluid_synth_stop(synth, 5));
#ifndef DEBIAN_LIBRARY
  FAILED(fluid_synth_stop(synth, 5)); /* no such note */

  /* Refused: the default modulators and the filter are those of SoundFont 2.04. */
  fluid_mod_t *mod = new_fluid_mod();
  FAILED(fluid_synth_add_default_mod(synth, mod, FLUID_SYNTH_ADD));
  FAILED(fluid_synth_remove_default_mod(synth, mod));
  delete_fluid_mod(mod);
  FAILED(fluid_synth_set_custom_filter(synth, FLUID_IIR_LOWPASS, 0));
#endif
  OK(fluid_synth_set_custom_filter(synth, FLUID_IIR_DISABLED, 0));

  OK(fluid_synth_remove_sfont(synth, font));
  FAILED(fluid_synth_remove_sfont(synth, font));
  CHECK(fluid_synth_add_sfont(synth, font) > 0);
  delete_fluid_synth(synth);
  CHECK(freed == 1);
  delete_fluid_sample(sample);
  delete_fluid_settings(settings);
}
