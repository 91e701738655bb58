import Foundation
import PeachServices
import Testing

@Suite("Opening files")
struct BankFileTests {
  private func file(_ bytes: [UInt8]) throws -> String {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).sf2"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("A broken bank is refused with file, chunk and reason")
  func brokenBank() throws {
    let path = try file(Array("RIFF".utf8) + [4, 0, 0, 0] + Array("sfbk".utf8))
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      _ = try SoundBank(contentsOf: path)
      Issue.record("It has no presets and was opened.")
    } catch let error as BankFileError {
      #expect(error.path == path)
      #expect("\(error)".hasPrefix(path + ": "))
      #expect("\(error)" == "\(path): \(error.reason)")
    }
    #expect(throws: BankFileError.self) { try SoundFont(contentsOf: path) }
  }

  @Test("A missing file is named")
  func missingFile() {
    for open in [
      { try SoundBank(contentsOf: "/no/such.sf2") },
      { try MIDIFile(contentsOf: "/no/such.sf2") },
    ] as [() throws -> Any] {
      #expect {
        _ = try open()
      } throws: { error in
        (error as? FileAccessError)?.path == "/no/such.sf2"
          && (error as? FileAccessError)?.reason == .missing
      }
    }
  }

  @Test("A broken MIDI file is refused with file, byte offset and reason")
  func brokenSong() throws {
    let path = try file(Array("MThd".utf8) + [0, 0])
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      _ = try MIDIFile(contentsOf: path)
      Issue.record("It ends in its header and was opened.")
    } catch let error as MIDIFileProblem {
      #expect("\(error)" == "\(path): \(error.reason)")
    }
  }

  @Test("A null audio device keeps time by itself")
  func silentDevice() throws {
    let device = try AudioDevices.open(periodFrames: 64, isNull: true)
    let engine = try PlaybackEngine(device: device)
    let end = Date().addingTimeInterval(5)
    while engine.clock < 4800 && Date() < end { usleep(1000) }
    #expect(engine.clock >= 4800)
  }
}
