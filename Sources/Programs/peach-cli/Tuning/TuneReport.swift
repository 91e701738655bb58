import Peach

/// The result of `peach tune`, as JSON and as text, in cents. Property names are JSON keys.
struct TuneReport: Encodable {
  struct Figures: Encodable {
    var median: Double
    var worst: Double
    /// The largest difference between adjacent keys at the same velocity, and the 90th percentile.
    var worstJump: Double
    var jumpOf90Percent: Double

    init(_ intonation: PresetIntonation, after: Bool) {
      median = intonation.medianCents(after: after)
      worst = intonation.worstCents(after: after)
      worstJump = intonation.jumpCents(after: after)
      jumpOf90Percent = intonation.jumpCents(after: after, part: 0.9)
    }
  }

  struct Note: Encodable {
    var key: Int
    var velocity: Int
    var before: Double
    var after: Double
    var uncertainty: Double
    /// The standard deviation of the sample's pitch over time.
    var spread: Double
    var isPeriodic: Bool
  }

  struct Preset: Encodable {
    var name: String
    var bank: Int
    var program: Int
    var before: Figures
    var after: Figures
    /// The largest error that may remain, and the largest standard deviation of a sample's pitch.
    var worstRemainder: Double
    var worstSpread: Double
    /// The rating in words, as `peach sounds` prints it.
    var badge: String
    var unpitchedNotes: Int
    var notes: [Note]
  }

  var path: String
  /// The file written, if any.
  var out: String?
  var changedSampleHeaders: Int
  var addedSampleHeaders: Int
  /// The numbers of samples that were resampled and that could not be; `nil` without `--resample`.
  var resampledSamples: Int?
  var samplesNotResampled: Int?
  /// The number of regions whose zone another preset uses with a different correction.
  var regionsOutvoted: Int
  var presets: [Preset]

  init(_ tuned: RetunedBank, path: String, out: String?) {
    self.path = path
    self.out = out
    changedSampleHeaders = tuned.retuning.changedHeaderCount
    addedSampleHeaders = tuned.retuning.addedHeaderCount
    resampledSamples = tuned.resampling?.plans.count
    samplesNotResampled = tuned.resampling?.uncorrectedCount
    regionsOutvoted = tuned.sharedRegionCount
    presets = tuned.presets.map { entry in
      let intonation = entry.intonation
      return Preset(
        name: entry.preset.name, bank: Int(entry.preset.bank), program: Int(entry.preset.program),
        before: Figures(intonation, after: false), after: Figures(intonation, after: true),
        worstRemainder: intonation.worstRemainderCents, worstSpread: intonation.worstSpreadCents,
        badge: "\(intonation.badge)", unpitchedNotes: intonation.unpitchedCount,
        notes: intonation.notes.map {
          Note(
            key: Int($0.key), velocity: Int($0.velocity), before: $0.beforeCents,
            after: $0.afterCents, uncertainty: $0.uncertaintyCents, spread: $0.spreadCents,
            isPeriodic: $0.isPeriodic)
        })
    }
  }

  func print(asJSON: Bool) throws {
    if asJSON { return try Console.print(json: self) }
    let columns = [15, 15, 15]
    var lines = [
      "Preset".padded(to: 31) + "median".padded(to: columns[0]) + "worst".padded(to: columns[1])
        + "jump".padded(to: columns[2]) + "badge"
    ]
    for preset in presets {
      var line = "\(preset.bank):\(preset.program)".padded(to: 9) + preset.name.padded(to: 22)
      let (before, after) = (preset.before, preset.after)
      let pairs = [
        (before.median, after.median), (before.worst, after.worst),
        (before.worstJump, after.worstJump),
      ]
      for (pair, width) in zip(pairs, columns) {
        line += (preset.notes.isEmpty ? "–" : Self.change(pair.0, pair.1)).padded(to: width)
      }
      lines.append(line + preset.badge)
    }
    Console.print(lines.joined(separator: "\n"))
    if regionsOutvoted > 0 {
      Console.warning(
        "\(regionsOutvoted) regions share a zone with a preset that needs a different correction; "
          + "they use that correction.")
    }
    if let out {
      Console.info(
        "\(out): \(changedSampleHeaders) sample headers changed, \(addedSampleHeaders) added.")
    }
    if let resampledSamples, let samplesNotResampled {
      Console.info("\(resampledSamples) samples resampled; \(samplesNotResampled) could not be.")
    }
  }

  private static func change(_ before: Double, _ after: Double) -> String {
    "\(before.decimals(1)) → \(after.decimals(2))"
  }
}
