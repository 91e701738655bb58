import PeachServices
import Synchronization
import Testing

@Suite("Scheduled notes")
struct ScheduledNoteTests {
  private static func pair(gap: Double = 0.25) -> [ScheduledNote] {
    [
      ScheduledNote(frequency: .hertz(440), duration: .milliseconds(500)),
      ScheduledNote(
        at: .seconds(0.5 + gap), frequency: .hertz(445), duration: .milliseconds(400),
        region: RegionSelector(frequency: .hertz(440))),
    ]
  }

  @Test(
    "The second note starts on its frame, for any block size",
    arguments: [PlayerHarness.Kind.sine, .sampled, .sampledByMIDI, .routing], [128, 441])
  func toTheFrame(kind: PlayerHarness.Kind, periodFrames: Int) async throws {
    let harness = try PlayerHarness(kind, periodFrames: periodFrames)
    let began = Began()
    let player = harness.player
    let sound = try await harness.sounding {
      try await player.play(Self.pair()) { began.add($0) }
    }
    #expect(began.all == [0, 1])
    let first = try #require(sound.left.firstIndex { $0 != 0 })
    // 0.5 s of a note, 0.25 s of silence, 0.4 s of a note at 48 kHz.
    let silence = first + 24_000..<first + 36_000
    #expect(sound.left[silence.dropLast(2)].allSatisfy { $0 == 0 })
    let second = try #require(sound.left[silence.lowerBound...].firstIndex { $0 != 0 })
    #expect(abs(second - first - 36_000) <= 1)
    #expect(sound.left[(first + 36_000 + 19_202)...].allSatisfy { $0 == 0 })
  }

  @Test("Without a gap there is no silence between notes, and each has its pitch")
  func withoutGap() async throws {
    let harness = try PlayerHarness(.sampled)
    let player = harness.player
    let sound = try await harness.sounding {
      try await player.play(Self.pair(gap: 0)) { _ in }
    }
    let first = try #require(sound.left.firstIndex { $0 != 0 })
    func crossings(_ range: Range<Int>) -> Int {
      range.dropFirst().count { sound.left[$0 - 1] < 0 && sound.left[$0] >= 0 }
    }
    // Periods in 0.2 s: 88 and 89.
    #expect(abs(crossings(first + 4800..<first + 14_400) - 88) <= 1)
    #expect(abs(crossings(first + 28_800..<first + 38_400) - 89) <= 1)
  }

  @Test("A stop ends all notes, and pending ones are not reported")
  func stop() async throws {
    for kind in PlayerHarness.Kind.allCases {
      let harness = try PlayerHarness(kind)
      let player = harness.player
      let began = Began()
      let notes = [
        ScheduledNote(frequency: .hertz(440), duration: .seconds(20)),
        ScheduledNote(at: .seconds(20), frequency: .hertz(445), duration: .seconds(20)),
      ]
      _ = try await harness.sounding {
        async let playing: Void = player.play(notes) { began.add($0) }
        while began.all.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        try await player.stop()
        try await playing
      }
      #expect(began.all == [0], "\(kind)")
    }
  }

  @Test("Invalid times are refused before a note starts")
  func refused() async throws {
    for kind in PlayerHarness.Kind.allCases {
      let harness = try PlayerHarness(kind)
      for note in [
        ScheduledNote(at: .seconds(-1), frequency: .hertz(440), duration: .seconds(1)),
        ScheduledNote(frequency: .hertz(440), duration: .zero),
      ] {
        await #expect(throws: NotePlayerError.self, "\(kind)") {
          try await harness.player.play([Self.pair()[0], note]) { _ in }
        }
      }
    }
  }

  /// Records which notes started.
  private final class Began: Sendable {
    private let list = Mutex<[Int]>([])
    func add(_ index: Int) { list.withLock { $0.append(index) } }
    var all: [Int] { list.withLock { $0 } }
  }
}
