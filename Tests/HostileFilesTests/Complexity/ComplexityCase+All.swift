extension ComplexityCase {
  /// The kinds of files of all formats.
  static let all: [ComplexityCase] =
    soundFonts + propertyLists + sfz + instruments + songs + gameSongs + records
}

/// Bytes of files.
enum Bytes {
  static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// A sine of a period of 100 frames.
  static func sine(_ count: Int) -> [Int16] {
    let period: [Int16] = (0..<100).map { frame in
      // A parabola per half period is close enough to a sine.
      let phase = Double(frame % 50) / 50
      let value = 4 * phase * (1 - phase) * 12_000
      return Int16(frame < 50 ? value : -value)
    }
    return (0..<count).map { period[$0 % 100] }
  }
}
