/* Generated from peach.h by Tests/Tools/extreme_numbers.py. */
#include "extreme-fixture.h"

static peach_preset make_peach_preset(void) {
  peach_preset made = {.size = sizeof made};
  return made;
}

static peach_preset *filled_peach_preset(void) {
  static peach_preset filled;
  filled = make_peach_preset();
  return &filled;
}

static peach_intonation make_peach_intonation(void) {
  peach_intonation made = {.size = sizeof made};
  return made;
}

static peach_intonation *filled_peach_intonation(void) {
  static peach_intonation filled;
  filled = make_peach_intonation();
  return &filled;
}

static peach_key_intonation make_peach_key_intonation(void) {
  peach_key_intonation made = {.size = sizeof made};
  return made;
}

static peach_key_intonation *filled_peach_key_intonation(void) {
  static peach_key_intonation filled;
  filled = make_peach_key_intonation();
  return &filled;
}

static peach_instrument_options make_peach_instrument_options(void) {
  peach_instrument_options made;
  peach_instrument_options_init(&made, sizeof made);
  return made;
}

static peach_instrument_options *filled_peach_instrument_options(void) {
  static peach_instrument_options filled;
  filled = make_peach_instrument_options();
  return &filled;
}

static peach_note make_peach_note(void) {
  peach_note made;
  peach_note_init(&made, sizeof made);
  return made;
}

static peach_note *filled_peach_note(void) {
  static peach_note filled;
  filled = make_peach_note();
  return &filled;
}

static peach_player_options make_peach_player_options(void) {
  peach_player_options made;
  peach_player_options_init(&made, sizeof made);
  return made;
}

static peach_player_options *filled_peach_player_options(void) {
  static peach_player_options filled;
  filled = make_peach_player_options();
  return &filled;
}

static peach_event make_peach_event(void) {
  peach_event made = {0, event_bytes, 3};
  return made;
}

static peach_event *filled_peach_event(void) {
  static peach_event filled;
  filled = make_peach_event();
  return &filled;
}

static peach_render_options make_peach_render_options(void) {
  peach_render_options made;
  peach_render_options_init(&made, sizeof made);
  return made;
}

static peach_render_options *filled_peach_render_options(void) {
  static peach_render_options filled;
  filled = make_peach_render_options();
  return &filled;
}

static peach_tuned_note make_peach_tuned_note(void) {
  peach_tuned_note made = {.key = 60};
  return made;
}

static peach_tuned_note *filled_peach_tuned_note(void) {
  static peach_tuned_note filled;
  filled = make_peach_tuned_note();
  return &filled;
}

static peach_render_summary make_peach_render_summary(void) {
  peach_render_summary made = {.size = sizeof made};
  return made;
}

static peach_render_summary *filled_peach_render_summary(void) {
  static peach_render_summary filled;
  filled = make_peach_render_summary();
  return &filled;
}

static peach_estimator_options make_peach_estimator_options(void) {
  peach_estimator_options made;
  peach_estimator_options_init(&made, sizeof made);
  return made;
}

static peach_estimator_options *filled_peach_estimator_options(void) {
  static peach_estimator_options filled;
  filled = make_peach_estimator_options();
  return &filled;
}

static peach_threshold make_peach_threshold(void) {
  peach_threshold made = {.size = sizeof made};
  return made;
}

static peach_threshold *filled_peach_threshold(void) {
  static peach_threshold filled;
  filled = make_peach_threshold();
  return &filled;
}

static void check_peach_bank_open_memory(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_bank_open_memory", peach_bank_open_memory(event_bytes, value, &new_bank));
  }
}

static void check_peach_bank_open_stack(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_bank_open_stack", peach_bank_open_stack(NULL, value, &new_bank));
  }
}

static void check_peach_bank_name(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_bank_name", peach_bank_name(bank, text, value));
  }
}

static void check_peach_bank_warning(void) {
  EACH(ints) {
    CHECK_RESULT("peach_bank_warning", peach_bank_warning(bank, value, NULL, 1));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_bank_warning", peach_bank_warning(bank, 0, NULL, value));
  }
}

static void check_peach_bank_preset(void) {
  EACH(ints) {
    CHECK_RESULT("peach_bank_preset", peach_bank_preset(bank, value, filled_peach_preset()));
  }
}

