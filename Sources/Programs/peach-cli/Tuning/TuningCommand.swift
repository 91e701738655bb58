import PeachServices

enum TuningCommand: Command {
  static let syntax = Syntax(
    name: "tuning", summary: "Show the pure chords of a song, and temperaments",
    purpose: "Shows how --adaptive tunes the chords of a song, and lists temperaments.",
    usage: [
      "SONG.mid --adaptive [options]", "--tuning NAME|FILE -o FILE.syx|.mid|.tun",
      "--list [--json]",
    ], operands: ["[SONG.mid]"],
    groups: [
      "Song": Syntax.Option.adaptiveOptions + [
        .tuning, .tuningRoot, .scale, .keyboardMapping, .song,
        .flag("svg", "print a piano roll with the cents of each note as SVG"),
      ],
      "Temperaments": [
        .flag("list", "list the temperaments, and their fifths or ratios"),
        .value(
          "output", "FILE",
          "write --tuning as a message of MIDI Tuning Standard, .syx or .mid, for the plug-ins\n"
            + "and other instruments, or as .tun", short: "o"), .force,
      ],
    ],
    options: [.json],
    notes: [
      "Each line is a chord, with the cents of its notes from equal temperament, and the\n"
        + "intervals that are not pure. Repeated notes that move by 4 cents or more are listed.",
      "Fractions of --list are those by which fifths are narrower (−) or wider (+) than 3/2:\n"
        + "P of the Pythagorean comma, 23.46 cents, S of the syntonic comma, 21.51 cents. Other\n"
        + "fifths are pure. Ratios are those of the twelve notes above the root. A4 keeps its\n"
        + "frequency.",
    ],
    examples: [
      "peach tuning hymn.mid --adaptive": "Show the chords of a song in pure intervals.",
      "peach tuning hymn.mid --adaptive seven --svg > hymn.svg": "Draw them.",
      "peach tuning --list": "List all temperaments.",
      "peach tuning --tuning FILE.scl -o scale.syx": "Write a message that tunes a plug-in.",
      "peach render suite.mid --tuning vallotti --a4 415": "Render a song in one of them.",
    ])

  static func run(_ arguments: Arguments) throws {
    if let song = arguments.operands.first { return try report(on: song, arguments) }
    if let path = arguments.value("output") { return try write(to: path, arguments) }
    guard arguments.has("list") else {
      throw UsageError(reason: "Missing argument SONG.mid, or option --list.")
    }
    let others = Syntax.Option.adaptiveOptions.map(\.name) + ["svg", "song"]
    for name in others where arguments.has(name) {
      throw UsageError(reason: "--\(name) requires a song.")
    }
    if arguments.has("json") {
      return try Console.print(json: Temperament.allCases.map(json))
    }
    for temperament in Temperament.allCases {
      Console.print("\(temperament.rawValue.padded(to: 28))\(temperament.title)")
      for line in lines(temperament) { Console.print("    \(line)") }
    }
  }

  private static func report(on song: String, _ arguments: Arguments) throws {
    for name in ["list", "output"] where arguments.has(name) {
      throw UsageError(reason: "--\(name) takes no song.")
    }
    let settings = CommonOptions.settings()
    guard let adaptive = try arguments.adaptiveTuning(settings) else {
      throw UsageError(reason: "A song requires --adaptive.")
    }
    if arguments.has("json"), arguments.has("svg") {
      throw UsageError(reason: "--json and --svg exclude each other.")
    }
    let temperament = try arguments.tuning(settings)
    let file = try arguments.song(at: song)
    try RenderCommand.naming(song) { try adaptive.checkNoteCount(of: file) }
    let text = SongTuningText(
      path: song, file, SongTuning(file, adaptive, temperament: temperament))
    if arguments.has("json") { return try Console.print(json: text.json) }
    Console.print(arguments.has("svg") ? text.svg : text.text)
  }

  /// Writes a tuning to a file.
  private static func write(to path: String, _ arguments: Arguments) throws {
    let others = Syntax.Option.adaptiveOptions.map(\.name) + ["svg", "song", "list", "json"]
    for name in others where arguments.has(name) {
      throw UsageError(reason: "--\(name) and --output exclude each other.")
    }
    guard let tuning = try arguments.tuning(CommonOptions.settings()) else {
      throw UsageError(reason: "--output requires --tuning.")
    }
    guard let kind = KeyboardTuning.FileKind(path: path) else {
      throw UsageError(
        reason: "The name of the output file must end in .syx, .mid or .tun: \(path).")
    }
    try CommonOptions.checkReplacing(path, arguments)
    let name = arguments.value("tuning") ?? arguments.value("scale") ?? "tuning"
    try FileAccess.write(
      tuning.bytes(of: kind, name: FileAccess.fileName(of: name)), to: path)
    let count = tuning.unwrittenKeyCount(of: kind)
    if count > 0 {
      Console.warning("\(count) keys have no pitch that the file can have. They keep theirs.")
    }
    Console.info("\(path): the pitches of 128 keys")
  }

  private static func json(_ temperament: Temperament) -> JSON {
    [
      "name": temperament.rawValue, "title": temperament.title,
      "fifthsCents": temperament.fifths?.map { $0.cents.rounded(toDecimals: 6) },
      "ratios": temperament.ratios?.map { "\($0.numerator)/\($0.denominator)" },
      "deviationsCents": temperament.deviations.map { $0.rounded(toDecimals: 6) },
    ]
  }

  private static let fifthNames = [
    "C–G", "G–D", "D–A", "A–E", "E–B", "B–F♯", "F♯–C♯", "C♯–G♯", "G♯–E♭", "E♭–B♭", "B♭–F", "F–C",
  ]

  /// Returns the fifths that are not pure, by their tempering, or the ratios.
  private static func lines(_ temperament: Temperament) -> [String] {
    if let ratios = temperament.ratios {
      return [ratios.map { "\($0.numerator)/\($0.denominator)" }.joined(separator: " ")]
    }
    let fifths = temperament.fifths ?? []
    var kinds: [TemperedFifth] = []
    for fifth in fifths where !kinds.contains(fifth) && fifth.cents != 0 { kinds.append(fifth) }
    return kinds.map { kind in
      let names = zip(fifths, fifthNames).filter { $0.0 == kind }.map(\.1)
      let list = names.count == 12 ? "all fifths" : names.joined(separator: " ")
      return "\(text(kind)) (\(signed(kind.cents, decimals: 2)) cents): \(list)"
    }
  }

  private static func text(_ fifth: TemperedFifth) -> String {
    let parts = [(fifth.pythagorean, "P"), (fifth.syntonic, "S")].filter { $0.0.numerator != 0 }
    return parts.map { fraction, comma in
      let sign = fraction.numerator < 0 ? "−" : "+"
      let magnitude = abs(fraction.numerator)
      return fraction.denominator == 1
        ? "\(sign)\(magnitude == 1 ? "" : "\(magnitude) ")\(comma)"
        : "\(sign)\(magnitude)/\(fraction.denominator) \(comma)"
    }.joined(separator: " ")
  }

  private static func signed(_ value: Double, decimals: Int) -> String {
    "\(value < 0 ? "−" : "+")\(abs(value).decimals(decimals))"
  }
}
