import Peach

/// What somebody who plays asks `peach live` for, a line each.
enum LiveOrder: Equatable {
  case ports
  case connect(String)
  case disconnect(String)
  case presets(String)
  case program(channel: Int, PresetIdentifier)
  case bank(String)
  case panic
  case status
  case help
  case quit

  static let overview = """
    ports               MIDI ports to connect with, and those that are
    connect PORT        by its number or a part of its name
    disconnect PORT
    presets [TEXT]      presets of the bank whose names have the text
    program CH BANK:PROGRAM
                        puts a preset on a channel, 1 to 16
    bank FILE           another bank
    panic               silence at once
    status              level, voices, load
    quit
    """

  /// The order of a line; nil for an empty one.
  init?(_ line: String) throws(UsageError) {
    let parts = line.split(whereSeparator: \.isWhitespace).map { String($0) }
    guard let word = parts.first else { return nil }
    let rest = parts.dropFirst().joined(separator: " ")
    switch (word, parts.count) {
    case ("ports", 1): self = .ports
    case ("connect", 2...): self = .connect(rest)
    case ("disconnect", 2...): self = .disconnect(rest)
    case ("presets", _): self = .presets(rest)
    case ("program", 3): self = try Self.program(channel: parts[1], preset: parts[2])
    case ("bank", 2...): self = .bank(rest)
    case ("panic", 1): self = .panic
    case ("status", 1): self = .status
    case ("help", 1), ("?", 1): self = .help
    case ("quit", 1), ("q", 1), ("exit", 1): self = .quit
    default: throw UsageError(reason: "\"\(line)\" is not understood; write help.")
    }
  }

  /// A preset for a channel, counted from 1: `10` and `128:0`.
  static func program(channel: String, preset: String) throws(UsageError) -> LiveOrder {
    guard let number = Int(channel), 1...SamplerUnit.channelCount ~= number else {
      throw UsageError(reason: "\"\(channel)\" is no channel; they are 1 to 16.")
    }
    guard let identifier = PresetIdentifier(preset) else {
      throw UsageError(
        reason: "\"\(preset)\" is no preset; write its bank and program, like 0:40.")
    }
    return .program(channel: number - 1, identifier)
  }
}
