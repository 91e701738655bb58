import PeachMusicUnits
import Testing

@testable import PeachSequencing

@Suite("The clock of a song at a tempo")
struct SongClockTests {
  static let rates = [0.1, 0.37, 0.999, 1, 1.3, 10.0 / 3, 10]

  @Test("Blocks of any length reach the product of frames and rate", arguments: rates)
  func blocks(rate: Double) {
    var random = SplitMix64(seed: 17)
    var clock = SongClock(rate: rate)
    var frames: Int64 = 0
    // Ten minutes.
    while frames < 48_000 * 600 {
      let count = Int64(random.next() % 1024)
      clock.advance(by: count)
      frames += count
      #expect(clock.clock() == Int64((Double(frames) * rate).rounded(.down)))
    }
  }

  @Test("An event is on the first frame at which the clock has reached it", arguments: rates)
  func events(rate: Double) {
    var random = SplitMix64(seed: 4)
    var clock = SongClock(rate: rate)
    for step in 0..<20_000 {
      let event = clock.clock() + Int64(random.next() % 5000)
      let distance = clock.frames(until: event)
      #expect(clock.clock(after: distance) >= event)
      #expect(distance == 0 || clock.clock(after: distance - 1) < event)
      clock.advance(by: distance)
      #expect(clock.frames(until: event) == 0)
      if step % 1000 == 500 { clock.roundUp() }
    }
  }

  @Test("The clock is continuous when the rate changes, and whole when it is rounded")
  func changes() {
    var clock = SongClock(rate: 0.3)
    clock.advance(by: 5)
    #expect(clock.clock() == 1)
    clock.setRate(1)
    // From 1.5 on.
    #expect(clock.frames(until: 3) == 2 && clock.clock(after: 1) == 2)
    clock.roundUp()
    #expect(clock.clock() == 2 && clock.frames(until: 3) == 1)
  }
}
