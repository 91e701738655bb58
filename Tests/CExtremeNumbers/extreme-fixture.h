/* The objects that extreme-numbers.c uses, and what is checked after each call. */
#include "extreme_numbers.h"

#include <math.h>
#include <peach.h>
#include <stdio.h>
#include <string.h>

enum { FRAMES = 256 };

static const double doubles[] = {INFINITY, -INFINITY, NAN, 1e300, -1e300, -0.0, 5e-324, 0x1p63};
static const int32_t ints[] = {INT32_MIN, -1, INT32_MAX};
static const int64_t longs[] = {INT64_MIN, -1, INT64_MAX};
static const uint64_t identifiers[] = {0, UINT64_MAX};
/* Numbers of bytes or frames that no memory holds: errors. */
static const size_t sizes[] = {SIZE_MAX, (size_t)1 << 63};

static const uint8_t event_bytes[] = {0x90, 0x45, 0x64};

static peach_bank *bank, *new_bank;
static peach_instrument *instrument, *new_instrument;
static peach_player *player, *new_player;
static peach_song *song, *new_song;
static peach_renderer *renderer, *new_renderer;
static peach_estimator *estimator, *new_estimator;
static peach_tuning *tuning, *new_tuning;
static const char *path, *current = "";
static float left[FRAMES], right[FRAMES];
static char text[300];
static double number;
static int32_t integer;
static int64_t long_integer;
static uint64_t new_note;
static size_t size;
static int failure_count, function_count;

/* Calls the block with each `value` of a table. */
#define EACH(table)                                                                     \
  for (size_t index = 0; index < sizeof table / sizeof table[0]; index++)                        \
    for (__typeof__(table[0]) value = table[index], *once = &value; once != NULL; once = NULL)

/* A call that returns an error code, or succeeds; NaN is an error. */
#define CHECK_RESULT(name, call)                                                        \
  do {                                                                                  \
    current = name;                                                                     \
    peach_result result = (call);                                                       \
    finish((double)value, result, isnan((double)value));                                \
  } while (0)

/* A call that returns an error code. */
#define CHECK_REFUSED(name, call)                                                       \
  do {                                                                                  \
    current = name;                                                                     \
    peach_result result = (call);                                                       \
    finish((double)value, result, 1);                                                   \
  } while (0)

/* A call that returns something else. */
#define CHECK_CALL(name, call)                                                          \
  do {                                                                                  \
    current = name;                                                                     \
    (void)(call);                                                                       \
  } while (0)

static uint64_t start_note(void) {
  uint64_t note = 0;
  peach_player_start(player, 0, 440, 0.8, &note);
  return note;
}

static void fail(double value, const char *message) {
  failure_count++;
  fprintf(stderr, "%s with %g: %s: %s\n", current, value, message, peach_error_message());
}

static int is_finite(void) {
  for (int frame = 0; frame < FRAMES; frame++) {
    if (!isfinite(left[frame]) || !isfinite(right[frame])) return 0;
  }
  return 1;
}

/* Closes what the call has opened, and checks its result and the sound of the player. */
static void finish(double value, peach_result result, int is_refused) {
  if (result > 0 || result < PEACH_ERROR_LIMIT) fail(value, "no result");
  if (is_refused && result == PEACH_OK) fail(value, "not refused");
  if (new_bank) peach_bank_close(new_bank);
  if (new_instrument) peach_instrument_close(new_instrument);
  if (new_player) {
    peach_player_note_on(new_player, 0, 60, 100);
    peach_player_render(new_player, left, right, 1, FRAMES);
    peach_player_close(new_player);
  }
  if (new_song) peach_song_close(new_song);
  if (new_renderer) peach_renderer_close(new_renderer);
  if (new_estimator) peach_estimator_close(new_estimator);
  if (new_tuning) peach_tuning_close(new_tuning);
  new_bank = NULL, new_instrument = NULL, new_player = NULL;
  new_song = NULL, new_renderer = NULL, new_estimator = NULL, new_tuning = NULL;
  if (!is_finite()) fail(value, "its sound is not finite");
  if (peach_player_render(player, left, right, 1, FRAMES)) fail(value, "the player is stuck");
  if (!is_finite()) fail(value, "the player is no longer finite");
}

static void call_with_extreme_numbers(void);

int extreme_numbers_failures(
    const void *bank_data, size_t bank_bytes, const void *song_data, size_t song_bytes,
    const char *audio_path) {
  path = audio_path;
  failure_count = 0;
  if (peach_bank_open_memory(bank_data, bank_bytes, &bank)) return 1;
  if (peach_song_open_memory(song_data, song_bytes, &song)) return 1;
  if (peach_instrument_open(bank, 0, NULL, &instrument)) return 1;
  if (peach_player_open(bank, NULL, &player)) return 1;
  if (peach_renderer_open(song, bank, NULL, &renderer)) return 1;
  if (peach_estimator_open(NULL, &estimator)) return 1;
  if (peach_tuning_open_name("vallotti", NULL, &tuning)) return 1;
  call_with_extreme_numbers();
  peach_bank_close(bank);
  peach_song_close(song);
  peach_instrument_close(instrument);
  peach_player_close(player);
  peach_renderer_close(renderer);
  peach_estimator_close(estimator);
  peach_tuning_close(tuning);
  return failure_count;
}

int extreme_numbers_function_count(void) { return function_count; }

const char *extreme_numbers_current(void) { return current; }
