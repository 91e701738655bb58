/* The sequencer and its events: group__sequencer.html, group__sequencer__events.html. */
#include "check.h"

static int received, unregistered, last_type;
static unsigned int last_time;
static void *last_data;

static void receive(
    unsigned int time, fluid_event_t *event, fluid_sequencer_t *sequencer, void *data) {
  (void)sequencer;
  (void)data;
  if (fluid_event_get_type(event) == FLUID_SEQ_UNREGISTERING) {
    unregistered++;
    return;
  }
  received++;
  last_time = time;
  last_type = fluid_event_get_type(event);
  last_data = fluid_event_get_data(event);
}

static void check_events(void) {
  fluid_event_t *event = new_fluid_event();
  CHECK(fluid_event_get_source(event) == -1 && fluid_event_get_dest(event) == -1);
  fluid_event_set_source(event, 1);
  fluid_event_set_dest(event, 2);
  CHECK(fluid_event_get_source(event) == 1 && fluid_event_get_dest(event) == 2);
  fluid_event_note(event, 3, 60, 100, 500);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_NOTE && fluid_event_get_channel(event) == 3);
  CHECK(fluid_event_get_key(event) == 60 && fluid_event_get_velocity(event) == 100);
  CHECK(fluid_event_get_duration(event) == 500);
  fluid_event_noteon(event, 3, 60, 100);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_NOTEON);
  fluid_event_noteoff(event, 3, 60);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_NOTEOFF);
  fluid_event_all_sounds_off(event, 3);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_ALLSOUNDSOFF);
  fluid_event_all_notes_off(event, 3);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_ALLNOTESOFF);
  fluid_event_bank_select(event, 3, 8);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_BANKSELECT && fluid_event_get_bank(event) == 8);
  fluid_event_program_change(event, 3, 9);
  CHECK(fluid_event_get_program(event) == 9);
  fluid_event_program_select(event, 3, 2, 1, 5);
  CHECK(fluid_event_get_sfont_id(event) == 2 && fluid_event_get_bank(event) == 1);
  CHECK(fluid_event_get_program(event) == 5);
  fluid_event_control_change(event, 3, 7, 99);
  CHECK(fluid_event_get_control(event) == 7 && fluid_event_get_value(event) == 99);
  fluid_event_pitch_bend(event, 3, 20000); /* limited */
  CHECK(fluid_event_get_pitch(event) == 16383);
  fluid_event_pitch_wheelsens(event, 3, 12);
  CHECK(fluid_event_get_value(event) == 12);
  fluid_event_modulation(event, 3, 1);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_MODULATION);
  fluid_event_sustain(event, 3, 1);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_SUSTAIN);
  fluid_event_pan(event, 3, 1);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_PAN);
  fluid_event_volume(event, 3, 1);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_VOLUME);
  fluid_event_reverb_send(event, 3, 1);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_REVERBSEND);
  fluid_event_chorus_send(event, 3, 1);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_CHORUSSEND);
  fluid_event_key_pressure(event, 3, 60, 1);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_KEYPRESSURE);
  fluid_event_channel_pressure(event, 3, 1);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_CHANNELPRESSURE);
  fluid_event_system_reset(event);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_SYSTEMRESET);
  fluid_event_unregistering(event);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_UNREGISTERING);
  fluid_event_scale(event, 2000);
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_SCALE && fluid_event_get_scale(event) == 2000);
  fluid_midi_event_t *midi = new_fluid_midi_event();
  fluid_midi_event_set_type(midi, 0xb0);
  fluid_midi_event_set_control(midi, 10);
  OK(fluid_event_from_midi_event(event, midi));
  CHECK(fluid_event_get_type(event) == FLUID_SEQ_CONTROLCHANGE);
  CHECK(fluid_event_get_control(event) == 10);
  delete_fluid_midi_event(midi);
  delete_fluid_event(event);
}

void check_sequencer(void) {
  check_events();
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  fluid_synth_sfload(synth, bank, 1);
  fluid_sequencer_t *sequencer = new_fluid_sequencer2(0);
  CHECK(fluid_sequencer_get_use_system_timer(sequencer) == 0);
  CHECK(fluid_sequencer_get_time_scale(sequencer) == 1000);
  int data = 0;
  fluid_seq_id_t client = fluid_sequencer_register_client(sequencer, "client", receive, &data);
  fluid_seq_id_t output = fluid_sequencer_register_fluidsynth(sequencer, synth);
  CHECK(fluid_sequencer_count_clients(sequencer) == 2);
  CHECK(fluid_sequencer_get_client_id(sequencer, 0) == client);
  CHECK(fluid_sequencer_get_client_id(sequencer, 2) == FLUID_FAILED);
  CHECK(strcmp(fluid_sequencer_get_client_name(sequencer, client), "client") == 0);
  CHECK(fluid_sequencer_get_client_name(sequencer, 99) == NULL);
  CHECK(fluid_sequencer_client_is_dest(sequencer, output) == 1);

  /* A timer at 50 ms, and a note from 20 ms for 100 ms, in the time of the synthesizer. */
  fluid_event_t *event = new_fluid_event();
  fluid_event_set_source(event, -1);
  fluid_event_set_dest(event, client);
  fluid_event_timer(event, &data);
  OK(fluid_sequencer_send_at(sequencer, event, 50, 1));
  fluid_event_set_dest(event, output);
  fluid_event_note(event, 0, 60, 100, 100);
  OK(fluid_sequencer_send_at(sequencer, event, 20, 1));
  static float left[4410], right[4410];
  OK(fluid_synth_write_float(synth, 1764, left, 0, 1, right, 0, 1)); /* 40 ms */
  CHECK(received == 0);
  CHECK(fabsf(left[800]) < 1e-6f);
  CHECK(fluid_synth_get_active_voice_count(synth) > 0);
  OK(fluid_synth_write_float(synth, 882, left, 0, 1, right, 0, 1)); /* 60 ms */
  CHECK(received == 1 && last_type == FLUID_SEQ_TIMER && last_time == 50 && last_data == &data);
  OK(fluid_synth_write_float(synth, 4410, left, 0, 1, right, 0, 1));
  FAILED(fluid_synth_noteoff(synth, 0, 60)); /* the sequencer has released it */
  CHECK(fluid_sequencer_get_tick(sequencer) >= 120);

  fluid_event_set_dest(event, client);
  fluid_event_timer(event, NULL);
  fluid_sequencer_send_now(sequencer, event);
  CHECK(received == 2);
  OK(fluid_sequencer_send_at(sequencer, event, 10, 0));
  fluid_sequencer_remove_events(sequencer, -1, client, FLUID_SEQ_TIMER);
  fluid_sequencer_process(sequencer, 1000);
  CHECK(received == 2);
  fluid_sequencer_set_time_scale(sequencer, 500);
  CHECK(fluid_sequencer_get_time_scale(sequencer) == 500);
  fluid_midi_event_t *midi = new_fluid_midi_event();
  fluid_midi_event_set_type(midi, 0x90);
  fluid_midi_event_set_key(midi, 64);
  fluid_midi_event_set_velocity(midi, 100);
  OK(fluid_sequencer_add_midi_event_to_buffer(sequencer, midi));
  delete_fluid_midi_event(midi);
  fluid_sequencer_unregister_client(sequencer, client);
  CHECK(unregistered == 1 && fluid_sequencer_count_clients(sequencer) == 1);
  delete_fluid_event(event);
  delete_fluid_sequencer(sequencer);
  delete_fluid_sequencer(new_fluid_sequencer());
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
}
