import Foundation
import PeachServices
import TestEnvironment
import Testing

/// A value that a tool of Tests/Tools measured in a rendering.
struct MeasuredRow: Decodable {
  /// The number of the test in the song, and its letter.
  var test: String
  var must: String
  var expected: String
  var measured: String
  var holds: Bool
}

/// The songs that test conformance with the SoundFont specification, each rendered once.
enum SpecificationSong {
  static let specification = "spec-test/sf_spec_test"
  static let filter = "nrpn-filter-test/filter_NRPN_test"

  static func isThere(_ name: String) -> Bool {
    TestFiles.exists(TestFiles.shared(name + ".mid"))
      && TestFiles.exists(TestFiles.shared(name + ".sf2"))
      && RenderTools.canUsePython
  }

  static let specificationRows = Result {
    try rows(of: specification, "specification_song.py", effects: [false, true])
  }
  static let filterRows = Result {
    try rows(of: filter, "nrpn_filter_song.py", effects: [false])
  }

  /// Renders a song with its bank, with and without `effects`, and measures it. At −40 dB, so that
  /// resonant filters do not clip.
  private static func rows(
    of name: String, _ tool: String, effects: [Bool]
  ) throws -> [MeasuredRow] {
    let folder = try RenderFolder()
    let (song, bank) = (TestFiles.shared(name + ".mid"), TestFiles.shared(name + ".sf2"))
    let paths = effects.map { folder.path($0 ? "with effects.wav" : "song.wav") }
    for (path, effects) in zip(paths, effects) {
      let summary = try RenderTools.render(
        song, bank: bank, to: path, gain: Decibels(-40), effects: effects)
      #expect(summary.clippedFrameCount == 0)
    }
    return try JSONDecoder().decode(
      [MeasuredRow].self, from: OtherProgram.tool(tool, [song, bank] + paths))
  }

  /// Expects all rows of a numbered test to pass.
  static func expect(_ number: Int, in result: Result<[MeasuredRow], any Error>) throws {
    let rows = try result.get().filter { row in
      row.test.split { !$0.isNumber }.contains("\(number)")
    }
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(row.holds, "\(row.test): \(row.must): \(row.expected), not \(row.measured)")
    }
  }
}

@Suite(
  "SoundFont specification test", .serialized,
  .enabled(
    if: SongRenderTests.rendersWholeSongs,
    "Takes minutes in a debug build; the release build runs it."))
struct SpecificationSongTests {
  @Test(
    "Each numbered test matches its description",
    .enabled(
      if: SpecificationSong.isThere(SpecificationSong.specification),
      "the song, or Python's mido, NumPy and SciPy are not there"),
    arguments: 1...22)
  func numbered(test: Int) throws {
    try SpecificationSong.expect(test, in: SpecificationSong.specificationRows)
  }

  @Test(
    "The AWE32 filter parameters match the equivalent modulators",
    .enabled(
      if: SpecificationSong.isThere(SpecificationSong.filter),
      "the song, or Python's mido, NumPy and SciPy are not there"),
    arguments: 1...6)
  func filter(test: Int) throws {
    try SpecificationSong.expect(test, in: SpecificationSong.filterRows)
  }
}
