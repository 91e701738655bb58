import PeachMusicUnits
import Testing

@Suite("Units")
struct UnitTests {
  @Test("Velocity is amplitude × 127, rounded, at least 1; silence has none")
  func velocity() {
    #expect(Velocity(amplitude: 0) == nil)
    #expect(Velocity(amplitude: -0.5) == nil)
    #expect(Velocity(amplitude: .nan) == nil)
    #expect(Velocity(amplitude: 0.001)?.value == 1)
    #expect(Velocity(amplitude: 0.5)?.value == 64)
    #expect(Velocity(amplitude: 0.8)?.value == 102)
    #expect(Velocity(amplitude: 1)?.value == 127)
    #expect(Velocity(amplitude: .infinity)?.value == 127)
    // 127 · √0.5 = 89.8, 127 · √0.25 = 63.5
    #expect(Velocity(level: 0.5)?.value == 90)
    #expect(Velocity(level: 0.25)?.value == 64)
    #expect(Velocity(level: 1)?.value == 127)
    #expect(Velocity(level: 0) == nil && Velocity(level: -1) == nil && Velocity(level: .nan) == nil)
    #expect(Velocity(0) == nil && Velocity(1)?.value == 1)
    #expect(Velocity(127)?.value == 127 && Velocity(128) == nil)
  }

  @Test("Keys are 0 to 127, or clamped if requested")
  func notes() {
    #expect(MIDINote(-1) == nil && MIDINote(128) == nil)
    #expect(MIDINote(0)?.number == 0 && MIDINote(127)?.number == 127)
    #expect(MIDINote(clamping: -5).number == 0 && MIDINote(clamping: 500).number == 127)
  }

  @Test("20 decibels are ten times the amplitude, and amplitudes come back")
  func decibels() {
    #expect(abs(Decibels(20).amplitude - 10) < 1e-14)
    #expect(abs(Decibels(-96).amplitude - 1.584_893_192_461_113_5e-5) < 1e-19)
    #expect(Decibels(amplitude: 0).value == -.infinity)
    for amplitude in [1e-6, 0.5, 1, 3] {
      #expect(abs(Decibels(amplitude: amplitude).amplitude / amplitude - 1) < 1e-14)
    }
  }

  @Test("A fifth round-trips; NaN and infinity are not playable")
  func frequencies() {
    // 440 Hz · 2^(701.955 / 1200) is 660 Hz but for the rounding of the interval (Python).
    let fifth = Frequency.hertz(440).raised(by: Cents(701.955_000_865_387_4))
    #expect(abs(fifth.hertz - 660) < 1e-9)
    #expect(abs(fifth.interval(from: .hertz(440)).value - 701.955_000_865_387_4) < 1e-9)
    for hertz in [0, -1, .nan, .infinity] {
      #expect(!Frequency(hertz: hertz).isPlayable)
    }
    #expect(Frequency.hertz(442.3).isPlayable)
  }
}
