import PeachServices

/// A button of the demonstration of ``SoundBankPlayer``.
struct DemoChord: Sendable {
  let name: String
  let keys: [UInt8]
  /// The time between the notes; 0 for a chord whose notes start together.
  let seconds: Double

  /// Four buttons, in the order of their keys 1 through 4.
  static let all = [
    DemoChord(name: "C major", keys: cMajor, seconds: 0),
    DemoChord(name: "C major, arpeggiated", keys: cMajor, seconds: interval),
    DemoChord(name: "A minor", keys: aMinor, seconds: 0),
    DemoChord(name: "A minor, arpeggiated", keys: aMinor, seconds: interval),
  ]

  /// C3, G3 and E4.
  private static let cMajor: [UInt8] = [48, 55, 64]
  /// A2, E3 and C4.
  private static let aMinor: [UInt8] = [45, 52, 60]
  private static let interval = 0.2
  private static let gain = 0.4

  /// The time from the first note to the end of the chord.
  static let duration = 2.0
  /// The time in which the notes fade out.
  static let release = 0.3

  /// The times between the notes are those of `wait`, which receives seconds.
  func play(
    on player: SoundBankPlayer, wait: (_ seconds: Double) async throws -> Void
  ) async throws {
    let keys = keys.map { MIDINote(clamping: Int($0)) }
    if seconds == 0 {
      for key in keys { player.queueNote(key, gain: Self.gain) }
      try player.playQueuedNotes()
    } else {
      for key in keys.dropLast() {
        try player.noteOn(key, gain: Self.gain)
        try await wait(seconds)
      }
      if let last = keys.last { try player.noteOn(last, gain: Self.gain) }
    }
    try await wait(Self.duration - seconds * Double(keys.count - 1))
    for key in keys { try player.noteOff(key) }
  }
}
