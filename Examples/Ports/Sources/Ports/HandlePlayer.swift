import Foundation
import PeachAudio

/// A player whose notes are in hertz, velocities and decibels, and have handles.
public struct HandlePlayer: Sendable {
  public let player: any NotePlayer

  public init(_ player: any NotePlayer) { self.player = player }

  /// Starts a note. The velocity selects the samples; 0 dB is the sound at full level.
  public func play(
    frequency: Double, velocity: UInt8 = 102, amplitudeDB: Double = 0
  ) async throws -> PlaybackHandle {
    let note = try await player.start(
      frequency: .hertz(frequency), amplitude: Decibels(amplitudeDB).amplitude,
      region: region(frequency, velocity))
    return PlaybackHandle(note: note, player: player)
  }

  /// Plays a note and returns when it is over.
  public func play(
    frequency: Double, duration: TimeInterval, velocity: UInt8 = 102, amplitudeDB: Double = 0
  ) async throws {
    try await player.play(
      frequency: .hertz(frequency), duration: .seconds(duration),
      amplitude: Decibels(amplitudeDB).amplitude, region: region(frequency, velocity))
  }

  /// Ends all notes of the player.
  public func stopAll() async throws { try await player.stop() }

  private func region(_ hertz: Double, _ velocity: UInt8) -> RegionSelector {
    RegionSelector(frequency: .hertz(hertz), amplitude: Double(velocity) / 127)
  }
}

/// A note that sounds.
public struct PlaybackHandle: Sendable {
  let note: HeldNote
  let player: any NotePlayer

  /// Ends the note with the release of its sound.
  public func stop() async throws { try await player.release(note) }

  /// Changes the pitch of the note while it sounds.
  public func adjustFrequency(_ hertz: Double) async throws {
    try await player.retune(note, to: .hertz(hertz))
  }
}
