/* The C interface of Peach: sound banks, notes in hertz, MIDI, songs, and the threshold estimator.
 *
 * Results. Every function returns PEACH_OK or a negative error code, except those that return a
 * string or a number. After an error, peach_error_message() returns a message for the user. Outputs
 * are set only on success, unless stated otherwise.
 *
 * Handles. A handle identifies an object of the library; it is not an address. Null handles, closed
 * handles, handles of another type and arbitrary values are detected: the function returns
 * PEACH_ERROR_HANDLE. Objects keep what they use: a bank can be closed while players use it.
 *
 * Structures. Those with a member `size` are versioned: set it to sizeof, or call the structure's
 * init function, which also sets the defaults. Later versions append members. A shorter structure
 * of an older program has the defaults in the missing members. A longer structure of a newer
 * program is accepted if the members that this library does not know are 0.
 *
 * Threads. Functions can be called on any thread, also with the same handle. Unless stated
 * otherwise, they may allocate, lock, and read files; a call with a handle that another thread uses
 * may wait. Functions marked "real-time safe" do none of this: they are wait-free, and can be
 * called on an audio thread. They set no message. Closing waits for the calls that use the handle
 * on other threads.
 *
 * Audio is stereo, 32-bit floating point, ±1 at full scale. Functions write frame i to
 * left[i * stride] and right[i * stride], with strides of 1 through 65536. Separate buffers have a
 * stride of 1, interleaved ones of 2, with right = left + 1.
 *
 * Text is UTF-8.
 */
#ifndef PEACH_H
#define PEACH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the binary interface: the number in the soname, libpeach.so.0. It changes if a
 * function or a member changes or disappears. */
#define PEACH_ABI_VERSION 0

/* PEACH_OK, or an error code. */
typedef int32_t peach_result;

enum {
  PEACH_OK = 0,
  /* A handle that is null, closed, of another type, or not a handle. */
  PEACH_ERROR_HANDLE = -1,
  /* A null pointer, or a value out of range. */
  PEACH_ERROR_ARGUMENT = -2,
  /* A structure whose size is unknown, or that has members unknown to this library. */
  PEACH_ERROR_STRUCT_SIZE = -3,
  /* A file that cannot be read or written. */
  PEACH_ERROR_FILE = -4,
  /* A file with invalid contents. */
  PEACH_ERROR_FORMAT = -5,
  /* A preset or sound that does not exist. */
  PEACH_ERROR_NOT_FOUND = -6,
  /* A function that this build, or this file format, does not have. */
  PEACH_ERROR_UNSUPPORTED = -7,
  /* A full queue: render first. Or an object that another thread renders. */
  PEACH_ERROR_BUSY = -8,
  /* Too many objects, or a song that is too long. */
  PEACH_ERROR_LIMIT = -9
};

/* Whether straight tones replace the recorded pitch contour: vibrato, scoop and drift. Smooth ones
 * are straight tones whose partials have smooth levels, too. */
enum { PEACH_TONE_STRAIGHT = 0, PEACH_TONE_RECORDED = 1, PEACH_TONE_SMOOTH = 2 };

/* Whether chords are tuned to pure intervals, with dominant sevenths of 16:9 or of 7:4. They are
 * heard with PEACH_TONE_SMOOTH. */
enum { PEACH_ADAPTIVE_OFF = 0, PEACH_ADAPTIVE_FIVE = 1, PEACH_ADAPTIVE_SEVEN = 2 };

/* The partials of the lower and of the upper note of an octave that coincide where the octaves of
 * pianos and other strings are stretched: the second and the first, the fourth and the second, the
 * sixth and the third; or 6:3 in the bass, 4:2 at A3 and 2:1 in the treble. */
enum {
  PEACH_STRETCH_OFF = 0,
  PEACH_STRETCH_MIXED = 1,
  PEACH_STRETCH_2_TO_1 = 2,
  PEACH_STRETCH_4_TO_2 = 3,
  PEACH_STRETCH_6_TO_3 = 4
};

