import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation

/// What the instruments of a bank play of its samples: which part, round which loop.
///
/// Taken from the instruments' zones, which alone may say it (SoundFont 2.04 §8.1.1), and not from
/// the presets' regions, of which a small hostile file may have billions.
struct PlayedSamples {
  /// Each once, by sample.
  let all: [RegionSample]

  init(_ font: SoundFont) {
    var found: Set<RegionSample> = []
    for instrument in font.instruments {
      var global = Region(sample: 0)
      for zone in instrument.zones {
        let records = font.instrumentZones.generators(ofZone: zone)
        var region = global
        var target: Int?
        for record in records {
          guard let generator = UInt8(exactly: record.number).flatMap(Generator.init(rawValue:))
          else { continue }
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
    all = found.sorted()
  }

  /// What the regions of a bank play, for formats in which these are no more than the file lists.
  init(_ bank: SoundBank) {
    var found: Set<RegionSample> = []
    for preset in bank.presets.indices {
      for region in bank.regions(ofPresetAt: preset) { found.insert(RegionSample(region)) }
    }
    all = found.sorted()
  }

  /// Those of one sample.
  func of(sample: Int) -> ArraySlice<RegionSample> {
    let start = place(of: sample)
    return all[start..<place(of: sample + 1)]
  }

  /// The first that is of `sample` or of one after it.
  private func place(of sample: Int) -> Int {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if Int(all[middle].sample) < sample { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
