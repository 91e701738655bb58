import Foundation
import PeachMIDIEvents
import TestEnvironment
import Testing

/// Real MIDI files.
enum RealFiles {
  static let small = ["midi/reset-gs.mid", "spec-test/sf_spec_test.mid", "midi/dance.mid"]
  static let areThere = small.allSatisfy { TestFiles.exists(TestFiles.shared($0)) }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: TestFiles.shared(name))))
  }
}

@Suite("Hostile MIDI files", .enabled(if: RealFiles.areThere, "The shared data is missing."))
struct MIDIFileHostileTests {
  private let corruptions = TestScale.count(short: 300, full: 20_000)
  private let step = TestScale.cases(short: 211, full: 1)

  /// Reads bytes and checks what must hold of any file that is read; true if it was.
  private func read(_ bytes: [UInt8]) -> Bool {
    guard let file = try? MIDIFile(bytes: bytes) else { return false }
    var events = 0
    for track in file.tracks {
      events += track.events.count
      var last: Int64 = 0
      for event in track.events {
        guard event.tick >= last && event.tick <= track.endTick else {
          Issue.record("Ticks go back in a file of \(bytes.count) bytes")
          return true
        }
        last = event.tick
        let range: ByteRange? =
          switch event.content {
          case .systemExclusive(let part): part.range
          case .escape(let range): range
          case .meta(.text(_, let range)), .meta(.unknown(_, let range)): range
          default: nil
          }
        if let range, range.offset < 0 || range.offset + range.count > bytes.count {
          Issue.record("A range beyond the file of \(bytes.count) bytes")
        }
      }
    }
    // Two bytes make an event at the least, so that memory is bounded by the file.
    #expect(events <= bytes.count / 2)
    #expect(file.duration.seconds >= 0)
    #expect(file.warnings.count <= 20 * file.tracks.count + 4)
    return true
  }

  private struct NoteOn: Hashable {
    let tick: Int64
    let track: Int
    let status: UInt8
    let key: UInt8
  }

  private func noteOns(_ bytes: [UInt8]) throws -> Set<NoteOn> {
    var notes: Set<NoteOn> = []
    for (index, track) in try MIDIFile(bytes: bytes).tracks.enumerated() {
      for event in track.events {
        guard case .message(let message) = event.content, message.startsNote else { continue }
        notes.insert(
          NoteOn(tick: event.tick, track: index, status: message.status, key: message.data1))
      }
    }
    return notes
  }

  @Test("A truncated file is read or throws", arguments: RealFiles.small)
  func truncated(name: String) throws {
    let bytes = try RealFiles.bytes(name)
    #expect(read(bytes))
    #expect(try MIDIFile(bytes: bytes).warnings.isEmpty)
    var readable = 0
    for count in stride(from: 0, to: bytes.count, by: min(step, bytes.count / 30)) {
      if read(Array(bytes[..<count])) { readable += 1 }
    }
    // The header is 14 bytes, a track's head 8; from the first track on, what is there is read.
    #expect(readable > 0)
    #expect(!read(Array(bytes[..<21])))
    #expect(read(Array(bytes[..<(bytes.count - 5)])))
  }

  @Test(
    "A file with a random byte changed after its header is read, with most of its notes",
    arguments: RealFiles.small)
  func corrupted(name: String) throws {
    let bytes = try RealFiles.bytes(name)
    var state: UInt64 = 20_240_229
    func random(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    var readable = 0
    let notes = try noteOns(bytes)
    var keptNotes = 0
    let start = threadCPUTime()
    for _ in 0..<corruptions {
      var changed = bytes
      let offset = random(below: bytes.count)
      changed[offset] = UInt8(random(below: 256))
      let isReadable = read(changed)
      // The headers of the file and of the first track have 22 bytes.
      #expect(isReadable || offset < 22)
      if isReadable {
        readable += 1
        if readable > 20 { continue }
        keptNotes += notes.intersection(try noteOns(changed)).count
      }
    }
    // A wrong delta time moves all later notes of its track.
    #expect(keptNotes * 10 >= notes.count * 20 * 9)
    let each = (threadCPUTime() - start) / corruptions
    #expect(readable > 20)
    #expect(each < .milliseconds(200))
    print("\(name): \(readable) of \(corruptions) corrupted files are readable, \(each) each")
  }

  @Test("Extreme header fields are read or throw")
  func extremes() throws {
    let bytes = try RealFiles.bytes(RealFiles.small[0])
    // Sizes of MThd and of the first MTrk, and the words of the header.
    for offset in [4, 18] {
      for value: UInt32 in [0, 1, 6, 7, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
        var changed = bytes
        changed.replaceSubrange(offset..<offset + 4, with: big(value))
        _ = read(changed)
      }
    }
    for offset in [8, 10, 12] {
      for value: UInt16 in [0, 1, 2, 3, 0x7FFF, 0x8000, 0xE250, 0xFFFF] {
        var changed = bytes
        changed.replaceSubrange(offset..<offset + 2, with: big(value))
        _ = read(changed)
      }
    }
  }

  @Test("Worst-case files take at most 1 µs per byte, or 20 µs without optimization")
  func slow() throws {
    let (repetitions, microseconds) = TestScale.cases(short: (15_000, 20), full: (150_000, 1))
    // Malformed meta-events, running status across them, and a track without an end.
    let pattern: [UInt8] = [0, 0xFF, 0x51, 0, 0, 60, 1]
    let track = [0, 0x90, 60, 1] + Array(repeatElement(pattern, count: repetitions).joined())
    let bytes = MIDIFileBuilder(tracks: [track, track]).bytes
    let start = threadCPUTime()
    #expect(read(bytes))
    #expect(threadCPUTime() - start < .microseconds(microseconds * bytes.count))
  }

  @Test(
    "Damaged files take less than 50 µs per byte, even without optimization",
    arguments: [
      [0x80], [0xF8], [0, 0xF8], [0, 0x90, 0xF4], [0, 0x90, 60, 1, 0, 0xF4],
      [0, 0x90, 60, 0xF8, 0xF8, 0xF8, 0xF8, 0xF8, 0xF8, 0xF8, 0xF4],
      // A long delta time, and an error that it does not explain.
      [0xC0, 0x40, 0x90, 60, 1, 0, 60, 0, 1, 60, 1, 0, 0xF4],
      // Tracks of the wrong length.
      Array("MTrk".utf8) + [0, 0, 0, 3, 0, 0x90, 60, 1, 0, 60],
      Array("MTrk".utf8) + [0, 0, 0, 30, 0, 0x90, 60, 1, 0, 60, 0xF4],
    ] as [[UInt8]])
  func slowRecovery(pattern: [UInt8]) throws {
    let count = TestScale.cases(short: 20_000, full: 100_000) / pattern.count
    let track = [0, 0x90, 60, 1] + Array(repeatElement(pattern, count: count).joined())
    let bytes = MIDIFileBuilder(tracks: [track, track]).bytes
    let start = threadCPUTime()
    #expect(read(bytes))
    #expect(threadCPUTime() - start < .microseconds(50 * bytes.count))
  }
}