static void check_peach_bank_find_preset(void) {
  EACH(ints) {
    CHECK_RESULT("peach_bank_find_preset", peach_bank_find_preset(bank, value, 0, &integer));
  }
  EACH(ints) {
    CHECK_RESULT("peach_bank_find_preset", peach_bank_find_preset(bank, 0, value, &integer));
  }
}

static void check_peach_bank_measure(void) {
  EACH(ints) {
    CHECK_RESULT("peach_bank_measure", peach_bank_measure(bank, value, filled_peach_intonation(),
        filled_peach_key_intonation(), 1, &size));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_bank_measure", peach_bank_measure(bank, 0, filled_peach_intonation(),
        filled_peach_key_intonation(), value, &size));
  }
}

static void check_peach_note_parse(void) {
  EACH(doubles) {
    CHECK_RESULT("peach_note_parse", peach_note_parse(NULL, value, &number));
  }
}

static void check_peach_instrument_options_init(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_instrument_options_init",
        peach_instrument_options_init(filled_peach_instrument_options(), value));
  }
}

static void check_peach_note_init(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_note_init", peach_note_init(filled_peach_note(), value));
  }
}

static void check_peach_instrument_open(void) {
  EACH(ints) {
    CHECK_RESULT("peach_instrument_open", peach_instrument_open(bank, value,
        filled_peach_instrument_options(), &new_instrument));
  }
  EACH(ints) {
    peach_instrument_options changed = make_peach_instrument_options();
    changed.tone = value;
    CHECK_RESULT("peach_instrument_open", peach_instrument_open(bank, 0, &changed,
        &new_instrument));
  }
  EACH(ints) {
    peach_instrument_options changed = make_peach_instrument_options();
    changed.in_tune = value;
    CHECK_RESULT("peach_instrument_open", peach_instrument_open(bank, 0, &changed,
        &new_instrument));
  }
  EACH(ints) {
    peach_instrument_options changed = make_peach_instrument_options();
    changed.interpolation = value;
    CHECK_RESULT("peach_instrument_open", peach_instrument_open(bank, 0, &changed,
        &new_instrument));
  }
  EACH(doubles) {
    peach_instrument_options changed = make_peach_instrument_options();
    changed.sample_rate = value;
    CHECK_RESULT("peach_instrument_open", peach_instrument_open(bank, 0, &changed,
        &new_instrument));
  }
  EACH(doubles) {
    peach_instrument_options changed = make_peach_instrument_options();
    changed.vibrato = value;
    CHECK_RESULT("peach_instrument_open", peach_instrument_open(bank, 0, &changed,
        &new_instrument));
  }
}

static void check_peach_instrument_frames(void) {
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.start = value;
    CHECK_RESULT("peach_instrument_frames", peach_instrument_frames(instrument, &changed, 1,
        &size));
  }
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.hertz = value;
    CHECK_RESULT("peach_instrument_frames", peach_instrument_frames(instrument, &changed, 1,
        &size));
  }
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.seconds = value;
    CHECK_RESULT("peach_instrument_frames", peach_instrument_frames(instrument, &changed, 1,
        &size));
  }
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.amplitude = value;
    CHECK_RESULT("peach_instrument_frames", peach_instrument_frames(instrument, &changed, 1,
        &size));
  }
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.region_hertz = value;
    CHECK_RESULT("peach_instrument_frames", peach_instrument_frames(instrument, &changed, 1,
        &size));
  }
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.region_amplitude = value;
    CHECK_RESULT("peach_instrument_frames", peach_instrument_frames(instrument, &changed, 1,
        &size));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_instrument_frames", peach_instrument_frames(instrument,
        filled_peach_note(), value, &size));
  }
}

