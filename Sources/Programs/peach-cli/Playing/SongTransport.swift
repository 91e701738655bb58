import PeachServices
import PeachTrainerUI

/// Plays songs one after another on a device, and handles keys at a terminal.
final class SongTransport {
  private let session: SongSession
  private let banks: BankStack
  private let options: SongOptions
  private var queue: SongQueue
  private let terminal: SongTerminal
  private var song: LoadedSong?
  private var isPaused = false
  private var hasFailed = false
  private var lacksSamples = false

  /// The time between two updates of the line, and of a file's version.
  private static let milliseconds: Int32 = 40
  private static let updatesPerVersion = 10
  private static let volumeStep = 1.122_018_454_301_963_3  // 1 dB

  static let help = """
    Space pause · ← → bar · , . second · ↑ ↓ volume · - + tempo
    [ ] transpose · c click · p n song · q quit
    """

  init(
    _ queue: SongQueue, session: SongSession, banks: BankStack, options: SongOptions,
    terminal: SongTerminal
  ) throws {
    self.queue = queue
    self.session = session
    self.banks = banks
    self.options = options
    self.terminal = terminal
    try session.set(options.settings)
  }

  /// Plays all songs. Throws if one of them cannot be played, or `CancellationError` if
  /// interrupted.
  func run() throws {
    if terminal.isInteractive { Console.info(Self.help) }
    try load(movingBy: 1)
    var updates = 0
    while let song {
      updates += 1
      for key in terminal.keys(milliseconds: Self.milliseconds) {
        do {
          if try !handle(key) { return }
        } catch let error as LiveCommandError {
          terminal.printLine("peach: error: \(error)")
        }
      }
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
    if hasFailed { throw CommandExit(status: ExitStatus.failure) }
    if lacksSamples { throw CommandExit(status: ExitStatus.incomplete) }
  }

  /// Loads the current song of the queue; if it cannot be played, the next one in a direction.
  private func load(movingBy count: Int) throws {
    while true {
      do {
        try play(try LoadedSong(queue.current, options))
        return
      } catch let error as AudioDeviceError {
        throw error
      } catch {
        if queue.paths.count == 1 { throw error }
        hasFailed = true
        terminal.printLine("peach: error: \(ErrorRemedy.message(for: error))")
        guard queue.advance(by: count) else {
          // At the start of the queue, the present song continues.
          if count > 0 { song = nil }
          return
        }
      }
    }
  }

  /// Plays a song from a frame, or from the start of the repeated bars. At a terminal, Ctrl-C ends
  /// the program while it is loaded.
  private func play(_ loaded: LoadedSong, from frame: Int64 = 0) throws {
    let bars = try repeatedFrames(of: loaded)
    try CommonOptions.checkBanks(banks, for: loaded.file)
    terminal.restore()
    defer { terminal.enter() }
    try session.play(
      loaded.file, banks: banks, options: options.render,
      from: frame == 0 ? bars?.lowerBound ?? 0 : frame, loop: bars, isPaused: isPaused)
    song = loaded
    let format = loaded.formatName.map { ", \($0)" } ?? ""
    terminal.printLine("\(loaded.name): \(Self.time(loaded.durationSeconds))\(format)")
    for line in loaded.portLines { terminal.printLine(line) }
    if let silence = loaded.silence(muting: session.settings.mutedChannels) {
      terminal.printLine("peach: warning: \(silence)")
    }
    if loaded.lacksLoops {
      terminal.printLine("peach: warning: The song marks no loop: it plays without repetitions.")
    }
    for warning in session.warnings { terminal.printLine("peach: warning: \(warning)") }
    for preset in session.player?.missingPresets ?? [] {
      terminal.printLine(
        "peach: warning: The bank has no preset \(preset.bank):\(preset.program).")
    }
    for text in session.player?.missingSamples ?? [] {
      lacksSamples = true
      terminal.printLine("peach: warning: \(text)")
    }
  }

  /// Returns the frames of `--loop`. Throws if the song has no such bars.
  private func repeatedFrames(of song: LoadedSong) throws -> Range<Int64>? {
    guard let bars = options.loop else { return nil }
    let count = song.outline.bars.count
    func frames(_ bar: Int) -> Range<Int64>? {
      song.outline.frames(ofBar: bar, sampleRate: sampleRate)
    }
    guard let first = frames(bars.lowerBound), let last = frames(min(bars.upperBound, count)) else {
      let known = count == 0 ? "It has no bars." : "Its last one is \(count)."
      throw CommandFailure(reason: "\(song.name) has no bar \(bars.lowerBound). \(known)")
    }
    return first.lowerBound..<last.upperBound
  }

  private func reload(_ song: LoadedSong) throws {
    // A file that is being written may be incomplete: it is read again when it changes.
    guard let loaded = try? LoadedSong(song.path, options) else { return }
    let end = Int64(
      FrameCount.frames(
        clampingSeconds: loaded.durationSeconds, rate: session.device.sampleRate))
    try play(loaded, from: min(frame, end))
  }

  private func next(by count: Int) throws {
    if queue.advance(by: count) { try load(movingBy: count) } else if count > 0 { song = nil }
  }

  private var sampleRate: Int { Int(saturating: session.device.sampleRate) }
  private var frame: Int64 { session.player?.position.songFrame ?? 0 }
  private var seconds: Double { Double(frame) / session.device.sampleRate }

  /// Handles a key. Returns `false` if the program is to end.
  private func handle(_ key: TrainerKey) throws -> Bool {
    switch key {
    case .interrupt, .escape: return false
    case .space:
      if isPaused { try session.player?.play() } else { try session.player?.pause() }
      isPaused.toggle()
    case .left: try seek(byBars: -1)
    case .right: try seek(byBars: 1)
    case .home: try session.player?.seek(to: 0)
    case .up: changeVolume(by: Self.volumeStep)
    case .down: changeVolume(by: 1 / Self.volumeStep)
    default:
      switch key.letter {
      case "q"?: return false
      case ","?: try seek(bySeconds: -1)
      case "."?: try seek(bySeconds: 1)
      case "-"?: try change { $0.rate = max(($0.rate * 100 - 5).rounded() / 100, 0.1) }
      case "+"?, "="?: try change { $0.rate = min(($0.rate * 100 + 5).rounded() / 100, 10) }
      case "["?: try change { $0.transposition = max($0.transposition - 1, -48) }
      case "]"?: try change { $0.transposition = min($0.transposition + 1, 48) }
      case "c"?: try toggleClick()
      case "n"?: try next(by: 1)
      case "p"?: try previous()
      default: break
      }
    }
    return true
  }

  /// Returns to the start of the song, or from its first two seconds to the previous one.
  private func previous() throws {
    if seconds > 2 || queue.index == 0 {
      try session.player?.seek(to: 0)
    } else {
      try next(by: -1)
    }
  }

  private func change(_ body: (inout SongSettings) -> Void) throws {
    var settings = session.settings
    body(&settings)
    try session.set(settings)
  }

  private func toggleClick() throws {
    var excerpt = SongExcerpt()
    excerpt.clickDecibels = SongExcerpt.defaultClickDecibels
    let chosen = options.settings.clickGain
    let gain = chosen > 0 ? chosen : excerpt.settings.clickGain
    try change { $0.clickGain = $0.clickGain > 0 ? 0 : gain }
  }

  private func changeVolume(by factor: Double) {
    session.volume = Float(min(max(Double(session.volume) * factor, 0.001), 4))
  }

  private func seek(bySeconds seconds: Int64) throws {
    try session.player?.seek(to: max(frame + seconds * Int64(clamping: sampleRate), 0))
  }

  /// Seeks to the start of this bar, as players do, or from its first half second to another bar.
  private func seek(byBars count: Int) throws {
    guard let outline = song?.outline,
      let bar = outline.musicalPosition(atFrame: frame, sampleRate: sampleRate)?.bar,
      let start = outline.frames(ofBar: bar, sampleRate: sampleRate)?.lowerBound
    else { return try seek(bySeconds: 2 * Int64(count)) }
    let isInBar = 2 * (frame - start) > Int64(clamping: sampleRate)
    let target = max(bar + (count < 0 && isInBar ? 0 : count), 1)
    if let frames = outline.frames(ofBar: target, sampleRate: sampleRate) {
      try session.player?.seek(to: frames.lowerBound)
    }
  }

  /// Returns a line such as `▶ bar 12.3 · 0:31/2:05 · 120 bpm · 23 voices · Verse 1`.
  private func line(of song: LoadedSong) -> String {
    let settings = session.settings
    var parts: [String] = []
    let seconds = seconds
    let position = song.outline.musicalPosition(atFrame: frame, sampleRate: sampleRate)
    if let position { parts.append("bar \(position.bar).\(position.beat)") }
    parts.append("\(Self.time(seconds))/\(Self.time(song.durationSeconds))")
    if let tempo = position?.quarterNotesPerMinute {
      let percent = settings.rate == 1 ? "" : " (\((settings.rate * 100).decimals(0)) %)"
      parts.append("\((tempo * settings.rate).decimals(0)) bpm\(percent)")
    }
    if settings.transposition != 0 {
      parts.append("\(settings.transposition > 0 ? "+" : "−")\(abs(settings.transposition)) st")
    }
    if settings.clickGain > 0 { parts.append("click") }
    if session.volume != 1 { parts.append("\(PlayCommand.decibels(session.volume)) dB") }
    parts.append(Console.count(session.player?.soundingVoiceCount ?? 0, "voice"))
    let text = song.text(atSeconds: seconds)
    if !text.isEmpty { parts.append(text) }
    return (isPaused ? "⏸ " : "▶ ") + parts.joined(separator: " · ")
  }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(saturating: seconds)
    return "\(whole / 60):" + "\(whole % 60)".leftPadded(to: 2, with: "0")
  }
}
