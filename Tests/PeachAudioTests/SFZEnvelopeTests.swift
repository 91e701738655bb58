import Foundation
import PeachInstrumentModel
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// SFZ flex envelopes (`egN_…`), from text to output, compared with their definition.
@Suite("SFZ flex envelopes")
struct SFZEnvelopeTests {
  private typealias Sound = SFZEnvelopeSound
  private static let rate = SFZBehaviorTests.rate

  /// Five points with all kinds of curvature.
  private static let definition = SFZEnvelopeDefinition(
    points: [
      (0, 0.1, 0), (0.08, 1, 0), (0.12, 0.4, -6), (0.1, 0.7, 4), (0.3, 0.05, -10.3616),
    ], sustain: 3)

  private static func controller(_ frame: Int, _ value: UInt8) -> TimedEvent {
    TimedEvent(frame: frame, event: .controlChange(channel: 0, controller: 20, value: value))
  }

  @Test(
    "egN_amplitude multiplies the level between points, and leaves sustain on release",
    arguments: [0.05, 0.2, 0.31, 0.6])
  func amplitude(release: Double) throws {
    let text =
      "<region> sample=1.wav ampeg_release=5 eg1_amplitude=80 \(Self.definition.text())"
    let off = Int(release * Self.rate)
    let sound = try Sound(
      text, [SFZBehaviorTests.on(0), SFZBehaviorTests.off(off)], frames: 48_000)
    // The default volume envelope has an attack of 1 ms.
    for frame in stride(from: 90, to: 48_000, by: 100) where abs(frame - off) > 64 {
      var expected =
        0.8 * Self.definition.level(at: Double(frame) / Self.rate, release: release)
      // The default release decays by 100 dB in its time.
      let fallen = max(Double(frame - off) / Self.rate, 0) * 20
      expected *= pow(10, -fallen / 20)
      let decibels = 20 * log10(sound.amplitude(frame) / expected)
      #expect(abs(decibels) < 0.12, "\(frame): \(decibels) dB")
    }
  }

  @Test("egN_shape=-10.3616 decays linearly by 90 dB, as volume envelopes do")
  func shape() throws {
    let text = """
      <region> sample=4.wav eg01_amplitude=100 eg01_level0=1 eg01_time1=1 eg01_level1=0
      eg01_shape1=-10.3616
      """
    let sound = try Sound(text, [SFZBehaviorTests.on(0)], frames: 40_000)
    // Towards zero the shape is curved: at −45 dB it is 0.05 dB from linear.
    for frame in stride(from: 100, to: 24_000, by: 500) {
      let decibels = 20 * log10(sound.amplitude(frame) / 4)
      #expect(abs(decibels + 90 * Double(frame) / 48_000) < 0.1, "\(frame): \(decibels)")
    }
  }

  @Test("egN_ampeg replaces the volume envelope and its ampeg_ opcodes, and ends the note")
  func ampeg() throws {
    let text = """
      <region> sample=1.wav ampeg_attack=2 ampeg_release=9
      eg7_ampeg=1 eg7_time1=0.1 eg7_level1=1 eg7_time2=0.1 eg7_level2=0.5 eg7_sustain=2
      eg7_time3=0.2 eg7_level3=0
      """
    let events = [SFZBehaviorTests.on(0), SFZBehaviorTests.off(19_200)]
    let whole = try Sound(text, events, frames: 48_000)
    let levels = [(2400, 0.5), (4800, 1), (7200, 0.75), (12_000, 0.5), (24_000, 0.25)]
    for (frame, level) in levels {
      #expect(abs(whole.amplitude(frame) - level) < 0.005, "\(frame): \(whole.amplitude(frame))")
    }
    #expect(whole.left[28_900...].allSatisfy { $0 == 0 })
    #expect(try Sound(text, events, frames: 28_600).voiceCount == 1)
    #expect(try Sound(text, events, frames: 29_000).voiceCount == 0)
    // It does not end before release.
    #expect(try Sound(text, [SFZBehaviorTests.on(0)], frames: 48_000).voiceCount == 1)
  }

