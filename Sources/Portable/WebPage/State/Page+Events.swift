import PeachEarTraining
import PeachMusicUnits
import PeachTrainerUI
import PeachTrialRecords

extension Page {
  /// Handles an event: a name and up to three values.
  ///
  /// | Event | Values |
  /// |---|---|
  /// | `key` | the key as DOM events name it, with `Shift+` if Shift is held |
  /// | `do` | the action of a control, and its value |
  /// | `midi` | status and data bytes of an instrument that is connected |
  /// | `hidden` | none; the page is no longer visible |
  /// | `storing` | the reason that trials cannot be stored; empty if they can |
  /// | `note` | a message to show |
  /// | `update` | none; a new version of the page is ready |
  /// | `quota` | the bytes that the browser stores for the page, and may store |
  /// | `fetched` | the loaded fraction of the General MIDI bank, 0…1; -1 if it cannot be loaded |
  /// | `elsewhere` | none; another window of the browser shows the page |
  /// | `alone` | none; the engine has no separate thread |
  /// | `unmeasured` | the reason that the analysis of a bank has ended |
  package func handle(
    _ event: String, _ first: String = "", _ second: String = "", _ third: String = "",
    at time: PageTime
  ) -> PageOutput {
    var commands = PageCommands()
    // Another window has the trials.
    if isElsewhere && (event, first) != ("do", "claim") { return commands.output }
    switch event {
    case "key":
      guard tab == .train, let key = TrainerKey(domName: first), acceptsKeys(key) else { break }
      commands.handled()
      reduce(.key(key), at: time, &commands)
    case "do":
      let action = PageAction(first, value: second)
      // The input may have a value that is limited or rejected.
      if action?.setsValue != false { redraw("main") }
      guard let action else { break }
      (message, problem) = ("", nil)
      perform(action, at: time, &commands)
    case "midi":
      guard let status = Self.byte(first), let first = Self.byte(second),
        let second = Self.byte(third)
      else { break }
      takeMIDI(status: status, first: first & 127, second: second & 127, at: time, &commands)
    case "hidden":
      reduce(.suspended, at: time, &commands)
      if song.isPlaying { commands.send(.song(.pause)) }
    case "storing":
      reduce(.storing(problem: first.isEmpty ? nil : first), at: time, &commands)
    case "note": problem = PageProblem(first)
    case "update": hasUpdate = true
    case "quota":
      guard let used = Double(first), let limit = Double(second) else { break }
      storage = (used, limit)
    case "fetched":
      let fraction = Double(first) ?? -1
      generalFraction = fraction < 0 ? nil : min(fraction, 1)
      if fraction < 0 { message = text(.generalFailed) }
    case "elsewhere":
      reduce(.suspended, at: time, &commands)
      if song.isPlaying { commands.send(.song(.pause)) }
      if song.renderedFraction != nil { commands.send(.song(.cancelRendering)) }
      commands.saveParts(of: .song, as: nil)
      halt(&commands)
      (isElsewhere, tab) = (true, .train)
    case "alone": isAlone = true
    case "unmeasured":
      take(.analysis(.failed(first)), at: time, &commands)
      take(.analysis(.finished), at: time, &commands)
    default: break
    }
    show(&commands)
    return commands.output
  }

  /// Handles reports of the engine or an analysis: ``TimedReport``s with line feeds between them.
  ///
  /// - Parameters:
  ///   - clock: The time at which frames of the engine are heard.
  ///   - time: The time of reports without a frame.
  package func take(
    reports: [UInt8], clock: AudioClock, at time: PageTime
  ) -> PageOutput {
    var commands = PageCommands()
    // Another window has the trials.
    if isElsewhere { return commands.output }
    for line in reports.split(separator: 0x0A) {
      guard let timed = TimedReport(line: String(decoding: line, as: UTF8.self)) else { continue }
      var heard = time
      if let frame = timed.frame { heard.seconds = clock.seconds(ofFrame: frame) }
      take(timed.report, at: heard, &commands)
    }
    show(&commands)
    return commands.output
  }

  /// Adds trials from an export in either format. Trials that are known already are ignored.
  package func importTrials(_ bytes: [UInt8]) -> PageOutput {
    var commands = PageCommands()
    do throws(TrialFormatError) {
      var count = 0
      var history = trainer.history
      for record in try TrialFormat.records(bytes) {
        let isNew = identifiers.insert(record.identifier)
        // A known trial that was withdrawn elsewhere no longer counts once the page is opened
        // again.
        guard isNew || record.isWithdrawn else { continue }
        commands.store(identifier: record.identifier, line: TrialFormat.csv.line(record))
        if isNew {
          history.add(record)
          count += 1
        }
      }
      message = text(.imported, "\(count)")
      trainer.adopt(history)
    } catch {
      problem = PageProblem(error.description)
    }
    show(&commands)
    return commands.output
  }

