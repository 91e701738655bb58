import Testing

@testable import PeachSynthesis

@Suite("Low-frequency oscillators")
struct OscillatorTests {
  /// At the lowest rate and the highest frequency a plan of 64 frames is most of a period.
  @Test("a triangle of −1…1 that begins at 0 and rises (§8.1.3, 21 to 24), however far ahead")
  func triangle() {
    let (hertz, rate) = (110.0, 8_000.0)
    var oscillator = LowFrequencyOscillator(delaySeconds: 0, hertz: hertz, sampleRate: rate)
    for frame in stride(from: 0, to: 2_000, by: 7) {
      for ahead in [0, 1, 17, 64] {
        var turn = Double(frame + ahead) * hertz / rate
        turn -= turn.rounded(.down)
        let expected = turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4
        #expect(abs(oscillator.value(after: ahead) - expected) < 1e-9, "\(frame) + \(ahead)")
      }
      oscillator.advance(7)
    }
  }
}
