public import PeachAudioOutput

/// Why a player does not play. `\(error)` is a sentence for a person.
public enum NotePlayerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A frequency that is not finite and above zero.
  case notPlayable(hertz: Double)
  /// A duration that is not positive, or longer than a day.
  case durationOutOfRange(seconds: Double)
  /// The pitch wheel does not reach it from the key whose recording should sound.
  case beyondTheWheel(hertz: Double, key: UInt8)
  /// The device failed while it played.
  case deviceLost(AudioDeviceError)
  /// The device was stopped.
  case notRunning
  /// More than four thousand commands wait for the device.
  case tooBusy
  /// Every channel of the engine is taken by another player.
  case noChannelLeft
  /// The bank has no preset with these numbers; those it has, as `bank:program name`.
  case noPreset(bank: UInt16, program: UInt8, available: [String])

  /// What is wrong, in a sentence.
  public var description: String {
    switch self {
    case .notPlayable(let hertz):
      "\(hertz) Hz is not a pitch; it must be above zero and finite."
    case .durationOutOfRange(let seconds):
      "\(seconds) seconds is not a duration; it must be above zero and at most a day."
    case .beyondTheWheel(let hertz, let key):
      "The wheel does not reach \(hertz) Hz from key \(key); notes in hertz have no such bound."
    case .deviceLost(let error): "The sound device failed: \(error)"
    case .notRunning: "The sound device has been stopped; start the engine again."
    case .tooBusy: "Too many notes wait for the sound device."
    case .noChannelLeft: "Every channel of the engine is taken; make another engine."
    case .noPreset(let bank, let program, let available):
      "The bank has no preset \(bank):\(program). It has "
        + available.prefix(8).joined(separator: ", ")
        + (available.count > 8 ? " and \(available.count - 8) more." : ".")
    }
  }
}
