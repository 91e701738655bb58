#if ALSA
  import CALSA

  /// The sample formats of a device, in order of preference.
  enum PCMFormat: CaseIterable, Sendable {
    case float32, integer32, integer16

    /// The ALSA format; all supported machines are little-endian.
    var alsa: snd_pcm_format_t {
      switch self {
      case .float32: SND_PCM_FORMAT_FLOAT_LE
      case .integer32: SND_PCM_FORMAT_S32_LE
      case .integer16: SND_PCM_FORMAT_S16_LE
      }
    }

    var byteCount: Int { self == .integer16 ? 2 : 4 }

    /// Converts frames into the first two of `channelCount` channels; the others are unchanged.
    func interleave(
      _ block: StereoBlock, frameCount: Int, channelCount: Int,
      into destination: UnsafeMutableRawPointer
    ) {
      let stride = channelCount
      switch self {
      case .float32:
        let values = destination.assumingMemoryBound(to: Float.self)
        for frame in 0..<frameCount {
          values[frame &* stride] = block.left[frame]
          values[frame &* stride &+ 1] = block.right[frame]
        }
      case .integer32:
        let values = destination.assumingMemoryBound(to: Int32.self)
        for frame in 0..<frameCount {
          values[frame &* stride] = Self.nearestStep(block.left[frame], 0x1p31)
          values[frame &* stride &+ 1] = Self.nearestStep(block.right[frame], 0x1p31)
        }
      case .integer16:
        let values = destination.assumingMemoryBound(to: Int16.self)
        for frame in 0..<frameCount {
          let (left, right) = (block.left[frame], block.right[frame])
          values[frame &* stride] = Int16(truncatingIfNeeded: Self.nearestStep(left, 0x1p15))
          values[frame &* stride &+ 1] = Int16(truncatingIfNeeded: Self.nearestStep(right, 0x1p15))
        }
      }
    }

    /// Returns the nearest integer in −fullScale ..< fullScale; 0 for NaN.
    @inline(__always)
    private static func nearestStep(_ value: Float, _ fullScale: Double) -> Int32 {
      let scaled = value == value ? Double(value) * fullScale : 0
      let clamped = min(max(scaled, -fullScale), fullScale - 1)
      // Adding 1.5 · 2^52 rounds the value to an integer in the low bits of the sum.
      return Int32(truncatingIfNeeded: (clamped + 0x1.8p52).bitPattern)
    }
  }
#endif
