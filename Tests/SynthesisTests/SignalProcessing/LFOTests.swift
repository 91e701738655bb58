import Testing

@testable import PeachSynthesis

@Suite("LFOs")
struct LFOTests {
  /// At the lowest sample rate and the highest frequency a control block is most of a cycle.
  @Test("The triangle starts at 0 and rises (§8.1.3, generators 21 to 24), at any distance ahead")
  func triangle() {
    let (hertz, rate) = (110.0, 8_000.0)
    var lfo = LFO(delaySeconds: 0, hertz: hertz, sampleRate: rate)
    for frame in stride(from: 0, to: 2_000, by: 7) {
      for ahead in [0, 1, 17, 64] {
        var phase = Double(frame + ahead) * hertz / rate
        phase -= phase.rounded(.down)
        let expected = phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
        #expect(abs(lfo.value(after: ahead) - expected) < 1e-9, "\(frame) + \(ahead)")
      }
      lfo.advance(7)
    }
  }
}
