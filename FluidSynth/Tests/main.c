/* Checks behaviors that FluidSynth documents, and calls every function with valid handles:
 * every-function BANK SONG. BANK has a preset 0:0 that plays the keys from 36 to 96. The comments
 * name the pages of https://www.fluidsynth.org/api/ that document the behavior. */
#include "check.h"

int failed;
const char *bank, *song;

int main(int count, char **arguments) {
  if (count < 3) return 2;
  bank = arguments[1];
  song = arguments[2];
  check_settings();
  check_synth();
  check_fonts();
  check_player();
  check_midi();
  check_sequencer();
  check_shell();
  check_voices();
  check_audio();
  check_realtime();
  printf("%d checks failed.\n", failed);
  return failed != 0;
}