  /// Returns stored lines as an export file in a format, `csv` or `json`.
  package static func export(_ lines: [UInt8], format: String) -> String {
    let format = TrialFormat(rawValue: format) ?? .csv
    let file = Array(TrialFormat.csv.head.utf8) + TrialFormat.completed(lines)
    if format == .csv { return String(decoding: file, as: UTF8.self) }
    return ((try? TrialFormat.records(file)) ?? []).map { format.line($0) }.joined()
  }

  /// Keys act on the screens without lists and inputs, which have their own keys.
  private func acceptsKeys(_ key: TrainerKey) -> Bool {
    switch trainer.screen {
    case .comparison, .matching, .demonstration, .beats: key != .tab && key != .interrupt
    case .chords, .settings, .sounds, .intervals, .profile, .legend, .reset, .summary:
      key == .escape
    case .welcome, .home, .study: false
    }
  }

  private func perform(
    _ action: PageAction, at time: PageTime, _ commands: inout PageCommands
  ) {
    switch action {
    case .trainer(.previewSound(let tag)) where tab != .train:
      commands.send(.preview(tag: tag))
      hasPreviewed = true
    case .trainer(.open(let destination)): open(destination, at: time, &commands)
    case .trainer(let action):
      if case .demonstrate(let cents) = action { heardCents = cents }
      reduce(.action(action), at: time, &commands)
    case .filter(let kind): soundKind = kind
    case .expand(let bank): expandedBanks.append(bank)
    case .hear(let index): hear(index, &commands)
    // The message has been removed already, as by any action.
    case .dismiss: break
    case .show(let tab):
      if self.tab == .train && tab != .train { reduce(.suspended, at: time, &commands) }
      if tab == .train {
        leaveSettings(at: time, &commands)
        recheckSteadiness(&commands)
      }
      if hasPreviewed { commands.send(.select(tag: trainer.preferences.sound)) }
      hasPreviewed = false
      self.tab = tab
    case .search(let text): filter = text
    case .tuneKeyboard(let cents):
      keyboardCents = min(max(cents, -100), 100)
      commands.send(.tuneKeyboard(cents: keyboardCents))
    case .tuneChords(let chords):
      self.chords = chords
      commands.send(.chords(chords))
    case .stretchOctaves(let octave):
      octaves = StretchedOctaves(octave, percent: octaves.percent)
      commands.send(.octaves(octaves))
    case .stretch(let percent):
      octaves = StretchedOctaves(octaves.octave, percent: percent)
      commands.send(.octaves(octaves))
    case .moveKeyboard(let octaves):
      let range = Self.lowestKeyboardKeys
      let lowest = min(
        max(keyboardKeys.lowerBound + 12 * octaves, range.lowerBound), range.upperBound)
      keyboardKeys = lowest...(lowest + 24)
      // The keys that are replaced are never released.
      commands.send(.midi(status: 0xB0, first: 123, second: 0))
    case .export(let format): commands.export(format: format)
    case .engine(let message): commands.send(message)
    case .song(.render) where isAlone: message = text(.savingInterruptsSound)
    case .song(let control):
      if let message = song.perform(control) { commands.send(.song(message)) }
    case .tuning(let action): perform(action, &commands)
    case .claim: commands.claim()
    case .connectMIDI: commands.connectMIDI()
    case .playsMPE(let isOn):
      playsMPE = isOn
      for (controller, value) in Self.zone(memberCount: isOn ? 15 : 0) {
        commands.send(.midi(status: 0xB0, first: controller, second: value))
      }
    case .update: commands.update()
    case .appear(let chosen):
      appearance = chosen
      commands.setAppearance(chosen)
    }
  }

  /// Opens a screen of the trainer; those that the page has as views of its own are shown there.
  private func open(
    _ destination: TrainerAction.Destination, at time: PageTime, _ commands: inout PageCommands
  ) {
    var view: PageTab?
    switch destination {
    case .comparison, .intervalComparison, .matching, .purity, .width, .drone, .triad, .beats:
      lastExercise = destination
    case .profile: view = .hearing
    case .sounds, .legend: view = .instruments
    default: break
    }
    reduce(.action(.open(view == nil ? destination : .home)), at: time, &commands)
    tab = view ?? .train
  }

  /// The navigation has settings and practice side by side.
  private func leaveSettings(at time: PageTime, _ commands: inout PageCommands) {
    switch trainer.screen {
    case .settings, .intervals, .reset:
      reduce(.action(.open(.home)), at: time, &commands)
    default: break
    }
  }

  /// Plays a pair of the session again, from its summary.
  private func hear(_ index: Int, _ commands: inout PageCommands) {
    guard case .summary(let summary) = trainer.screen, index < summary.trials.count,
      case .comparison(let trial) = summary.trials[index]
    else { return }
    commands.send(.stop)
    commands.send(
      .playPair(
        TrainerCue(session: -1, number: index), reference: trial.reference, target: trial.target,
        gapSeconds: trial.gapSeconds, isUnison: trial.answer.question.interval == .unison))
  }

