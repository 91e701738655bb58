import PeachMusicUnits

/// Selects the root keys of the recordings of a preset: labels, measured pitches and partials are
/// compared with those of the whole preset, the velocity layer and the adjacent keys.
///
/// 1. Labels that most pitches place in another octave are shifted by octaves.
/// 2. A layer, or adjacent keys, with a common offset of more than 0.8 semitones are mislabeled. A
///    smaller offset is a tuning.
/// 3. A recording within 0.8 semitones of its expected key has this key.
/// 4. A clear pitch within 1.5 semitones is the root key.
/// 5. Otherwise, the partials decide between the label, a subharmonic of it, and another key.
struct RootConsensus {
  struct Candidate {
    /// The key in the chunks of the file, or in its name. The first one has precedence.
    var labels: [UInt8?]
    var layer: VelocityLayerKey
    var pitch: FreePitch?
    /// Returns the partials, which are only measured if the pitch and the label differ.
    var partials: () -> SpectralPartials
  }

  struct Result: Hashable {
    var root: UInt8?
    /// The label that applies.
    var label: UInt8?
    var reason: Reason?
  }

  /// The reason why a root key differs from its label, or from its pitch.
  enum Reason: Hashable {
    case shifted(Int)
    case soundsDifferent
    case mistuned
    case partialsFit
    case unclearPitch

    var text: String {
      switch self {
      case .shifted(let keys): "label \(keys < 0 ? "−" : "+")\(abs(keys)) like its neighbors"
      case .soundsDifferent: "sounds different from its label"
      case .mistuned: "label kept: another recording has the key of its pitch"
      case .partialsFit: "its partials fit the label"
      case .unclearPitch: "label kept; its pitch is unclear"
      }
    }
  }

  /// The layer, for comparisons only.
  typealias VelocityLayerKey = Int

  /// A smaller offset is a tuning; a larger one a wrong label.
  private static var tolerance: Double { 0.8 }
  /// The minimum number of recordings whose median offset is a rule.
  private static var minCount: Int { 5 }
  /// The lowest pitch, in hertz; tones below are rumble or subharmonics.
  private static var lowestHertz: Double { 20.5 }

  private let candidates: [Candidate]
  private let labels: [UInt8?]
  /// The distances of the pitches from the labels, in semitones.
  private let offsets: [Double?]
  private var results: [Result]

  static func results(of candidates: [Candidate]) -> [Result] {
    var consensus = RootConsensus(candidates)
    consensus.decide()
    return consensus.results
  }

  private init(_ candidates: [Candidate]) {
    self.candidates = candidates
    let labels = Self.labels(candidates)
    self.labels = labels
    offsets = zip(candidates, labels).map { Self.offset($0, $1) }
    results = labels.map { Result(label: $0) }
  }

  /// Selects the source of labels that agrees with more pitches: chunks are often defaults.
  private static func labels(_ candidates: [Candidate]) -> [UInt8?] {
    let count = candidates.map { $0.labels.count }.max() ?? 0
    let agreements = (0..<count).map { source in
      candidates.count { candidate in
        guard source < candidate.labels.count, let label = candidate.labels[source],
          let pitch = candidate.pitch
        else { return false }
        let distance = pitch.noteNumber - Double(label)
        return abs(distance - 12 * Self.rounded(distance / 12)) <= tolerance
      }
    }
    let order = (0..<count).sorted { (agreements[$1], $0) < (agreements[$0], $1) }
    return candidates.map { candidate in
      for source in order where source < candidate.labels.count {
        if let label = candidate.labels[source] { return label }
      }
      return nil
    }
  }

  private mutating func decide() {
    let octave = Self.octave(candidates.indices.compactMap { offsets[$0] })
    var layers: [Int: [Int]] = [:]
    for index in candidates.indices { layers[candidates[index].layer, default: []].append(index) }
    for layer in layers.keys.sorted() {
      let group = (layers[layer] ?? []).sorted {
        (labels[$0] ?? 200, $0) < (labels[$1] ?? 200, $1)
      }
      let offsets = group.compactMap { self.offsets[$0] }
      let median = Levels.median(offsets)
      var shift = octave
      if offsets.count >= Self.minCount, Self.share(offsets, near: median, within: 0.35) > 0.6,
        abs(median) > Self.tolerance
      {
        shift = Int(Self.rounded(median))
      }
      for (position, index) in group.enumerated() {
        let near = group[max(position - 4, 0)..<min(position + 5, group.count)]
        let offsets = near.filter { $0 != index }.compactMap { self.offsets[$0] }
        decide(index, shift: adjusted(shift, offsets), in: group)
      }
    }
  }

