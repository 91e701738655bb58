import Peach

/// What became of a song, as `peach render --json` tells it.
struct RenderReport: Encodable {
  /// The MIDI file; absent where there is but one.
  private var song: String?
  private var file: String
  /// `rendered`, `unchanged` or `failed`; absent where there is but one.
  private var status: String?
  private var reason: String?
  private var frames: Int?
  private var songFrames: Int?
  private var sampleRate: Int?
  private var peakDecibels: Double?
  private var clippedFrames: Int?
  private var missingPresets: [String]?
  private var warnings: [String]?

  /// One song that was rendered.
  init(file: String, _ summary: RenderSummary) {
    self.file = file
    take(summary)
  }

  /// One song of many.
  init(_ outcome: RenderOutcome) {
    song = outcome.job.song
    file = outcome.job.audio
    switch outcome.result {
    case .rendered(let summary):
      status = "rendered"
      take(summary)
    case .unchanged: status = "unchanged"
    case .failed(let reason):
      status = "failed"
      self.reason = reason
    }
  }

  private mutating func take(_ summary: RenderSummary) {
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

  /// What the bank does not have; nil where it has all.
  static func sentence(missing summary: RenderSummary) -> String? {
    if summary.missingPresets.isEmpty { return nil }
    return
      "not in the bank: \(names(missing: summary).joined(separator: ", ")). What stands in is the "
      + "same program of bank 0, a file's only instrument, or silence."
  }

  /// What was too loud; nil where nothing was.
  static func sentence(clipped summary: RenderSummary) -> String? {
    if summary.clippedFrameCount == 0 { return nil }
    return "\(summary.clippedFrameCount) frames are clipped; try a lower --gain."
  }
}
