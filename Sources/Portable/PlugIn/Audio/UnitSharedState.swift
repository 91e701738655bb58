import PeachInstrumentModel
import PeachSequencing
import PeachSynthesis
import Synchronization

/// The lock-free state that the control thread and the audio thread of a unit share.
struct UnitSharedState: ~Copyable {
  static var channelCount: Int { 16 }
  static var channelWordCount: Int { channelCount * ChannelState.wordCount }
  /// Of synthesizer, parts and effects, and the key bend range of each channel.
  static var systemWordCount: Int {
    SystemState.wordCount + MIDIEventInterpreter.wordCount + channelCount
  }

  let commands = CommandQueue<UnitCommand>(capacity: 4096)
  let counters = LiveCounters()
  /// Messages from the audio thread to the control thread that request blocking work.
  let requests = MessageQueue(capacity: 65_536)
  /// IDs of banks that are no longer in use, from the audio thread.
  let retired = CommandQueue<Int>(capacity: 256)
  /// Whether banks were retired, messages lost, or presets selected that are to be straight, since
  /// the last service.
  let needsService = Atomic<Bool>(false)
  /// Messages of the control thread that it may free.
  let handledMIDI = CommandQueue<TimedMIDI>(capacity: SamplerUnit.sentMessageLimit)
  /// Whether keys have the pitches of a ``TuningSource``.
  let followsTuning = Atomic<Bool>(false)
  /// The number of messages dropped because they were too long or ``requests`` was full.
  let lostCount = Atomic<Int>(0)
  /// The ID of each channel's preset; 0 for none.
  let presetAddresses: UnsafeMutablePointer<Atomic<UInt>>
  /// The parameter values; NaN for generators without an override.
  let values = AtomicWords(repeating: Int32(bitPattern: Float.nan.bitPattern), count: valueCount)
  let offsets = AtomicWords(count: Generator.tableCount)
  /// Encoded settings; ``tuningCount`` of the tunings are in use.
  let channels = AtomicWords(count: channelWordCount)
  let system = AtomicWords(count: systemWordCount)
  let tunings = AtomicWords(count: TuningState.capacity * TuningState.wordCount)
  let tuningCount = Atomic<Int>(0)
  /// Odd while the audio thread writes channels, system or tunings (a sequence lock).
  let stateVersion = Atomic<Int>(0)
  /// The owner of ``mailbox``: 0 the control thread, 1 neither (it is full), 2 the audio thread.
  let mailboxState = Atomic<Int>(0)
  /// Encoded settings to restore: channels, system, then ``mailedTuningCount`` tunings.
  let mailbox: UnsafeMutablePointer<Int32>
  let mailedTuningCount = Atomic<Int>(0)

  static var valueCount: Int { Generator.tableCount + UnitMode.allCases.count }

  init() {
    let count =
      Self.channelWordCount + Self.systemWordCount + TuningState.capacity * TuningState.wordCount
    mailbox = .allocate(capacity: count)
    mailbox.initialize(repeating: 0, count: count)
    presetAddresses = .allocate(capacity: Self.channelCount)
    for channel in 0..<Self.channelCount { (presetAddresses + channel).initialize(to: Atomic(0)) }
  }

  deinit {
    mailbox.deallocate()
    presetAddresses.deallocate()
  }

  /// Returns the index in ``values`` of the parameter at an address; `nil` if it does not exist.
  static func parameterIndex(of address: UInt64) -> Int? {
    if address < UInt64(Generator.tableCount) {
      let number = UInt8(truncatingIfNeeded: address)
      return Generator(rawValue: number) == nil ? nil : Int(number)
    }
    return UnitMode(rawValue: address)?.parameterIndex
  }
}

extension UnitMode {
  /// The index of the mode's value in ``UnitSharedState/values``.
  var parameterIndex: Int { Generator.tableCount &+ Int(rawValue) &- 1000 }
}
