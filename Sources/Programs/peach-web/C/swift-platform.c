// What Embedded Swift needs of its platform.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Unicode data, without its tables, which are 30 KB to load: every scalar is normalized, and a
// character of its own. Texts are equal if their scalars are.
const uint8_t *const _swift_stdlib_nfd_decompositions = 0;
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return UINT32_MAX; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return 0; }
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar) { return UINT8_MAX; }
bool _swift_stdlib_isExtendedPictographic(uint32_t scalar) { return false; }
bool _swift_stdlib_isInCB_Consonant(uint32_t scalar) { return false; }

// The seeds of hash tables. The standard library's generator would need its printf, and has no
// other source of entropy here.
void arc4random_buf(void *bytes, size_t count) {
  static uint32_t state = 0x9E3779B9;
  for (uint8_t *byte = bytes; count > 0; count--, byte++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    *byte = (uint8_t)state;
  }
}

// Parses decimal numbers.
const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}
