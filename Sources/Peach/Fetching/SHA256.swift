/// An incremental SHA-256 hash (FIPS 180-4): several hundred megabytes per second.
package struct SHA256: Sendable {
  /// The size of a block, in bytes (§1, figure 1).
  private static let blockBytes = 64

  /// The hash value after the last complete block (§5.3.3).
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19)
  /// The bytes after the last complete block.
  private var pending = [UInt8]()
  private var schedule = [UInt32](repeating: 0, count: 64)
  private var byteCount: UInt64 = 0

  package init() { pending.reserveCapacity(2 * Self.blockBytes) }

  package init(of bytes: UnsafeRawBufferPointer) {
    self.init()
    update(bytes)
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var offset = 0
    if !pending.isEmpty {
      while offset < bytes.count && pending.count < Self.blockBytes {
        pending.append(bytes[offset])
        offset += 1
      }
      guard pending.count == Self.blockBytes else { return }
      processPending()
    }
    while bytes.count - offset >= Self.blockBytes {
      process(bytes, at: offset)
      offset += Self.blockBytes
    }
    while offset < bytes.count {
      pending.append(bytes[offset])
      offset += 1
    }
  }

  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The 32 bytes of the digest of the message so far.
  package var digest: [UInt8] {
    var final = self
    final.pad()
    return final.state.indices.flatMap { index in
      Swift.withUnsafeBytes(of: final.state[index].bigEndian) { Array($0) }
    }
  }

  /// The digest as 64 lowercase hexadecimal digits.
  package var hexDigest: String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Pads the message with a 1 bit, zeros and its length in bits (§5.1.1).
  private mutating func pad() {
    let bits = byteCount &* 8
    pending.append(0x80)
    while pending.count % Self.blockBytes != Self.blockBytes - 8 { pending.append(0) }
    Swift.withUnsafeBytes(of: bits.bigEndian) { pending.append(contentsOf: $0) }
    processPending()
  }

  private mutating func processPending() {
    let blocks = pending
    pending.removeAll(keepingCapacity: true)
    blocks.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: Self.blockBytes) {
        process(bytes, at: offset)
      }
    }
  }

  /// Processes the block at `offset` (§6.2.2).
  private mutating func process(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    let constants = Self.constants
    schedule.withUnsafeMutableBufferPointer { words in
      for index in 0..<16 {
        words[index] = UInt32(
          bigEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 4 &* index, as: UInt32.self))
      }
      for index in 16..<64 {
        let one = words[index &- 15]
        let two = words[index &- 2]
        let small0 = Self.rotatedRight(one, 7) ^ Self.rotatedRight(one, 18) ^ (one &>> 3)
        let small1 = Self.rotatedRight(two, 17) ^ Self.rotatedRight(two, 19) ^ (two &>> 10)
        words[index] = small1 &+ words[index &- 7] &+ small0 &+ words[index &- 16]
      }
      constants.withUnsafeBufferPointer { constants in
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
          let large1 = Self.rotatedRight(e, 6) ^ Self.rotatedRight(e, 11) ^ Self.rotatedRight(e, 25)
          let choice = (e & f) ^ (~e & g)
          let first = h &+ large1 &+ choice &+ constants[index] &+ words[index]
          let large0 = Self.rotatedRight(a, 2) ^ Self.rotatedRight(a, 13) ^ Self.rotatedRight(a, 22)
          let majority = (a & b) ^ (a & c) ^ (b & c)
          let second = large0 &+ majority
          (h, g, f, e) = (g, f, e, d &+ first)
          (d, c, b, a) = (c, b, a, first &+ second)
        }
        state &+= SIMD8(a, b, c, d, e, f, g, h)
      }
    }
  }

  /// Returns ROTRⁿ(x) (§3.2).
  private static func rotatedRight(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    (word &>> bits) | (word &<< (32 &- bits))
  }

  /// The round constants (§4.2.2).
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
