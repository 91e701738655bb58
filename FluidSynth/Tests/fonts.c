/* Fonts and loaders: group__soundfont__management.html, group__soundfonts.html. */
#include "check.h"

static int opened, closed, loaded, freed;

/* A loader that reads the bank under another name. */
static void *open_file(const char *name) {
  if (strcmp(name, "memory") != 0) return NULL;
  opened++;
  return fopen(bank, "rb");
}

static int read_file(void *buffer, fluid_long_long_t count, void *file) {
  return fread(buffer, 1, count, file) == (size_t)count ? FLUID_OK : FLUID_FAILED;
}

static int seek_file(void *file, fluid_long_long_t offset, int origin) {
  return fseek(file, offset, origin) == 0 ? FLUID_OK : FLUID_FAILED;
}

static fluid_long_long_t tell_file(void *file) { return ftell(file); }

static int close_file(void *file) {
  closed++;
  return fclose(file) == 0 ? FLUID_OK : FLUID_FAILED;
}

static fluid_sfont_t *load_nothing(fluid_sfloader_t *loader, const char *name) {
  (void)loader;
  (void)name;
  loaded++;
  return NULL;
}

static void free_loader(fluid_sfloader_t *loader) {
  freed++;
  delete_fluid_sfloader(loader);
}

void check_fonts(void) {
  fluid_settings_t *settings = new_fluid_settings();
  fluid_synth_t *synth = new_fluid_synth(settings);
  int id = -1, number = -1, program = -1;

  FAILED(fluid_synth_sfload(synth, "/none", 1));
  CHECK(fluid_synth_sfcount(synth) == 0 && fluid_synth_get_sfont(synth, 0) == NULL);
  CHECK(fluid_synth_sfload(synth, bank, 0) == 1);
  CHECK(fluid_synth_sfload(synth, bank, 1) == 2);
  CHECK(fluid_synth_sfcount(synth) == 2);
  fluid_sfont_t *top = fluid_synth_get_sfont(synth, 0); /* the last loaded */
  CHECK(fluid_sfont_get_id(top) == 2);
  CHECK(fluid_synth_get_sfont_by_id(synth, 1) != NULL);
  CHECK(fluid_synth_get_sfont_by_id(synth, 9) == NULL);
  CHECK(fluid_synth_get_sfont_by_name(synth, bank) == top);
  CHECK(strcmp(fluid_sfont_get_name(top), bank) == 0);

  fluid_preset_t *preset = fluid_sfont_get_preset(top, 0, 0);
  CHECK(preset && fluid_preset_get_banknum(preset) == 0 && fluid_preset_get_num(preset) == 0);
  CHECK(fluid_preset_get_sfont(preset) == top && fluid_preset_get_name(preset)[0]);
  CHECK(fluid_sfont_get_preset(top, 5, 99) == NULL);
  fluid_sfont_iteration_start(top);
  int count = 0;
  while (fluid_sfont_iteration_next(top)) count++;
  CHECK(count >= 1);

  OK(fluid_synth_program_select(synth, 0, 1, 0, 0));
  OK(fluid_synth_get_program(synth, 0, &id, &number, &program));
  CHECK(id == 1 && number == 0 && program == 0);
  CHECK(fluid_synth_get_channel_preset(synth, 0) != preset);
  FAILED(fluid_synth_program_select(synth, 0, 9, 0, 0));
  FAILED(fluid_synth_program_select(synth, 0, 1, 5, 99));
#ifndef DEBIAN_LIBRARY /* crashes in version 2.3.1 */
  OK(fluid_synth_program_select_by_sfont_name(synth, 0, bank, 0, 0));
  CHECK(fluid_synth_get_channel_preset(synth, 0) == preset);
#endif
  OK(fluid_synth_bank_select(synth, 1, 7));
  OK(fluid_synth_sfont_select(synth, 1, 2));
  OK(fluid_synth_program_change(synth, 1, 0)); /* falls back to bank 0 */
  CHECK(fluid_synth_get_channel_preset(synth, 1) == preset);
  FAILED(fluid_synth_program_change(synth, 1, -1));
  OK(fluid_synth_unset_program(synth, 1));
  CHECK(fluid_synth_get_channel_preset(synth, 1) == NULL);
  FAILED(fluid_synth_noteon(synth, 1, 60, 100));
  OK(fluid_synth_program_reset(synth));

  CHECK(fluid_synth_get_bank_offset(synth, 1) == 0);
  OK(fluid_synth_set_bank_offset(synth, 1, 10));
  CHECK(fluid_synth_get_bank_offset(synth, 1) == 10);
  FAILED(fluid_synth_set_bank_offset(synth, 9, 1));
  OK(fluid_synth_program_select(synth, 0, 1, 10, 0));
  OK(fluid_synth_pin_preset(synth, 2, 0, 0));
  OK(fluid_synth_unpin_preset(synth, 2, 0, 0));
  FAILED(fluid_synth_pin_preset(synth, 2, 5, 99));
  CHECK(fluid_synth_sfreload(synth, 1) == 1);
  OK(fluid_synth_sfunload(synth, 1, 1));
  FAILED(fluid_synth_sfunload(synth, 1, 1));
  CHECK(fluid_synth_sfcount(synth) == 1);

  delete_fluid_synth(synth);

  /* Loaders are added before fonts are loaded. */
  synth = new_fluid_synth(settings);
  fluid_sfloader_t *memory = new_fluid_defsfloader(settings);
  OK(fluid_sfloader_set_callbacks(memory, open_file, read_file, seek_file, tell_file, close_file));
  FAILED(fluid_sfloader_set_callbacks(memory, NULL, read_file, seek_file, tell_file, close_file));
  fluid_synth_add_sfloader(synth, memory);
  fluid_sfloader_t *nothing = new_fluid_sfloader(load_nothing, free_loader);
  CHECK(nothing != NULL && new_fluid_sfloader(NULL, free_loader) == NULL);
  OK(fluid_sfloader_set_data(nothing, &opened));
  CHECK(fluid_sfloader_get_data(nothing) == &opened);
  fluid_synth_add_sfloader(synth, nothing);
  CHECK(fluid_synth_sfload(synth, "memory", 1) == 1);
  CHECK(opened == 1 && closed == 1 && loaded == 1);
  OK(fluid_synth_noteon(synth, 0, 60, 100));
  delete_fluid_synth(synth);
  CHECK(freed == 1); /* the synthesizer frees its loaders */
  delete_fluid_settings(settings);
}
