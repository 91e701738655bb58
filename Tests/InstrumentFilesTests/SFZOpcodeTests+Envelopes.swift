import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

// Flex envelopes and inverted polarity.
extension SFZOpcodeTests {
  /// Returns one flex envelope of an SFZ text.
  private static func envelope(
    _ opcodes: String, _ expected: Double, _ value: @escaping @Sendable (RegionEnvelope) -> Double
  ) -> Row {
    extended(opcodes, expected) { $0.envelopes.count == 1 ? value($0.envelopes[0]) : .nan }
  }

  static let pointEnvelopes: [Row] = [
    envelope("eg1_pitch=9 eg1_time2=0.5", 3) { Double($0.points.count) },
    envelope("eg1_pitch=9 eg1_points=9 eg1_time2=0.5", 3) { Double($0.points.count) },
    envelope("eg1_pitch=9 eg1_time2=0.5", 0.5) { Double($0.points[2].seconds) },
    envelope("eg01_pitch=9 eg01_level1=-0.5", -0.5) { Double($0.points[1].level) },
    envelope("eg1_pitch=9 eg1_level0=7", 1) { Double($0.points[0].level) },
    envelope("eg1_pitch=9 eg1_level1=1 eg1_shape1=-3.5", -3.5) { Double($0.points[1].shape) },
    envelope("eg1_pitch=9 eg1_level1=1", -1) { Double($0.sustain ?? 255) == 255 ? -1 : 0 },
    envelope("eg1_pitch=9 eg1_level1=1 eg1_sustain=1", 1) { Double($0.sustain ?? 255) },
    envelope("eg1_pitch=9 eg1_level1=1 eg1_dynamic=1", 1) { $0.followsControllers ? 1 : 0 },
    envelope("eg1_ampeg=100 eg1_level1=1", 1) { $0.isVolumeEnvelope ? 1 : 0 },
    envelope("eg1_pitch=9 eg1_level1=1", 9) { Double($0.pitchCents) },
    envelope("eg1_volume=9 eg1_level1=1", 90) { Double($0.gainCentibels) },
    envelope("eg1_amplitude=9 eg1_level1=1", 0.09) { Double($0.amplitude ?? -1) },
    envelope("eg1_pitch=9 eg1_level1=1", -1) { Double($0.amplitude ?? -1) },
    envelope("eg1_cutoff=9 eg1_level1=1 cutoff=99", 9) { Double($0.cutoffCents) },
    envelope("eg1_cutoff=9 eg1_level1=1", 0) { Double($0.cutoffCents) },
    envelope("eg1_resonance=9 eg1_level1=1 cutoff=99", 90) { Double($0.resonanceCentibels) },
    envelope("eg1_pan=9 eg1_level1=1", 45) { Double($0.pan) },
    extended("eg1_pitch=9", 0) { Double($0.envelopes.count) },
    extended("eg1_level1=9 eg1_time1=4", 0) { Double($0.envelopes.count) },
    extended("eg1_level1=1 eg2_level1=1 eg1_pitch=1 eg2_pan=1", 2) {
      Double($0.envelopes.count)
    },
    extended("eg3_level1=1 eg2_level1=1 eg3_ampeg=1 eg2_ampeg=1", 1) {
      $0.envelopes.map(\.isVolumeEnvelope) == [true, false] ? 1 : 0
    },
    moves(
      "eg1_level1=1 eg1_pitch_oncc20=50", .controller(20), .envelope(0, .pitch), by: 50),
    moves("eg1_level1=1 eg1_volume_oncc20=5", .controller(20), .envelope(0, .gain), by: 50),
    moves("eg1_level1=1 eg1_pan_cc20=5", .controller(20), .envelope(0, .pan), by: 25),
    moves(
      "eg1_level1=1 eg1_amplitude_oncc131=50", .velocity, .envelope(0, .amplitude), by: 0.5),
    moves(
      "eg1_level1=1 eg1_cutoff_oncc20=5 cutoff=99", .controller(20), .envelope(0, .cutoff), by: 5),
    moves(
      "eg1_level1=1 eg1_resonance_oncc20=5 cutoff=99", .controller(20),
      .envelope(0, .resonance), by: 50),
    moves(
      "eg1_level1=1 eg1_pitch=5 eg1_time1_oncc20=2", .controller(20),
      .envelope(0, .seconds(point: 1)), by: 2),
    moves(
      "eg1_level1=1 eg1_pitch=5 eg1_level1_oncc20=-1", .controller(20),
      .envelope(0, .level(point: 1)), by: -1),
    extended("", 0) { $0.isPolarityInverted ? 1 : 0 },
    extended("phase=normal", 0) { $0.isPolarityInverted ? 1 : 0 },
    extended("phase=invert", 1) { $0.isPolarityInverted ? 1 : 0 },
  ]

