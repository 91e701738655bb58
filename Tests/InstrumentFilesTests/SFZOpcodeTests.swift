import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

/// Each SFZ opcode compared with the format's definition, in the model's units.
@Suite("SFZ opcodes")
struct SFZOpcodeTests {
  /// Opcodes, their expected value, and how to read it from a region of a mono sample.
  struct Row: Sendable, CustomTestStringConvertible {
    var opcodes: String
    var expected: Double
    var value: @Sendable (Region) -> Double

    init(_ opcodes: String, _ expected: Double, _ value: @escaping @Sendable (Region) -> Double) {
      self.opcodes = opcodes
      self.expected = expected
      self.value = value
    }

    var testDescription: String { opcodes }
  }

  private static func generator(
    _ opcodes: String, _ generator: Generator, _ expected: Double
  ) -> Row {
    Row(opcodes, expected) { Double($0.generators[generator]) }
  }

  private static func seconds(_ opcodes: String, _ generator: Generator, _ expected: Double) -> Row
  {
    Row(opcodes, expected) { exp2(Double($0.generators[generator]) / 1200) }
  }

  static func extended(
    _ opcodes: String, _ expected: Double,
    _ value: @escaping @Sendable (ExtendedParameters) -> Double
  ) -> Row {
    Row(opcodes, expected) { $0.extendedParameters.map { value($0) } ?? .nan }
  }

  private static func condition(
    _ opcodes: String, _ expected: Double,
    _ value: @escaping @Sendable (RegionConditions) -> Double
  ) -> Row {
    Row(opcodes, expected) { $0.conditions.map { value($0) } ?? .nan }
  }

  /// Returns the amount of the only modulation of a target.
  static func moves(
    _ opcodes: String, _ source: RegionModulation.Source, _ target: RegionModulation.Target,
    by expected: Double
  ) -> Row {
    extended(opcodes, expected) { extendedParameters in
      let all = extendedParameters.modulations.filter { $0.source == source && $0.target == target }
      return all.count == 1 ? Double(all[0].amount) : .nan
    }
  }

  static let keys: [Row] = [
    Row("key=60", 60) { Double($0.keys.lowerBound) },
    Row("key=61", 61) { Double($0.keys.upperBound) },
    generator("key=62", .overridingRootKey, 62), Row("key=c4", 60) { Double($0.keys.lowerBound) },
    Row("lokey=C-1 hikey=g9", 0) { Double($0.keys.lowerBound) },
    Row("lokey=f#3", 54) { Double($0.keys.lowerBound) },
    Row("lokey=Gb3", 54) { Double($0.keys.lowerBound) },
    Row("hikey=40", 40) { Double($0.keys.upperBound) },
    Row("lovel=30", 30) { Double($0.velocities.lowerBound) },
    Row("hivel=99", 99) { Double($0.velocities.upperBound) },
    generator("", .overridingRootKey, 60), generator("pitch_keycenter=d4", .overridingRootKey, 62),
    generator("key=70 pitch_keycenter=50", .overridingRootKey, 50),
    generator("pitch_keycenter=sample", .overridingRootKey, 60),
    generator("pitch_keytrack=50", .scaleTuning, 50), generator("", .scaleTuning, 100),
  ]

  static let pitch: [Row] = [
    generator("transpose=-12", .coarseTune, -12), generator("tune=30", .fineTune, 30),
    generator("tune=-130", .coarseTune, -1), generator("tune=-130", .fineTune, -30),
    generator("transpose=2 tune=50", .fineTune, 50),
    moves("pitch_veltrack=600", .velocity, .generator(.fineTune), by: 600),
    extended("pitch_random=25", 25) { Double($0.randomPitchCents) },
    moves("bend_up=1200", .bendUp, .generator(.fineTune), by: 1200),
    moves("bend_up=1200", .bendDown, .generator(.fineTune), by: -200),
    moves("bend_down=-700", .bendDown, .generator(.fineTune), by: -700),
    moves("bendup=100", .bendUp, .generator(.fineTune), by: 100),
    moves("tune_oncc20=50", .controller(20), .generator(.fineTune), by: 50),
    moves("tune_cc41=1200", .controller(41), .generator(.fineTune), by: 1200),
    moves("pitch_oncc20=50", .controller(20), .generator(.fineTune), by: 50),
  ]