static void check_peach_instrument_render(void) {
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.start = value;
    CHECK_RESULT("peach_instrument_render", peach_instrument_render(instrument, &changed, 1, left,
        right, 1, FRAMES));
  }
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.hertz = value;
    CHECK_RESULT("peach_instrument_render", peach_instrument_render(instrument, &changed, 1, left,
        right, 1, FRAMES));
  }
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.seconds = value;
    CHECK_RESULT("peach_instrument_render", peach_instrument_render(instrument, &changed, 1, left,
        right, 1, FRAMES));
  }
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.amplitude = value;
    CHECK_RESULT("peach_instrument_render", peach_instrument_render(instrument, &changed, 1, left,
        right, 1, FRAMES));
  }
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.region_hertz = value;
    CHECK_RESULT("peach_instrument_render", peach_instrument_render(instrument, &changed, 1, left,
        right, 1, FRAMES));
  }
  EACH(doubles) {
    peach_note changed = make_peach_note();
    changed.region_amplitude = value;
    CHECK_RESULT("peach_instrument_render", peach_instrument_render(instrument, &changed, 1, left,
        right, 1, FRAMES));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_instrument_render", peach_instrument_render(instrument,
        filled_peach_note(), value, left, right, 1, FRAMES));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_instrument_render", peach_instrument_render(instrument,
        filled_peach_note(), 1, left, right, value, FRAMES));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_instrument_render", peach_instrument_render(instrument,
        filled_peach_note(), 1, left, right, 1, value));
  }
}

static void check_peach_tuning_open_memory(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_tuning_open_memory", peach_tuning_open_memory(event_bytes, value,
        &new_tuning));
  }
}

static void check_peach_tuning_open_mapped_memory(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_tuning_open_mapped_memory", peach_tuning_open_mapped_memory(event_bytes,
        value, event_bytes, 1, &new_tuning));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_tuning_open_mapped_memory", peach_tuning_open_mapped_memory(event_bytes, 1,
        event_bytes, value, &new_tuning));
  }
}

static void check_peach_tuning_cents(void) {
  EACH(ints) {
    CHECK_RESULT("peach_tuning_cents", peach_tuning_cents(tuning, value, &number));
  }
}

static void check_peach_player_options_init(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_player_options_init",
        peach_player_options_init(filled_peach_player_options(), value));
  }
}

