/// The stretch of the octaves of stringed instruments, whose partials are sharp.
///
/// ```swift
/// var options = RenderOptions()
/// options.stretch = OctaveStretch(.fourToTwo, amount: 0.8)
/// ```
public struct OctaveStretch: Hashable, Sendable {
  /// The partials of the lower and of the upper note of an octave that coincide.
  public enum Octave: String, Hashable, Sendable, CaseIterable {
    /// The second partial and the first.
    case twoToOne = "2:1"
    /// The fourth partial and the second.
    case fourToTwo = "4:2"
    /// The sixth partial and the third.
    case sixToThree = "6:3"
    /// 6:3 in the bass up to A1, 4:2 at A3, 2:1 from A5 on, and their weighted means between them.
    case mixed
  }

  /// The partials that coincide.
  public var octave: Octave
  /// The amount of the stretch, 0…2; 1 if the partials coincide.
  public var amount: Double {
    didSet { amount = Self.clamped(amount) }
  }

  /// Creates a stretch. The amount is clamped to 0…2; NaN yields 0.
  public init(_ octave: Octave = .mixed, amount: Double = 1) {
    self.octave = octave
    self.amount = Self.clamped(amount)
  }

  private static func clamped(_ amount: Double) -> Double { amount > 0 ? min(amount, 2) : 0 }
}

extension OctaveStretch.Octave {
  /// Returns the numbers of the upper note's partials that coincide with one of the lower note's,
  /// with weights whose sum is 1.
  ///
  /// - Parameter key: The key of the lower note.
  func upperPartials(key: Int) -> [(number: Double, weight: Double)] {
    switch self {
    case .twoToOne: return [(1, 1)]
    case .fourToTwo: return [(2, 1)]
    case .sixToThree: return [(3, 1)]
    case .mixed:
      // The keys A1, A3 and A5.
      let position = min(max(Double(key - 33) / 24, 0), 2)
      let (bass, treble) = (max(1 - position, 0), max(position - 1, 0))
      return [(3, bass), (2, 1 - bass - treble), (1, treble)]
    }
  }
}
