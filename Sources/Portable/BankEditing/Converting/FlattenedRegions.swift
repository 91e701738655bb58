import PeachInstrumentModel

/// A preset's regions as a format without conditions and performances has them.
enum FlattenedRegions {
  /// More do not fit into a SoundFont, whose tables have 16-bit places.
  private static var limit: Int { 60_000 }

  static func regions(
    of regions: [Region], preset: Preset, _ losses: inout ConversionLosses
  ) -> [Region] {
    let conditions = DefaultConditions(regions, of: preset)
    var result: [Region] = []
    for region in regions {
      if result.count > Self.limit {
        losses.add("regions beyond \(Self.limit)", "left out")
        break
      }
      var own = region
      own.conditions = nil
      own.performance = nil
      if let said = region.conditions {
        if !conditions.keeps(said, &losses) { continue }
        conditions.settle(said, in: &own.generators, &losses)
      }
      if let performance = region.performance {
        let resting = FlattenedParameters(performance, controllers: conditions.controllers)
        result += resting.regions(for: own, &losses)
      } else {
        result.append(own)
      }
    }
    return result
  }
}
