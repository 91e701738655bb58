import Foundation
public import PeachInstrumentModel

/// Banks in memory with known samples.
public enum TestBank {
  /// Returns 16-bit frames of a periodic waveform.
  ///
  /// `partials` are the amplitudes of the fundamental, the octave etc., in sine phase.
  public static func frames(period: Double, count: Int, partials: [Double]) -> [Int16] {
    (0..<count).map { frame in
      var value = 0.0
      for (index, amplitude) in partials.enumerated() {
        value += amplitude * sin(2 * Double.pi * Double(index + 1) * Double(frame) / period)
      }
      return Int16((value * 32767).rounded())
    }
  }

  /// Returns a bank with a preset per list of regions, all playing the same samples.
  public static func bank(
    samples recordings: [(frames: [Int16], loop: Range<Int>?, rate: Double, root: UInt8)],
    presets: [[Region]]
  ) -> SoundBank {
    var bytes: [UInt8] = []
    var samples: [Sample] = []
    for (index, recording) in recordings.enumerated() {
      let start = bytes.count
      for frame in recording.frames {
        bytes.append(UInt8(truncatingIfNeeded: frame))
        bytes.append(UInt8(truncatingIfNeeded: frame >> 8))
      }
      samples.append(
        Sample(
          name: "Recording \(index)", encoding: .integer16(start..<bytes.count),
          sampleRate: recording.rate, rootKey: recording.root, loop: recording.loop))
    }
    return SoundBank(
      information: .init(name: "Test"),
      presets: presets.indices.map {
        Preset(
          identifier: PresetIdentifier(bank: UInt16($0 / 128), program: UInt8($0 % 128)),
          name: "Preset \($0)")
      },
      samples: samples, storage: ByteStorage(copying: bytes),
      regionSource: { preset, _ in presets[preset] })
  }

  /// Returns a preset with a looped tone: ten periods of `partials` over 1,000 frames at 44,100 Hz
  /// (441 Hz) with root key 69, hence 1200·log2(441/440) cents sharp.
  public static func tone(
    partials: [Double] = [0.8], _ change: (inout Region) -> Void = { _ in }
  ) -> SoundBank {
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    change(&region)
    return bank(
      samples: [
        (frames(period: 100, count: 1000, partials: partials), 0..<1000, 44_100, 69)
      ], presets: [[region]])
  }

  /// The error of ``tone(partials:_:)`` in cents.
  public static var toneCents: Double { 1200 * log2(441.0 / 440.0) }
}
