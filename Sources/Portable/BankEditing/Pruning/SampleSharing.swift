import PeachInstrumentFiles
import PeachInstrumentModel

/// Lets samples with the same bytes share them.
enum SampleSharing {
  /// A file cannot hold more; recordings that overlap could ask for any amount of reading.
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

  /// Points samples whose bytes are equal to the first of them. Returns how many bytes that saves.
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
    for place in contents.samples.indices {
      let recording = contents.samples[place].recording
      guard let key = key(recording), sizes[key, default: 0] > 1 else { continue }
      if let representative = representatives[recording] {
        contents.samples[place].recording = representative
        continue
      }
      let content = Content(key: key, hash: hash(recording))
      if let same = known[content, default: []].first(where: { areEqual($0, recording) }) {
        representatives[recording] = same
        contents.samples[place].recording = same
        saved += key.byteCount
      } else {
        known[content, default: []].append(recording)
        representatives[recording] = recording
      }
    }
    return saved
  }

  /// What must be equal before bytes are looked at; nil for what has none in the file.
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

  private static func parts(_ recording: Recording) -> [StoredBytes] {
    switch recording {
    case .integer16(let bytes), .compressed(let bytes): [bytes]
    case .integer24(let high, let low): [high, low]
    case .readOnlyMemory: []
    }
  }

  /// A sum over all bytes, eight at a time, in which their order counts (FNV-1a with words for
  /// bytes).
  private static func hash(_ recording: Recording) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts(recording) {
      let bytes = part.bytes
      var place = 0
      while place &+ 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        sum = (sum ^ word) &* 0x100_0000_01B3
        sum ^= sum &>> 29
        place &+= 8
      }
      while place < bytes.count {
        sum = (sum ^ UInt64(bytes[place])) &* 0x100_0000_01B3
        place &+= 1
      }
    }
    return sum
  }

  private static func areEqual(_ one: Recording, _ other: Recording) -> Bool {
    zip(parts(one), parts(other)).allSatisfy { areEqual($0.bytes, $1.bytes) }
  }

  private static func areEqual(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Bool {
    guard one.count == other.count else { return false }
    var place = 0
    while place &+ 8 <= one.count {
      if one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        != other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      {
        return false
      }
      place &+= 8
    }
    while place < one.count {
      if one[place] != other[place] { return false }
      place &+= 1
    }
    return true
  }
}
