#include "fluid-log.h"

#include <stdarg.h>
#include <stdio.h>

void peach_fluidsynth_log(int level, const char *message);

/* Formats a message of at most 1023 bytes, and logs it. Returns FLUID_FAILED, as log.h documents.
 */
int fluid_log(int level, const char *format, ...) {
  char message[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  peach_fluidsynth_log(level, message);
  return -1;
}
