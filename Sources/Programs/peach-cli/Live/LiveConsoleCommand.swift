import PeachServices

/// A command typed in a running `peach live`, one per line.
enum LiveConsoleCommand: Equatable {
  case ports
  case connect(String, isConnecting: Bool)
  case presets(String)
  case program(channel: Int, PresetIdentifier)
  case bank(String)
  case panic
  case status
  case help
  case quit

  static let overview = """
    ports               list MIDI ports; * marks connected ones
    connect PORT        connect a port by its number or part of its name
    disconnect PORT     disconnect a port
    presets [TEXT]      list the presets whose names contain TEXT
    program CH BANK:PROGRAM
                        select a preset on a channel, 1 to 16
    bank FILE           load another bank
    panic               stop all sound
    status              show levels, voices and load
    quit                end the session
    """

  /// Parses a line; returns `nil` for an empty one.
  init?(_ line: String) throws(UsageError) {
    let parts = line.split(whereSeparator: \.isWhitespace).map { String($0) }
    guard let word = parts.first else { return nil }
    let rest = parts.dropFirst().joined(separator: " ")
    switch (word, parts.count) {
    case ("ports", 1): self = .ports
    case ("connect", 2...): self = .connect(rest, isConnecting: true)
    case ("disconnect", 2...): self = .connect(rest, isConnecting: false)
    case ("presets", _): self = .presets(rest)
    case ("program", 3): self = try Self.program(channel: parts[1], preset: parts[2])
    case ("bank", 2...):
      try StandardStream.checkInput(rest)
      self = .bank(rest)
    case ("panic", 1): self = .panic
    case ("status", 1): self = .status
    case ("help", 1), ("?", 1): self = .help
    case ("quit", 1), ("q", 1), ("exit", 1): self = .quit
    default:
      throw UsageError(reason: "Unknown command \"\(line)\". Type help for a list of commands.")
    }
  }

  /// Parses a channel, 1 to 16, and a preset such as `128:0`.
  static func program(channel: String, preset: String) throws(UsageError) -> LiveConsoleCommand {
    guard let number = Int(channel), 1...SamplerUnit.channelCount ~= number else {
      throw UsageError(reason: "Invalid channel \"\(channel)\". Use 1 to 16.")
    }
    guard let identifier = PresetIdentifier(preset) else {
      throw UsageError(reason: "Invalid preset \"\(preset)\". Use BANK:PROGRAM, such as 0:40.")
    }
    return .program(channel: number - 1, identifier)
  }
}
