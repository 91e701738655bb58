/// The indices of sounds in the estimator, in the order they were first trained. There are
/// eight; all sounds after the seventh share the last one.
public struct SoundIndices: Hashable, Sendable {
  /// The sounds with an index of their own, in its order.
  package private(set) var names: [String] = []
  private static let last = 7

  /// Creates an empty table.
  public init() {}

  /// Returns the index of a sound, 0 to 7, and assigns one if needed.
  public mutating func index(of sound: String) -> Int {
    if let known = names.firstIndex(of: sound) { return known }
    guard names.count < Self.last else { return Self.last }
    names.append(sound)
    return names.count - 1
  }
}
