/// The unit of ticks in a MIDI file (Standard MIDI Files 1.0, Header Chunks, `division`).
package enum TimeDivision: Hashable, Sendable {
  /// Musical time: 1…32,767 ticks per quarter note, whose duration tempo events set.
  case ticksPerQuarterNote(Int)
  /// SMPTE time code: 1…255 ticks per frame; tempo events are ignored.
  case timeCode(TimeCodeRate, ticksPerFrame: Int)

  /// Decodes the division of a header; `nil` if it is invalid.
  package init?(word: UInt16) {
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

/// The frame rate of an SMPTE time code; the raw value is the negative of that in MIDI files.
package enum TimeCodeRate: Int, Hashable, Sendable {
  /// 24 frames per second (film).
  case frames24 = 24
  /// 25 frames per second (PAL).
  case frames25 = 25
  /// 30,000 frames in 1,001 seconds, numbered with drop frames (NTSC).
  case frames30Drop = 29
  /// 30 frames per second.
  case frames30 = 30

  /// The rate as a fraction of frames and seconds.
  package var framesAndSeconds: (frames: Int64, seconds: Int64) {
    self == .frames30Drop ? (30_000, 1_001) : (Int64(rawValue), 1)
  }
}
