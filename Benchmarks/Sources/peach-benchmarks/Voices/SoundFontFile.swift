import PeachAudio
import PeachInstrumentModel

/// The file of a SoundFont with one looped sample, and a preset for each of its instruments
/// (SoundFont 2.04 §5 to 7).
struct SoundFontFile {
  /// The generators of an instrument's zones, in the file's units, before that of the sample.
  typealias Zones = [[(Generator, Int16)]]

  /// The sample's frames.
  var frames: [Int16]
  var loop: Range<Int>
  var instruments: [(name: String, zones: Zones)]

  /// The bytes of the file.
  var bytes: [UInt8] {
    let information =
      Self.chunk("ifil", Self.words([2, 4])) + Self.chunk("isng", Array("EMU8000\0".utf8))
      + Self.chunk("INAM", Array("Voices\0\0".utf8))
    // 46 frames follow each sample.
    let samples = Self.chunk(
      "smpl", Self.words(frames.map { Int($0) } + Array(repeating: 0, count: 46)))
    let lists = [("INFO", information), ("sdta", samples), ("pdta", presetData)].flatMap {
      Self.chunk("LIST", Array($0.utf8) + $1)
    }
    return Self.chunk("RIFF", Array("sfbk".utf8) + lists)
  }

  /// The records of presets, instruments and the sample, each with a terminal record.
  private var presetData: [UInt8] {
    let count = instruments.count
    let presets = instruments.indices.flatMap { index in
      Self.name(instruments[index].name) + Self.words([index, 0, index])
        + [UInt8](repeating: 0, count: 12)
    }
    let presetEnd = Self.name("EOP") + Self.words([0, 0, count]) + [UInt8](repeating: 0, count: 12)
    let presetGenerators = (0..<count).flatMap { Self.words([41, $0]) }
    var (instrumentRecords, bags, generators) = ([UInt8](), [UInt8](), [UInt8]())
    var (bagCount, generatorCount) = (0, 0)
    for (name, zones) in instruments {
      instrumentRecords += Self.name(name) + Self.words([bagCount])
      bagCount += zones.count
      for zone in zones {
        bags += Self.words([generatorCount, 0])
        generators +=
          zone.flatMap { Self.words([Int($0.rawValue), Int($1)]) } + Self.words([53, 0])
        generatorCount += zone.count + 1
      }
    }
    let modulatorEnd = [UInt8](repeating: 0, count: 10)
    return Self.chunk("phdr", presets + presetEnd)
      + Self.chunk("pbag", (0...count).flatMap { Self.words([$0, 0]) })
      + Self.chunk("pmod", modulatorEnd)
      + Self.chunk("pgen", presetGenerators + Self.words([0, 0]))
      + Self.chunk("inst", instrumentRecords + Self.name("EOI") + Self.words([bagCount]))
      + Self.chunk("ibag", bags + Self.words([generatorCount, 0]))
      + Self.chunk("imod", modulatorEnd) + Self.chunk("igen", generators + Self.words([0, 0]))
      + Self.chunk("shdr", sampleHeader + Self.name("EOS") + [UInt8](repeating: 0, count: 26))
  }

  /// The header of a monophonic sample of 48 kHz with the root key 60.
  private var sampleHeader: [UInt8] {
    Self.name("Tone")
      + [0, frames.count, loop.lowerBound, loop.upperBound, 48_000].flatMap { Self.long($0) }
      + [60, 0] + Self.words([0, 1])
  }

  private static func words(_ values: [Int]) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private static func long(_ value: Int) -> [UInt8] { words([value, value >> 16]) }

  private static func name(_ text: String) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: 20 - text.utf8.count)
  }

  /// Returns a chunk. All bodies have even sizes.
  private static func chunk(_ identifier: String, _ body: [UInt8]) -> [UInt8] {
    Array(identifier.utf8) + long(body.count) + body
  }
}
