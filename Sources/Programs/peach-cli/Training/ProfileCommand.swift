import Peach
import PeachTrainerUI

/// `peach profile`: shows the user's discrimination thresholds.
enum ProfileCommand: Command {
  static let syntax = Syntax(
    name: "profile", summary: "Show your discrimination threshold across the keyboard",
    purpose: "Shows your discrimination threshold across the keyboard and over time.",
    groups: [
      .init(
        "Options",
        [
          .init(name: "svg", value: "FILE.svg", help: "draw the profile as SVG"),
          .init(name: "png", value: "FILE.png", help: "draw the profile as PNG, with rsvg-convert"),
          CommonOptions.language, CommonOptions.json,
        ])
    ],
    examples: [
      ("peach profile", "Show the threshold, its credible interval and your progress."),
      ("peach profile --png ear.png", "Draw a picture to share."),
      ("peach trials export trials.csv", "Export the trials."),
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
    _ past: TrainingHistory, _ texts: TrainerTexts, _ arguments: Arguments
  ) throws {
    let (svgPath, pngPath) = (arguments.value("svg"), arguments.value("png"))
    if svgPath == nil && pngPath == nil { return }
    guard past.comparisonCount > 0 else {
      throw CommandFailure(reason: texts[.profileNothing])
    }
    let svg = ListenerPlot(past, texts).svg
    if let svgPath { try FileAccess.write(Array(svg.utf8), to: svgPath) }
    if let pngPath { try PNGRenderer(environment: Console.environment).write(svg, to: pngPath) }
  }
}
