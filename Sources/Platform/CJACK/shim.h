#include <jack/jack.h>
#include <jack/midiport.h>

// Swift calls no function with a variable number of arguments.
static inline jack_client_t *peach_jack_client_open(
    const char *name, jack_options_t options, jack_status_t *status) {
  return jack_client_open(name, options, status);
}