  static let level: [Row] = [
    extended("volume=-6", -60) { Double($0.gainCentibels) },
    extended("volume=6", 60) { Double($0.gainCentibels) },
    extended("volume=-6 group_volume=-2 master_volume=1 global_volume=3", -40) {
      Double($0.gainCentibels)
    },
    extended("amplitude=50", 200 * log10(0.5)) { Double($0.gainCentibels) },
    generator("pan=-100", .pan, -500), generator("pan=50", .pan, 250),
    generator("position=20", .pan, 100),
    extended("", 1) { Double($0.velocityTracking) },
    extended("amp_veltrack=40", 0.4) { Double($0.velocityTracking) },
    extended("amp_veltrack=-100", -1) { Double($0.velocityTracking) },
    // Linear from (0, 0) through the points to (127, 1).
    extended("amp_velcurve_64=0.5", 0.25) { Double($0.velocityCurve[32]) },
    extended("amp_velcurve_64=0.5", 1) { Double($0.velocityCurve[127]) },
    extended("amp_velcurve_1=0.2 amp_velcurve_3=0.6", 0.4) { Double($0.velocityCurve[2]) },
    extended("amp_random=3", 30) { Double($0.randomGainCentibels) },
    // −1 dB per key above 60: the constant and the slope cancel at 60.
    extended("amp_keytrack=-1", 600) { Double($0.gainCentibels) },
    moves("amp_keytrack=-1", .key, .gain, by: -1270),
    extended("amp_keytrack=-1 amp_keycenter=40", 400) { Double($0.gainCentibels) },
    extended("rt_decay=3", 30) { Double($0.releaseDecayCentibels) },
    moves("volume_oncc7=12", .controller(7), .gain, by: 120),
    moves("gain_cc20=6", .controller(20), .gain, by: 60),
    moves("amplitude_oncc20=100", .controller(20), .amplitude, by: 1),
    moves("pan_oncc10=100", .controller(10), .generator(.pan), by: 500),
    moves("amp_veltrack_oncc99=100", .controller(99), .velocityTracking, by: 1),
    generator("effect1=50", .reverbSend, 500), generator("effect2=10", .chorusSend, 100),
    moves("effect1_oncc91=100", .controller(91), .generator(.reverbSend), by: 1000),
  ]

  static let fades: [Row] =
    ["key", "vel"].flatMap { word in
      [
        extended("xfin_lo\(word)=20 xfin_hi\(word)=40", 20) { Double($0.crossfades[0].low) },
        extended("xfin_lo\(word)=20 xfin_hi\(word)=40", 40) { Double($0.crossfades[0].high) },
        extended("xfout_lo\(word)=60 xfout_hi\(word)=80", 60) { Double($0.crossfades[0].low) },
        extended("xfout_lo\(word)=60 xfout_hi\(word)=80", 0) {
          $0.crossfades[0].fadesIn ? 1 : 0
        },
        extended("xfout_lo\(word)=60 xf_\(word)curve=gain", 0) {
          $0.crossfades[0].isEqualPower ? 1 : 0
        },
        extended("xfout_lo\(word)=60", 1) { $0.crossfades[0].isEqualPower ? 1 : 0 },
      ]
    } + [
      extended("xfin_locc20=5 xfin_hicc20=50", 50) { Double($0.crossfades[0].high) },
      extended("xfin_locc20=5", 1) { $0.crossfades[0].source == .controller(20) ? 1 : 0 },
      extended("xfout_locc20=5 xfout_hicc20=50 xf_cccurve=gain", 5) {
        Double($0.crossfades[0].low)
      },
    ]

