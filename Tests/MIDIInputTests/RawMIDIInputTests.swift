import Foundation
import PeachMIDIInput
import Synchronization
import Testing

@Suite("MIDI from a file or a pipe")
struct RawMIDIInputTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "peach-\(UUID().uuidString)")

  private final class Received: Sendable {
    let parts = Mutex<[(bytes: [UInt8], nanoseconds: UInt64)]>([])
    var bytes: [UInt8] { parts.withLock { $0.flatMap { $0.bytes } } }
  }

  private func input(_ path: String, _ received: Received) throws -> RawMIDIInput {
    try RawMIDIInput(path: path) { bytes, nanoseconds in
      received.parts.withLock { $0.append((Array(bytes), nanoseconds)) }
    }
  }

  private func wait(until isTrue: () -> Bool) {
    for _ in 0..<500 where !isTrue() { Thread.sleep(forTimeInterval: 0.01) }
  }

  @Test("All bytes of a pipe arrive in order, with non-decreasing times, until it ends")
  func pipe() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "midi").path
    #expect(mkfifo(path, 0o600) == 0)
    // Opened for reading and writing, so that the pipe exists before its reader.
    let writer = open(path, O_RDWR | O_CLOEXEC)
    let received = Received()
    let input = try input(path, received)
    #expect(input.path == path)
    var expected: [UInt8] = []
    for key in UInt8(0)..<100 {
      let message: [UInt8] = [0x90, key, 64]
      #expect(write(writer, message, 3) == 3)
      expected += message
      if key % 25 == 0 { Thread.sleep(forTimeInterval: 0.01) }
    }
    wait { received.bytes.count == expected.count }
    #expect(received.bytes == expected && !input.isOver)
    close(writer)
    wait { input.isOver }
    #expect(input.isOver)
    let times = received.parts.withLock { $0.map { $0.nanoseconds } }
    #expect(times.count > 1 && times == times.sorted())
  }

  #if os(Linux)
    @Test("Programs that are run do not inherit the input")
    func inheritance() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "midi").path
      #expect(mkfifo(path, 0o600) == 0)
      let input = try input(path, Received())
      let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        .compactMap { Int32($0) }.filter { number in
          let link = "/proc/self/fd/\(number)"
          return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == path
        }
      #expect(own.count == 1)
      for number in own { #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0) }
      withExtendedLifetime(input) {}
    }
  #endif

  @Test("A missing input is an error with its path")
  func missing() {
    let error = #expect(throws: MIDIInputError.self) {
      try RawMIDIInput(path: "/nowhere/midi") { _, _ in }
    }
    #expect(
      "\(error.map { "\($0)" } ?? "")"
        == "MIDI input from /nowhere/midi failed: No such file or directory (open).")
  }
}
