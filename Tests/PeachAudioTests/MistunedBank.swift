import Foundation
import PeachServices
import SoundFontFixtures

/// Bank files whose samples are mistuned by cents that follow from their loops.
enum MistunedBank {
  /// Ten harmonic periods of 100 frames with root key 69 (A4): in tune at 44,000 Hz.
  static func tone(rate: UInt32, root: UInt8 = 69) -> SoundFontSample {
    SoundFontSample(
      frames: frames(1000) { frame in
        (1...3).reduce(0) { $0 + sin(2 * .pi * Double($1 * frame) / 100) / Double($1) }
      }, loop: 0..<1000, rate: rate, root: root)
  }

  /// Returns the cents above the key.
  static func cents(rate: UInt32) -> Double { 1200 * log2(Double(rate) / 44_000) }

  /// A second of two equal sines of 440 and 443 Hz: they beat at 441.5 Hz, half of their interval
  /// from each.
  static var beating: SoundFontSample {
    SoundFontSample(
      frames: frames(44_100) { frame in
        let turns = 2 * .pi * Double(frame) / 44_100
        return sin(440 * turns) + sin(443 * turns + 1)
      }, loop: 0..<44_100, root: 69)
  }

  /// 0.4 s of white noise.
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

  /// Returns a looped zone for a sample and some keys, with additional settings.
  static func zone(
    _ sample: UInt16, mode: Int16 = 1, keys: ClosedRange<UInt8>? = nil,
    _ settings: [SoundFontBuilder.Setting] = []
  ) -> SoundFontBuilder.Zone {
    let range: [SoundFontBuilder.Setting] =
      keys.map { [.init(.keyRange, from: $0.lowerBound, to: $0.upperBound)] } ?? []
    return .init(range + settings + [.init(.sampleModes, mode)], plays: sample)
  }

  /// Returns a bank of these samples with a preset of bank 0 per list of zones, from program 0.
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

  /// Returns the bank, written to a file and read.
  static func bank(_ builder: SoundFontBuilder, in folder: RenderFolder) throws -> SoundBank {
    let path = folder.path("bank.sf2")
    try Data(builder.chunks.file).write(to: URL(filePath: path))
    return try SoundBank(contentsOf: path)
  }
}
