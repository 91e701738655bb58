/// A sample for a fixture: frames, or a compressed file's bytes.
public struct SoundFontSample {
  /// Its name.
  public var name = "sample"
  /// Its frames, 16 bits.
  public var frames: [Int16]
  /// The low eight bits of 24, one for each frame; empty for 16-bit samples.
  public var lowBytes: [UInt8]
  /// A compressed file instead of frames.
  public var compressed: [UInt8]?
  /// The loop, from the sample's own first frame.
  public var loop: Range<Int>
  /// Frames in a second.
  public var rate: UInt32
  /// The key it was recorded at.
  public var root: UInt8
  /// Cents to add.
  public var correction: Int8
  /// The other half of a stereo pair.
  public var link: UInt16
  /// 1 mono, 2 right, 4 left, 0x8000 in ROM; 0x10 is added for compressed ones.
  public var type: UInt16

  /// A sample of these parts.
  public init(
    frames: [Int16], lowBytes: [UInt8] = [], loop: Range<Int> = 0..<0, rate: UInt32 = 44100,
    root: UInt8 = 60, correction: Int8 = 0, link: UInt16 = 0, type: UInt16 = 1
  ) {
    self.frames = frames
    self.lowBytes = lowBytes
    self.loop = loop
    self.rate = rate
    self.root = root
    self.correction = correction
    self.link = link
    self.type = type
  }

  /// A sample that is a compressed file.
  public init(compressed: [UInt8], loop: Range<Int> = 0..<0, rate: UInt32 = 44100) {
    self.init(frames: [], loop: loop, rate: rate)
    self.compressed = compressed
  }
}
