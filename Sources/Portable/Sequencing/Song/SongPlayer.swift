public import PeachInstrumentModel
public import PeachMIDIEvents
package import PeachMusicUnits
public import PeachSynthesis
import Synchronization

/// Plays a MIDI file in real time, with a transport. One thread controls it and an audio thread
/// renders. Neither waits for the other, and the audio thread does not allocate.
///
/// ```swift
/// let player = try SongPlayer(file, bank: bank, decoder: decoder)
/// try player.play()
/// // The audio thread:
/// SongPlayer.render(player.audioContext, left: left, right: right, count: 512)
/// player.position.songFrame  // 512
/// ```
/// *Song frames* are those of the file at its own tempo.
///
/// Use it on one thread at a time, apart from rendering; to share it, protect it by a lock.
public final class SongPlayer {
  // The threads exchange data through a lock-free queue and atomics only. The core belongs to the
  // audio thread.

  /// A position of the playback.
  public struct Position: Hashable, Sendable {
    /// The song frame that is rendered next. While beats are counted it approaches that frame from
    /// before, and so may be negative.
    public var songFrame: Int64
    /// Whether the song plays.
    public var isPlaying: Bool
    /// Whether the song has ended by itself. Its last notes may decay still.
    public var isFinished: Bool
  }

  /// The range of tempo factors.
  public static let rates = 0.1...10.0
  /// The range of transpositions, in semitones.
  public static let transpositions = -48...48

  /// The sample rate, in hertz.
  public let sampleRate: Double
  /// The length of the song, in song frames.
  public let durationFrames: Int64
  /// The presets that the song selects and the banks do not have.
  public let missingPresets: [PresetIdentifier]
  /// Messages about samples that notes of the song need and that are missing or cannot be decoded.
  public let missingSamples: [String]
  /// The preset that each channel plays first, substitutes included; the channels of a port after
  /// those of the one before it.
  package let firstPresets: [(channel: UInt8, entry: BankStack.Entry)]
  private let presets: [PreparedPreset]
  private let programs: ProgramTable
  private let shared: UnsafeMutablePointer<SongSharedState>
  private let core: UnsafeMutablePointer<SongPlayerCore>

  /// Prepares the presets of `bank` that `file` uses. The song does not play yet.
  ///
  /// - Parameter allKeys: Whether to prepare all keys, which a transposition may need; otherwise
  ///   only those of the file.
  /// - Throws: An error if a sample cannot be decoded.
  public convenience init(
    _ file: MIDIFile, bank: SoundBank, decoder: SampleDecoder?,
    configuration: SynthesizerConfiguration = SynthesizerConfiguration(), allKeys: Bool = true
  ) throws(SampleCodecError) {
    try self.init(
      file, banks: BankStack(bank), decoder: decoder, configuration: configuration,
      allKeys: allKeys)
  }

  /// Prepares the presets of banks that `file` uses. The song does not play yet.
  ///
  /// - Parameter allKeys: Whether to prepare all keys, which a transposition may need; otherwise
  ///   only those of the file.
  /// - Throws: An error if a sample cannot be decoded.
  public convenience init(
    _ file: MIDIFile, banks: BankStack, decoder: SampleDecoder?,
    configuration: SynthesizerConfiguration = SynthesizerConfiguration(), allKeys: Bool = true
  ) throws(SampleCodecError) {
    let loaders = banks.layers.map {
      InstrumentLoader(
        bank: $0.bank, decoder: decoder, interpolation: configuration.interpolation)
    }
    try self.init(
      file, banks: banks, loaders: loaders, configuration: configuration, allKeys: allKeys)
  }