  static let envelopes: [Row] = [
    seconds("ampeg_delay=0.5", .volumeEnvelopeDelay, 0.5),
    seconds("ampeg_attack=0.25", .volumeEnvelopeAttack, 0.25),
    seconds("ampeg_hold=2", .volumeEnvelopeHold, 2),
    // To silence: SoundFont's 100 dB. To half: 6.02 dB in the same time.
    seconds("ampeg_decay=2 ampeg_sustain=0", .volumeEnvelopeDecay, 2),
    seconds("ampeg_decay=2 ampeg_sustain=50", .volumeEnvelopeDecay, 2 * 100 / 6.0206),
    generator("ampeg_sustain=50", .volumeEnvelopeSustain, 60.206),
    generator("", .volumeEnvelopeSustain, 0),
    generator("ampeg_sustain=0", .volumeEnvelopeSustain, 1440),
    seconds("ampeg_release=0.8", .volumeEnvelopeRelease, 0.8),
    moves("ampeg_vel2attack=-0.2", .velocity, .seconds(.volumeEnvelopeAttack), by: -0.2),
    moves("ampeg_vel2release=0.2", .velocity, .seconds(.volumeEnvelopeRelease), by: 0.2),
    moves("ampeg_vel2delay=0.2", .velocity, .seconds(.volumeEnvelopeDelay), by: 0.2),
    moves("ampeg_vel2hold=0.2", .velocity, .seconds(.volumeEnvelopeHold), by: 0.2),
    moves(
      "ampeg_sustain=0 ampeg_vel2decay=1", .velocity, .seconds(.volumeEnvelopeDecay), by: 1),
    moves("ampeg_vel2sustain=-50", .velocity, .sustain, by: -0.5),
    moves(
      "ampeg_release_oncc72=1.5", .controller(72), .seconds(.volumeEnvelopeRelease), by: 1.5),
    moves("ampeg_releasecc72=1.5", .controller(72), .seconds(.volumeEnvelopeRelease), by: 1.5),
    moves("ampeg_attack_oncc73=2", .controller(73), .seconds(.volumeEnvelopeAttack), by: 2),
    moves("ampeg_hold_oncc73=2", .controller(73), .seconds(.volumeEnvelopeHold), by: 2),
    moves("ampeg_sustain_oncc73=20", .controller(73), .sustain, by: 0.2),
    seconds("fileg_attack=0.3 fileg_depth=100", .modulationEnvelopeAttack, 0.3),
    generator("fileg_depth=2400", .modulationEnvelopeToFilterCutoff, 2400),
    generator("pitcheg_depth=-300", .modulationEnvelopeToPitch, -300),
    seconds("pitcheg_depth=1 pitcheg_delay=0.1", .modulationEnvelopeDelay, 0.1),
    seconds("pitcheg_depth=1 pitcheg_hold=0.1", .modulationEnvelopeHold, 0.1),
    seconds("pitcheg_depth=1 pitcheg_release=0.1", .modulationEnvelopeRelease, 0.1),
    // The modulation envelope decays from 1 to 0 in its decay time: half of it takes half the time.
    seconds("fileg_depth=1 fileg_decay=1 fileg_sustain=50", .modulationEnvelopeDecay, 2),
    generator("fileg_depth=1 fileg_sustain=30", .modulationEnvelopeSustain, 700),
    moves(
      "fileg_vel2depth=900", .velocity, .generator(.modulationEnvelopeToFilterCutoff), by: 900),
  ]

  static let filter: [Row] = [
    // 440 Hz is key 69.
    generator("cutoff=440", .initialFilterCutoff, 6900),
    generator("", .initialFilterCutoff, 13500),
    generator("cutoff=440 resonance=6", .initialFilterResonance, 60),
    // The engine subtracts half of it from the level.
    extended("cutoff=440 resonance=6", 30) { Double($0.gainCentibels) },
    generator("cutoff=440 fil_type=lpf_2p", .initialFilterCutoff, 6900),
    generator("cutoff=440 fil_type=hpf_2p", .initialFilterCutoff, 6900),
    generator("cutoff=440 fil_type=comb", .initialFilterCutoff, 13500),
    extended("cutoff=440 resonance=6 fil_type=comb", 0) { Double($0.gainCentibels) },
    generator("cutoff=440 resonance=6 fil_type=lpf_1p", .initialFilterResonance, 0),
    moves(
      "cutoff=440 fil_veltrack=1200", .velocity, .generator(.initialFilterCutoff), by: 1200),
    extended("cutoff=440 fil_keytrack=100", 1200) {
      // An octave above the center.
      let modulation = $0.modulations.first { $0.source == .key }
      return Double((modulation?.amount ?? 0) * (modulation?.curve[72] ?? 0))
    },
    extended("cutoff=440 fil_keytrack=100 fil_keycenter=48", 0) {
      Double($0.modulations.first { $0.source == .key }?.curve[48] ?? .nan)
    },
    extended("fil_random=100", 100) { Double($0.randomCutoffCents) },
    moves(
      "cutoff=440 cutoff_oncc74=4800", .controller(74), .generator(.initialFilterCutoff),
      by: 4800),
    moves(
      "cutoff=440 resonance_oncc71=10", .controller(71), .generator(.initialFilterResonance),
      by: 100),
  ]

