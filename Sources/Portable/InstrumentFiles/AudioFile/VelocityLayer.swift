import PeachMusicUnits

/// The dynamic of a recording, as stated by its file name.
package enum VelocityLayer: Hashable, Sendable {
  package enum Dynamic: UInt8, CaseIterable, Hashable, Sendable {
    case ppp, pp, p, mp, mf, f, ff, fff

    package var text: String { ["ppp", "pp", "p", "mp", "mf", "f", "ff", "fff"][Int(rawValue)] }

    /// The velocity that notation programs use: 16 apart, with mf at 80.
    var velocity: Int { 16 * (Int(rawValue) + 1) }

    init?(_ word: ArraySlice<UInt8>) {
      let letters = word.map { $0 | 0x20 }
      guard let known = Self.allCases.first(where: { Array($0.text.utf8) == letters }) else {
        return nil
      }
      self = known
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

  package var isNumber: Bool { if case .number = self { true } else { false } }

  private var loudness: Int {
    switch self {
    case .dynamic(let dynamic): Int(dynamic.rawValue)
    case .number(let number): number
    }
  }
}
