import Foundation
import PeachAudioDecoding
import PeachInstrumentModel

/// An Ogg file of which a fuzzer changes bytes.
struct OggFile {
  private static let signature = [UInt8]("OggS".utf8)

  private(set) var bytes: [UInt8]

  /// Creates a file from an input. Pages get the checksums of their bytes (RFC 3533 §6): a decoder
  /// skips pages whose checksums are wrong, so that most changes would go unread.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for start in Self.pages(of: bytes) {
      guard bytes.count >= start + 27, bytes.count >= start + 27 + Int(bytes[start + 26])
      else { continue }
      let body = start + 27 + Int(bytes[start + 26])
      let end = body + bytes[(start + 27)..<body].reduce(0) { $0 + Int($1) }
      if end <= bytes.count { sign(start..<end) }
    }
  }

  /// Returns the shortest streams of an SF3 bank, each a sample of it.
  static func streams(inBank path: String, count: Int) -> [[UInt8]] {
    guard let contents = FileManager.default.contents(atPath: path) else { return [] }
    let bank = [UInt8](contents)
    let starts = pages(of: bank).filter { $0 + 6 <= bank.count && bank[$0 + 5] & 2 != 0 }
    let streams = zip(starts, starts.dropFirst()).map { Array(bank[$0..<$1]) }
    return Array(streams.sorted { $0.count < $1.count }.prefix(count))
  }

  /// Returns the offsets of the pages.
  private static func pages(of bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0] == signature[0] && bytes[$0...].starts(with: signature) }
  }

  /// Stores the checksum of a page, which is computed bit by bit.
  private mutating func sign(_ page: Range<Int>) {
    let field = (page.lowerBound + 22)..<(page.lowerBound + 26)
    for index in field { bytes[index] = 0 }
    var sum: UInt32 = 0
    for index in page {
      sum ^= UInt32(bytes[index]) << 24
      for _ in 0..<8 { sum = sum >> 31 == 1 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    for index in field {
      bytes[index] = UInt8(truncatingIfNeeded: sum)
      sum >>= 8
    }
  }

  /// Decodes the file. Samples must be finite.
  func decode() {
    let audio = try? bytes.withUnsafeBytes { try VorbisDecoder.decode($0, frameLimit: 1 << 14) }
    precondition(audio?.values.allSatisfy { $0.isFinite } ?? true, "a sample is not finite")
  }
}
