import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

@Suite("Root keys by consensus of labels, pitches and partials")
struct RootConsensusTests {
  /// Returns the roots of recordings of keys, whose names have other keys.
  private func roots(
    _ recordings: [(label: String, key: Int, cents: Double)], lines: String = ""
  ) throws -> [Int] {
    try PreparedPreset(
      recordings.map { ("\($0.label).wav", ShapedTone.key($0.key, cents: $0.cents).audio) },
      lines: lines
    ).samples.map { Int($0.root) }
  }

  @Test("Labels of a preset that are all an octave off are shifted (as of another middle C)")
  func octave() throws {
    let keys = Array(60..<68)
    let found = try roots(keys.map { ("\($0 - 12)", $0, 3) })
    #expect(found == keys)
    let preset = try PreparedPreset(
      keys.map { ("\($0 - 12).wav", ShapedTone.key($0).audio) })
    #expect(preset.samples.allSatisfy { $0.reasons.contains("label +12 like its neighbors") })
    #expect(preset.warnings.count == 1 && preset.warnings[0].contains("12 keys too low"))
  }

  @Test("A layer that is mistuned by 45 to 65 cents keeps its labels, and loses no recording")
  func mistuned() throws {
    let keys = Array(55..<65)
    let cents = [45.0, 51, 58, 65, 52, 49, 61, 54, 47, 63]
    #expect(try roots(zip(keys, cents).map { ("\($0)_p", $0, $1) }) == keys)
    #expect(try roots(zip(keys, cents).map { ("\($0)_p", $0, -$1) }) == keys)
  }

  @Test("A run of labels that is a semitone off is shifted; the rest of the layer is not")
  func run() throws {
    let keys = Array(60..<80)
    let labels = keys.map { $0 < 70 ? $0 : $0 + 1 }
    #expect(try roots(zip(labels, keys).map { ("\($0)_ff", $1, 0) }) == keys)
  }

  @Test("A subharmonic of the label does not become the root (period doubled at −24 dB)")
  func subharmonic() throws {
    // Ten equal partials of key 70, and weak ones of half its frequency.
    var tone = ShapedTone.key(58)
    tone.partials = (1...20).map { $0 % 2 == 0 ? 0.08 : $0 < 4 ? 0.053 : 0 }
    let sample = try #require(
      try PreparedPreset([("guitar_A#4.wav", tone.audio)]).samples.first)
    #expect(sample.root == 70)
  }

  @Test("A single wrong label is replaced by the pitch, with a warning")
  func wrong() throws {
    let keys = Array(60..<68)
    let preset = try PreparedPreset(
      keys.map { ("\($0 == 64 ? 89 : $0).wav", ShapedTone.key($0).audio) })
    #expect(preset.samples.map { Int($0.root) } == keys)
    let warnings = preset.samples.flatMap(\.warnings)
    #expect(warnings.count == 1 && warnings[0].contains("2500 cents below key 89"))
  }

  @Test("The sharp end of a scale keeps its labels if the next key is taken, and is tuned")
  func stretched() throws {
    let keys = Array(84..<92)
    let preset = try PreparedPreset(
      keys.map { ("\($0).wav", ShapedTone.key($0, cents: $0 == 88 ? 119 : 8).audio) })
    #expect(preset.samples.map { Int($0.root) } == keys)
    #expect(abs(preset.samples[4].correctionCents + 119) < 0.5)
  }

  @Test("Adjacent subharmonics are no rule: periods doubled at −20 dB keep their labels")
  func subharmonics() throws {
    let keys = Array(52..<64)
    let preset = try PreparedPreset(
      keys.map { key in
        var tone = ShapedTone.key(key, seconds: 0.9)
        if key < 58 {
          // Odd partials of half the frequency are 20 dB softer.
          tone.hertz /= 2
          tone.partials = (1...12).map { number -> Double in
            let amplitude = number % 2 == 0 ? 0.3 : 0.03
            return amplitude / Double(number)
          }
        }
        return ("\(key).wav", tone.audio)
      })
    #expect(preset.samples.map { Int($0.root) } == keys)
  }

  @Test("Unpitched recordings keep their labels")
  func unpitched() throws {
    let noise = { (seed: UInt64) -> DecodedAudio in
      var tone = ShapedTone.key(60)
      (tone.partials, tone.noiseDecibels, tone.seed) = ([], -10, seed)
      return tone.audio
    }
    let files = (36..<42).map { ("kick \($0).wav", noise(UInt64($0))) }
    #expect(try PreparedPreset(files).samples.map(\.root) == [36, 37, 38, 39, 40, 41])
    #expect(try PreparedPreset([("kick.wav", noise(1))]).unusable == ["kick.wav"])
  }
}