/* The format of the samples of a rendered file. */
enum { PEACH_FORMAT_INTEGER16 = 0, PEACH_FORMAT_INTEGER24 = 1, PEACH_FORMAT_FLOAT32 = 2 };

/* The procedures of an estimator. */
enum {
  /* One threshold: a Bayesian grid of threshold, bias and lapse rate. */
  PEACH_PROCEDURE_SINGLE = 0,
  /* Thresholds across the keyboard, as in the trainer. */
  PEACH_PROCEDURE_PROFILE = 1,
  /* A 2-down-1-up staircase (Levitt 1971) that starts at 100 cents. */
  PEACH_PROCEDURE_STAIRCASE = 2,
  /* The rule of Kazez et al. (2001). */
  PEACH_PROCEDURE_KAZEZ = 3,
  /* Pure or out of tune, as in the trainer: an interval sounds twice, once pure, and beats tell
   * which time it is not. The threshold is a number of beats, which the procedure converts to
   * cents for a pitch. Offsets are 0.05 to 50 cents, positive if the second interval is the pure
   * one, and "higher" is the answer for the second one. */
  PEACH_PROCEDURE_BEATS = 4
};

typedef struct peach_bank peach_bank;
typedef struct peach_instrument peach_instrument;
typedef struct peach_player peach_player;
typedef struct peach_song peach_song;
typedef struct peach_renderer peach_renderer;
typedef struct peach_estimator peach_estimator;
typedef struct peach_tuning peach_tuning;

/* ---- Library ---- */

/* Returns the version of Peach, such as "0.2.0". */
const char *peach_version(void);

/* Returns the PEACH_ABI_VERSION of the library that is loaded. Real-time safe. */
int32_t peach_abi_version(void);

/* Returns the message of the last error on this thread; empty if there was none. Valid until the
 * next call on this thread. */
const char *peach_error_message(void);

/* Returns a general description of a result. Real-time safe. */
const char *peach_result_text(peach_result result);

/* ---- Banks ---- */

/* A preset of a bank. */
typedef struct peach_preset {
  uint32_t size;
  int32_t bank;    /* 0 through 16383; 128 for percussion */
  int32_t program; /* 0 through 127 */
  int32_t is_percussion;
  char name[256]; /* truncated if it is longer */
} peach_preset;

/* Opens a bank file of any supported format: SF2, SF3, DLS, SFZ, EXS24, .aupreset, .dspreset, .pat,
 * audio files, or a folder of audio files. The file must not be modified until the bank, and what
 * uses it, are closed. */
peach_result peach_bank_open(const char *path, peach_bank **bank);

/* Opens a bank in memory, and copies it. External samples are missing. */
peach_result peach_bank_open_memory(const void *bytes, size_t byte_count, peach_bank **bank);

/* Opens `count` banks as one, for songs, players and instruments: each with the path of a file,
 * followed by presets or an offset as in `peach render --bank`, such as "drums.sf2:128",
 * "extra.sf2+1" or "cello.sfz=0:42". The presets of later banks have precedence. */
peach_result peach_bank_open_stack(const char *const *banks, size_t count, peach_bank **bank);

/* Opens a bank with one preset, a sine wave. */
peach_result peach_bank_open_sine(peach_bank **bank);

/* Opens the installed bank that has a sound, such as "cello", "sine" or "sf2:0:42": see
 * peach_bank_find_sound(). If several banks have it, opens the one whose preset is best in tune.
 * That may measure presets, which takes up to a second each when it happens first. */
peach_result peach_sound_open(const char *sound, peach_bank **bank, int32_t *preset);

peach_result peach_bank_close(peach_bank *bank);

/* Writes the bank's name, truncated if it is longer, with a terminating 0. */
peach_result peach_bank_name(const peach_bank *bank, char *name, size_t capacity);

