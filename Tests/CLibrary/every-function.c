/* Calls every function of peach.h with null, closed and wrong handles, with null pointers and wrong
 * sizes, and on several threads: every-function BANK.sf2 SONG.mid FOLDER. Scripts/library runs it
 * under AddressSanitizer and ThreadSanitizer. */
#include "extreme_numbers.h"

#include <math.h>
#include <peach.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 480

static int failures, checks;

#define EXPECT(expected, call)                                                                   \
  do {                                                                                           \
    peach_result found = (call);                                                                 \
    checks++;                                                                                    \
    if (found != (expected)) {                                                                   \
      failures++;                                                                                \
      fprintf(stderr, "%s:%d: %s is %d instead of %d: %s\n", __FILE__, __LINE__, #call, found,   \
              (expected), peach_error_message());                                                \
    }                                                                                            \
  } while (0)

static peach_bank *bank;
static peach_instrument *instrument;
static peach_player *player;
static peach_song *song;
static peach_renderer *renderer;
static peach_estimator *estimator;
static peach_tuning *tuning;
static const char *folder;
static float left[FRAMES], right[FRAMES];

/* Every function that takes a handle, with a handle that is not valid for it. Each type in turn is
 * the one that `wrong` has, if it is that of an open object; `skipped` names it. */
static void use_wrong(void *wrong, const char *skipped) {
  char name[8], path[512];
  int32_t number = 0;
  int64_t frame = 0;
  size_t count = 0;
  uint64_t id = 0;
  double value = 0;
  peach_preset preset = {.size = sizeof preset};
  peach_intonation intonation = {.size = sizeof intonation};
  peach_threshold threshold = {.size = sizeof threshold};
  peach_note note;
  peach_event event = {0, (const uint8_t *)"\x90\x45\x64", 3};
  peach_instrument *new_instrument;
  peach_player *new_player;
  peach_renderer *new_renderer;
  snprintf(path, sizeof path, "%s/never.wav", folder);
  EXPECT(PEACH_OK, peach_note_init(&note, sizeof note));
  if (strcmp(skipped, "bank")) {
    EXPECT(PEACH_ERROR_HANDLE, peach_bank_close(wrong));
    EXPECT(PEACH_ERROR_HANDLE, peach_bank_name(wrong, name, sizeof name));
    EXPECT(PEACH_ERROR_HANDLE, peach_bank_warning_count(wrong, &number));
    EXPECT(PEACH_ERROR_HANDLE, peach_bank_warning(wrong, 0, name, sizeof name));
    EXPECT(PEACH_ERROR_HANDLE, peach_bank_preset_count(wrong, &number));
    EXPECT(PEACH_ERROR_HANDLE, peach_bank_preset(wrong, 0, &preset));
    EXPECT(PEACH_ERROR_HANDLE, peach_bank_find_preset(wrong, 0, 0, &number));
    EXPECT(PEACH_ERROR_HANDLE, peach_bank_find_sound(wrong, "cello", &number));
    EXPECT(PEACH_ERROR_HANDLE, peach_bank_measure(wrong, 0, &intonation, NULL, 0, &count));
    EXPECT(PEACH_ERROR_HANDLE, peach_bank_write_tuned(wrong, path));
    EXPECT(PEACH_ERROR_HANDLE, peach_instrument_open(wrong, 0, NULL, &new_instrument));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_open(wrong, NULL, &new_player));
    EXPECT(PEACH_ERROR_HANDLE, peach_song_render_file(song, wrong, path, NULL, NULL));
    EXPECT(PEACH_ERROR_HANDLE, peach_renderer_open(song, wrong, NULL, &new_renderer));
  }
  if (strcmp(skipped, "instrument")) {
    EXPECT(PEACH_ERROR_HANDLE, peach_instrument_close(wrong));
    EXPECT(PEACH_ERROR_HANDLE, peach_instrument_frames(wrong, &note, 1, &count));
    EXPECT(PEACH_ERROR_HANDLE, peach_instrument_render(wrong, &note, 1, left, right, 1, FRAMES));
  }
  if (strcmp(skipped, "player")) {
    EXPECT(PEACH_ERROR_HANDLE, peach_player_close(wrong));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_select(wrong, 0, 0));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_send(wrong, event.bytes, 3, -1));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_note_on(wrong, 0, 69, 100));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_note_off(wrong, 0, 69));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_start(wrong, 0, 440, 0.8, &id));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_retune(wrong, 1, 441));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_stop(wrong, 1, 0.01));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_service(wrong, &number));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_clock(wrong, &frame));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_voices(wrong, &number));
    EXPECT(PEACH_ERROR_HANDLE, peach_player_render(wrong, left, right, 1, FRAMES));
    EXPECT(PEACH_ERROR_HANDLE,
           peach_player_render_events(wrong, &event, 1, left, right, 1, FRAMES));
  }
  if (strcmp(skipped, "song")) {
    EXPECT(PEACH_ERROR_HANDLE, peach_song_close(wrong));
    EXPECT(PEACH_ERROR_HANDLE, peach_song_seconds(wrong, &value));
    EXPECT(PEACH_ERROR_HANDLE, peach_song_tune(wrong, NULL, NULL, 0, &count));
    EXPECT(PEACH_ERROR_HANDLE, peach_song_render_file(wrong, bank, path, NULL, NULL));
    EXPECT(PEACH_ERROR_HANDLE, peach_renderer_open(wrong, bank, NULL, &new_renderer));
  }
  if (strcmp(skipped, "renderer")) {
    EXPECT(PEACH_ERROR_HANDLE, peach_renderer_close(wrong));
    EXPECT(PEACH_ERROR_HANDLE, peach_renderer_limit(wrong, &frame));
    EXPECT(PEACH_ERROR_HANDLE, peach_renderer_read(wrong, left, right, 1, FRAMES, &count));
  }
  if (strcmp(skipped, "tuning")) {
    peach_render_options with_tuning;
    EXPECT(PEACH_OK, peach_render_options_init(&with_tuning, sizeof with_tuning));
    with_tuning.tuning = wrong;
    EXPECT(PEACH_ERROR_HANDLE, peach_tuning_close(wrong));
    EXPECT(PEACH_ERROR_HANDLE, peach_tuning_cents(wrong, 60, &value));
    if (wrong)
      EXPECT(PEACH_ERROR_HANDLE, peach_song_tune(song, &with_tuning, NULL, 0, &count));
  }
  if (strcmp(skipped, "estimator")) {
    EXPECT(PEACH_ERROR_HANDLE, peach_estimator_close(wrong));
    EXPECT(PEACH_ERROR_HANDLE, peach_estimator_begin_day(wrong, 1));
    EXPECT(PEACH_ERROR_HANDLE, peach_estimator_next(wrong, 69, 0, &value));
    EXPECT(PEACH_ERROR_HANDLE, peach_estimator_answer(wrong, 69, 10, 1));
    EXPECT(PEACH_ERROR_HANDLE, peach_estimator_threshold(wrong, 69, &threshold));
  }
}

