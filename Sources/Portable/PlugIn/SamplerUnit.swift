import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
public import PeachSynthesis
import Synchronization

/// An instrument for a host: MIDI, parameters and messages in, stereo sound out, with a state that
/// can be kept.
///
/// It does what SF2LibAU does on Apple's systems, and is the whole of every plug-in: what stands
/// between it and a host's interface decides nothing.
///
/// ```swift
/// let unit = SamplerUnit(access: access)
/// try unit.load("FluidR3_GM.sf2", usingPreset: 42)
/// unit.allocateRenderResources(sampleRate: 48_000)
/// SamplerUnit.render(unit.renderContext, events: events, left: left, right: right, count: 512)
/// ```
/// One control thread at a time calls everything but ``render(_:events:left:right:count:)`` and
/// ``needsService(_:)``, which are the audio thread's; neither ever waits for the other. The control
/// thread calls ``service()`` when ``needsService(_:)`` says so, or every so often.
public final class SamplerUnit: @unchecked Sendable {
  // Sound: what crosses goes through the link's queues and atomic numbers; the core is the audio
  // side's, everything else the control side's.

  /// How many MIDI channels it has.
  public static let channelCount = 16

  /// How it gets at banks.
  public var access: BankAccess
  /// What it was made for, but for the frames in a second, which the host decides.
  public let configuration: SynthesizerConfiguration
  let link: UnsafeMutablePointer<UnitLink>
  private var core: UnsafeMutablePointer<SamplerUnitCore>?
  var bank: UnitBank?
  /// Banks by their numbers: the one there is, and those that may still sound.
  private var banks: [Int: UnitBank] = [:]
  private var bankNumber = -1
  private var sentCount = 0
  /// What was sent and has perhaps not been taken: the values to tell until then.
  private var pending: [Int: (value: Float, number: Int)] = [:]
  private var pendingPreset: (index: Int?, number: Int)?
  private var pendingState: (state: UnitState, number: Int)?

  /// A unit without a bank. Its sampling rate is the host's to decide.
  public init(
    access: BankAccess, configuration: SynthesizerConfiguration = SynthesizerConfiguration()
  ) {
    self.access = access
    var configuration = configuration
    configuration.channelCount = Self.channelCount
    self.configuration = configuration
    link = .allocate(capacity: 1)
    link.initialize(to: UnitLink())
    setInitialState()
  }

  deinit {
    freeCore()
    link.deinitialize(count: 1)
    link.deallocate()
  }

  // MARK: Resources

  /// Makes ready to render, with everything as it was. Nothing is rendered meanwhile.
  public func allocateRenderResources(sampleRate: Double) {
    let state = self.state
    freeCore()
    var configuration = configuration
    configuration.sampleRate = sampleRate
    let core = UnsafeMutablePointer<SamplerUnitCore>.allocate(capacity: 1)
    core.initialize(to: SamplerUnitCore(configuration, link: UnsafePointer(link)))
    self.core = core
    if bank != nil { sendBank() }
    put(state)
  }

  /// Gives the memory for rendering back; the bank and all settings stay.
  public func deallocateRenderResources() {
    let state = self.state
    freeCore()
    keep(state)
  }

  /// Whether it is ready to render.
  public var hasRenderResources: Bool { core != nil }

  private func freeCore() {
    guard let core else { return }
    core.deinitialize(count: 1)
    core.deallocate()
    self.core = nil
    // What was on its way is gone with it.
    while link.pointee.commands.pop() != nil {}
    link.pointee.mailboxState.store(0, ordering: .releasing)
    while link.pointee.retired.pop() != nil {}
    sentCount = 0
    link.pointee.takenCount.store(0, ordering: .relaxed)
    pending = [:]
    pendingState = nil
    banks = banks.filter { $0.key == bankNumber }
    link.pointee.voiceCount.store(0, ordering: .relaxed)
  }

  // MARK: Audio side

