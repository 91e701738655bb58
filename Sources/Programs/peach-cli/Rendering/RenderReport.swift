import Peach

/// The result of a song, as `peach render --json` prints it. Property names are JSON keys.
struct RenderReport: Encodable {
  /// The MIDI file; `nil` when rendering a single song.
  private var song: String?
  private var file: String
  /// `rendered`, `unchanged` or `failed`; `nil` when rendering a single song.
  private var status: String?
  private var reason: String?
  private var frames: Int?
  private var songFrames: Int?
  private var sampleRate: Int?
  private var peakDecibels: Double?
  private var clippedFrames: Int?
  private var missingPresets: [String]?
  private var warnings: [String]?

  /// Creates the report of a single song.
  init(file: String, _ summary: RenderSummary) {
    self.file = file
    set(summary)
  }

  /// Creates the report of a song of a batch.
  init(_ outcome: RenderOutcome) {
    song = outcome.job.song
    file = outcome.job.audio
    switch outcome.result {
    case .rendered(let summary):
      status = "rendered"
      set(summary)
    case .unchanged: status = "unchanged"
    case .failed(let reason):
      status = "failed"
      self.reason = reason
    }
  }

  private mutating func set(_ summary: RenderSummary) {
    frames = summary.frameCount
    songFrames = summary.songFrameCount
    sampleRate = summary.sampleRate
    peakDecibels = Decibels(amplitude: Double(max(summary.peak, 1e-9))).value
    clippedFrames = summary.clippedFrameCount
    missingPresets = Self.names(missing: summary)
    warnings = summary.warnings
  }

  private static func names(missing summary: RenderSummary) -> [String] {
    summary.missingPresets.map { "\($0.bank):\($0.program)" }
  }

  /// Returns all warnings about a song.
  static func warnings(_ summary: RenderSummary) -> [String] {
    var warnings = summary.warnings
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
