/// A limit of the expansion of zones. A few malicious kilobytes could have billions of pairs
/// of a preset's and an instrument's zone. The expansion of all presets together stays in
/// proportion to the file: a region per 16 bytes. Banks in use have one per 200 bytes or more.
struct RegionLimit: Hashable, Sendable {
  /// The number of pairs that are examined, with those whose ranges do not intersect.
  var pairs: Int
  var regions: Int
  /// The number of modulators of all regions.
  var modulators: Int

  static var zero: RegionLimit { RegionLimit(pairs: 0, regions: 0, modulators: 0) }

  /// Returns the limit of all presets of a file.
  static func ofFile(byteCount: Int) -> RegionLimit {
    RegionLimit(
      pairs: 65536 + byteCount, regions: 4096 + byteCount / 16, modulators: 65536 + byteCount)
  }

  /// The part of the remaining limit that one preset may use.
  var ofOnePreset: RegionLimit {
    RegionLimit(
      pairs: min(pairs, 65536), regions: min(regions, 65536),
      modulators: min(modulators, 1_048_576))
  }

  /// Whether another expansion is within the limit.
  func includes(_ other: RegionLimit) -> Bool {
    other.pairs <= pairs && other.regions <= regions && other.modulators <= modulators
  }

  static func += (left: inout RegionLimit, right: RegionLimit) {
    left.pairs += right.pairs
    left.regions += right.regions
    left.modulators += right.modulators
  }

  static func -= (left: inout RegionLimit, right: RegionLimit) {
    left.pairs -= right.pairs
    left.regions -= right.regions
    left.modulators -= right.modulators
  }
}
