import Foundation
import PeachInstrumentModel
import PeachServices
import SoundMeasurement
import Testing

/// The SFZ equalizer from text to output, compared with its analog prototype, whose frequencies the
/// trapezoidal rule maps by the tangent.
@Suite("SFZ equalizer")
struct SFZEqualizerTests {
  private typealias Sound = SFZEnvelopeSound
  private static let rate = SFZBehaviorTests.rate

  private static func controller(_ frame: Int, _ value: UInt8) -> TimedEvent {
    TimedEvent(frame: frame, event: .controlChange(channel: 0, controller: 20, value: value))
  }

  /// Returns the level of a sine relative to that without the opcodes, in decibels.
  private static func decibels(
    _ opcodes: String, key: UInt8, velocity: UInt8 = 127, controller: UInt8? = nil
  ) throws -> Double {
    var events = [SFZBehaviorTests.on(10, key, velocity)]
    if let controller { events.insert(Self.controller(0, controller), at: 0) }
    let frequency = 440 * exp2((Double(key) - 69) / 12)
    let levels = try [opcodes, ""].map {
      let sound = try Sound("<region> sample=*sine amp_veltrack=0 \($0)", events, frames: 30_000)
      return Level.amplitude(of: sound.left[12_000...], at: frequency, sampleRate: rate)
    }
    return 20 * log10(levels[0] / levels[1])
  }

  /// Returns the gain of a band with this bandwidth in octaves: (s² + s·A/Q + 1) / (s² + s/(A·Q) +
  /// 1).
  private static func prototype(
    key: UInt8, middle: Double, octaves: Double, gain: Double
  ) -> Double {
    let frequency = 440 * exp2((Double(key) - 69) / 12)
    let w = tan(.pi * frequency / rate) / tan(.pi * middle / rate)
    let width = 2 * sinh(log(2) / 2 * octaves)
    let a = pow(10, gain / 40)
    func square(_ damping: Double) -> Double {
      (1 - w * w) * (1 - w * w) + damping * damping * w * w
    }
    return 10 * log10(square(width * a) / square(width / a))
  }

  @Test("A band matches its analog prototype")
  func response() throws {
    let rows: [(Double, Double, Double)] = [(440, 1, 12), (1000, 2.5, -18), (5000, 0.5, 6)]
    for (middle, octaves, gain) in rows {
      for key: UInt8 in [45, 63, 69, 75, 81, 84, 96, 111] {
        let found = try Self.decibels(
          "eq2_freq=\(middle) eq2_bw=\(octaves) eq2_gain=\(gain)", key: key)
        let expected = Self.prototype(key: key, middle: middle, octaves: octaves, gain: gain)
        #expect(abs(found - expected) < 0.05, "\(middle), \(key): \(found), \(expected)")
      }
    }
  }

  @Test("The gain halves at half a bandwidth, and all three bands are summed")
  func edges() throws {
    for key: UInt8 in [63, 75] {
      let found = try Self.decibels("eq1_freq=440 eq1_bw=1 eq1_gain=12", key: key)
      #expect(abs(found - 6) < 0.05, "\(key): \(found)")
    }
    let all = "eq1_freq=440 eq1_gain=3 eq2_freq=440 eq2_gain=4 eq3_freq=440 eq3_gain=-12"
    #expect(abs(try Self.decibels(all, key: 69) + 5) < 0.05)
    #expect(try Self.decibels("eq1_freq=440 eq1_bw=2", key: 69) == 0)
  }

  @Test("The default frequencies are 50, 500 and 5000 Hz", arguments: [1, 2, 3])
  func defaultFrequencies(band: Int) throws {
    let middle = [50.0, 500, 5000][band - 1]
    for key: UInt8 in [34, 72, 111] {
      let found = try Self.decibels("eq\(band)_gain=10 eq\(band)_bw=2", key: key)
      let expected = Self.prototype(key: key, middle: middle, octaves: 2, gain: 10)
      #expect(abs(found - expected) < 0.05, "\(key): \(found), \(expected)")
    }
  }

  @Test("Velocity and controllers modulate the bands")
  func moved() throws {
    func expect(
      _ opcodes: String, _ velocity: UInt8, _ controller: UInt8, _ middle: Double,
      _ octaves: Double, _ gain: Double
    ) throws {
      let found = try Self.decibels(
        opcodes, key: 69, velocity: velocity, controller: controller)
      let expected = Self.prototype(key: 69, middle: middle, octaves: octaves, gain: gain)
      #expect(abs(found - expected) < 0.05, "\(opcodes): \(found), \(expected)")
    }
    let half = 64.0 / 127
    try expect("eq1_freq=440 eq1_vel2gain=12", 64, 0, 440, 1, 12 * half)
    try expect("eq1_freq=400 eq1_gain=9 eq1_vel2freq=200", 64, 0, 400 + 200 * half, 1, 9)
    try expect("eq2_freq=440 eq2_gain_oncc20=-12", 100, 64, 440, 1, -12 * half)
    try expect("eq2_freq=440 eq2_gaincc20=-12", 100, 64, 440, 1, -12 * half)
    try expect("eq3_freq=400 eq3_gain=9 eq3_freq_oncc20=200", 100, 64, 400 + 200 * half, 1, 9)
    try expect("eq3_freq=300 eq3_gain=9 eq3_bw_oncc20=2", 100, 64, 300, 1 + 2 * half, 9)
  }

  @Test("The equalizer follows low-pass and other filters")
  func filtered() throws {
    for filter in ["lpf_2p", "hpf_2p"] {
      let alone = try Self.decibels("cutoff=440 fil_type=\(filter)", key: 69)
      let both = try Self.decibels(
        "cutoff=440 fil_type=\(filter) eq1_freq=440 eq1_gain=12", key: 69)
      #expect(abs(both - alone - 12) < 0.05, "\(filter): \(both), \(alone)")
    }
  }

  @Test(
    "With modulation it does not click, and is bit-identical for any block size",
    arguments: ["", "cutoff=900", "cutoff=900 fil_type=bpf_2p"])
  func blocks(filter: String) throws {
    let text = """
      <region> sample=*sine \(filter) eq1_freq=200 eq1_gain_oncc20=24 eq1_freq_oncc20=600
      eq2_gain=-20 eq2_bw=0.3 eq3_freq_oncc20=15000 eq3_gain=12
      """
    let events =
      [SFZBehaviorTests.on(3)]
      + (0..<40).map { Self.controller(500 + 131 * $0, UInt8(($0 * 53) & 127)) }
    let whole = try Sound(text, events, frames: 7000, blocks: [4096])
    let parts = try Sound(text, events, frames: 7000, blocks: [1, 63, 200, 7])
    #expect(whole.left == parts.left && whole.right == parts.right)
    // Half the second difference of a 261.6 Hz sine is (2πf/rate)²/2 of its amplitude, 5.9·10⁻⁴; a
    // ramp of 64 frames to the peak adds 1/64 at its corner. A jump would be 0.5.
    let peak = Level.peak(whole.left[400...])
    #expect(peak.isFinite && peak < 20)
    #expect(Level.largestStep(whole.left[400...]) < (1.0 / 64 + 0.0006) * peak)
  }
}
