import PeachServices
import PeachTrainerUI

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Plays the trainer's notes and posts events when they start and end.
actor TrainerAudio {
  private struct Open {
    var engine: PlaybackEngine
    var sources: NotePlayerFactory
  }

  private let library: SoundFontLibrary
  private let cache: IntonationCache
  private let straightTones: StraightToneCache
  private let events: TrainerEventQueue
  private let openDevice: @Sendable () throws -> any AudioDevice
  private let deviceOpened: @Sendable (any AudioDevice) -> Void
  private var open: Open?
  private var source: SoundSource
  private var playing: Task<Void, Never>?
  private var held: HeldNote?
  /// Whether the current notes sound together.
  private var isChord = false
  /// The sounds whose intervals have been checked.
  private var checkedSounds: Set<SoundSource> = [.sine]

  init(
    library: SoundFontLibrary, cache: IntonationCache, straightTones: StraightToneCache,
    events: TrainerEventQueue, source: SoundSource,
    openDevice: @escaping @Sendable () throws -> any AudioDevice,
    deviceOpened: @escaping @Sendable (any AudioDevice) -> Void
  ) {
    self.library = library
    self.cache = cache
    self.straightTones = straightTones
    self.events = events
    self.source = source
    self.openDevice = openDevice
    self.deviceOpened = deviceOpened
  }

  func perform(_ effect: TrainerEffect) async {
    do {
      switch effect {
      case .playPair(let cue, let reference, let target, let gap, let isUnison):
        isChord = false
        try start(
          ScheduledNote.pair(reference, target, gapSeconds: gap, isUnison: isUnison),
          began: .targetBegan(cue), ended: .targetEnded(cue),
          message: isUnison ? nil : intervalCheck())
      case .playNotes(let cue, let notes, let answerIndex):
        isChord = true
        try start(
          notes.map { ScheduledNote($0) }, began: .targetBegan(cue), at: answerIndex,
          ended: .targetEnded(cue))
      case .playDrone(let notes):
        isChord = true
        for note in notes {
          _ = try await player().start(
            frequency: note.frequency, amplitude: note.amplitude, region: RegionSelector(note))
        }
      case .playReference(let cue, let note):
        isChord = false
        try start([ScheduledNote(note)], ended: .referenceEnded(cue))
      case .playTarget(let note, let like):
        if like == nil, !isChord, let check = intervalCheck() { post(check) }
        held = try await player().start(
          frequency: note.frequency, amplitude: note.amplitude,
          region: RegionSelector(like ?? note))
      case .bend(let frequency):
        if let held { try await player().retune(held, to: frequency) }
      case .stopNotes: try await stop()
      case .preview(let tag): try await preview(tag)
      case .chooseSound(let tag):
        source = SoundSource(tag) ?? .sine
        try await prepare(source)
      default: break
      }
    } catch is CancellationError {
    } catch { fail(error) }
  }

  /// Prepares the selected sound, so that the first note starts without delay.
  func warmUp() async { await perform(.chooseSound(tag: "\(source)")) }

  func close() async {
    playing?.cancel()
    try? await stop()
    open?.engine.device.stop(.drain)
    open = nil
  }

  /// Returns the player of the current notes.
  private func player() throws -> any NotePlayer {
    let sources = try sources()
    return isChord ? sources.chordPlayer : sources.player
  }

  private func sources() throws -> NotePlayerFactory {
    if let open { return open.sources }
    let engine = try PlaybackEngine(device: openDevice())
    let sources = try NotePlayerFactory(
      engine: engine, library: library, source: source,
      options: NoteOptions(intonation: cache, tone: .straight, straightTones: straightTones))
    open = Open(engine: engine, sources: sources)
    deviceOpened(engine.device)
    return sources
  }

  /// Starts to determine, once for each sound, whether its recordings are not straight. The notes
  /// of an interval are different recordings.
  private func intervalCheck() -> Task<TrainerEvent?, Never>? {
    guard checkedSounds.insert(source).inserted else { return nil }
    return Task.detached(priority: .background) { [library, cache, straightTones, source] in
      // An unknown sound is replaced by a sine, which has been reported.
      guard let preset = try? library.preset(for: source),
        let intonation = try? preset.playedIntonation(cache, straightTones: straightTones),
        case .varying(let mean, _, _, let reason?) = intonation.badge
      else { return nil }
      // Both notes of an interval may be off.
      return .inexactIntervals(cents: 2 * mean, reason: reason)
    }
  }

  private func post(_ message: Task<TrainerEvent?, Never>) {
    Task.detached { [events] in
      if let event = await message.value { events.post(event) }
    }
  }

  private func prepare(_ source: SoundSource) async throws {
    let sources = try sources()
    sources.choose(source)
    if await sources.prepare() { return }
    for problem in sources.problems where problem.source == source {
      events.post(.note("\(problem)"))
    }
  }

  /// Starts playback without waiting for it. Posts `began` with the note at `index`, and `ended`,
  /// and then `message`, which a screen reader would otherwise read during the notes.
  private func start(
    _ notes: [ScheduledNote], began: TrainerEvent? = nil, at index: Int = 1,
    ended: TrainerEvent? = nil, message: Task<TrainerEvent?, Never>? = nil
  ) throws {
    playing?.cancel()
    let player = try player()
    playing = Task.detached { [self] in
      do {
        try await player.play(notes) { [events] number in
          if number == index, let began { events.post(began) }
        }
        if let ended { events.post(ended) }
        if let event = await message?.value { events.post(event) }
      } catch is CancellationError {
      } catch { await fail(error) }
    }
  }

  private func stop() async throws {
    playing?.cancel()
    playing = nil
    held = nil
    try await open?.sources.player.stop()
    try await open?.sources.chordPlayer.stop()
  }

  private func preview(_ tag: String) async throws {
    guard let source = SoundSource(tag) else { return }
    isChord = false
    try await prepare(source)
    let note = TrialNote(frequency: FrequencyCalculation.concertPitch, durationSeconds: 1)
    try start([ScheduledNote(note)])
  }

  private func fail(_ error: any Error) {
    // The next note reopens the device.
    open = nil
    switch error {
    case is MissingDevice: events.post(.deviceFailed(.missing))
    case AudioDeviceError.call("snd_pcm_open", let device, let code, _):
      events.post(.deviceFailed(code == EBUSY ? .inUse(device) : .failed(device)))
    default: events.post(.soundFailed(ErrorRemedy.message(for: error)))
    }
  }
}
