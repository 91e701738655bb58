import CPeach
import Foundation
import PeachC
import PeachInstrumentModel
import SoundFontFixtures
import Testing

/// Objects of the C library in memory, so that no cache of the user is involved.
enum CLibraryFixture {
  /// A bank whose samples loop periods of 100 frames at 44,000 Hz with root key 69: 440 Hz exactly
  /// on A4. Preset 1 is the same, 13 cents flat by its header; preset 2 is percussion.
  static var bankBytes: [UInt8] {
    let frames = (0..<3200).map { frame -> Int16 in
      let angle = 2 * Double.pi * Double(frame) / 100
      let value = sin(angle) + sin(2 * angle) / 2 + sin(3 * angle) / 3
      return Int16((12_000 * value).rounded())
    }
    var builder = SoundFontBuilder()
    builder.samples = [0, -13].map { cents in
      SoundFontSample(
        frames: frames, loop: 800..<2400, rate: 44_000, root: 69, correction: Int8(cents))
    }
    builder.instruments = [0, 1].map {
      .init(zones: [.init([.init(.sampleModes, 1)], plays: UInt16($0))])
    }
    builder.presets = [
      .init("Exact", zones: [.init(plays: 0)]),
      .init("Cello", program: 42, zones: [.init(plays: 1)]),
      .init("Drums", bank: 128, zones: [.init(plays: 0)]),
    ]
    return builder.chunks.file
  }

  /// Program 42, then A4 for two seconds at 120 beats per minute.
  static var songBytes: [UInt8] {
    let track: [UInt8] = [
      0, 0xC0, 42, 0, 0x90, 69, 100, 0x83, 0x00, 0x80, 69, 0, 0, 0xFF, 0x2F, 0,
    ]
    let header: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    return header + Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track
  }

  static func bank() throws -> OpaquePointer {
    try opened { bank in
      bankBytes.withUnsafeBytes { peach_bank_open_memory($0.baseAddress, $0.count, &bank) }
    }
  }

  static func song() throws -> OpaquePointer {
    try opened { song in
      songBytes.withUnsafeBytes { peach_song_open_memory($0.baseAddress, $0.count, &song) }
    }
  }

  /// Returns the handle that a function opens.
  static func opened(_ open: (inout OpaquePointer?) -> Int32) throws -> OpaquePointer {
    var handle: OpaquePointer?
    #expect(open(&handle) == 0, "\(message)")
    return try #require(handle)
  }

  static var message: String { peach_error_message().map { String(cString: $0) } ?? "" }

  static func note(hertz: Double, seconds: Double, start: Double = 0) -> peach_note {
    var note = peach_note()
    peach_note_init(&note, MemoryLayout<peach_note>.size)
    note.hertz = hertz
    note.seconds = seconds
    note.start = start
    return note
  }
}
