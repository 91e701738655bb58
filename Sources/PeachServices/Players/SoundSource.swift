public import PeachInstrumentModel

/// The sound of a note, as stored in settings and typed by users.
///
/// ```swift
/// SoundSource("sine")          // .sine
/// SoundSource("sf2:0:42")      // bank 0, program 42 of the first sound bank that has it
/// SoundSource("cello")         // the first preset with a matching name
/// ```
public enum SoundSource: Hashable, Sendable, CustomStringConvertible {
  /// A sine wave.
  case sine
  /// A preset by numbers, in a bank with this file name or, if `nil`, in the first that has it.
  case preset(file: String?, PresetIdentifier)
  /// A preset by name, case-insensitive.
  case named(String)

  /// Parses `sine`, `sf2:<bank>:<program>`, `sf2:<file>:<bank>:<program>`, or a preset name.
  /// Returns `nil` for an empty string, and for numbers out of range.
  public init?(_ text: String) {
    if text.isEmpty { return nil }
    guard text.hasPrefix("sf2:") else {
      self = text == "sine" ? .sine : .named(text)
      return
    }
    let fields = text.dropFirst(4).split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count >= 2, let bank = UInt16(fields[fields.count - 2]),
      let program = UInt8(fields[fields.count - 1]), bank <= 16_383, program <= 127
    else { return nil }
    let file = fields.dropLast(2).joined(separator: ":")
    self = .preset(file: file.isEmpty ? nil : file, PresetIdentifier(bank: bank, program: program))
  }

  /// The string that ``init(_:)`` parses to the same source.
  public var description: String {
    switch self {
    case .sine: "sine"
    case .preset(let file?, let preset): "sf2:\(file):\(preset.bank):\(preset.program)"
    case .preset(nil, let preset): "sf2:\(preset.bank):\(preset.program)"
    case .named(let name): name
    }
  }
}
