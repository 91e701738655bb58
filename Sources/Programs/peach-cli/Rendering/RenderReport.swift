import PeachServices

/// The result of a song, as `peach render` prints it.
enum RenderReport {
  /// Returns the JSON of a song. Only songs of a batch have a path of the MIDI file and a status.
  static func json(
    song: String? = nil, file: String, status: String? = nil, reason: String? = nil,
    loudness: SongLoudness? = nil, banks: BankStack? = nil, warnings: [String] = [],
    _ summary: RenderSummary? = nil
  ) -> JSON {
    [
      "song": song, "file": file, "status": status, "reason": reason,
      "frames": summary?.frameCount, "songFrames": summary?.songFrameCount,
      "sampleRate": summary?.sampleRate,
      "peakDecibels": summary.map {
        $0.peak > 1e-9 ? Decibels(amplitude: Double($0.peak)).value : -180
      },
      "loudness": loudness?.integrated, "truePeak": loudness?.truePeak,
      "clippedFrames": summary?.clippedFrameCount,
      "missingPresets": summary.map { names(missing: $0) },
      "tones": summary.flatMap { tones($0) }, "missingSamples": summary?.missingSamples,
      "warnings": summary.map {
        (banks?.warnings ?? []) + $0.warnings + $0.missingSamples + warnings
      },
    ]
  }

  static func json(_ outcome: RenderOutcome, banks: BankStack) -> JSON {
    let job = outcome.job
    return switch outcome.result {
    case .rendered(let summary):
      json(song: job.song, file: job.audio, status: "rendered", banks: banks, summary)
    case .unchanged: json(song: job.song, file: job.audio, status: "unchanged")
    case .failed(let reason):
      json(song: job.song, file: job.audio, status: "failed", reason: reason)
    }
  }

  /// Returns how each preset is played, if straight tones were requested.
  private static func tones(_ summary: RenderSummary) -> [JSON]? {
    summary.tones.isEmpty
      ? nil
      : summary.tones.map {
        ["preset": "\($0.preset.bank):\($0.preset.program)", "tone": $0.tone.phrase]
      }
  }

  private static func names(missing summary: RenderSummary) -> [String] {
    summary.missingPresets.map { "\($0.bank):\($0.program)" }
  }

  static func warnings(_ summary: RenderSummary) -> [String] {
    var warnings = summary.warnings + summary.missingSamples
    if !summary.missingPresets.isEmpty {
      let presets = names(missing: summary)
      let lacking =
        presets.count == 1 ? "preset \(presets[0])" : "presets \(presets.joined(separator: ", "))"
      warnings.append(
        "The bank lacks \(lacking). Substituted the same program of bank 0, the file's only "
          + "instrument, or silence.")
    }
    if summary.clippedFrameCount > 0 {
      warnings.append(
        "\(Console.count(summary.clippedFrameCount, "frame")) clipped. Lower --gain.")
    }
    return warnings
  }
}

extension BankStack {
  /// The warnings about the banks.
  fileprivate var warnings: [String] { layers.flatMap { $0.bank.warnings } }
}
