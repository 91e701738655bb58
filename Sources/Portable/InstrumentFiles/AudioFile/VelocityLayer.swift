/// How hard the notes of a layer were struck, as their names say.
public enum VelocityLayer: Hashable, Sendable {
  /// A musician's word.
  public enum Dynamic: UInt8, CaseIterable, Hashable, Sendable {
    case ppp, pp, p, mp, mf, f, ff, fff

    /// How it is written.
    public var text: String {
      switch self {
      case .ppp: "ppp"
      case .pp: "pp"
      case .p: "p"
      case .mp: "mp"
      case .mf: "mf"
      case .f: "f"
      case .ff: "ff"
      case .fff: "fff"
      }
    }

    /// What programs for notation play for it: 16 apart, mf being 80.
    var velocity: Int { 16 * (Int(rawValue) + 1) }

    init?(_ word: ArraySlice<UInt8>) {
      let letters = word.map { $0 | 0x20 }
      guard let known = Self.allCases.first(where: { Array($0.text.utf8) == letters }) else {
        return nil
      }
      self = known
    }
  }

  /// `pp` or `ff`.
  case dynamic(Dynamic)
  /// `v12`: of numbered layers the higher are the louder.
  case number(Int)

  /// As it is written in names.
  public var text: String {
    switch self {
    case .dynamic(let dynamic): dynamic.text
    case .number(let number): "v\(number)"
    }
  }

  /// The velocities of each of `layers`, which are of one kind, each there once, in any order.
  ///
  /// Dynamics meet midway between their velocities: of pp, mf and ff the middle one has 57 to 96.
  /// Numbers say an order only, and share the velocities evenly. Softest and loudest reach the ends.
  public static func velocities(of layers: [VelocityLayer]) -> [ClosedRange<UInt8>] {
    let order = layers.indices.sorted { layers[$0].loudness < layers[$1].loudness }
    var ranges = [ClosedRange<UInt8>](repeating: 1...127, count: layers.count)
    var low = 1
    for (place, index) in order.enumerated() {
      var high = 127
      if place + 1 < order.count {
        switch (layers[index], layers[order[place + 1]]) {
        case (.dynamic(let soft), .dynamic(let loud)): high = (soft.velocity + loud.velocity) / 2
        default: high = max(127 * (place + 1) / order.count, low)
        }
      }
      high = min(high, 127)
      ranges[index] = UInt8(min(low, high))...UInt8(high)
      low = high + 1
    }
    return ranges
  }

  /// Whether it is one of numbered layers.
  package var isNumber: Bool {
    if case .number = self { return true }
    return false
  }

  private var loudness: Int {
    switch self {
    case .dynamic(let dynamic): Int(dynamic.rawValue)
    case .number(let number): number
    }
  }
}