  @Test(
    "egN_ampeg above zero fades out in 1 ms at its end; without a sustain it plays on release")
  func ends() throws {
    let held = "<region> sample=1.wav eg1_ampeg=100 eg1_level0=0.5 eg1_sustain=0"
    let off = [SFZBehaviorTests.on(0), SFZBehaviorTests.off(9600)]
    let sound = try Sound(held, off, frames: 12_000)
    #expect(abs(sound.amplitude(9600) - 0.5) < 0.001)
    #expect(abs(sound.amplitude(9624) - 0.25) < 0.03)
    #expect(sound.left[9720...].allSatisfy { $0 == 0 } && sound.voiceCount == 0)
    let through = "<region> sample=1.wav eg1_ampeg=1 eg1_level0=1 eg1_time1=0.4 eg1_level1=0"
    let alone = try Sound(through, off, frames: 24_000)
    #expect(abs(alone.amplitude(14_400) - 0.25) < 0.005 && alone.voiceCount == 0)
    // An envelope that stays above zero is held by the key.
    let stays = "<region> sample=1.wav eg1_ampeg=1 eg1_time1=0.1 eg1_level1=0.5"
    #expect(abs(try Sound(stays, off, frames: 9600).amplitude(9000) - 0.5) < 0.001)
    #expect(try Sound(stays, off, frames: 12_000).voiceCount == 0)
  }

  @Test("egN_pitch: the format's own example, an octave up in 1 s and half of it back in 2 s")
  func pitch() throws {
    let definition = SFZEnvelopeDefinition(
      points: [(0, 0, 0), (0, 0, 0), (0.5, 1, 0), (1, 0.5, 0), (0.5, 0, 0)], sustain: 3)
    let text =
      "<region> sample=*sine ampeg_release=3 eg01_pitch=1200 \(definition.text())"
    let events = [SFZBehaviorTests.on(0, 84), SFZBehaviorTests.off(81_600, 84)]
    let sound = try Sound(text, events, frames: 110_000)
    for time in [0.1, 0.3, 0.45, 0.6, 1, 1.4, 1.6, 1.8, 2, 2.25] {
      let cents = PitchTrace.cents(
        sound.left, at: Int(time * Self.rate), above: 1046.502261, sampleRate: Self.rate)
      let expected = 1200 * definition.level(at: time, release: 1.7)
      // Within the two periods of the measurement the pitch changes by as much.
      #expect(abs(cents - expected) < 5, "\(time): \(cents), \(expected)")
    }
  }

  @Test("egN_volume offsets the level in decibels", arguments: [-24.0, 6])
  func volume(depth: Double) throws {
    let definition = SFZEnvelopeDefinition(points: [(0.1, 0.5, 0), (0.2, -1, 2)])
    let text = "<region> sample=1.wav eg2_volume=\(depth) \(definition.text(2))"
    let sound = try Sound(text, [SFZBehaviorTests.on(0)], frames: 30_000)
    for frame in stride(from: 100, to: 30_000, by: 500) {
      let decibels = 20 * log10(sound.amplitude(frame))
      let expected = depth * definition.level(at: Double(frame) / Self.rate)
      #expect(abs(decibels - expected) < 0.1, "\(frame): \(decibels), \(expected)")
    }
  }

