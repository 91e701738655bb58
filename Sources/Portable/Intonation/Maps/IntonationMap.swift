package import PeachInstrumentModel

/// The measured pitches of a bank's recordings, and the corrections that follow for its regions.
///
/// A value: keep one for a bank, add presets as they are chosen, store it with ``encoded(for:)``.
/// Measuring takes a few milliseconds for each recording and is not for the audio thread.
///
/// ```swift
/// var map = IntonationMap()
/// try map.measurePreset(at: index, of: bank, using: PitchEstimator())
/// map.corrections(of: bank.regions(ofPresetAt: index), in: bank)[0].cents  // 18.56…
/// ```
public struct IntonationMap: Hashable, Sendable {
  /// One recording and its pitch.
  public struct Entry: Hashable, Sendable {
    /// What was measured.
    package var recording: RegionSample
    /// Its pitch.
    package var measurement: PitchMeasurement

    /// An entry of these parts.
    package init(recording: RegionSample, measurement: PitchMeasurement) {
      self.recording = recording
      self.measurement = measurement
    }
  }

  /// The longest recording that is decoded, in frames: six minutes at 48 kHz.
  static let frameLimit = 1 << 24

  /// All that is known, by recording.
  public private(set) var entries: [Entry] = []

  /// A map that knows nothing.
  public init() {}

  /// The measured pitch of a recording; setting nil forgets it.
  package subscript(recording: RegionSample) -> PitchMeasurement? {
    get {
      let place = place(of: recording)
      guard place < entries.count, entries[place].recording == recording else { return nil }
      return entries[place].measurement
    }
    set {
      let place = place(of: recording)
      let isKnown = place < entries.count && entries[place].recording == recording
      if isKnown { entries.remove(at: place) }
      guard let newValue else { return }
      entries.insert(Entry(recording: recording, measurement: newValue), at: place)
    }
  }

  /// Measures what the preset at `index` plays and is not known yet; returns how many recordings.
  ///
  /// `shouldContinue` is asked before each of them with how many are done and how many there are;
  /// on false the rest is left for another time.
  @discardableResult
  package mutating func measurePreset(
    at index: Int, of bank: SoundBank, decoder: SampleDecoder? = nil,
    using estimator: PitchEstimator,
    shouldContinue: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(SampleCodecError) -> Int {
    try measure(
      bank.regions(ofPresetAt: index), of: bank, decoder: decoder, using: estimator,
      shouldContinue: shouldContinue)
  }

  /// Measures what `regions` of `bank` play and is not known yet; returns how many recordings.
  ///
  /// Each sample is decoded once, and let go again.
  @discardableResult
  package mutating func measure(
    _ regions: [Region], of bank: SoundBank, decoder: SampleDecoder? = nil,
    using estimator: PitchEstimator,
    shouldContinue: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(SampleCodecError) -> Int {
    var wanted: [(recording: RegionSample, region: Int)] = []
    for (index, region) in regions.enumerated() where bank.samples.indices.contains(region.sample) {
      let recording = RegionSample(region)
      if self[recording] == nil { wanted.append((recording, index)) }
    }
    wanted.sort { ($0.recording, $0.region) < ($1.recording, $1.region) }
    let total = Self.distinctCount(wanted.map { $0.recording })
    var done = 0
    var decoded: (sample: Int, frames: [Float]) = (-1, [])
    for (index, next) in wanted.enumerated() {
      if index > 0 && wanted[index - 1].recording == next.recording { continue }
      guard shouldContinue(done, total) else { break }
      let region = regions[next.region]
      if decoded.sample != region.sample {
        decoded = (
          region.sample,
          try bank.readFrames(
            ofSampleAt: region.sample, decoder: decoder, limit: Self.frameLimit)
        )
      }
      self[next.recording] = Self.measure(
        next.recording, region: region, sample: bank.samples[region.sample],
        frames: decoded.frames, using: estimator)
      done += 1
    }
    return done
  }

  private static func measure(
    _ recording: RegionSample, region: Region, sample: Sample, frames: [Float],
    using estimator: PitchEstimator
  ) -> PitchMeasurement {
    guard let part = recording.frames(of: sample, frameCount: frames.count) else {
      return .unpitched
    }
    let nominal = RegionTuning(region, sample: sample).nominal
    return frames.withUnsafeBufferPointer { all in
      estimator.measure(
        UnsafeBufferPointer(rebasing: all[part.playing]), loop: part.loop,
        sampleRate: sample.sampleRate, nominal: nominal)
    }
  }

  private static func distinctCount(_ sorted: [RegionSample]) -> Int {
    var count = 0
    for index in sorted.indices where index == 0 || sorted[index] != sorted[index - 1] {
      count += 1
    }
    return count
  }

  /// The first entry that is not before `recording`.
  private func place(of recording: RegionSample) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].recording < recording { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes over entries that are in order, each recording once.
  init(ordered entries: [Entry]) { self.entries = entries }
}
