import Foundation
import PeachAudio
import Testing

@Suite("Files of songs")
struct SongFileTests {
  @Test("An error of a compressed song has its path, format and place")
  func problem() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mid.gz")
    defer { try? FileManager.default.removeItem(at: url) }
    // A header, and no data.
    try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]).write(to: url)
    let error = #expect(throws: SongFileProblem.self) { try MIDIFile(contentsOf: url.path) }
    #expect(error?.path == url.path)
    #expect(error?.problem == "This gzip file cannot be read: it ends too early (byte 10).")
  }
}
