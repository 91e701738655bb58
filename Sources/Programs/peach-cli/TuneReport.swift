import Peach

/// What `peach tune` says of a bank, and as it stands in its JSON. All in cents.
struct TuneReport: Encodable {
  struct Figures: Encodable {
    var median: Double
    var worst: Double
    /// The largest difference of two keys a semitone apart struck alike, and what 90 of 100 such
    /// pairs do not exceed.
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
    /// The standard deviation of the recordings' own pitch in time.
    var spread: Double
    var isPeriodic: Bool
  }

  struct Preset: Encodable {
    var name: String
    var bank: Int
    var program: Int
    var before: Figures
    var after: Figures
    /// The most that may be left of a note's error, and the most that its recordings waver.
    var worstRemainder: Double
    var worstSpread: Double
    /// In words, as in a list of sounds.
    var badge: String
    var unpitchedNotes: Int
    var notes: [Note]
  }

  var path: String
  /// The file written; absent where none was asked for.
  var out: String?
  var changedSampleHeaders: Int
  var addedSampleHeaders: Int
  /// Samples that were stretched, and those that should have been and cannot; absent where nobody
  /// asked.
  var resampledSamples: Int?
  var samplesNotResampled: Int?
  /// Regions whose zone another preset keeps at another pitch.
  var regionsOutvoted: Int
  var presets: [Preset]

  init(_ tuned: RetunedBank, path: String, out: String?) {
    self.path = path
    self.out = out
    changedSampleHeaders = tuned.retuning.changedHeaderCount
    addedSampleHeaders = tuned.retuning.addedHeaderCount
    resampledSamples = tuned.resampling?.plans.count
    samplesNotResampled = tuned.resampling?.leftCount
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

  func tell(asJSON: Bool) throws {
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
      Console.note(
        "\(regionsOutvoted) regions keep another pitch, that of presets which play the same zone.")
    }
    if let out {
      Console.note(
        "\(out): \(changedSampleHeaders) sample headers changed, \(addedSampleHeaders) added.")
    }
    if let resampledSamples, let samplesNotResampled {
      Console.note("\(resampledSamples) samples stretched, \(samplesNotResampled) cannot be.")
    }
  }

  private static func change(_ before: Double, _ after: Double) -> String {
    "\(before.decimals(1)) → \(after.decimals(2))"
  }
}
