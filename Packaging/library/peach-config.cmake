# Defines the targets peach::peach, the shared library, and peach::static.
get_filename_component(peach_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET peach::peach)
  add_library(peach::peach SHARED IMPORTED)
  set_target_properties(peach::peach PROPERTIES
    IMPORTED_LOCATION "${peach_prefix}/lib/libpeach.so"
    INTERFACE_INCLUDE_DIRECTORIES "${peach_prefix}/include")

  add_library(peach::static STATIC IMPORTED)
  set_target_properties(peach::static PROPERTIES
    IMPORTED_LOCATION "${peach_prefix}/lib/libpeach.a"
    INTERFACE_INCLUDE_DIRECTORIES "${peach_prefix}/include"
    INTERFACE_LINK_LIBRARIES "@PRIVATE@")
endif()
