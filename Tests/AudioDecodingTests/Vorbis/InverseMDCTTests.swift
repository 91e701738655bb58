import Foundation
import TestEnvironment
import Testing

@testable import PeachAudioDecoding

@Suite("Inverse MDCT")
struct InverseMDCTTests {
  @Test(
    "It is the sum of cosines that defines it",
    arguments: [64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192])
  func definition(blockSize: Int) {
    var random = RandomNumbers(seed: UInt64(blockSize))
    let count = blockSize / 2
    let coefficients = (0..<count).map { _ in Float(random.between(-1, 1)) }
    var values = coefficients
    let transform = InverseMDCT(blockSize: blockSize)
    values.withUnsafeMutableBufferPointer { values in
      if let start = values.baseAddress { transform.transform(start) }
    }
    // The root mean square of the sums is the square root of count / 6. A value passes
    // 2 · log2(count) rounded additions and multiplications.
    let level = (Double(count) / 6).squareRoot()
    let bound = 2 * log2(Double(count)) * 0x1p-24 * 4 * level
    for index in stride(from: 0, to: blockSize, by: max(blockSize / 128, 1)) {
      let phase = 2 * Double.pi / Double(blockSize) * (Double(index) + 0.5 + Double(count) / 2)
      let expected = coefficients.indices.reduce(0.0) {
        $0 + Double(coefficients[$1]) * cos(phase * (Double($1) + 0.5))
      }
      let position = (index + count / 2) % (2 * count)
      let mirrored = position < count ? values[position] : -values[2 * count - 1 - position]
      let sign: Float = index + count / 2 < 2 * count ? 1 : -1
      #expect(abs(Double(sign * mirrored) - expected) < bound, "\(index)")
    }
  }

  @Test("The arctangent is the C library's")
  func arctangent() {
    for exponent in stride(from: -12.0, through: 8, by: 0.01) {
      let x = pow(10, exponent)
      #expect(abs(VorbisFloor0.arctangent(x) - atan(x)) <= 2e-16 * max(1, atan(x)) * 2)
    }
    #expect(VorbisFloor0.arctangent(0) == 0)
  }

  @Test("The checksum of a page is the remainder of its polynomial")
  func checksum() {
    var random = RandomNumbers(seed: 9)
    for count in [27, 28, 29, 30, 31, 400, 4_001] {
      var page = (0..<count).map { _ in UInt8(random.whole(0...255)) }
      OggWriter.sign(&page)
      let expected = page[22..<26].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let sum = page.withUnsafeBytes { bytes in
        bytes.baseAddress.map { OggChecksum().checksum($0, count: count) }
      }
      #expect(sum == expected)
    }
  }
}