  /// Prepares the presets of banks that `file` uses, with a loader for each bank.
  ///
  /// - Parameter hasClicks: Whether ``setClick(gain:)`` has an effect.
  package convenience init(
    _ file: MIDIFile, banks: BankStack, loaders: [InstrumentLoader],
    configuration: SynthesizerConfiguration, allKeys: Bool, hasClicks: Bool = false,
    tunings: NoteTunings = NoteTunings()
  ) throws(SampleCodecError) {
    try self.init(
      file, banks: banks, configuration: configuration, hasClicks: hasClicks, tunings: tunings
    ) {
      (entry, usedKeys) throws(SampleCodecError) in
      try loaders[entry.layer].prepare(
        presetAt: entry.preset, usedKeys: allKeys ? .all : usedKeys)
    }
  }

  /// Prepares the presets of banks that `file` uses: `prepare` one for the used keys.
  ///
  /// - Parameter hasClicks: Whether ``setClick(gain:)`` has an effect.
  package init(
    _ file: MIDIFile, banks: BankStack, configuration: SynthesizerConfiguration,
    hasClicks: Bool = false, tunings: NoteTunings = NoteTunings(),
    prepare: (_ preset: BankStack.Entry, _ usedKeys: UsedKeys) throws(SampleCodecError) ->
      PreparedPreset
  ) throws(SampleCodecError) {
    let searched = SearchedBanks(banks)
    let used = SongPresets(file, configuration: configuration)
    var prepared: [PreparedPreset] = []
    var silent: [SilentRegion] = []
    for preset in used.presets(in: searched) {
      let own = try prepare(preset.entry, preset.usedKeys)
      // The audio thread must not load samples.
      own.pinSamples()
      silent += own.silentRegions.filter { preset.usedKeys.overlap($0) }
      prepared.append(own)
    }
    missingSamples = SilentRegion.warnings(silent)
    presets = prepared
    programs = used.programs(prepared, in: searched)
    missingPresets = used.missing(in: searched)
    firstPresets = used.firstPresets(in: searched)
    sampleRate = configuration.sampleRate
    shared = .allocate(capacity: 1)
    shared.initialize(to: SongSharedState())
    core = .allocate(capacity: 1)
    core.initialize(
      to: SongPlayerCore(
        file, programs, configuration, hasClicks: hasClicks, tunings: tunings,
        shared: UnsafePointer(shared)))
    durationFrames = core.pointee.durationFrames
  }

  /// Returns the presets that a song selects and a bank does not have, for each of some banks.
  package static func missingPresets(
    of file: MIDIFile, in banks: [SoundBank], configuration: SynthesizerConfiguration
  ) -> [[PresetIdentifier]] {
    let used = SongPresets(file, configuration: configuration)
    return banks.map { used.missing(in: SearchedBanks(BankStack($0))) }
  }

  deinit {
    core.pointee.deallocate()
    core.deinitialize(count: 1)
    core.deallocate()
    shared.deinitialize(count: 1)
    shared.deallocate()
  }

  // MARK: Any thread

  /// The position at the end of the last rendered block.
  public var position: Position {
    Position(
      songFrame: shared.pointee.songFrame.load(ordering: .relaxed),
      isPlaying: shared.pointee.isPlaying.load(ordering: .relaxed),
      isFinished: shared.pointee.isFinished.load(ordering: .relaxed))
  }

  /// Whether the song has ended by itself and its decay, with reverb, is silent or has reached
  /// ``SongRenderer/longestTailSeconds``, as where a rendered file ends.
  public var isOver: Bool { shared.pointee.isOver.load(ordering: .relaxed) }

  /// The number of active voices at the end of the last block.
  public var soundingVoiceCount: Int { shared.pointee.counters.voiceCount.load(ordering: .relaxed) }

  // MARK: Control thread (one thread at a time)

  // Each command takes effect with the next block. If it cannot be sent, it throws
  // ``LiveCommandError/queueFull``, and nothing changes.

  /// Plays from the present position, or from the start if the song has ended.
  public func play() throws(LiveCommandError) { try send(.play) }

  /// Counts beats, and plays from the present position then, as ``play()`` does.
  ///
  /// - Parameter gain: The peak of the first click, 1 for full scale; others have half of it.
  package func play(after beats: CountIn, gain: Float) throws(LiveCommandError) {
    try send(.countIn(beats, gain: gain))
  }

