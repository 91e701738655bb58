import PeachMusicUnits
import PeachTrainerUI

/// Measuring and tuning of banks.
extension Page {
  func analyze(
    _ message: AnalysisMessage, of bank: String, _ commands: inout PageCommands
  ) {
    if let request = analysis.add(.init(bank: bank, message: message)) {
      commands.analyze(bank: request.bank, request.message)
    }
  }

  /// Measures a preset that the trainer asks for.
  func measure(tag: String, _ commands: inout PageCommands) {
    guard let bank = trainer.sounds.first(where: { $0.tag == tag })?.bank else { return }
    analyze(.measure(tag: tag), of: bank, &commands)
  }

  /// Has the sound checked if the exercises with chords are shown again, and another one was
  /// chosen meanwhile, or its check was stopped.
  func recheckSteadiness(_ commands: inout PageCommands) {
    guard case .chords = trainer.screen, trainer.sound.steadiness == nil else { return }
    checkSteadiness(tag: trainer.sound.tag, &commands)
  }

  /// Has a preset checked whose chords the trainer wants to play.
  func checkSteadiness(tag: String, _ commands: inout PageCommands) {
    guard let sound = trainer.sounds.first(where: { $0.tag == tag }) else { return }
    analyze(.checkSteadiness(tag: tag), of: sound.bank, &commands)
  }

  func perform(_ action: TuningAction, _ commands: inout PageCommands) {
    switch action {
    case .prove(let bank):
      tab = .tuning
      analyze(.prove, of: bank, &commands)
    case .straighten: analyze(.straighten, of: analysis.bank, &commands)
    case .write(let isStraight):
      analyze(.write(straight: isStraight), of: analysis.bank, &commands)
    case .toggleInaccurate: analysis.showsOnlyInaccurate.toggle()
    case .plot(let tag): analysis.plotted.append(tag)
    case .halt: halt(&commands)
    }
  }

  func halt(_ commands: inout PageCommands) {
    for request in analysis.requests { endMeasurement(request) }
    analysis.halt()
    commands.halt()
  }

  /// Drops the measurements of a bank that was added again or removed.
  func forgetAnalysis(of bank: String, _ commands: inout PageCommands) {
    for request in analysis.requests where request.bank == bank { endMeasurement(request) }
    let (isOpened, next) = analysis.forget(bank: bank)
    if isOpened { commands.halt() }
    if let next { commands.analyze(bank: next.bank, next.message) }
  }

  func take(_ report: AnalysisReport, at time: PageTime, _ commands: inout PageCommands) {
    analysis.take(report, at: time.seconds)
    switch report {
    case .progress: break
    case .preset(let proof):
      guard let badge = proof.badge,
        let bank = trainer.sounds.first(where: { $0.tag == proof.tag })?.bank,
        bank == analysis.requests.first?.bank
      else { break }
      badges.setValue(
        StoredBadge(tag: proof.tag, byteCount: byteCount(of: bank), badge: badge), for: proof.tag)
      trainer.setBadge(badge, of: proof.tag)
    case .steadiness(let tag, let steadiness):
      trainer.setSteadiness(steadiness, of: tag)
      if tag == trainer.sound.tag && steadiness == .steady { commands.send(.prepareChords) }
    case .failed(let reason):
      problem = PageProblem(reason)
      if let request = analysis.requests.first { endMeasurement(request) }
    case .finished:
      let (done, next) = analysis.finish()
      if let done {
        switch done.message {
        case .write(let isStraight):
          commands.saveParts(of: .bank, as: Self.fileName(of: done.bank, isStraight: isStraight))
        case .measure, .prove:
          commands.save(badges: badges.values.map { $0.line }.joined(separator: "\n"))
        case .straighten, .checkSteadiness: break
        }
        if done.message == .prove || done.message == .straighten {
          commands.say(text(.tuningDone))
        }
      }
      if let next { commands.analyze(bank: next.bank, next.message) }
    }
  }

  /// Shows that a preset is not being measured any more.
  private func endMeasurement(_ request: AnalysisState.Request) {
    if case .measure(let tag) = request.message { trainer.endMeasurement(of: tag) }
  }

  /// Returns a sound with its badge, if that was measured before.
  func withKnownBadge(_ sound: TrainerSound) -> TrainerSound {
    var sound = sound
    if let known = badges[sound.tag], known.byteCount == byteCount(of: sound.bank) {
      sound.badge = known.badge
    }
    return sound
  }

  private func byteCount(of bank: String) -> Int {
    banks.first { $0.name == bank }?.byteCount ?? 0
  }

  /// Returns `my tuned.sf2` or `my straight.sf2` for `my.sf2`.
  private static func fileName(of bank: String, isStraight: Bool) -> String {
    let end = bank.utf8.lastIndex(of: 0x2E) ?? bank.endIndex
    return "\(bank[..<end]) \(isStraight ? "straight" : "tuned")\(bank[end...])"
  }
}

/// The stored badge of a preset, which was measured in a bank of some size.
struct StoredBadge: MessageField {
  var tag: String
  var byteCount: Int
  var badge: IntonationBadge

  init(tag: String, byteCount: Int, badge: IntonationBadge) {
    (self.tag, self.byteCount, self.badge) = (tag, byteCount, badge)
  }

  init?(from fields: inout MessageReader) {
    guard let tag = fields.next(), let byteCount = Int(from: &fields),
      let badge = IntonationBadge(from: &fields)
    else { return nil }
    self.init(tag: tag, byteCount: byteCount, badge: badge)
  }

  package func write(to fields: inout MessageWriter) {
    fields.append(tag)
    fields.add(byteCount)
    fields.add(badge)
  }

  /// Parses a line for each badge. Invalid ones are ignored.
  static func all(in text: String) -> KeyedArray<String, StoredBadge> {
    var badges = KeyedArray<String, StoredBadge>()
    for line in text.split(separator: "\n") {
      var fields = MessageReader(String(line))
      guard let stored = StoredBadge(from: &fields) else { continue }
      badges.setValue(stored, for: stored.tag)
    }
    return badges
  }
}

/// An action of the screen about the tuning of banks.
package enum TuningAction: Equatable, Sendable {
  case prove(bank: String)
  case straighten
  case write(straight: Bool)
  /// Shows the plot of a preset.
  case plot(tag: String)
  /// Shows all presets, or only those that are notably off.
  case toggleInaccurate
  case halt

  /// Returns `nil` if the name is not that of an action.
  init?(_ name: String, _ argument: String) {
    switch name {
    case "prove": self = .prove(bank: argument)
    case "straighten": self = .straighten
    case "write":
      guard argument == "tuned" || argument == "straight" else { return nil }
      self = .write(straight: argument == "straight")
    case "plot": self = .plot(tag: argument)
    case "inaccurate": self = .toggleInaccurate
    case "halt": self = .halt
    default: return nil
    }
  }
}
