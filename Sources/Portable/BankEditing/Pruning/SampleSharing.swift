import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation

/// Stores samples with equal bytes once.
enum SampleSharing {
  /// The maximum size of a file. A file whose samples overlap could require more reading.
  private static var readingLimit: Int { Int(clamping: UInt32.max) }

  private typealias Recording = SoundFontContents.Sample.Recording

  private struct Key: Hashable {
    var kind: UInt8
    var byteCount: Int
  }

  private struct Content: Hashable {
    var key: Key
    var hashes: [ContentHash]
  }

  /// Replaces samples with equal bytes by the first of them. Returns the number of bytes saved.
  static func share(_ contents: inout SoundFontContents) -> Int {
    var distinct: Set<Recording> = []
    var sizes: [Key: Int] = [:]
    var total = 0
    for sample in contents.samples where distinct.insert(sample.recording).inserted {
      guard let key = key(sample.recording) else { continue }
      sizes[key, default: 0] += 1
      total += key.byteCount
    }
    if total > readingLimit { return 0 }
    var known: [Content: [Recording]] = [:]
    var representatives: [Recording: Recording] = [:]
    var saved = 0
    for index in contents.samples.indices {
      let recording = contents.samples[index].recording
      guard let key = key(recording), sizes[key, default: 0] > 1 else { continue }
      if let representative = representatives[recording] {
        contents.samples[index].recording = representative
        continue
      }
      let content = Content(key: key, hashes: segments(recording).map { ContentHash(of: $0) })
      if let same = known[content, default: []].first(where: { areEqual($0, recording) }) {
        representatives[recording] = same
        contents.samples[index].recording = same
        saved += key.byteCount
      } else {
        known[content, default: []].append(recording)
        representatives[recording] = recording
      }
    }
    return saved
  }

  /// Returns encoding and size, which are compared first; `nil` for samples without bytes.
  private static func key(_ recording: Recording) -> Key? {
    let kind: UInt8 =
      switch recording {
      case .integer16: 0
      case .integer24: 1
      case .compressed, .readOnlyMemory: 2
      }
    return recording.byteCount > 0 ? Key(kind: kind, byteCount: recording.byteCount) : nil
  }

  private static func segments(_ recording: Recording) -> [UnsafeRawBufferPointer] {
    switch recording {
    case .integer16(let bytes), .compressed(let bytes): [bytes.bytes]
    case .integer24(let high, let low): [high.bytes, low.bytes]
    case .readOnlyMemory: []
    }
  }

  private static func areEqual(_ first: Recording, _ second: Recording) -> Bool {
    zip(segments(first), segments(second)).allSatisfy { $0.elementsEqual($1) }
  }
}
