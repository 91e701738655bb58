import PeachInstrumentModel
import PeachIntonation
import Synchronization

/// Measures samples in parallel, on all processors.
enum ParallelMeasurement {
  private struct State {
    var next = 0
    var maps: [IntonationMap] = []
    var failure: SampleCodecError?
  }

  /// Measures the samples of `regions` that `before` lacks, and returns both. The calling thread
  /// takes part. Throws the first error of a decoder.
  static func measure(
    _ regions: [Region], of bank: SoundBank, knowing before: IntonationMap
  ) throws(SampleCodecError) -> IntonationMap {
    var known = before
    let groups = groups(known.regionsToMeasure(regions, of: bank), of: bank)
    let state = Mutex(State())
    let lanes = min(ActiveProcessors.count, groups.count)
    // Each lane has an estimator, and measures one sample after another.
    @Sendable func work(_ lane: Int) {
      let estimator = PitchEstimator()
      while true {
        let index = state.withLock { state in
          defer { state.next += 1 }
          return state.next
        }
        guard index < groups.count else { return }
        var map = IntonationMap()
        do throws(SampleCodecError) {
          try map.measure(
            groups[index], of: bank, decoder: DefaultSampleDecoder.decoder, using: estimator)
        } catch {
          state.withLock { state in
            state.failure = state.failure ?? error
            state.next = groups.count
          }
          return
        }
        state.withLock { $0.maps.append(map) }
      }
    }
    ActiveProcessors.perform(lanes: lanes, work)
    let result = state.withLock { $0 }
    if let failure = result.failure { throw failure }
    known.merge(IntonationMap.joined(result.maps))
    return known
  }

  /// Returns the regions of each sample, the longest first, so that all lanes end together.
  private static func groups(
    _ regions: [Region], of bank: SoundBank
  ) -> [[Region]] {
    let groups = Dictionary(grouping: regions, by: \.sample)
    func length(_ sample: Int) -> Int {
      switch bank.samples[sample].encoding {
      case .compressed(let bytes): bytes.count * 10
      default: bank.samples[sample].frameCount ?? 0
      }
    }
    return groups.sorted { (length($0.key), $1.key) > (length($1.key), $0.key) }.map(\.value)
  }
}
