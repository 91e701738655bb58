/// A sample header, unchecked (SoundFont 2.04 §7.10).
public struct SampleHeader: Hashable, Sendable {
  /// The name.
  public var name: FixedName
  /// The first frame in the `smpl` chunk; for compressed samples, the first byte.
  public var start: UInt32
  /// The end, exclusive, in the units of ``start``.
  public var end: UInt32
  /// The first frame of the loop, in the units of ``start``; for compressed samples, relative to
  /// it.
  public var loopStart: UInt32
  /// The end of the loop, exclusive.
  public var loopEnd: UInt32
  /// The sample rate in hertz.
  public var sampleRate: UInt32
  /// The root key; 255 for unpitched samples.
  public var originalPitch: UInt8
  /// The pitch correction in cents.
  public var pitchCorrection: Int8
  /// The index of the other channel of a stereo pair.
  public var link: UInt16
  /// 1 mono, 2 right, 4 left, 8 linked, 0x10 compressed (SF3), 0x8000 in ROM.
  public var type: UInt16

  /// Whether the frames are in a synthesizer's ROM instead of the file.
  public var isInROM: Bool { type & 0x8000 != 0 }
  /// Whether the frames are a compressed file (SF3).
  public var isCompressed: Bool { type & 0x10 != 0 && !isInROM }
}