/* Sets `count` to the number of warnings about the bank: samples that are missing, values that were
 * ignored and other faults of its file. */
peach_result peach_bank_warning_count(const peach_bank *bank, int32_t *count);

/* Writes the warning at an index, truncated if it is longer, with a terminating 0. */
peach_result peach_bank_warning(
    const peach_bank *bank, int32_t index, char *text, size_t capacity);

peach_result peach_bank_preset_count(const peach_bank *bank, int32_t *count);

/* Describes the preset at an index. Set preset->size first. */
peach_result peach_bank_preset(const peach_bank *bank, int32_t index, peach_preset *preset);

/* Finds a preset by bank and program. */
peach_result peach_bank_find_preset(
    const peach_bank *bank, int32_t number, int32_t program, int32_t *index);

/* Finds a preset by name, such as "cello", or by "sf2:BANK:PROGRAM". An exact name takes precedence
 * over a prefix, and a prefix over any other match. Case is ignored. Percussion does not match. */
peach_result peach_bank_find_sound(const peach_bank *bank, const char *sound, int32_t *index);

/* ---- Intonation ---- */

/* The tuning errors of a preset, in cents, over its keys and velocity layers. */
typedef struct peach_intonation {
  uint32_t size;
  int32_t unpitched_count; /* notes without a pitch */
  double median_before;    /* of the absolute errors; "after" the correction */
  double median_after;
  double worst_before;
  double worst_after;
  double worst_jump_before; /* between adjacent keys */
  double worst_jump_after;
  double worst_remainder; /* the largest error that may remain: the uncertainty, if it is larger */
} peach_intonation;

/* The tuning error of a note. */
typedef struct peach_key_intonation {
  uint32_t size;
  uint8_t key;
  uint8_t velocity; /* the lowest of its layer */
  uint8_t is_periodic; /* whether the pitch is exact, because all loops have equal periods */
  uint8_t reserved;
  double before; /* the signed error in cents */
  double after;
  double uncertainty; /* half of the 95 % confidence interval */
} peach_key_intonation;

/* Measures the intonation of a preset, which takes up to a third of a second; results are cached in
 * the user's cache folder. Percussion has no pitch: PEACH_ERROR_UNSUPPORTED.
 *
 * `summary` may be null; otherwise set its size first. Writes at most `capacity` notes to `keys`,
 * whose first element has its size set; `keys` is null if `capacity` is 0. Sets `count`, unless it
 * is null, to the number of notes. */
peach_result peach_bank_measure(
    const peach_bank *bank, int32_t preset, peach_intonation *summary, peach_key_intonation *keys,
    size_t capacity, size_t *count);

/* Writes a SoundFont whose presets are corrected, for any synthesizer. The bank must be a
 * SoundFont. */
peach_result peach_bank_write_tuned(const peach_bank *bank, const char *path);

/* ---- Notes in hertz ---- */

typedef struct peach_instrument_options {
  uint32_t size;
  int32_t tone;           /* PEACH_TONE_STRAIGHT (default) or PEACH_TONE_RECORDED */
  int32_t in_tune;        /* whether to correct the pitch of the samples; default 1 */
  int32_t interpolation;  /* 6 (default): taps of samples of twice the rate; 4, 8, 16 or 32 taps */
  double sample_rate;     /* in hertz, 8000 through 384000; default 48000 */
  double vibrato;         /* of straight tones: 0 (default) through 2; 1 is as recorded */
} peach_instrument_options;

/* A note. */
typedef struct peach_note {
  uint32_t size;
  uint32_t reserved;       /* 0 */
  double start;            /* in seconds; default 0 */
  double hertz;            /* positive; default 440 */
  double seconds;          /* positive, at most a day; default 1 */
  double amplitude;        /* 0 through 1; default 0.8 */
  double region_hertz;     /* the pitch that selects the sample; 0 (default) for `hertz` */
  double region_amplitude; /* the amplitude that selects the sample; 0 (default) for `amplitude` */
} peach_note;

