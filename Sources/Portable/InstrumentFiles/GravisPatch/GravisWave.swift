import PeachInstrumentModel
import PeachMusicUnits

#if !hasFeature(Embedded)
  /// A wave of a Gravis patch: its header, and the range of its frames in the file.
  struct GravisWave {
    /// The bits of the byte of modes.
    private enum Mode: Int {
      case is16Bit, isUnsigned, isLooped, isAlternating, isReversed, sustains, hasEnvelope
    }

    let name: String
    /// The bytes of the frames.
    let frames: Range<Int>
    private let modes: UInt8
    private let sampleRate: Int
    /// The loop, in frames; `nil` without one.
    let loop: Range<Int>?
    /// The fractions of the loop's start and end, in 16ths of a frame.
    let loopFraction: UInt8
    /// The keys whose pitch is in the wave's range.
    let keys: ClosedRange<Int>
    /// The pitch at the original speed, in cents above key 0.
    let rootCents: Double
    /// The position, in tenths of a percent.
    let pan: Float
    /// The key whose pitch the scale does not change, and the cents from key to key.
    let scaleKey: Int
    let scaleCents: Double
    let envelope: GravisEnvelope?
    let hasModulation: Bool

    /// Reads the header at an offset; `nil` if it or its frames exceed the file.
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
      guard bytes.count - start >= GravisPatch.waveSize else { return nil }
      func number(_ offset: Int, _ count: Int) -> Int {
        bytes.integer(start + offset, count, isBigEndian: false)
      }
      func has(_ mode: Mode) -> Bool { bytes[start + 55] >> mode.rawValue & 1 == 1 }
      let size = number(8, 4)
      let first = start + GravisPatch.waveSize
      guard size <= bytes.count - first else { return nil }
      name = TextField.decode(bytes.slice(start..<(start + 7)))
      frames = first..<(first + size)
      modes = bytes[start + 55]
      sampleRate = max(number(20, 2), 1)
      let width = has(.is16Bit) ? 2 : 1
      let (from, to) = (number(12, 4) / width, number(16, 4) / width)
      loop = has(.isLooped) && from < to && to <= size / width ? from..<to : nil
      loopFraction = has(.isLooped) ? bytes[start + 7] : 0
      // Frequencies are in thousandths of a hertz.
      let (low, high) = (Self.cents(number(22, 4)), Self.cents(number(26, 4)))
      // They are rounded: the tolerance is 5 cents.
      let lowest = Int(((low - 5) / 100).rounded(.up))
      let highest = Int(((high + 5) / 100).rounded(.down))
      let limits = 0...127 as ClosedRange<Int>
      keys =
        lowest <= highest
        ? (lowest...highest).clamped(to: limits) : limits
      let root = number(30, 4)
      rootCents = root == 0 ? 6000 : Self.cents(root)
      let balance = Float(min(bytes[start + 36], 15))
      pan = balance <= 7 ? (balance - 7) / 7 * 500 : (balance - 7) / 8 * 500
      // The scale is in 1024ths of a semitone per key.
      let factor = number(58, 2)
      scaleKey = min(number(56, 2), 127)
      scaleCents = min(Double(factor) / 1024 * 100, 1200)
      envelope =
        has(.hasEnvelope)
        ? GravisEnvelope(
          rates: (37..<43).map { bytes[start + $0] }, levels: (43..<49).map { bytes[start + $0] },
          sustains: has(.sustains)) : nil
      // Depths of tremolo and vibrato.
      hasModulation = bytes[start + 51] != 0 || bytes[start + 54] != 0
    }

    private static func cents(_ millihertz: Int) -> Double {
      let hertz = max(Double(millihertz), 1) / 1000
      return min(max(6900 + 1200 * Exponential.log2(hertz / 440), -12_800), 25_600)
    }

    private func has(_ mode: Mode) -> Bool { modes >> mode.rawValue & 1 == 1 }

    var isLooped: Bool { has(.isLooped) }
    var isReversed: Bool { has(.isReversed) }
    var frameCount: Int { has(.is16Bit) ? frames.count / 2 : frames.count }

    /// Returns the frames as a WAV file, with the loop in a sampler chunk. Frames of 8 bits are
    /// unsigned there, and those of 16 bits signed.
    func file(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
      let width = has(.is16Bit) ? 2 : 1
      let count = frameCount * width
      var file: [UInt8] = []
      file.reserveCapacity(count + 120)
      func little(_ value: Int, _ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      func add(_ code: StaticString, _ content: [UInt8]) {
        file += UnsafeBufferPointer(start: code.utf8Start, count: 4)
        file += little(content.count, 4) + content
      }
      file += Array("RIFF".utf8) + little(0, 4) + Array("WAVE".utf8)
      add(
        "fmt ",
        little(1, 2) + little(1, 2) + little(sampleRate, 4) + little(sampleRate * width, 4)
          + little(width, 2) + little(8 * width, 2))
      if let loop {
        // One loop, of type 1 if it alternates; its end is the last frame.
        let type = has(.isAlternating) ? 1 : 0
        add(
          "smpl",
          [UInt8](repeating: 0, count: 28) + little(1, 4) + little(0, 4) + little(0, 4)
            + little(type, 4) + little(loop.lowerBound, 4) + little(loop.upperBound - 1, 4)
            + little(0, 8))
      }
      file += Array("data".utf8) + little(count, 4)
      let flip: UInt8 = has(.isUnsigned) == (width == 1) ? 0 : 0x80
      for index in 0..<count {
        let isHigh = width == 1 || index % 2 == 1
        file.append(bytes[frames.lowerBound + index] ^ (isHigh ? flip : 0))
      }
      if count % 2 == 1 { file.append(0) }
      let total = little(file.count - 8, 4)
      for index in 0..<4 { file[4 + index] = total[index] }
      return file
    }
  }
#endif
