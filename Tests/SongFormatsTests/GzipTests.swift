import Foundation
import HostileFiles
import PeachMIDIEvents
import Testing

@testable import PeachSongFormats

@Suite("Songs compressed by gzip")
struct GzipTests {
  /// A song of three notes.
  private static let song = SongBytes.midi([
    [0, 0x90, 60, 100], [10, 0x80, 60, 0], [0, 0x90, 62, 100], [10, 0x80, 62, 0],
    [0, 0x90, 64, 100], [10, 0x80, 64, 0],
  ])

  private func error(_ bytes: [UInt8]) -> SongFileError.Reason? {
    do throws(SongFileError) {
      _ = try SongFile(bytes: bytes)
      return nil
    } catch { return error.reason }
  }

  @Test("RFC 1951: what the program gzip writes at all levels", arguments: [1, 3, 6, 9])
  func program(level: Int) throws {
    var random = SystemRandomNumberGenerator()
    let noise = (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = (0..<30_000).flatMap { "\($0 * $0 % 977) ".utf8 }
    let zeros = [UInt8](repeating: 0, count: 300_000)
    let contents: [[UInt8]] = [[], [7], Self.song, noise, text, zeros, noise + text + noise]
    for content in contents {
      #expect(try GzipFile(compress(content, level)).content == content)
    }
  }

  private func compress(_ content: [UInt8], _ level: Int) throws -> [UInt8] {
    let url = FileManager.default.temporaryDirectory.appending(path: "gzip-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(content).write(to: url)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-\(level)", "-c", url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return [UInt8](data)
  }

  @Test("A song is recognized by its content, and plays as the file that was compressed")
  func song() throws {
    let file = try SongFile(bytes: GzipBytes.file(Self.song))
    #expect(file.formatName == "Standard MIDI File in gzip")
    #expect(file.song.bytes == Self.song && file.song.warnings.isEmpty)
    #expect(file.song.tracks[0].events.count == 7)
    let plain = try SongFile(bytes: Self.song)
    #expect(plain.isPlainMIDI && plain.song.bytes == Self.song)
  }

  // Proves song gzip: RFC 1952 §2.2, §2.3; exact
  @Test("RFC 1952 §2.2, §2.3: members follow one another; extra field, name, comment, checksum")
  func members() throws {
    let half = Self.song.count / 2
    let parts =
      GzipBytes.file(Array(Self.song[..<half]), extra: [1, 2, 3], name: "a.mid", comment: "b")
      + GzipBytes.file(Array(Self.song[half...]), name: "c", checksHeader: true)
    let file = try SongFile(bytes: parts + [0, 0, 0])
    #expect(file.song.bytes == Self.song && file.song.warnings.isEmpty)
  }

  @Test("RFC 1952 §2.3.1: wrong checksums and lengths, and bytes after the data, are warnings")
  func warnings() throws {
    let valid = GzipBytes.file(Self.song, checksHeader: true)
    func texts(_ bytes: [UInt8]) throws -> [String] {
      try SongFile(bytes: bytes).song.warnings.map(\.description)
    }
    var bytes = valid
    bytes[valid.count - 8] ^= 1
    #expect(try texts(bytes)[0].contains("the checksum of the data is wrong"))
    bytes = valid
    bytes[valid.count - 1] ^= 1
    #expect(try texts(bytes)[0].contains("the length of the data is wrong"))
    bytes = valid
    bytes[4] ^= 1
    #expect(try texts(bytes)[0].contains("the checksum of the header is wrong"))
    #expect(try texts(valid + [1, 2])[0].contains("2 bytes after the compressed data"))
  }

  @Test("A truncated or damaged file is an error with its place; none is a MIDI error")
  func damage() {
    let valid = GzipBytes.file(Self.song, name: "a")
    for count in 3..<valid.count { #expect(error(Array(valid[..<count])) == .truncated) }
    var bytes = valid
    bytes[3] |= 0x80
    #expect(error(bytes) == .damaged("reserved flags are set"))
    // A block of type 3, and a stored block whose length disagrees.
    #expect(error(GzipBytes.header() + [7]) == .damaged("a block has an invalid type"))
    #expect(
      error(GzipBytes.header() + [1, 5, 0, 0, 0])
        == .damaged("the length of a block does not agree with its complement"))
    // Fixed codes: the length 3 (0000001) at the start has nothing to repeat.
    var bits = BitBytes()
    bits.add(0b011, 3)
    bits.addCode(0b0000001, 7)
    bits.addCode(0, 5)
    #expect(
      error(GzipBytes.header() + bits.bytes) == .damaged("a distance reaches before the start"))
    #expect(error(GzipBytes.file(valid)) == .damaged("it contains another gzip file"))
    #expect(error(GzipBytes.file(Array("text".utf8)))?.isMIDI == true)
  }

  @Test("RFC 1951 §3.2.6: fixed codes, a run with the longest length and a distance of 1")
  func fixedCodes() throws {
    let file = GzipBytes.run(of: 0x41, matches: 5)
    #expect(try GzipFile(file).content == [UInt8](repeating: 0x41, count: 1 + 5 * 258))
  }

  @Test("A small file that expands a thousandfold beyond 1 MiB is an error")
  func limit() {
    let file = GzipBytes.run(of: 0, matches: 100_000)
    #expect(file.count < 170_000)
    #expect(GzipTests.isTooLarge(error(file)))
  }

  private static func isTooLarge(_ reason: SongFileError.Reason?) -> Bool {
    if case .tooLarge = reason { true } else { false }
  }
}

extension SongFileError.Reason {
  fileprivate var isMIDI: Bool { if case .midi = self { true } else { false } }
}
