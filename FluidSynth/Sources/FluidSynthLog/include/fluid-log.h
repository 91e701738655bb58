/* The function of FluidSynth's interface with a variable number of arguments. */
#ifndef PEACH_FLUID_LOG_H
#define PEACH_FLUID_LOG_H

int fluid_log(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
