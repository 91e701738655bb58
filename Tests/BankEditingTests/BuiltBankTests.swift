import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

@Suite("Banks built from recordings")
struct BuiltBankTests {
  private func audio(
    _ key: Int, cents: Double = 0, change: (inout RecordedTone) -> Void = { _ in }
  ) -> DecodedAudio {
    var tone = RecordedTone(
      hertz: RecordedTone.hertz(key, cents: cents), seconds: 0.8, partials: [0.3, 0.2, 0.1, 0.1])
    change(&tone)
    return DecodedAudio(sampleRate: tone.sampleRate, channelCount: 1, values: tone.frames)
  }

  private func prepare(
    _ file: String, _ audio: DecodedAudio, said: UInt8? = nil,
    change: (inout BuildRecipe.Settings) -> Void = { _ in }
  ) throws -> PreparedSample {
    var settings = BuildRecipe.Settings()
    settings.loops = .file
    settings.rootChoice = .measured
    change(&settings)
    var chunks = RecordingChunks()
    chunks.key = said
    return try RecordingPreparation(settings).prepare(file: file, audio, chunks: chunks)
  }

  @Test(
    "The declared root counts within half a semitone; otherwise the measured one, with a warning",
    arguments: [
      ("A3.wav", nil, 57, 0), ("A3.wav", 57, 57, 0), ("x.wav", nil, 57, 0), ("x.wav", 57, 57, 0),
      ("G#3.wav", nil, 57, 1), ("A4.wav", nil, 57, 1), ("A2.wav", nil, 57, 1),
      ("A3.wav", 60, 57, 1), ("E4.wav", 57, 57, 1), ("E4.wav", 60, 57, 2),
    ] as [(String, UInt8?, UInt8, Int)])
  func roots(file: String, said: UInt8?, root: UInt8, warnings: Int) throws {
    let recording = try prepare(file, audio(57, cents: 20), said: said)
    #expect(recording.root == root)
    #expect(recording.warnings.count == warnings, "\(recording.warnings)")
    #expect(abs(recording.correctionCents + 20) < 0.1)
  }

  @Test("A recipe can trust declared roots, or declare one")
  func believed() throws {
    let said = try prepare("A4.wav", audio(57)) { $0.rootChoice = .declared }
    #expect(said.root == 69 && said.warnings.count == 2)
    let given = try prepare("C4.wav", audio(57)) { $0.roots = [.init(file: "C*", key: 57)] }
    #expect(given.root == 57 && given.declaredKey == 57)
    let off = try prepare("x.wav", audio(57)) { $0.roots = [.init(file: "x.wav", key: 58)] }
    #expect(off.root == 58)
  }

  @Test("Unpitched recordings use the root of their file name; without one they are skipped")
  func unpitched() throws {
    let noise = audio(57) { tone in
      tone.partials = []
      tone.noiseDecibels = -10
    }
    let recording = try prepare("drum_038.wav", noise)
    #expect(recording.root == 38 && recording.pitch == nil && recording.correctionCents == 0)
    for (file, sound) in [
      ("drum.wav", noise), ("C2B2.wav", audio(57)),
      ("A3.wav", DecodedAudio(sampleRate: 44_100, channelCount: 1, values: [0, 0, 0])),
    ] {
      let error = try #require(throws: BuildingError.self) { try prepare(file, sound) }
      #expect(error.description.hasPrefix(file))
    }
  }

  @Test("Keys and velocities are distributed, stereo pairs linked, and the bank can be written")
  func regions() throws {
    var stereo = audio(60)
    stereo.channelCount = 2
    stereo.values = stereo.values.flatMap { [$0, $0 * 0.5] }
    var recipe = try BuildRecipe(
      parsing: "name Test\nbits 24\npreset 0:42 Cello\nkeys 40-90\nreach 127\nroots heard")
    recipe.presets[0].settings.loops = .find
    let preparation = RecordingPreparation(recipe.presets[0].settings, bits: 24)
    let recordings = try [
      ("ff_C4.wav", stereo), ("pp_C4.wav", audio(60)), ("pp_A4.wav", audio(69)),
      ("pp_A4 again.wav", audio(69)),
    ].map { try preparation.prepare(file: $0.0, $0.1) }
    let bank = try BuiltBank(recipe, recordings: [recordings])
    #expect(bank.presets[0].regions.map(\.keys) == [40...64, 65...90, 40...90])
    #expect(bank.presets[0].regions.map(\.velocities) == [1...72, 1...72, 73...127])
    #expect(bank.warnings.count == 1 && bank.warnings[0].contains("again"))
    let pieces = try SoundFontWriter(bank.contents).pieces
    let bytes = pieces.flatMap { Array($0.bytes) }
    let font = try SoundFont.read(ByteStorage(copying: bytes))
    #expect(font.warnings.isEmpty)
    let sound = font.soundBank()
    #expect(sound.presets.map(\.name) == ["Cello"])
    #expect(sound.samples.map(\.name) == ["pp_C4", "pp_A4", "ff_C4_L", "ff_C4_R"])
    #expect(sound.samples.map(\.partner) == [nil, nil, 3, 2])
    #expect(sound.samples.map(\.rootKey) == [60, 69, 60, 60])
    #expect(sound.samples.allSatisfy { $0.loop != nil })
    #expect(sound.samples[2].loop == sound.samples[3].loop)
  }

  @Test("A recording with a wrong name does not replace the one with the right name")
  func mislabeled() throws {
    let recordings = try [("B4.wav", audio(64)), ("E4.wav", audio(64))].map { try prepare($0, $1) }
    let bank = try BuiltBank(BuildRecipe(parsing: "preset 0:42 Cello"), recordings: [recordings])
    #expect(bank.presets[0].regions.map(\.recording.file) == ["E4.wav"])
    // B4 is key 71, E4 is key 64.
    #expect(bank.warnings.count == 2)
    #expect(bank.warnings[0].contains("B4.wav: measured 700 cents below key 71 from its name"))
    let skipped = bank.warnings[1]
    for text in ["B4.wav: skipped", "E4.wav has key 64", "labeled key 71"] {
      #expect(skipped.contains(text), "\(skipped)")
    }
  }

  @Test("Mixed kinds of layers and presets without recordings are errors")
  func mistakes() throws {
    let recipe = try BuildRecipe(parsing: "preset 0:42 Cello")
    let recordings = [try prepare("C4v1.wav", audio(60)), try prepare("pp_A4.wav", audio(69))]
    for (list, word) in [(recordings, "pp_A4.wav"), ([], "usable recordings")] {
      let error = try #require(throws: BuildingError.self) {
        try BuiltBank(recipe, recordings: [list])
      }
      #expect(error.description.contains("Cello") && error.description.contains(word))
    }
  }
}
