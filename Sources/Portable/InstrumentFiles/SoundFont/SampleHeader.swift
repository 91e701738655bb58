/// A sample header, unchecked (SoundFont 2.04 §7.10).
package struct SampleHeader: Hashable, Sendable {
  /// The name.
  package var name: FixedName
  /// The first frame in the `smpl` chunk; for compressed samples, the first byte.
  package var start: UInt32
  /// The end, exclusive, in the units of ``start``.
  package var end: UInt32
  /// The first frame of the loop, in the units of ``start``; for compressed samples, relative to
  /// it.
  package var loopStart: UInt32
  /// The end of the loop, exclusive.
  package var loopEnd: UInt32
  /// The sample rate in hertz.
  package var sampleRate: UInt32
  /// The root key; 255 for unpitched samples.
  package var originalPitch: UInt8
  /// The pitch correction in cents.
  package var pitchCorrection: Int8
  /// The index of the other channel of a stereo pair.
  package var link: UInt16
  /// 1 mono, 2 right, 4 left, 8 linked, 0x10 compressed (SF3), 0x8000 in ROM.
  package var type: UInt16

  /// Whether the frames are in a synthesizer's ROM instead of the file.
  package var isInROM: Bool { type & 0x8000 != 0 }
  /// Whether the frames are a compressed file (SF3).
  package var isCompressed: Bool { type & 0x10 != 0 && !isInROM }
}
