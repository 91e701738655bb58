/// Encodes 16-bit stereo losslessly as FLAC (RFC 9639): blocks of 4,096 frames, predicted by
/// polynomials, with Rice-coded residuals.
///
/// ```swift
/// var encoder = FLACEncoder(sampleRate: 48_000)
/// let frames = encoder.encode(bytes) + encoder.finish()
/// let file = encoder.header + frames
/// ```
package struct FLACEncoder: Sendable {
  private static let blockFrames = 4096

  private let sampleRate: UInt32
  /// The frames that do not fill a block yet.
  private var left: [Int32] = []
  private var right: [Int32] = []
  private var blockCount: UInt32 = 0
  private var frameCount: UInt64 = 0
  /// The sizes of the encoded blocks, in bytes.
  private var (smallestSize, largestSize) = (0, 0)

  package init(sampleRate: UInt32) { self.sampleRate = sampleRate }

  /// Encodes interleaved little-endian frames. Returns the blocks that are complete.
  package mutating func encode(_ frames: [UInt8]) -> [UInt8] {
    func sample(_ index: Int) -> Int32 {
      Int32(Int16(bitPattern: UInt16(frames[index]) | UInt16(frames[index + 1]) << 8))
    }
    var encoded: [UInt8] = []
    for index in stride(from: 0, to: frames.count - 3, by: 4) {
      left.append(sample(index))
      right.append(sample(index + 2))
      if left.count == Self.blockFrames { encoded += encodeBlock() }
    }
    return encoded
  }

  /// Encodes the last block, which may be shorter.
  package mutating func finish() -> [UInt8] { left.isEmpty ? [] : encodeBlock() }

  /// The beginning of the file (§8): it depends on all frames. The checksum of the samples is
  /// omitted, which §8.2 permits.
  package var header: [UInt8] {
    var bits = BitWriter()
    bits.write(bytes: [0x66, 0x4C, 0x61, 0x43])
    bits.write(0x80, bits: 8)
    bits.write(34, bits: 24)
    bits.write(UInt32(Self.blockFrames), bits: 16)
    bits.write(UInt32(Self.blockFrames), bits: 16)
    bits.write(UInt32(smallestSize), bits: 24)
    bits.write(UInt32(largestSize), bits: 24)
    bits.write(sampleRate, bits: 20)
    // Two channels of 16 bits, each minus one.
    bits.write(1, bits: 3)
    bits.write(15, bits: 5)
    bits.write(UInt32(truncatingIfNeeded: frameCount >> 32), bits: 4)
    bits.write(UInt32(truncatingIfNeeded: frameCount), bits: 32)
    bits.write(bytes: [UInt8](repeating: 0, count: 16))
    return bits.bytes
  }

  /// Encodes a block (§9) in the smallest way: left and right, or one of them or their mean with
  /// their difference, which has 17 bits.
  private mutating func encodeBlock() -> [UInt8] {
    let count = left.count
    let mid = (0..<count).map { (left[$0] + right[$0]) >> 1 }
    let side = (0..<count).map { left[$0] - right[$0] }
    let plans = (
      FLACSubframe(left, bits: 16), FLACSubframe(right, bits: 16), FLACSubframe(mid, bits: 16),
      FLACSubframe(side, bits: 17)
    )
    var best = (code: UInt32(1), first: plans.0, second: plans.1)
    for other in [(8, plans.0, plans.3), (9, plans.3, plans.1), (10, plans.2, plans.3)]
    where other.1.size + other.2.size < best.first.size + best.second.size {
      best = (UInt32(other.0), other.1, other.2)
    }
    var bits = BitWriter()
    bits.write(bytes: [0xFF, 0xF8])
    // 4,096 frames, or a number that follows; the sample rate of the header; 16 bits.
    let isFull = count == Self.blockFrames
    bits.write(isFull ? 0b1100 : 0b0111, bits: 4)
    bits.write(0, bits: 4)
    bits.write(best.code, bits: 4)
    bits.write(0b1000, bits: 4)
    bits.write(bytes: Self.coded(blockCount))
    if !isFull { bits.write(UInt32(count - 1), bits: 16) }
    bits.write(UInt32(bits.crc8), bits: 8)
    best.first.write(to: &bits)
    best.second.write(to: &bits)
    bits.alignToByte()
    bits.write(UInt32(bits.crc16), bits: 16)
    smallestSize = blockCount == 0 ? bits.bytes.count : min(smallestSize, bits.bytes.count)
    largestSize = max(largestSize, bits.bytes.count)
    blockCount += 1
    frameCount += UInt64(count)
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
    return bits.bytes
  }

  /// Returns a number in the code of UTF-8, extended to 31 bits (§9.1.5).
  private static func coded(_ number: UInt32) -> [UInt8] {
    if number < 0x80 { return [UInt8(number)] }
    var rest: [UInt8] = []
    var number = number
    var limit: UInt32 = 0x40
    while number >= limit {
      rest.insert(0x80 | UInt8(number & 0x3F), at: 0)
      number >>= 6
      limit = 0x40 >> UInt32(rest.count)
    }
    // As many ones as there are bytes, and a zero.
    return [UInt8(truncatingIfNeeded: 0xFF80 >> UInt32(rest.count)) | UInt8(number)] + rest
  }
}
