import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import Synchronization

/// The audio side of a unit, in memory of its own: no object that could be counted.
struct SamplerUnitCore: ~Copyable {
  let link: UnsafePointer<UnitLink>
  /// In memory of its own, so that a call into its module captures an address and nothing else.
  let synthesizer: UnsafeMutablePointer<Synthesizer>
  var interpreter = SongInterpreter()
  var parser = MIDIParser(systemExclusiveCapacity: 65_536)
  var packets = UniversalPacketReader()
  var parameters = LiveParameters()
  /// When what is on its way is to be moved again, wherever blocks begin.
  var nextMoveFrame = 0
  /// Something stands in a generator's place.
  var isAnyReplaced = false
  /// Channels whose settings have changed since they were last shown, a bit each.
  var changedChannels: UInt32 = 0xFFFF
  /// The same of the settings of the whole, and of tunings.
  var isSystemChanged = true
  var areTuningsChanged = false
  /// The bank that is played, and those that may still sound: until when notes of them began.
  private var currentBank = -1
  private var currentFirstAge: UInt64 = 0
  /// Which of those that may still sound is looked at next.
  private var retiringPlace = 0
  private var waiting: UnsafeMutablePointer<Waiting>
  private var waitingCount = 0
  let scratch: UnsafeMutablePointer<Int32>
  /// How many banks may sound out at a time.
  static var waitingCapacity: Int { 64 }

  private struct Waiting: BitwiseCopyable {
    var bank: Int
    /// The ages of the notes that began while it was the one that is played.
    var firstAge: UInt64
    var endAge: UInt64
  }

  /// An audio side whose `link` must outlive it. Allocates all it will ever need.
  init(_ configuration: SynthesizerConfiguration, link: UnsafePointer<UnitLink>) {
    self.link = link
    synthesizer = .allocate(capacity: 1)
    synthesizer.initialize(to: Synthesizer(configuration))
    waiting = .allocate(capacity: Self.waitingCapacity)
    waiting.initialize(
      repeating: Waiting(bank: -1, firstAge: 0, endAge: 0), count: Self.waitingCapacity)
    let most = max(
      Synthesizer.channelStateCount, max(UnitLink.systemCount, UnitLink.tuningCount))
    scratch = .allocate(capacity: most)
    scratch.initialize(repeating: 0, count: most)
  }

  deinit {
    synthesizer.deinitialize(count: 1)
    synthesizer.deallocate()
    parameters.deallocate()
    waiting.deallocate()
    scratch.deallocate()
  }

  /// Frames rendered so far.
  var frame: Int { synthesizer.pointee.frame }

  /// Takes what the control side sent, and writes the next `count` frames with events at theirs.
  mutating func render(
    events: UnsafeBufferPointer<UnitEvent>, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, count: Int
  ) {
    takeCommands()
    var done = 0
    for index in 0..<events.count {
      let at = min(max(events[index].frame, done), count)
      advance(left: left + done, right: right + done, count: at &- done)
      done = at
      handle(events[index].content)
    }
    advance(left: left + done, right: right + done, count: count &- done)
    publish()
  }

  /// Renders on, with parameters on their way.
  private mutating func advance(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      if parameters.movingCount > 0 && frame >= nextMoveFrame { moveParameters() }
      var run = count &- done
      if parameters.movingCount > 0 { run = min(run, nextMoveFrame &- frame) }
      synthesizer.pointee.render(left: left + done, right: right + done, count: run)
      done &+= run
    }
  }

  // MARK: Banks

  /// Installs another bank's presets; the one before sounds out.
  mutating func install(
    bank: Int, entries: UnsafePointer<ProgramTable.Entry>, count: Int
  ) {
    if currentBank >= 0 && waitingCount < Self.waitingCapacity {
      waiting[waitingCount] = Waiting(
        bank: currentBank, firstAge: currentFirstAge, endAge: synthesizer.pointee.nextNoteAge())
      waitingCount &+= 1
    }
    currentBank = bank
    currentFirstAge = synthesizer.pointee.nextNoteAge()
    synthesizer.pointee.install(entries, count: count)
    noticePreset()
    changedChannels = 0xFFFF
  }

  /// Tells the control side of banks of which nothing sounds any more.
  private mutating func retireBanks() {
    if waitingCount == 0 { return }
    // One of them a block: nobody is in a hurry.
    let index = retiringPlace < waitingCount ? retiringPlace : 0
    retiringPlace = index &+ 1
    let (first, end) = (waiting[index].firstAge, waiting[index].endAge)
    if synthesizer.pointee.soundsNote(from: first, below: end) { return }
    guard link.pointee.retired.push(waiting[index].bank) else { return }
    link.pointee.hasRetired.store(true, ordering: .releasing)
    waitingCount &-= 1
    waiting[index] = waiting[waitingCount]
  }

  // MARK: What the control side sees

  private mutating func publish() {
    retireBanks()
    // A number that is read, in a module that does not show how; through an address, as a capture.
    let synthesizer = synthesizer
    let sounding = _unsafePerformance { synthesizer.pointee.soundingVoiceCount }
    link.pointee.voiceCount.store(sounding, ordering: .relaxed)
    let preset = synthesizer.pointee.presetAddress(onChannel: 0) ?? 0
    link.pointee.presetAddress.store(preset, ordering: .relaxed)
    if changedChannels == 0 && !isSystemChanged && !areTuningsChanged { return }
    let areModesChanged = changedChannels != 0
    showState()
    if areModesChanged { showModes() }
  }

  /// Another preset on channel 1 has taken all replacements away.
  mutating func noticePreset() {
    guard isAnyReplaced && !synthesizer.pointee.hasReplacements(onChannel: 0) else { return }
    isAnyReplaced = false
    for place in 0..<Generator.tableCount {
      link.pointee.setValue(.nan, at: place)
      parameters.stop(place)
    }
  }

  /// Parameters that controllers move as well.
  func showModes() {
    let first = Generator.tableCount
    let state = link.pointee.state
    let isGliding = state[65].load(ordering: .relaxed) >= 64
    link.pointee.setValue(isGliding ? 1 : 0, at: first)
    let flags = state[130].load(ordering: .relaxed)
    link.pointee.setValue(flags & 4 == 0 ? 1 : 0, at: first &+ 3)
  }

  // MARK: Commands

  private mutating func takeCommands() {
    while let command = link.pointee.commands.pop() {
      link.pointee.takenCount.store(
        link.pointee.takenCount.load(ordering: .relaxed) &+ 1, ordering: .releasing)
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
      case .parameter(let address, let value, let rampFrames):
        move(address: address, to: value, rampFrames: rampFrames)
      case .follow(let generator): follow(generator)
      case .offset(let generator, let value): move(generator, by: value, rampFrames: 0)
      case .message(let message): handle(message)
      case .restoreState: restoreState()
      }
    }
  }
}
