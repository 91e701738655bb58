import PeachServices
import PeachTrainerUI

enum ProfileCommand: Command {
  static let syntax = Syntax(
    name: "profile", summary: "Show your discrimination threshold across the keyboard",
    purpose: "Shows your discrimination threshold across the keyboard and over time.",
    options: [
      .value("svg", "FILE.svg", "draw the profile as SVG"),
      .value("png", "FILE.png", "draw the profile as PNG, with rsvg-convert"),
      .flag("include-silent", "count trials without an audio device (--null-audio), too"),
      .language, .json,
    ],
    examples: [
      "peach profile": "Show the threshold, its credible interval and your progress.",
      "peach profile --png ear.png": "Draw a picture to share.",
      "peach trials export trials.csv": "Export the trials.",
    ])

  static func run(_ arguments: Arguments) throws {
    let preferences = TrainCommand.savedPreferences(CommonOptions.settings()).preferences
    let texts = TrainerTexts(try TrainCommand.language(arguments) ?? preferences.language)
    let history = try TrialStore(environment: Console.environment)
      .history(
        since: preferences.countsSince, includesSilent: arguments.has("include-silent"))
    try draw(history, texts, arguments)
    try Console.print(
      ListenerReport(profile: ListenerProfile(history), texts: texts), asJSON: arguments.has("json")
    )
  }

  private static func draw(
    _ history: TrainingHistory, _ texts: TrainerTexts, _ arguments: Arguments
  ) throws {
    let (svgPath, pngPath) = (arguments.value("svg"), arguments.value("png"))
    if svgPath == nil && pngPath == nil { return }
    guard history.comparisonCount + history.matchingCount > 0 else {
      throw CommandFailure(reason: ListenerReport.nothing(texts))
    }
    let svg = ListenerPlot(ListenerProfile(history), texts).svg
    if let svgPath { try FileAccess.write(Array(svg.utf8), to: svgPath) }
    if let pngPath { try PNGRenderer(environment: Console.environment).write(svg, to: pngPath) }
  }
}