/* Sets `hertz` to the frequency of a text: hertz such as "442.3", or a note with cents such as
 * "A4", "C#5" or "Bb3-20c" if A4 has the frequency `reference_pitch`, 380 through 480. */
peach_result peach_note_parse(const char *text, double reference_pitch, double *hertz);

/* Sets `hertz` to the frequency of A4 in the user's settings, which the program `peach` uses; 440
 * by default. */
peach_result peach_note_reference_pitch(double *hertz);

/* Sets the defaults. `size` is sizeof *options. */
peach_result peach_instrument_options_init(peach_instrument_options *options, size_t size);
peach_result peach_note_init(peach_note *note, size_t size);

/* Prepares a preset for rendering of notes. Null options are the defaults. Straight tones of a key
 * are prepared when a note first needs them, which takes up to a second; results are cached in the
 * user's cache folder. */
peach_result peach_instrument_open(
    const peach_bank *bank, int32_t preset, const peach_instrument_options *options,
    peach_instrument **instrument);

peach_result peach_instrument_close(peach_instrument *instrument);

/* Sets `frames` to the number of frames until the end of the last note. All notes of an array have
 * the size of the first. */
peach_result peach_instrument_frames(
    const peach_instrument *instrument, const peach_note *notes, size_t note_count, size_t *frames);

/* Renders `frames` frames of notes, with silence after them. The same notes yield bit-identical
 * output in every call. A note is silent after its duration, which includes a fade-out of 10 ms. At
 * most 64 notes sound together. */
peach_result peach_instrument_render(
    const peach_instrument *instrument, const peach_note *notes, size_t note_count, float *left,
    float *right, ptrdiff_t stride, size_t frames);

/* ---- Tunings ---- */

/* Creates the tuning of a temperament, such as "vallotti"; `peach tuning --list` has the names. The
 * root is a note without octave, such as "D" or "Bb"; null for C. A4 keeps its frequency. */
peach_result peach_tuning_open_name(const char *name, const char *root, peach_tuning **tuning);

/* Reads an AnaMark tuning (.tun) or a Scala scale (.scl): a file, or its bytes. */
peach_result peach_tuning_open_file(const char *path, peach_tuning **tuning);
peach_result peach_tuning_open_memory(const void *bytes, size_t byte_count, peach_tuning **tuning);

/* Reads a Scala scale (.scl) and its keyboard mapping (.kbm): files, or their bytes. */
peach_result peach_tuning_open_mapped_file(
    const char *scale, const char *mapping, peach_tuning **tuning);
peach_result peach_tuning_open_mapped_memory(
    const void *scale, size_t scale_byte_count, const void *mapping, size_t mapping_byte_count,
    peach_tuning **tuning);

peach_result peach_tuning_close(peach_tuning *tuning);

/* Sets `cents` to the deviation of a key, 0 through 127, from equal temperament with A4 at 440 Hz;
 * NaN for a key without a pitch. */
peach_result peach_tuning_cents(const peach_tuning *tuning, int32_t key, double *cents);

/* ---- Live ---- */

typedef struct peach_player_options {
  uint32_t size;
  int32_t maximum_voices; /* 1 through 4096; default 256 */
  int32_t effects;        /* whether there are reverb and chorus; default 1 */
  int32_t limiter;        /* whether peaks stay below -0.1 dBFS, 1.5 ms later; default 1 */
  int32_t tone;           /* PEACH_TONE_RECORDED (default), _STRAIGHT or _SMOOTH */
  int32_t in_tune;        /* whether to correct the pitch of presets; default 1 */
  double sample_rate;     /* in hertz, 8000 through 384000; default 48000 */
  double gain_decibels;   /* -60 through 20; default -14 */
  double vibrato;         /* of straight tones: 0 (default) through 2; 1 is as recorded */
  double reference_pitch; /* of A4 in hertz, 380 through 480; default 440. Notes in hertz and
                           * percussion keep their pitch */
  const peach_tuning *tuning; /* of the keys; null (default) for equal temperament */
  double purity;          /* of chords: 0 through 1 (default) */
  double glide;           /* the rate at which held notes follow the chords, 0 (default) through
                           * 100 cents per second */
  int32_t adaptive;       /* PEACH_ADAPTIVE_OFF (default), _FIVE or _SEVEN */
  uint16_t fixed_channels;   /* those that keep the tuning, a bit for each; default 0 */
  uint16_t untuned_channels; /* those that are neither analyzed nor tuned; default 0 */
  double stretch_amount;  /* the amount of the stretch: 0 through 2; default 1 */
  int32_t stretch;        /* PEACH_STRETCH_OFF (default) or another; corrects the pitch of presets,
                           * too. Notes in hertz keep their pitch */
  int32_t reserved;       /* 0 */
} peach_player_options;

