/* The player: group__midi__player.html; the file renderer: group__file__renderer.html. */
#include "check.h"

static int notes, ticks, last_tick;

static int count_note(void *data, fluid_midi_event_t *event) {
  if (fluid_midi_event_get_type(event) == 0x90) notes++;
  return fluid_synth_handle_midi_event(data, event);
}

static int count_tick(void *data, int tick) {
  (void)data;
  ticks++;
  last_tick = tick;
  return FLUID_OK;
}

static int render(fluid_synth_t *synth, fluid_player_t *player, int limit) {
  static float left[64], right[64];
  int blocks = 0;
  while (fluid_player_get_status(player) == FLUID_PLAYER_PLAYING && blocks < limit) {
    OK(fluid_synth_write_float(synth, 64, left, 0, 1, right, 0, 1));
    blocks++;
  }
  return blocks;
}

/* Plays the song from memory. Returns the number of blocks. */
static int play(fluid_synth_t *synth, double tempo, int passes) {
  static char bytes[65536];
  FILE *file = fopen(song, "rb");
  size_t count = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  fluid_player_t *player = new_fluid_player(synth);
  OK(fluid_player_add_mem(player, bytes, count));
  OK(fluid_player_set_loop(player, passes));
  OK(fluid_player_set_tempo(player, FLUID_PLAYER_TEMPO_INTERNAL, tempo));
  FAILED(fluid_player_set_tempo(player, FLUID_PLAYER_TEMPO_INTERNAL, 1001));
  FAILED(fluid_player_set_tempo(player, FLUID_PLAYER_TEMPO_NBR, 1));
  OK(fluid_player_play(player));
  int blocks = render(synth, player, 100000);
  delete_fluid_player(player);
  return blocks;
}

void check_player(void) {
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  CHECK(fluid_synth_sfload(synth, bank, 1) == 1);
  fluid_player_t *player = new_fluid_player(synth);
  CHECK(fluid_player_get_status(player) == FLUID_PLAYER_READY);
  CHECK(fluid_player_get_bpm(player) == 120 && fluid_player_get_midi_tempo(player) == 500000);
  CHECK(fluid_player_get_total_ticks(player) == 0);
  OK(fluid_player_play(player)); /* an empty list */
  CHECK(fluid_player_get_status(player) == FLUID_PLAYER_READY);
  OK(fluid_player_add(player, song));
  OK(fluid_player_set_playback_callback(player, count_note, synth));
  OK(fluid_player_set_tick_callback(player, count_tick, player));
  OK(fluid_player_play(player));
  CHECK(fluid_player_get_status(player) == FLUID_PLAYER_PLAYING);
  int blocks = render(synth, player, 100000);
  CHECK(fluid_player_get_status(player) == FLUID_PLAYER_DONE);
  CHECK(notes > 0 && ticks > 0 && last_tick > 0);
  OK(fluid_player_join(player)); /* does not wait */
  delete_fluid_player(player);

  /* At four times the tempo, the second pass takes a third of what the tempo saves in one pass. */
  int once = play(synth, 4, 1), twice = play(synth, 4, 2);
  CHECK(abs(3 * (twice - once) - (blocks - once)) < 16);

  player = new_fluid_player(synth);
  OK(fluid_player_add(player, song));
  OK(fluid_player_set_bpm(player, 60));
  CHECK(fluid_player_get_bpm(player) == 60);
  OK(fluid_player_set_midi_tempo(player, 250000));
  CHECK(fluid_player_get_bpm(player) == 240 && fluid_player_get_midi_tempo(player) == 250000);
  FAILED(fluid_player_set_bpm(player, 0));
  OK(fluid_player_play(player));
  render(synth, player, 4);
  int total = fluid_player_get_total_ticks(player);
  CHECK(total > 0);
  FAILED(fluid_player_seek(player, total + 1));
  OK(fluid_player_seek(player, total / 2));
  render(synth, player, 1);
  CHECK(fluid_player_get_current_tick(player) >= total / 2);
  OK(fluid_player_stop(player));
  CHECK(fluid_player_get_status(player) == FLUID_PLAYER_DONE);
  delete_fluid_player(player);

  /* A 16-bit stereo file of ten periods of 64 frames. */
  OK(fluid_settings_setstr(settings, "audio.file.name", "player-test.wav"));
  fluid_file_renderer_t *renderer = new_fluid_file_renderer(synth);
  for (int i = 0; i < 10; i++) OK(fluid_file_renderer_process_block(renderer));
#ifndef DEBIAN_LIBRARY
  FAILED(fluid_file_set_encoding_quality(renderer, 0.5)); /* refused */
#endif
  delete_fluid_file_renderer(renderer);
  FILE *file = fopen("player-test.wav", "rb");
  fseek(file, 0, SEEK_END);
  CHECK(ftell(file) == 44 + 10 * 64 * 4);
  fclose(file);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
}