/* Every function that opens, with valid arguments. */
static void open_all(const char *bank_path, const char *song_path) {
  EXPECT(PEACH_OK, peach_bank_open(bank_path, &bank));
  EXPECT(PEACH_OK, peach_instrument_open(bank, 0, NULL, &instrument));
  EXPECT(PEACH_OK, peach_player_open(bank, NULL, &player));
  EXPECT(PEACH_OK, peach_song_open(song_path, &song));
  EXPECT(PEACH_OK, peach_renderer_open(song, bank, NULL, &renderer));
  EXPECT(PEACH_OK, peach_estimator_open(NULL, &estimator));
  EXPECT(PEACH_OK, peach_tuning_open_name("vallotti", "D", &tuning));
}

static void close_all(void) {
  EXPECT(PEACH_OK, peach_bank_close(bank));
  EXPECT(PEACH_OK, peach_instrument_close(instrument));
  EXPECT(PEACH_OK, peach_player_close(player));
  EXPECT(PEACH_OK, peach_song_close(song));
  EXPECT(PEACH_OK, peach_renderer_close(renderer));
  EXPECT(PEACH_OK, peach_estimator_close(estimator));
  EXPECT(PEACH_OK, peach_tuning_close(tuning));
}

/* Every function with its pointers null, then with sizes that are too small. */
static void use_null_pointers(void) {
  int32_t number;
  peach_bank *new_bank;
  peach_song *new_song;
  peach_note note = {0};
  peach_instrument_options instrument_options = {0};
  peach_player_options player_options = {0};
  peach_render_options render_options = {0};
  peach_estimator_options estimator_options = {0};
  peach_render_summary summary = {0};
  peach_instrument *new_instrument;
  peach_player *new_player;
  peach_renderer *new_renderer;
  peach_estimator *new_estimator;
  peach_tuning *new_tuning;
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_open_name(NULL, NULL, &new_tuning));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_open_name("vallotti", NULL, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_open_file(NULL, &new_tuning));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_open_file("x", NULL));
  EXPECT(PEACH_ERROR_FILE, peach_tuning_open_file("/nowhere.scl", &new_tuning));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_open_memory(NULL, 5, &new_tuning));
  EXPECT(PEACH_ERROR_FORMAT, peach_tuning_open_memory("bytes", 5, &new_tuning));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_open_mapped_file("x", NULL, &new_tuning));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_open_mapped_file(NULL, "x", &new_tuning));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_open_mapped_file("x", "x", NULL));
  EXPECT(PEACH_ERROR_FILE, peach_tuning_open_mapped_file("/nowhere.scl", "x", &new_tuning));
  const char *scale = "s\n1\n2\n";
  EXPECT(
      PEACH_ERROR_ARGUMENT, peach_tuning_open_mapped_memory(scale, 6, NULL, 5, &new_tuning));
  EXPECT(
      PEACH_ERROR_ARGUMENT, peach_tuning_open_mapped_memory(NULL, 6, "bytes", 5, &new_tuning));
  EXPECT(
      PEACH_ERROR_FORMAT, peach_tuning_open_mapped_memory(scale, 6, "bytes", 5, &new_tuning));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_open_mapped_memory(scale, 6, "bytes", 5, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_cents(tuning, 60, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_tuning_cents(tuning, -1, &note.hertz));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_song_tune(song, NULL, NULL, 0, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_song_tune(song, NULL, NULL, 3, &(size_t){0}));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_open(NULL, &new_bank));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_open("x", NULL));
  EXPECT(PEACH_ERROR_FILE, peach_bank_open("/nowhere.sf2", &new_bank));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_open_memory(NULL, 5, &new_bank));
  EXPECT(PEACH_ERROR_FORMAT, peach_bank_open_memory("bytes", 5, &new_bank));
  EXPECT(PEACH_ERROR_FORMAT, peach_bank_open_memory("", 0, &new_bank));
  const char *missing[1] = {NULL};
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_open_stack(NULL, 1, &new_bank));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_open_stack(missing, 0, &new_bank));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_open_stack(missing, 1, &new_bank));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_open_stack(missing, 1, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_open_sine(NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_sound_open(NULL, &new_bank, &number));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_sound_open("sine", NULL, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_name(bank, NULL, 10));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_warning_count(bank, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_warning(bank, 0, NULL, 10));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_preset_count(bank, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_preset(bank, 0, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_find_preset(bank, 0, 0, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_find_sound(bank, NULL, &number));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_find_sound(bank, "cello", NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_measure(bank, 0, NULL, NULL, 3, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_write_tuned(bank, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_instrument_open(bank, 0, NULL, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_instrument_frames(instrument, NULL, 1, &(size_t){0}));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_instrument_frames(instrument, NULL, 0, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_instrument_render(instrument, NULL, 1, left, right, 1, 1));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_instrument_render(instrument, NULL, 0, NULL, right, 1, 1));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_instrument_render(instrument, NULL, 0, left, right, 0, 1));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_player_open(bank, NULL, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_player_send(player, NULL, 3, -1));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_player_start(player, 0, 440, 0.8, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_player_clock(player, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_player_voices(player, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_player_render(player, left, NULL, 1, 1));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_player_render_events(player, NULL, 1, left, right, 1, 1));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_song_open(NULL, &new_song));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_song_open("x", NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_song_open_memory(NULL, 9, &new_song));
  EXPECT(PEACH_ERROR_FORMAT, peach_song_open_memory("bytes", 5, &new_song));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_song_seconds(song, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_song_render_file(song, bank, NULL, NULL, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_renderer_open(song, bank, NULL, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_renderer_limit(renderer, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_renderer_read(renderer, left, right, 1, 1, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_estimator_open(NULL, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_estimator_next(estimator, 69, 0, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_estimator_threshold(estimator, 69, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_interval_beats(440, 4, 1, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_interval_beats(440, 1, 1, &(double){0}));

  EXPECT(PEACH_ERROR_STRUCT_SIZE, peach_note_init(&note, 3));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_note_init(NULL, sizeof note));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_note_parse(NULL, 440, &note.hertz));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_note_parse("A4", 440, NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_note_parse("A4", NAN, &note.hertz));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_note_reference_pitch(NULL));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_instrument_options_init(NULL, sizeof instrument_options));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_player_options_init(NULL, sizeof player_options));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_render_options_init(NULL, sizeof render_options));
  EXPECT(PEACH_ERROR_ARGUMENT, peach_estimator_options_init(NULL, sizeof estimator_options));
  EXPECT(PEACH_ERROR_STRUCT_SIZE, peach_bank_preset(bank, 0, &(peach_preset){0}));
  EXPECT(PEACH_ERROR_STRUCT_SIZE,
         peach_bank_measure(bank, 0, &(peach_intonation){0}, NULL, 0, NULL));
  EXPECT(PEACH_ERROR_STRUCT_SIZE,
         peach_bank_measure(bank, 0, NULL, &(peach_key_intonation){0}, 1, NULL));
  EXPECT(PEACH_ERROR_STRUCT_SIZE,
         peach_instrument_open(bank, 0, &instrument_options, &new_instrument));
  EXPECT(PEACH_ERROR_STRUCT_SIZE, peach_instrument_frames(instrument, &note, 1, &(size_t){0}));
  EXPECT(PEACH_ERROR_STRUCT_SIZE, peach_player_open(bank, &player_options, &new_player));
  EXPECT(PEACH_ERROR_STRUCT_SIZE, peach_renderer_open(song, bank, &render_options, &new_renderer));
  EXPECT(PEACH_ERROR_STRUCT_SIZE, peach_song_render_file(song, bank, "x", NULL, &summary));
  EXPECT(PEACH_ERROR_STRUCT_SIZE, peach_estimator_open(&estimator_options, &new_estimator));
  EXPECT(PEACH_ERROR_STRUCT_SIZE,
         peach_estimator_threshold(estimator, 69, &(peach_threshold){0}));
}

/* Every function with valid arguments. */
static void use_all(const char *bank_path, const char *song_path) {
  char text[300];
  int32_t number;
  int64_t frame;
  size_t count;
  uint64_t id;
  double value;
  peach_note note;
  peach_instrument_options instrument_options;
  peach_player_options player_options;
  peach_render_options render_options;
  peach_estimator_options estimator_options;
  peach_preset preset = {.size = sizeof preset};
  peach_intonation intonation = {.size = sizeof intonation};
  peach_key_intonation keys[128] = {{.size = sizeof keys[0]}};
  peach_threshold threshold = {.size = sizeof threshold};
  peach_render_summary summary = {.size = sizeof summary};
  peach_event event = {7, (const uint8_t *)"\x90\x45\x64", 3};
  peach_bank *other;
  peach_song *other_song;
  EXPECT(PEACH_OK, peach_instrument_options_init(&instrument_options, sizeof instrument_options));
  EXPECT(PEACH_OK, peach_player_options_init(&player_options, sizeof player_options));
  EXPECT(PEACH_OK, peach_render_options_init(&render_options, sizeof render_options));
  EXPECT(PEACH_OK, peach_estimator_options_init(&estimator_options, sizeof estimator_options));
  EXPECT(PEACH_OK, peach_note_init(&note, sizeof note));
  EXPECT(PEACH_OK, peach_bank_open_sine(&other));
  EXPECT(PEACH_ERROR_UNSUPPORTED, peach_player_open(other, NULL, &player));
  EXPECT(PEACH_OK, peach_bank_close(other));
  EXPECT(PEACH_OK, peach_sound_open("sine", &other, &number));
  EXPECT(PEACH_OK, peach_bank_close(other));
  EXPECT(PEACH_OK, peach_bank_name(bank, text, sizeof text));
  EXPECT(0, strcmp(text, "Exact periods"));
  EXPECT(PEACH_OK, peach_bank_warning_count(bank, &number));
  EXPECT(0, number);
  EXPECT(PEACH_ERROR_ARGUMENT, peach_bank_warning(bank, 0, text, sizeof text));
  EXPECT(PEACH_OK, peach_bank_preset_count(bank, &number));
  EXPECT(3, number);
  EXPECT(PEACH_OK, peach_bank_preset(bank, 1, &preset));
  EXPECT(0, strcmp(preset.name, "Cello"));
  EXPECT(PEACH_OK, peach_bank_find_preset(bank, 128, 0, &number));
  EXPECT(2, number);
  EXPECT(PEACH_OK, peach_bank_find_sound(bank, "cel", &number));
  EXPECT(1, number);
  EXPECT(PEACH_OK, peach_bank_measure(bank, 1, &intonation, keys, 128, &count));
  EXPECT(0, fabs(intonation.worst_before - 13) > 0.1);
  EXPECT(PEACH_ERROR_UNSUPPORTED, peach_bank_measure(bank, 2, &intonation, NULL, 0, &count));
  snprintf(text, sizeof text, "%s/tuned.sf2", folder);
  EXPECT(PEACH_OK, peach_bank_write_tuned(bank, text));
  EXPECT(PEACH_OK, peach_bank_open(text, &other));
  EXPECT(PEACH_OK, peach_bank_close(other));

  note.seconds = 0.005;
  EXPECT(PEACH_OK, peach_instrument_frames(instrument, &note, 1, &count));
  EXPECT(240, (int)count);
  EXPECT(PEACH_OK, peach_instrument_render(instrument, &note, 1, left, right, 1, FRAMES));
  EXPECT(0, left[100] == 0 || left[300] != 0);

  EXPECT(PEACH_OK, peach_player_select(player, -1, 1));
  EXPECT(PEACH_OK, peach_player_service(player, &number));
  EXPECT(PEACH_OK, peach_player_send(player, event.bytes, 3, 100));
  EXPECT(PEACH_OK, peach_player_note_on(player, 0, 57, 100));
  EXPECT(PEACH_OK, peach_player_start(player, 0, 442.3, 0.8, &id));
  EXPECT(PEACH_OK, peach_player_render(player, left, right, 1, FRAMES));
  EXPECT(PEACH_OK, peach_player_retune(player, id, 450));
  EXPECT(PEACH_OK, peach_player_stop(player, id, 0.01));
  EXPECT(PEACH_OK, peach_player_note_off(player, 0, 57));
  EXPECT(PEACH_OK, peach_player_render_events(player, &event, 1, left, right, 1, FRAMES));
  EXPECT(PEACH_OK, peach_player_clock(player, &frame));
  EXPECT(2 * FRAMES, (int)frame);
  EXPECT(PEACH_OK, peach_player_voices(player, &number));
  EXPECT(0, number < 2);

  EXPECT(PEACH_OK, peach_song_seconds(song, &value));
  EXPECT(0, fabs(value - 2) > 1e-9);
  snprintf(text, sizeof text, "%s/song.wav", folder);
  EXPECT(PEACH_OK, peach_song_render_file(song, bank, text, &render_options, &summary));
  EXPECT(96000, (int)summary.song_frame_count);
  EXPECT(PEACH_OK, peach_renderer_limit(renderer, &frame));
  for (count = 1; count > 0;) {
    EXPECT(PEACH_OK, peach_renderer_read(renderer, left, right, 1, FRAMES, &count));
    frame -= (int64_t)count;
  }
  EXPECT(0, frame < 0);

  EXPECT(PEACH_OK, peach_estimator_begin_day(estimator, 1));
  EXPECT(PEACH_OK, peach_estimator_next(estimator, 69, -1, &value));
  EXPECT(0, value >= 0);
  EXPECT(PEACH_OK, peach_estimator_answer(estimator, 69, value, 0));
  EXPECT(PEACH_OK, peach_estimator_threshold(estimator, 69, &threshold));
  EXPECT(0, threshold.low > threshold.cents || threshold.high < threshold.cents);
  /* The third partial of the reference and the second of a fifth that is 1200 cents wide. */
  EXPECT(PEACH_OK, peach_interval_beats(100, 7, 1200, &value));
  EXPECT(0, value < 299.999 || value > 300.001);

  FILE *file = fopen(song_path, "rb");
  count = file ? fread(text, 1, sizeof text, file) : 0;
  if (file) fclose(file);
  EXPECT(PEACH_OK, peach_song_open_memory(text, count, &other_song));
  EXPECT(PEACH_OK, peach_song_close(other_song));
  char *bytes = malloc(1 << 20);
  file = fopen(bank_path, "rb");
  count = file && bytes ? fread(bytes, 1, 1 << 20, file) : 0;
  if (file) fclose(file);
  EXPECT(PEACH_OK, peach_bank_open_memory(bytes, count, &other));
  free(bytes);
  EXPECT(PEACH_OK, peach_bank_close(other));
  EXPECT(PEACH_ABI_VERSION, peach_abi_version());
  EXPECT(0, strlen(peach_version()) < 5);
  EXPECT(0, strlen(peach_result_text(PEACH_ERROR_BUSY)) < 5);
}

static void *render_until_closed(void *data) {
  float output[2 * 64];
  peach_result *last = data;
  for (*last = PEACH_OK; *last == PEACH_OK;) {
    *last = peach_player_render(player, output, output + 1, 2, 64);
  }
  return NULL;
}

static void *render_notes(void *data) {
  float output[2 * FRAMES];
  peach_note note;
  (void)data;
  peach_note_init(&note, sizeof note);
  for (int index = 0; index < 50; index++) {
    note.hertz = 400 + index;
    peach_instrument_render(instrument, &note, 1, output, output + 1, 2, FRAMES);
  }
  return NULL;
}

/* A player is rendered on one thread, controlled on another, and closed while it is rendered. Two
 * threads use one instrument, which is closed concurrently. */
static void use_threads(const char *bank_path, const char *song_path) {
  pthread_t audio, notes[2];
  peach_result last;
  open_all(bank_path, song_path);
  pthread_create(&audio, NULL, render_until_closed, &last);
  for (int index = 0; index < 2; index++) pthread_create(&notes[index], NULL, render_notes, NULL);
  for (int index = 0; index < 2000; index++) {
    uint64_t id;
    int64_t frame;
    peach_result result = peach_player_start(player, 0, 300 + index, 0.5, &id);
    if (result != PEACH_ERROR_BUSY) EXPECT(PEACH_OK, result);
    result = peach_player_note_on(player, index % 16, index % 128, 100);
    if (result != PEACH_ERROR_BUSY) EXPECT(PEACH_OK, result);
    peach_player_stop(player, id, 0.001);
    if (index % 100 == 0) EXPECT(PEACH_OK, peach_player_service(player, NULL));
    EXPECT(PEACH_OK, peach_player_clock(player, &frame));
  }
  close_all();
  pthread_join(audio, NULL);
  for (int index = 0; index < 2; index++) pthread_join(notes[index], NULL);
  EXPECT(PEACH_ERROR_HANDLE, last);
}

static size_t read_file(const char *path, char *bytes, size_t capacity) {
  FILE *file = fopen(path, "rb");
  size_t count = file ? fread(bytes, 1, capacity, file) : 0;
  if (file) fclose(file);
  return count;
}

/* Every function with numbers that are infinite, NaN, huge, subnormal or negative. */
static void use_extreme_numbers(const char *bank_path, const char *song_path) {
  static char bank_bytes[1 << 20], song_bytes[1 << 16], path[512];
  size_t bank_count = read_file(bank_path, bank_bytes, sizeof bank_bytes);
  size_t song_count = read_file(song_path, song_bytes, sizeof song_bytes);
  snprintf(path, sizeof path, "%s/extreme.wav", folder);
  EXPECT(0, extreme_numbers_failures(bank_bytes, bank_count, song_bytes, song_count, path));
  printf("%d functions with extreme numbers\n", extreme_numbers_function_count());
}

int main(int argument_count, char **arguments) {
  if (argument_count != 4) return 64;
  folder = arguments[3];
  open_all(arguments[1], arguments[2]);
  use_wrong(NULL, "");
  use_wrong((void *)main, "");
  use_wrong(left, "");
  for (uintptr_t bits = 1; bits != 0; bits <<= 1) {
    use_wrong((void *)bits, "");
    use_wrong((void *)~bits, "");
  }
  use_wrong(bank, "bank");
  use_wrong(instrument, "instrument");
  use_wrong(player, "player");
  use_wrong(song, "song");
  use_wrong(renderer, "renderer");
  use_wrong(estimator, "estimator");
  use_wrong(tuning, "tuning");
  use_null_pointers();
  use_all(arguments[1], arguments[2]);
  close_all();
  use_wrong(bank, "");
  use_wrong(instrument, "");
  use_wrong(player, "");
  use_wrong(song, "");
  use_wrong(renderer, "");
  use_wrong(estimator, "");
  use_wrong(tuning, "");
  use_extreme_numbers(arguments[1], arguments[2]);
  use_threads(arguments[1], arguments[2]);
  printf("%d checks, %d failures\n", checks, failures);
  return failures != 0;
}
