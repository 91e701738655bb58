/// Limits of an SFZ file, whose includes and macros could turn ten lines into gigabytes.
enum SFZLimits {
  /// The depth of nested includes.
  static var includeDepth: Int { 32 }
  /// The number of includes, with repetitions.
  static var includeCount: Int { 4096 }
  /// The size of the text in bytes, with included files as often as they occur.
  static var textBytes: Int { 64 << 20 }
  /// The total size of macro expansions, in bytes.
  static var expandedBytes: Int { 16 << 20 }
  /// The size of a macro's value, in bytes.
  static var macroBytes: Int { 4096 }
  static var macroCount: Int { 4096 }
  /// The number of headers of all kinds.
  static var headerCount: Int { 200_000 }
  static var regionCount: Int { 100_000 }
  /// The number of opcodes of a header.
  static var opcodeCount: Int { 4096 }
}
