/// A sample as the file lists it, unchecked (SoundFont 2.04 §7.10).
public struct SampleHeader: Hashable, Sendable {
  /// Its name.
  public var name: FixedName
  /// Its first frame in the `smpl` chunk; of a compressed sample, its first byte there.
  public var start: UInt32
  /// The frame after its last; of a compressed sample, the byte after its last.
  public var end: UInt32
  /// The loop's first frame, counted as ``start`` is; of a compressed sample, from its own start.
  public var loopStart: UInt32
  /// The frame after the loop's last.
  public var loopEnd: UInt32
  /// Frames in a second.
  public var sampleRate: UInt32
  /// The key at which it was recorded; 255 for unpitched.
  public var originalPitch: UInt8
  /// Cents to add for it to be in tune.
  public var pitchCorrection: Int8
  /// The index of a stereo pair's other half.
  public var link: UInt16
  /// 1 mono, 2 right, 4 left, 8 linked, 0x10 compressed (SF3), 0x8000 in ROM.
  public var type: UInt16

  /// True where the frames are in a synthesizer's ROM, not in the file.
  public var isInROM: Bool { type & 0x8000 != 0 }
  /// True where the frames are a compressed file (SF3).
  public var isCompressed: Bool { type & 0x10 != 0 && !isInROM }
}
