import PeachIntonation
import PeachMusicUnits

/// The encoding of straight tones in cache files, in the byte order of the machine: a header of
/// ``headerSize`` bytes, the frames of each channel and the vibrato (32-bit floats), and a checksum
/// of the frames and the vibrato. The header has its own checksum, so that it can be read alone.
extension StraightTone {
  /// The version of the encoding and of ``ToneStraightener``. A change of either invalidates older
  /// files.
  static let codingVersion: UInt32 = 5
  static let headerSize = 128
  private static let mark: UInt32 = 0x5054_534E

  /// Returns the encoded tone of a recording of the bank with the given contents.
  func encoded(for content: ContentHash, recording: ContentHash) -> [UInt8] {
    let frameCount = channels.first?.count ?? 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      Self.headerSize + 4 * (channels.count * frameCount + vibrato.cents.count) + 8)
    bytes.append(number: Self.mark)
    bytes.append(number: Self.codingVersion)
    for hash in [content, recording] {
      bytes.append(number: hash.first)
      bytes.append(number: hash.second)
    }
    bytes += [verdict.rawValue, isClassifiedOnly ? 1 : 0, UInt8(clamping: channels.count), 0]
    bytes.append(number: UInt32(clamping: vibrato.framesPerEntry))
    bytes.append(number: UInt64(vibrato.cents.count))
    bytes.append(number: UInt64(frameCount))
    bytes.append(number: Int64(loop?.lowerBound ?? -1))
    bytes.append(number: Int64(loop?.upperBound ?? -1))
    for value in [frequency.hertz, deviationCents, disagreementCents, largestWindowCents] {
      bytes.append(number: value.bitPattern)
    }
    // 0 without vibrato.
    bytes.append(number: (recordedVibrato?.extentCents ?? 0).bitPattern)
    bytes.append(number: (recordedVibrato?.hertz ?? 0).bitPattern)
    bytes.append(number: Self.checksum(bytes[...]))
    for channel in channels { channel.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    vibrato.cents.withUnsafeBytes { bytes.append(contentsOf: $0) }
    bytes.append(number: Self.checksum(bytes[Self.headerSize...]))
    return bytes
  }

  /// Decodes the header of a tone, which must have been encoded for the same recording of a bank
  /// with the same contents; returns `nil` if it is not valid. The channels have no frames.
  init?(header bytes: [UInt8], for content: ContentHash, recording: ContentHash) {
    guard let header = Header(bytes, content, recording) else { return nil }
    self = header.tone
  }

  /// Decodes a tone with its frames; returns `nil` if it is not valid, or classified only.
  init?(decoding bytes: [UInt8], for content: ContentHash, recording: ContentHash) {
    guard let header = Header(bytes, content, recording), !header.tone.isClassifiedOnly else {
      return nil
    }
    let end = bytes.count - 8
    let floatCount = header.channelCount * header.frameCount + header.vibratoCount
    guard end - Self.headerSize == 4 * floatCount,
      Self.checksum(bytes[Self.headerSize..<end]) == bytes.number(UInt64.self, at: end)
    else { return nil }
    self = header.tone
    var offset = Self.headerSize
    func floats(_ count: Int) -> [Float] {
      defer { offset += 4 * count }
      return bytes.floats(count, at: offset)
    }
    channels = (0..<header.channelCount).map { _ in floats(header.frameCount) }
    vibrato.cents = floats(header.vibratoCount)
  }

  private struct Header {
    var tone: StraightTone
    var channelCount: Int
    var frameCount: Int
    var vibratoCount: Int

    init?(_ bytes: [UInt8], _ content: ContentHash, _ recording: ContentHash) {
      let size = StraightTone.headerSize
      func integer(_ offset: Int) -> UInt64 { bytes.number(UInt64.self, at: offset) }
      func real(_ offset: Int) -> Double { Double(bitPattern: integer(offset)) }
      guard bytes.count >= size,
        StraightTone.checksum(bytes[..<(size - 8)]) == integer(size - 8),
        bytes.number(UInt32.self, at: 0) == StraightTone.mark,
        bytes.number(UInt32.self, at: 4) == StraightTone.codingVersion,
        ContentHash(first: integer(8), second: integer(16)) == content,
        ContentHash(first: integer(24), second: integer(32)) == recording,
        let verdict = ToneVerdict(rawValue: bytes[40]), bytes[42] <= 2
      else { return nil }
      tone = StraightTone(verdict: verdict)
      tone.isClassifiedOnly = bytes[41] != 0
      channelCount = Int(bytes[42])
      tone.channels = Array(repeating: [], count: channelCount)
      tone.vibrato.framesPerEntry = Int(clamping: bytes.number(UInt32.self, at: 44))
      // Below the limits that a 32-bit count of bytes allows.
      guard let vibratoCount = Int(exactly: integer(48)), vibratoCount < 1 << 26,
        let frameCount = Int(exactly: integer(56)), frameCount < 1 << 26
      else { return nil }
      (self.vibratoCount, self.frameCount) = (vibratoCount, frameCount)
      let (lower, upper) = (Int64(bitPattern: integer(64)), Int64(bitPattern: integer(72)))
      if lower >= 0 {
        guard lower < upper, upper <= Int64(frameCount) else { return nil }
        tone.loop = Int(lower)..<Int(upper)
      }
      let values = (0..<4).map { real(80 + 8 * $0) }
      guard values.allSatisfy({ $0 >= 0 && $0 < 1e9 }), channelCount == 0 || values[0] > 0 else {
        return nil
      }
      tone.frequency = .hertz(values[0])
      (tone.deviationCents, tone.disagreementCents) = (values[1], values[2])
      tone.largestWindowCents = values[3]
      let vibrato = [112, 116].map { Float(bitPattern: bytes.number(UInt32.self, at: $0)) }
      if vibrato.allSatisfy({ $0 > 0 && $0 < 1e4 }) {
        tone.recordedVibrato = RecordedVibrato(extentCents: vibrato[0], hertz: vibrato[1])
      }
    }
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBytes { ContentHash(of: $0) }.first
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
  }

  fileprivate func number<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type, at offset: Int
  ) -> Value {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }

  /// Returns floats, with 0 for values that are not finite.
  fileprivate func floats(_ count: Int, at offset: Int) -> [Float] {
    withUnsafeBytes { bytes in
      [Float](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        for index in 0..<count {
          let value = bytes.loadUnaligned(fromByteOffset: offset + 4 * index, as: Float.self)
          buffer[index] = value.isFinite ? value : 0
        }
        initializedCount = count
      }
    }
  }
}
