import PeachInstrumentFiles
import PeachInstrumentModel

/// The uses of a sample by the zones of a bank.
struct SampleUse {
  var isPlayed = false
  /// Whether a zone plays past the loop: without a loop, or until release.
  var playsPastLoop = false
  /// Whether a zone offsets the end of the sample, the start of the loop or its end.
  var hasEndOffset = false, hasLoopStartOffset = false, hasLoopEndOffset = false
}

extension SoundFontContents {
  var sampleUses: [SampleUse] {
    var uses = [SampleUse](repeating: SampleUse(), count: samples.count)
    for instrument in instruments {
      let global = instrument.zones.global
      for zone in instrument.zones {
        guard let sample = zone.target, uses.indices.contains(sample) else { continue }
        func amount(_ generator: Generator) -> Int16 { zone[generator] ?? global?[generator] ?? 0 }
        func offsets(_ fine: Generator, _ coarse: Generator) -> Bool {
          amount(fine) != 0 || amount(coarse) != 0
        }
        uses[sample].isPlayed = true
        if amount(.sampleModes) & 3 != 1 { uses[sample].playsPastLoop = true }
        if offsets(.endAddressOffset, .endAddressCoarseOffset) { uses[sample].hasEndOffset = true }
        if offsets(.startLoopAddressOffset, .startLoopAddressCoarseOffset) {
          uses[sample].hasLoopStartOffset = true
        }
        if offsets(.endLoopAddressOffset, .endLoopAddressCoarseOffset) {
          uses[sample].hasLoopEndOffset = true
        }
      }
    }
    return uses
  }
}

extension [SoundFontContents.Zone] {
  /// The global zone, whose settings apply to all others.
  var global: SoundFontContents.Zone? { first.flatMap { $0.target == nil ? $0 : nil } }

  /// Returns the key range of a zone, inherited from the global zone if it has none.
  func keys(of zone: SoundFontContents.Zone) -> ClosedRange<UInt8> {
    zone.keys ?? global?.keys ?? 0...127
  }

  func velocities(of zone: SoundFontContents.Zone) -> ClosedRange<UInt8> {
    zone.velocities ?? global?.velocities ?? 0...127
  }
}
