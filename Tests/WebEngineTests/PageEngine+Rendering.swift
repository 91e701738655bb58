import PeachSynthesis
import PeachWebEngine
import PeachWebPage

extension PageEngine {
  /// Returns an engine whose samples are the same on every machine.
  static func portable(
    straighten: @escaping Straightening = { request throws(StraighteningError) in
      try request.perform()
    }
  ) -> PageEngine {
    PageEngine(
      SynthesizerConfiguration(
        sampleRate: 48_000, channelCount: 2, effects: false, kernels: .portable),
      decoder: nil, straighten: straighten)
  }

  /// Renders in blocks, by default of 128 frames, as a worklet does. Returns the left channel and
  /// the reports.
  func render(
    seconds: Double, block: Int = 128
  ) -> (audio: [Float], reports: [TimedReport]) {
    var audio: [Float] = []
    var reports: [TimedReport] = []
    var left = [Float](repeating: 0, count: block)
    var right = left
    for _ in 0..<Int(seconds * 48_000 / Double(block)) {
      PageEngine.render(audioContext, left: &left, right: &right, count: block)
      audio += left
      reports += self.reports()
    }
    return (audio, reports)
  }

  /// Returns the bytes of the song as the page saves it.
  func saved() -> [UInt8] {
    handle(.song(.render(.wav)))
    var parts: [[UInt8]] = []
    while let part = renderPart() { parts.append(part) }
    return (parts.last ?? []) + parts.dropLast().joined()
  }

  /// Returns the messages for the user since the last call.
  func notes() -> [String] {
    reports().compactMap { report in
      if case .note(let text) = report.report { text } else { nil }
    }
  }
}
