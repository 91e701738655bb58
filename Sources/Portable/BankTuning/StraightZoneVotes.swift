/// The frames and corrections that the regions of each zone need. A zone has the most frequent
/// frames, and the most frequent correction for them.
struct StraightZoneVotes {
  private struct Vote: Hashable {
    var variant: Int
    /// In thousandths, so that rounding errors do not split votes.
    var millicents: Int
  }

  private var counts: [[Vote: Int]]

  init(zoneCount: Int) { counts = [[Vote: Int]](repeating: [:], count: zoneCount) }

  mutating func add(variant: Int, cents: Double, for zone: Int) {
    let vote = Vote(variant: variant, millicents: Int((cents * 1000).rounded()))
    counts[zone][vote, default: 0] += 1
  }

  /// The variant and the correction of each zone; 0 without votes. Of a tie, the straight variant,
  /// and the correction of smallest magnitude.
  var result: (variants: [Int], cents: [Double]) {
    var (variants, cents) = ([Int](), [Double]())
    for zone in counts {
      var totals: [Int: Int] = [:]
      for (vote, count) in zone { totals[vote.variant, default: 0] += count }
      let variant = totals.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
      let best = zone.filter { $0.key.variant == variant }.max {
        ($0.value, -abs($0.key.millicents), $0.key.millicents)
          < ($1.value, -abs($1.key.millicents), $1.key.millicents)
      }
      variants.append(variant)
      cents.append(Double(best?.key.millicents ?? 0) / 1000)
    }
    return (variants, cents)
  }
}
