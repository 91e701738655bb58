import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import PeachTuning
import Synchronization

/// The audio-thread side of a unit.
struct SamplerUnitCore: ~Copyable {
  let shared: UnsafePointer<UnitSharedState>
  private let engine: LiveEngine
  var interpreter = MIDIEventInterpreter()
  var parser = MIDIParser(systemExclusiveCapacity: SamplerUnit.systemExclusiveCapacity)
  var sentParser = MIDIParser(systemExclusiveCapacity: SamplerUnit.systemExclusiveCapacity)
  private var schedule = FrameSchedule<TimedMIDI>(capacity: SamplerUnit.sentMessageLimit)
  var packets = UniversalMIDIPacketReader()
  var parameters = LiveParameters()
  /// The frame of the next ramp update, if any ramp is active.
  var nextRampFrame: Int64 = 0
  var hasOverrides = false
  #if !hasFeature(Embedded)
    var tuner: LivePlayerTuner
    private var follower = TuningFollower()
  #endif
  /// The channels that have changed since they were last published; a bit for each.
  var changedChannels: UInt32 = 0xFFFF
  var isSystemChanged = true
  var areTuningsChanged = false
  /// The ID of the installed bank; −1 for none.
  private var currentBank = -1
  /// The serial number of the first note-on after the installation of the bank.
  private var firstNoteOnSerial: UInt64 = 0
  /// The index of the previous bank to check next.
  private var retiringIndex = 0
  let scales = UnitScales()
  private let previousBanks: UnsafeMutablePointer<PreviousBank>
  private var previousBankCount = 0
  let scratch: UnsafeMutablePointer<Int32>
  /// The maximum number of previous banks whose notes may still be active.
  static var previousBankCapacity: Int { 64 }

  /// A replaced bank and the serial numbers of its notes.
  private struct PreviousBank: BitwiseCopyable {
    var bank: Int
    var firstSerial: UInt64
    var endSerial: UInt64
  }

  /// Creates the audio-thread side. Allocates; `shared` must stay valid as long.
  init(_ configuration: SynthesizerConfiguration, shared: UnsafePointer<UnitSharedState>) {
    self.shared = shared
    engine = LiveEngine(configuration)
    #if !hasFeature(Embedded)
      tuner = LivePlayerTuner(sampleRate: configuration.sampleRate)
    #endif
    previousBanks = .allocate(capacity: Self.previousBankCapacity)
    previousBanks.initialize(
      repeating: PreviousBank(bank: -1, firstSerial: 0, endSerial: 0),
      count: Self.previousBankCapacity)
    let wordCount = max(
      ChannelState.wordCount, max(UnitSharedState.systemWordCount, TuningState.wordCount))
    scratch = .allocate(capacity: wordCount)
    scratch.initialize(repeating: 0, count: wordCount)
  }

  deinit {
    parameters.deallocate()
    scales.deallocate()
    previousBanks.deallocate()
    scratch.deallocate()
  }

  var synthesizer: UnsafeMutablePointer<Synthesizer> { engine.synthesizer }
  var frame: Int64 { engine.frame }

  /// Handles the queued commands and renders `count` frames with events on their frames.
  mutating func render(
    events: UnsafeBufferPointer<UnitEvent>, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, count: Int
  ) {
    // Messages scheduled for this frame precede commands that have just arrived.
    handleScheduledMIDI()
    while let command = shared.pointee.commands.pop() { handle(command) }
    #if !hasFeature(Embedded)
      let synthesizer = synthesizer
      follower.update(&synthesizer.pointee)
      shared.pointee.followsTuning.store(follower.isActive, ordering: .relaxed)
    #endif
    var block = BlockSplitter(left: left, right: right, count: count)
    for index in 0..<events.count {
      render(&block, upTo: events[index].frame)
      handleScheduledMIDI()
      handle(events[index])
    }
    render(&block, upTo: count)
    publish()
  }

  /// Renders up to an offset into the block, with ramp updates on their frames.
  private mutating func render(_ block: inout BlockSplitter, upTo end: Int) {
    while true {
      let rampFrame = parameters.rampingCount > 0 ? nextRampFrame : Int64.max
      var actionFrame = min(rampFrame, schedule.nextFrame)
      #if !hasFeature(Embedded)
        if tuner.isOn && min(end, block.count) > block.offset && actionFrame > frame {
          let synthesizer = synthesizer
          tuner.update(&synthesizer.pointee)
          actionFrame = min(actionFrame, tuner.nextUpdateFrame(after: frame))
        }
      #endif
      if engine.render(&block, upTo: end, nextAction: actionFrame) { return }
      if rampFrame <= frame { updateRamps() }
      handleScheduledMIDI()
    }
  }

