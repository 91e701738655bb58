/* Settings: group__settings.html; defaults and ranges: fluidsettings.xml, the settings reference.
 */
#include "check.h"

static int option_count, setting_count;

static void count_option(void *data, const char *name, const char *option) {
  (void)data;
  CHECK(strcmp(name, "synth.midi-bank-select") == 0 && option[0]);
  option_count++;
}

static void count_setting(void *data, const char *name, int type) {
  CHECK(fluid_settings_get_type(data, name) == type);
  setting_count++;
}

static void check_number(
    fluid_settings_t *settings, const char *name, double value, double low, double high) {
  double number = -1, minimum = -1, maximum = -1;
  OK(fluid_settings_getnum(settings, name, &number));
  NEAR(number, value);
  OK(fluid_settings_getnum_default(settings, name, &number));
  NEAR(number, value);
  OK(fluid_settings_getnum_range(settings, name, &minimum, &maximum));
  NEAR(minimum, low);
  NEAR(maximum, high);
  FAILED(fluid_settings_setnum(settings, name, high + 1));
  OK(fluid_settings_setnum(settings, name, minimum));
  OK(fluid_settings_getnum(settings, name, &number));
  NEAR(number, low);
  OK(fluid_settings_setnum(settings, name, value));
}

static void check_integer(
    fluid_settings_t *settings, const char *name, int value, int low, int high) {
  int number = -1, minimum = -1, maximum = -1, hints = 0;
  OK(fluid_settings_getint(settings, name, &number));
  CHECK(number == value);
  OK(fluid_settings_getint_default(settings, name, &number));
  CHECK(number == value);
  OK(fluid_settings_getint_range(settings, name, &minimum, &maximum));
  CHECK(minimum == low && maximum == high);
  FAILED(fluid_settings_setint(settings, name, high + 1));
  OK(fluid_settings_setint(settings, name, low));
  OK(fluid_settings_setint(settings, name, value));
  OK(fluid_settings_get_hints(settings, name, &hints));
  CHECK(hints & FLUID_HINT_BOUNDED_BELOW && hints & FLUID_HINT_BOUNDED_ABOVE);
}

static void check_string(fluid_settings_t *settings, const char *name, const char *value) {
  char *text = NULL, copy[64];
  OK(fluid_settings_dupstr(settings, name, &text));
  CHECK(text && strcmp(text, value) == 0);
  fluid_free(text);
  OK(fluid_settings_getstr_default(settings, name, &text));
  CHECK(strcmp(text, value) == 0);
  OK(fluid_settings_copystr(settings, name, copy, sizeof copy));
  CHECK(strcmp(copy, value) == 0);
  CHECK(fluid_settings_str_equal(settings, name, value) == 1);
  CHECK(fluid_settings_get_type(settings, name) == FLUID_STR_TYPE);
}