/* MIDI bytes on a frame of a block: messages, or a fragment of one. */
typedef struct peach_event {
  size_t frame;
  const uint8_t *bytes;
  size_t byte_count;
} peach_event;

/* Sets the defaults. `size` is sizeof *options. */
peach_result peach_player_options_init(peach_player_options *options, size_t size);

/* Creates a synthesizer with 16 MIDI channels, and reads all presets of the bank. Null options are
 * the defaults. One thread renders; others control. Channels play the preset 0:0, channel 9
 * percussion. */
peach_result peach_player_open(
    const peach_bank *bank, const peach_player_options *options, peach_player **player);

peach_result peach_player_close(peach_player *player);

/* Selects the preset at an index on a channel, 0 through 15, or on all but percussion if it is -1.
 */
peach_result peach_player_select(peach_player *player, int32_t channel, int32_t preset);

/* Sends MIDI 1.0 messages, System Exclusive included, to be handled on a frame of
 * peach_player_clock(); in the next block if the frame is past, such as -1. */
peach_result peach_player_send(
    peach_player *player, const uint8_t *bytes, size_t byte_count, int64_t frame);

/* Sends a note-on or note-off. Channels are 0 through 15, keys and velocities 0 through 127. */
peach_result peach_player_note_on(
    peach_player *player, int32_t channel, int32_t key, int32_t velocity);
peach_result peach_player_note_off(peach_player *player, int32_t channel, int32_t key);

/* Starts a note of any pitch with the preset of a channel; sets `note` to its ID. The amplitude is
 * above 0, at most 1. */
peach_result peach_player_start(
    peach_player *player, int32_t channel, double hertz, double amplitude, uint64_t *note);

/* Changes the pitch of a note. A note that has ended is ignored. */
peach_result peach_player_retune(peach_player *player, uint64_t note, double hertz);

/* Fades out a note over a time, or releases it as a key does if the time is negative. */
peach_result peach_player_stop(peach_player *player, uint64_t note, double fade_seconds);

/* Prepares the presets that channels have selected since the last call, in tune or with straight
 * tones, which takes up to a few seconds each; until then, notes play as in the bank. Call it a
 * block after a program change. Sets `count`, unless it is null, to the number of presets. */
peach_result peach_player_service(peach_player *player, int32_t *count);

/* Sets `frame` to the number of frames rendered. Real-time safe. */
peach_result peach_player_clock(const peach_player *player, int64_t *frame);

/* Sets `count` to the number of active voices after the last block. Real-time safe. */
peach_result peach_player_voices(const peach_player *player, int32_t *count);

/* Renders the next frames. Real-time safe. Returns PEACH_ERROR_BUSY if another thread is rendering
 * the player. On errors, the buffers are unchanged. */
peach_result peach_player_render(
    peach_player *player, float *left, float *right, ptrdiff_t stride, size_t frames);

/* Renders the next frames with events, sorted by frame; at most 1024. Real-time safe. */
peach_result peach_player_render_events(
    peach_player *player, const peach_event *events, size_t event_count, float *left, float *right,
    ptrdiff_t stride, size_t frames);

