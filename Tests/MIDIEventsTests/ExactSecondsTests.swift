import Testing

@testable import PeachMIDIEvents

@Suite("Exact seconds")
struct ExactSecondsTests {
  /// A time in units of 1/3000 s.
  private func thirds(_ ticks: Int64) -> ExactSeconds {
    TempoMap(
      division: .ticksPerQuarterNote(3),
      changes: [.init(tick: 0, microsecondsPerQuarterNote: 1000)]
    ).time(atTick: ticks)
  }

  @Test("Frames are rounded to nearest, halves up, and exact over years")
  func frames() {
    #expect(thirds(3000).seconds == 1)
    // 1/3000 s are 14.7 frames of 44,100, and 0.5 of 1,500.
    #expect(thirds(1).frame(sampleRate: 44_100) == 15)
    #expect(thirds(1).frame(sampleRate: 1_500) == 1)
    #expect(thirds(3).frame(sampleRate: 1_500) == 2)
    #expect(thirds(2).frame(sampleRate: 1_000) == 1)
    let year: Int64 = 365 * 86_400
    #expect(thirds(year * 3000).frame(sampleRate: 768_000) == year * 768_000)
    #expect(thirds(year * 3000 + 1).frame(sampleRate: 768_000) == year * 768_000 + 256)
  }

  @Test("Equal times compare equal")
  func equality() {
    let same: [ExactSeconds] = [thirds(5), thirds(5)]
    #expect(same[0] == same[1] && same[0] != thirds(6))
  }
}
