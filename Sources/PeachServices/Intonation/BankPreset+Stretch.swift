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

/// The recordings of a preset that tell the inharmonicity of its keys: those that a note of a
/// medium velocity plays.
struct StringRecordings {
  /// A recording, its measured pitch and its keys.
  struct Recording {
    var region: Region
    var hertz: Double
    var keys: [Int]
  }

  /// The velocity of the notes.
  private static let velocity: UInt8 = 100
  /// The number of recordings that decide whether the preset has strings.
  private static let voterCount = 16
  private static let frameLimit = 1 << 24

  private(set) var recordings: [Recording] = []
  private let bank: SoundBank

  init(_ measured: MeasuredPreset, of bank: SoundBank) {
    self.bank = bank
    var indices: [RegionSample: Int] = [:]
    for key in 0...127 as ClosedRange<UInt8> {
      guard let index = Self.region(of: key, in: measured),
        let pitch = measured.measurements[index]
      else { continue }
      let region = measured.regions[index]
      if let known = indices[RegionSample(region)] {
        recordings[known].keys.append(Int(key))
      } else {
        indices[RegionSample(region)] = recordings.count
        recordings.append(
          Recording(region: region, hertz: pitch.frequency.hertz, keys: [Int(key)]))
      }
    }
  }

  /// Returns the index of the loudest pitched region of a key; `nil` if it has none.
  private static func region(of key: UInt8, in measured: MeasuredPreset) -> Int? {
    let candidates = measured.regions.indices.filter { index in
      let region = measured.regions[index]
      return region.keys.contains(key) && region.velocities.contains(velocity)
        && region.looping != .fromRelease && region.generators[.scaleTuning] != 0
        && region.conditions?.trigger != .release && region.conditions?.trigger != .releaseKey
        && measured.measurements[index]?.isPitched == true
    }
    return candidates.min {
      let attenuations = (
        measured.regions[$0].generators[.initialAttenuation],
        measured.regions[$1].generators[.initialAttenuation]
      )
      return (attenuations.0, $0) < (attenuations.1, $1)
    }
  }

  /// Returns B of each of 128 keys, `nil` for unknown ones; `nil` if the recordings are not those
  /// of strings. Measures on all processors, first some recordings that decide.
  func inharmonicities() -> [Double?]? {
    let step = max(recordings.count / Self.voterCount, 1)
    let votes = values(of: stride(from: 0, to: recordings.count, by: step).map { recordings[$0] })
      .compactMap { $0?.isString }
    guard votes.count(where: { $0 }) * 2 > votes.count else { return nil }
    let found = values(of: recordings)
    var keys = [Double?](repeating: nil, count: 128)
    for (recording, value) in zip(recordings, found) {
      for key in recording.keys { keys[key] = value.flatMap { $0.value > 0 ? $0.value : nil } }
    }
    return keys
  }

  /// Returns the inharmonicity of each recording.
  private func values(of recordings: [Recording]) -> [PitchEstimator.Inharmonicity?] {
    let result = Mutex([PitchEstimator.Inharmonicity?](repeating: nil, count: recordings.count))
    let next = Atomic<Int>(0)
    ActiveProcessors.perform(lanes: min(ActiveProcessors.count, recordings.count)) { _ in
      let estimator = PitchEstimator()
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < recordings.count else { return }
        let own = recordings[index]
        let sample = bank.samples[own.region.sample]
        guard
          let frames = try? bank.readFrames(
            ofSampleAt: own.region.sample, decoder: DefaultSampleDecoder.decoder,
            limit: Self.frameLimit),
          let part = RegionSample(own.region).frames(of: sample, frameCount: frames.count)
        else { continue }
        let found = frames.withUnsafeBufferPointer {
          estimator.inharmonicity(
            of: UnsafeBufferPointer(rebasing: $0[part.playing]), loop: part.loop,
            sampleRate: sample.sampleRate, hertz: own.hertz)
        }
        result.withLock { $0[index] = found }
      }
    }
    return result.withLock { $0 }
  }
}
