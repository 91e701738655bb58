import PeachMusicUnits
public import PeachPlayback
public import PeachServices

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Frequencies as `Double` in hertz and durations as `TimeInterval` in seconds, beside the types.

extension NotePlayer {
  /// Plays a note of a frequency in hertz and a duration in seconds; see
  /// ``NotePlayer/play(frequency:duration:amplitude:region:)``.
  ///
  /// ```swift
  /// try await player.play(frequency: 442.3, duration: 2, amplitude: 0.8)
  /// ```
  ///
  /// - Throws: ``NotePlayerError``, also for numbers that are not finite.
  public func play(
    frequency: Double, duration: TimeInterval, amplitude: Double, region: RegionSelector? = nil
  ) async throws {
    try await play(
      frequency: .hertz(frequency), duration: Duration(playableSeconds: duration),
      amplitude: amplitude, region: region)
  }

  /// Starts a note of a frequency in hertz, which plays until it is released.
  ///
  /// - Throws: ``NotePlayerError``, also for a number that is not finite.
  public func start(
    frequency: Double, amplitude: Double, region: RegionSelector? = nil
  ) async throws -> HeldNote {
    try await start(frequency: .hertz(frequency), amplitude: amplitude, region: region)
  }

  /// Changes the pitch of a held note to a frequency in hertz. Does nothing if the note is over.
  ///
  /// - Throws: ``NotePlayerError``, also for a number that is not finite.
  public func retune(_ note: HeldNote, to frequency: Double) async throws {
    try await retune(note, to: .hertz(frequency))
  }
}

extension ScheduledNote {
  /// Creates a note with times in seconds and a frequency in hertz.
  ///
  /// ```swift
  /// try await player.play([
  ///   ScheduledNote(frequency: 440, duration: 1),
  ///   ScheduledNote(at: 1, frequency: 442, duration: 1),
  /// ]) { _ in }
  /// ```
  ///
  /// - Throws: ``NotePlayerError/durationOutOfRange(seconds:)`` if a time is negative, not finite
  ///   or longer than a day.
  public init(
    at start: TimeInterval = 0, frequency: Double, duration: TimeInterval, amplitude: Double = 0.8,
    region: RegionSelector? = nil
  ) throws(NotePlayerError) {
    self.init(
      at: start == 0 ? .zero : try Duration(playableSeconds: start), frequency: .hertz(frequency),
      duration: try Duration(playableSeconds: duration), amplitude: amplitude, region: region)
  }
}

extension RegionSelector {
  /// Creates a selector for a note of a frequency in hertz.
  public init(frequency: Double, amplitude: Double = 0.8) {
    self.init(frequency: .hertz(frequency), amplitude: amplitude)
  }
}

extension NoteRenderer {
  /// Creates the renderer of a note of a frequency in hertz and a duration in seconds.
  ///
  /// - Throws: ``NotePlayerError`` or ``SampleCodecError``.
  public init(
    playing chosen: BankPreset?, frequency: Double, duration: TimeInterval,
    amplitude: Double = 0.8, region: RegionSelector? = nil, sampleRate: Double = 48_000,
    options: NoteOptions = NoteOptions()
  ) throws {
    try self.init(
      playing: chosen, frequency: .hertz(frequency), duration: Duration(playableSeconds: duration),
      amplitude: amplitude, region: region, sampleRate: sampleRate, options: options)
  }
}

extension Duration {
  /// Creates a duration that a player accepts. Others would overflow a `Duration`.
  fileprivate init(playableSeconds seconds: TimeInterval) throws(NotePlayerError) {
    guard seconds > 0, seconds <= 86_400 else { throw .durationOutOfRange(seconds: seconds) }
    self = .seconds(seconds)
  }
}
