import Foundation
import PeachInstrumentModel
import SoundFontFixtures

/// Generated files for the program.
enum Fixtures {
  /// A bank of a looped sine with exact pitch (100 frames at 44,000 Hz are 440 Hz), as
  /// a melodic preset 0:42, and as a percussion kit 128:0.
  static var bank: SoundFontBuilder {
    var builder = SoundFontBuilder()
    builder.samples = [
      SoundFontSample(
        frames: (0..<1000).map { Int16((20_000 * sin(2 * .pi * Double($0) / 100)).rounded()) },
        loop: 0..<1000, rate: 44_000, root: 69)
    ]
    builder.instruments = [
      .init("Tone", zones: [.init([.init(.sampleModes, 1), .init(.pan, 0)], plays: 0)])
    ]
    builder.presets = [
      .init("Pure Cello", bank: 0, program: 42, zones: [.init([.init(.pan, -7)], plays: 0)]),
      .init(
        "Kit", bank: 128, program: 0,
        zones: [.init([.init(.keyRange, from: 3, to: 99)], plays: 0)]),
    ]
    return builder
  }

  /// Returns a song with one track that ends at `end`, in ticks of one millisecond.
  static func song(end: Int, _ events: [(tick: Int, bytes: [UInt8])]) -> [UInt8] {
    // 500 ticks in a quarter note of half a second (Standard MIDI Files 1.0).
    let header = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xF4]
    var track: [UInt8] = []
    var last = 0
    for event in events + [(end, [0xFF, 0x2F, 0])] {
      track += variable(event.tick - last) + event.bytes
      last = event.tick
    }
    return header + Array("MTrk".utf8) + [0, 0, UInt8(track.count >> 8), UInt8(track.count & 255)]
      + track
  }

  private static func variable(_ value: Int) -> [UInt8] {
    var bytes = [UInt8(value & 127)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 127) | 128, at: 0)
      rest >>= 7
    }
    return bytes
  }
}

/// A parsed WAV file of 16- and 24-bit integers or 32-bit floats.
struct WAVFile {
  var channels = 0
  var sampleRate = 0
  var bitsPerSample = 0
  /// 1 for integers, 3 for floats.
  var format = 0
  /// The left channel.
  var left: [Float] = []
  /// The right channel; empty in a mono file.
  var right: [Float] = []

  /// Returns `nil` if the data is not WAV or its sizes are inconsistent.
  init?(_ bytes: [UInt8]) {
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    func code(_ offset: Int) -> String {
      String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }
    guard bytes.count > 12, code(0) == "RIFF", code(8) == "WAVE", number(4, 4) + 8 == bytes.count
    else { return nil }
    var offset = 12
    while offset + 8 <= bytes.count {
      let (start, size) = (offset + 8, number(offset + 4, 4))
      guard start + size <= bytes.count else { return nil }
      if code(offset) == "fmt " {
        format = number(start, 2) == 0xFFFE ? number(start + 24, 2) : number(start, 2)
        (channels, sampleRate) = (number(start + 2, 2), number(start + 4, 4))
        bitsPerSample = number(start + 14, 2)
      } else if code(offset) == "data" {
        let width = bitsPerSample / 8
        guard channels > 0, width > 0, size % (channels * width) == 0 else { return nil }
        let (isFloat, half) = (format == 3, 1 << (bitsPerSample - 1))
        func values(_ offset: Int) -> [Float] {
          stride(from: start + offset, to: start + size, by: channels * width).map { frame in
            if isFloat { return Float(bitPattern: UInt32(number(frame, 4))) }
            let value = number(frame, width)
            return Float(value < half ? value : value - 2 * half) / Float(half)
          }
        }
        left = values(0)
        if channels == 2 { right = values(width) }
      }
      offset = start + size + size % 2
    }
  }
}
