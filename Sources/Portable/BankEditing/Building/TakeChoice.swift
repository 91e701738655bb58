import PeachInstrumentFiles
import PeachIntonation
import PeachMusicUnits

/// Selects the best of several recordings of a key and a layer: a steady pitch, a long tone, a
/// timbre like that of adjacent keys, and a certain root key.
package struct TakeChoice: Sendable {
  /// The indices of recordings whose ``TakeQuality`` is needed: takes, and adjacent keys.
  package private(set) var compared: [Int] = []
  /// The takes of each key and layer that has several.
  private var groups: [[Int]] = []

  /// The distance of adjacent keys, in semitones.
  private static var reach: Int { 4 }
  /// Deviations that count as much as a second of length: of pitch in cents, of timbre in ERB.
  private static var centsUnit: Double { 20 }
  private static var timbreUnit: Double { 1.5 }
  private static var maxSeconds: Double { 3 }

  private struct Slot: Hashable {
    var root: UInt8
    var layer: VelocityLayer?
  }

  /// Finds takes among recordings whose root keys are decided.
  package init(_ recordings: [AnalyzedRecording]) {
    var slots: [Slot: [Int]] = [:]
    for (index, recording) in recordings.enumerated() {
      guard let root = recording.root else { continue }
      slots[Slot(root: root, layer: recording.layer), default: []].append(index)
    }
    groups = slots.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    var needed: Set<Int> = []
    for group in groups {
      needed.formUnion(group)
      needed.formUnion(Self.adjacent(recordings[group[0]], slots))
    }
    compared = needed.sorted()
  }

  private static func adjacent(
    _ recording: AnalyzedRecording, _ slots: [Slot: [Int]]
  ) -> [Int] {
    guard let root = recording.root else { return [] }
    return (-reach...reach).filter { $0 != 0 }.flatMap { step -> [Int] in
      guard let key = UInt8(exactly: Int(root) + step) else { return [] }
      return slots[Slot(root: key, layer: recording.layer)] ?? []
    }
  }

  /// Returns the indices of takes that are not used, with a message. Adds a reason to the others.
  ///
  /// - Parameter qualities: The qualities of ``compared``.
  package func choose(
    _ recordings: inout [AnalyzedRecording], _ qualities: [TakeQuality]
  ) -> [(index: Int, message: String)] {
    var quality: [Int: TakeQuality] = [:]
    var slots: [Slot: [Int]] = [:]
    for (index, value) in zip(compared, qualities) {
      quality[index] = value
      let recording = recordings[index]
      slots[Slot(root: recording.root ?? 0, layer: recording.layer), default: []].append(index)
    }
    var unused: [(index: Int, message: String)] = []
    for group in groups {
      let near = Self.adjacent(recordings[group[0]], slots).compactMap { quality[$0]?.timbre }
      func cost(_ index: Int) -> Double {
        guard let own = quality[index] else { return 0 }
        let timbre = near.isEmpty ? 0 : abs(own.timbre - Levels.median(near)) / Self.timbreUnit
        let seconds = recordings[index].decay?.durationSeconds ?? 0
        return own.unsteadyCents / Self.centsUnit - min(seconds, Self.maxSeconds) + timbre
          + (recordings[index].isRootDeclared ? 0 : 1)
      }
      let costs = group.map { (index: $0, cost: cost($0)) }
      guard let best = costs.min(by: { $0.cost < $1.cost }) else { continue }
      recordings[best.index].reasons.append("best of \(group.count) takes")
      for (index, _) in costs where index != best.index {
        unused.append(
          (
            index,
            "\(recordings[index].file): skipped, because \(recordings[best.index].file) is the "
              + "better take of key \(recordings[best.index].root ?? 0)."
          ))
      }
    }
    return unused
  }
}

/// The properties by which takes are compared.
package struct TakeQuality: Hashable, Sendable {
  /// The standard deviation of the pitch in the first three seconds, in cents.
  var unsteadyCents: Double
  /// The centroid of the loudness on the ERB-rate scale (Glasberg and Moore 1990).
  var timbre: Double

  private static var startSeconds: Double { 0.05 }
  private static var timbreSeconds: Double { 0.4 }

  package init(_ recording: AnalyzedRecording) {
    let rate = recording.sampleRate
    let channel = recording.channels[recording.strongestChannel]
    let nominal = FrequencyCalculation.frequency(noteNumber: Double(recording.root ?? 60)).hertz
    let track = PitchTrack(
      Array(channel.prefix(Int(3 * rate))), hertz: nominal, sampleRate: rate)
    let limit = 0.05 * (track.power.max() ?? 0)
    let cents = zip(track.cents, track.power).filter { $0.1 > limit }.map { $0.0 }
    let mean = cents.reduce(0, +) / Double(max(cents.count, 1))
    let variance = cents.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    unsteadyCents =
      cents.isEmpty ? 100 : (variance / Double(cents.count)).squareRoot()
    let start = (recording.onset?.attackSeconds ?? 0) + Self.startSeconds
    timbre = Self.centroid(channel, from: Int(start * rate), sampleRate: rate)
  }

  private static func centroid(_ channel: [Float], from first: Int, sampleRate: Double) -> Double {
    let count = min(Int(timbreSeconds * sampleRate), channel.count - first)
    guard count >= 512 else { return 0 }
    var logarithm = 3
    while 1 << logarithm < count { logarithm += 1 }
    let transform = FourierTransform(logarithm: logarithm)
    var filter = KWeighting(sampleRate: sampleRate)
    var frames = [Double](repeating: 0, count: transform.count)
    for index in 0..<count {
      let phase = Exponential.sineAndCosine(cycles: Double(index) / Double(count)).cosine
      frames[index] = (0.5 - 0.5 * phase) * filter.process(Double(channel[first + index]))
    }
    var power = [Double](repeating: 0, count: transform.half)
    transform.power(of: frames, into: &power)
    var bands: [Int: Double] = [:]
    for bin in power.indices {
      let hertz = Double(bin) * sampleRate / Double(transform.count)
      guard hertz > 20, hertz < 16_000 else { continue }
      let rate = 21.4 * 0.30102999566398120 * Exponential.log2(1 + 0.00437 * hertz)
      bands[Int(2 * rate), default: 0] += power[bin]
    }
    var (sum, total) = (0.0, 0.0)
    for band in bands.keys.sorted() {
      let loudness = Exponential.exp2(0.3 * Exponential.log2(max(bands[band] ?? 0, 1e-300)))
      sum += loudness * (Double(band) + 0.5) / 2
      total += loudness
    }
    return total > 0 ? sum / total : 0
  }
}