/* ---- Songs ---- */

typedef struct peach_render_options {
  uint32_t size;
  int32_t sample_rate;    /* in hertz, 8000 through 384000; default 48000 */
  int32_t maximum_voices; /* 1 through 4096; default 256 */
  int32_t effects;        /* whether there are reverb and chorus; default 1 */
  int32_t limiter;        /* whether peaks stay below -0.1 dBFS; default 1 */
  int32_t tone;           /* PEACH_TONE_RECORDED (default), _STRAIGHT or _SMOOTH */
  int32_t in_tune;        /* whether to correct the pitch of the samples; default 0 */
  int32_t interpolation;  /* 6 (default): taps of samples of twice the rate; 4, 8, 16 or 32 taps */
  int32_t portable;       /* whether the output is bit-identical on all machines; default 0 */
  int32_t format;         /* of the samples of a file; default PEACH_FORMAT_INTEGER16 */
  double gain_decibels;   /* -60 through 20; default -14 */
  double vibrato;         /* of straight tones: 0 (default) through 2; 1 is as recorded */
  double reference_pitch; /* of A4 in hertz, 380 through 480; default 440 */
  const peach_tuning *tuning; /* of the keys; null (default) for equal temperament */
  double purity;          /* of chords: 0 through 1 (default) */
  int32_t adaptive;       /* PEACH_ADAPTIVE_OFF (default), _FIVE or _SEVEN */
  uint16_t fixed_channels; /* of the first port, a bit for each, that keep the tuning; default 0 */
  uint16_t untuned_channels; /* of the first port, that are neither analyzed nor tuned; default 0 */
  int32_t ends_repeated_notes; /* whether a note ends when its key plays again; default 0 */
  int32_t stretch;        /* PEACH_STRETCH_OFF (default) or another; corrects the pitch of the
                           * samples, too */
  double glide;           /* the rate at which held notes follow the chords, 0 (default) through
                           * 100 cents per second */
  double stretch_amount;  /* the amount of the stretch: 0 through 2; default 1 */
} peach_render_options;

/* A note of a song that is tuned to pure chords. */
typedef struct peach_tuned_note {
  double seconds; /* the time of its start */
  double cents;   /* the deviation from equal temperament at its start */
  int32_t port;   /* from 0 */
  int32_t channel; /* of the port, 0 through 15 */
  int32_t key;
  int32_t reserved; /* 0 */
} peach_tuned_note;

/* A summary of a rendered file. */
typedef struct peach_render_summary {
  uint32_t size;
  int32_t missing_preset_count; /* presets that the song selects and the bank lacks */
  int64_t frame_count;
  int64_t song_frame_count; /* without the decay after the end */
  int64_t clipped_frame_count;
  double peak; /* before clipping */
  int32_t missing_sample_count; /* silent samples that notes need: missing or damaged */
  int32_t reserved;             /* 0 */
} peach_render_summary;

/* Sets the defaults. `size` is sizeof *options. */
peach_result peach_render_options_init(peach_render_options *options, size_t size);

/* Opens a Standard MIDI File. */
peach_result peach_song_open(const char *path, peach_song **song);
peach_result peach_song_open_memory(const void *bytes, size_t byte_count, peach_song **song);
peach_result peach_song_close(peach_song *song);

/* Sets `seconds` to the duration without decay. */
peach_result peach_song_seconds(const peach_song *song, double *seconds);

/* Tunes the chords of a song as `options` say, with PEACH_ADAPTIVE_FIVE instead of _OFF. Writes at
 * most `capacity` notes to `notes`, sorted by their start; null if `capacity` is 0. Sets `count` to
 * their number. Percussion and bent notes are missing. */
peach_result peach_song_tune(
    const peach_song *song, const peach_render_options *options, peach_tuned_note *notes,
    size_t capacity, size_t *count);

