import Foundation
import Peach
import Testing

/// A figure that a tool of Tests/Tools measured in a rendering.
struct MeasuredRow: Decodable {
  /// The number of the test in the song, its letter behind it.
  var test: String
  var must: String
  var expected: String
  var measured: String
  /// Nil where there was nothing to measure.
  var holds: Bool?
}

/// The songs made to show whether a player follows the SoundFont specification, rendered once each.
enum SpecificationSong {
  static let specification = "spec-test/sf_spec_test"
  static let filter = "nrpn-filter-test/filter_NRPN_test"

  static func isThere(_ name: String) -> Bool {
    RenderTools.exists(RenderTools.shared(name + ".mid"))
      && RenderTools.exists(RenderTools.shared(name + ".sf2"))
      && RenderTools.canUsePython
  }

  static let specificationRows = Result { try rows(of: specification, "specification_song.py") }
  static let filterRows = Result { try rows(of: filter, "nrpn_filter_song.py") }

  /// Renders a song with the bank beside it and measures it. 40 dB quieter than full, its filters
  /// may ring.
  private static func rows(of name: String, _ tool: String) throws -> [MeasuredRow] {
    let folder = try RenderFolder()
    let (song, bank) = (RenderTools.shared(name + ".mid"), RenderTools.shared(name + ".sf2"))
    let summary = try RenderTools.render(
      song, bank: bank, to: folder.path("song.wav"), gain: Decibels(-40))
    #expect(summary.clippedFrameCount == 0)
    return try JSONDecoder().decode(
      [MeasuredRow].self,
      from: RenderTools.tool(tool, [song, bank, folder.path("song.wav")]))
  }

  /// Expects all rows of one numbered test to hold.
  static func expect(_ number: Int, in result: Result<[MeasuredRow], any Error>) throws {
    let rows = try result.get().filter { row in
      row.test.split { !$0.isNumber }.contains("\(number)")
    }
    #expect(!rows.isEmpty)
    for row in rows {
      if row.holds == nil { print("\(row.test), \(row.must): nothing to measure") }
      #expect(row.holds != false, "\(row.test): \(row.must): \(row.expected), not \(row.measured)")
    }
  }
}

@Suite("The SoundFont specification test", .serialized)
struct SpecificationSongTests {
  @Test(
    "each numbered test does what its description says",
    .enabled(
      if: SpecificationSong.isThere(SpecificationSong.specification),
      "the song, or Python's mido, NumPy and SciPy are not there"),
    arguments: 1...22)
  func numbered(test: Int) throws {
    try SpecificationSong.expect(test, in: SpecificationSong.specificationRows)
  }

  @Test(
    "the AWE32's filter parameters do what the modulators beside them do",
    .enabled(
      if: SpecificationSong.isThere(SpecificationSong.filter),
      "the song, or Python's mido, NumPy and SciPy are not there"),
    arguments: 1...6)
  func filter(test: Int) throws {
    try SpecificationSong.expect(test, in: SpecificationSong.filterRows)
  }
}
