/// A sample of a fixture: frames, or the bytes of a compressed stream.
public struct SoundFontSample {
  /// The name.
  public var name = "sample"
  /// The 16-bit frames.
  public var frames: [Int16]
  /// The low bytes of 24-bit frames; empty for 16-bit samples.
  public var lowBytes: [UInt8]
  /// A compressed stream instead of frames.
  public var compressed: [UInt8]?
  /// The loop, relative to the sample's first frame.
  public var loop: Range<Int>
  /// The loop points in the header instead of ``loop``, from the start of all samples.
  public var loopPoints: (start: UInt32, end: UInt32)?
  /// The sample rate in hertz.
  public var rate: UInt32
  /// The root key.
  public var root: UInt8
  /// The pitch correction in cents.
  public var correction: Int8
  /// The index of the other channel of a stereo pair.
  public var link: UInt16
  /// The type: 1 mono, 2 right, 4 left, 0x8000 in ROM; 0x10 is added if compressed.
  public var type: UInt16

  /// Creates a sample.
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

  /// Creates a compressed sample.
  public init(compressed: [UInt8], loop: Range<Int> = 0..<0, rate: UInt32 = 44100) {
    self.init(frames: [], loop: loop, rate: rate)
    self.compressed = compressed
  }
}
