import Foundation
import PeachInstrumentModel
import PeachServices
import SoundMeasurement
import Testing

/// SFZ regions with separate pitch and filter envelopes, compared with the opcodes' definitions:
/// stage times, sustain levels in percent, and the effect of velocity and controllers.
@Suite("Separate SFZ pitch and filter envelopes")
struct SFZTwoEnvelopesTests {
  private typealias Sound = SFZEnvelopeSound
  private static let rate = SFZBehaviorTests.rate
  /// A filter envelope that reaches its value immediately.
  private static let filter = "cutoff=500 fil_type=lpf_1p fileg_depth=2400 fileg_release=9"

  /// Compares the pitch relative to key 84 with the expected pitch at some times.
  private static func check(
    _ opcodes: String, _ events: [TimedEvent], _ definition: SFZEnvelopeDefinition, depth: Double
  ) throws {
    let events = events + [SFZBehaviorTests.off(62_400, 84)]
    let sound = try Sound(
      "<region> sample=*sine ampeg_release=3 \(opcodes) \(filter)", events, frames: 96_000)
    for time in [0.05, 0.15, 0.25, 0.35, 0.45, 0.6, 0.85, 1.2, 1.4, 1.6, 1.85] {
      let cents = PitchTrace.cents(
        sound.left, at: Int(time * rate), above: 1046.502261, sampleRate: rate)
      let expected = depth * definition.level(at: time, release: 1.3)
      // Within the two periods of the measurement the pitch changes by as much.
      #expect(abs(cents - expected) < 12, "\(time): \(cents), \(expected)")
    }
  }

  @Test("The pitch envelope has its own stage times")
  func pitch() throws {
    let definition = SFZEnvelopeDefinition(
      points: [(0.1, 0, 0), (0.2, 1, 0), (0.1, 1, 0), (0.4, 0.5, 0), (0.5, 0, 0)], sustain: 3)
    try Self.check(
      """
      pitcheg_depth=1200 pitcheg_delay=0.1 pitcheg_attack=0.2 pitcheg_hold=0.1 pitcheg_decay=0.4
      pitcheg_sustain=50 pitcheg_release=0.5
      """, [SFZBehaviorTests.on(0, 84)], definition, depth: 1200)
  }

  @Test("Velocity and controllers modulate its stages and depth")
  func moved() throws {
    let definition = SFZEnvelopeDefinition(
      points: [(0.1, 0, 0), (0.2, 1, 0), (0.1, 1, 0), (0.4, 0.25, 0), (0.5, 0, 0)], sustain: 3)
    let controller = TimedEvent(
      frame: 0, event: .controlChange(channel: 0, controller: 20, value: 127))
    try Self.check(
      """
      pitcheg_depth=-300 pitcheg_vel2depth=-500 pitcheg_depth_oncc20=-100
      pitcheg_delay=0.05 pitcheg_vel2delay=0.05 pitcheg_attack=0.3 pitcheg_attack_oncc20=-0.1
      pitcheg_hold=0.3 pitcheg_vel2hold=-0.2 pitcheg_decay=0.1 pitcheg_vel2decay=0.3
      pitcheg_sustain=75 pitcheg_vel2sustain=-50 pitcheg_release=0.2 pitcheg_release_oncc20=0.3
      """, [controller, SFZBehaviorTests.on(0, 84, 127)], definition, depth: -900)
  }

  @Test("The filter envelope runs independently")
  func cutoff() throws {
    // Half an octave above key 84 with a first-order filter at 2 kHz, two octaves above its 500 Hz.
    let pitch = "pitcheg_depth=1200 pitcheg_sustain=50"
    let levels = try [Self.filter, ""].map {
      let sound = try Sound(
        "<region> sample=*sine \(pitch) \($0)", [SFZBehaviorTests.on(0, 84)], frames: 36_000)
      return Level.amplitude(
        of: sound.left[12_000...], at: 1046.502261 * exp2(0.5), sampleRate: Self.rate)
    }
    let w = tan(.pi * 1480 / Self.rate) / tan(.pi * 2000 / Self.rate)
    let found = 20 * log10(levels[0] / levels[1])
    #expect(abs(found + 10 * log10(1 + w * w)) < 0.1, "\(found)")
  }

  @Test("Envelopes that differ in depth only are merged, as in SoundFont")
  func one() throws {
    let text = """
      <region> sample=*sine cutoff=500 pitcheg_depth=100 pitcheg_attack=1 fileg_depth=300
      fileg_attack=1
      """
    let bank = try InstrumentFile.read(
      ByteStorage(copying: Array(text.utf8)),
      folders: SampleFolders(own: "/i", access: SFZBehaviorTests.access))
    let region = bank.regions(ofPresetAt: 0)[0]
    #expect(region.extendedParameters?.envelopes.isEmpty == true)
    #expect(region.generators[.modulationEnvelopeToPitch] == 100)
    #expect(region.generators[.modulationEnvelopeToFilterCutoff] == 300)
  }
}
