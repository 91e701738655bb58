public import PeachInstrumentFiles
public import PeachInstrumentModel
public import TestEnvironment

/// Banks of tiny samples, a third of them written to a file and read.
public enum RandomBank {
  /// A bank of one to four presets.
  public static func bank(
    _ numbers: inout RandomNumbers, amplifies: Bool
  ) throws(InstrumentFileError) -> SoundBank {
    if numbers.chance(1.0 / 3) {
      return try RandomFile.bank(&numbers, amplifies: amplifies)
    }
    let sampleCount = numbers.whole(1...4)
    var bytes: [UInt8] = []
    let samples = (0..<sampleCount).map { _ in sample(&numbers, bytes: &bytes) }
    let presets = (0..<numbers.whole(1...4)).map { _ in
      (0..<numbers.pick([0, 1, 2, 3, 3, 6, 6])).map { _ in
        RandomRegion.region(&numbers, sampleCount: sampleCount, amplifies: amplifies)
      }
    }
    return SoundBank(
      information: .init(name: "random"),
      presets: presets.indices.map {
        Preset(
          identifier: PresetIdentifier(
            bank: numbers.pick([0, 0, 1, 128]), program: UInt8(numbers.whole(0...3))),
          name: "preset \($0)")
      },
      samples: samples, storage: ByteStorage(copying: bytes),
      regionSource: { preset, _ in presets[preset] })
  }

  /// Replaces a codec: the sample's first two bytes are its number of frames, some of which are
  /// NaN, infinite or denormal.
  public static let decoder: SampleDecoder = { bytes, limit throws(SampleCodecError) in
    guard bytes.count >= 2 else { throw .undecodable(code: 1) }
    var numbers = RandomNumbers(seed: UInt64(bytes[0]) << 8 | UInt64(bytes[1]))
    let count = min(numbers.whole(0...1000), limit)
    let tiny = Float.leastNormalMagnitude / 4
    let odd: [Float] = [.nan, .infinity, -.infinity, .leastNonzeroMagnitude, -tiny, 0]
    return DecodedAudio(
      sampleRate: 44100, channelCount: 1,
      values: (0..<count).map { _ in
        numbers.chance(0.1) ? numbers.pick(odd) : Float(numbers.unit() * 2 - 1)
      })
  }

  /// Returns 16-bit frames: noise, a full-scale square wave, a click, silence, or the smallest
  /// step.
  static func frames(_ numbers: inout RandomNumbers) -> [Int16] {
    let count = numbers.pick([1, 2, 3, 4, 5, 63, 64, 65, 400, numbers.whole(1...2000)])
    let kind = numbers.whole(0...5)
    let period = numbers.whole(1...50)
    return (0..<count).map { frame in
      switch kind {
      case 0, 1: Int16(truncatingIfNeeded: numbers.next())
      case 2: frame / period % 2 == 0 ? .max : .min
      case 3: frame == 0 ? .max : 0
      case 4: frame < period ? .min : 0
      default: frame % 2 == 0 ? 1 : 0
      }
    }
  }

  private static func sample(_ numbers: inout RandomNumbers, bytes: inout [UInt8]) -> Sample {
    let start = bytes.count
    let frames = frames(&numbers)
    for frame in frames {
      bytes.append(UInt8(truncatingIfNeeded: frame))
      bytes.append(UInt8(truncatingIfNeeded: frame >> 8))
    }
    let range = start..<bytes.count
    let encoding: Sample.Encoding =
      switch numbers.whole(0...19) {
      case 0: .missing
      case 1: .compressed(range)
      case 2, 4: .integer24(high: range, low: start..<(start + frames.count))
      case 3: .integer16(start..<(bytes.count + 100_000))  // Not there.
      default: .integer16(range)
      }
    let last = numbers.chance(0.9) ? frames.count : frames.count + 5000
    let first = numbers.whole(0...last)
    let length = numbers.pick([1, 1, 2, 3, numbers.whole(0...last)])
    return Sample(
      name: "sample", encoding: encoding, sampleRate: rate(&numbers),
      rootKey: UInt8(numbers.whole(0...127)), correctionCents: Double(numbers.whole(-128...127)),
      loop: numbers.chance(0.8) ? first..<(first + length) : nil)
  }

  /// Returns a rate from 1 to 400,000 Hz.
  private static func rate(_ numbers: inout RandomNumbers) -> Double {
    if numbers.chance(0.3) { return numbers.pick([1, 100, 400_000]) }
    return numbers.pick([8000, 22_050, 44_100, 96_000]) * (0.5 + numbers.unit())
  }
}
