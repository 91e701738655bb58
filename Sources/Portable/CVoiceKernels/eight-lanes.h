// Vectors of eight numbers, which any processor has, if in two halves; and of sixteen.
#pragma once

// Vectors are handed from one part to another only where all becomes one function.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float peach_f8 __attribute__((ext_vector_type(8)));
typedef float peach_f16 __attribute__((ext_vector_type(16)));
typedef float peach_f2_anywhere __attribute__((ext_vector_type(2), aligned(4)));
typedef float peach_f4 __attribute__((ext_vector_type(4)));
typedef double peach_d4 __attribute__((ext_vector_type(4)));
typedef double peach_d8 __attribute__((ext_vector_type(8)));
typedef long long peach_l8 __attribute__((ext_vector_type(8)));
typedef int peach_i8 __attribute__((ext_vector_type(8)));
typedef unsigned peach_u8 __attribute__((ext_vector_type(8)));
typedef int peach_i16 __attribute__((ext_vector_type(16)));
typedef unsigned peach_u16 __attribute__((ext_vector_type(16)));
typedef float peach_f8_anywhere __attribute__((ext_vector_type(8), aligned(4)));
typedef float peach_f16_anywhere __attribute__((ext_vector_type(16), aligned(4)));
typedef float peach_f16_row __attribute__((ext_vector_type(16), aligned(64)));
typedef float peach_f8_row __attribute__((ext_vector_type(8), aligned(32)));
typedef double peach_d4_anywhere __attribute__((ext_vector_type(4), aligned(8)));
typedef double peach_d8_anywhere __attribute__((ext_vector_type(8), aligned(8)));
typedef float peach_f4_anywhere __attribute__((ext_vector_type(4), aligned(4)));
