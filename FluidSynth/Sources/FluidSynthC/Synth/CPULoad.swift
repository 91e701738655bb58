import FluidSynthPOSIX
import Synchronization

/// The processor load of rendering: the time of a block relative to its duration.
final class CPULoad: Sendable {
  private let percent = Atomic<UInt64>(0)

  /// The load of the last blocks, in percent.
  var value: Double { Double(bitPattern: percent.load(ordering: .relaxed)) }

  static var now: timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time
  }

  func update(since start: timespec, frames: Int, sampleRate: Double) {
    guard frames > 0 else { return }
    let end = Self.now
    let seconds = Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
    let last = seconds * sampleRate / Double(frames) * 100
    percent.store((0.5 * (value + last)).bitPattern, ordering: .relaxed)
  }
}
