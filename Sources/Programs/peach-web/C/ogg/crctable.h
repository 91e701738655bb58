// Instead of libogg's table of 8 KB: the check sums of the bytes by the polynomial of Ogg pages (RFC 3533 §6), and of bytes that
// up to seven others follow.
static ogg_uint32_t (*crc_table(void))[256] {
  static ogg_uint32_t table[8][256];
  if (table[0][1] == 0) {
    for (ogg_uint32_t byte = 0; byte < 256; byte++) {
      ogg_uint32_t sum = byte << 24;
      for (int bit = 0; bit < 8; bit++) sum = sum << 1 ^ (sum >> 31 ? 0x04C11DB7 : 0);
      table[0][byte] = sum;
    }
    for (int later = 1; later < 8; later++)
      for (int byte = 0; byte < 256; byte++) {
        const ogg_uint32_t sum = table[later - 1][byte];
        table[later][byte] = sum << 8 ^ table[0][sum >> 24];
      }
  }
  return table;
}
#define crc_lookup (crc_table())
