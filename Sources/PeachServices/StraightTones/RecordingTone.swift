/// The way in which the recordings of a bank are played: their pitch corrections and their
/// ``ToneStyle``, as in the option `--tone` and the setting `tone`.
///
/// ```swift
/// RecordingTone("straight,smooth,vibrato=30")?.style.vibrato  // 0.3
/// ```
public struct RecordingTone: Hashable, Sendable, LosslessStringConvertible {
  /// Whether the pitch errors of the recordings are corrected.
  public let isCorrected: Bool
  /// The way in which the recordings are played.
  public let style: ToneStyle

  /// The recordings as in the bank.
  public static let bank = RecordingTone(isCorrected: false, .recorded)
  /// The recordings with corrected mean pitches.
  public static let corrected = RecordingTone(isCorrected: true, .recorded)
  /// Straight tones, with corrected mean pitches.
  public static let straight = RecordingTone(isCorrected: true, .straight)

  /// Creates a tone.
  public init(isCorrected: Bool, _ style: ToneStyle) {
    self.isCorrected = isCorrected
    self.style = style
  }

  /// Parses `bank`, `corrected`, or `straight` with `,smooth` and `,vibrato=PERCENT`, 0 to 200, in
  /// any order; `nil` for other texts.
  public init?(_ description: String) {
    let words = description.split(separator: ",", omittingEmptySubsequences: false)
    switch words[0] {
    case "bank" where words.count == 1: self = .bank
    case "corrected" where words.count == 1: self = .corrected
    case "straight":
      var (isSmooth, vibrato): (Bool, Double?) = (false, nil)
      for word in words.dropFirst() {
        if word == "smooth", !isSmooth {
          isSmooth = true
        } else if vibrato == nil, let percent = Self.vibratoPercent(word) {
          vibrato = percent / 100
        } else {
          return nil
        }
      }
      self.init(
        isCorrected: true, .straight(vibrato: vibrato ?? 0, smoothsLevels: isSmooth))
    default: return nil
    }
  }

  /// The text of ``init(_:)``.
  public var description: String {
    guard style.isStraight else { return isCorrected ? "corrected" : "bank" }
    let percent = Self.percent(of: style.vibrato)
    let number = percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
    return "straight" + (style.smoothsLevels ? ",smooth" : "")
      + (style.vibrato == 0 ? "" : ",vibrato=\(number)")
  }

  /// Returns the percentage whose hundredth is `vibrato`, if possible without the rounding error of
  /// 0.07 × 100.
  private static func percent(of vibrato: Double) -> Double {
    let rounded = (vibrato * 1e8).rounded() / 1e6
    return rounded / 100 == vibrato ? rounded : vibrato * 100
  }

  /// Parses `vibrato=PERCENT` or `vibrato PERCENT`.
  private static func vibratoPercent(_ word: Substring) -> Double? {
    let parts = word.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == "=" || $0 == " "
    }
    guard parts.count == 2, parts[0] == "vibrato", let percent = Double(parts[1]),
      (0...200).contains(percent)
    else { return nil }
    return percent
  }
}
