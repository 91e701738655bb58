import Foundation

/// A thousand songs in one run of Peach, and one after another by as many runs of the other program,
/// as many at a time as there are processors.
extension SongBenchmarks {
  /// Copies of the shared songs' first seconds would be easier; these are songs of their own, so that
  /// no cache of files makes them alike.
  func manySongs(count: Int) throws -> [Comparison] {
    let songs = try (0..<count).map {
      try folder.put("many/\($0).mid", MIDINotes.song(seed: UInt64($0)))
    }
    let list = try folder.put("songs.txt", Array(songs.joined(separator: "\n").utf8))
    func run(_ list: String) throws -> ChildProcess {
      try ChildProcess([
        peach, "render", "--manifest", list, "--force", "--bank", Self.bank, "-o",
        folder.path("audio"),
      ])
    }
    let few = try folder.put(
      "few.txt", Array(songs.prefix(max(count / 10, 1)).joined(separator: "\n").utf8))
    let memory = try (few: run(few), all: run(list))
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let begun = ContinuousClock.now
    // Every tenth stands for ten: the other program takes as long for each.
    let theirSongs = songs.enumerated().filter { $0.offset % 10 == 0 }.map(\.element)
    DispatchQueue.concurrentPerform(iterations: processors) { lane in
      for index in stride(from: lane, to: theirSongs.count, by: processors) {
        _ = try? ChildProcess(
          other.render(theirSongs[index], bank: Self.bank, to: folder.path("theirs\(lane).wav")))
      }
    }
    let theirs =
      (ContinuousClock.now - begun) / .milliseconds(1) / Double(theirSongs.count) * Double(count)
    return try [
      Comparison(
        "\(count) songs, one run, on the clock", other: other.name + ", a run a song", unit: "ms",
        pairs: [(memory.all.milliseconds, theirs)], threshold: Threshold.manySongs),
      // Flat: ten times the songs take no more than a fifth more memory.
      Comparison(
        "most memory for \(count) songs", other: "a tenth of them", unit: "MB",
        pairs: [(memory.all.megabytes(), memory.few.megabytes())], threshold: 1 / 1.2),
    ]
  }
}
