import PeachInstrumentModel

/// Converts a preset's regions for a format without conditions and extended parameters.
enum FlattenedRegions {
  /// SoundFont tables have 16-bit indices.
  private static var limit: Int { 60_000 }

  static func regions(
    of regions: [Region], preset: Preset, _ losses: inout ConversionLosses
  ) -> [Region] {
    let conditions = DefaultConditions(regions, of: preset)
    var result: [Region] = []
    for region in regions {
      if result.count > Self.limit {
        losses.add("regions beyond \(Self.limit)", "omitted")
        break
      }
      var flattened = region
      flattened.conditions = nil
      flattened.performance = nil
      if let regionConditions = region.conditions {
        if !conditions.includes(regionConditions, &losses) { continue }
        conditions.apply(regionConditions, to: &flattened.generators, &losses)
      }
      if let performance = region.performance {
        result += FlattenedParameters(performance, controllers: conditions.controllers)
          .regions(for: flattened, &losses)
      } else {
        result.append(flattened)
      }
    }
    return result
  }
}
