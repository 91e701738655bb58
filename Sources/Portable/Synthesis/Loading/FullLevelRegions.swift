import PeachInstrumentModel
import PeachMusicUnits

/// The regions that include velocity 127, by what they play.
///
/// Banks that lack a velocity curve state it in steps: regions of one sample, one for each range of
/// velocities, each with its own attenuation. The level of an amplitude refers to that of the last.
struct FullLevelRegions {
  /// The properties that the steps of a velocity curve have in common.
  private struct Source: Hashable {
    var sample: Int
    var keys: ClosedRange<UInt8>
    var pan: Float
    var coarseTune: Float
    var fineTune: Float

    init(_ region: Region) {
      sample = region.sample
      keys = region.keys
      pan = region.generators[.pan]
      coarseTune = region.generators[.coarseTune]
      fineTune = region.generators[.fineTune]
    }
  }

  private var indices = KeyedArray<Source, Int>()

  init(_ regions: [Region]) {
    for (index, region) in regions.enumerated() where region.velocities.contains(127) {
      let source = Source(region)
      if indices[source] == nil { indices.setValue(index, for: source) }
    }
  }

  /// Returns the index of the region with the full level of a region; `index` if it is the region
  /// itself, or if no other one plays the same.
  func index(for region: Region, at index: Int) -> Int {
    region.velocities.contains(127) ? index : indices[Source(region)] ?? index
  }
}
