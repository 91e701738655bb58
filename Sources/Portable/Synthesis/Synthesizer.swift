import PeachInstrumentModel
import PeachMusicUnits

/// A sampler: renders prepared presets from events to stereo audio. Events are sample-accurate,
/// notes have any pitch, and the output is bit-identical for all block sizes.
///
/// ```swift
/// var synthesizer = Synthesizer(SynthesizerConfiguration(sampleRate: 48_000))
/// synthesizer.use(cello, onChannel: 0)
/// synthesizer.handle(.startNote(Note(id: 1, noteNumber: 69.09026, durationFrames: 96_000)))
/// synthesizer.render(left: left, right: right, count: 96_000)
/// ```
/// After `init` it neither allocates nor locks nor calls the system. Use it from one thread at a
/// time.
public struct Synthesizer: ~Copyable {
  /// The configuration, fixed at creation.
  public let configuration: SynthesizerConfiguration
  /// The number of frames rendered so far.
  public internal(set) var frame: Int64 = 0

  let pool: VoicePool
  // Settable: Swift 6.3 cannot compile calls through a constant pointer for ThreadSanitizer.
  var channels: UnsafeMutablePointer<Channel>
  private let channelMemory: ChannelTables.ChannelStorage
  let programs: UnsafeMutablePointer<ProgramTable.Entry>
  var programCount = 0
  var isSingleInstrument = false
  let output: OutputStage
  let buses: SpanBuses
  /// The spans that a second thread has not completed; `nil` without one.
  var queue: SpanQueue?
  /// Owns the queue. The audio thread uses only `queue`, without reference counting.
  var queueMemory: SpanQueueMemory?
  /// Owns the tables of `pool`. The audio thread does not use it.
  private let lookupTables: LookupTables
  var nextSerial: UInt64 = 1
  let keyHistory: KeyHistory
  var live = LiveGenerators()
  var random = NoteRandom()

  /// The mode that the last reset has selected.
  var resetBankMode = BankMode.gs
  /// The mode that resets do not change; `nil` to use ``resetBankMode``.
  var fixedBankMode: BankMode?
  var tunings: TuningTables
  var masterTuningCents = 0.0
  var masterVolume: Float = 1
  var masterBalance: Float = 0
  var host = HostSettings()
  /// Owns the presets of ``use(_:onChannel:)`` and ``install(_:)``. The audio thread does not use
  /// it.
  var keptPresets = KeptPresets()

  /// The General MIDI percussion channel, counted from 0.
  static let percussionChannel = 9

  /// Creates a synthesizer without presets. Allocates all its memory.
  public init(_ configuration: SynthesizerConfiguration = SynthesizerConfiguration()) {
    self.init(configuration, sharing: LookupTables(configuration))
  }

  /// Creates a synthesizer that shares the tables of others with the same sample rate,
  /// interpolation and kernels, which takes half the time.
  package init(_ configuration: SynthesizerConfiguration, sharing lookupTables: LookupTables) {
    self.configuration = configuration
    self.lookupTables = lookupTables
    pool = VoicePool(configuration, lookupTables)
    output = OutputStage(configuration)
    buses = SpanBuses(capacity: ControlBlock.longFrames, hasSends: configuration.effects)
    fixedBankMode = configuration.bankMode
    tunings = TuningTables(base: configuration.tuning)
    host.tuningCents = configuration.referenceCents
    channelMemory = ChannelTables.ChannelStorage(channelCount: configuration.channelCount)
    channels = .allocate(capacity: configuration.channelCount)
    keyHistory = KeyHistory(channelCount: configuration.channelCount)
    programs = .allocate(capacity: ProgramTable.Entry.maximumCount)
    for index in 0..<configuration.channelCount {
      let tables = ChannelTables(channelMemory, channel: index)
      var channel = Channel(tables: tables, isDrumChannel: isDefaultDrumChannel(index))
      channel.settings.bank = defaultBank(ofChannel: index)
      channel.baseVibratoAmount = configuration.vibratoAmount
      (channels + index).initialize(to: channel)
    }
  }

