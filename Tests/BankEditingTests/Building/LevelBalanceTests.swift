import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

@Suite("Levels of built samples")
struct LevelBalanceTests {
  private static let keys = Array(stride(from: 40, through: 88, by: 4))
  /// Gains between −20 and 20 dB, without an order.
  private static let gains = keys.indices.map { Double(($0 * 29) % 41) - 20 }

  private func levels(_ gains: [Double]?, lines: String = "", bits: Int = 24) throws -> [Double] {
    let preset = try PreparedPreset(
      Self.keys.enumerated().map { index, key in
        // The same sound for all keys, so that its K-weighted level is known.
        var tone = ShapedTone.key(72, seconds: 0.9)
        let gain = gains.map { pow(10, $0[index] / 20) } ?? 1
        tone.partials = [0.05, 0.03].map { $0 * gain }
        return ("\(key).wav", tone.audio)
      }, bits: bits, lines: "roots said\n" + lines)
    return preset.samples.map { sample in
      let frames = PreparedPreset.frames(sample)[2205..<7000]
      return 10 * log10(frames.reduce(0) { $0 + $1 * $1 } / Double(frames.count))
    }
  }

  @Test("Gains of ±20 dB are equalized within 0.1 dB")
  func even() throws {
    let (plain, changed) = (try levels(nil), try levels(Self.gains))
    for (a, b) in zip(plain, changed) { #expect(abs(a - b) < 0.1, "\(a), \(b) dB") }
    let recorded = try levels(Self.gains, lines: "levels recorded")
    // From −20 to 19 dB.
    #expect(abs((recorded.max() ?? 0) - (recorded.min() ?? 0) - 39) < 0.01)
  }

  // ITU-R BS.1770-5, annex 1: a sine of 997 Hz at 0 dB FS in one channel has −3.01 LKFS, its RMS in
  // decibels. The weighting thus has 0.691 dB at 997 Hz, which the loudness subtracts.
  @Test("The level is K-weighted: a sine of 997 Hz at −14 dB has an RMS of −14.691 dB (BS.1770-5)")
  func absolute() throws {
    func level(_ lines: String) throws -> Double {
      var tone = ShapedTone(hertz: 997, seconds: 1)
      tone.partials = [0.05]
      let sample = try #require(
        try PreparedPreset([("B5.wav", tone.audio)], lines: lines).samples.first)
      let frames = PreparedPreset.frames(sample)[4410..<26_460]
      return 10 * log10(frames.reduce(0) { $0 + $1 * $1 } / Double(frames.count))
    }
    #expect(abs(try level("") + 14.691) < 0.01)
    #expect(abs(try level("level -20") + 20.691) < 0.01)
    // An amplitude of 0.05.
    #expect(abs(try level("levels recorded") - 10 * log10(0.05 * 0.05 / 2)) < 0.01)
  }

  @Test("Layers have equal levels at a key; recorded dynamics keep their difference")
  func layers() throws {
    let files = Self.keys.flatMap { key in
      [("pp", 0.02), ("ff", 0.1)].map { layer, amplitude in
        var tone = ShapedTone.key(key, seconds: 0.9)
        tone.partials = [amplitude]
        return (file: "\(key)_\(layer).wav", audio: tone.audio)
      }
    }
    func steps(_ lines: String) throws -> [Double] {
      let levels = try PreparedPreset(files, lines: lines).samples.map { $0.levelDecibels ?? 0 }
      return stride(from: 0, to: levels.count, by: 2).map { levels[$0 + 1] - levels[$0] }
    }
    #expect(try steps("").allSatisfy { abs($0) < 0.05 })
    // 20 · log₁₀(0.1 / 0.02) = 13.98 dB.
    #expect(try steps("dynamics recorded").allSatisfy { abs($0 - 13.979) < 0.05 })
  }

  @Test("Peaks stay below −1 dBFS; a single outlier is limited alone, and reported")
  func headroom() throws {
    let files = Self.keys.map { key in
      var tone = ShapedTone.key(key, seconds: 0.9)
      // A click of 24 dB above the tone.
      let isOutlier = key == 60
      tone.shape = { time in
        isOutlier && time > 0.3 && time < 0.303 ? 16 : min(time / 0.02, 1)
      }
      return (file: "\(key).wav", audio: tone.audio)
    }
    let samples = try PreparedPreset(files).samples
    for sample in samples {
      let peak = PreparedPreset.frames(sample).reduce(0) { max($0, abs($1)) }
      #expect(20 * log10(peak) < -0.99, "\(sample.file)")
    }
    let limited = samples.filter { $0.reasons.contains { $0.contains("its peak") } }
    #expect(limited.map(\.file) == ["60.wav"])
  }

