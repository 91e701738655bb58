/// The texts of the page about files and the tuning of banks. Placeholders are %1, %2 and so on.
enum BankText: UInt8, CaseIterable {
  case addBankHint, addFolder, storageUsed, elsewhere, claim, tuning, tuningQuestion
  case tuningPurpose, prove, measuringBank, halt, tuningDone, tuningLegend, saveTuned
  case saveStraight, straighten, tuningFormats, showPlot, library, add, view, searchCount, all
  case onlyStraight, onlyUnmeasured, soloists, shipped, bankCounts, showAll, inUse, use, compass
  case chooseFiles, keyboardTuning, midiKeyboards, otherBanks, meanwhile
  case worstPreset, halfAreOff, inTune, inTuneMeaning, withStraight, withStraightMeaning
  case leastFirst, asRecorded, windows, tuningResult, off, pureChords, pureFive, pureSeven
  case pureChordsWhy, pianoOctaves, asTuned, stretch, pianoOctavesWhy, allInTune, offCount
  case timeLeft, computerKeys, example, exampleMeaning
  case exampleName

  /// Of each text a line in English, and one in German.
  static let lines = textLines(
    """
    Choose files or folders, or drop them on the page: SF2, SF3, DLS or audio files, and folders \
    with SFZ, EXS24 or aupreset instruments and their samples. They stay on this device.
    Wähle Dateien oder Ordner, oder zieh sie auf die Seite: SF2-, SF3-, DLS- oder Audiodateien, \
    und Ordner mit SFZ-, EXS24- oder aupreset-Instrumenten und ihren Samples. Sie bleiben auf \
    diesem Gerät.
    Choose a folder
    Ordner wählen
    %1\u{A0}MB of %2\u{A0}GB used on this device
    %1\u{A0}MB von %2\u{A0}GB auf diesem Gerät belegt
    Peach is open in another window of this browser, which stores your trials.
    Peach ist in einem anderen Fenster dieses Browsers offen, das deine Versuche speichert.
    Use Peach here
    Peach hier verwenden
    Tuning
    Stimmung
    How well in tune is your bank?
    Wie gut stimmt deine Bank?
    Every instrument is measured: the mean pitch of each note, and each 100\u{A0}ms of it. Then \
    you can save the bank in tune, or with straight tones, for any player of SoundFonts.
    Jedes Instrument wird gemessen: die mittlere Tonhöhe jedes Tons, und jede 100\u{A0}ms davon. \
    Danach kannst du die Bank gestimmt oder mit geraden Tönen speichern, für jedes Programm, \
    das SoundFonts spielt.
    Check the tuning
    Stimmung prüfen
    Measuring
    Gemessen wird
    Stop
    Anhalten
    The bank was measured.
    Die Bank ist gemessen.
    Cents above each key: the mean pitch of a note, and as a line the range of its 100\u{A0}ms.
    Cent über jeder Taste: die mittlere Tonhöhe eines Tons, als Linie der Bereich seiner \
    100\u{A0}ms.
    Save the bank in tune
    Gestimmte Bank speichern
    Save the bank with straight tones
    Bank mit geraden Tönen speichern
    Straighten the tones
    Töne gerade machen
    Only SF2 and SF3 banks can be saved in tune.
    Nur SF2- und SF3-Banken können gestimmt gespeichert werden.
    Show the plot
    Diagramm zeigen
    Library
    Bibliothek
    Add
    Hinzufügen
    View
    Ansicht
    Search %1 instruments
    %1 Instrumente durchsuchen
    All
    Alle
    Straight
    Gerade
    Not measured
    Nicht gemessen
    Straight soloists
    Gerade Solisten
    Part of Peach
    Teil von Peach
    %1 instruments, %2 measured
    %1 Instrumente, %2 gemessen
    Show all %1
    Alle %1 zeigen
    In use
    In Gebrauch
    Use
    Verwenden
    Compass %1
    Umfang %1
    Choose files
    Dateien wählen
    Tuning of the keyboard
    Stimmung der Klaviatur
    MIDI keyboards
    MIDI-Keyboards
    Check a bank
    Eine Bank prüfen
    You can play and practise meanwhile.
    Du kannst währenddessen spielen und üben.
    The least in tune is “%1”: off by up to %2\u{A0}cents.
    Am schlechtesten gestimmt ist „%1“: bis zu %2\u{A0}Cent daneben.
    Half of the instruments have a note that is off by %1\u{A0}cents or more.
    Die Hälfte der Instrumente hat einen Ton, der um %1\u{A0}Cent oder mehr abweicht.
    In tune
    Gestimmt
    Every note gets its right mean pitch. Vibrato stays. For any player of SoundFonts.
    Jeder Ton bekommt seine richtige mittlere Höhe. Das Vibrato bleibt. Für jedes Programm, \
    das SoundFonts spielt.
    With straight tones
    Mit geraden Tönen
    Vibrato and drift are removed, too, where the instrument allows it: for ear training and \
    for other temperaments.
    Auch Vibrato und Schwankung sind entfernt, wo das Instrument es erlaubt: zum Üben und \
    für andere Temperaturen.
    Instruments, the least in tune first
    Instrumente, die am schlechtesten gestimmten zuerst
    As recorded
    Wie aufgenommen
    Each 100\u{A0}ms
    Je 100\u{A0}ms
    Notes on average: within %1\u{A0}cents as recorded, %2 in tune. Every 100\u{A0}ms: \
    within %3 and \
    %4.
    Töne im Mittel: auf %1\u{A0}Cent wie aufgenommen, %2 gestimmt. Alle 100\u{A0}ms: auf %3 und %4.
    off
    aus
    Pure chords
    Reine Akkorde
    on
    ein
    on, sevenths 7:4
    ein, Septimen 7:4
    Thirds and fifths of the keyboard and of songs without beats. Only straight tones show it: \
    the keyboard plays them, songs play the tones of their banks.
    Terzen und Quinten der Klaviatur und der Stücke ohne Schwebungen. Das hörst du nur bei \
    geraden Tönen: Die Klaviatur spielt sie, Stücke spielen die Töne ihrer Banken.
    Octaves of pianos
    Oktaven von Klavieren
    stretched as tuners do
    gespreizt wie vom Klavierstimmer
    Stretch
    Spreizung
    The overtones of strings are sharp. Stretched octaves do not beat with them. Pianos of \
    songs are tuned first, which takes some seconds.
    Die Obertöne von Saiten sind zu hoch. Gespreizte Oktaven schweben nicht mit ihnen. Klaviere \
    in Stücken werden dafür erst gestimmt, was einige Sekunden dauert.
    Every instrument is in tune within %1\u{A0}cents.
    Jedes Instrument stimmt auf %1\u{A0}Cent genau.
    Off by more than %1\u{A0}cents: %2
    Um mehr als %1\u{A0}Cent daneben: %2
    about %1 more
    noch etwa %1
    The computer's keys A to P play, too.
    Die Tasten A bis P des Computers spielen auch.
    Or listen to an example
    Oder hör dir ein Beispiel an
    Four voices, which the soloists of the page play
    Vier Stimmen, gespielt von den Solisten der Seite
    Ode to Joy
    Ode an die Freude
    """)
}
