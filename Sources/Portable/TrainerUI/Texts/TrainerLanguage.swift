package enum TrainerLanguage: UInt8, Hashable, Sendable, CaseIterable {
  case english, german

  /// Creates a language from a code or a locale, such as `de`, `de_AT.UTF-8` or `en-GB`. Returns
  /// `nil` for other languages.
  package init?(code: String) {
    // A third letter is another language, such as "den".
    let letters = code.utf8.prefix(3).map { $0 | 0x20 }.prefix { (97...122).contains($0) }
    if letters.elementsEqual("de".utf8) {
      self = .german
    } else if letters.elementsEqual("en".utf8) {
      self = .english
    } else {
      return nil
    }
  }

  /// The code: `en` or `de`.
  package var code: String { self == .german ? "de" : "en" }

  package var name: String { self == .german ? "Deutsch" : "English" }

  /// Formats a number with the decimal separator of the language.
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