  /// Returns the distance of the measured pitch from the label, in semitones. If the pitch is a
  /// subharmonic of the label, the partials replace it: several of them would look like a rule.
  private static func offset(_ candidate: Candidate, _ label: UInt8?) -> Double? {
    guard let pitch = candidate.pitch, let label else { return nil }
    let distance = pitch.noteNumber - Double(label)
    let octaves = distance / 12
    guard octaves < -0.9, abs(octaves - rounded(octaves)) < tolerance / 12 else { return distance }
    let partials = candidate.partials()
    guard !partials.isEmpty else { return distance }
    let nominal = FrequencyCalculation.frequency(noteNumber: Double(label)).hertz
    let atLabel = partials.fundamental(near: nominal)
    let atPitch = partials.explained(by: pitch.hertz)
    guard atLabel.explained >= subharmonicShare * atPitch else { return distance }
    return 12 * Exponential.log2(atLabel.hertz / nominal)
  }

  /// The fraction of the partials of a pitch that its label must explain, as multiples, if the
  /// pitch is a subharmonic.
  private static var subharmonicShare: Double { 0.85 }

  /// Returns the shift of labels by entire octaves that most recordings of a preset confirm.
  private static func octave(_ offsets: [Double]) -> Int {
    let median = Levels.median(offsets)
    guard offsets.count >= minCount, share(offsets, near: median, within: 0.7) > 0.5 else {
      return 0
    }
    return 12 * Int(rounded(median / 12))
  }

  /// Returns the shift that the recordings of adjacent keys confirm.
  private func adjusted(_ shift: Int, _ near: [Double]) -> Int {
    let median = Levels.median(near)
    // A single neighbor with a wrong label confirms nothing.
    guard near.count >= Self.minCount - 1, abs(median - Double(shift)) > Self.tolerance,
      Self.share(near, near: median, within: 0.5) > 0.6
    else { return shift }
    return Int(Self.rounded(median))
  }

  /// Returns whether a recording has a label and a pitch near a key.
  private func isLabeled(_ index: Int, _ key: UInt8, shift: Int) -> Bool {
    guard let label = labels[index], let pitch = candidates[index].pitch else { return false }
    return Int(label) + shift == Int(key) && abs(pitch.noteNumber - Double(key)) <= Self.tolerance
  }

  /// - Parameter group: The recordings of the layer.
  private mutating func decide(_ index: Int, shift: Int, in group: [Int]) {
    let candidate = candidates[index]
    let pitch = candidate.pitch
    guard let label = labels[index] else {
      let isAudible = (pitch?.hertz ?? 0) >= Self.lowestHertz
      results[index].root = isAudible ? pitch.map { Self.key($0.noteNumber) } : nil
      return
    }
    let expected = min(max(Int(label) + shift, 0), 127)
    let root = UInt8(expected)
    if let pitch {
      let distance = pitch.noteNumber - Double(expected)
      if abs(distance) <= Self.tolerance {
        let keys = expected - Int(label)
        results[index] = Result(
          root: root, label: label, reason: keys == 0 ? nil : .shifted(keys))
        return
      }
      if pitch.clarity > 0.95, abs(distance) < 1.5 {
        // Partials cannot tell adjacent keys apart.
        let key = Self.key(pitch.noteNumber)
        results[index] = Result(root: key, label: label, reason: .soundsDifferent)
        let isTaken = group.contains { $0 != index && isLabeled($0, key, shift: shift) }
        if isTaken { results[index] = Result(root: root, label: label, reason: .mistuned) }
        return
      }
    }
    results[index] = byPartials(candidate, expected: root, label: label)
  }

  private func byPartials(_ candidate: Candidate, expected: UInt8, label: UInt8) -> Result {
    var result = Result(root: expected, label: label, reason: .unclearPitch)
    let partials = candidate.partials()
    guard !partials.isEmpty else { return result }
    let nominal = FrequencyCalculation.frequency(noteNumber: Double(expected)).hertz
    let atLabel = partials.fundamental(near: nominal)
    guard let pitch = candidate.pitch, pitch.hertz >= Self.lowestHertz else {
      result.reason = .partialsFit
      return result
    }
    let atPitch = partials.explained(by: pitch.hertz)
    if atLabel.explained >= Self.subharmonicShare * atPitch, atLabel.hertz > 1.5 * pitch.hertz {
      // The label explains as much with fewer partials: the pitch is a subharmonic.
      result.reason = .partialsFit
    } else if pitch.noteNumber > Double(expected) + 1.5, pitch.clarity > 0.5,
      atPitch > 0.9 * atLabel.explained
    {
      result.root = Self.key(pitch.noteNumber)
      result.reason = .soundsDifferent
    } else if atPitch > atLabel.explained + 0.1, pitch.clarity > 0.85 {
      result.root = Self.key(pitch.noteNumber)
      result.reason = .soundsDifferent
    }
    return result
  }

  private static func share(_ values: [Double], near center: Double, within limit: Double) -> Double
  {
    guard !values.isEmpty else { return 0 }
    return Double(values.count { abs($0 - center) < limit }) / Double(values.count)
  }

  private static func key(_ noteNumber: Double) -> UInt8 {
    UInt8(min(max(noteNumber + 0.5, 0), 127))
  }

  private static func rounded(_ value: Double) -> Double {
    Double(Int(value + (value < 0 ? -0.5 : 0.5)))
  }
}
