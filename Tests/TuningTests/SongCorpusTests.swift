import Foundation
import PeachMIDIEvents
import PeachTuning
import TestEnvironment
import Testing

/// Songs of others: those of the shared files, and of the Debian package openttd-openmsx.
@Suite("Adaptive tuning of a corpus")
struct SongCorpusTests {
  private static let paths: [String] = {
    let folder = "/usr/share/games/openttd/baseset/openmsx/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let others = TestFiles.shared(folder: "midi", endings: [".mid"])
    return others + names.sorted().filter { $0.hasSuffix(".mid") }.map { folder + $0 }
  }()

  private struct Result {
    var name: String
    var noteCount: Int
    var equal: Double
    var offline: Double
    var live: Double
    var center: ClosedRange<Double>
    var liveCenter: ClosedRange<Double>
  }

  private static func result(_ path: String) throws -> Result? {
    let file = try MIDIFile(bytes: Array(Data(contentsOf: URL(filePath: path))))
    let tuning = SongTuning(file, AdaptiveTuning())
    let report = SongTuningReport(tuning)
    // A song without consonances, such as a test of timing, has nothing to tune.
    guard report.consonanceCount >= 100, let center = report.centerRange else { return nil }
    let equal = SongTuningReport(
      tuning.replacing(cents: [Double](repeating: 0, count: tuning.notes.count)))
    let live = SongTuningReport(tuning.replacing(cents: LiveRun(tuning.notes).cents))
    return Result(
      name: URL(filePath: path).lastPathComponent, noteCount: tuning.notes.count,
      equal: equal.consonanceRMS, offline: report.consonanceRMS, live: live.consonanceRMS,
      center: center, liveCenter: live.centerRange ?? 0...0)
  }

  // The bars of decision 0100's design: at most 0.4 and 0.55 of the errors in equal temperament.
  @Test(
    "In songs of others, consonances err by at most 0.4 (offline) and 0.55 (live) of equal steps",
    .enabled(if: !paths.isEmpty, "There are no songs on this machine."))
  func corpus() throws {
    let count = TestScale.count(short: 3, full: Self.paths.count)
    var results: [Result] = []
    for path in Self.paths.prefix(count) {
      if let result = try Self.result(path) { results.append(result) }
    }
    #expect(!results.isEmpty)
    for result in results {
      let (low, high) = (result.center.lowerBound, result.center.upperBound)
      print(
        "\(result.name): \(result.noteCount) notes, RMS \(result.equal), "
          + "offline \(result.offline), live \(result.live), center \(low)…\(high), "
          + "live \(result.liveCenter)")
      #expect(result.offline <= 0.4 * result.equal, "\(result.name)")
      #expect(result.live <= 0.55 * result.equal, "\(result.name)")
      #expect(low > -11 && high < 11, "\(result.name)")
    }
  }
}
