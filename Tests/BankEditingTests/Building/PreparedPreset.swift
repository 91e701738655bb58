import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel

/// A preset prepared from recordings in memory, as `peach build` does it.
struct PreparedPreset {
  var samples: [PreparedSample] = []
  var warnings: [String] = []
  /// The names of recordings without a root key.
  var unusable: [String] = []

  init(
    _ recordings: [(file: String, audio: DecodedAudio)], bits: Int = 24, lines: String = ""
  ) throws {
    let recipe = try BuildRecipe(parsing: "bits \(bits)\npreset 0:42 Test\n" + lines)
    let settings = recipe.presets[0].settings
    let preparation = RecordingPreparation(settings, bits: bits)
    var analyzed = try recordings.map {
      try preparation.analyze(RecordingSource(file: $0.file, $0.audio))
    }
    let decision = PresetDecision(&analyzed, settings)
    warnings = decision.warnings
    unusable = decision.unusable.map { analyzed[$0].file }
    var finished = analyzed.filter { $0.root != nil }.map { preparation.finish($0, decision) }
    RecordingPreparation.balance(&finished, settings)
    samples = finished.map { preparation.encode($0) }
  }

  /// Returns the frames of a sample's first channel, −1…1.
  static func frames(_ sample: PreparedSample) -> [Double] {
    switch sample.channels[0] {
    case .integer16(let stored):
      return stride(from: 0, to: stored.bytes.count, by: 2).map {
        Double(word(stored.bytes, $0)) / 32_768
      }
    case .integer24(let high, let low):
      return low.bytes.indices.map {
        (256 * Double(word(high.bytes, 2 * $0)) + Double(low.bytes[$0])) / 8_388_608
      }
    default: return []
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int16 {
    Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))
  }
}

/// A tone whose amplitude is a function of time, with noise.
struct ShapedTone {
  var hertz = 220.0
  var seconds = 1.2
  var sampleRate = 44_100.0
  /// The amplitudes of the partials.
  var partials = [0.3, 0.15, 0.08]
  var noiseDecibels = -200.0
  var vibratoCents = 0.0
  var seed: UInt64 = 1
  /// The amplitude by time.
  var shape: (Double) -> Double = { _ in 1 }

  static let vibratoHertz = 5.3

  var audio: DecodedAudio {
    DecodedAudio(sampleRate: sampleRate, channelCount: 1, values: frames)
  }

  var frames: [Float] {
    var random = seed
    let noise = pow(10, noiseDecibels / 20)
    let index = vibratoCents * log(2) / 1200 * hertz / Self.vibratoHertz
    return (0..<Int(seconds * sampleRate)).map { frame in
      let time = Double(frame) / sampleRate
      let phase = 2 * .pi * hertz * time - index * cos(2 * .pi * Self.vibratoHertz * time)
      var value = 0.0
      for (number, amplitude) in partials.enumerated() {
        value += amplitude * sin(Double(number + 1) * phase + Double(number))
      }
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let uniform = Double(random >> 33) / Double(1 << 30) - 1
      return Float(value * shape(time) + noise * uniform)
    }
  }

  /// The frequency of a key.
  static func hertz(_ key: Int, cents: Double = 0) -> Double {
    440 * pow(2, (Double(key - 69) + cents / 100) / 12)
  }

  /// A tone of a key with short fades.
  static func key(_ key: Int, cents: Double = 0, seconds: Double = 0.5) -> ShapedTone {
    var tone = ShapedTone(hertz: hertz(key, cents: cents), seconds: seconds, sampleRate: 22_050)
    tone.shape = { min($0 / 0.02, 1, (seconds - $0) / 0.05) }
    return tone
  }
}
