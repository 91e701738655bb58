import PeachInstrumentFiles
import PeachMusicUnits

/// Quantizes frames to 16 or 24 bits, after a gain. If the gain is not 1, 16-bit frames have
/// triangular dither of ±1 step, whose random values depend on the seed only. A loop continues
/// with the same values, so that the frames after it equal its first ones.
struct SampleQuantizer {
  var bits: Int
  var gainDecibels = 0.0
  var loop: Range<Int>?
  var seed: UInt64 = 0

  /// Returns the quantized frames and the number of clipped ones.
  func quantize(_ frames: [Float], channel: Int) -> (SoundFontContents.Sample.Recording, Int) {
    var clippedCount = 0
    let fullScale = bits == 24 ? 8_388_608.0 : 32_768.0
    let scale = gainDecibels == 0 ? fullScale : fullScale * Levels.amplitude(gainDecibels)
    let isDithered = gainDecibels != 0 && bits == 16
    let recording = SoundFontContents.Sample.Recording(
      is24Bit: bits == 24, frameCount: frames.count
    ) { index in
      var value = Double(frames[index]) * scale
      if isDithered { value += dither(index, channel) }
      value += value < 0 ? -0.5 : 0.5
      if value >= fullScale + 0.5 || value <= -fullScale - 1 { clippedCount += 1 }
      return Int(min(max(value, -fullScale), fullScale - 1))
    }
    return (recording, clippedCount)
  }

  /// Returns the sum of two uniform random values, −1…1.
  private func dither(_ index: Int, _ channel: Int) -> Double {
    var index = index
    if let loop, index >= loop.upperBound { index -= loop.count }
    // SplitMix64 is a hash of a counter.
    let counter = UInt64(truncatingIfNeeded: 2 * index + channel)
    var random = SplitMix64(seed: seed &+ counter &* 0x9E37_79B9_7F4A_7C15)
    let bits = random.next()
    let (first, second) = (Double(bits >> 32), Double(bits & 0xFFFF_FFFF))
    return (first + second) / 4_294_967_296 - 1
  }
}
