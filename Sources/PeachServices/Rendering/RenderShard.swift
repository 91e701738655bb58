/// One of several equal shards of a batch, for one of several machines. The shard of a song
/// depends only on the sorted paths of audio files, so that machines agree without communication.
///
/// ```swift
/// RenderShard("2/8")?.jobs(of: jobs)  // the 2nd, 10th, 18th, … by the names of their audio
/// ```
public struct RenderShard: Hashable, Sendable, CustomStringConvertible {
  /// The number of the shard, 1 through ``count``.
  public let number: Int
  /// The number of shards.
  public let count: Int

  /// Creates shard `number` of `count`; returns `nil` if it is out of range.
  public init?(number: Int, count: Int) {
    guard count >= 1, number >= 1, number <= count else { return nil }
    self.number = number
    self.count = count
  }

  /// Parses a string such as `2/8`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(number: number, count: count)
  }

  /// `2/8`
  public var description: String { "\(number)/\(count)" }

  /// Returns the jobs of this shard, sorted by the UTF-8 bytes of their audio paths.
  public func jobs(of jobs: [RenderJob]) -> [RenderJob] {
    let sorted = jobs.sorted { one, other in
      one.audio == other.audio
        ? one.song.utf8.lexicographicallyPrecedes(other.song.utf8)
        : one.audio.utf8.lexicographicallyPrecedes(other.audio.utf8)
    }
    return stride(from: number - 1, to: sorted.count, by: count).map { sorted[$0] }
  }
}