  @Test("egN_cutoff and egN_resonance modulate the filter as their analog prototypes")
  func filter() throws {
    func decibels(_ opcodes: String, key: UInt8) throws -> Double {
      let sound = try Sound(
        "<region> sample=*sine \(opcodes)", [SFZBehaviorTests.on(0, key)], frames: 36_000)
      let plain = try Sound(
        "<region> sample=*sine", [SFZBehaviorTests.on(0, key)], frames: 36_000)
      let frequency = 440 * exp2((Double(key) - 69) / 12)
      let levels = [sound, plain].map {
        Level.amplitude(of: $0.left[12_000...], at: frequency, sampleRate: Self.rate)
      }
      return 20 * log10(levels[0] / levels[1])
    }
    func tangent(_ hertz: Double) -> Double { tan(.pi * hertz / Self.rate) }
    // Two octaves above 200 Hz and half an octave below; a first-order filter at 440 Hz.
    for (level, cutoff) in [(1.0, 800.0), (-0.5, 100), (0.25, 200 * exp2(0.5))] {
      let found = try decibels(
        "cutoff=200 fil_type=lpf_1p eg3_cutoff=2400 eg3_level0=\(level)", key: 69)
      let w = tangent(440) / tangent(cutoff)
      #expect(abs(found + 10 * log10(1 + w * w)) < 0.1, "\(level): \(found)")
    }
    // A peak 12 dB above the gain at 0 Hz: P = Q²/√(Q² − ¼), solved for Q², the gain at the cutoff.
    let peak = pow(10, 12.0 / 20)
    let quality = ((peak * peak + peak * (peak * peak - 1).squareRoot()) / 2).squareRoot()
    let resonant = try decibels("cutoff=440 eg3_resonance=24 eg3_level0=0.5", key: 69)
    #expect(abs(resonant - 20 * log10(quality)) < 0.1, "\(resonant)")
    // The gain far below the cutoff is unchanged.
    let low = try decibels("cutoff=8000 eg3_resonance=24 eg3_level0=0.5", key: 45)
    #expect(abs(low) < 0.05, "\(low)")
    // Without a filter they have no effect.
    #expect(abs(try decibels("eg3_cutoff=-2400 eg3_level0=1", key: 69)) < 0.001)
  }

  @Test("egN_pan pans at constant power")
  func pan() throws {
    let definition = SFZEnvelopeDefinition(points: [(0, -1, 0), (0.5, 1, 0)])
    let text = "<region> sample=1.wav eg1_pan=80 \(definition.text())"
    let sound = try Sound(text, [SFZBehaviorTests.on(0)], frames: 30_000)
    let full = SFZBehaviorTests.unit * 2.0.squareRoot()
    for frame in stride(from: 100, to: 30_000, by: 700) {
      let pan = 0.5 + 0.4 * definition.level(at: Double(frame) / Self.rate)
      let (left, right) = (cos(.pi / 2 * pan), sin(.pi / 2 * pan))
      #expect(abs(Double(sound.left[frame]) / full - left) < 0.003)
      #expect(abs(Double(sound.right[frame]) / full - right) < 0.003)
    }
  }

  @Test(
    "Controllers modulate depths, levels and times; with egN_dynamic also of the current segment")
  func controllers() throws {
    func level(_ opcodes: String, at frame: Int, moved: Int = 0) throws -> Double {
      let events = [SFZBehaviorTests.on(100), Self.controller(moved, 127)]
        .sorted { $0.frame < $1.frame }
      let sound = try Sound("<region> sample=1.wav \(opcodes)", events, frames: frame + 1)
      return sound.amplitude(frame)
    }
    let depth = "eg1_amplitude=25 eg1_amplitude_oncc20=50 eg1_level0=1"
    #expect(abs(try level(depth, at: 1000) - 0.75) < 0.001)
    let velocity = "eg1_amplitude_oncc131=50 eg1_level0=1 amp_veltrack=0"
    #expect(abs(try level(velocity, at: 1000) - 0.5) < 0.001)
    let own = "eg1_amplitude=100 eg1_level0=1 eg1_time1=0.5 eg1_level1=0.5"
    #expect(abs(try level(own + " eg1_level1_oncc20=-0.5", at: 12_100) - 0.5) < 0.002)
    #expect(abs(try level(own + " eg1_time1_oncc20=0.5", at: 12_100) - 0.875) < 0.002)
    // An active segment keeps its time, or with egN_dynamic changes: from 0.75, half a second
    // longer.
    let late = own + " eg1_time1_oncc20=0.5"
    #expect(abs(try level(late, at: 18_100, moved: 12_100) - 0.625) < 0.002)
    let bent = 0.75 - 0.25 * 6000 / 36_000
    #expect(abs(try level(late + " eg1_dynamic=1", at: 18_100, moved: 12_100) - bent) < 0.002)
    let rest = "eg1_amplitude=100 eg1_level0=1 eg1_sustain=0 eg1_level0_oncc20=-0.5"
    #expect(abs(try level(rest, at: 18_100, moved: 12_100) - 1) < 0.001)
    #expect(abs(try level(rest + " eg1_dynamic=1", at: 18_100, moved: 12_100) - 0.5) < 0.001)
  }