static void check_peach_player_open(void) {
  EACH(ints) {
    peach_player_options changed = make_peach_player_options();
    changed.maximum_voices = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(ints) {
    peach_player_options changed = make_peach_player_options();
    changed.effects = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(ints) {
    peach_player_options changed = make_peach_player_options();
    changed.limiter = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(ints) {
    peach_player_options changed = make_peach_player_options();
    changed.tone = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(ints) {
    peach_player_options changed = make_peach_player_options();
    changed.in_tune = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(doubles) {
    peach_player_options changed = make_peach_player_options();
    changed.sample_rate = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(doubles) {
    peach_player_options changed = make_peach_player_options();
    changed.gain_decibels = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(doubles) {
    peach_player_options changed = make_peach_player_options();
    changed.vibrato = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(doubles) {
    peach_player_options changed = make_peach_player_options();
    changed.reference_pitch = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(doubles) {
    peach_player_options changed = make_peach_player_options();
    changed.purity = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(doubles) {
    peach_player_options changed = make_peach_player_options();
    changed.glide = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(ints) {
    peach_player_options changed = make_peach_player_options();
    changed.adaptive = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(doubles) {
    peach_player_options changed = make_peach_player_options();
    changed.stretch_amount = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
  EACH(ints) {
    peach_player_options changed = make_peach_player_options();
    changed.stretch = value;
    CHECK_RESULT("peach_player_open", peach_player_open(bank, &changed, &new_player));
  }
}

static void check_peach_player_select(void) {
  EACH(ints) {
    CHECK_RESULT("peach_player_select", peach_player_select(player, value, 0));
  }
  EACH(ints) {
    CHECK_RESULT("peach_player_select", peach_player_select(player, 0, value));
  }
}

static void check_peach_player_send(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_player_send", peach_player_send(player, event_bytes, value, -1));
  }
  EACH(longs) {
    CHECK_RESULT("peach_player_send", peach_player_send(player, event_bytes, 3, value));
  }
}

static void check_peach_player_note_on(void) {
  EACH(ints) {
    CHECK_RESULT("peach_player_note_on", peach_player_note_on(player, value, 69, 100));
  }
  EACH(ints) {
    CHECK_RESULT("peach_player_note_on", peach_player_note_on(player, 0, value, 100));
  }
  EACH(ints) {
    CHECK_RESULT("peach_player_note_on", peach_player_note_on(player, 0, 69, value));
  }
}

static void check_peach_player_note_off(void) {
  EACH(ints) {
    CHECK_RESULT("peach_player_note_off", peach_player_note_off(player, value, 69));
  }
  EACH(ints) {
    CHECK_RESULT("peach_player_note_off", peach_player_note_off(player, 0, value));
  }
}

static void check_peach_player_start(void) {
  EACH(ints) {
    CHECK_RESULT("peach_player_start", peach_player_start(player, value, 440, 0.8, &new_note));
  }
  EACH(doubles) {
    CHECK_RESULT("peach_player_start", peach_player_start(player, 0, value, 0.8, &new_note));
  }
  EACH(doubles) {
    CHECK_RESULT("peach_player_start", peach_player_start(player, 0, 440, value, &new_note));
  }
}

static void check_peach_player_retune(void) {
  EACH(identifiers) {
    CHECK_RESULT("peach_player_retune", peach_player_retune(player, value, 440));
  }
  EACH(doubles) {
    CHECK_RESULT("peach_player_retune", peach_player_retune(player, start_note(), value));
  }
}

static void check_peach_player_stop(void) {
  EACH(identifiers) {
    CHECK_RESULT("peach_player_stop", peach_player_stop(player, value, 0.01));
  }
  EACH(doubles) {
    CHECK_RESULT("peach_player_stop", peach_player_stop(player, start_note(), value));
  }
}

static void check_peach_player_render(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_player_render", peach_player_render(player, left, right, value, FRAMES));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_player_render", peach_player_render(player, left, right, 1, value));
  }
}

static void check_peach_player_render_events(void) {
  EACH(sizes) {
    peach_event changed = make_peach_event();
    changed.frame = value;
    CHECK_REFUSED("peach_player_render_events", peach_player_render_events(player, &changed, 1,
        left, right, 1, FRAMES));
  }
  EACH(sizes) {
    peach_event changed = make_peach_event();
    changed.byte_count = value;
    CHECK_REFUSED("peach_player_render_events", peach_player_render_events(player, &changed, 1,
        left, right, 1, FRAMES));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_player_render_events", peach_player_render_events(player,
        filled_peach_event(), value, left, right, 1, FRAMES));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_player_render_events", peach_player_render_events(player,
        filled_peach_event(), 1, left, right, value, FRAMES));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_player_render_events", peach_player_render_events(player,
        filled_peach_event(), 1, left, right, 1, value));
  }
}

static void check_peach_render_options_init(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_render_options_init",
        peach_render_options_init(filled_peach_render_options(), value));
  }
}

static void check_peach_song_open_memory(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_song_open_memory", peach_song_open_memory(event_bytes, value, &new_song));
  }
}

static void check_peach_song_tune(void) {
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.sample_rate = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.maximum_voices = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.effects = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.limiter = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.tone = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.in_tune = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.interpolation = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.portable = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.format = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.gain_decibels = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.vibrato = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.reference_pitch = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.purity = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.adaptive = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.ends_repeated_notes = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.stretch = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.glide = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.stretch_amount = value;
    CHECK_RESULT("peach_song_tune", peach_song_tune(song, &changed, filled_peach_tuned_note(), 1,
        &size));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_song_tune", peach_song_tune(song, filled_peach_render_options(),
        filled_peach_tuned_note(), value, &size));
  }
}

static void check_peach_song_render_file(void) {
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.sample_rate = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.maximum_voices = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.effects = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.limiter = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.tone = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.in_tune = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.interpolation = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.portable = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.format = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.gain_decibels = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.vibrato = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.reference_pitch = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.purity = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.adaptive = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.ends_repeated_notes = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.stretch = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.glide = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.stretch_amount = value;
    CHECK_RESULT("peach_song_render_file", peach_song_render_file(song, bank, path, &changed,
        filled_peach_render_summary()));
  }
}

static void check_peach_renderer_open(void) {
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.sample_rate = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.maximum_voices = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.effects = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.limiter = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.tone = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.in_tune = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.interpolation = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.portable = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.format = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.gain_decibels = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.vibrato = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.reference_pitch = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.purity = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.adaptive = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.ends_repeated_notes = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(ints) {
    peach_render_options changed = make_peach_render_options();
    changed.stretch = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.glide = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
  EACH(doubles) {
    peach_render_options changed = make_peach_render_options();
    changed.stretch_amount = value;
    CHECK_RESULT("peach_renderer_open", peach_renderer_open(song, bank, &changed, &new_renderer));
  }
}

static void check_peach_renderer_read(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_renderer_read", peach_renderer_read(renderer, left, right, value, FRAMES,
        &size));
  }
  EACH(sizes) {
    CHECK_REFUSED("peach_renderer_read", peach_renderer_read(renderer, left, right, 1, value,
        &size));
  }
}

