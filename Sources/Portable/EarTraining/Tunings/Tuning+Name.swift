extension Tuning {
  /// The name in stored trials: `equal`, `just 9/5 45/32`, `pythagorean` or `quarter-comma
  /// meantone`.
  public var name: String {
    switch self {
    case .equal: "equal"
    case .just(let seventh, let tritone): "just \(Self.name(seventh)) \(Self.name(tritone))"
    case .pythagorean: "pythagorean"
    case .quarterCommaMeantone: "quarter-comma meantone"
    }
  }

  /// Creates a tuning from its ``name``, or returns `nil`.
  public init?(name: String) {
    if name == "equal" {
      self = .equal
      return
    }
    guard let tuning = Self.all.first(where: { $0.name == name }) else { return nil }
    self = tuning
  }

  /// All tunings.
  public static var all: [Tuning] {
    var all: [Tuning] = [.equal, .pythagorean, .quarterCommaMeantone]
    for seventh in JustMinorSeventh.allCases {
      for tritone in JustTritone.allCases {
        all.append(.just(minorSeventh: seventh, tritone: tritone))
      }
    }
    return all
  }

  private static func name(_ seventh: JustMinorSeventh) -> String {
    switch seventh {
    case .nineFifths: "9/5"
    case .sixteenNinths: "16/9"
    case .sevenFourths: "7/4"
    }
  }

  private static func name(_ tritone: JustTritone) -> String {
    switch tritone {
    case .fortyFive: "45/32"
    case .sevenFifths: "7/5"
    }
  }
}
