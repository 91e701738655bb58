import PeachTrainerUI

/// The names of instruments and banks in the language of the page.
extension Page {
  /// Returns the name of a sound; an ellipsis until its bank has been read.
  func name(of sound: TrainerSound) -> String {
    let name = trainer.name(of: sound)
    return name == sound.tag && name != "sine" ? "…" : instrument(name)
  }

  /// Returns the name of an instrument, which is English in banks; that of a soloist is translated.
  func instrument(_ name: String) -> String {
    guard language == .german else { return name }
    let names = Self.soloists.split(separator: " ")
    for index in stride(from: 0, to: names.count, by: 2) where String(names[index]) == name {
      return String(names[index + 1])
    }
    return name
  }

  /// The names in banks, each before its German one.
  private static var soloists: String {
    "Violin Violine Viola Bratsche Contrabass Kontrabass Trumpet Trompete Trombone Posaune "
      + "Bassoon Fagott Clarinet Klarinette Flute Flöte"
  }

  /// Returns the name of a bank for listeners.
  func name(ofBank name: String) -> String {
    switch name {
    case Self.shippedBank: text(.soloists)
    case Self.generalBank: "General MIDI"
    default: name
    }
  }
}