  private mutating func handleScheduledMIDI() {
    while let midi = schedule.next(atOrBefore: frame) { handle(midi) }
  }

  /// Handles bytes from the control thread now, or schedules them.
  private mutating func receive(_ midi: TimedMIDI) {
    let offset = Int64(SampleTime.offset(of: midi.time, from: frame))
    if offset > 0 && schedule.add(midi, at: frame &+ min(offset, Int64.max &- frame)) { return }
    handle(midi)
  }

  // MARK: Banks

  /// Installs the presets of a bank. Active notes of the previous bank continue.
  private mutating func install(
    bank: Int, entries: UnsafePointer<ProgramTable.Entry>, count: Int
  ) {
    if currentBank >= 0 && previousBankCount < Self.previousBankCapacity {
      previousBanks[previousBankCount] = PreviousBank(
        bank: currentBank, firstSerial: firstNoteOnSerial,
        endSerial: synthesizer.pointee.nextNoteOnSerial())
      previousBankCount &+= 1
    }
    currentBank = bank
    firstNoteOnSerial = synthesizer.pointee.nextNoteOnSerial()
    synthesizer.pointee.install(entries, count: count)
    noticePreset()
    changedChannels = 0xFFFF
  }

  /// Retires a previous bank if none of its notes is active; checks one bank per block.
  private mutating func retireBanks() {
    if previousBankCount == 0 { return }
    let index = retiringIndex < previousBankCount ? retiringIndex : 0
    retiringIndex = index &+ 1
    let (first, end) = (previousBanks[index].firstSerial, previousBanks[index].endSerial)
    if synthesizer.pointee.soundsNote(from: first, below: end) { return }
    guard shared.pointee.retired.push(previousBanks[index].bank) else { return }
    shared.pointee.needsService.store(true, ordering: .releasing)
    previousBankCount &-= 1
    previousBanks[index] = previousBanks[previousBankCount]
  }

  private mutating func publish() {
    retireBanks()
    engine.publish(to: shared.pointee.counters)
    publishPresets()
    if changedChannels != 0 || isSystemChanged || areTuningsChanged { publishState() }
  }

  /// Publishes the presets of all channels. A new preset is prepared in tune or with straight
  /// tones.
  private func publishPresets() {
    let addresses = shared.pointee.presetAddresses
    var hasChanged = false
    for channel in 0..<UnitSharedState.channelCount {
      let address = synthesizer.pointee.presetAddress(onChannel: channel) ?? 0
      if addresses[channel].load(ordering: .relaxed) == address { continue }
      addresses[channel].store(address, ordering: .relaxed)
      hasChanged = true
    }
    let isUnchanged =
      !(value(of: .straightTone) >= 0.5) && value(of: .inTune) < 0.5
      && !(value(of: .octaveStretch) >= 0.5)
    if hasChanged && !isUnchanged {
      shared.pointee.needsService.store(true, ordering: .releasing)
    }
  }

  /// Clears all overrides if a new preset on channel 1 has cleared those of the synthesizer.
  mutating func noticePreset() {
    guard hasOverrides && !synthesizer.pointee.hasOverrides(onChannel: 0) else { return }
    hasOverrides = false
    for index in 0..<Generator.tableCount {
      shared.pointee.values.store(.nan, at: index)
      parameters.stop(index)
    }
  }

  func setMode(_ mode: UnitMode, to value: Float) {
    shared.pointee.values.store(value, at: mode.parameterIndex)
  }

  // MARK: Commands

  private mutating func handle(_ command: UnitCommand) {
    switch command {
    case .install(let bank, let entries, let count):
      install(bank: bank, entries: entries, count: count)
    case .use(let entry):
      synthesizer.pointee.use(entry)
      noticePreset()
      changedChannels = 0xFFFF
    case .useOn(let channel, let entry):
      synthesizer.pointee.use(entry, onChannel: channel)
      noticePreset()
      changedChannels = 0xFFFF
    case .replacePreset(let index, let preset):
      synthesizer.pointee.replacePreset(at: index, with: preset)
    case .parameter(let address, let value, let rampFrames):
      ramp(address: address, to: value, frames: rampFrames)
    case .clearOverride(let generator): clearOverride(generator)
    case .offset(let generator, let value): rampOffset(of: generator, to: value, frames: 0)
    case .message(let message): handle(message)
    case .note(let event): synthesizer.pointee.handle(event)
    case .midi(let midi): receive(midi)
    case .restoreState: restoreState()
    case .adaptiveChannels(let fixed, let untuned):
      #if !hasFeature(Embedded)
        tuner.setChannels(fixed: fixed, untuned: untuned)
      #endif
    case .tuningSource(let source):
      #if !hasFeature(Embedded)
        follower.source = source
      #endif
    }
  }
}
