/* Commands and the log: group__command__interface.html, group__logging.html. */
#include "check.h"

#include <unistd.h>

static int logged;
static char last_message[256];

static void receive(int level, const char *message, void *data) {
  CHECK(level == FLUID_WARN && data == &logged);
  snprintf(last_message, sizeof last_message, "%s", message);
  logged++;
}

void check_shell(void) {
  fluid_log_function_t before = fluid_set_log_function(FLUID_WARN, receive, &logged);
  CHECK(fluid_log(FLUID_WARN, "%d %s", 7, "words") == FLUID_FAILED); /* documented */
  CHECK(logged == 1 && strcmp(last_message, "7 words") == 0);
  CHECK(fluid_set_log_function(FLUID_WARN, before, NULL) == receive);
  fluid_default_log_function(FLUID_INFO, "A message of the test.", NULL);

  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  fluid_midi_router_t *router =
      new_fluid_midi_router(settings, fluid_synth_handle_midi_event, synth);
  fluid_cmd_handler_t *handler = new_fluid_cmd_handler(synth, router);
  fluid_ostream_t out = fluid_get_stdout();
  CHECK(out == 1 && fluid_get_stdin() == 0);
  char command[300];
  snprintf(command, sizeof command, "load \"%s\"", bank);
  CHECK(fluid_command(handler, command, out) == 0);
  CHECK(fluid_synth_sfcount(synth) == 1);
  CHECK(fluid_command(handler, "gain 1.5", out) == 0);
  CHECK(fluid_synth_get_gain(synth) == 1.5f);
  CHECK(fluid_command(handler, "noteon 0 60 100", out) == 0);
  CHECK(fluid_synth_get_active_voice_count(synth) > 0);
  CHECK(fluid_command(handler, "set synth.gain 0.4", out) == 0);
  CHECK(fluid_synth_get_gain(synth) == 0.4f);
  CHECK(fluid_command(handler, "nonsense", out) == -1);
  CHECK(fluid_command(handler, "fonts", out) == 0);
  CHECK(fluid_command(handler, "# a comment", out) == 1);
  CHECK(fluid_command(handler, "quit", out) == -2);
  FILE *file = fopen("commands.txt", "w");
  fprintf(file, "gain 0.7\ncc 0 7 12\n");
  fclose(file);
  CHECK(fluid_source(handler, "commands.txt") == 0);
  CHECK(fluid_synth_get_gain(synth) == 0.7f);
  CHECK(fluid_source(handler, "/none") == -1);
#ifndef DEBIAN_LIBRARY /* declared, but not exported by Debian's library */
  fluid_cmd_handler_set_synth(handler, synth);
#endif
  fluid_cmd_handler_t *other = new_fluid_cmd_handler2(settings, synth, router, NULL);
  CHECK(fluid_command(other, "reset", out) == 0);
  delete_fluid_cmd_handler(other);

  int ends[2];
  CHECK(pipe(ends) == 0);
  CHECK(write(ends[1], "gain 0.9\nquit\n", 14) == 14);
  fluid_shell_t *shell = new_fluid_shell(settings, handler, ends[0], out, 1);
  for (int i = 0; i < 200 && fluid_synth_get_gain(synth) != 0.9f; i++) usleep(10000);
  usleep(50000); /* the shell ends */
  delete_fluid_shell(shell);
  CHECK(fluid_synth_get_gain(synth) == 0.9f);
  CHECK(dup2(ends[0], 0) == 0);
  CHECK(write(ends[1], "quit\n", 5) == 5);
  fluid_usershell(settings, handler);

#ifndef DEBIAN_LIBRARY
  /* Refused: there is no server. */
  fluid_server_t *server = new_fluid_server(settings, synth, router);
  CHECK(server == NULL && new_fluid_server2(settings, synth, router, NULL) == NULL);
  FAILED(fluid_server_join(NULL));
  delete_fluid_server(NULL);
#endif

  char path[300];
  CHECK(fluid_get_userconf(path, sizeof path) == NULL || strstr(path, "/.fluidsynth"));
  CHECK(strcmp(fluid_get_sysconf(path, sizeof path), "/etc/fluidsynth.conf") == 0);
  delete_fluid_cmd_handler(handler);
  delete_fluid_midi_router(router);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
}
