import Foundation

extension SongBenchmarks {
  /// Compares one run of Peach for `count` songs with one run of the other program per song, on all
  /// cores.
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
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let begun = ContinuousClock.now
    // The other program renders every tenth song only; its time is multiplied accordingly.
    let referenceSongs = songs.enumerated().filter { $0.offset % 10 == 0 }.map(\.element)
    DispatchQueue.concurrentPerform(iterations: cores) { lane in
      for index in stride(from: lane, to: referenceSongs.count, by: cores) {
        _ = try? ChildProcess(
          other.render(
            referenceSongs[index], bank: Self.bank, to: folder.path("reference\(lane).wav")))
      }
    }
    let reference =
      (ContinuousClock.now - begun) / .milliseconds(1) / Double(referenceSongs.count)
      * Double(count)
    return try [
      Comparison(
        "\(count) songs, one run, wall time", other: other.name + ", one run per song", unit: "ms",
        pairs: [(memory.all.milliseconds, reference)], threshold: Threshold.manySongs),
      // Ten times the songs must need at most 1.2 times the memory.
      Comparison(
        "peak memory of \(count) songs", other: "a tenth of them", unit: "MB",
        pairs: [(memory.all.megabytes(), memory.few.megabytes())], threshold: 1 / 1.2),
    ]
  }
}
