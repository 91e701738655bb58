import Peach

/// `peach profile`: what was learnt of the user's hearing.
enum ProfileCommand: Command {
  static let syntax = Syntax(
    name: "profile", summary: "Shows how small a difference in pitch you hear, and where.",
    operands: [],
    options: [
      .init(name: "svg", value: "FILE.svg", help: "draws it: over the keyboard, and over time"),
      .init(name: "png", value: "FILE.png", help: "the same in pixels, with rsvg-convert"),
      .init(name: "language", value: "en|de", help: "English or German (as the system has it)"),
      .init(name: "json", value: nil, help: "every figure, as JSON"),
    ],
    examples: [
      ("peach profile", "the threshold with the band it is in, the curve, the progress"),
      ("peach profile --png ear.png", "a picture to share"),
      ("peach trials export trials.csv", "the trials themselves"),
    ])

  static func run(_ arguments: Arguments) throws {
    let texts = TrainerTexts(try TrainCommand.language(arguments) ?? TrainCommand.systemLanguage)
    let past = try TrialStore(environment: Console.environment).past()
    try draw(past, texts, arguments)
    if arguments.has("json") {
      try Console.print(json: ListenerReport(past))
    } else {
      Console.print(ListenerReport.text(past, texts))
    }
  }

  private static func draw(
    _ past: TrainingPast, _ texts: TrainerTexts, _ arguments: Arguments
  ) throws {
    let (vectors, pixels) = (arguments.value("svg"), arguments.value("png"))
    if vectors == nil && pixels == nil { return }
    guard past.comparisonCount > 0 else {
      throw CommandFailure(reason: texts[.profileNothing])
    }
    let svg = ListenerPlot(past, texts).svg
    if let vectors { try FileAccess.write(Array(svg.utf8), to: vectors) }
    if let pixels { try PicturePNG(environment: Console.environment).write(svg, to: pixels) }
  }
}
