/* MIDI events, router and driver: group__midi__events.html, group__midi__router.html and
 * group__midi__input.html. */
#include "check.h"

static int received, last_type, last_channel, last_first, last_second;

static int receive(void *data, fluid_midi_event_t *event) {
  (void)data;
  received++;
  last_type = fluid_midi_event_get_type(event);
  last_channel = fluid_midi_event_get_channel(event);
  last_first = fluid_midi_event_get_key(event);
  last_second = fluid_midi_event_get_velocity(event);
  return FLUID_OK;
}

static void check_events(void) {
  fluid_midi_event_t *event = new_fluid_midi_event();
  OK(fluid_midi_event_set_type(event, 0x90));
  CHECK(fluid_midi_event_get_type(event) == 0x90);
  OK(fluid_midi_event_set_channel(event, 3));
  CHECK(fluid_midi_event_get_channel(event) == 3);
  OK(fluid_midi_event_set_key(event, 60));
  CHECK(fluid_midi_event_get_key(event) == 60);
  OK(fluid_midi_event_set_velocity(event, 100));
  CHECK(fluid_midi_event_get_velocity(event) == 100);
  OK(fluid_midi_event_set_control(event, 7));
  CHECK(fluid_midi_event_get_control(event) == 7);
  OK(fluid_midi_event_set_value(event, 80));
  CHECK(fluid_midi_event_get_value(event) == 80);
  OK(fluid_midi_event_set_program(event, 5));
  CHECK(fluid_midi_event_get_program(event) == 5);
  OK(fluid_midi_event_set_pitch(event, 9000));
  CHECK(fluid_midi_event_get_pitch(event) == 9000);
  void *bytes = NULL;
  int count = 0;
  FAILED(fluid_midi_event_get_text(event, &bytes, &count)); /* another type */
  OK(fluid_midi_event_set_text(event, "text", 4, 0));
  OK(fluid_midi_event_get_text(event, &bytes, &count));
  CHECK(count == 4 && memcmp(bytes, "text", 4) == 0);
  OK(fluid_midi_event_set_lyrics(event, strdup("la"), 2, 1)); /* the event frees it */
  OK(fluid_midi_event_get_lyrics(event, &bytes, &count));
  CHECK(count == 2);
  OK(fluid_midi_event_set_sysex(event, "\x7e\x7f\x09\x01", 4, 0));
  CHECK(fluid_midi_event_get_type(event) == 0xf0);
  delete_fluid_midi_event(event);
}

void check_midi(void) {
  check_events();
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  fluid_midi_router_t *router = new_fluid_midi_router(settings, receive, NULL);
  fluid_midi_event_t *event = new_fluid_midi_event();
  fluid_midi_event_set_type(event, 0x90);
  fluid_midi_event_set_channel(event, 1);
  fluid_midi_event_set_key(event, 60);
  fluid_midi_event_set_velocity(event, 100);
  OK(fluid_midi_router_handle_midi_event(router, event));
  CHECK(received == 1 && last_channel == 1 && last_first == 60 && last_second == 100);
  OK(fluid_midi_router_clear_rules(router));
  OK(fluid_midi_router_handle_midi_event(router, event));
  CHECK(received == 1); /* no rule passes it */

  /* A rule maps channel 1 to 4, and transposes by an octave at half the velocity. */
  fluid_midi_router_rule_t *rule = new_fluid_midi_router_rule();
  fluid_midi_router_rule_set_chan(rule, 1, 1, 1, 3);
  fluid_midi_router_rule_set_param1(rule, 0, 127, 1, 12);
  fluid_midi_router_rule_set_param2(rule, 0, 127, 0.5f, 0);
  OK(fluid_midi_router_add_rule(router, rule, FLUID_MIDI_ROUTER_RULE_NOTE));
  OK(fluid_midi_router_handle_midi_event(router, event));
  CHECK(received == 2 && last_type == 0x90);
  CHECK(last_channel == 4 && last_first == 72 && last_second == 50);
  fluid_midi_event_set_channel(event, 2);
  OK(fluid_midi_router_handle_midi_event(router, event));
  CHECK(received == 2); /* another channel */
  rule = new_fluid_midi_router_rule();
  FAILED(fluid_midi_router_add_rule(router, rule, FLUID_MIDI_ROUTER_RULE_COUNT));
  delete_fluid_midi_router_rule(rule);
  OK(fluid_midi_router_set_default_rules(router));
  OK(fluid_midi_dump_prerouter(router, event));
  CHECK(received == 3);
  fluid_midi_dump_postrouter(synth, event);
  delete_fluid_midi_event(event);
  delete_fluid_midi_router(router);

  OK(fluid_settings_setstr(settings, "midi.driver", "none"));
  CHECK(new_fluid_midi_driver(settings, receive, NULL) == NULL);
  delete_fluid_midi_driver(NULL);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
}