  // A sine of 997 Hz at −14 dB has an amplitude of −11.68 dB (BS.1770-5). A burst of 14 dB above it
  // would have a peak of +2.3 dBFS.
  @Test("Brief peaks are limited by up to 6 dB, so that all tones have the level of the preset")
  func limiter() throws {
    let files = Self.keys.map { key in
      var tone = ShapedTone(hertz: 997, seconds: 0.9)
      tone.partials = [0.1]
      tone.shape = { time in
        let rise = min(time / 0.005, 1)
        return key % 12 == 0 && time > 0.03 && time < 0.06 ? 5 * rise : rise
      }
      return (file: "\(key).wav", audio: tone.audio)
    }
    let samples = try PreparedPreset(files, lines: "roots said\nloops none").samples
    for sample in samples {
      let frames = PreparedPreset.frames(sample)
      #expect(20 * log10(frames.reduce(0) { max($0, abs($1)) }) < -0.99)
      // The reduction ends with the burst.
      let tail = frames[8820..<26_460]
      let level = 10 * log10(tail.reduce(0) { $0 + $1 * $1 } / Double(tail.count))
      #expect(abs(level + 14.691) < 0.05, "\(level)")
      #expect(abs((sample.levelDecibels ?? 0) + 14) < 0.01)
      let isLimited = sample.reasons.contains { $0.hasPrefix("peaks limited by 3.") }
      #expect(isLimited == (sample.root % 12 == 0), "\(sample.reasons)")
    }
  }

  // Pulses of 21 partials have peaks 16 dB above their RMS. One of four is 4 dB higher.
  @Test("Peaks of a loop from the first frame on are limited, and repeat with it")
  func limitedLoop() throws {
    var tone = ShapedTone(hertz: 441, seconds: 1)
    tone.partials = [Double](repeating: 0.01, count: 21)
    tone.shape = { Int($0 * 441) % 4 == 0 ? 1.6 : 1 }
    var audio = tone.audio
    audio.values = (0..<44_100).map { index in
      let time = Double(index) / 44_100
      return Float(
        tone.shape(time)
          * (1...21).reduce(0.0) { $0 + 0.01 * cos(2 * .pi * 441 * Double($1) * time) })
    }
    var chunks = RecordingChunks()
    chunks.loop = 0..<44_000
    let recipe = try BuildRecipe(parsing: "bits 24\npreset 0:0 Test\nroots said")
    let sample = try RecordingPreparation(recipe.presets[0].settings, bits: 24)
      .prepare(file: "A4.wav", audio, chunks: chunks)
    #expect(sample.loop == 0..<44_000)
    let frames = PreparedPreset.frames(sample)
    #expect(20 * log10(frames.reduce(0) { max($0, abs($1)) }) < -0.99)
    #expect(frames[..<8].elementsEqual(frames[44_000..<44_008]))
  }

  // ITU-R BS.1770-5, equation 2: the powers of left and right are added.
  @Test("Two channels together have the level of one: −17 dB each")
  func stereo() throws {
    var tone = ShapedTone(hertz: 997, seconds: 1)
    tone.partials = [0.05]
    let left = tone.frames
    tone.hertz = 999
    var audio = tone.audio
    audio.channelCount = 2
    audio.values = zip(left, tone.frames).flatMap { [$0, $1] }
    let sample = try #require(
      try PreparedPreset([("B5.wav", audio)], lines: "roots said\nloops none").samples.first)
    let frames = PreparedPreset.frames(sample)[4410..<26_460]
    let level = 10 * log10(frames.reduce(0) { $0 + $1 * $1 } / Double(frames.count))
    #expect(abs(level + 14.691 + 3.01) < 0.03, "\(level)")
  }

  @Test("Dither is triangular, depends on the file only, and continues in the loop")
  func dither() throws {
    func samples(seed: UInt64) throws -> PreparedSample {
      let recipe = try BuildRecipe(parsing: "preset 0:0 Test\nloops none")
      let preparation = RecordingPreparation(recipe.presets[0].settings)
      var tone = ShapedTone(hertz: 997, seconds: 1)
      tone.partials = [0.002]
      var source = RecordingSource(file: "B5.wav", tone.audio)
      source.seed = seed
      var recordings = [try preparation.analyze(source)]
      let decision = PresetDecision(&recordings, recipe.presets[0].settings)
      var finished = [preparation.finish(recordings[0], decision)]
      RecordingPreparation.balance(&finished, recipe.presets[0].settings)
      return preparation.encode(finished[0])
    }
    let (first, again, other) = (
      try samples(seed: 1), try samples(seed: 1), try samples(seed: 2)
    )
    #expect(PreparedPreset.frames(first) == PreparedPreset.frames(again))
    // The difference of two independent quantizations with triangular dither has the variance
    // 2 · (1/6 + 1/12) of a squared step (Lipshitz, Wannamaker, Vanderkooy 1992).
    let differences = zip(PreparedPreset.frames(first), PreparedPreset.frames(other)).map {
      ($0 - $1) * 32_768
    }
    let variance = differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)
    #expect(abs(variance - 0.5) < 0.02, "\(variance)")
    #expect(differences.allSatisfy { abs($0) <= 3 })
  }

  @Test("The frames after a loop equal its first ones, also with dither (SoundFont 2.04 §7.10)")
  func loopWithDither() throws {
    var tone = ShapedTone.key(60, seconds: 1.5)
    tone.partials = [0.01]
    let sample = try #require(
      try PreparedPreset([("60.wav", tone.audio)], bits: 16).samples.first)
    let loop = try #require(sample.loop)
    let frames = PreparedPreset.frames(sample)
    #expect(frames.count == loop.upperBound + 8)
    #expect(frames[loop.lowerBound..<loop.lowerBound + 8] == frames[loop.upperBound...])
  }
}
