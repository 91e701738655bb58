/// A language of the trainer.
package enum TrainerLanguage: UInt8, Hashable, Sendable, CaseIterable {
  case english
  case german

  /// Creates a language from a code or a locale, such as `de`, `de_AT.UTF-8` or `en-GB`. Returns
  /// `nil` for other languages.
  package init?(code: String) {
    let bytes = Array(code.utf8.prefix(3)).map { $0 | 0x20 }
    guard bytes.count >= 2 else { return nil }
    // A third letter is another language, such as "den".
    if bytes.count == 3 && (97...122).contains(bytes[2]) && bytes[2] != 0x5F | 0x20 { return nil }
    if bytes[0] == 0x64 && bytes[1] == 0x65 {
      self = .german
    } else if bytes[0] == 0x65 && bytes[1] == 0x6E {
      self = .english
    } else {
      return nil
    }
  }

  /// The code: `en` or `de`.
  package var code: String { self == .german ? "de" : "en" }

  /// The name of the language in itself.
  package var name: String { self == .german ? "Deutsch" : "English" }

  /// Formats a number with the decimal separator of the language.
  ///
  /// `TrainerLanguage.german.number(6.25, decimals: 1)` is `6,3`.
  package func number(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "–" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value.magnitude * scale).rounded(.toNearestOrAwayFromZero))
    let (whole, rest) = (scaled / Int(scale), scaled % Int(scale))
    let sign = value < 0 && scaled != 0 ? "−" : ""
    if decimals == 0 { return "\(sign)\(whole)" }
    var fraction = "\(rest)"
    while fraction.utf8.count < decimals { fraction = "0" + fraction }
    return "\(sign)\(whole)\(self == .german ? "," : ".")\(fraction)"
  }
}
