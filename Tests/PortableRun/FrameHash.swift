/// The hash of frames' bits: FNV-1a, 64 bits, a frame at a time.
public struct FrameHash {
  /// The hash of the frames so far.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of no frames.
  public init() {}

  /// Adds frames.
  public mutating func add(_ frames: UnsafeBufferPointer<Float>) {
    for frame in frames { value = (value ^ UInt64(frame.bitPattern)) &* 0x100_0000_01B3 }
  }
}
