/// What a tick of a MIDI file is (Standard MIDI Files 1.0, Header Chunks, `division`).
public enum TimeDivision: Hashable, Sendable {
  /// Musical time: so many ticks in a quarter note, 1…32,767; how long that is, tempo events say.
  case ticksPerQuarterNote(Int)
  /// Time of the clock: so many ticks, 1…255, in a frame of film or video; tempo means nothing.
  case timeCode(TimeCodeRate, ticksPerFrame: Int)

  /// The division in a header's two bytes; nil where they mean none.
  public init?(word: UInt16) {
    let low = Int(word & 0xFF)
    if word < 0x8000 {
      guard word > 0 else { return nil }
      self = .ticksPerQuarterNote(Int(word))
    } else {
      let negativeRate = 256 - Int(word >> 8)
      guard low > 0, let rate = TimeCodeRate(rawValue: negativeRate) else { return nil }
      self = .timeCode(rate, ticksPerFrame: low)
    }
  }
}

/// Frames of film or video in a second; the raw value is the number that a MIDI file negates.
public enum TimeCodeRate: Int, Hashable, Sendable {
  /// Film.
  case frames24 = 24
  /// Television in Europe.
  case frames25 = 25
  /// NTSC colour television: 30,000 frames in 1,001 seconds, numbered with drop frames.
  case frames30Drop = 29
  /// Black and white television in America.
  case frames30 = 30

  /// The rate as a fraction: so many frames in so many seconds.
  public var framesAndSeconds: (frames: Int64, seconds: Int64) {
    self == .frames30Drop ? (30_000, 1_001) : (Int64(rawValue), 1)
  }
}
