/// FLAC files in memory (RFC 9639), 16-bit mono, with uncompressed ("verbatim") subframes.
public struct FLACFile {
  private static let blockFrames = 4096
  private let rate: Int
  private let frames: [Int16]
  private var applications: [[UInt8]] = []

  /// Creates a file of less than 128 blocks of 4,096 frames.
  public init(_ frames: [Int16], rate: Int = 44_100) {
    precondition(frames.count < 128 * Self.blockFrames, "The frame number must fit in a byte.")
    (self.frames, self.rate) = (frames, rate)
  }

  /// Adds the smpl chunk of a WAV file, as `flac --keep-foreign-metadata` does.
  public mutating func addSampler(key: Int, loop: ClosedRange<Int>? = nil) {
    var wave = WaveFile([])
    wave.addSampler(key: key, loop: loop)
    let content = wave.chunks.last?.bytes ?? []
    applications.append(Array("riffsmpl".utf8) + WaveFile.little(content.count, 4) + content)
  }

  /// The encoded file.
  public var bytes: [UInt8] {
    // §8.2: sizes of blocks and frames, rate, channels, bits, number of frames; no checksum of all.
    let packed = rate << 44 | 15 << 36 | frames.count
    let information =
      Self.big(Self.blockFrames, 2) + Self.big(Self.blockFrames, 2) + Self.big(0, 6)
      + Self.big(packed, 8) + [UInt8](repeating: 0, count: 16)
    var file = Array("fLaC".utf8)
    let blocks = [(type: UInt8(0), information)] + applications.map { (type: UInt8(2), $0) }
    for (index, block) in blocks.enumerated() {
      let last: UInt8 = index == blocks.count - 1 ? 0x80 : 0
      file += [last | block.type] + Self.big(block.1.count, 3) + block.1
    }
    for start in stride(from: 0, to: frames.count, by: Self.blockFrames) {
      let block = frames[start..<min(start + Self.blockFrames, frames.count)]
      file += Self.frame(Array(block), number: start / Self.blockFrames)
    }
    return file
  }

  /// §9: a frame with its size in 16 bits, the stream's rate, one channel of 16 bits.
  private static func frame(_ block: [Int16], number: Int) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xF8, 0x70, 0x08, UInt8(number)] + big(block.count - 1, 2)
    bytes.append(UInt8(checksum(bytes, polynomial: 0x07, bits: 8)))
    // A verbatim subframe without wasted bits.
    bytes.append(0x02)
    for frame in block { bytes += big(Int(frame), 2) }
    return bytes + big(checksum(bytes, polynomial: 0x8005, bits: 16), 2)
  }

  /// Returns a cyclic redundancy check, the highest bit first, from 0.
  private static func checksum(_ bytes: [UInt8], polynomial: Int, bits: Int) -> Int {
    var state = 0
    for byte in bytes {
      state ^= Int(byte) << (bits - 8)
      for _ in 0..<8 {
        let isSet = state >> (bits - 1) & 1 == 1
        state = (state << 1 ^ (isSet ? polynomial : 0)) & ((1 << bits) - 1)
      }
    }
    return state
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    WaveFile.little(value, count).reversed()
  }
}
