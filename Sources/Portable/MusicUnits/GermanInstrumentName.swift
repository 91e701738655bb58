/// The German names of instruments, for searches: the names of presets are English.
package enum GermanInstrumentName {
  /// Returns the English part of a preset's name for the German name of an instrument, without
  /// regard to the case of ASCII letters; `nil` for other text.
  ///
  /// ```swift
  /// GermanInstrumentName.english(for: "Geige")  // "violin"
  /// ```
  package static func english(for text: String) -> String? {
    let searched = lowercased(text)
    return table.first { $0.german.utf8.elementsEqual(searched) }?.english
  }

  private static func lowercased(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static let table: [(german: String, english: String)] = [
    ("geige", "violin"), ("violine", "violin"), ("bratsche", "viola"), ("violoncello", "cello"),
    ("kontrabass", "contrabass"), ("harfe", "harp"), ("pauke", "timpani"), ("pauken", "timpani"),
    ("streicher", "strings"), ("chor", "choir"), ("trompete", "trumpet"), ("posaune", "trombone"),
    ("horn", "horn"), ("blechbläser", "brass"), ("saxophon", "sax"), ("saxofon", "sax"),
    ("altsaxophon", "alto sax"), ("tenorsaxophon", "tenor sax"), ("englischhorn", "english horn"),
    ("fagott", "bassoon"), ("klarinette", "clarinet"), ("flöte", "flute"), ("querflöte", "flute"),
    ("piccoloflöte", "piccolo"), ("blockflöte", "recorder"), ("panflöte", "pan flute"),
    ("klavier", "piano"), ("flügel", "grand"), ("cembalo", "harpsichord"),
    ("glockenspiel", "glockenspiel"), ("spieluhr", "music box"), ("röhrenglocken", "tubular bells"),
    ("orgel", "organ"), ("akkordeon", "accordion"), ("mundharmonika", "harmonica"),
    ("gitarre", "guitar"), ("laute", "lute"), ("dudelsack", "bagpipe"), ("sinus", "sine"),
  ]
}
