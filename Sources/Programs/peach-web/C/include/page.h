// The functions of the page's script that the module calls.
#pragma once

// Has the script straighten or correct a preset, by its index and that of its instrument; `purpose`
// is a StraighteningRequest.Purpose. `files` are four numbers for each file: addresses and lengths
// of its path and its bytes. Returns the length of the result, which is in the input buffer; of an
// error message, negated; or 0. With the instrument −1, tunes the chords of a song; see
// analysis_straight.
__attribute__((import_module("env"), import_name("straighten")))
int peach_straighten(const void *files, int count, int instrument, int preset, int purpose);
