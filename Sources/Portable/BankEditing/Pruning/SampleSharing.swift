import PeachInstrumentFiles
import PeachInstrumentModel

/// Stores samples with equal bytes once.
enum SampleSharing {
  /// The maximum size of a file. A file whose samples overlap could require more reading.
  private static var readingLimit: Int { Int(UInt32.max) }

  private typealias Recording = SoundFontContents.Sample.Recording

  private struct Key: Hashable {
    var kind: UInt8
    var byteCount: Int
  }

  private struct Content: Hashable {
    var key: Key
    var hash: UInt64
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
      let content = Content(key: key, hash: hash(recording))
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
    let kind: UInt8
    switch recording {
    case .integer16: kind = 0
    case .integer24: kind = 1
    case .compressed: kind = 2
    case .readOnlyMemory: return nil
    }
    return recording.byteCount > 0 ? Key(kind: kind, byteCount: recording.byteCount) : nil
  }

  private static func segments(_ recording: Recording) -> [StoredBytes] {
    switch recording {
    case .integer16(let bytes), .compressed(let bytes): [bytes]
    case .integer24(let high, let low): [high, low]
    case .readOnlyMemory: []
    }
  }

  /// Returns a hash of all bytes: FNV-1a on words of eight bytes.
  private static func hash(_ recording: Recording) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for segment in segments(recording) {
      let bytes = segment.bytes
      var offset = 0
      while offset &+ 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        hash = (hash ^ word) &* 0x100_0000_01B3
        hash ^= hash &>> 29
        offset &+= 8
      }
      while offset < bytes.count {
        hash = (hash ^ UInt64(bytes[offset])) &* 0x100_0000_01B3
        offset &+= 1
      }
    }
    return hash
  }

  private static func areEqual(_ first: Recording, _ second: Recording) -> Bool {
    zip(segments(first), segments(second)).allSatisfy { areEqual($0.bytes, $1.bytes) }
  }

  private static func areEqual(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> Bool {
    guard first.count == second.count else { return false }
    var offset = 0
    while offset &+ 8 <= first.count {
      if first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset &+= 8
    }
    while offset < first.count {
      if first[offset] != second[offset] { return false }
      offset &+= 1
    }
    return true
  }
}
