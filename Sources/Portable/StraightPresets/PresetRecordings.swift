package import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits

/// The recordings of a preset, and the regions that play them. The regions of a stereo pair play
/// one recording.
package struct PresetRecordings: Sendable {
  /// A channel of a recording.
  package struct Part: Hashable, Sendable {
    package var recording: Int
    package var channel: Int
  }

  private struct Zone: Hashable {
    var keys: ClosedRange<UInt8>
    var velocities: ClosedRange<UInt8>
  }

  package private(set) var recordings: [StraightRecording] = []
  /// The part that each region plays; `nil` for regions that are not straightened.
  package private(set) var parts: [Part?]

  /// The maximum distance of a region from the other half of its pair, in regions of one zone.
  private static let searchLimit = 64

  /// Finds the recordings of a preset's regions. Percussion has none.
  ///
  /// - Parameter smoothsLevels: Whether the levels of their partials are smoothed.
  package init(
    _ regions: [Region], of bank: SoundBank, isPercussion: Bool = false, smoothsLevels: Bool = false
  ) {
    parts = Array(repeating: nil, count: regions.count)
    if isPercussion { return }
    let candidates = regions.indices.filter { Self.hasContour(regions[$0], in: bank) }
    let zones = Dictionary(grouping: candidates) {
      Zone(keys: regions[$0].keys, velocities: regions[$0].velocities)
    }
    var halves: [Int: Int] = [:]
    for zone in zones.values {
      for (position, one) in zone.enumerated() where halves[one] == nil {
        for other in zone[(position + 1)...].prefix(Self.searchLimit) where halves[other] == nil {
          guard Self.arePair(regions[one], regions[other], in: bank) else { continue }
          (halves[one], halves[other]) = (other, one)
          break
        }
      }
    }
    var known: [StraightRecording: Int] = [:]
    for index in candidates {
      let region = regions[index]
      let own = RegionSample(region)
      let pair = [own] + (halves[index].map { [RegionSample(regions[$0])] } ?? [])
      let first = regions[min(index, halves[index] ?? index)]
      let pitch = first.declaredPitch(of: bank.samples[first.sample])
      let recording = StraightRecording(
        channels: pair.sorted(),
        key: FrequencyCalculation.midiNoteAndCents(frequency: pitch).note.number,
        decays: region.decaysWhileHeld, smoothsLevels: smoothsLevels)
      let number = known[recording] ?? recordings.count
      if number == recordings.count {
        known[recording] = number
        recordings.append(recording)
      }
      parts[index] = Part(
        recording: number, channel: recording.channels.firstIndex(of: own) ?? 0)
    }
  }

  /// The same recordings, without only the common glide.
  package var plucked: PresetRecordings {
    var plucked = self
    for index in recordings.indices { plucked.recordings[index].isPlucked = true }
    return plucked
  }

  /// Returns the recordings that some regions play, in ascending order.
  package func recordings(of regions: some Sequence<Int>) -> [Int] {
    Set(regions.compactMap { parts[$0]?.recording }).sorted()
  }

  /// Whether a region is played while its key is held, with a pitch that depends on the key.
  private static func hasContour(_ region: Region, in bank: SoundBank) -> Bool {
    guard bank.samples.indices.contains(region.sample), region.looping != .fromRelease,
      region.generators[.scaleTuning] != 0
    else { return false }
    switch region.conditions?.trigger {
    case nil, .attack, .first, .legato: break
    case .release, .releaseKey, .movement: return false
    }
    let sample = bank.samples[region.sample]
    if case .missing = sample.encoding { return false }
    // A replacement starts with the first frame, and so cannot start within its loop.
    let offsets = AddressOffsets(region)
    guard RegionSample(region).repeats(sample) else { return true }
    return Int(offsets.start) <= offsets.loopPoints(in: sample).start
  }

  /// Whether two regions of a zone are the channels of one recording.
  private static func arePair(_ one: Region, _ other: Region, in bank: SoundBank) -> Bool {
    let (first, second) = (bank.samples[one.sample], bank.samples[other.sample])
    let (own, others) = (RegionSample(one), RegionSample(other))
    guard own.sample != others.sample, own.offsets == others.offsets, own.loops == others.loops,
      first.sampleRate == second.sampleRate, one.decaysWhileHeld == other.decaysWhileHeld
    else { return false }
    let isLinked = first.partner == other.sample || second.partner == one.sample
    let sides: Set = [first.side, second.side]
    let isPanned = one.generators[.pan] * other.generators[.pan] < 0
    guard isLinked || isPanned || sides == [.left, .right] else { return false }
    let interval = one.declaredPitch(of: first).interval(from: other.declaredPitch(of: second))
    guard abs(interval.value) < maxTuningCents else { return false }
    return areNear(first.frameCount, second.frameCount)
      && areNear(first.loop?.lowerBound, second.loop?.lowerBound)
      && areNear(first.loop?.upperBound, second.loop?.upperBound)
  }

  /// The maximum difference of the declared pitches of a pair.
  private static let maxTuningCents = 2.0
  /// The maximum difference of the lengths of a pair, and of their loop points, in frames.
  private static let maxFrameDifference = 50

  /// Whether two frame counts are nearly equal, or one of them is unknown.
  private static func areNear(_ one: Int?, _ other: Int?) -> Bool {
    guard let one, let other else { return true }
    return abs(one - other) < maxFrameDifference
  }
}