  deinit {
    // A second thread may still be rendering effects. Deferred frames are not rendered: their
    // buffers may be gone.
    finishQueue()
    pool.deallocate()
    channelMemory.deallocate()
    tunings.deallocate()
    keyHistory.deallocate()
    live.deallocate()
    channels.deallocate()
    programs.deallocate()
    output.deallocate()
    buses.deallocate()
  }

  /// The number of active voices, without stolen ones.
  public var soundingVoiceCount: Int { pool.unstolenCount }
  /// The latency, in frames: the limiter's look-ahead, or 0 without a limiter.
  public var latencyFrames: Int { output.limiter?.pointee.latencyFrames ?? 0 }
  /// Whether the output is silent until the next event: all voices are free, and effects and
  /// limiter are idle.
  public var isSilent: Bool {
    @_noLocks @_noAllocation get { pool.isSilent && output.isIdle }
  }

  /// Restarts the clock, the random values and the history of keys, so that the next notes sound as
  /// in a new synthesizer. Frees active voices. For synthesizers without effects and limiter, whose
  /// channels are unchanged.
  package mutating func restart() {
    finishSpans()
    for index in 0..<pool.capacity where pool.voices[index].state != .free { pool.free(index) }
    frame = 0
    nextSerial = 1
    random = NoteRandom()
    keyHistory.reset(channelCount: configuration.channelCount)
  }

  package func effectiveVelocity(of velocity: UInt8, onChannel channel: UInt8) -> UInt8 {
    channels[Int(channel)].effectiveVelocity(of: velocity)
  }

  /// Returns the amount of recorded vibrato of a channel's notes: the player's or controller 77's.
  package func vibratoAmount(onChannel channel: UInt8) -> Float {
    channels[Int(channel)].vibratoAmount
  }

  /// Whether a channel plays legato: keys take over the notes of others.
  package func playsLegato(onChannel channel: UInt8) -> Bool { channels[Int(channel)].playsLegato }

  /// Whether a channel plays percussion, which tuning and transposition do not affect.
  @_noLocks @_noAllocation
  package func isPercussion(onChannel channel: UInt8) -> Bool {
    hasChannel(channel) && channels[Int(channel)].settings.isPercussion
  }

  /// Returns the deviation of a key from equal temperament by its tuning, in cents; `nil` if the
  /// key has no pitch.
  package func keyTuningCents(ofKey key: UInt8, onChannel channel: UInt8) -> Double? {
    guard hasChannel(channel) else { return nil }
    let cents = (pitch(ofKey: key, channel: Int(channel)) - Double(key)) * 100
    return cents.isNaN ? nil : cents
  }

  /// Returns the deviation of all keys of a channel by tunings and by bends, its own and that of
  /// its MPE zone, in cents.
  package func channelTuningCents(onChannel channel: UInt8) -> Double {
    guard hasChannel(channel) else { return 0 }
    let own = channels[Int(channel)]
    var cents = own.tuningCents + own.bendCents
    if !own.settings.isPercussion { cents += masterTuningCents + host.tuningCents }
    if let manager = own.settings.zoneManager { cents += channels[Int(manager)].bendCents }
    return cents
  }

  /// Returns the pitch bend of a channel, its own and that of its MPE zone, in cents.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func bendCents(onChannel channel: UInt8) -> Double {
    guard hasChannel(channel) else { return 0 }
    let cents = channels[Int(channel)].bendCents
    guard let manager = channels[Int(channel)].settings.zoneManager else { return cents }
    return cents + channels[Int(manager)].bendCents
  }

  @_noLocks @_noAllocation
  func hasChannel(_ channel: UInt8) -> Bool { Int(channel) < configuration.channelCount }

  @_noLocks @_noAllocation
  func hasChannel(_ index: Int) -> Bool { index >= 0 && index < configuration.channelCount }
}
