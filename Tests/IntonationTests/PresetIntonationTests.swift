import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import Testing

@Suite("Preset intonation")
struct PresetIntonationTests {
  /// A region whose sample is `error` cents above its keys, corrected or not.
  private struct Sounding {
    var region: Region
    var correction: RegionCorrection
    var measurement: PitchMeasurement?

    init(
      _ keys: ClosedRange<UInt8>, error: Double, uncertainty: Double = 0.001,
      contour: SoundingPitch? = nil, status: RegionCorrection.Status = .applied,
      kind: PitchMeasurement.Kind = .periodicLoop
    ) {
      region = Region(keys: keys, sample: 0)
      correction = RegionCorrection(
        status: status, cents: status == .applied ? -error : 0, errorCents: error,
        uncertaintyCents: uncertainty)
      measurement = PitchMeasurement(
        kind: kind, frequency: .hertz(440), uncertaintyCents: uncertainty, sounding: contour)
    }
  }

  private func intonation(
    _ parts: [Sounding], applied: [Double]? = nil
  ) -> PresetIntonation {
    PresetIntonation(
      regions: parts.map(\.region), corrections: parts.map(\.correction),
      measurements: parts.map(\.measurement), appliedCents: applied)
  }

  @Test("Median, worst key and key steps match the notes")
  func figures() {
    // Errors of 1 (six keys), −3 (two keys) and 10 (one key): steps of 4 and 13 cents.
    let found = intonation([
      Sounding(60...65, error: 1), Sounding(66...67, error: -3), Sounding(68...68, error: 10),
    ])
    #expect(found.notes.map(\.key) == Array(60...68))
    #expect(found.medianCents(after: false) == 1 && found.worstCents(after: false) == 10)
    #expect(found.jumpCents(after: false) == 13)
    // Six of eight steps are 0, one is 4: the 75th percentile is 0.
    #expect(found.jumpCents(after: false, part: 0.75) == 0)
    #expect(found.jumpCents(after: false, part: 0.8) == 4)
    #expect(found.worstCents(after: true) == 0 && found.jumpCents(after: true) == 0)
    #expect(found.notes.allSatisfy(\.isPeriodic) && found.badge == .exact)
  }

  @Test("Simultaneous regions are weighted by power; octaves and transpositions are not errors")
  func layers() {
    var octave = Sounding(60...60, error: 1204)
    octave.correction.cents = -4
    octave.correction.status = .appliedAside
    var soft = Sounding(60...60, error: 14)
    // 10 dB, a tenth of the power.
    soft.region.generators[.initialAttenuation] = 100
    let found = intonation([octave, soft])
    #expect(found.notes.count == 1)
    #expect(abs(found.notes[0].beforeCents - (4 + 0.1 * 14) / 1.1) < 1e-6)
    #expect(abs(found.notes[0].afterCents) < 1e-9)
  }

  @Test("Velocity layers are separate notes; release regions are not notes")
  func velocities() {
    var soft = Sounding(60...61, error: 1)
    soft.region.velocities = 0...63
    var loud = Sounding(60...61, error: 5)
    loud.region.velocities = 64...127
    var release = Sounding(60...61, error: 50)
    release.region.generators[.sampleModes] = 2
    let found = intonation([soft, loud, release])
    #expect(found.notes.map(\.velocity) == [1, 1, 64, 64])
    #expect(found.notes.map(\.beforeCents) == [1, 1, 5, 5] && found.unpitchedCount == 0)
    // Velocity layers of a key are not a step.
    #expect(found.jumpCents(after: false) == 0)
  }

  @Test("A retuned file's cents count; a common pitch on all keys does not")
  func applied() {
    let found = intonation([Sounding(60...60, error: 3)], applied: [-2.75])
    #expect(abs(found.notes[0].afterCents - 0.25) < 1e-9)
    var fixed = Sounding(60...61, error: 3)
    fixed.region.generators[.scaleTuning] = 0
    #expect(intonation([fixed]).badge == .unpitched)
    #expect(intonation([fixed]).unpitchedCount == 2)
  }

  @Test("The rating covers the residual and unpitched presets")
  func badges() {
    func badge(_ part: Sounding) -> IntonationBadge { intonation([part]).badge }
    #expect(badge(Sounding(60...60, error: 20, uncertainty: 1)) == .exact)
    #expect(
      badge(Sounding(60...60, error: 2, uncertainty: 1.5))
        == .varying(meanCents: 1.5, variationCents: 0, laterCents: 0))
    #expect(
      badge(Sounding(60...60, error: -80, status: .tooFar))
        == .varying(meanCents: 80, variationCents: 0, laterCents: 80))
    #expect(badge(Sounding(60...60, error: 0, status: .unpitched)) == .unpitched)
    #expect(
      IntonationBadge.exact.isStraight && IntonationBadge.straight(deviationCents: 2).isStraight)
    #expect(!badge(Sounding(60...60, error: 2, uncertainty: 1.5)).isStraight)
    #expect(!IntonationBadge.unpitched.isStraight)
  }

  @Test("The windows of straight tones add to the mean, weighted by power")
  func windows() {
    var soft = Sounding(60...61, error: 4, uncertainty: 0.01)
    // 10 dB, a tenth of the power.
    soft.region.generators[.initialAttenuation] = 100
    let parts = [Sounding(60...60, error: 3, uncertainty: 0.01), soft]
    let found = PresetIntonation(
      regions: parts.map(\.region), corrections: parts.map(\.correction),
      measurements: parts.map(\.measurement), windowCents: [0.2, 0.75])
    #expect(found.notes.count == 2)
    #expect(abs(found.notes[0].variationCents - (0.2 + 0.1 * 0.75) / 1.1) < 1e-9)
    #expect(found.worstVariationCents == 0.75 && found.worstWindowCents == 0.76)
    #expect(found.worstRemainderCents == 0.01)
  }

  @Test(
    "The later pitch is that of the stronger region: the phase of the sum of two tones follows it")
  func later() {
    let loud = Sounding(60...60, error: 6, status: .tooFar)
    var soft = Sounding(60...60, error: -30, status: .tooFar)
    // 9 dB.
    soft.region.generators[.initialAttenuation] = 90
    #expect(intonation([loud, soft]).notes[0].laterCents == 6)
    #expect(intonation([soft, loud]).worstLaterCents == 6)
    // Neither of two channels of equal power leads.
    soft.region.generators[.initialAttenuation] = 0
    #expect(intonation([loud, soft]).notes[0].laterCents == -12)
  }

  @Test("Notes with a fraction of their correction, and notes of another rating")
  func fractions() {
    let found = intonation([Sounding(60...61, error: 8), Sounding(62...62, error: -2)])
    let part = found.corrected { $0.key == 61 ? 0.25 : 1 }
    #expect(part.notes.map(\.beforeCents) == [8, 8, -2])
    #expect(part.notes.map(\.afterCents) == [0, 6, 0] && part.notes[1].laterCents == 6)
    #expect(part.worstRemainderCents == 6)
    let mixed = found.replacing({ $0.key == 61 }, with: part)
    #expect(mixed == part)
    #expect(found.replacing({ $0.key == 90 }, with: part) == found)
  }
}
