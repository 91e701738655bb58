package import PeachInstrumentModel
import PeachMusicUnits

/// The recordings of a preset that tell the inharmonicity of its keys: those that a note of a
/// medium velocity plays.
package struct StringRecordings: Sendable {
  /// A recording, its measured pitch and its keys.
  package struct Recording: Sendable {
    package var region: Region
    package var hertz: Double
    package var keys: [Int]
  }

  /// The velocity of the notes.
  private static let velocity: UInt8 = 100
  /// The number of recordings that decide whether the preset has strings.
  private static let voterCount = 16
  private static let frameLimit = 1 << 24

  package private(set) var recordings: [Recording] = []

  /// Creates the recordings of a preset whose pitches are known.
  package init(_ measured: MeasuredPreset) {
    var indices = KeyedArray<RegionSample, Int>()
    for key in 0...127 as ClosedRange<UInt8> {
      guard let index = Self.region(of: key, in: measured),
        let pitch = measured.measurements[index]
      else { continue }
      let region = measured.regions[index]
      if let known = indices[RegionSample(region)] {
        recordings[known].keys.append(Int(key))
      } else {
        indices.setValue(recordings.count, for: RegionSample(region))
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

  /// Returns B of each of 128 keys, `nil` for unknown ones; empty if the recordings are not those
  /// of strings.
  ///
  /// - Parameter values: Measures recordings; called first with some that decide.
  package func inharmonicities(
    measuredBy values: ([Recording]) -> [PitchEstimator.Inharmonicity?]
  ) -> [Double?] {
    let step = max(recordings.count / Self.voterCount, 1)
    let votes = values(stride(from: 0, to: recordings.count, by: step).map { recordings[$0] })
      .compactMap { $0?.isString }
    guard votes.count(where: { $0 }) * 2 > votes.count else { return [] }
    let found = values(recordings)
    var keys = [Double?](repeating: nil, count: 128)
    for (recording, value) in zip(recordings, found) {
      for key in recording.keys { keys[key] = value.flatMap { $0.value > 0 ? $0.value : nil } }
    }
    return keys
  }

  /// Returns the inharmonicity of a recording; `nil` if its sample cannot be read, or if it has
  /// too few partials.
  package static func inharmonicity(
    of recording: Recording, in bank: SoundBank, decoder: SampleDecoder?,
    using estimator: PitchEstimator
  ) -> PitchEstimator.Inharmonicity? {
    let index = recording.region.sample
    let sample = bank.samples[index]
    guard
      let frames = try? bank.readFrames(ofSampleAt: index, decoder: decoder, limit: frameLimit),
      let part = RegionSample(recording.region).frames(of: sample, frameCount: frames.count)
    else { return nil }
    return frames.withUnsafeBufferPointer {
      estimator.inharmonicity(
        of: UnsafeBufferPointer(rebasing: $0[part.playing]), loop: part.loop,
        sampleRate: sample.sampleRate, hertz: recording.hertz)
    }
  }
}
