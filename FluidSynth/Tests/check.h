/* The checks of FluidSynth's interface. They are compiled with the headers of Debian's
 * libfluidsynth-dev. */
#ifndef CHECK_H
#define CHECK_H

#include <fluidsynth.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int failed;

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      failed++;                                                      \
    }                                                                \
  } while (0)

/* FluidSynth stores some numbers with single precision. */
#define NEAR(value, expected) CHECK(fabs((value) - (expected)) < 1e-6)

#define OK(call) CHECK((call) == FLUID_OK)
#define FAILED(call) CHECK((call) == FLUID_FAILED)

extern const char *bank, *song;

void check_settings(void);
void check_synth(void);
void check_fonts(void);
void check_player(void);
void check_midi(void);
void check_sequencer(void);
void check_shell(void);
void check_voices(void);
void check_audio(void);
void check_realtime(void);

#endif
