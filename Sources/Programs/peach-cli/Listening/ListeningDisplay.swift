import Peach
import PeachTrainerUI

/// Shows the state of a listening test: on the screen, or as lines of text. It never knows which
/// sound is which.
struct ListeningDisplay {
  /// The stream of lines of text.
  enum Output {
    case result, error
  }

  private let kind: ListeningTestKind
  private let trialCount: Int
  private let output: Output
  private var screen: TerminalScreen?
  private var number = 0
  private var sounding: ListeningStimulus?
  private var message = ""

  init(kind: ListeningTestKind, trialCount: Int, isPlain: Bool, output: Output) {
    self.kind = kind
    self.trialCount = trialCount
    self.output = output
    // Bold and reverse video only: color carries no information.
    screen = isPlain ? nil : TerminalScreen(hasColor: false)
  }

  private var question: String {
    kind == .abx ? "Is X equal to A or to B?" : "Which is better, A or B?"
  }

  private var keys: [String] {
    kind == .abx
      ? ["A, B, X: play", "1: X is A", "2: X is B", "Q: quit"]
      : ["A, B: play", "1: A is better", "2: B is better", "0: no difference", "Q: quit"]
  }

  /// Prints the question and the keys, unless they are on the screen.
  func introduce() {
    if screen != nil { return }
    put(question)
    for key in keys { put(key) }
  }

  /// Makes the next ``draw(isSounding:)`` redraw all lines.
  mutating func clear() { screen?.clear() }

  /// Shows an effect. Prints nothing while a sound plays, because a screen reader would mask it.
  mutating func show(_ effect: ListeningEffect) {
    switch effect {
    case .begin(let number):
      self.number = number
      sounding = nil
      message = ""
      if screen == nil { put("Trial \(number) of \(trialCount)") }
    case .began(let stimulus): sounding = stimulus
    case .ask:
      message = question
      if screen == nil { put(question) }
    case .listenFirst:
      message =
        "Listen to \(kind == .abx ? "A, B and X" : "A and B") first. "
        + "Press the keys of those that you have not heard."
      if screen == nil { put(message) }
    case .play, .stopSound, .completed, .finished: break
    }
  }

  /// Draws the screen, if there is one.
  mutating func draw(isSounding: Bool) {
    guard screen != nil else { return }
    let (width, height) = TerminalMode.size
    var line = ScreenLine(" ")
    for stimulus in kind.stimuli {
      let isOn = isSounding && stimulus == sounding
      line = line.and(isOn ? "▸\(stimulus.name) " : " \(stimulus.name) ", isOn ? .chosen : .plain)
      line = line.and("  ")
    }
    var lines = [
      ScreenLine(" Blind listening test", .title)
        .and(String(repeating: " ", count: 6) + "Trial \(number) of \(trialCount)"),
      ScreenLine(""), line, ScreenLine(""), ScreenLine(" \(message)"), ScreenLine(""),
    ]
    lines += keys.map { ScreenLine(" \($0)", .key) }
    screen?.draw(lines.prefix(max(height, 0)).map { $0.cut(to: width) })
  }

  private func put(_ line: String) {
    if output == .result { Console.print(line) } else { Console.info(line) }
  }
}
