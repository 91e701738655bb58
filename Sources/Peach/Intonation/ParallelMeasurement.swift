import Dispatch
import PeachInstrumentModel
import PeachIntonation
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Measures recordings on every processor at once.
enum ParallelMeasurement {
  private struct State {
    var next = 0
    var map = IntonationMap()
    var failure: SampleDecodingError?
  }

  /// What `regions` play and `before` does not know, measured. Returns when all is done; the calling
  /// thread works too. Throws the first error of a decoder.
  static func measure(
    _ regions: [Region], of bank: SoundBank, knowing before: IntonationMap
  ) throws(SampleDecodingError) -> IntonationMap {
    let groups = groups(regions, of: bank, knowing: before)
    let state = Mutex(State())
    let lanes = min(max(ProcessInfo.processInfo.activeProcessorCount, 1), groups.count)
    // Each lane keeps its estimator's tables, and takes the next sample when it is done with one.
    @Sendable func work(_ lane: Int) {
      let estimator = PitchEstimator()
      while true {
        let index = state.withLock { state in
          defer { state.next += 1 }
          return state.next
        }
        guard index < groups.count else { return }
        var map = IntonationMap()
        do throws(SampleDecodingError) {
          try map.measure(
            groups[index], of: bank, decoder: StandardDecoder.decoder, using: estimator)
        } catch {
          state.withLock { state in
            state.failure = state.failure ?? error
            state.next = groups.count
          }
          return
        }
        state.withLock { $0.map = IntonationCache.merged($0.map, map) }
      }
    }
    if lanes > 0 { DispatchQueue.concurrentPerform(iterations: lanes, execute: work) }
    let result = state.withLock { $0 }
    if let failure = result.failure { throw failure }
    return result.map
  }

  /// The regions of each sample that has anything to measure, the longest sample first, so that no
  /// processor begins with it when the others have nothing left.
  private static func groups(
    _ regions: [Region], of bank: SoundBank, knowing before: IntonationMap
  ) -> [[Region]] {
    var groups: [Int: [Region]] = [:]
    for region in regions where bank.samples.indices.contains(region.sample) {
      if before[RegionRecording(region)] == nil {
        groups[region.sample, default: []].append(region)
      }
    }
    func length(_ sample: Int) -> Int {
      switch bank.samples[sample].encoding {
      case .compressed(let bytes): bytes.count * 10
      default: bank.samples[sample].frameCount ?? 0
      }
    }
    return groups.sorted { (length($0.key), $1.key) > (length($1.key), $0.key) }.map(\.value)
  }
}
