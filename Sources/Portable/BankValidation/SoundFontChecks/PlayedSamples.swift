import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation

/// The segments and loops of samples that a bank plays. For SoundFonts they come from the
/// instrument zones, the only ones that may set them (SoundFont 2.04 §8.1.1). Regions of presets
/// could be billions in a small malicious file.
struct PlayedSamples {
  private let uses: [Int: [RegionSample]]

  init(_ font: SoundFont) {
    var found: Set<RegionSample> = []
    for instrument in font.instruments {
      var global = Region(sample: 0)
      for zone in instrument.zones {
        var region = global
        var target: Int?
        for record in font.instrumentZones.generators(ofZone: zone) {
          guard let generator = record.generator else { continue }
          if generator == .sampleID {
            target = Int(record.amount)
            break
          }
          if generator == .sampleModes {
            region.generators[generator] = Float(record.amount & 3)
          } else if generator.isForSamples {
            region.generators[generator] = Float(Int16(bitPattern: record.amount))
          }
        }
        if let target {
          region.sample = target
          found.insert(RegionSample(region))
        } else if zone == instrument.zones.lowerBound {
          global = region
        }
      }
    }
    self.init(found)
  }

  /// Collects the regions of a bank, for formats that list them individually.
  init(_ bank: SoundBank) {
    var found: Set<RegionSample> = []
    for preset in bank.presets.indices {
      found.formUnion(bank.regions(ofPresetAt: preset).map { RegionSample($0) })
    }
    self.init(found)
  }

  private init(_ found: Set<RegionSample>) {
    uses = Dictionary(grouping: found.sorted()) { Int($0.sample) }
  }

  subscript(sample: Int) -> [RegionSample] { uses[sample] ?? [] }
}