  /// What ``render(_:events:left:right:count:)`` needs; valid until the resources are given back.
  /// There must be some.
  public var renderContext: UnsafeMutableRawPointer {
    guard let core else { preconditionFailure("No render resources are allocated.") }
    return UnsafeMutableRawPointer(core)
  }

  /// Writes the next `count` frames, any number of them, with events at their frames, which must be
  /// in order; those beyond the block happen at its end. Never waits, allocates or counts.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public static func render(
    _ context: UnsafeMutableRawPointer, events: UnsafeBufferPointer<UnitEvent>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    let core = context.assumingMemoryBound(to: SamplerUnitCore.self)
    core.pointee.render(events: events, left: left, right: right, count: count)
  }

  /// Whether something waits for ``service()``. The audio thread may ask.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public static func needsService(_ context: UnsafeMutableRawPointer) -> Bool {
    let core = context.assumingMemoryBound(to: SamplerUnitCore.self)
    let link = core.pointee.link
    return !link.pointee.requests.isEmpty || link.pointee.hasRetired.load(ordering: .acquiring)
  }

  /// How many voices sounded at the end of the last block. The audio thread may ask.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public static func activeVoiceCount(_ context: UnsafeMutableRawPointer) -> Float {
    let core = context.assumingMemoryBound(to: SamplerUnitCore.self)
    return Float(core.pointee.link.pointee.voiceCount.load(ordering: .relaxed))
  }

  // MARK: Banks and presets

  /// Loads a bank; what sounds goes on, with the old one. With a preset's number that preset is put
  /// on all channels but those of percussion; without, each channel has the program it was told.
  ///
  /// Takes as long as reading the file does. Where it throws, everything is as it was.
  public func load(_ path: String, usingPreset preset: Int? = nil) throws(UnitLoadError) {
    collectRetired()
    guard banks.count < SamplerUnitCore.waitingCapacity,
      sentCount - link.pointee.takenCount.load(ordering: .acquiring) < 4000
    else { throw .busy }
    let loaded = try UnitBank(access.bank(at: path), path: path, decoder: access.decoder)
    bankNumber += 1
    bank = loaded
    banks[bankNumber] = loaded
    forgetReplacements()
    if core == nil {
      banks = banks.filter { $0.key == bankNumber }
    } else {
      sendBank()
    }
    if let preset { usePreset(preset) }
  }

  private func sendBank() {
    guard let bank else { return }
    send(.install(bank: bankNumber, entries: bank.entries, count: bank.presets.count))
  }

  /// Puts a preset on all channels but those of percussion, and gives all generators back to the
  /// file. Where the bank has none of that number they have none, and are silent.
  public func usePreset(_ number: Int) {
    let entry = bank?.entry(at: number)
    if core == nil {
      keepPreset(entry)
    } else {
      send(.use(entry))
    }
    forgetReplacements()
    pendingPreset = (entry == nil ? nil : number, sentCount)
  }

  /// Chooses a bank, 0 through 16,383, and a program for a channel, counted from 0, whatever bank
  /// select would make of the bank. False where the bank has no such preset: the channel is silent.
  @discardableResult
  public func useBankProgram(bank number: Int, program: Int, onChannel channel: Int = 0) -> Bool {
    precondition(0..<Self.channelCount ~= channel, "No such channel.")
    let index = bank?.presets.firstIndex {
      Int($0.bank) == number && Int($0.program) == program
    }
    let entry = index.flatMap { bank?.entry(at: $0) }
    if core == nil {
      keepPreset(entry, onChannel: channel)
    } else {
      send(.useOn(channel: channel, entry))
    }
    forgetReplacements()
    if channel == 0 { pendingPreset = (index, sentCount) }
    return entry != nil
  }

  /// The presets of the bank, by bank and program.
  public var factoryPresets: [FactoryPreset] {
    guard let bank else { return [] }
    return bank.presets.enumerated().map { index, preset in
      FactoryPreset(
        number: index, name: preset.name, bank: Int(preset.bank), program: Int(preset.program))
    }
  }

  /// The preset of channel 1; nil where it has none. Setting it is ``usePreset(_:)``.
  public var currentPreset: FactoryPreset? {
    let presets = factoryPresets
    if let pendingPreset, core == nil || !isTaken(pendingPreset.number) {
      return pendingPreset.index.map { presets[$0] }
    }
    guard let bank else { return nil }
    if core == nil {
      let program = link.pointee.state[128].load(ordering: .relaxed)
      let number = link.pointee.state[129].load(ordering: .relaxed)
      return presets.first { $0.bank == Int(number) && $0.program == Int(program) }
    }
    let address = link.pointee.presetAddress.load(ordering: .relaxed)
    return bank.index(ofAddress: address).map { presets[$0] }
  }

  /// The name of channel 1's preset; empty where it has none.
  public var activePresetName: String { currentPreset?.name ?? "" }

  /// The bank's own name; empty where none is loaded.
  public var bankName: String { bank?.name ?? "" }

  /// The path that the bank was loaded by; nil where there is none.
  public var bankPath: String? { bank?.path }

  /// How many voices sounded at the end of the last block.
  public var activeVoiceCount: Int { link.pointee.voiceCount.load(ordering: .relaxed) }

  // MARK: What waits

  /// Does what messages asked for since the last time and takes time to do: loads banks, chooses
  /// presets; and frees banks of which nothing sounds any more.
  @discardableResult
  public func service() -> [UnitReport] {
    collectRetired()
    var reports: [UnitReport] = []
    while let message = link.pointee.requests.pop() {
      switch message.withUnsafeBytes({ UnitRequest($0) }) {
      case .loadFile(let path, let preset):
        do throws(UnitLoadError) {
          try load(path, usingPreset: preset)
          reports.append(.loaded(path: path))
        } catch {
          reports.append(.notLoaded(error))
        }
      case .usePreset(let number):
        usePreset(number)
        reports.append(.chosen(preset: bank?.entry(at: number) == nil ? nil : number))
      case nil: reports.append(.notUnderstood(byteCount: message.count))
      }
    }
    return reports
  }

  /// Messages that were lost because too many waited.
  public var lostMessageCount: Int { link.pointee.lostCount.load(ordering: .relaxed) }

  /// Banks in memory: the one there is, and those that may still sound.
  public var bankCount: Int { banks.count }

  private func collectRetired() {
    link.pointee.hasRetired.store(false, ordering: .releasing)
    while let number = link.pointee.retired.pop() { banks[number] = nil }
  }

  // MARK: To the audio side

  /// Sends a command; false where the audio side takes none and there is no room.
  @discardableResult
  func send(_ command: UnitCommand) -> Bool {
    guard core != nil, link.pointee.commands.push(command) else { return false }
    sentCount += 1
    return true
  }

  /// Tells a state as put back until the audio side has it.
  func remember(_ state: UnitState) {
    pending = [:]
    pendingPreset = nil
    pendingState = (state, sentCount)
  }

  /// What was put back and the audio side does not have yet.
  var keptState: UnitState? {
    guard let known = pendingState, core != nil, !isTaken(known.number) else { return nil }
    return known.state
  }

  func isTaken(_ number: Int) -> Bool {
    link.pointee.takenCount.load(ordering: .acquiring) >= number
  }

  /// Tells what the link has, and nothing as on its way.
  func forgetPending() {
    pending = [:]
    pendingPreset = nil
  }

  /// Tells a value as set until the audio side has it.
  func remember(_ value: Float, at place: Int) { pending[place] = (value, sentCount) }

  /// What was set and the audio side does not have yet.
  func pendingValue(at place: Int) -> Float? {
    guard let known = pending[place] else { return nil }
    if core != nil && isTaken(known.number) {
      pending[place] = nil
      return nil
    }
    return known.value
  }

  private func forgetReplacements() {
    for place in 0..<Generator.tableCount where Generator(rawValue: UInt8(place)) != nil {
      remember(.nan, at: place)
      if core == nil { link.pointee.setValue(.nan, at: place) }
    }
  }
}
