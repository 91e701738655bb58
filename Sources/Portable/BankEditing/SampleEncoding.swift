import PeachInstrumentFiles
import PeachInstrumentModel

extension SoundFontContents.Sample.Recording {
  /// Encodes `frameCount` integer frames with 16 or 24 bits. `frame` returns the value at an index.
  init(is24Bit: Bool, frameCount: Int, _ frame: (Int) -> Int) {
    var high: [UInt8] = []
    var low: [UInt8] = []
    high.reserveCapacity(2 * frameCount)
    for index in 0..<frameCount {
      let value = frame(index)
      let word = is24Bit ? value >> 8 : value
      high.append(UInt8(truncatingIfNeeded: word))
      high.append(UInt8(truncatingIfNeeded: word >> 8))
      if is24Bit { low.append(UInt8(truncatingIfNeeded: value)) }
    }
    let stored = StoredBytes(copying: high)
    self = is24Bit ? .integer24(high: stored, low: StoredBytes(copying: low)) : .integer16(stored)
  }
}
