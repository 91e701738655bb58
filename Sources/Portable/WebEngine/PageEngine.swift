package import PeachInstrumentModel
import PeachMusicUnits
import PeachPlayback
import PeachSequencing
import PeachStraightPresets
package import PeachSynthesis
import PeachTrainerUI
package import PeachWebPage

/// The sound of the page: banks, the notes of the trainer, a keyboard and a song. A worker calls
/// it; the audio thread calls ``render(_:left:right:count:)``. Use from one thread at a time.
///
/// ```swift
/// let engine = PageEngine(configuration, decoder: nil)
/// engine.handle(.select(tag: "sine"))
/// engine.handle(.playReference(cue, note))
/// // The audio thread renders. Then:
/// engine.reports()  // .referenceEnded(cue), once the note has ended
/// ```
package final class PageEngine {
  let live: LiveSynthesizer
  /// The configuration of songs and keyboards.
  var configuration: SynthesizerConfiguration
  let decoder: SampleDecoder?
  let straighten: Straightening
  let tuneChords: ChordTuning
  var banks: [EngineBank] = []
  var style = NoteStyle.sine
  var selectedTag = ""
  /// Whether a sine replaces the selected sound, which has not been reported.
  var hasMissingSound = false
  var marks: [EngineMark] = []
  /// The batches of the trainer's notes.
  var batches: [UInt64] = []
  /// The number of batches that may still have events in the future: two of each trial.
  static let batchLimit = 64
  var lastNote: UInt64 = 0
  /// The note to match.
  var heldNote: UInt64?
  /// The tuning of the keyboard, relative to the reference pitch.
  private var keyboardCents = 0.0
  /// The tuning of the chords of the keyboard and of songs.
  var chords = PureChords.off
  /// The stretch of the octaves of the keyboard and of songs.
  var octaves = StretchedOctaves()
  /// The preset that is played, without stretched octaves.
  var keyboard: KeyboardPreset?
  /// The preset for chords of the trainer, and the tag of its sound.
  var chordTone: (tag: String, preset: PreparedPreset)?
  /// Whether the trainer's channel has ``chordTone``.
  var playsChords = false
  /// The presets of songs, in tune and with the stretch of their octaves, by tag; `nil` if they
  /// have no stiff strings.
  var stretched = KeyedArray<String, StraightRegions?>()
  var song: EngineSong?
  /// Whether the beats of songs click.
  var hasClicks = false
  /// Whether a bar is counted before a song plays.
  var countsIn = false
  /// The names of the banks that play what they have in songs, from the one that is searched first.
  var banksAbove: [String] = []
  /// Players that the audio thread may still render, with the frame at which they were replaced.
  var replacedPlayers: [(player: SongPlayer, frame: Int64)] = []
  var rendering: SongRendering?
  let mix: UnsafeMutablePointer<PageMix>
  var pending: [EngineReport] = []

  /// The channel of the trainer's notes.
  static let trainerChannel: UInt8 = 0
  /// The channels of keyboards: 16 separate ones, so that they may have MPE zones.
  static let keyboardChannels: ClosedRange<UInt8> = 16...31

  /// Creates an engine that plays a sine.
  ///
  /// - Parameters:
  ///   - configuration: The configuration; the engine sets the channels itself.
  ///   - decoder: The decoder of compressed samples; `nil` for none.
  ///   - straighten: Straightens presets of banks that were added.
  ///   - tuneChords: Tunes the chords of songs.
  package init(
    _ configuration: SynthesizerConfiguration, decoder: SampleDecoder?,
    straighten: @escaping Straightening = { request throws(StraighteningError) in
      try request.perform()
    },
    tuneChords: @escaping ChordTuning = { file, chords in chords.tunings(of: file) }
  ) {
    self.configuration = configuration
    self.decoder = decoder
    self.straighten = straighten
    self.tuneChords = tuneChords
    var ofNotes = configuration
    ofNotes.channelCount = Int(Self.keyboardChannels.upperBound) + 1
    // No channel is a drum channel: all play the selected sound.
    ofNotes.bankMode = .plain
    live = LiveSynthesizer(ofNotes)
    mix = .allocate(capacity: 1)
    mix.initialize(to: PageMix(live: live))
    select(tag: "sine")
  }

  deinit {
    mix.deinitialize(count: 1)
    mix.deallocate()
  }

  /// The context of ``render(_:left:right:count:)``; valid for the lifetime of this object.
  package var audioContext: UnsafeMutableRawPointer { UnsafeMutableRawPointer(mix) }

  /// Renders the next `count` frames on the audio thread. Wait-free, without reference counting.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package static func render(
    _ context: UnsafeMutableRawPointer, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, count: Int
  ) {
    context.assumingMemoryBound(to: PageMix.self)
      .pointee.render(left: left, right: right, count: count)
  }

  /// Handles a message of the page.
  package func handle(_ message: EngineMessage) {
    switch message {
    case .playPair(let cue, let reference, let target, let gap, let isUnison):
      playPair(cue, reference, target, gapSeconds: gap, isUnison: isUnison)
    case .playNotes(let cue, let notes, let answerIndex):
      playNotes(cue, notes, answerIndex: answerIndex)
    case .playDrone(let notes): playDrone(notes)
    case .prepareChords: prepareChords()
    case .playReference(let cue, let note): playReference(cue, note)
    case .playTarget(let note, let like): playTarget(note, like: like)
    case .bend(let frequency): bend(frequency)
    case .stop: stop()
    case .wait(let cue, let seconds): wait(cue, seconds: seconds)
    case .select(let tag): select(tag: tag)
    case .preview(let tag): preview(tag: tag)
    case .midi(let status, let first, let second): play(status, first, second)
    case .tuneKeyboard(let cents):
      keyboardCents = min(max(cents, -100), 100)
      tuneKeyboard()
    case .referencePitch(let frequency):
      configuration.referencePitch = frequency
      tuneKeyboard()
      do throws(LiveCommandError) {
        try song?.player.setReferencePitch(configuration.referencePitch)
      } catch { report(error) }
    case .chords(let chords):
      self.chords = chords
      mix.pointee.setChords(chords)
      tuneSong()
    case .octaves(let octaves): stretchOctaves(octaves)
    case .removeBank(let name): removeBank(name: name)
    case .song(let message): handle(message)
    }
  }

  private func tuneKeyboard() {
    let cents = keyboardCents + configuration.referenceCents
    send(
      Self.keyboardChannels.map { channel in
        TimedEvent(frame: 0, event: .channelTuning(channel: channel, cents: cents))
      })
  }

  /// Returns what has happened since the last call. Call every few milliseconds.
  package func reports() -> [TimedReport] {
    noteBeginnings()
    let clock = live.clock
    var due: [TimedReport] = []
    var waiting: [EngineMark] = []
    for mark in marks {
      if let frame = mark.frame, frame <= clock {
        due.append(TimedReport(frame: frame, mark.report))
      } else {
        waiting.append(mark)
      }
    }
    marks = waiting
    releaseReplaced(clock: clock)
    reportSong()
    defer { pending = [] }
    return due + pending.map { TimedReport(frame: nil, $0) }
  }

  /// Whether a call of ``reports()`` may return something without another message.
  package var isWaiting: Bool { !marks.isEmpty || !pending.isEmpty || song?.isActive == true }

  /// Sends events without a batch that anybody waits for. Reports if they are lost.
  func send(_ events: [TimedEvent]) {
    if live.send(events) == nil { report(.queueFull) }
  }

  /// Reports a command that was not sent.
  func report(_ error: LiveCommandError) { pending.append(.note("\(error)")) }

  private func noteBeginnings() {
    while let next = live.nextBeginning() {
      for index in marks.indices where marks[index].batch == next.batch {
        marks[index].frame = next.frame + Int64(marks[index].offset)
      }
    }
  }

  /// A second after its replacement, the audio thread no longer renders a player.
  private func releaseReplaced(clock: Int64) {
    replacedPlayers.removeAll { clock - $0.frame > Int64(live.sampleRate) }
  }
}

/// A report that is due at a frame of a batch.
struct EngineMark {
  var report: EngineReport
  var batch: UInt64
  /// The frame, counted from the start of the batch.
  var offset: Int
  /// The frame on the audio clock, once the batch has started.
  var frame: Int64?
}
