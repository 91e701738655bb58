import Foundation
import PeachInstrumentModel
import PeachSynthesis
import Testing

/// SoundFont 2.04 §9.1: modulation does not click, at any time.
@Suite("Controller steps")
struct SmoothnessTests {
  /// Returns the peak second difference relative to the steady tone; 1 without a corner.
  static func corner(_ probe: Probe, _ event: SynthesizerEvent, at frame: Int) throws -> Double {
    let audio = try probe.play(
      [TimedEvent(frame: 0, event: .on(60)), TimedEvent(frame: frame, event: event)], seconds: 0.1)
    func largest(_ range: Range<Int>) -> Double {
      range.map { index in
        abs(Double(audio.left[index + 1] - 2 * audio.left[index] + audio.left[index - 1]))
      }.max() ?? 0
    }
    return largest(frame - 4..<frame + 400) / largest(1000..<1900)
  }

  // Proves sweep jump: SF2.04 §9.1.3; second difference at most twice that of a 1 kHz tone
  @Test(
    "A step of volume or cutoff does not click, at any block offset",
    arguments: [0, 32, 48, 56, 60, 62, 63])
  func jumps(offset: Int) throws {
    let frame = 2048 + offset
    #expect(try Self.corner(Probe(.tone), .control(7, 40), at: frame) < 2)
    let filtered = Probe(
      .tone, [.initialFilterCutoff: 12000],
      modulators: [Modulator(.controller(20), .initialFilterCutoff, -7200)])
    #expect(try Self.corner(filtered, .control(20, 127), at: frame) < 2)
    // An open filter becomes active.
    let open = Probe(.tone, modulators: [Modulator(.controller(20), .initialFilterCutoff, -7200)])
    #expect(try Self.corner(open, .control(20, 127), at: frame) < 2)
    #expect(try Self.corner(Probe(.tone), .control(10, 0), at: frame) < 2)
  }
}
