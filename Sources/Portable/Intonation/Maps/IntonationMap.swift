package import PeachInstrumentModel

/// The measured pitches of a bank's samples, and the resulting corrections of its regions. Keep one
/// map per bank, add presets when they are selected, and store it with ``encoded(for:)``. Measuring
/// takes a few milliseconds per sample. Not for the audio thread.
///
/// ```swift
/// var map = IntonationMap()
/// let regions = bank.regions(ofPresetAt: index)
/// try map.measure(regions, of: bank, using: PitchEstimator())
/// map.corrections(of: regions, in: bank)[0].cents  // 18.56…
/// ```
public struct IntonationMap: Hashable, Sendable {
  /// A sample and its pitch.
  public struct Entry: Hashable, Sendable {
    package var regionSample: RegionSample
    package var measurement: PitchMeasurement
  }

  /// The maximum length of a decoded sample, in frames: about six minutes at 48 kHz.
  static let frameLimit = 1 << 24

  /// The measurements, sorted by sample.
  public private(set) var entries: [Entry] = []

  /// Creates an empty map.
  public init() {}

  /// The measured pitch of a sample. Setting `nil` removes it.
  package subscript(regionSample: RegionSample) -> PitchMeasurement? {
    get {
      let index = insertionIndex(of: regionSample)
      guard index < entries.count, entries[index].regionSample == regionSample else { return nil }
      return entries[index].measurement
    }
    set {
      let index = insertionIndex(of: regionSample)
      let isKnown = index < entries.count && entries[index].regionSample == regionSample
      switch (isKnown, newValue) {
      case (true, let value?): entries[index].measurement = value
      case (true, nil): entries.remove(at: index)
      case (false, let value?):
        entries.insert(Entry(regionSample: regionSample, measurement: value), at: index)
      case (false, nil): break
      }
    }
  }

  /// Adds the measurements of others that this map lacks. Takes time in proportion to both.
  package mutating func merge(_ other: IntonationMap) {
    if other.entries.isEmpty { return }
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + other.entries.count)
    var next = 0
    for entry in entries {
      while next < other.entries.count, other.entries[next].regionSample < entry.regionSample {
        merged.append(other.entries[next])
        next += 1
      }
      if next < other.entries.count, other.entries[next].regionSample == entry.regionSample {
        next += 1
      }
      merged.append(entry)
    }
    entries = merged + other.entries[next...]
  }

  /// Returns a map with the measurements of several, which have no sample in common.
  package static func joined(_ maps: [IntonationMap]) -> IntonationMap {
    IntonationMap(
      ordered: maps.flatMap { $0.entries }.sorted { $0.regionSample < $1.regionSample })
  }

  /// Measures the samples of `regions` that have not been measured, and returns their number.
  /// Decodes each sample once, and keeps only one decoded sample in memory. Calls `shouldContinue`
  /// before each sample with the number done and the total. Stops if it returns `false`, and keeps
  /// the results.
  @discardableResult package mutating func measure(
    _ regions: [Region], of bank: SoundBank, decoder: SampleDecoder? = nil,
    using estimator: PitchEstimator,
    shouldContinue: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(SampleCodecError) -> Int {
    var pending: [(regionSample: RegionSample, region: Int)] = []
    for (index, region) in regions.enumerated() where bank.samples.indices.contains(region.sample) {
      let regionSample = RegionSample(region)
      if self[regionSample] == nil { pending.append((regionSample, index)) }
    }
    pending.sort { ($0.regionSample, $0.region) < ($1.regionSample, $1.region) }
    let total = Set(pending.map { $0.regionSample }).count
    var done = 0
    var budget = MeasurementBudget(of: bank)
    var measured = IntonationMap()
    defer { merge(measured) }
    var decoded: (sample: Int, frames: [Float]) = (-1, [])
    for (index, next) in pending.enumerated() {
      if index > 0 && pending[index - 1].regionSample == next.regionSample { continue }
      guard shouldContinue(done, total) else { break }
      let region = regions[next.region]
      if decoded.sample != region.sample {
        do throws(SampleCodecError) {
          decoded.frames = try bank.readFrames(
            ofSampleAt: region.sample, decoder: decoder, limit: Self.frameLimit)
        } catch {
          // Without a decoder, other builds could measure the sample. Damaged ones are silent.
          if error == .noDecoder { throw error }
          decoded.frames = []
        }
        decoded.sample = region.sample
      }
      let measurement =
        budget.take(bank.samples[region.sample])
        ? Self.measure(
          next.regionSample, region: region, sample: bank.samples[region.sample],
          frames: decoded.frames, using: estimator)
        : .unpitched
      // They are in ascending order.
      measured.entries.append(Entry(regionSample: next.regionSample, measurement: measurement))
      done += 1
    }
    return done
  }

  private static func measure(
    _ regionSample: RegionSample, region: Region, sample: Sample, frames: [Float],
    using estimator: PitchEstimator
  ) -> PitchMeasurement {
    guard let part = regionSample.frames(of: sample, frameCount: frames.count)
    else { return .unpitched }
    return frames.withUnsafeBufferPointer { all in
      estimator.measure(
        UnsafeBufferPointer(rebasing: all[part.playing]), loop: part.loop,
        sampleRate: sample.sampleRate, nominal: RegionTuning(region, sample: sample).nominal)
    }
  }

  /// Returns the index of the first entry that is not before `regionSample`.
  private func insertionIndex(of regionSample: RegionSample) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].regionSample < regionSample { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the regions of samples that have not been measured and can be within a bank's
  /// ``FrameBudget``. The others count as unpitched.
  package mutating func regionsToMeasure(_ regions: [Region], of bank: SoundBank) -> [Region] {
    var budget = MeasurementBudget(of: bank)
    var decisions: [RegionSample: Bool] = [:]
    var refused = IntonationMap()
    let result = regions.filter { region in
      let regionSample = RegionSample(region)
      if let decision = decisions[regionSample] { return decision }
      guard bank.samples.indices.contains(region.sample), self[regionSample] == nil else {
        decisions[regionSample] = false
        return false
      }
      let isWithinBudget = budget.take(bank.samples[region.sample])
      decisions[regionSample] = isWithinBudget
      if !isWithinBudget {
        refused.entries.append(Entry(regionSample: regionSample, measurement: .unpitched))
      }
      return isWithinBudget
    }
    merge(IntonationMap.joined([refused]))
    return result
  }

  init(ordered entries: [Entry]) { self.entries = entries }
}

/// Limits the segments of samples that are measured, which may overlap.
private struct MeasurementBudget {
  /// The numbers of frames that determine the time of a measurement.
  private static let measuredFrames = 1 << 14...1 << 18
  private var frames: FrameBudget

  init(of bank: SoundBank) { frames = FrameBudget(of: bank) }

  mutating func take(_ sample: Sample) -> Bool {
    let (least, most) = (Self.measuredFrames.lowerBound, Self.measuredFrames.upperBound)
    let count = sample.frameCount ?? 16 * min(sample.encoding.storedByteCount, most)
    return frames.take(count == 0 ? 0 : min(max(count, least), most))
  }
}