static void check_peach_estimator_options_init(void) {
  EACH(sizes) {
    CHECK_REFUSED("peach_estimator_options_init",
        peach_estimator_options_init(filled_peach_estimator_options(), value));
  }
}

static void check_peach_estimator_open(void) {
  EACH(ints) {
    peach_estimator_options changed = make_peach_estimator_options();
    changed.procedure = value;
    CHECK_RESULT("peach_estimator_open", peach_estimator_open(&changed, &new_estimator));
  }
  EACH(identifiers) {
    peach_estimator_options changed = make_peach_estimator_options();
    changed.seed = value;
    CHECK_RESULT("peach_estimator_open", peach_estimator_open(&changed, &new_estimator));
  }
  EACH(ints) {
    peach_estimator_options changed = make_peach_estimator_options();
    changed.semitones = value;
    CHECK_RESULT("peach_estimator_open", peach_estimator_open(&changed, &new_estimator));
  }
  EACH(doubles) {
    peach_estimator_options changed = make_peach_estimator_options();
    changed.seconds = value;
    CHECK_RESULT("peach_estimator_open", peach_estimator_open(&changed, &new_estimator));
  }
}

static void check_peach_estimator_begin_day(void) {
  EACH(ints) {
    CHECK_RESULT("peach_estimator_begin_day", peach_estimator_begin_day(estimator, value));
  }
}

static void check_peach_estimator_next(void) {
  EACH(doubles) {
    CHECK_RESULT("peach_estimator_next", peach_estimator_next(estimator, value, 1, &number));
  }
  EACH(ints) {
    CHECK_RESULT("peach_estimator_next", peach_estimator_next(estimator, 69, value, &number));
  }
}

static void check_peach_estimator_answer(void) {
  EACH(doubles) {
    CHECK_RESULT("peach_estimator_answer", peach_estimator_answer(estimator, value, 10, 1));
  }
  EACH(doubles) {
    CHECK_RESULT("peach_estimator_answer", peach_estimator_answer(estimator, 69, value, 1));
  }
  EACH(ints) {
    CHECK_RESULT("peach_estimator_answer", peach_estimator_answer(estimator, 69, 10, value));
  }
}

static void check_peach_estimator_threshold(void) {
  EACH(doubles) {
    CHECK_RESULT("peach_estimator_threshold", peach_estimator_threshold(estimator, value,
        filled_peach_threshold()));
  }
}

static void check_peach_interval_beats(void) {
  EACH(doubles) {
    CHECK_RESULT("peach_interval_beats", peach_interval_beats(value, 4, 10, &number));
  }
  EACH(ints) {
    CHECK_RESULT("peach_interval_beats", peach_interval_beats(1, value, 10, &number));
  }
  EACH(doubles) {
    CHECK_RESULT("peach_interval_beats", peach_interval_beats(1, 4, value, &number));
  }
}

static void call_with_extreme_numbers(void) {
  check_peach_bank_open_memory();
  check_peach_bank_open_stack();
  check_peach_bank_name();
  check_peach_bank_warning();
  check_peach_bank_preset();
  check_peach_bank_find_preset();
  check_peach_bank_measure();
  check_peach_note_parse();
  check_peach_instrument_options_init();
  check_peach_note_init();
  check_peach_instrument_open();
  check_peach_instrument_frames();
  check_peach_instrument_render();
  check_peach_tuning_open_memory();
  check_peach_tuning_open_mapped_memory();
  check_peach_tuning_cents();
  check_peach_player_options_init();
  check_peach_player_open();
  check_peach_player_select();
  check_peach_player_send();
  check_peach_player_note_on();
  check_peach_player_note_off();
  check_peach_player_start();
  check_peach_player_retune();
  check_peach_player_stop();
  check_peach_player_render();
  check_peach_player_render_events();
  check_peach_render_options_init();
  check_peach_song_open_memory();
  check_peach_song_tune();
  check_peach_song_render_file();
  check_peach_renderer_open();
  check_peach_renderer_read();
  check_peach_estimator_options_init();
  check_peach_estimator_open();
  check_peach_estimator_begin_day();
  check_peach_estimator_next();
  check_peach_estimator_answer();
  check_peach_estimator_threshold();
  check_peach_interval_beats();
  function_count = 40;
}
