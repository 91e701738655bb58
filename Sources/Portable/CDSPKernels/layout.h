// Compile-time checks of the layouts that the kernels share with Swift. Kernels load consecutive
// fields of a struct as one vector, and name its columns after the fields. A struct with other
// fields, or in another order, does not compile.
#pragma once

// Checks that a field follows another one without padding.
#define PEACH_ASSERT_NEXT(type, field, next)                                                   \
  _Static_assert(                                                                              \
      __builtin_offsetof(type, next) ==                                                        \
          __builtin_offsetof(type, field) + sizeof(((const type *)0)->field),                  \
      #next " must follow " #field " in " #type)

// Checks that four fields, or eight, are consecutive.
#define PEACH_ASSERT_CONSECUTIVE_4(type, first, second, third, fourth) \
  PEACH_ASSERT_NEXT(type, first, second);                              \
  PEACH_ASSERT_NEXT(type, second, third);                              \
  PEACH_ASSERT_NEXT(type, third, fourth)
#define PEACH_ASSERT_CONSECUTIVE_8(                                        \
    type, first, second, third, fourth, fifth, sixth, seventh, eighth)     \
  PEACH_ASSERT_CONSECUTIVE_4(type, first, second, third, fourth);          \
  PEACH_ASSERT_NEXT(type, fourth, fifth);                                  \
  PEACH_ASSERT_CONSECUTIVE_4(type, fifth, sixth, seventh, eighth)

// Checks a field's type, its number of elements and its offset, in elements.
#define PEACH_ASSERT_ELEMENTS(type, field, element, count, index)                          \
  _Static_assert(                                                                          \
      sizeof(((const type *)0)->field) == (count) * sizeof(element) &&                     \
          __builtin_offsetof(type, field) == (index) * sizeof(element),                    \
      #field " must be elements " #index "… of " #type)

// Names the eight columns of a matrix after the consecutive fields that it was loaded from.
#define PEACH_NAME_COLUMNS_8(                                                                  \
    type, matrix, first, second, third, fourth, fifth, sixth, seventh, eighth)                 \
  PEACH_ASSERT_CONSECUTIVE_8(                                                                  \
      type, first, second, third, fourth, fifth, sixth, seventh, eighth);                      \
  const peach_f32x8 first = (matrix).a, second = (matrix).b, third = (matrix).c;               \
  const peach_f32x8 fourth = (matrix).d, fifth = (matrix).e, sixth = (matrix).f;               \
  const peach_f32x8 seventh = (matrix).g, eighth = (matrix).h
