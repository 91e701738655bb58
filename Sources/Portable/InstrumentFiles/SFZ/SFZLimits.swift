/// How much an SFZ file may ask for: its includes and macros could make a gigabyte of ten lines.
struct SFZLimits: Sendable {
  /// Files within files within files.
  var includeDepth = 32
  /// Files taken in, each as often as it is.
  var includeCount = 4096
  /// Bytes of text, those of included files as often as they are.
  var textBytes = 64 << 20
  /// Bytes that macros put in.
  var expandedBytes = 16 << 20
  /// Bytes of one macro.
  var macroBytes = 4096
  /// Macros.
  var macroCount = 4096
  /// Headers of all kinds.
  var headerCount = 200_000
  /// Regions.
  var regionCount = 100_000
  /// Opcodes under one header.
  var opcodeCount = 4096
}
