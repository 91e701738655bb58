import PeachServices

/// The result of `peach tune --straight`, in cents.
struct StraightTuneReport: Report {
  let straight: StraightenedBank
  let path: String
  /// The file written, if any.
  let out: String?

  var json: JSON {
    [
      "path": path, "out": out, "vibrato": 100 * straight.vibrato,
      "replacedSampleHeaders": straight.replacedHeaderCount,
      "regionsOutvoted": straight.sharedRegionCount,
      "presets": straight.presets.map { Self.json($0) },
    ]
  }

  private static func json(_ preset: StraightenedPreset) -> JSON {
    [
      "name": preset.preset.name, "bank": preset.preset.bank, "program": preset.preset.program,
      "isStraightened": preset.isStraightened, "losesGlides": preset.losesGlides,
      "verdict": tone(preset),
      "medianDeviation": preset.medianDeviationCents,
      "largestBefore": preset.largestCents(after: false),
      "largestAfter": preset.largestCents(after: true),
      "vibratoExtent": preset.medianVibrato?.extentCents,
      "vibratoHertz": preset.medianVibrato?.hertz,
      "recordings": preset.recordings.map { recording -> JSON in
        [
          "sample": recording.sampleName, "verdict": recording.verdict.phrase,
          "isReplaced": recording.isReplaced, "deviation": recording.deviationCents,
          "disagreement": recording.disagreementCents,
          "largestBefore": recording.largestBeforeCents,
          "largestAfter": recording.largestAfterCents,
          "vibratoExtent": recording.vibrato?.extentCents,
          "vibratoHertz": recording.vibrato?.hertz,
        ]
      },
    ]
  }

  var text: String {
    let heading =
      "Preset".padded(to: 31)
      + Self.row("contour", "100 ms: median", "largest", "vibrato extent", "tone")
    return ([heading] + straight.presets.map { Self.line($0) }).joined(separator: "\n")
  }

  private static func line(_ preset: StraightenedPreset) -> String {
    func change(_ cents: (_ after: Bool) -> Double?) -> String {
      guard let before = cents(false) else { return "–" }
      guard preset.isStraightened || preset.losesGlides, let after = cents(true) else {
        return before.decimals(1)
      }
      return "\(before.decimals(1)) → \(after.decimals(2))"
    }
    return "\(preset.preset.bank):\(preset.preset.program)".padded(to: 9)
      + preset.preset.name.padded(to: 22)
      + row(
        preset.medianDeviationCents?.decimals(1) ?? "–",
        change { preset.medianCents(after: $0) }, change { preset.largestCents(after: $0) },
        preset.medianVibrato.map {
          "±\(Double($0.extentCents).decimals(1)) at \(Double($0.hertz).decimals(1)) Hz"
        } ?? "–", tone(preset))
  }

  private static func row(
    _ contour: String, _ median: String, _ largest: String, _ vibrato: String, _ tone: String
  ) -> String {
    contour.padded(to: 9) + [median, largest].map { $0.padded(to: 16) }.joined()
      + vibrato.padded(to: 18) + tone
  }

  /// Returns how a preset is written, or why it is unchanged.
  private static func tone(_ preset: StraightenedPreset) -> String {
    if preset.losesGlides {
      let count = preset.recordings.count { $0.isReplaced }
      return "decaying: \(count) of \(preset.recordings.count) recordings without glide"
    }
    guard preset.isStraightened else { return preset.reason.phrase }
    let straight = preset.recordings.count { $0.isReplaced || $0.verdict == .alreadyStraight }
    let count = preset.recordings.count
    if straight == count { return "straight" }
    if 2 * straight >= count { return "straight: \(straight) of \(count) recordings" }
    return "\(preset.reason.phrase): \(straight) of \(count) recordings straight"
  }

  /// Prints what follows the text and is not part of the result.
  func printSummary() {
    if straight.sharedRegionCount > 0 {
      Console.warning(
        "\(straight.sharedRegionCount) regions share a zone with a preset that needs other frames "
          + "or another correction; they use those.")
    }
    if let out {
      Console.info("\(out): \(Console.count(straight.replacedHeaderCount, "sample")) replaced.")
    }
  }
}
