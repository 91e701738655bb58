// The program of Scripts/test-arm64: prints what Tests/portable-run prints. The functions are those
// of Tests/PortableRun/Exports.swift.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

long peach_kernel_count(void);
uint64_t peach_kernel(long index);
uint64_t peach_random_case(uint64_t seed);
uint64_t peach_song(
    const void *bank, long bank_count, const void *song, long song_count, long seconds);

static void *read_file(const char *path, long *count) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    perror(path);
    exit(1);
  }
  *count = ftell(file);
  rewind(file);
  void *bytes = malloc((size_t)*count);
  if (!bytes || fread(bytes, 1, (size_t)*count, file) != (size_t)*count) {
    perror(path);
    exit(1);
  }
  fclose(file);
  return bytes;
}

static void report(const char *kind, long index, uint64_t hash) {
  printf("%s %ld %016llx\n", kind, index, (unsigned long long)hash);
}

int main(int count, char **arguments) {
  if (count < 4) return 64;
  for (long index = 0; index < peach_kernel_count(); index++) {
    report("kernel", index, peach_kernel(index));
  }
  const long cases = atol(arguments[1]), seconds = atol(arguments[2]);
  for (long seed = 0; seed < cases; seed++) report("case", seed, peach_random_case((uint64_t)seed));
  long bank_count, song_count;
  const void *bank = read_file(arguments[3], &bank_count);
  for (int index = 4; index < count; index++) {
    void *song = read_file(arguments[index], &song_count);
    report("song", index - 4, peach_song(bank, bank_count, song, song_count, seconds));
    free(song);
  }
  return 0;
}
