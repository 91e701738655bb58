import Foundation
import PeachServices
import Testing

/// The pitch-bend encoder, compared with its formula and the standard's values.
@Suite("The MIDI path")
struct PitchBendEncoderTests {
  @Test("50 cents above a key are 10240, 0 cents are 8192")
  func figures() {
    let half = PitchBendEncoder.keyAndBend(.hertz(440 * exp2(49.99 / 1200)))
    let expectedBend: Double = 8192 + 49.99 * 8192 / 200
    #expect(half.key == 69 && half.bend == UInt16(expectedBend.rounded()))
    let exact = PitchBendEncoder.keyAndBend(.hertz(440))
    #expect(exact.key == 69 && exact.bend == 8192)
    // 50 cents above 69 are equally near to 70: −50 cents there, 8192 − 2048.
    let up = PitchBendEncoder.keyAndBend(.hertz(440 * exp2(50.0000001 / 1200)))
    #expect(up.key == 70 && up.bend == 6144)
  }

  @Test("The wheel stays within its travel beyond the keyboard")
  func beyondTheKeyboard() {
    #expect(PitchBendEncoder.keyAndBend(.hertz(1)).key == 0)
    #expect(PitchBendEncoder.keyAndBend(.hertz(1)).bend == 0)
    #expect(PitchBendEncoder.keyAndBend(.hertz(90_000)).key == 127)
    #expect(PitchBendEncoder.keyAndBend(.hertz(90_000)).bend == 16383)
  }

  @Test("The rounding costs at most half a step, 0.0123 cent")
  func rounding() {
    for hertz in stride(from: 27.5, to: 4200, by: 3.217) {
      let (key, bend) = PitchBendEncoder.keyAndBend(.hertz(hertz))
      let cents = (Double(bend) - 8192) * 200 / 8192
      let sounding = 440 * exp2((Double(key) - 69) / 12 + cents / 1200)
      #expect(abs(1200 * log2(sounding / hertz)) < 0.01221)
    }
  }
}
