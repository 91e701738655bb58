/// One of several equal parts of a big job, for one of several machines.
///
/// Which part a song belongs to follows from the names of all audio files alone, in whatever order
/// they come, so that machines agree without asking each other.
///
/// ```swift
/// RenderShard("2/8")?.part(of: jobs)  // the 2nd, 10th, 18th, … by the names of their audio
/// ```
public struct RenderShard: Hashable, Sendable, CustomStringConvertible {
  /// Which part, 1 through ``count``.
  public let number: Int
  /// How many parts there are.
  public let count: Int

  /// Part `number` of `count`; nil where there is no such part.
  public init?(number: Int, count: Int) {
    guard count >= 1, number >= 1, number <= count else { return nil }
    self.number = number
    self.count = count
  }

  /// What a text like `2/8` says; nil where it says nothing of that kind.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(number: number, count: count)
  }

  /// `2/8`
  public var description: String { "\(number)/\(count)" }

  /// The jobs of this part, in the order of their audio's names, byte by byte.
  public func part(of jobs: [RenderJob]) -> [RenderJob] {
    let sorted = jobs.sorted { one, other in
      one.audio == other.audio
        ? one.song.utf8.lexicographicallyPrecedes(other.song.utf8)
        : one.audio.utf8.lexicographicallyPrecedes(other.audio.utf8)
    }
    return stride(from: number - 1, to: sorted.count, by: count).map { sorted[$0] }
  }
}
