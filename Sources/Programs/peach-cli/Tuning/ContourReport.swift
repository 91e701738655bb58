import PeachServices

/// The pitch contour of a recorded note, as `peach tune --listen` prints it.
struct ContourReport: Report {
  let path: String
  let contour: ContourMeasurement
  /// The pitch that the note should have; `nil` for its own mean.
  let expectedHertz: Double?
  /// The frequency of A4.
  let referencePitch: Frequency

  /// The largest number of lines of the chart, and half the width of its bars.
  private static let lineLimit = 40
  private static let halfWidth = 24

  /// Measures an audio file. Throws if it has no pitch.
  init(path: String, expectedHertz: Double?, referencePitch: Frequency) throws {
    self.path = path
    self.referencePitch = referencePitch
    self.expectedHertz = expectedHertz
    let audio = try DecodedAudio(contentsOf: path)
    let count = max(audio.channelCount, 1)
    // Both channels of a stereo recording have one contour.
    let channels = (0..<min(count, 2)).map { channel in
      stride(from: channel, to: audio.values.count, by: count).map { audio.values[$0] }
    }
    let seconds = Double(audio.values.count / count) / audio.sampleRate
    guard seconds <= ContourMeasurement.maxSeconds else {
      throw CommandFailure(
        reason: "\(path) lasts \(seconds.decimals(0)) seconds. The limit is "
          + "\(ContourMeasurement.maxSeconds.decimals(0)) seconds.")
    }
    guard
      let contour = ContourMeasurement(
        channels, sampleRate: audio.sampleRate, nominal: expectedHertz.map { .hertz($0) })
    else { throw CommandFailure(reason: "\(path) has no pitch.") }
    self.contour = contour
  }

  /// The mean pitch relative to the expected one, in cents; 0 without one.
  var meanCents: Double {
    expectedHertz.map { 1200 * Exponential.log2(contour.frequency.hertz / $0) } ?? 0
  }

  /// The pitch from which deviations are measured.
  var referenceText: String {
    expectedHertz.map { "Cents from \($0.rounded(toDecimals: 3).brief) Hz" }
      ?? "Cents from the mean"
  }

  /// The window with the largest deviation from the mean.
  private var largest: (seconds: Double, cents: Double)? {
    let windows = contour.windows
    return zip(windows.seconds, windows.cents).max { abs($0.1) < abs($1.1) }
      .map { (seconds: $0.0, cents: $0.1) }
  }

  var json: JSON {
    let hertz = contour.frequency.hertz
    let (note, cents) = RecordingPitchReport.note(hertz, referencePitch)
    return [
      "path": path, "hertz": hertz, "note": note, "cents": cents,
      "referencePitch": referencePitch.hertz,
      "fromExpected": expectedHertz == nil ? nil : meanCents,
      "deviation": contour.deviationCents, "disagreement": contour.disagreementCents,
      "largestDeviation": largest?.cents, "largestDeviationSeconds": largest?.seconds,
      "vibratoExtent": contour.vibrato.extentCents, "vibratoRate": contour.vibrato.rateHertz,
      "windows": zip(contour.windows.seconds, contour.windows.cents).map { window -> JSON in
        ["seconds": window.0, "cents": window.1]
      },
    ]
  }

  var text: String {
    let hertz = contour.frequency.hertz
    let (note, cents) = RecordingPitchReport.note(hertz, referencePitch)
    let signed = RecordingPitchReport.signed
    var lines = [
      "\(hertz.decimals(3)) Hz  \(note) \(signed(cents)) cents"
        + RecordingPitchReport.suffix(referencePitch)
    ]
    if let expectedHertz {
      lines.append(
        "\(signed(meanCents)) cents from \(expectedHertz.rounded(toDecimals: 3).brief) Hz")
    }
    lines.append("Standard deviation of the contour: \(contour.deviationCents.decimals(2)) cents")
    if let largest {
      lines.append(
        "Largest deviation in 100 ms: \(signed(largest.cents)) cents at "
          + "\(largest.seconds.decimals(2)) s")
    }
    let rate = contour.vibrato.rateHertz.map { ", rate \($0.decimals(1)) Hz" } ?? ", not periodic"
    lines.append("Vibrato: extent ±\(contour.vibrato.extentCents.decimals(2)) cents\(rate)")
    if contour.verdict == .severalPlayers {
      lines.append(
        "The partials disagree by \(contour.disagreementCents.decimals(1)) cents: several players?")
    }
    return (lines + [""] + chart).joined(separator: "\n")
  }

  /// The windows as a bar chart, one per line.
  private var chart: [String] {
    let windows = contour.windows
    let step = max((windows.cents.count + Self.lineLimit - 1) / Self.lineLimit, 1)
    let values = windows.cents.map { $0 + meanCents }
    let limit = max(values.map { abs($0) }.max() ?? 0, 1)
    let heading = "seconds".padded(to: 9) + referenceText
    return [heading]
      + stride(from: 0, to: values.count, by: step).map { index in
        let column = Int(
          saturating: (values[index] / limit * Double(Self.halfWidth)).rounded())
        let blank = String(repeating: " ", count: Self.halfWidth + min(column, 0))
        let bar = String(repeating: "█", count: abs(column))
        let line = column < 0 ? "\(blank)\(bar)│" : "\(blank)│\(bar)"
        return windows.seconds[index].decimals(2).padded(to: 9)
          + RecordingPitchReport.signed(values[index]).leftPadded(to: 7) + "  " + line
      }
  }
}
