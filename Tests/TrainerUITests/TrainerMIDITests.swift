import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords
import Testing

@Suite("Answers by MIDI keyboards")
struct TrainerMIDITests {
  typealias Bench = TrainerTests.Bench

  private static func comparing() throws -> Bench {
    var bench = Bench()
    bench.type("1")
    bench.send(.targetBegan(try #require(bench.pair).cue))
    return bench
  }

  private static func answer(_ bench: inout Bench, _ bytes: [UInt8]) -> PitchDirection? {
    bench.send(.midi(status: bytes[0], first: bytes[1], second: bytes[2]))
    for case .store(.comparison(let trial), _) in bench.effects { return trial.answer.heard }
    return nil
  }

  @Test(
    "Middle C and keys above it answer higher, keys below it lower; releases do not answer",
    arguments: [
      ([0x90, 60, 1], .higher), ([0x9F, 108, 127], .higher), ([0x90, 59, 64], .lower),
      ([0x93, 21, 64], .lower), ([0x90, 72, 0], nil), ([0x80, 72, 64], nil), ([0xB0, 1, 127], nil),
      ([0xE0, 0, 97], .higher), ([0xE0, 0, 31], .lower), ([0xE0, 0, 80], nil),
    ] as [([UInt8], PitchDirection?)])
  func comparing(bytes: [UInt8], expected: PitchDirection?) throws {
    var bench = try Self.comparing()
    #expect(Self.answer(&bench, bytes) == expected)
  }

  @Test("Nothing answers before the target, in a pause and outside training")
  func ignored() throws {
    var bench = Bench()
    #expect(bench.send(.midi(status: 0x90, first: 72, second: 64)).isEmpty)
    #expect(!bench.trainer.takesMIDI)
    bench.type("1")
    #expect(bench.trainer.takesMIDI)
    #expect(bench.send(.midi(status: 0x90, first: 72, second: 64)).isEmpty)
    bench.type("p")
    #expect(!bench.trainer.takesMIDI)
    #expect(bench.send(.midi(status: 0x90, first: 72, second: 64)).isEmpty)
  }

  @Test("The wheel answers once until it returns")
  func wheel() throws {
    var bench = try Self.comparing()
    #expect(Self.answer(&bench, [0xE0, 0, 127]) == .higher)
    SessionTests.endFeedback(&bench)
    bench.send(.targetBegan(try #require(bench.pair).cue))
    #expect(Self.answer(&bench, [0xE0, 0, 120]) == nil)
    #expect(Self.answer(&bench, [0xE0, 0, 64]) == nil)
    #expect(Self.answer(&bench, [0xE0, 0, 0]) == .lower)
  }

  @Test("The pedal repeats once for each press; a key ends a review")
  func pedal() throws {
    var bench = try Self.comparing()
    #expect(!bench.send(.midi(status: 0xB0, first: 64, second: 127)).isEmpty && bench.pair != nil)
    #expect(bench.send(.midi(status: 0xB0, first: 64, second: 90)).isEmpty)
    bench.send(.midi(status: 0xB0, first: 64, second: 0))
    bench.send(.targetBegan(TrainerCue(session: 1, number: 2)))
    bench.press(.up)
    bench.type("m")
    #expect(bench.trainer.review != nil)
    bench.send(.midi(status: 0x90, first: 40, second: 64))
    #expect(bench.trainer.review == nil && bench.pair != nil)
    #expect(bench.trainer.history.comparisonCount == 1)
  }

  @Test("Keys and the wheel tune the note to match, and B is done")
  func matching() throws {
    var bench = Bench()
    bench.type("2")
    for case .playReference(let cue, _) in bench.effects { bench.send(.referenceEnded(cue)) }
    func offset() -> Double? {
      if case .tuning(let trial)? = bench.trainer.matchingState { trial.offsetCents } else { nil }
    }
    func send(_ status: UInt8, _ first: UInt8, _ second: UInt8) {
      bench.send(.midi(status: status, first: first, second: second))
    }
    // The first change only starts the note.
    send(0x90, 60, 64)
    let start = try #require(offset())
    for (key, cents) in [(60, -5), (61, -1), (50, -0.1), (52, 0.1), (41, 1), (79, 5)] {
      let before = try #require(offset())
      send(0x90, UInt8(key), 64)
      #expect(abs(try #require(offset()) - before - Double(cents)) < 1e-9, "\(key)")
    }
    #expect(abs(try #require(offset()) - start) < 1e-9)
    // Half of the wheel's way is 25 cents.
    send(0xE0, 0, 96)
    #expect(abs(try #require(offset()) - start - 25) < 1e-9)
    send(0xE0, 0, 64)
    #expect(abs(try #require(offset()) - start) < 1e-9)
    send(0x90, 71, 64)
    #expect(bench.trainer.history.matchingCount == 1)
  }
}
