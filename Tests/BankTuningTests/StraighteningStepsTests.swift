import PeachBankTuning
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachServices
import PeachStraightPresets
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("Measuring and straightening in steps")
struct StraighteningStepsTests {
  private let font: SoundFont
  private static let file = VibratoRecording.bank.chunks.file

  init() throws { font = try SoundFont.read(ByteStorage(copying: Self.file)) }

  @Test("Steps of one recording write the bytes that all processors write")
  func straighten() throws {
    var steps = StraighteningSteps(font)
    let tools = MeasuringTools()
    var fractions = [steps.fraction]
    while try !steps.step(decoder: nil, tools) { fractions.append(steps.fraction) }
    // Two recordings, two presets, one new sample and two recordings to measure, between five
    // stages.
    #expect(fractions.count == 12 && fractions == fractions.sorted() && steps.fraction == 1)
    let bank = try #require(steps.result)
    #expect(bank.presets.map(\.isStraightened) == [true, false])
    let parallel = try StraightenedBank(font, intonation: IntonationCache(folder: nil))
    let bytes = try SoundFontWriter(bank.contents()).bytes
    #expect(try bytes == SoundFontWriter(parallel.contents()).bytes)
    // Other frames than the file has.
    #expect(bytes.count > 100_000 && bytes != Self.file)
  }

  @Test("The written preset is straight in every window; the recording is not")
  func intonation() throws {
    var steps = StraighteningSteps(font)
    let tools = MeasuringTools()
    while try !steps.step(decoder: nil, tools) {}
    let plan = steps.stages.plans[0]
    let after = plan.intonation(steps.stages.tones, map: IntonationMap(), keys: 60...72)
    #expect(after.notes.count == 13)
    // From 220 Hz on, straight tones without noise are within 0.1 cents; headers within 0.01.
    #expect(after.worstVariationCents < 0.12 && after.worstCents(after: true) < 0.05)
    var measurement = PresetMeasurement(presetAt: 0, of: font.soundBank())
    var map = IntonationMap()
    while try !measurement.step(&map, decoder: nil, tools) {}
    // At the lowest key, 55, the vibrato of ±20 cents has 5.2 · 2^(−14/12) = 2.32 Hz. Its mean over
    // 100 ms is 20 · sin(0.232π) / 0.232π = 18.3 cents.
    let variation = try #require(measurement.result?.recorded.worstVariationCents)
    #expect(abs(variation - 18.3) < 1)
  }

  @Test("A preset measured in steps has the badge of the programs, once they have played it")
  func badges() throws {
    let folder = try TemporaryFolder()
    let bank = try SoundBank(contentsOf: folder.put("bank.sf2", Self.file))
    let corrections = IntonationCache(folder: nil)
    let straightTones = StraightToneCache(folder: folder.path("cache"))
    let tools = MeasuringTools()
    var map = IntonationMap()
    for index in 0..<2 {
      let chosen = BankPreset(bank: bank, index: index)
      _ = try chosen.prepared(
        intonation: corrections, tone: .straight, straightTones: straightTones)
      let played = try #require(
        try chosen.playedIntonation(corrections, straightTones: straightTones))
      var measurement = PresetMeasurement(presetAt: index, of: bank)
      var fractions: [Double] = []
      while try !measurement.step(&map, decoder: nil, tools) {
        fractions.append(measurement.fraction)
      }
      #expect(fractions == fractions.sorted() && fractions.allSatisfy { (0..<1).contains($0) })
      #expect(measurement.fraction == 1)
      let found = try #require(measurement.result)
      #expect(found.badge == played.badge && found.recorded == played.recorded)
      #expect(found.tone == played.tone && found.vibratoHertz == played.vibratoHertz)
      if index == 0 {
        guard case .straight(let deviation?) = found.badge else {
          Issue.record("\(found.badge)")
          return
        }
        #expect(deviation < 0.1)
      }
    }
  }
}
