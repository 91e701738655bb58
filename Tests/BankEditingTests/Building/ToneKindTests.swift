import Foundation
import PeachBankEditing
import Testing

@Suite("The kind of a preset's tones")
struct ToneKindTests {
  private func preset(decibelsPerSecond: Double, lines: String = "") throws -> PreparedPreset {
    try PreparedPreset(
      [57, 60, 64, 67, 72].map { key in
        var tone = ShapedTone(hertz: ShapedTone.hertz(key), seconds: 2.2, sampleRate: 22_050)
        tone.shape = { time in
          min(time / 0.01, 1, (2.2 - time) / 0.05) * pow(10, -decibelsPerSecond * time / 20)
        }
        return ("\(key).wav", tone.audio)
      }, lines: lines)
  }

  @Test("Decays of 10 to 60 dB/s never loop", arguments: [10.0, 20, 40, 60])
  func decaying(decibels: Double) throws {
    #expect(try preset(decibelsPerSecond: decibels).samples.allSatisfy { $0.loop == nil })
  }

  @Test("Tones with a diminuendo of up to 6 dB/s always loop", arguments: [0.0, 3, 6])
  func diminuendo(decibels: Double) throws {
    #expect(try preset(decibelsPerSecond: decibels).samples.allSatisfy { $0.loopSource == .found })
  }

  @Test("The recipe can decide")
  func declared() throws {
    #expect(
      try preset(decibelsPerSecond: 0, lines: "tones decaying").samples
        .allSatisfy { $0.loop == nil })
    #expect(
      try preset(decibelsPerSecond: 20, lines: "tones sustained").samples
        .allSatisfy { $0.loop != nil })
  }
}
