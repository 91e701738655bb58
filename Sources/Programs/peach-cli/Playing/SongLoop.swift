import Peach
import PeachTrainerUI

/// Plays songs one after another on a device, and handles keys at a terminal.
final class SongLoop {
  private let session: SongSession
  private let bank: SoundBank
  private let options: SongOptions
  private var queue: SongQueue
  private let terminal: SongTerminal
  private var song: LoadedSong?
  private var isPaused = false
  private var failure: (any Error)?

  /// The time between two updates of the line, and of a file's version.
  private static let milliseconds: Int32 = 40
  private static let updatesPerVersion = 10
  private static let volumeStep = 1.122_018_454_301_963_3  // 1 dB

  static let help = """
    Space pause · ← → bar · , . second · ↑ ↓ volume · - + tempo · [ ] transpose · p n song · q quit
    """

  init(
    _ queue: SongQueue, session: SongSession, bank: SoundBank, options: SongOptions,
    terminal: SongTerminal
  ) {
    self.queue = queue
    self.session = session
    self.bank = bank
    self.options = options
    self.terminal = terminal
    session.settings = options.settings
  }

  /// Plays all songs. Throws if none could be played, or `CancellationError` if interrupted.
  func run() throws {
    if terminal.isInteractive { Console.info(Self.help) }
    try load(from: 0)
    var updates = 0
    while let song {
      updates += 1
      for key in terminal.keys(milliseconds: Self.milliseconds) where !handle(key) { return }
      if Interruption.isRequested { throw CancellationError() }
      if case .lost(let error) = session.device.state { throw error }
      if options.follows, updates.isMultiple(of: Self.updatesPerVersion),
        let version = LoadedSong.version(of: song.path), version != song.version
      {
        try reload(song)
      }
      terminal.show(line(of: song))
      if session.isFinished && !isPaused { try next(by: 1) }
    }
    if let failure { throw failure }
  }

  /// Loads the current song of the queue, or the next one that can be played.
  private func load(from seconds: Double) throws {
    while true {
      do {
        try play(try LoadedSong(queue.current), from: seconds)
        return
      } catch {
        if queue.paths.count == 1 { throw error }
        failure = error
        terminal.printLine("peach: error: \(ErrorRemedy.message(for: error))")
        guard queue.advance(by: 1) else {
          song = nil
          return
        }
      }
    }
  }

  private func play(_ loaded: LoadedSong, from seconds: Double) throws {
    try session.play(
      loaded.file, bank: bank, options: options.render,
      from: Int64(seconds * session.device.sampleRate), isPaused: isPaused)
    song = loaded
    if let bars = options.loop {
      let rate = session.device.sampleRate
      let start = Int64(loaded.seconds(ofBar: bars.lowerBound) * rate)
      let end = Int64(loaded.seconds(ofBar: bars.upperBound + 1) * rate)
      session.player?.setLoop(start..<max(end, start))
      if seconds == 0 && start > 0 { session.player?.seek(to: start) }
    }
    terminal.printLine("\(loaded.name): \(Self.time(loaded.durationSeconds))")
    for preset in session.player?.missingPresets ?? [] {
      terminal.printLine(
        "peach: warning: The bank has no preset \(preset.bank):\(preset.program).")
    }
  }

  private func reload(_ song: LoadedSong) throws {
    // A file that is being written may be incomplete: it is read again when it changes.
    guard let loaded = try? LoadedSong(song.path) else { return }
    try play(loaded, from: min(seconds, loaded.durationSeconds))
  }

  private func next(by count: Int) throws {
    if queue.advance(by: count) { try load(from: 0) } else if count > 0 { song = nil }
  }

  private var seconds: Double {
    Double(session.player?.position.songFrame ?? 0) / session.device.sampleRate
  }

  /// Handles a key. Returns `false` if the program is to end.
  private func handle(_ key: TrainerKey) -> Bool {
    switch key {
    case .interrupt, .escape: return false
    case .space:
      isPaused.toggle()
      if isPaused { session.player?.pause() } else { session.player?.play() }
    case .left: seek(byBars: -1)
    case .right: seek(byBars: 1)
    case .home: seek(to: 0)
    case .up: changeVolume(by: Self.volumeStep)
    case .down: changeVolume(by: 1 / Self.volumeStep)
    default:
      switch key.letter {
      case "q"?: return false
      case ","?: seek(to: seconds - 1)
      case "."?: seek(to: seconds + 1)
      case "-"?: session.settings.rate = max((session.settings.rate * 100 - 5).rounded() / 100, 0.1)
      case "+"?, "="?:
        session.settings.rate = min((session.settings.rate * 100 + 5).rounded() / 100, 10)
      case "["?: session.settings.transposition = max(session.settings.transposition - 1, -48)
      case "]"?: session.settings.transposition = min(session.settings.transposition + 1, 48)
      case "n"?: try? next(by: 1)
      case "p"?: previous()
      default: break
      }
    }
    return true
  }

  /// Returns to the start of the song, or from its first two seconds to the previous one.
  private func previous() {
    if seconds > 2 || queue.index == 0 { seek(to: 0) } else { try? next(by: -1) }
  }

  private func changeVolume(by factor: Double) {
    session.settings.volume = Float(min(max(Double(session.settings.volume) * factor, 0.001), 4))
  }

  private func seek(to seconds: Double) {
    session.player?.seek(to: Int64(max(seconds, 0) * session.device.sampleRate))
  }

  private func seek(byBars count: Int) {
    guard let song, let position = song.outline.musicalPosition(atSeconds: seconds) else {
      return seek(to: seconds + 2 * Double(count))
    }
    // To the start of this bar first, as players do.
    let isInBar = seconds - song.seconds(ofBar: position.bar) > 0.5
    seek(to: song.seconds(ofBar: position.bar + (count < 0 && isInBar ? 0 : count)))
  }

  /// Returns a line such as `▶ bar 12.3 · 0:31/2:05 · 120 bpm · 23 voices · Verse 1`.
  private func line(of song: LoadedSong) -> String {
    let settings = session.settings
    var parts: [String] = []
    let seconds = seconds
    let position = song.outline.musicalPosition(atSeconds: seconds)
    if let position { parts.append("bar \(position.bar).\(position.beat)") }
    parts.append("\(Self.time(seconds))/\(Self.time(song.durationSeconds))")
    if let tempo = position?.quarterNotesPerMinute {
      let percent = settings.rate == 1 ? "" : " (\((settings.rate * 100).decimals(0)) %)"
      parts.append("\((tempo * settings.rate).decimals(0)) bpm\(percent)")
    }
    if settings.transposition != 0 {
      parts.append("\(settings.transposition > 0 ? "+" : "−")\(abs(settings.transposition)) st")
    }
    if settings.volume != 1 {
      parts.append("\(PlayCommand.decibels(settings.volume)) dB")
    }
    parts.append(Console.count(session.player?.soundingVoiceCount ?? 0, "voice"))
    let text = song.text(atSeconds: seconds)
    if !text.isEmpty { parts.append(text) }
    return (isPaused ? "⏸ " : "▶ ") + parts.joined(separator: " · ")
  }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return "\(whole / 60):" + "\(whole % 60)".leftPadded(to: 2, with: "0")
  }
}
