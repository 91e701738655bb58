import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
public import PeachSynthesis
import Synchronization

/// An instrument for hosts: MIDI, parameters and messages in, stereo audio out, with a state that
/// can be saved. Parameters and messages are those of SF2LibAU.
///
/// ```swift
/// let unit = SamplerUnit(access: access)
/// try unit.load("FluidR3_GM.sf2", usingPreset: 42)
/// unit.allocateRenderResources(sampleRate: 48_000)
/// SamplerUnit.render(unit.renderContext, events: events, left: left, right: right, count: 512)
/// ```
/// The audio thread calls ``render(_:events:left:right:count:)``, ``needsService(_:)`` and
/// ``activeVoiceCount(_:)``; one control thread at a time calls everything else. Neither waits for
/// the other. The control thread calls `service()` when ``needsService(_:)`` returns `true`, or
/// periodically. A command that cannot be sent throws ``UnitCommandError``.
public final class SamplerUnit {
  // The threads exchange data through lock-free queues and atomics only. The core belongs to the
  // audio thread, everything else to the control thread.

  /// The number of MIDI channels.
  public static let channelCount = Int(UnitAudio.channelCount)

  /// The access to sound bank files.
  public var access: BankAccess
  /// The synthesizer's configuration. The host's sample rate and the parameter
  /// ``UnitMode/vibratoAmount`` replace its own values.
  public let configuration: SynthesizerConfiguration
  let shared: UnsafeMutablePointer<UnitSharedState>
  private var core: UnsafeMutablePointer<SamplerUnitCore>?
  var bank: UnitBank?
  /// Banks by ID: the loaded one, and previous ones whose notes may still be active.
  private var banks: [Int: UnitBank] = [:]
  private(set) var bankID = -1
  /// The parameter values of commands that the audio thread may not have handled, by index;
  /// reported until it has popped `command` commands.
  private(set) var pending: [Int: (value: Float, command: Int)] = [:]
  private(set) var pendingPreset: (index: Int?, command: Int)?
  private var pendingState: (state: UnitState, command: Int)?
  var adaptiveChannels = (fixed: SongChannels(), untuned: SongChannels())
  var tuningSource: TuningSource?
  /// The preset that a message selects, and for which the queue had no room yet.
  private var waitingPreset: Int?
  /// The reports of work that `service()` has not returned.
  var reports: [UnitReport] = []
  /// The bytes of messages that the audio thread has not returned.
  var sentMIDI: Set<UnsafeMutablePointer<UInt8>> = []

  /// Creates a unit without a bank.
  public init(
    access: BankAccess, configuration: SynthesizerConfiguration = SynthesizerConfiguration()
  ) {
    self.access = access
    var configuration = configuration
    configuration.channelCount = Self.channelCount
    // The default of the parameter.
    configuration.vibratoAmount = 1
    self.configuration = configuration
    shared = .allocate(capacity: 1)
    shared.initialize(to: UnitSharedState())
    setInitialState()
  }

  deinit {
    freeCore()
    shared.deinitialize(count: 1)
    shared.deallocate()
  }

  // MARK: Resources

  /// Allocates what rendering needs. Bank and settings persist. Do not render concurrently.
  public func allocateRenderResources(sampleRate: Double) {
    let state = self.state
    freeCore()
    var configuration = configuration
    configuration.sampleRate = sampleRate
    let core = UnsafeMutablePointer<SamplerUnitCore>.allocate(capacity: 1)
    core.initialize(to: SamplerUnitCore(configuration, shared: UnsafePointer(shared)))
    self.core = core
    sendReserved(
      .adaptiveChannels(fixed: adaptiveChannels.fixed, untuned: adaptiveChannels.untuned))
    sendReserved(.tuningSource(tuningSource))
    if bank != nil { sendBank() }
    apply(state)
  }