  static let filterTypes: [Row] = [
    ("lpf_1p", RegionFilter.lowPass1Pole), ("lpf_2p", .lowPass), ("hpf_1p", .highPass1Pole),
    ("hpf_2p", .highPass), ("bpf_2p", .bandPass), ("brf_2p", .bandReject),
    ("lpf_4p", .lowPass4Pole), ("lpf_6p", .lowPass6Pole), ("hpf_4p", .highPass4Pole),
    ("hpf_6p", .highPass6Pole),
  ].map { name, filter in
    extended("cutoff=440 fil_type=\(name)", 1) { $0.filter == filter ? 1 : 0 }
  }

  static let waves: [Row] =
    [
      RegionLFO.Wave.triangle, .sine, .widePulse, .square, .narrowPulse, .narrowestPulse,
      .risingSaw, .fallingSaw,
    ].enumerated().map { number, wave in
      extended("lfo1_freq=4 lfo1_volume=6 lfo1_wave=\(number)", 1) {
        $0.modulation.wave == wave ? 1 : 0
      }
    } + [
      extended("lfo1_pitch=9 lfo1_wave=3", 3) { Double($0.vibrato.wave.rawValue) },
      extended("lfo1_pitch=9 lfo1_phase=0.25", 0.25) { Double($0.vibrato.phase) },
      extended("lfo1_cutoff=9 lfo1_fade=2", 2) { Double($0.modulation.fadeSeconds) },
      extended("pitchlfo_depth=9 pitchlfo_fade=3", 3) { Double($0.vibrato.fadeSeconds) },
      extended("amplfo_depth=9 amplfo_fade=3", 3) { Double($0.modulation.fadeSeconds) },
    ]

  static let oscillators: [Row] = [
    // 8.1758 Hz are 0 cents: 5 Hz are −851.3.
    generator(
      "pitchlfo_freq=5 pitchlfo_depth=20", .vibratoLFOFrequency, 1200 * log2(5 / 8.1757989)),
    generator("pitchlfo_freq=5 pitchlfo_depth=20", .vibratoLFOToPitch, 20),
    seconds("pitchlfo_depth=20 pitchlfo_delay=0.5", .vibratoLFODelay, 0.5),
    generator("amplfo_freq=4 amplfo_depth=3", .modulationLFOToVolume, 30),
    generator(
      "amplfo_freq=4 amplfo_depth=3", .modulationLFOFrequency, 1200 * log2(4 / 8.1757989)),
    generator("fillfo_freq=4 fillfo_depth=600", .modulationLFOToFilterCutoff, 600),
    generator("lfo1_freq=6 lfo1_pitch=40", .vibratoLFOToPitch, 40),
    generator("lfo3_freq=6 lfo3_volume=2", .modulationLFOToVolume, 20),
    moves(
      "pitchlfo_freq=5 pitchlfo_depth_oncc1=50", .controller(1), .generator(.vibratoLFOToPitch),
      by: 50),
    moves(
      "pitchlfo_depth_oncc1=50 pitchlfo_freq_oncc2=3", .controller(2),
      .hertz(.vibratoLFOFrequency), by: 3),
    moves(
      "lfo1_freq=6 lfo1_volume_oncc1=4", .controller(1), .generator(.modulationLFOToVolume),
      by: 40),
    moves(
      "lfo1_pitch_oncc1=4 lfo1_freq_oncc3=2", .controller(3), .hertz(.vibratoLFOFrequency), by: 2),
  ]