  private func reduce(
    _ event: TrainerEvent, at time: PageTime, _ commands: inout PageCommands
  ) {
    let timestamp = TrainerTimestamp(
      seconds: time.seconds, day: time.day, milliseconds: time.milliseconds)
    for effect in trainer.reduce(event, at: timestamp) { perform(effect, at: time, &commands) }
  }

  private func perform(
    _ effect: TrainerEffect, at time: PageTime, _ commands: inout PageCommands
  ) {
    switch effect {
    case .playPair(let cue, let reference, let target, let gap, let isUnison):
      commands.send(
        .playPair(
          cue, reference: reference, target: target, gapSeconds: gap, isUnison: isUnison))
    case .playNotes(let cue, let notes, let answerIndex):
      commands.send(.playNotes(cue, notes, answerIndex: answerIndex))
    case .playDrone(let notes):
      dialCount += 1
      commands.send(.playDrone(notes))
    case .checkSteadiness(let tag): checkSteadiness(tag: tag, &commands)
    case .playReference(let cue, let note):
      dialCount += 1
      commands.send(.playReference(cue, note))
    case .playTarget(let note, let like): commands.send(.playTarget(note, like: like))
    case .bend(let frequency): commands.send(.bend(frequency))
    case .stopNotes: commands.send(.stop)
    case .preview(let tag): commands.send(.preview(tag: tag))
    case .chooseSound(let tag): commands.send(.select(tag: tag))
    case .measure(let tag): measure(tag: tag, &commands)
    case .store(let trial, let sound):
      var record = TrialRecord(
        trial, sound: sound, milliseconds: time.milliseconds, day: time.day,
        identifier: TrialRecord.identifier(random.next(), random.next()))
      record.origin = TrialOrigin(sessionNumber: trainer.sessionNumber, run: run)
      _ = identifiers.insert(record.identifier)
      lastRecord = record
      commands.store(identifier: record.identifier, line: TrialFormat.csv.line(record))
      if case .comparison(let trial) = trial {
        commands.vibrate(trial.answer.isRight ? "20" : "40 60 40")
      }
    // Studies are presented in the terminal.
    case .storeStudyTrial: break
    case .withdraw:
      guard var record = lastRecord else { break }
      record.isWithdrawn = true
      commands.store(identifier: record.identifier, line: TrialFormat.csv.line(record))
    case .reloadHistory: commands.reload()
    case .showFeedback(let cue, let seconds): commands.send(.wait(cue, seconds: seconds))
    case .savePreferences(let preferences): commands.save(preferences: preferences.json)
    case .quit: break
    }
  }

  private static func byte(_ text: String) -> UInt8? { Int(text).flatMap { UInt8(exactly: $0) } }

  private func take(
    _ report: EngineReport, at time: PageTime, _ commands: inout PageCommands
  ) {
    switch report {
    case .targetBegan(let cue): reduce(.targetBegan(cue), at: time, &commands)
    case .targetEnded(let cue): reduce(.targetEnded(cue), at: time, &commands)
    case .referenceEnded(let cue): reduce(.referenceEnded(cue), at: time, &commands)
    case .waited(let cue): reduce(.feedbackEnded(cue), at: time, &commands)
    case .bank(let name, let count):
      forgetAnalysis(of: name, &commands)
      banks.removeAll { $0.name == name }
      banks.append(LoadedBank(name: name, byteCount: count))
      if name == Self.generalBank { playWithGeneralBank(&commands) }
    case .removedBank(let name):
      forgetAnalysis(of: name, &commands)
      banks.removeAll { $0.name == name }
      trainer.removeSounds(bank: name)
      song.removeBank(named: name)
    case .sound(let sound): trainer.addSound(withKnownBadge(sound))
    case .note(let text): problem = PageProblem(text)
    case .analysis(let report): take(report, at: time, &commands)
    case .song(let report): take(report, &commands)
    }
  }

  /// Returns the MPE Configuration Message of the lower zone, controllers and their values (MPE 1.0
  /// §2.1.1), and the end of data entry.
  private static func zone(memberCount: UInt8) -> [(controller: UInt8, value: UInt8)] {
    [(101, 0), (100, 6), (6, memberCount), (101, 127), (100, 127)]
  }

  /// Handles a message of a MIDI keyboard. Keys and wheel answer while a training screen is shown;
  /// otherwise they play the selected sound.
  private func takeMIDI(
    status: UInt8, first: UInt8, second: UInt8, at time: PageTime, _ commands: inout PageCommands
  ) {
    // Releases always arrive, also of keys and pedals that were held before the training screen.
    let isRelease =
      switch status & 0xF0 {
      case 0x80: true
      case 0x90: second == 0
      case 0xB0: first != 64 || second < 64
      default: false
      }
    if tab == .train && trainer.takesMIDI {
      reduce(.midi(status: status, first: first, second: second), at: time, &commands)
      if !isRelease { return }
    }
    if status >= 0x80 && status < 0xF0 {
      commands.send(.midi(status: status, first: first, second: second))
    }
  }
}
