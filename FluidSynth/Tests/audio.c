/* Audio drivers: group__audio__driver.html. PEACH_NULL_AUDIO replaces the sound card. */
#include "check.h"

#include <unistd.h>

static volatile int calls;

static int render(void *data, int count, int effect_count, float *effects[], int output_count,
                  float *outputs[]) {
  (void)effects;
  CHECK(data == &calls && count > 0 && effect_count == 0 && output_count == 2 && outputs[1]);
  calls++;
  return FLUID_OK;
}

void check_audio(void) {
  const char *known[] = {"alsa", "file", NULL}, *unknown[] = {"none", NULL};
  OK(fluid_audio_driver_register(known));
  OK(fluid_audio_driver_register(NULL));
  FAILED(fluid_audio_driver_register(unknown));
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  CHECK(fluid_synth_sfload(synth, bank, 1) == 1);
  OK(fluid_settings_setstr(settings, "audio.driver", "none"));
  CHECK(new_fluid_audio_driver(settings, synth) == NULL);
  OK(fluid_settings_setstr(settings, "audio.driver", "file"));
  OK(fluid_settings_setstr(settings, "audio.file.name", "driver-test.wav"));
  fluid_audio_driver_t *driver = new_fluid_audio_driver(settings, synth);
  CHECK(driver != NULL);
  fluid_player_t *player = new_fluid_player(synth);
  OK(fluid_player_add(player, song));
  OK(fluid_player_set_tempo(player, FLUID_PLAYER_TEMPO_INTERNAL, 8));
  OK(fluid_player_play(player));
  for (int i = 0; i < 100; i++) {
    fluid_synth_noteon(synth, 1, 60 + i % 12, 100);
    usleep(1000);
    fluid_synth_noteoff(synth, 1, 60 + i % 12);
  }
  OK(fluid_player_join(player));
  delete_fluid_player(player);
  delete_fluid_audio_driver(driver);
  FILE *file = fopen("driver-test.wav", "rb");
  fseek(file, 0, SEEK_END);
  CHECK(ftell(file) > 44 + 4410 * 4);
  fclose(file);
#ifndef DEBIAN_LIBRARY /* has no file driver for callbacks */
  driver = new_fluid_audio_driver2(settings, render, (void *)&calls);
  CHECK(driver != NULL);
  for (int i = 0; i < 100 && calls == 0; i++) usleep(10000);
  delete_fluid_audio_driver(driver);
  CHECK(calls > 0);
#else
  (void)render;
#endif
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
}
