import PeachTrainerUI

/// The texts of the page about files and the tuning of banks.
enum BankText: Hashable {
  case addBankHint, addFolder, storageUsed(megabytes: String, gigabytes: String), elsewhere, claim
  case tuning, tuningQuestion, tuningPurpose, prove, measuringBank, halt, tuningDone, tuningLegend
  case saveTuned, saveStraight, straighten, tuningFormats, showPlot
  case tuningResult(mean: String, after: String, window: String, windowAfter: String)

  /// Returns the text in a language.
  func text(_ language: TrainerLanguage) -> String {
    let (english, german) = texts
    return language == .german ? german : english
  }

  private var texts: (english: String, german: String) {
    switch self {
    case .addBankHint:
      (
        """
        SF2, SF3, DLS or audio files, and folders with SFZ, EXS24 or aupreset instruments and \
        their samples. You can also drop them here. They stay on this device.
        """,
        """
        SF2-, SF3-, DLS- oder Audiodateien, und Ordner mit SFZ-, EXS24- oder aupreset-Instrumenten \
        und ihren Samples. Du kannst sie auch hierher ziehen. Sie bleiben auf diesem Gerät.
        """
      )
    case .addFolder: ("Add a folder", "Ordner hinzufügen")
    case .storageUsed(let used, let limit):
      (
        "This page stores \(used) MB on this device, of \(limit) GB that it may.",
        "Diese Seite speichert \(used) MB auf diesem Gerät, von möglichen \(limit) GB."
      )
    case .elsewhere:
      (
        "Peach is open in another window of this browser, which stores your trials.",
        "Peach ist in einem anderen Fenster dieses Browsers offen, das deine Versuche speichert."
      )
    case .claim: ("Use Peach here", "Peach hier verwenden")
    case .tuning: ("Tuning", "Stimmung")
    case .tuningQuestion: ("How well in tune is your bank?", "Wie gut stimmt deine Bank?")
    case .prove: ("Check the tuning", "Stimmung prüfen")
    case .measuringBank: ("Measuring", "Gemessen wird")
    case .halt: ("Stop", "Anhalten")
    case .tuningDone: ("The bank was measured.", "Die Bank ist gemessen.")
    case .saveTuned: ("Save the bank in tune", "Gestimmte Bank speichern")
    case .saveStraight: ("Save the bank with straight tones", "Bank mit geraden Tönen speichern")
    case .straighten: ("Straighten the tones", "Töne gerade machen")
    case .tuningFormats:
      (
        "Only SF2 and SF3 banks can be saved in tune.",
        "Nur SF2- und SF3-Banken können gestimmt gespeichert werden."
      )
    case .showPlot: ("Show the plot", "Diagramm zeigen")
    case .tuningPurpose, .tuningLegend, .tuningResult: explanations
    }
  }

  /// The longer texts about the tuning.
  private var explanations: (english: String, german: String) {
    switch self {
    case .tuningPurpose:
      (
        """
        Every preset is measured: the mean pitch of each note, and each 100 ms of it. Then you can \
        save the bank in tune, or with straight tones, for any player of SoundFonts.
        """,
        """
        Jedes Preset wird gemessen: die mittlere Tonhöhe jedes Tons, und jede 100 ms davon. Danach \
        kannst du die Bank gestimmt oder mit geraden Tönen speichern, für jedes Programm, das \
        SoundFonts spielt.
        """
      )
    case .tuningLegend:
      (
        """
        Cents above each key: orange as recorded, blue in tune. A dot is the mean pitch of a note, \
        a line the range of its 100 ms.
        """,
        """
        Cent über jeder Taste: orange wie aufgenommen, blau gestimmt. Ein Punkt ist die mittlere \
        Tonhöhe eines Tons, eine Linie der Bereich seiner 100 ms.
        """
      )
    case .tuningResult(let mean, let after, let window, let windowAfter):
      (
        """
        Notes on average: within \(mean) cents as recorded, \(after) in tune. Every 100 ms: within \
        \(window) and \(windowAfter).
        """,
        """
        Töne im Mittel: auf \(mean) Cent wie aufgenommen, \(after) gestimmt. Alle 100 ms: auf \
        \(window) und \(windowAfter).
        """
      )
    default: ("", "")
    }
  }
}