  static let bands: [Row] = [
    extended("eq1_gain=3", 50) { Double($0.bands[0].hertz) },
    extended("eq3_gain=3", 5000) { Double($0.bands[0].hertz) },
    extended("eq2_gain=3 eq2_freq=90", 90) { Double($0.bands[0].hertz) },
    extended("eq2_gain=3 eq2_bw=2", 2) { Double($0.bands[0].octaves) },
    extended("eq2_gain=3 eq1_gain=-4", -40) { Double($0.bands[0].gainCentibels) },
    extended("eq2_gain=3 eq1_gain=-4", 2) { Double($0.bands.count) },
    extended("eq2_bw=3 eq1_freq=99", 0) { Double($0.bands.count) },
    extended("eq4_gain=3", 0) { Double($0.bands.count) },
    moves("eq3_gain=1 eq3_vel2freq=70", .velocity, .band(0, .hertz), by: 70),
    moves("eq1_gain=1 eq2_vel2gain=7", .velocity, .band(1, .gain), by: 70),
    moves("eq2_gain_oncc20=7", .controller(20), .band(0, .gain), by: 70),
    moves("eq2_gain=1 eq2_bwcc20=1", .controller(20), .band(0, .octaves), by: 1),
    moves("eq2_gain=1 eq2_freq_oncc20=9", .controller(20), .band(0, .hertz), by: 9),
  ]

  @Test("egN_width: envelopes and controllers change the stereo width")
  func envelopeWidth() throws {
    let sides = try SFZFile.regions(
      "<region> sample=stereo.wav eg2_width=20 eg2_level1=1 eg2_width_oncc20=10 eg2_pan=4")
    let pans = sides.compactMap { $0.extendedParameters?.envelopes.first?.pan }
    #expect(pans == [-80, 120])  // 20 − 100 and 20 + 100
    let moved = sides.compactMap { side in
      side.extendedParameters?.modulations.first { $0.source == .controller(20) }
    }
    #expect(moved.map(\.target) == [.envelope(0, .pan), .envelope(0, .pan)])
    #expect(moved.map(\.amount) == [-50, 50])
  }

  @Test("Excess envelopes and points are skipped with a warning")
  func manyEnvelopes() throws {
    func read(_ text: String) throws -> (envelopes: [RegionEnvelope], warnings: Int) {
      let bank = try SFZFile.bank("<region> sample=mono.wav \(text)")
      let extendedParameters = bank.regions(ofPresetAt: 0)[0].extendedParameters
      return (extendedParameters?.envelopes ?? [], bank.warnings.count)
    }
    let nine = (1...9).map { "eg\($0)_pitch=\($0) eg\($0)_level1=1" }.joined(separator: " ")
    let few = try read(nine)
    #expect(few.envelopes.map(\.pitchCents) == [1, 2, 3, 4, 5, 6, 7, 8] && few.warnings == 1)
    let long = (1...3).map { "eg\($0)_pitch=\($0) eg\($0)_level31=1" }.joined(separator: " ")
    let some = try read(long)
    #expect(some.envelopes.count == 1 && some.warnings == 1)
    // Points above 31 are ignored.
    #expect(try read("eg1_pitch=1 eg1_level32=1 eg1_time99999999=3").envelopes.isEmpty)
  }
}