  /// Pauses: notes fade out within 10 ms.
  public func pause() throws(LiveCommandError) { try send(.pause) }

  /// Continues at a song frame, with the programs and controllers that apply there. Notes that
  /// started earlier are not heard.
  public func seek(to songFrame: Int64) throws(LiveCommandError) {
    try send(.seek(songFrame: songFrame))
  }

  /// Repeats a range of song frames; `nil` or an empty range to play to the end.
  public func setLoop(_ frames: Range<Int64>?) throws(LiveCommandError) {
    let limited = (frames ?? 0..<0).clamped(to: 0..<Int64.max >> 2)
    try send(.loop(start: limited.lowerBound, end: limited.upperBound))
  }

  /// Sets the tempo as a factor of the file's, within ``rates``. The pitch is unchanged.
  ///
  /// - Throws: ``LiveCommandError/notANumber``, too.
  public func setRate(_ rate: Double) throws(LiveCommandError) {
    guard rate == rate else { throw .notANumber }
    try send(.rate(min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)))
  }

  /// Transposes all channels but percussion, within ``transpositions``. Active notes are released.
  public func setTransposition(semitones: Int) throws(LiveCommandError) {
    let range = Self.transpositions
    try send(.transposition(semitones: min(max(semitones, range.lowerBound), range.upperBound)))
  }

  /// Mutes channels; unmutes the others. Notes of newly muted channels fade out.
  public func setMutedChannels(_ channels: SongChannels) throws(LiveCommandError) {
    try send(.muting(channels))
  }

  /// Sets the level of a channel, −96 through 24 dB, in addition to that of the song. Active notes
  /// follow it.
  ///
  /// - Parameter channel: The channel, plus 16 for each port before its own.
  public func setLevel(decibels: Double, ofChannel channel: UInt8) throws(LiveCommandError) {
    guard !decibels.isNaN else { throw .notANumber }
    try send(.level(decibels: Float(decibels), channel: channel))
  }

  /// Sets the peak of the accented clicks of a metronome, 1 for full scale; 0 for no clicks.
  package func setClick(gain: Float) throws(LiveCommandError) { try send(.click(gain: gain)) }

  /// Sets the frequency of A4, in addition to the tunings of the song. Active notes follow it.
  package func setReferencePitch(_ frequency: Frequency) throws(LiveCommandError) {
    guard frequency.isPlayable else { throw .notANumber }
    var configuration = SynthesizerConfiguration()
    configuration.referencePitch = frequency
    try send(.tuning(cents: configuration.referenceCents))
  }

  private func send(_ command: SongCommand) throws(LiveCommandError) {
    guard shared.pointee.commands.push(command) else { throw .queueFull }
  }

  /// Plays from the first frame of the song on without the limiter's latency, as a rendered file
  /// begins. Call before the audio thread renders.
  package func playWithoutLatency() throws(LiveCommandError) {
    try play()
    let count = core.pointee.latencyFrames
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: max(2 * count, 1))
    core.pointee.render(left: scratch, right: scratch + count, count: count)
    scratch.deallocate()
  }

  // MARK: Audio thread

  /// The context for ``render(_:left:right:count:)``; valid for the lifetime of this object.
  public var audioContext: UnsafeMutableRawPointer { UnsafeMutableRawPointer(core) }

  /// Renders the next `count` frames. Wait-free, without reference counting.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public static func render(
    _ context: UnsafeMutableRawPointer, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, count: Int
  ) {
    SongAudio.render(context, left: left, right: right, count: count)
  }
}

/// The rendering of a ``SongPlayer`` for functions that the compiler verifies as real-time: it
/// accepts no static function of a class there.
package enum SongAudio {
  /// See ``SongPlayer/render(_:left:right:count:)``.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package static func render(
    _ context: UnsafeMutableRawPointer, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, count: Int
  ) {
    context.assumingMemoryBound(to: SongPlayerCore.self)
      .pointee.render(left: left, right: right, count: count)
  }
}
