package import PeachInstrumentModel
import PeachMusicUnits

/// A region that is silent because its sample is unavailable.
package struct SilentRegion: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The sample was not found, or lies outside the file; the bank has a warning about it.
    case missing
    /// The sample has no frames in the range that the region plays.
    case empty
    /// The sample cannot be decoded.
    case undecodable(SampleCodecError)
  }

  package var keys: ClosedRange<UInt8>
  package var velocities: ClosedRange<UInt8>
  /// The sample as a subject: `The sample ‘NAME’`, or `Sample 12` without a name.
  package var subject: String
  package var reason: Reason

  init(_ region: Region, of bank: SoundBank, reason: Reason) {
    keys = region.keys
    velocities = region.velocities
    self.reason = reason
    let isKnown = bank.samples.indices.contains(region.sample)
    let name = isKnown ? bank.samples[region.sample].name : ""
    subject = name.isEmpty ? "Sample \(region.sample)" : "The sample \(quoted: name)"
  }

  init(_ region: MissingRegion) {
    (keys, velocities) = (region.keys, region.velocities)
    (subject, reason) = (region.subject, .missing)
  }

  /// Whether a note would play the region.
  package func matches(key: UInt8, velocity: UInt8) -> Bool {
    keys.contains(key) && velocities.contains(velocity)
  }

  /// The maximum number of sentences, without one about the others.
  private static var sentenceLimit: Int { 8 }

  /// Returns a sentence for each sample, with the keys whose regions are silent.
  package static func warnings(_ regions: [SilentRegion]) -> [String] {
    struct Source: Hashable {
      var subject: String
      var reason: Reason
    }
    var indices = KeyedArray<Source, Int>()
    var sources: [(source: Source, keys: KeySet)] = []
    for region in regions {
      let source = Source(subject: region.subject, reason: region.reason)
      let index = indices[source] ?? sources.count
      if index == sources.count {
        indices.setValue(index, for: source)
        sources.append((source, KeySet()))
      }
      for key in region.keys { sources[index].keys.insert(key) }
    }
    var sentences = sources.prefix(sentenceLimit).map { source, keys in
      "\(source.subject) of \(keys.text) is silent: \(source.reason.clause)."
    }
    let rest = sources.count - sentences.count
    if rest > 0 { sentences.append("\(rest) other samples are silent, too.") }
    return sentences
  }
}

extension SilentRegion.Reason {
  /// The reason as a clause.
  fileprivate var clause: String {
    switch self {
    case .missing: "it is missing"
    case .empty: "it has no frames in the range that plays"
    case .undecodable(.noDecoder): "this build cannot decode it"
    case .undecodable(.noWavPackDecoder): SampleCodecError.wavPackAdvice
    case .undecodable(.undecodable(let code)):
      "it is damaged and cannot be decoded (error \(code))"
    case .undecodable(.tooLong(let frames, let limit)):
      "it has \(frames) frames; the limit for data of its size is \(limit)"
    case .undecodable(.tooManyFrames(let limit)):
      "the samples have more than \(limit) frames, the limit for files of their size"
    }
  }
}

extension KeySet {
  /// The keys as text: `key 60`, `keys 60–72, 74`.
  fileprivate var text: String {
    var ranges: [ClosedRange<Int>] = []
    for key in 0...127 where contains(UInt8(key)) {
      if let last = ranges.last, last.upperBound + 1 == key {
        ranges[ranges.count - 1] = last.lowerBound...key
      } else {
        ranges.append(key...key)
      }
    }
    let texts = ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    let isOne = ranges.count == 1 && ranges[0].count == 1
    return (isOne ? "key " : "keys ") + texts.joined(separator: ", ")
  }
}
