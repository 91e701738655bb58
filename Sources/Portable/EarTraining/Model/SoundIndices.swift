/// The numbers that the estimator knows sounds by: in the order in which they were first trained.
///
/// There are eight; every sound after the seventh shares the last.
public struct SoundIndices: Hashable, Sendable {
  private var names: [String] = []
  private static let last = 7

  /// No sound yet.
  public init() {}

  /// The number of a sound, 0 through 7, which it gets now if it has none.
  public mutating func number(of sound: String) -> Int {
    if let known = names.firstIndex(of: sound) { return known }
    guard names.count < Self.last else { return Self.last }
    names.append(sound)
    return names.count - 1
  }
}
