import Foundation
import Peach
import SoundFontFixtures

/// Banks in files whose recordings are out of tune by cents that follow from their loops.
enum OutOfTuneBank {
  /// Ten periods of 100 frames, harmonic, said to be A4 (key 69): in tune at 44,000 Hz.
  static func tone(rate: UInt32, root: UInt8 = 69) -> SoundFontSample {
    SoundFontSample(
      frames: frames(1000) { frame in
        (1...3).reduce(0) { $0 + sin(2 * .pi * Double($1 * frame) / 100) / Double($1) }
      }, loop: 0..<1000, rate: rate, root: root)
  }

  /// How far that is above its key.
  static func cents(rate: UInt32) -> Double { 1200 * log2(Double(rate) / 44_000) }

  /// A second of two equal sines of 440 and 443 Hz: they beat about 441.5 Hz, each half the interval
  /// between them away.
  static var beating: SoundFontSample {
    SoundFontSample(
      frames: frames(44_100) { frame in
        let turns = 2 * .pi * Double(frame) / 44_100
        return sin(440 * turns) + sin(443 * turns + 1)
      }, loop: 0..<44_100, root: 69)
  }

  /// Four tenths of a second of white noise.
  static var noise: SoundFontSample {
    var state: UInt64 = 1
    return SoundFontSample(
      frames: frames(17_640) { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / 8_388_608 - 1
      }, root: 69)
  }

  private static func frames(_ count: Int, _ value: (Int) -> Double) -> [Int16] {
    (0..<count).map { Int16((value($0) * 10_000).rounded()) }
  }

  /// A looped zone that plays a sample, with further settings.
  static func zone(
    _ sample: UInt16, mode: Int16 = 1, _ settings: [SoundFontBuilder.Setting] = []
  ) -> SoundFontBuilder.Zone {
    .init(settings + [.init(.sampleModes, mode)], plays: sample)
  }

  /// A bank of these samples with a preset of bank 0 for each list of zones, programs from 0 on.
  static func builder(
    _ samples: [SoundFontSample], presets: [[SoundFontBuilder.Zone]]? = nil
  ) -> SoundFontBuilder {
    var builder = SoundFontBuilder()
    builder.samples = samples
    let presets = presets ?? samples.indices.map { [zone(UInt16($0))] }
    builder.instruments = presets.map { .init(zones: $0) }
    builder.presets = presets.indices.map {
      .init("Preset \($0)", program: UInt16($0), zones: [.init(plays: UInt16($0))])
    }
    return builder
  }

  /// The same, written to a file and read from there.
  static func bank(_ builder: SoundFontBuilder, in folder: RenderFolder) throws -> SoundBank {
    let path = folder.path("bank.sf2")
    try Data(builder.chunks.file).write(to: URL(filePath: path))
    return try SoundBank(contentsOf: path)
  }
}