  /// Frees what rendering needs. Bank and settings persist.
  public func deallocateRenderResources() {
    let state = self.state
    freeCore()
    store(state)
  }

  /// Whether the render resources are allocated.
  public var hasRenderResources: Bool { core != nil }

  private func freeCore() {
    guard let core else { return }
    core.deinitialize(count: 1)
    core.deallocate()
    self.core = nil
    while shared.pointee.commands.pop() != nil {}
    shared.pointee.mailboxState.store(0, ordering: .releasing)
    while shared.pointee.retired.pop() != nil {}
    freeSentMIDI()
    for channel in 0..<Self.channelCount {
      shared.pointee.presetAddresses[channel].store(0, ordering: .relaxed)
    }
    shared.pointee.counters.clock.store(0, ordering: .releasing)
    pending = [:]
    pendingState = nil
    banks = banks.filter { $0.key == bankID }
    shared.pointee.counters.voiceCount.store(0, ordering: .relaxed)
  }

  // MARK: Audio thread

  /// The context for ``render(_:events:left:right:count:)``. Requires allocated render resources,
  /// and is valid until they are deallocated.
  public var renderContext: UnsafeMutableRawPointer {
    guard let core else { preconditionFailure("The render resources are not allocated.") }
    return UnsafeMutableRawPointer(core)
  }