  static let conditions: [Row] = [
    condition("", 0) { Double($0.trigger.rawValue) },
    condition("trigger=release", 1) { $0.trigger == .release ? 1 : 0 },
    condition("trigger=release_key", 1) { $0.trigger == .releaseKey ? 1 : 0 },
    condition("trigger=first", 1) { $0.trigger == .first ? 1 : 0 },
    condition("trigger=legato", 1) { $0.trigger == .legato ? 1 : 0 },
    condition("seq_length=4 seq_position=3", 4) { Double($0.sequenceLength) },
    condition("seq_length=4 seq_position=3", 3) { Double($0.sequencePosition) },
    condition("lorand=0.25 hirand=0.5", 0.25) { Double($0.random.lowerBound) },
    condition("lorand=0.25 hirand=0.5", 0.5) { Double($0.random.upperBound) },
    condition("locc64=70", 70) { Double($0.controllers[0].lowest) },
    condition("locc64=70 hicc64=90", 90) { Double($0.controllers[0].highest) },
    condition("hihdcc1=0.5", 64) { Double($0.controllers[0].highest) },
    condition("lohdcc1=0.5", 64) { Double($0.controllers[0].lowest) },
    condition("lobend=-100", -100) { Double($0.bend.lowerBound) },
    condition("hibend=4000", 4000) { Double($0.bend.upperBound) },
    condition("lochanaft=20", 20) { Double($0.pressure.lowerBound) },
    condition("hichanaft=80", 80) { Double($0.pressure.upperBound) },
    condition("sw_last=c1 sw_lokey=24 sw_hikey=30", 24) {
      Double($0.keyswitch?.last?.lowerBound ?? 0)
    },
    condition("sw_last=25 sw_lokey=24 sw_hikey=30", 30) {
      Double($0.keyswitch?.keys.upperBound ?? 0)
    },
    condition("sw_lolast=25 sw_hilast=27", 27) { Double($0.keyswitch?.last?.upperBound ?? 0) },
    condition("sw_last=25 sw_default=26", 26) { Double($0.keyswitch?.initial ?? 0) },
    condition("sw_down=20", 20) { Double($0.keyswitch?.down ?? 0) },
    condition("sw_up=20", 20) { Double($0.keyswitch?.up ?? 0) },
    condition("sw_previous=20", 20) { Double($0.keyswitch?.previous ?? 0) },
    condition("sw_lokey=20 sw_hikey=30", 1) { $0.keyswitch == nil ? 1 : 0 },
    condition("group=3", 3) { Double($0.group) }, condition("off_by=4", 4) { Double($0.offBy) },
    condition("offby=4", 4) { Double($0.offBy) },
    condition("off_by=4", 1) { $0.ending == .fade(seconds: 0.006) ? 1 : 0 },
    condition("off_by=4 off_mode=normal", 1) { $0.ending == .release ? 1 : 0 },
    condition("off_mode=time off_time=0.5", 1) { $0.ending == .fade(seconds: 0.5) ? 1 : 0 },
    condition("polyphony=2", 2) { Double($0.polyphony ?? 0) },
    condition("note_polyphony=1", 1) { Double($0.keyPolyphony ?? 0) },
    condition("note_polyphony=1", 1) { $0.selfMasks ? 1 : 0 },
    condition("note_polyphony=1 note_selfmask=off", 0) { $0.selfMasks ? 1 : 0 },
    condition("off_mode=time off_time=0.5 off_shape=-3", 1) {
      $0.ending == .fade(seconds: 0.5, shape: -3) ? 1 : 0
    },
    condition("on_locc20=5 on_hicc20=50", 1) {
      $0.trigger == .attack && $0.starts.count == 1 ? 1 : 0
    },
    condition("hikey=-1 on_locc20=5 on_hicc20=50", 1) {
      let start = RegionConditions.Start(.controller(20), lowest: 5, highest: 50)
      return $0.trigger == .movement && $0.starts == [start] ? 1 : 0
    },
    condition("hikey=-1 start_lohdcc20=0.5", 64) { Double($0.starts[0].lowest) },
    condition("hikey=-1 on_hihdcc20=0.5", 64) { Double($0.starts[0].highest) },
    condition("hikey=-1 on_locc129=9", 1) { $0.starts[0].source == .channelPressure ? 1 : 0 },
    condition("hikey=-1 on_locc130=9", 1) { $0.starts[0].source == .keyPressure ? 1 : 0 },
    condition("sustain_sw=off", 0) { $0.isSustained ? 1 : 0 },
    condition("rt_dead=on", 1) { $0.ignoresDeadNotes ? 1 : 0 },
    condition("loop_mode=one_shot", 1) { $0.isOneShot ? 1 : 0 },
    condition("loop_mode=no_loop", 0) { $0.isOneShot ? 1 : 0 },
    extended("loop_crossfade=0.25", 0.25) { Double($0.loopCrossfadeSeconds) },
    extended("delay=0.5", 0.5) { Double($0.delaySeconds) },
    extended("delay_random=0.5", 0.5) { Double($0.randomDelaySeconds) },
    extended("offset_random=500", 500) { Double($0.randomStartFrames) },
    moves("offset_oncc110=4100", .controller(110), .start, by: 4100),
    moves("delay_oncc110=2", .controller(110), .delay, by: 2),
  ]

  @Test(
    "Each opcode sets its specified value",
    arguments: keys + pitch + level + fades + envelopes + filter + filterTypes + waves
      + oscillators + pointEnvelopes + bands + conditions)
  func meaning(row: Row) throws {
    let found = row.value(try SFZFile.region(row.opcodes))
    // Single precision: 0.1 ms, 0.0001 cents or centibels.
    #expect(abs(found - row.expected) <= 1e-4 * max(1, abs(row.expected)), "\(found)")
  }
}
