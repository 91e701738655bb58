public import PeachInstrumentModel

/// Which sound a note has, as a setting stores it and a person types it.
///
/// ```swift
/// SoundSource("sine")          // .sine
/// SoundSource("sf2:0:42")      // bank 0, program 42 of whichever bank has it
/// SoundSource("cello")         // the first preset whose name says so
/// ```
public enum SoundSource: Hashable, Sendable, CustomStringConvertible {
  /// A sine wave.
  case sine
  /// A preset by its numbers, in a file of this name or, where nil, in the first bank that has it.
  case preset(file: String?, PresetIdentifier)
  /// A preset by its name, or General MIDI's: upper and lower case are the same.
  case named(String)

  /// What a setting or a person wrote: `sine`, `sf2:<bank>:<program>`,
  /// `sf2:<file>:<bank>:<program>`, or a name. Nil for nothing, and for numbers out of range.
  public init?(_ text: String) {
    if text.isEmpty { return nil }
    if text == "sine" {
      self = .sine
      return
    }
    guard text.hasPrefix("sf2:") else {
      self = .named(text)
      return
    }
    let parts = text.dropFirst(4).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, let bank = UInt16(parts[parts.count - 2]),
      let program = UInt8(parts[parts.count - 1]), bank <= 16_383, program <= 127
    else { return nil }
    let file = parts.dropLast(2).joined(separator: ":")
    self = .preset(
      file: file.isEmpty ? nil : file, PresetIdentifier(bank: bank, program: program))
  }

  /// As a setting stores it; `SoundSource(source.description)` is the same source.
  public var description: String {
    switch self {
    case .sine: "sine"
    case .preset(let file?, let preset): "sf2:\(file):\(preset.bank):\(preset.program)"
    case .preset(nil, let preset): "sf2:\(preset.bank):\(preset.program)"
    case .named(let name): name
    }
  }
}
