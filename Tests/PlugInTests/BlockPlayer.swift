import Foundation
import PeachPlugIn
import Synchronization
import TestEnvironment

#if canImport(Glibc)
  /// Renders a unit on a thread of its own, as a device would, and records the waits, the
  /// CPU time and a hash of each block.
  final class BlockPlayer: @unchecked Sendable {
    // Safe: used by the thread only until `stop()` has waited for its end.

    static let sampleRate = 48_000.0
    static let blockFrames = 256
    static let blockSeconds = Double(blockFrames) / sampleRate

    /// The number of waits of the thread while it rendered.
    private(set) var waits = 0
    private(set) var longestSeconds = 0.0
    private(set) var leastVoices = Int.max
    private(set) var sums: [UInt64] = []
    private let unit: SamplerUnit
    private let keys: ClosedRange<UInt8>
    private let isStopped = Atomic<Bool>(false)
    private let hasEnded = DispatchSemaphore(value: 0)
    private let waiting = Mutex<[UInt8]>([])
    private var audio = [Float](repeating: 0, count: 2 * BlockPlayer.blockFrames)

    /// Creates a player that sends note-ons for `keys` in its first block.
    init(_ unit: SamplerUnit, keys: ClosedRange<UInt8>) {
      self.unit = unit
      self.keys = keys
    }

    /// Starts rendering in real time.
    func start() {
      Thread {
        while !self.isStopped.load(ordering: .acquiring) {
          let seconds = self.playBlock()
          Thread.sleep(forTimeInterval: max(Self.blockSeconds - seconds, 0))
        }
        self.hasEnded.signal()
      }.start()
    }

    /// Sends MIDI bytes with the next block.
    func send(_ bytes: [UInt8]) { waiting.withLock { $0 = bytes } }

    func stop() {
      isStopped.store(true, ordering: .releasing)
      hasEnded.wait()
    }

    /// Renders a block and returns its CPU time in seconds, which depends on the load of other
    /// machines on the same processor.
    @discardableResult
    func playBlock() -> Double {
      let bytes = waiting.withLock { bytes in
        defer { bytes = [] }
        return bytes
      }
      return bytes.withUnsafeBufferPointer { bytes in
        var events = sums.isEmpty ? keys.map { SamplerUnitFixture.on($0, velocity: 60) } : []
        if let start = bytes.baseAddress, !bytes.isEmpty {
          events.append(UnitEvent(frame: 0, .bytes(start, count: bytes.count)))
        }
        return playBlock(events)
      }
    }

    private func playBlock(_ events: [UnitEvent]) -> Double {
      let context = unit.renderContext
      let seconds = events.withUnsafeBufferPointer { events in
        audio.withUnsafeMutableBufferPointer { audio in
          guard let left = audio.baseAddress else { return 0.0 }
          let start = threadCPUTime()
          let startWaits = threadWaits()
          SamplerUnit.render(
            context, events: events, left: left, right: left + Self.blockFrames,
            count: Self.blockFrames)
          waits += threadWaits() - startWaits
          return (threadCPUTime() - start) / .seconds(1)
        }
      }
      longestSeconds = max(longestSeconds, seconds)
      leastVoices = min(leastVoices, unit.activeVoiceCount)
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325
      for value in audio { sum = (sum ^ UInt64(value.bitPattern)) &* 0x100_0000_01B3 }
      sums.append(sum)
      return seconds
    }

    /// The resident memory of this process in megabytes, without mapped files.
    static var megabytes: Int {
      let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
      return (line?.split(separator: " ").dropFirst().first).flatMap { Int($0) }.map { $0 / 1024 }
        ?? 0
    }
  }
#endif
