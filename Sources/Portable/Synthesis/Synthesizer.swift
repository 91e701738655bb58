public import PeachInstrumentModel
import PeachMusicUnits

/// Plays prepared presets: events in, stereo frames out.
///
/// Every event lands on its frame, a note has any pitch in hertz, and the output is the same, bit
/// for bit, however the time is cut into blocks.
///
/// ```swift
/// var synthesizer = Synthesizer(SynthesizerConfiguration(sampleRate: 48_000))
/// synthesizer.handle(.usePreset(channel: 0, preset: cello.handle))
/// synthesizer.handle(.startNote(Note(id: 1, noteNumber: 69.09026, durationFrames: 96_000)))
/// synthesizer.render(left: left, right: right, count: 96_000)
/// ```
/// After `init` nothing allocates, locks or calls the system. One thread at a time.
public struct Synthesizer: ~Copyable {
  /// What it was made for.
  public let configuration: SynthesizerConfiguration
  /// Frames rendered so far.
  public private(set) var frame = 0

  let pool: VoicePool
  let channels: UnsafeMutablePointer<Channel>
  private let channelMemory: ChannelTables.ChannelStorage
  let programs: UnsafeMutablePointer<ProgramTable.Entry>
  private let programCapacity: Int
  var programCount = 0
  /// True where the presets are of a file that has but one.
  var isSingleInstrument = false
  let output: OutputStage
  /// Room for one stretch.
  private let stretch = SpanBuses(capacity: Synthesizer.longControlBlockFrames)
  /// What two hands have not finished, where there ever were two.
  var queue: SpanQueue?
  /// Keeps that. The audio thread looks only into the queue: to reach it through an object would
  /// count references.
  var queueMemory: SpanQueueMemory?
  var nextAge: UInt64 = 1
  let keyMemory: KeyHistory
  var live = LiveGenerators()
  var random = NoteRandom()

  var bankMode: BankMode
  var tunings: TuningTables
  var masterTuningCents = 0.0
  var masterVolume: Float = 1
  var masterBalance: Float = 0

  static var controlBlockFrames: Int { ControlBlock.frames }
  static var longControlBlockFrames: Int { ControlBlock.longFrames }
  /// The General MIDI percussion channel, counted from 0.
  static let percussionChannel = 9

  /// A synthesizer with no preset on any channel. Allocates all it will ever need.
  public init(_ configuration: SynthesizerConfiguration = SynthesizerConfiguration()) {
    self.configuration = configuration
    pool = VoicePool(configuration)
    output = OutputStage(configuration)
    bankMode = configuration.bankMode ?? .gs
    tunings = TuningTables(base: configuration.tuning)
    channelMemory = ChannelTables.ChannelStorage(channelCount: configuration.channelCount)
    channels = .allocate(capacity: configuration.channelCount)
    keyMemory = KeyHistory(channelCount: configuration.channelCount)
    programCapacity = ProgramTable.capacity
    programs = .allocate(capacity: programCapacity)
    for index in 0..<configuration.channelCount {
      let tables = ChannelTables(channelMemory, channel: index)
      var channel = Channel(tables: tables, isRhythmPart: isRhythmChannel(index))
      channel.bank = startingBank(ofChannel: index)
      (channels + index).initialize(to: channel)
    }
  }

  deinit {
    // Another thread may be at it.
    finishSpans()
    pool.deallocate()
    channelMemory.deallocate()
    tunings.deallocate()
    keyMemory.deallocate()
    live.deallocate()
    channels.deallocate()
    programs.deallocate()
    output.deallocate()
    stretch.deallocate()
  }

  /// How many voices sound now.
  public var soundingVoiceCount: Int { pool.soundingCount }

  /// How much later than its events the output comes: 0, or the limiter's look-ahead.
  public var latencyFrames: Int { output.limiter?.pointee.latencyFrames ?? 0 }

  /// True where no voice sounds, no effect has anything left to say, and nothing is delayed: only
  /// zeros follow until the next event.
  public var isSilent: Bool {
    pool.isSilent && output.isIdle
  }

  /// Sets the presets that program changes choose from; their owner must outlive this.
  public mutating func install(_ table: borrowing ProgramTable) {
    programCount = min(table.count, programCapacity)
    isSingleInstrument = table.isSingle
    for index in 0..<programCount { (programs + index).initialize(to: table.entries[index]) }
    for index in 0..<configuration.channelCount { chooseProgram(onChannel: index) }
  }

  /// The bank and program that a channel was last told to play, whether there is such a preset or
  /// not. `channel` is below the configuration's number of channels.
  public func requestedPreset(onChannel channel: UInt8) -> PresetIdentifier {
    precondition(Int(channel) < configuration.channelCount, "No such channel.")
    return PresetIdentifier(
      bank: channels[Int(channel)].bank, program: channels[Int(channel)].program)
  }

  /// The velocity that a note played on a channel counts as. `channel` is below the configuration's
  /// number of channels.
  package func effectiveVelocity(of played: UInt8, onChannel channel: UInt8) -> UInt8 {
    channels[Int(channel)].velocity(of: played)
  }

  /// True where a key of a channel takes over the notes of another that is down, or gives them back.
  package func playsLegato(onChannel channel: UInt8) -> Bool {
    channels[Int(channel)].playsLegato
  }

  /// The installed preset for a bank and program, or what stands in for it.
  func preset(bank: UInt16, program: UInt8) -> PresetHandle? {
    var match = PresetMatch(bank: bank, program: program, isSingle: isSingleInstrument)
    for index in 0..<programCount {
      match.consider(bank: programs[index].bank, program: programs[index].program, at: index)
    }
    guard let index = match.index else { return nil }
    return programs[index].preset
  }

  /// Writes the next `count` frames, −1…1 where nothing is too loud; nothing is clipped.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if live.areVoicesStale { refreshStale() }
    finishSpans()
    var done = 0
    while done < count {
      let untilGrid = Self.longControlBlockFrames &- (frame & (Self.longControlBlockFrames &- 1))
      let run = min(count &- done, untilGrid)
      let span = VoiceSpan(
        buses: stretch, frame: frame, count: run, left: left + done, right: right + done)
      span.sound(pool, parts: 0..<VoicePartition.count)
      output.finish(span)
      done &+= run
      frame &+= run
    }
  }

  /// Writes the next `count` frames with events at their frames.
  ///
  /// Events must be in the order of their frames; those beyond the block happen at its end.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func render(
    events: UnsafeBufferPointer<TimedEvent>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var block = BlockSplitter(left: left, right: right, count: count)
    for index in 0..<events.count {
      render(block.nextSegment(upTo: events[index].frame))
      handle(events[index].event)
    }
    render(block.nextSegment(upTo: count))
  }

  /// Time goes on by frames that were rendered.
  mutating func pass(frames: Int) { frame &+= frames }
}
