import TestEnvironment
import Testing

@testable import PeachMIDIEvents

@Suite("Tempo map")
struct TempoMapTests {
  @Test("The default tempo is 120 quarter notes per minute")
  func initialTempo() {
    let map = TempoMap(division: .ticksPerQuarterNote(480), changes: [])
    #expect(map.time(atTick: 480).seconds == 0.5)
    #expect(map.time(atTick: 960).frame(sampleRate: 44_100) == 44_100)
  }

  @Test("Tempo changes apply from their tick, the last of several at one tick, in any order")
  func changes() {
    let map = TempoMap(
      division: .ticksPerQuarterNote(100),
      changes: [
        .init(tick: 300, microsecondsPerQuarterNote: 250_000),
        .init(tick: 100, microsecondsPerQuarterNote: 7),
        .init(tick: 100, microsecondsPerQuarterNote: 1_000_000),
        .init(tick: 200, microsecondsPerQuarterNote: 0),
      ])
    // 1 quarter at 0.5 s, 2 at 1 s, 1 at 0.25 s.
    #expect(map.time(atTick: 100).seconds == 0.5)
    #expect(map.time(atTick: 300).seconds == 2.5)
    #expect(map.time(atTick: 400).seconds == 2.75)
  }

  // Proves song tempo: SMF 1.0, Set Tempo; 1 µs after a million changes
  @Test("A million tempo changes cause no drift")
  func noDrift() {
    // Each tick t of 1/7 quarter lasts (333_333 + t mod 11)/7 µs: the sum is taken in whole
    // numbers.
    let count: Int64 = TestScale.cases(short: 100_000, full: 1_000_000)
    let map = TempoMap(
      division: .ticksPerQuarterNote(7),
      changes: (0..<count).map {
        .init(tick: $0, microsecondsPerQuarterNote: UInt32(333_333 + $0 % 11))
      })
    let sum = (0..<count).reduce(Int64(0)) { $0 + 333_333 + $1 % 11 }
    let time = map.time(atTick: count)
    #expect(time.units == sum && time.unitsPerSecond == 7_000_000)
    #expect(abs(time.seconds - Double(sum) / 7e6) < 1e-10)
  }

  // Proves song time-code: SMF 1.0, Header Chunks; exact
  @Test(
    "Time codes of 24, 25, 29.97 drop and 30 frames ignore tempo")
  func timeCode() {
    let rates: [(TimeCodeRate, Double)] = [
      (.frames24, 24), (.frames25, 25), (.frames30Drop, 30_000.0 / 1_001), (.frames30, 30),
    ]
    for (rate, framesPerSecond) in rates {
      let map = TempoMap(
        division: .timeCode(rate, ticksPerFrame: 40),
        changes: [.init(tick: 0, microsecondsPerQuarterNote: 1)])
      #expect(abs(map.time(atTick: 144_000).seconds - 3_600 / framesPerSecond) < 1e-12)
    }
  }

  @Test("The inverse returns every tick, and between two ticks the earlier one")
  func inverse() {
    let map = TempoMap(
      division: .ticksPerQuarterNote(96),
      changes: [
        .init(tick: 50, microsecondsPerQuarterNote: 123_457),
        .init(tick: 777, microsecondsPerQuarterNote: 16_777_215),
        .init(tick: 900, microsecondsPerQuarterNote: 1),
      ])
    for tick in Int64(0)..<1_000 {
      let seconds = map.time(atTick: tick).seconds
      #expect(map.tick(atSeconds: seconds) == tick)
      let middle = (seconds + map.time(atTick: tick + 1).seconds) / 2
      #expect(map.tick(atSeconds: middle) == tick)
    }
    for tick in Int64(0)..<900 {
      let frame = map.time(atTick: tick).frame(sampleRate: 48_000)
      #expect(map.tick(atFrame: frame, sampleRate: 48_000) == tick)
    }
    #expect(map.tick(atSeconds: -1) == 0)
    #expect(map.tick(atSeconds: .nan) == 0)
    #expect(map.tick(atSeconds: .infinity) == MIDIFile.largestTick)
  }

  @Test("Frames are rounded to nearest, halves up, at the maximum tick too")
  func frames() {
    // 1 tick = 0.5 s/3 = 1/6 s; at 3 Hz 0.5 frames, at 9 Hz 1.5, at 8 Hz 1.333.
    let map = TempoMap(division: .ticksPerQuarterNote(3), changes: [])
    #expect(map.time(atTick: 1).frame(sampleRate: 3) == 1)
    #expect(map.time(atTick: 1).frame(sampleRate: 9) == 2)
    #expect(map.time(atTick: 1).frame(sampleRate: 8) == 1)
    let slowest = TempoMap(
      division: .ticksPerQuarterNote(1),
      changes: [.init(tick: 0, microsecondsPerQuarterNote: 0xFF_FFFF)])
    let time = slowest.time(atTick: .max)
    // (2^38 − 1) · 16.777215 s · 768,000 Hz, in whole numbers: 16.777215 · 768,000 = 12,884,901.12.
    #expect(time.units == ((1 << 38) - 1) * 0xFF_FFFF)
    let exact = Int64((1 << 38) - 1) * 12_884_901 + (Int64((1 << 38) - 1) * 12 + 50) / 100
    #expect(time.frame(sampleRate: 768_000) == exact)
  }
}
