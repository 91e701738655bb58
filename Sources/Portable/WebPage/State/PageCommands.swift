import PeachTrialRecords

/// The output of a ``Page`` for its script.
package struct PageOutput: Equatable, Sendable {
  /// Commands in order, as a JSON array of arrays: the name and its arguments, strings or `null`.
  package var commands = "[]"
  /// The arguments that are `null`, in order: messages, as bytes that the script only passes on.
  package var messages: [[UInt8]] = []
}

/// Commands for the page's script, in order.
struct PageCommands {
  private var text = ""
  private var messages: [[UInt8]] = []

  /// Replaces the contents of the element with an identifier.
  mutating func set(_ identifier: String, html: String) { add("set", [identifier, html]) }
  mutating func setLanguage(_ code: String) { add("language", [code]) }
  /// Shows the page light, dark, or as the system, and keeps the choice.
  mutating func setAppearance(_ appearance: PageAppearance) {
    add("appearance", [appearance.rawValue])
  }
  mutating func setTitle(_ title: String) { add("title", [title]) }
  /// Sets the classes of the page's frame.
  mutating func setLayout(_ style: String) { add("layout", [style]) }
  /// Shows how far the note to match is from where it began.
  mutating func turnDial(cents: Double, text: String) { add("dial", ["\(cents)", text]) }
  /// Moves the focus to the heading, after a new screen was shown.
  mutating func focusHeading() { add("focus", ["heading"]) }
  /// Has a screen reader say a text.
  mutating func say(_ text: String) { add("say", [text]) }
  /// Sends a message to the engine. The arguments state whether it may start a sound or need the
  /// module of the analysis, and the bank that it removes, if any.
  mutating func send(_ message: EngineMessage) {
    var removed = ""
    if case .removeBank(let name) = message { removed = name }
    let kind = message.isAudible ? "audible" : message.needsAnalysis ? "analysis" : ""
    add("engine", [kind, removed], message: message.line)
  }
  /// Stores a trial, durably, before the commands that follow.
  mutating func store(identifier: String, line: String) { add("store", [identifier, line]) }
  mutating func save(preferences: String) { add("save", [preferences]) }
  /// Offers all trials in a format, `csv` or `json`, for download.
  mutating func export(format: String) { add("export", [format]) }
  /// Saves the parts of a file of a kind, the last one first; drops them if there is no name.
  mutating func saveParts(of kind: PartsKind, as name: String?) {
    add("file", [kind.rawValue, name ?? ""])
  }
  /// Sends the notes of a song to the piano roll, with the starts of the bars, names of keys, and
  /// the syllables of the lyrics.
  mutating func setRoll(
    _ notes: [UInt8], seconds: Double, bars: String, names: String, lyrics: String
  ) {
    add("roll", ["\(seconds)", bars, names, lyrics], bytes: notes)
  }
  /// Shows a loop, by its start and end in seconds if there is one, and the muted channels.
  mutating func markRoll(loop: String, muted: String) { add("mark", [loop, muted]) }
  /// Shows a position of the piano roll in seconds, and the seconds that pass in a second.
  mutating func scrollRoll(to seconds: Double, speed: Double) {
    add("scroll", ["\(seconds)", "\(speed)"])
  }
  /// Loads a bank of the page's own files, which `fetched` events are about.
  mutating func load(bank: String) { add("load", [bank]) }
  /// Asks for MIDI keyboards, whose messages are events.
  mutating func connectMIDI() { add("connect", []) }
  /// Stores the badges that have been measured.
  mutating func save(badges: String) { add("badges", [], message: badges) }
  /// Has the worker for measurements perform a request for a bank.
  mutating func analyze(bank: String, _ message: AnalysisMessage) {
    add("analyze", [bank], message: message.line)
  }
  /// Stops the worker for measurements.
  mutating func halt() { add("halt", []) }
  /// Vibrates where the device can: times in milliseconds of vibration, pause, and so on.
  mutating func vibrate(_ milliseconds: String) { add("vibrate", [milliseconds]) }
  /// Takes the page over from another window.
  mutating func claim() { add("claim", []) }
  /// Replaces the page by the version that the service worker has.
  mutating func update() { add("update", []) }
  /// Opens the page again, with the stored trials.
  mutating func reload() { add("reload", []) }
  /// The event was handled, so that the browser must not do so.
  mutating func handled() { add("handled", []) }

  /// The files whose parts come at the same time: a song from the engine, a bank from its worker.
  enum PartsKind: String { case song, bank }

  /// All commands.
  var output: PageOutput {
    PageOutput(commands: text.isEmpty ? "[]" : text + "]", messages: messages)
  }

  private mutating func add(_ name: String, _ arguments: [String], message: String) {
    add(name, arguments, bytes: Array(message.utf8))
  }

  private mutating func add(_ name: String, _ arguments: [String], bytes: [UInt8]? = nil) {
    var values = ([name] + arguments).map { JSONText.quoted($0) }
    if let bytes {
      messages.append(bytes)
      values.append("null")
    }
    text += text.isEmpty ? "[" : ","
    text += "[" + values.joined(separator: ",") + "]"
  }
}
