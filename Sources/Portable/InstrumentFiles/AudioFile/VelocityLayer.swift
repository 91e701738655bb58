import PeachMusicUnits

/// The dynamic of a recording, as stated by its file name.
package enum VelocityLayer: Hashable, Sendable {
  package enum Dynamic: UInt8, CaseIterable, Hashable, Sendable {
    case ppp, pp, p, mp, mf, f, ff, fff

    package var text: String { ["ppp", "pp", "p", "mp", "mf", "f", "ff", "fff"][Int(rawValue)] }

    /// The velocity that notation programs use: 16 apart, with mf at 80.
    var velocity: Int { 16 * (Int(rawValue) + 1) }

    /// The Italian word.
    private var word: String {
      [
        "pianississimo", "pianissimo", "piano", "mezzopiano", "mezzoforte", "forte", "fortissimo",
        "fortississimo",
      ][Int(rawValue)]
    }

    init?(_ word: ArraySlice<UInt8>) {
      let letters = word.map { $0 | 0x20 }
      guard let known = Self.allCases.first(where: { Array($0.text.utf8) == letters }) else {
        return nil
      }
      self = known
    }

    /// Parses a word such as `fortissimo`.
    init?(italian word: ArraySlice<UInt8>) {
      let letters = word.map { $0 | 0x20 }
      guard let known = Self.allCases.first(where: { Array($0.word.utf8) == letters }) else {
        return nil
      }
      self = known
    }
  }

  /// Parses a layer as written in recipes: `ff`, `forte` or `v12`.
  package init?(_ text: ArraySlice<UInt8>) {
    // Without the separator of `mezzo-forte`.
    let word = text.filter { $0 != 0x2D && $0 != 0x20 && $0 != 0x5F }[...]
    if let dynamic = Dynamic(word) ?? Dynamic(italian: word) {
      self = .dynamic(dynamic)
    } else if let number = RecordingName.layerNumber(text) {
      self = .number(number)
    } else {
      return nil
    }
  }

  case dynamic(Dynamic)
  /// A numbered layer such as `v12`; higher is louder.
  case number(Int)

  /// The text in file names.
  package var text: String {
    switch self {
    case .dynamic(let dynamic): dynamic.text
    case .number(let number): "v\(number)"
    }
  }

  /// Returns the velocity range of each layer. Together they cover 1…127. Dynamics are divided at
  /// the midpoints between their velocities: of pp, mf and ff, mf has 57…96. Numbered layers divide
  /// the velocities evenly.
  ///
  /// - Parameter layers: Distinct layers of one kind, in any order.
  package static func velocities(of layers: [VelocityLayer]) -> [ClosedRange<UInt8>] {
    let order = layers.indices.sorted(byKey: { SortKey(layers[$0].loudness) })
    var ranges = [ClosedRange<UInt8>](repeating: 1...127, count: layers.count)
    var low = 1
    for (rank, index) in order.enumerated() {
      var high = 127
      if rank + 1 < order.count {
        switch (layers[index], layers[order[rank + 1]]) {
        case (.dynamic(let soft), .dynamic(let loud)): high = (soft.velocity + loud.velocity) / 2
        default: high = max(127 * (rank + 1) / order.count, low)
        }
      }
      high = min(high, 127)
      ranges[index] = UInt8(min(low, high))...UInt8(high)
      low = high + 1
    }
    return ranges
  }

  /// Returns the velocity ranges of some of the layers of a preset: like those of all layers, but
  /// layers next to missing ones extend to the middle of the gap.
  ///
  /// - Parameters:
  ///   - present: Indices into `layers`, not empty.
  ///   - layers: Distinct layers of one kind, in any order.
  package static func velocities(
    of present: [Int], among layers: [VelocityLayer]
  ) -> [ClosedRange<UInt8>] {
    let selected = present.map { layers[$0] }
    guard selected.contains(where: { $0.isNumber }) else { return velocities(of: selected) }
    let all = velocities(of: layers)
    let order = present.indices.sorted(byKey: { SortKey(layers[present[$0]].loudness) })
    var ranges = present.map { all[$0] }
    for (quiet, loud) in zip(order, order.dropFirst()) {
      let (high, low) = (Int(ranges[quiet].upperBound), Int(ranges[loud].lowerBound))
      let border = UInt8(clamping: (high + low - 1) / 2)
      ranges[quiet] = min(ranges[quiet].lowerBound, border)...border
      ranges[loud] = border + 1...max(ranges[loud].upperBound, border + 1)
    }
    if let first = order.first { ranges[first] = 1...ranges[first].upperBound }
    if let last = order.last { ranges[last] = ranges[last].lowerBound...127 }
    return ranges
  }

  package var isNumber: Bool { if case .number = self { true } else { false } }

  private var loudness: Int {
    switch self {
    case .dynamic(let dynamic): Int(dynamic.rawValue)
    case .number(let number): number
    }
  }
}
