/// WAV files in memory, chunk by chunk.
public struct WaveFile {
  /// The sample rate in hertz.
  public var rate = 44_100
  /// The chunks after the format chunk.
  public var chunks: [(code: String, bytes: [UInt8])] = []
  private var format: [UInt8]

  /// Creates a file of `data` with this number of bits per value; tag 1 is PCM, 3 floating point.
  public init(tag: Int = 1, channels: Int = 1, bits: Int = 16, rate: Int = 44_100, data: [UInt8]) {
    self.rate = rate
    let frame = channels * (bits / 8)
    format =
      Self.little(tag, 2) + Self.little(channels, 2) + Self.little(rate, 4)
      + Self.little(rate * frame, 4) + Self.little(frame, 2) + Self.little(bits, 2)
    chunks = [("data", data)]
  }

  /// Creates a file of 16-bit frames.
  public init(_ frames: [Int16], channels: Int = 1, rate: Int = 44_100) {
    self.init(channels: channels, rate: rate, data: frames.flatMap { Self.little(Int($0), 2) })
  }

  /// Adds a smpl chunk with a root key and optionally a loop, whose last frame is played.
  public mutating func addSampler(key: Int, loop: ClosedRange<Int>? = nil) {
    addSampler(key: key, loops: loop.map { [(type: 0, frames: $0)] } ?? [])
  }

  /// Adds a smpl chunk with loops, whose last frames are played. Type 0 is forward, 1 alternating
  /// and 2 backward.
  public mutating func addSampler(key: Int, loops: [(type: Int, frames: ClosedRange<Int>)]) {
    var bytes = [UInt8](repeating: 0, count: 12) + Self.little(key, 4)
    bytes += [UInt8](repeating: 0, count: 12) + Self.little(loops.count, 4)
    bytes += Self.little(0, 4)
    for loop in loops {
      bytes += Self.little(0, 4) + Self.little(loop.type, 4)
      bytes += Self.little(loop.frames.lowerBound, 4) + Self.little(loop.frames.upperBound, 4)
      bytes += Self.little(0, 4) + Self.little(0, 4)
    }
    chunks.append(("smpl", bytes))
  }

  /// The encoded file without the pad bytes after chunks of odd size.
  public var unpaddedBytes: [UInt8] { encoded(isPadded: false) }

  /// The encoded file.
  public var bytes: [UInt8] { encoded(isPadded: true) }

  private func encoded(isPadded: Bool) -> [UInt8] {
    var body = Array("WAVE".utf8)
    for chunk in [("fmt ", format)] + chunks.map({ ($0.code, $0.bytes) }) {
      body += Array(chunk.0.utf8) + Self.little(chunk.1.count, 4) + chunk.1
      if isPadded, chunk.1.count % 2 == 1 { body.append(0) }
    }
    return Array("RIFF".utf8) + Self.little(body.count, 4) + body
  }

  /// Returns the little-endian bytes of a number.
  public static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
