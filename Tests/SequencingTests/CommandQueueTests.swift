import Foundation
import PeachMIDIEvents
import PeachSequencing
import TestEnvironment
import Testing

@Suite("Command queue")
struct CommandQueueTests {
  private struct Command: BitwiseCopyable, Sendable {
    let number: UInt64
    let check: UInt64
  }

  /// Shares a queue between two threads.
  private final class Shared: Sendable {
    let queue = CommandQueue<Command>(capacity: 256)
  }

  @Test("Elements are popped in the order in which they were pushed")
  func order() {
    let queue = CommandQueue<Int>(capacity: 8)
    var out: [Int?] = [queue.pop()]
    for round in 0..<100 {
      for index in 0..<5 { _ = queue.push(round * 5 + index) }
      for _ in 0..<5 { out.append(queue.pop()) }
    }
    out.append(queue.pop())
    #expect(out == [nil] + (0..<500).map { $0 } + [nil])
  }

  @Test("Push to a full queue fails and keeps its elements", arguments: [1, 2, 64])
  func full(capacity: Int) {
    let queue = CommandQueue<Int>(capacity: capacity)
    let accepted = (0...capacity).map { queue.push($0) }
    #expect(accepted == (0..<capacity).map { _ in true } + [false])
    let first = queue.pop()
    let isAcceptedAgain = queue.push(capacity)
    let rest = (0...capacity).map { _ in queue.pop() }
    #expect(first == 0 && isAcceptedAgain)
    #expect(rest == (1...capacity).map { $0 } + [nil])
  }

  @Test("Millions of elements cross threads complete, intact and in order")
  func threads() {
    let count: UInt64 = TestScale.cases(short: 300_000, full: 5_000_000)
    let shared = Shared()
    let producer = Thread {
      for number in 0..<count {
        let command = Command(number: number, check: ~number)
        while !shared.queue.push(command) { sched_yield() }
      }
    }
    producer.start()
    var expected: UInt64 = 0
    var wrong = 0
    while expected < count {
      guard let command = shared.queue.pop() else {
        sched_yield()
        continue
      }
      if command.number != expected || command.check != ~expected { wrong += 1 }
      expected += 1
    }
    #expect(wrong == 0)
    let left = shared.queue.pop()
    #expect(left == nil)
  }

  @Test("Push and pop are usable in real-time functions of another module")
  func audioThread() {
    let queue = CommandQueue<MIDIMessage>(capacity: 4)
    let program = roundTrip(queue, .programChange(channel: 0, program: 42))
    #expect(program == 42)
  }
}

@_noLocks @_noAllocation
private func roundTrip(_ queue: borrowing CommandQueue<MIDIMessage>, _ message: MIDIMessage)
  -> UInt8
{
  guard queue.push(message), let back = queue.pop() else { return 255 }
  return back.data1
}
