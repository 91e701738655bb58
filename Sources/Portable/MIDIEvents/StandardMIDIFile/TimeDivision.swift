/// The unit of ticks in a MIDI file (Standard MIDI Files 1.0, Header Chunks, `division`).
package enum TimeDivision: Hashable, Sendable {
  /// Musical time: 1…32,767 ticks per quarter note, whose duration tempo events set.
  case ticksPerQuarterNote(Int)
  /// SMPTE time code: 1…255 ticks per frame; tempo events are ignored.
  case timeCode(TimeCodeRate, ticksPerFrame: Int)

  /// Decodes the division of a header; `nil` if it is invalid.
  package init?(word: UInt16) {
    if word < 0x8000 {
      guard word > 0 else { return nil }
      self = .ticksPerQuarterNote(Int(word))
    } else {
      let ticks = Int(word & 0xFF)
      guard ticks > 0, let rate = TimeCodeRate(rawValue: 256 - Int(word >> 8)) else { return nil }
      self = .timeCode(rate, ticksPerFrame: ticks)
    }
  }
}

/// The frame rate of an SMPTE time code; the raw value is the negative of that in MIDI files.
package enum TimeCodeRate: Int, Hashable, Sendable {
  case frames24 = 24
  case frames25
  /// 30,000 frames in 1,001 seconds, numbered with drop frames (NTSC).
  case frames30Drop = 29
  case frames30 = 30

  package var framesAndSeconds: (frames: Int64, seconds: Int64) {
    self == .frames30Drop ? (30_000, 1_001) : (Int64(rawValue), 1)
  }
}
