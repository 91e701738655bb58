package import PeachInstrumentModel

/// Decodes FLAC losslessly (RFC 9639). Browsers resample what they decode.
package struct FLACDecoder {
  private let bytes: UnsafeRawBufferPointer
  private var reader: BitReader
  private var sampleRate = 0
  private var channelCount = 0
  private var bitsPerSample = 0
  private var declaredFrames: Int64 = 0
  private let checksums = Self.checksumTable

  /// Whether bytes begin as a FLAC file.
  package static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: [0x66, 0x4C, 0x61, 0x43])
  }

  /// Decodes a file. A damaged one returns the blocks before the damage.
  ///
  /// - Parameter frameLimit: The maximum number of frames of one or two channels; fewer of more
  ///   channels.
  /// - Throws: An error if no block can be decoded, or if the file has more frames.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, frameLimit: Int
  ) throws(SampleCodecError) -> DecodedAudio {
    guard recognizes(bytes) else { throw .undecodable(code: 0) }
    var decoder = FLACDecoder(bytes)
    return try decoder.decode(frameLimit: frameLimit)
  }

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    reader = BitReader(bytes)
  }

  private mutating func decode(frameLimit: Int) throws(SampleCodecError) -> DecodedAudio {
    guard readMetadata() else { throw .undecodable(code: 0) }
    let limit = channelCount > 2 ? frameLimit / channelCount * 2 : frameLimit
    guard declaredFrames <= Int64(limit) else {
      throw .tooLong(frames: Int(clamping: declaredFrames), limit: limit)
    }
    var audio = DecodedAudio(
      sampleRate: Double(sampleRate), channelCount: channelCount, values: [])
    // The declared length is untrusted.
    audio.values.reserveCapacity(Int(min(declaredFrames, 1 << 18)) * channelCount)
    while let block = readBlock() {
      let count = audio.values.count / channelCount + block.frameCount
      guard count <= limit else { throw .tooLong(frames: count, limit: limit) }
      let scale = 1 / Float(Int64(1) << Int64(block.bits - 1))
      for frame in 0..<block.frameCount {
        // A valid sample is within ±1.
        for channel in block.channels {
          audio.values.append(min(max(Float(channel[frame]) * scale, -1), 1))
        }
      }
    }
    guard !audio.values.isEmpty || declaredFrames == 0 && reader.byteOffset >= bytes.count else {
      throw .undecodable(code: 0)
    }
    return audio
  }

  /// Reads the metadata blocks (§8). Returns whether the first one, STREAMINFO (§8.2), is valid.
  private mutating func readMetadata() -> Bool {
    reader.skip(bytes: 4)
    var isFirst = true
    while true {
      let isLast = reader.read(1) == 1
      let (kind, length) = (reader.read(7), Int(reader.read(24)))
      if isFirst {
        guard kind == 0, length == 34 else { return false }
        // The sizes of blocks, in frames and bytes.
        reader.skip(bytes: 10)
        sampleRate = Int(reader.read(20))
        channelCount = Int(reader.read(3)) + 1
        bitsPerSample = Int(reader.read(5)) + 1
        declaredFrames = Int64(reader.read(4)) << 32
        declaredFrames |= Int64(reader.read(32))
        reader.skip(bytes: 16)
        isFirst = false
      } else {
        reader.skip(bytes: length)
      }
      if reader.isOver { return false }
      if isLast { return sampleRate > 0 && bitsPerSample >= 4 }
    }
  }

  private struct Block {
    var bits: Int
    var channels: [[Int64]]
    var frameCount: Int { channels[0].count }
  }

  /// Reads a block, a frame of §9; `nil` at the end and if it is damaged.
  private mutating func readBlock() -> Block? {
    let start = reader.byteOffset
    guard reader.read(15) == 0b111_1111_1111_1100 else { return nil }
    // Whether blocks differ in size.
    _ = reader.read(1)
    let (sizeCode, rateCode) = (reader.read(4), reader.read(4))
    let (channelCode, depthCode) = (Int(reader.read(4)), reader.read(3))
    guard reader.read(1) == 0, let bits = depth(depthCode), skipCodedNumber() else { return nil }
    guard let frameCount = blockSize(sizeCode), rateCode != 15 else { return nil }
    // The sample rate is that of STREAMINFO.
    reader.skip(bytes: rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0)
    // The checksum of the header, which the one of the block includes.
    reader.skip(bytes: 1)
    let count = channelCode < 8 ? channelCode + 1 : 2
    guard count == channelCount, channelCode <= 10 else { return nil }
    var channels: [[Int64]] = []
    for index in 0..<count {
      // The difference of two channels has a bit more.
      let isSide = channelCode == 9 ? index == 0 : channelCode >= 8 && index == 1
      guard let samples = reader.readSubframe(frameCount, bits: bits + (isSide ? 1 : 0)) else {
        return nil
      }
      channels.append(samples)
    }
    reader.alignToByte()
    let end = reader.byteOffset
    guard case let sum = reader.read(16), !reader.isOver, sum == checksum(start..<end) else {
      return nil
    }
    Self.decorrelate(&channels, code: channelCode)
    return Block(bits: bits, channels: channels)
  }

  /// Returns the number of bits for a code of §9.1.4.
  private func depth(_ code: UInt32) -> Int? {
    switch code {
    case 0: bitsPerSample
    case 1: 8
    case 2: 12
    case 4: 16
    case 5: 20
    case 6: 24
    case 7: 32
    default: nil
    }
  }

  /// Returns the number of frames for a code of §9.1.1; reads it if it follows.
  private mutating func blockSize(_ code: UInt32) -> Int? {
    switch code {
    case 1: 192
    case 2...5: 144 << Int(code)
    case 6: Int(reader.read(8)) + 1
    case 7: Int(reader.read(16)) + 1
    case 8...15: 1 << Int(code)
    default: nil
    }
  }

  /// Skips the number of a block (§9.1.5), 1 to 7 bytes.
  private mutating func skipCodedNumber() -> Bool {
    let first = UInt8(truncatingIfNeeded: reader.read(8))
    let count = (~first).leadingZeroBitCount
    guard count != 1, count < 8 else { return false }
    reader.skip(bytes: max(count - 1, 0))
    return true
  }

  /// Makes left and right of a channel and a difference (§4.2).
  private static func decorrelate(_ channels: inout [[Int64]], code: Int) {
    guard code >= 8 else { return }
    for index in channels[0].indices {
      let (first, second) = (channels[0][index], channels[1][index])
      switch code {
      case 8: channels[1][index] = first &- second
      case 9: channels[0][index] = first &+ second
      default:
        let sum = first << 1 | second & 1
        (channels[0][index], channels[1][index]) = ((sum &+ second) >> 1, (sum &- second) >> 1)
      }
    }
  }

  /// The remainders of single bytes for the polynomial x¹⁶ + x¹⁵ + x² + 1 (§9.3).
  private static var checksumTable: [UInt16] {
    (0..<256).map { byte in
      (0..<8).reduce(UInt16(byte) << 8) { sum, _ in sum << 1 ^ (sum & 0x8000 == 0 ? 0 : 0x8005) }
    }
  }

  private func checksum(_ range: Range<Int>) -> UInt32 {
    var sum: UInt16 = 0
    for byte in bytes[range] { sum = sum << 8 ^ checksums[Int(sum >> 8) ^ Int(byte)] }
    return UInt32(sum)
  }
}
