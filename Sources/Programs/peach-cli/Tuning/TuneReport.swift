import PeachServices

/// The result of `peach tune`, in cents.
struct TuneReport: Report {
  let tuned: RetunedBank
  let path: String
  /// The file written, if any.
  let out: String?

  var json: JSON {
    [
      "path": path, "out": out, "changedSampleHeaders": tuned.retuning.changedHeaderCount,
      "addedSampleHeaders": tuned.retuning.addedHeaderCount,
      "resampledSamples": tuned.resampling?.plans.count,
      "samplesNotResampled": tuned.resampling?.uncorrectedCount,
      "regionsOutvoted": tuned.sharedRegionCount,
      "copiedInstruments": tuned.copiedInstrumentCount,
      "presets": tuned.presets.map { Self.json($0) },
    ]
  }

  private static func json(_ entry: RetunedBank.Entry) -> JSON {
    let (preset, intonation) = (entry.preset, entry.intonation)
    return [
      "name": preset.name, "bank": preset.bank, "program": preset.program,
      "before": figures(intonation, after: false), "after": figures(intonation, after: true),
      "worstRemainder": intonation.worstRemainderCents,
      "worstVariation": intonation.worstVariationCents,
      "worstLater": intonation.worstLaterCents,
      "badge": intonation.badge.phrase, "unpitchedNotes": intonation.unpitchedCount,
      "notes": intonation.notes.map { note -> JSON in
        [
          "key": note.key, "velocity": note.velocity, "before": note.beforeCents,
          "after": note.afterCents, "uncertainty": note.uncertaintyCents,
          "variation": note.variationCents, "later": note.laterCents, "isPeriodic": note.isPeriodic,
        ]
      },
    ]
  }

  private static func figures(_ intonation: PresetIntonation, after: Bool) -> JSON {
    [
      "median": intonation.medianCents(after: after), "worst": intonation.worstCents(after: after),
      "worstJump": intonation.jumpCents(after: after),
      "jumpOf90Percent": intonation.jumpCents(after: after, part: 0.9),
    ]
  }

  var text: String {
    let heading = "Preset".padded(to: 31) + Self.row("median", "worst", "jump", "badge")
    return ([heading] + tuned.presets.map { Self.line($0) }).joined(separator: "\n")
  }

  private static func line(_ entry: RetunedBank.Entry) -> String {
    let (preset, intonation) = (entry.preset, entry.intonation)
    func change(_ cents: (_ after: Bool) -> Double) -> String {
      intonation.notes.isEmpty ? "–" : "\(cents(false).decimals(1)) → \(cents(true).decimals(2))"
    }
    return "\(preset.bank):\(preset.program)".padded(to: 9) + preset.name.padded(to: 22)
      + row(
        change { intonation.medianCents(after: $0) }, change { intonation.worstCents(after: $0) },
        change { intonation.jumpCents(after: $0) }, intonation.badge.phrase)
  }

  private static func row(_ median: String, _ worst: String, _ jump: String, _ badge: String)
    -> String
  {
    [median, worst, jump].map { $0.padded(to: 15) }.joined() + badge
  }

  private static func names(of presets: [Preset]) -> String {
    let names = presets.prefix(8).map { "\($0.bank):\($0.program) \($0.name)" }
    let more = presets.count > 8 ? " and \(presets.count - 8) more" : ""
    return names.joined(separator: ", ") + more
  }

  /// Prints what follows the text and is not part of the result.
  func printSummary() {
    if tuned.sharedRegionCount > 0 {
      Console.warning(
        "\(tuned.sharedRegionCount) regions share a zone with a region that needs a different "
          + "correction; they use that correction: \(Self.names(of: tuned.presetsWithSharedZones))."
      )
    }
    if let out {
      Console.info(
        "\(out): \(tuned.retuning.changedHeaderCount) sample headers changed, "
          + "\(tuned.retuning.addedHeaderCount) added.")
      if tuned.copiedInstrumentCount > 0 {
        Console.info(
          "\(tuned.copiedInstrumentCount) instruments copied, because presets that share them need "
            + "different corrections.")
      }
    }
    if let resampling = tuned.resampling {
      Console.info(
        "\(resampling.plans.count) samples resampled; \(resampling.uncorrectedCount) could not be.")
    }
  }
}
