import PeachServices
import PeachTrainerUI

/// Shows the state of a listening test: on the screen, or as lines of text. It never knows which
/// sound is which.
struct ListeningDisplay {
  /// The stream of lines of text.
  enum Output {
    case result, error
  }

  private let kind: ListeningTestKind
  private let texts: ListeningTexts
  private let trialCount: Int
  private let output: Output
  private var screen: TerminalScreen?
  private var number = 0
  private var sounding: ListeningStimulus?
  private var message = ""

  init(
    kind: ListeningTestKind, texts: ListeningTexts, trialCount: Int, isPlain: Bool, output: Output
  ) {
    self.kind = kind
    self.texts = texts
    self.trialCount = trialCount
    self.output = output
    // Bold and reverse video only: color carries no information.
    screen = isPlain ? nil : TerminalScreen(hasColor: false)
  }

  /// Prints the question and the keys, unless they are on the screen.
  func introduce() {
    if screen != nil { return }
    put(texts.question(kind))
    for key in texts.keys(kind) { put(key) }
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
      if screen == nil { put(texts.trial(number, of: trialCount)) }
    case .began(let stimulus): sounding = stimulus
    case .ask:
      message = texts.question(kind)
      if screen == nil { put(message) }
    case .listenFirst:
      message = texts.listenFirst(kind)
      if screen == nil { put(message) }
    case .play, .stopSound, .completed, .finished: break
    }
  }

  /// Answers a letter without a function.
  mutating func show(unknown key: Unicode.Scalar) {
    message = texts.unknown(key)
    if screen == nil { for line in [message] + texts.keys(kind) { put(line) } }
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
      ScreenLine(" \(texts.heading)", .title)
        .and(String(repeating: " ", count: 6) + texts.trial(number, of: trialCount)),
      ScreenLine(""), line, ScreenLine(""), ScreenLine(" \(message)"), ScreenLine(""),
    ]
    lines += texts.keys(kind).map { ScreenLine(" \($0)", .key) }
    screen?.draw(lines.prefix(max(height, 0)).map { $0.cut(to: width) })
  }

  private func put(_ line: String) {
    if output == .result { Console.print(line) } else { Console.info(line) }
  }
}
