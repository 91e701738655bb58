/// Builds patches of the Gravis Ultrasound, as Forte's patch format 1.10 describes them.
package struct GravisPatchBuilder: Sendable {
  /// A wave. The defaults are those of a looped 16-bit sound on all keys.
  package struct Wave: Sendable {
    package var name = "wave"
    package var fractions: UInt8 = 0
    package var bytes: [UInt8]
    package var loop: (start: Int, end: Int)
    package var rate = 44_100
    /// Low, high and root frequency, in thousandths of a hertz.
    package var frequencies = (low: 8_000, high: 13_000_000, root: 440_000)
    package var balance: UInt8 = 7
    package var rates: [UInt8] = [63, 63, 63, 63, 63, 63]
    package var levels: [UInt8] = [255, 255, 255, 0, 0, 0]
    package var modulation: [UInt8] = [0, 0, 0, 0, 0, 0]
    /// From bit 0: 16 bits, unsigned, looped, alternating, backward, sustained, with an envelope.
    package var modes: UInt8 = 0b110_0101
    package var scaleKey = 60
    package var scaleFactor = 1024

    /// Creates a wave of signed 16-bit frames whose loop is all of them.
    package init(_ frames: [Int16]) {
      bytes = frames.flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
      loop = (0, 2 * frames.count)
    }
  }

  package var version = "GF1PATCH110"
  package var instrumentName = ""
  package var instrumentCount: UInt8 = 1
  package var layerCount: UInt8 = 1
  package var masterVolume = 127
  package var waves: [Wave]

  package init(_ waves: [Wave]) { self.waves = waves }

  package var file: [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func text(_ text: String, _ count: Int) -> [UInt8] {
      let bytes = Array(text.utf8.prefix(count))
      return bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }
    var data: [UInt8] = []
    for wave in waves {
      data += text(wave.name, 7) + [wave.fractions] + little(wave.bytes.count, 4)
      data += little(wave.loop.start, 4) + little(wave.loop.end, 4) + little(wave.rate, 2)
      data += little(wave.frequencies.low, 4) + little(wave.frequencies.high, 4)
      data += little(wave.frequencies.root, 4) + little(0, 2) + [wave.balance]
      data += wave.rates + wave.levels + wave.modulation + [wave.modes]
      data += little(wave.scaleKey, 2) + little(wave.scaleFactor, 2)
      data += [UInt8](repeating: 0, count: 36) + wave.bytes
    }
    let layer = [0, 0] + little(47 + data.count, 4) + [UInt8(clamping: waves.count)]
    let head =
      text(version, 12) + text("ID#000002", 10) + text("Copyright of the patch", 60)
      + [instrumentCount, 14, 0] + little(waves.count, 2) + little(masterVolume, 2)
      + little(data.count, 4) + [UInt8](repeating: 0, count: 36)
    let instrument =
      little(0, 2) + text(instrumentName, 16) + little(63 + 47 + data.count, 4) + [layerCount]
      + [UInt8](repeating: 0, count: 40)
    return head + instrument + layer + [UInt8](repeating: 0, count: 40) + data
  }
}
