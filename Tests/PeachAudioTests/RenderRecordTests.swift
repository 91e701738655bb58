import TestEnvironment
import Testing

@testable import PeachServices

@Suite("Render records")
struct RenderRecordTests {
  @Test("A record of another version of Peach, song or key is out of date")
  func version() throws {
    let folder = try TemporaryFolder()
    let audio = try folder.put("one.wav", [1, 2, 3])
    let record = RenderRecord(audio: audio, song: [1], key: "bank")
    record.write()
    #expect(RenderRecord(audio: audio, song: [1], key: "bank").isDone)
    #expect(
      RenderRecord(audio: audio, song: [1], key: "bank", version: PeachVersion.current).isDone)
    #expect(!RenderRecord(audio: audio, song: [1], key: "bank", version: "0.0.0").isDone)
    #expect(!RenderRecord(audio: audio, song: [2], key: "bank").isDone)
    #expect(!RenderRecord(audio: audio, song: [1], key: "other").isDone)
  }
}
