// swift-format-ignore-file: AlwaysUseLowerCamelCase

import FluidSynthPOSIX

/// Memory that the caller frees.
enum CAllocation {
  /// Returns a copy of a string, to be freed by `fluid_free`.
  static func string(_ text: String) -> UnsafeMutablePointer<CChar>? { strdup(text) }
}

/// Frees memory that a function of this library returned.
@c public func fluid_free(_ memory: UnsafeMutableRawPointer?) { free(memory) }
