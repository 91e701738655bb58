/* Renders a song by the calls of an application, 512 frames at a time, and prints the processor
 * time in seconds of loading, and of playing: measure BANK SONG. The library is that of
 * LD_LIBRARY_PATH. */
#include <fluidsynth.h>
#include <stdio.h>
#include <time.h>

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
  static float left[512], right[512];
  if (count < 3) return 2;
  fluid_set_log_function(FLUID_WARN, NULL, NULL);
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  if (fluid_synth_sfload(synth, arguments[1], 1) < 0) return 1;
  double loaded = seconds();
  fluid_player_t *player = new_fluid_player(synth);
  fluid_player_add(player, arguments[2]);
  fluid_player_play(player);
  while (fluid_player_get_status(player) == FLUID_PLAYER_PLAYING)
    if (fluid_synth_write_float(synth, 512, left, 0, 1, right, 0, 1) != FLUID_OK) return 1;
  printf("%.4f %.4f\n", loaded, seconds() - loaded);
  delete_fluid_player(player);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return 0;
}
