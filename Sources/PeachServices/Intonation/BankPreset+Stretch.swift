import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import PeachSynthesis
import PeachTuning
import Synchronization

/// The stretch of a preset's octaves, from the inharmonicity of its recordings.
extension BankPreset {
  /// Returns the deviation of each of 128 keys with which octaves are stretched, in cents; empty if
  /// `stretch` is `nil`, or the preset's recordings are not those of stiff strings. Measures
  /// recordings that the cache does not know.
  package func stretchCents(
    _ stretch: OctaveStretch?, _ intonation: IntonationCache
  ) throws(SampleCodecError) -> [Double] {
    guard let stretch, let values = try intonation.inharmonicities(of: self) else { return [] }
    return StretchCurve.cents(stretch, inharmonicities: values)
  }
}

extension StringRecordings {
  /// Returns B of each of 128 keys, measured on all processors; `nil` if the recordings are not
  /// those of strings.
  func inharmonicities(in bank: SoundBank) -> [Double?]? {
    let found = inharmonicities { recordings in
      let result = Mutex([PitchEstimator.Inharmonicity?](repeating: nil, count: recordings.count))
      let next = Atomic<Int>(0)
      ActiveProcessors.perform(lanes: min(ActiveProcessors.count, recordings.count)) { _ in
        let estimator = PitchEstimator()
        while true {
          let index = next.add(1, ordering: .relaxed).oldValue
          guard index < recordings.count else { return }
          let value = Self.inharmonicity(
            of: recordings[index], in: bank, decoder: DefaultSampleDecoder.decoder,
            using: estimator)
          result.withLock { $0[index] = value }
        }
      }
      return result.withLock { $0 }
    }
    return found.isEmpty ? nil : found
  }
}