  /// Renders the next `count` frames with events on their frames. Wait-free, without allocation and
  /// reference counting.
  ///
  /// - Parameter events: The block's events in the order of their frames. Those beyond the block
  ///   are handled at its end.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public static func render(
    _ context: UnsafeMutableRawPointer, events: UnsafeBufferPointer<UnitEvent>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    UnitAudio.render(context, events: events, left: left, right: right, count: count)
  }

  /// Returns whether `service()` has work to do. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public static func needsService(_ context: UnsafeMutableRawPointer) -> Bool {
    UnitAudio.needsService(context)
  }

  /// Returns the number of active voices at the end of the last block. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public static func activeVoiceCount(_ context: UnsafeMutableRawPointer) -> Float {
    UnitAudio.activeVoiceCount(context)
  }

  // MARK: Banks and presets

  /// Loads a bank. Active notes continue with the previous one. If an error is thrown, nothing
  /// changes.
  ///
  /// - Parameter preset: The index of a preset to select on all channels except drum channels. If
  ///   `nil`, each channel keeps its bank and program.
  public func load(_ path: String, usingPreset preset: Int? = nil) throws(UnitLoadError) {
    try load(path, usingPreset: preset, selection: state)
  }

  func load(
    usingPreset preset: Int?, selection: UnitState?, _ open: () throws(UnitLoadError) -> UnitBank
  ) throws(UnitLoadError) {
    collectRetired()
    guard banks.count < SamplerUnitCore.previousBankCapacity,
      core == nil || shared.pointee.commands.room >= Self.commandReserve
    else { throw .busy }
    let loaded = try open()
    if let selection { straighten(loaded, selectedBy: selection, and: preset) }
    bankID += 1
    bank = loaded
    banks[bankID] = loaded
    clearOverrides()
    if core == nil { banks = banks.filter { $0.key == bankID } } else { sendBank() }
    if let preset {
      do throws(UnitCommandError) { try usePreset(preset) } catch { throw .busy }
    }
  }

  private func sendBank() {
    guard let bank else { return }
    sendReserved(.install(bank: bankID, entries: bank.entries, count: bank.presets.count))
    bank.forgetSentPresets()
    updateIntonation()
  }

  /// Selects the preset at an index on all channels except drum channels, and clears all overrides.
  /// If there is no such preset, the channels are silent.
  ///
  /// - Throws: ``UnitCommandError/queueFull``; the channels keep their presets.
  public func usePreset(_ number: Int) throws(UnitCommandError) {
    let entry = bank?.entry(at: number)
    if core == nil { storePreset(entry) } else { try send(.use(entry)) }
    clearOverrides()
    pendingPreset = (entry == nil ? nil : number, sentCommandCount)
  }

  /// Selects a bank and program on a channel, regardless of the bank mode.
  ///
  /// - Parameters:
  ///   - number: The bank, 0 through 16,383.
  ///   - program: The program, 0 through 127.
  ///   - channel: The channel, counted from 0.
  /// - Returns: `false` if the bank has no such preset; the channel is then silent.
  /// - Throws: ``UnitCommandError/queueFull``; the channel keeps its preset.
  public func useBankProgram(
    bank number: Int, program: Int, onChannel channel: Int = 0
  ) throws(UnitCommandError) -> Bool {
    precondition(0..<Self.channelCount ~= channel, "No such channel.")
    let index = bank?.presets.firstIndex { Int($0.bank) == number && Int($0.program) == program }
    let entry = index.flatMap { bank?.entry(at: $0) }
    if core == nil {
      storePreset(entry, onChannel: channel)
    } else {
      try send(.useOn(channel: channel, entry))
    }
    clearOverrides()
    if channel == 0 { pendingPreset = (index, sentCommandCount) }
    return entry != nil
  }

  /// The presets of the bank, sorted by bank and program.
  public var factoryPresets: [FactoryPreset] {
    guard let bank else { return [] }
    return bank.presets.enumerated().map { index, preset in
      FactoryPreset(
        number: index, name: preset.name, bank: Int(preset.bank), program: Int(preset.program))
    }
  }

  /// The preset of channel 1; `nil` for none. ``usePreset(_:)`` selects it.
  public var currentPreset: FactoryPreset? {
    let presets = factoryPresets
    if let pendingPreset, core == nil || !isHandled(pendingPreset.command) {
      return pendingPreset.index.map { presets[$0] }
    }
    guard let bank else { return nil }
    if core == nil {
      let channel = ChannelState(words: shared.pointee.channels.prefix(ChannelState.wordCount))
      return presets.first {
        $0.bank == Int(channel.settings.bank) && $0.program == Int(channel.settings.program)
      }
    }
    let address = shared.pointee.presetAddresses[0].load(ordering: .relaxed)
    return bank.index(ofAddress: address).map { presets[$0] }
  }

  /// The name of channel 1's preset; empty for none.
  public var activePresetName: String { currentPreset?.name ?? "" }
  /// The name of the bank; empty if none is loaded.
  public var bankName: String { bank?.name ?? "" }
  /// The warnings about the bank, and messages about its samples that are missing or cannot be
  /// decoded.
  public var bankWarnings: [String] {
    bank?.warnings ?? []
  }
  /// The path of the bank, or of the first one of a stack; `nil` if none is loaded.
  public var bankPath: String? { bank?.path }
  /// The banks of the stack that ``load(_:usingPreset:)-([String],_)`` has loaded; empty for a
  /// single bank.
  public var bankStack: [String] { bank?.texts ?? [] }
  /// The number of active voices at the end of the last block.
  public var activeVoiceCount: Int { shared.pointee.counters.voiceCount.load(ordering: .relaxed) }

  // MARK: Service

  /// Performs blocking work that messages and parameters have requested, and frees banks no longer
  /// in use.
  ///
  /// - Parameter prepares: Whether to prepare presets in tune or with straight tones, which takes
  ///   up to a few seconds each; otherwise ``nextPreparation()`` returns them.
  /// - Returns: What was done, with the errors of banks and presets that were not loaded.
  public func service(prepares: Bool = true) -> [UnitReport] {
    collectRetired()
    freeHandledMIDI()
    defer { reports = [] }
    useWaitingPreset()
    while waitingPreset == nil, let message = shared.pointee.requests.pop() {
      switch message.withUnsafeBytes({ UnitRequest($0) }) {
      case .loadFile(let path, let preset):
        do throws(UnitLoadError) {
          try load(path, usingPreset: preset)
          reports.append(.loaded(path: path))
        } catch { reports.append(.notLoaded(error)) }
      case .usePreset(let number):
        waitingPreset = number
        useWaitingPreset()
      case nil: reports.append(.malformed(byteCount: message.count))
      }
    }
    updateIntonation()
    while prepares, let task = nextPreparation() {
      task.run()
      if let report = finish(task) { reports.append(report) }
    }
    return reports
  }

  /// Selects the preset that a message requests. If the queue is full, the next service does, and
  /// further messages wait.
  private func useWaitingPreset() {
    guard let number = waitingPreset else { return }
    do throws(UnitCommandError) {
      try usePreset(number)
      waitingPreset = nil
      reports.append(.selected(preset: bank?.entry(at: number) == nil ? nil : number))
    } catch { shared.pointee.needsService.store(true, ordering: .releasing) }
  }

  /// Whether further presets are to be prepared: makes ``needsService(_:)`` return `true`.
  @discardableResult
  public func requestPreparation() -> Bool {
    guard nextPreparation() != nil else { return false }
    shared.pointee.needsService.store(true, ordering: .releasing)
    return true
  }

  /// The number of messages dropped as a whole: System Exclusive beyond the capacity, and messages
  /// for which a queue was full.
  public var lostMessageCount: Int { shared.pointee.lostCount.load(ordering: .relaxed) }
  /// The number of banks in memory: the loaded one, and previous ones whose notes may be active.
  public var bankCount: Int { banks.count }

  private func collectRetired() {
    shared.pointee.needsService.store(false, ordering: .releasing)
    while let bank = shared.pointee.retired.pop() { banks[bank] = nil }
  }

  // MARK: Commands

  private var sentCommandCount: Int { shared.pointee.commands.pushedCount }

  /// The room in the queue for the commands of a bank and of a state.
  static let commandReserve = 3 * Generator.tableCount + 64

  /// Sends a command.
  ///
  /// - Throws: ``UnitCommandError/noRenderResources`` or ``UnitCommandError/queueFull``.
  func send(_ command: UnitCommand) throws(UnitCommandError) {
    if core == nil { throw .noRenderResources }
    guard shared.pointee.commands.push(command) else { throw .queueFull }
  }

  /// Sends a command for which the queue has room: after an allocation, or within
  /// ``commandReserve``. Only this thread fills the queue.
  func sendReserved(_ command: UnitCommand) {
    let isSent = shared.pointee.commands.push(command)
    precondition(isSent, "The queue has no room for a state.")
  }

  /// Returns whether the audio thread has popped the first `command` commands.
  func isHandled(_ command: Int) -> Bool { shared.pointee.commands.poppedCount >= command }

  /// Reports a state as current until the audio thread has restored it.
  func setPending(_ state: UnitState) {
    clearPending()
    pendingState = (state, sentCommandCount)
  }

  /// The restored state that the audio thread has not handled yet; `nil` if it has.
  var unhandledState: UnitState? {
    guard let pendingState, core != nil, !isHandled(pendingState.command) else { return nil }
    return pendingState.state
  }

  /// Reports published values only.
  func clearPending() {
    pending = [:]
    pendingPreset = nil
  }

  /// Reports a value as current until the audio thread has handled its command.
  func setPending(_ value: Float, at index: Int) { pending[index] = (value, sentCommandCount) }

  /// Returns a value: one that the audio thread has not handled yet, or the published one.
  func value(at index: Int) -> Float {
    if let known = pending[index] {
      if core == nil || !isHandled(known.command) { return known.value }
      pending[index] = nil
    }
    return shared.pointee.values.float(at: index)
  }

  private func clearOverrides() {
    for index in 0..<Generator.tableCount where Generator(rawValue: UInt8(index)) != nil {
      setPending(.nan, at: index)
      if core == nil { shared.pointee.values.store(.nan, at: index) }
    }
  }
}
