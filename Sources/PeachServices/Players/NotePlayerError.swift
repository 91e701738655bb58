public import PeachAudioOutput
import PeachMusicUnits

/// The reason why a player cannot play. `\(error)` is a message with a remedy.
public enum NotePlayerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A frequency that is not positive and finite.
  case notPlayable(hertz: Double)
  /// A frequency at or above half the sample rate, of which samples have another pitch.
  case aboveHalfSampleRate(hertz: Double, sampleRate: Double)
  /// A duration that is not positive, or longer than a day.
  case durationOutOfRange(seconds: Double)
  /// A frequency outside the pitch-bend range of the key whose sample is to be used.
  case outsidePitchBendRange(hertz: Double, key: UInt8)
  /// The preset has no region for the key and velocity of a note. `ranges` are its keys.
  case noRegion(hertz: Double, key: UInt8, velocity: UInt8, ranges: [ClosedRange<UInt8>])
  /// The device failed during playback.
  case deviceLost(AudioDeviceError)
  /// The device is paused, for example by a call. Resume it: `AudioDevice.resume()`.
  case interrupted(AudioInterruption)
  /// The sample of a note is a file that was not found. `warning` names the searched locations.
  case missingSample(hertz: Double, key: UInt8, file: String, warning: String)
  /// The sample of a note cannot be decoded.
  case damagedSample(hertz: Double, key: UInt8, message: String)
  /// The device is stopped.
  case notRunning
  /// The engine's command queue is full.
  case tooBusy
  /// Other players lease all channels of the engine.
  case noFreeChannel
  /// The bank has no such preset. `available` lists its presets as `bank:program name`.
  case noPreset(bank: UInt16, program: UInt8, available: [String])

  /// The message.
  public var description: String {
    switch self {
    case .notPlayable(let hertz):
      return "\(hertz) Hz is not playable. A frequency must be positive and finite."
    case .aboveHalfSampleRate(let hertz, let sampleRate):
      return "\(hertz) Hz is not below half the sample rate, \(sampleRate / 2) Hz. Use a lower "
        + "frequency or a higher sample rate."
    case .durationOutOfRange(let seconds):
      return "\(seconds) seconds is out of range. A duration must be positive and at most a day."
    case .outsidePitchBendRange(let hertz, let key):
      return "\(Self.text(hertz)) is outside the ±2 semitone pitch-bend range of key \(key). "
        + "Use the pitch mode \"frequency\", which has no range limit."
    case .noRegion(let hertz, let key, let velocity, let ranges):
      if ranges.isEmpty { return "The preset has no samples." }
      if ranges.contains(where: { $0.contains(key) }) {
        return "The preset has no sample for \(Self.text(hertz)), key \(key), at "
          + "velocity \(velocity). Use another amplitude."
      }
      return "The preset has no sample for \(Self.text(hertz)), key \(key). Play "
        + Self.nearest(to: key, of: ranges).map { Self.description(of: $0) }
        .joined(separator: "; or ") + "."
    case .deviceLost(let error): return "The audio device failed. \(error)"
    case .interrupted(let interruption): return "\(interruption)"
    case .missingSample(let hertz, let key, let file, let warning):
      return "The sample of \(Self.text(hertz)), key \(key), is missing: \(file). "
        + (warning.isEmpty ? "Load the bank with the folder of its samples." : warning)
    case .damagedSample(let hertz, let key, let message):
      return "\(Self.text(hertz)), key \(key), would be silent. \(message)"
    case .notRunning: return "The audio device is stopped. Create another engine."
    case .tooBusy: return "The audio device's command queue is full. Play fewer notes at a time."
    case .noFreeChannel:
      return "All \(PlaybackEngine.channelCount) channels of the engine are in use. "
        + "Release a player, or create another engine."
    case .noPreset(let bank, let program, let available):
      return "The bank has no preset \(bank):\(program). Available presets: "
        + available.prefix(8).joined(separator: ", ")
        + (available.count > 8 ? " and \(available.count - 8) more." : ".")
    }
  }

  private static func text(_ hertz: Double) -> String { "\(hertz.rounded(toDecimals: 2)) Hz" }

  /// Returns the nearest ranges below and above a key: both, or the only one.
  private static func nearest(
    to key: UInt8, of ranges: [ClosedRange<UInt8>]
  ) -> [ClosedRange<UInt8>] {
    let below = ranges.filter { $0.upperBound < key }.max { $0.upperBound < $1.upperBound }
    let above = ranges.filter { $0.lowerBound > key }.min { $0.lowerBound < $1.lowerBound }
    return [below, above].compactMap { $0 }
  }

  private static func description(of keys: ClosedRange<UInt8>) -> String {
    let (first, last) = (keys.lowerBound, keys.upperBound)
    if first == last { return "\(hertz(first)) Hz, key \(first)" }
    return "\(hertz(first)) to \(hertz(last)) Hz, keys \(first) to \(last)"
  }

  /// Returns a key's frequency, rounded to 0.1 Hz.
  private static func hertz(_ key: UInt8) -> Double {
    let frequency = FrequencyCalculation.frequency(noteNumber: Double(key))
    return (frequency.hertz * 10).rounded() / 10
  }
}
