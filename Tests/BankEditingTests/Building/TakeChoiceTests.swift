import PeachBankEditing
import Testing

@Suite("The choice of takes")
struct TakeChoiceTests {
  /// Returns the files that are not used.
  private func unused(_ tones: [(file: String, tone: ShapedTone)]) throws -> [String] {
    let settings = try BuildRecipe(parsing: "preset 0:0 Test").presets[0].settings
    let preparation = RecordingPreparation(settings)
    var recordings = try tones.map {
      try preparation.analyze(RecordingSource(file: $0.file, $0.tone.audio))
    }
    _ = PresetDecision(&recordings, settings)
    let choice = TakeChoice(recordings)
    let qualities = choice.compared.map { TakeQuality(recordings[$0]) }
    return choice.choose(&recordings, qualities).map { recordings[$0.index].file }
  }

  @Test("The longer take is used, whatever its name")
  func longer() throws {
    #expect(
      try unused([
        ("a C4.wav", .key(60, seconds: 0.4)), ("b C4.wav", .key(60, seconds: 1.5)),
        ("c D4.wav", .key(62, seconds: 0.4)),
      ]) == ["a C4.wav"])
  }

  @Test("The steadier take is used: no vibrato rather than ±60 cents")
  func steadier() throws {
    var unsteady = ShapedTone.key(60, seconds: 1)
    unsteady.vibratoCents = 60
    #expect(
      try unused([("a C4.wav", unsteady), ("b C4.wav", .key(60, seconds: 1))]) == ["a C4.wav"])
  }

  @Test("Takes of different layers are no takes of a key")
  func layers() throws {
    #expect(try unused([("C4_pp.wav", .key(60)), ("C4_ff.wav", .key(60))]) == [])
  }
}