  @Test("Envelopes start after the region's delay")
  func delay() throws {
    let text = "<region> sample=1.wav eg1_amplitude=100 \(Self.definition.text())"
    let at = try Sound(text, [SFZBehaviorTests.on(0)], frames: 20_000)
    let later = try Sound(text + " delay=0.1", [SFZBehaviorTests.on(0)], frames: 24_800)
    #expect(later.left[..<4800].allSatisfy { $0 == 0 })
    for frame in stride(from: 100, to: 20_000, by: 100) {
      #expect(abs(at.amplitude(frame) - later.amplitude(frame + 4800)) < 0.003)
    }
  }

  @Test("phase=invert inverts the polarity only")
  func phase() throws {
    let text = "<region> sample=*saw cutoff=900 pan=30 lfo1_volume=6 lfo1_freq=5"
    let events = [SFZBehaviorTests.on(0), SFZBehaviorTests.off(9000)]
    let normal = try Sound(text + " phase=normal", events, frames: 12_000)
    let inverted = try Sound(text + " phase=invert", events, frames: 12_000)
    #expect(normal.left.map { -$0 } == inverted.left)
    #expect(normal.right.map { -$0 } == inverted.right && normal.right.contains { $0 > 0.01 })
  }

  @Test("Output with envelopes is bit-identical for any block size")
  func blocks() throws {
    var random = RandomNumbers(seed: 25)
    for turn in 0..<25 {
      var text = "<region> sample=*saw cutoff=\(random.whole(200...8000)) ampeg_release=0.1 "
      for number in 1...random.whole(1...3) {
        let points = (0...random.whole(0...5)).map { _ in
          (random.pick([0, 0.0001, 0.003, 0.05]), random.between(-1, 1), random.between(-12, 12))
        }
        let sustain = random.chance(0.7) ? random.whole(0...5) : nil
        text += SFZEnvelopeDefinition(points: points, sustain: sustain).text(number)
        text += random.pick([
          "eg\(number)_ampeg=1 ", "eg\(number)_amplitude=90 ", "eg\(number)_volume=-20 ",
          "eg\(number)_pan=70 ", "eg\(number)_resonance=20 eg\(number)_cutoff=-2400 ",
        ])
        text += "eg\(number)_pitch=\(random.whole(-900...900)) eg\(number)_time1_oncc20=0.02 "
        text += "eg\(number)_level2_oncc20=0.5 eg\(number)_dynamic=\(random.whole(0...1)) "
      }
      if random.chance(0.5) { text += "fil_type=bpf_2p " }
      if random.chance(0.3) { text += "delay=0.01 phase=invert " }
      let events = [
        SFZBehaviorTests.on(5), Self.controller(random.whole(100...5000), 90),
        SFZBehaviorTests.on(2000, 67), SFZBehaviorTests.off(random.whole(5001...6000)),
        Self.controller(6500, 10),
      ].sorted { $0.frame < $1.frame }
      let whole = try Sound(text, events, frames: 9000, blocks: [4096])
      let parts = try Sound(text, events, frames: 9000, blocks: [1, 63, 200, 7])
      #expect(whole.left == parts.left && whole.right == parts.right, "\(turn): \(text)")
      #expect(whole.left.allSatisfy { $0.isFinite })
    }
  }
}
