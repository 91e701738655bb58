import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import TestEnvironment

/// Random banks written to a SoundFont file and read, with the hostile values that the reader
/// accepts.
enum RandomFile {
  static func bank(
    _ numbers: inout RandomNumbers, amplifies: Bool
  ) throws(InstrumentFileError) -> SoundBank {
    var builder = SoundFontBuilder()
    builder.framesBetween = numbers.pick([0, 46])
    builder.samples = (0..<numbers.whole(1...3)).map { _ in sample(&numbers) }
    let instrumentCount = numbers.whole(1...2)
    builder.instruments = (0..<instrumentCount).map { _ in
      SoundFontBuilder.Instrument(
        zones: zones(&numbers, targets: builder.samples.count, amplifies: amplifies))
    }
    builder.presets = (0..<numbers.whole(1...3)).map { index in
      SoundFontBuilder.Preset(
        bank: numbers.pick([0, 0, 128]), program: UInt16(index),
        zones: zones(&numbers, targets: instrumentCount, amplifies: amplifies))
    }
    return try InstrumentFile.read(ByteStorage(copying: builder.chunks.file))
  }

  private static func sample(_ numbers: inout RandomNumbers) -> SoundFontSample {
    let frames = RandomBank.frames(&numbers)
    let first = numbers.whole(0...frames.count)
    let length = numbers.pick([1, 2, numbers.whole(0...frames.count)])
    return SoundFontSample(
      frames: frames, loop: first..<(first + length),
      rate: numbers.pick([0, 100, 8000, 44_100, 400_000]),
      root: UInt8(truncatingIfNeeded: numbers.next()),
      correction: Int8(truncatingIfNeeded: numbers.next()), type: numbers.pick([1, 2, 4, 0x8001]))
  }

  private static func zones(
    _ numbers: inout RandomNumbers, targets: Int, amplifies: Bool
  ) -> [SoundFontBuilder.Zone] {
    (0..<numbers.whole(1...3)).map { index in
      var settings: [SoundFontBuilder.Setting] = []
      for generator in Generator.allCases where numbers.chance(0.2) {
        switch generator {
        case .instrument, .sampleID: continue
        case _ where !amplifies && RandomRegion.amplifying.contains(generator): continue
        case .keyRange, .velocityRange:
          settings.append(.init(generator, from: 0, to: numbers.pick([127, 60, 255])))
        default: settings.append(.init(generator, numbers.extreme()))
        }
      }
      if numbers.chance(0.9) {
        settings.removeAll { setting in
          RandomRegion.audible.contains { $0.0.rawValue == setting.number }
        }
      }
      settings.append(.init(.sampleModes, Int16(numbers.whole(0...3))))
      let isGlobal = index == 0 && numbers.chance(0.2)
      return SoundFontBuilder.Zone(
        settings, modulators: RandomRegion.modulators(&numbers, amplifies: amplifies),
        plays: isGlobal ? nil : UInt16(numbers.whole(0...(targets - 1))))
    }
  }
}
