import Peach

/// Lets the trainer's notes sound, and reports when they do.
actor TrainerStage {
  private struct Open {
    var engine: PlaybackEngine
    var sources: SoundSources
  }

  private let library: SoundFontLibrary
  private let cache: IntonationCache
  private let inbox: TrainerInbox
  private let openDevice: @Sendable () throws -> any AudioDevice
  private var open: Open?
  private var source: SoundSource
  /// Sounds that have taken a channel of the engine.
  private var used: Set<SoundSource> = []
  private var toldProblems = 0
  private var playing: Task<Void, Never>?
  private var held: HeldNote?

  init(
    library: SoundFontLibrary, cache: IntonationCache, inbox: TrainerInbox, source: SoundSource,
    openDevice: @escaping @Sendable () throws -> any AudioDevice
  ) {
    self.library = library
    self.cache = cache
    self.inbox = inbox
    self.source = source
    self.openDevice = openDevice
  }

  /// Does what is about sound.
  func perform(_ effect: TrainerEffect) async {
    do {
      switch effect {
      case .playPair(let cue, let reference, let target, let gap, let isUnison):
        try await playPair(cue, reference, target, gap: gap, isUnison: isUnison)
      case .playReference(let cue, let note): try await playReference(cue, note)
      case .playTarget(let note, let like):
        held = try await sources().player.start(
          frequency: note.frequency, amplitude: note.amplitude,
          like: like.map { NoteReference($0) })
      case .bend(let frequency):
        if let held { try await sources().player.retune(held, to: frequency) }
      case .stopNotes: try await stop()
      case .preview(let tag): try await preview(tag)
      case .chooseSound(let tag):
        source = SoundSource(tag) ?? .sine
        try prepare(source)
      default: break
      }
    } catch is CancellationError {
    } catch { fail(error) }
  }

  /// Makes the sound that is chosen ready, so that the first note begins at once.
  func warmUp() async { await perform(.chooseSound(tag: "\(source)")) }

  /// Ends it.
  func close() async {
    playing?.cancel()
    try? await open?.sources.player.stop()
    open?.engine.device.stop(.afterWhatWasRendered)
    open = nil
  }

  private func sources() throws -> SoundSources {
    if let open { return open.sources }
    let engine = try PlaybackEngine(device: openDevice())
    let sources = try SoundSources(
      engine: engine, library: library, source: source, intonation: cache, steadyPitch: true)
    open = Open(engine: engine, sources: sources)
    used = []
    toldProblems = 0
    return sources
  }

  private func prepare(_ source: SoundSource) throws {
    // A channel is a sound's for as long as the engine lives: who hears them all needs another.
    if used.count >= PlaybackEngine.channelCount - 4 && !used.contains(source) { open = nil }
    let sources = try sources()
    sources.choose(source)
    sources.prepare()
    used.insert(source)
    let problems = sources.problems
    for problem in problems.dropFirst(toldProblems) { inbox.post(.note(problem)) }
    toldProblems = problems.count
  }

  private func playPair(
    _ cue: TrainerCue, _ reference: TrialNote, _ target: TrialNote, gap: Double, isUnison: Bool
  ) async throws {
    let notes = ScheduledNote.pair(reference, target, gapSeconds: gap, isUnison: isUnison)
    let inbox = inbox
    try begin(notes) { index in
      if index == 1 { inbox.post(.targetBegan(cue)) }
    } after: {
      inbox.post(.targetEnded(cue))
    }
  }

  private func playReference(_ cue: TrainerCue, _ note: TrialNote) async throws {
    let inbox = inbox
    try begin([ScheduledNote(note)]) { _ in
    } after: {
      inbox.post(.referenceEnded(cue))
    }
  }

  /// Plays without waiting; the notes are on the audio clock when this returns, or soon.
  private func begin(
    _ notes: [ScheduledNote], began: @escaping @Sendable (Int) -> Void,
    after: @escaping @Sendable () -> Void
  ) throws {
    playing?.cancel()
    let player = try sources().player
    playing = Task.detached { [self] in
      do {
        try await player.play(notes, onBeginning: began)
        after()
      } catch is CancellationError {
      } catch { await fail(error) }
    }
  }

  private func stop() async throws {
    playing?.cancel()
    playing = nil
    held = nil
    try await open?.sources.player.stop()
  }

  private func preview(_ tag: String) async throws {
    guard let source = SoundSource(tag) else { return }
    try prepare(source)
    let note = TrialNote(frequency: FrequencyCalculation.concertPitch, durationSeconds: 1)
    try begin([ScheduledNote(note)]) { _ in
    } after: {
    }
  }

  private func fail(_ error: any Error) {
    // The next note tries to open the device again.
    open = nil
    inbox.post(.soundFailed("\(error)"))
  }
}
