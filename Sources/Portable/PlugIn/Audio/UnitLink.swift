import PeachInstrumentModel
import PeachSequencing
import PeachSynthesis
import Synchronization

/// What both sides of a unit touch: queues and atomic numbers, nothing else.
struct UnitLink: ~Copyable {
  static var channelCount: Int { 16 }
  /// How many numbers the settings of all channels are, of the whole, and of a tuning.
  static var stateCount: Int { channelCount * Synthesizer.channelStateCount }
  static var systemCount: Int {
    Synthesizer.systemStateCount + SongInterpreter.stateCount + channelCount
  }
  static var tuningCount: Int { Synthesizer.tuningStateCount }

  /// To the audio side.
  let commands = CommandQueue<UnitCommand>(capacity: 4096)
  /// Commands taken so far.
  let takenCount = Atomic<Int>(0)
  /// To the control side: messages that ask for what takes time.
  let requests = MessageQueue(capacity: 65_536)
  /// To the control side: banks of which nothing sounds any more.
  let retired = CommandQueue<Int>(capacity: 256)
  let hasRetired = Atomic<Bool>(false)
  /// Messages for which there was no room.
  let lostCount = Atomic<Int>(0)
  let voiceCount = Atomic<Int>(0)
  /// What tells the preset of channel 1 from others; 0 for none.
  let presetAddress = Atomic<UInt>(0)
  /// The values of parameters as bits of `Float`; no number where the file's own hold.
  let values: UnsafeMutablePointer<Atomic<UInt32>>
  let offsets: UnsafeMutablePointer<Atomic<UInt32>>
  /// The channels' settings as they stand.
  let state: UnsafeMutablePointer<Atomic<Int32>>
  /// The settings of the whole, and of reverb, chorus and parts.
  let system: UnsafeMutablePointer<Atomic<Int32>>
  /// The tunings that there are, one after the other, and how many.
  let tunings: UnsafeMutablePointer<Atomic<Int32>>
  let tuningsInUse = Atomic<Int>(0)
  /// Odd while any of these is being written.
  let stateVersion = Atomic<Int>(0)
  /// The settings to be put back: 0 where nobody has it, 1 where it is full, 2 while it is read.
  let mailboxState = Atomic<Int>(0)
  /// As many tunings as ``mailedTuningCount`` says follow the settings of channels and system.
  let mailbox: UnsafeMutablePointer<Int32>
  let mailedTuningCount = Atomic<Int>(0)

  static let valueCount = Generator.tableCount + 6

  init() {
    values = .allocate(capacity: Self.valueCount)
    offsets = .allocate(capacity: Generator.tableCount)
    state = .allocate(capacity: Self.stateCount)
    system = .allocate(capacity: Self.systemCount)
    let tuningNumbers = Synthesizer.tuningCapacity * Self.tuningCount
    tunings = .allocate(capacity: tuningNumbers)
    let mailCount = Self.stateCount + Self.systemCount + tuningNumbers
    mailbox = .allocate(capacity: mailCount)
    mailbox.initialize(repeating: 0, count: mailCount)
    for index in 0..<Self.valueCount {
      (values + index).initialize(to: Atomic(Float.nan.bitPattern))
    }
    for index in 0..<Generator.tableCount { (offsets + index).initialize(to: Atomic(0)) }
    for index in 0..<Self.stateCount { (state + index).initialize(to: Atomic(0)) }
    for index in 0..<Self.systemCount { (system + index).initialize(to: Atomic(0)) }
    for index in 0..<tuningNumbers { (tunings + index).initialize(to: Atomic(0)) }
  }

  deinit {
    values.deallocate()
    offsets.deallocate()
    state.deallocate()
    system.deallocate()
    tunings.deallocate()
    mailbox.deallocate()
  }

  /// Where the value of a parameter lies; nil where there is no such parameter.
  static func place(of address: UInt64) -> Int? {
    if address < UInt64(Generator.tableCount) {
      let number = UInt8(truncatingIfNeeded: address)
      return Generator(rawValue: number) == nil ? nil : Int(number)
    }
    guard address >= 1000 && address <= 1005 else { return nil }
    return Generator.tableCount &+ Int(address) &- 1000
  }

  func setValue(_ value: Float, at place: Int) {
    values[place].store(value.bitPattern, ordering: .relaxed)
  }

  func value(at place: Int) -> Float {
    Float(bitPattern: values[place].load(ordering: .relaxed))
  }
}