/* Renders a song to an audio file: .wav, .flac, .ogg, .opus, .mp3, .aiff or .caf. Null options are
 * the defaults; `summary` may be null, otherwise set its size first. */
peach_result peach_song_render_file(
    const peach_song *song, const peach_bank *bank, const char *path,
    const peach_render_options *options, peach_render_summary *summary);

/* Prepares a song for rendering to buffers. Null options are the defaults. */
peach_result peach_renderer_open(
    const peach_song *song, const peach_bank *bank, const peach_render_options *options,
    peach_renderer **renderer);

peach_result peach_renderer_close(peach_renderer *renderer);

/* Sets `frames` to the maximum number of frames: the song and ten seconds of decay. */
peach_result peach_renderer_limit(const peach_renderer *renderer, int64_t *frames);

/* Renders the next frames. Sets `written` to their number: less than `frames` at the end of the
 * song, then 0. The end is rounded to 4096 frames. */
peach_result peach_renderer_read(
    peach_renderer *renderer, float *left, float *right, ptrdiff_t stride, size_t frames,
    size_t *written);

/* ---- Threshold estimation ---- */

typedef struct peach_estimator_options {
  uint32_t size;
  int32_t procedure; /* default PEACH_PROCEDURE_SINGLE */
  uint64_t seed;     /* of the jitter of offsets and of random directions; default random */
  /* The interval from the reference to the target, -12 through 12 semitones; default 0. With
   * PEACH_PROCEDURE_BEATS an interval that peach_interval_beats() accepts. */
  int32_t semitones;
  int32_t reserved; /* 0 */
  /* The duration of an interval with PEACH_PROCEDURE_BEATS, 0.1 through 60 s; default 2. */
  double seconds;
} peach_estimator_options;

/* An estimated threshold, in cents: 75 % of the answers are correct, without lapses. */
typedef struct peach_threshold {
  uint32_t size;
  int32_t has_interval; /* whether the procedure has a credible interval */
  double cents;
  double low; /* the 95 % credible interval */
  double high;
} peach_threshold;

/* Sets the defaults. `size` is sizeof *options. */
peach_result peach_estimator_options_init(peach_estimator_options *options, size_t size);

/* Creates an estimator. Null options are the defaults. To repeat a sequence of targets, keep the
 * seed that peach_estimator_options_init() has set. */
peach_result peach_estimator_open(
    const peach_estimator_options *options, peach_estimator **estimator);

peach_result peach_estimator_close(peach_estimator *estimator);

/* Begins a day, counted from any origin: the threshold may have drifted. */
peach_result peach_estimator_begin_day(peach_estimator *estimator, int32_t day);

/* Sets `cents` to the offset of the next target, 0.1 to 100 in magnitude (PEACH_PROCEDURE_BEATS:
 * 0.05 to 50): above the reference if `direction` is positive, below if it is negative, random if
 * it is 0. `key` is the pitch of the reference as a fractional MIDI key, 0 through 127. */
peach_result peach_estimator_next(
    peach_estimator *estimator, double key, int32_t direction, double *cents);

/* Records the answer to a target with an offset, which need not be that of peach_estimator_next():
 * whether the listener heard it above the reference. */
peach_result peach_estimator_answer(
    peach_estimator *estimator, double key, double cents, int32_t heard_higher);

/* Returns the estimated threshold. Set threshold->size first. */
peach_result peach_estimator_threshold(
    const peach_estimator *estimator, double key, peach_threshold *threshold);

/* Sets `hertz` to the number of beats per second of the lowest common partials of two notes that
 * sound together: a reference of `reference` Hz, and a note that is off by `cents` from the pure
 * interval (5-limit just intonation) of some semitones above it, or below if they are negative.
 * Semitones are 0, 3, 4, 5, 7, 8, 9 or 12 in magnitude; the common partials of others are too high
 * to be heard. */
peach_result peach_interval_beats(
    double reference, int32_t semitones, double cents, double *hertz);

#ifdef __cplusplus
}
#endif

#endif