void check_settings(void) {
  fluid_settings_t *settings = new_fluid_settings();
  CHECK(settings);
  check_number(settings, "synth.gain", 0.2, 0, 10);
  check_number(settings, "synth.sample-rate", 44100, 8000, 96000);
  check_number(settings, "synth.reverb.room-size", 0.2, 0, 1);
  check_number(settings, "synth.reverb.damp", 0, 0, 1);
  check_number(settings, "synth.reverb.width", 0.5, 0, 100);
  check_number(settings, "synth.reverb.level", 0.9, 0, 1);
  check_number(settings, "synth.chorus.depth", 8, 0, 256);
  check_number(settings, "synth.chorus.level", 2, 0, 10);
  check_number(settings, "synth.chorus.speed", 0.3, 0.1, 5);
  check_number(settings, "synth.overflow.age", 1000, -10000, 10000);
  check_number(settings, "synth.overflow.important", 5000, -50000, 50000);
  check_number(settings, "synth.overflow.percussion", 4000, -10000, 10000);
  check_number(settings, "synth.overflow.released", -2000, -10000, 10000);
  check_number(settings, "synth.overflow.sustained", -1000, -10000, 10000);
  check_number(settings, "synth.overflow.volume", 500, -10000, 10000);
  check_integer(settings, "synth.chorus.nr", 3, 0, 99);
  check_integer(settings, "synth.polyphony", 256, 1, 65535);
  check_integer(settings, "synth.midi-channels", 16, 16, 256);
  check_integer(settings, "synth.audio-channels", 1, 1, 128);
  check_integer(settings, "synth.audio-groups", 1, 1, 128);
  check_integer(settings, "synth.effects-channels", 2, 2, 2);
  check_integer(settings, "synth.effects-groups", 1, 1, 128);
  check_integer(settings, "synth.cpu-cores", 1, 1, 256);
  check_integer(settings, "synth.device-id", 0, 0, 126);
  check_integer(settings, "synth.min-note-length", 10, 0, 65535);
  check_integer(settings, "synth.reverb.active", 1, 0, 1);
  check_integer(settings, "synth.chorus.active", 1, 0, 1);
  check_integer(settings, "synth.ladspa.active", 0, 0, 1);
  check_integer(settings, "synth.lock-memory", 1, 0, 1);
  check_integer(settings, "synth.threadsafe-api", 1, 0, 1);
  check_integer(settings, "synth.verbose", 0, 0, 1);
  check_integer(settings, "synth.dynamic-sample-loading", 0, 0, 1);
  check_integer(settings, "player.reset-synth", 1, 0, 1);
  check_integer(settings, "audio.period-size", 64, 64, 8192);
  check_integer(settings, "audio.periods", 16, 2, 64);
  check_integer(settings, "audio.realtime-prio", 60, 0, 99);
  check_integer(settings, "midi.realtime-prio", 50, 0, 99);
  check_integer(settings, "midi.autoconnect", 0, 0, 1);
  check_integer(settings, "shell.port", 9800, 1, 65535);
  check_string(settings, "synth.midi-bank-select", "gs");
  check_string(settings, "audio.file.name", "fluidsynth.wav");
  check_string(settings, "audio.file.type", "auto");
  check_string(settings, "audio.file.format", "s16");
  check_string(settings, "audio.file.endian", "auto");
  check_string(settings, "audio.sample-format", "16bits");
  check_string(settings, "audio.jack.id", "fluidsynth");
  check_string(settings, "midi.jack.id", "fluidsynth-midi");
  check_string(settings, "midi.alsa_seq.id", "pid");
  check_string(settings, "player.timing-source", "sample");

  /* Names without a setting, and values of other types, fail. */
  int integer;
  FAILED(fluid_settings_setint(settings, "synth.none", 1));
  FAILED(fluid_settings_setnum(settings, "synth.polyphony", 3));
  FAILED(fluid_settings_setstr(settings, "synth.gain", "1"));
  FAILED(fluid_settings_getint(settings, "synth.gain", &integer));
  CHECK(fluid_settings_get_type(settings, "synth.none") == FLUID_NO_TYPE);
  CHECK(fluid_settings_get_type(settings, "synth") == FLUID_SET_TYPE);
  CHECK(fluid_settings_get_type(settings, "synth.gain") == FLUID_NUM_TYPE);
  CHECK(fluid_settings_get_type(settings, "synth.polyphony") == FLUID_INT_TYPE);
  OK(fluid_settings_setstr(settings, "audio.file.name", "x.wav"));
  CHECK(fluid_settings_str_equal(settings, "audio.file.name", "x.wav") == 1);
  CHECK(fluid_settings_str_equal(settings, "audio.file.name", "y.wav") == 0);
  CHECK(fluid_settings_is_realtime(settings, "audio.driver") == 0);

  /* Options are in alphabetical order; the default separator is ", ". */
  fluid_settings_foreach_option(settings, "synth.midi-bank-select", NULL, count_option);
  CHECK(option_count == 4 && fluid_settings_option_count(settings, "synth.midi-bank-select") == 4);
  CHECK(fluid_settings_option_count(settings, "synth.gain") == -1);
  char *options = fluid_settings_option_concat(settings, "synth.midi-bank-select", NULL);
  CHECK(strcmp(options, "gm, gs, mma, xg") == 0);
  fluid_free(options);
  fluid_settings_foreach(settings, settings, count_setting);
  CHECK(setting_count > 60);
  delete_fluid_settings(settings);
}
