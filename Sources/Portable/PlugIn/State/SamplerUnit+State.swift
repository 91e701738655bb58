import PeachInstrumentModel
public import PeachMIDIEvents
import PeachSynthesis
import Synchronization

/// Parameters and state, as a host reads and writes them: the control thread's.
extension SamplerUnit {
  // MARK: Parameters

  /// Where a parameter stands. For a generator nil where each region has the file's own value; nil
  /// as well where there is no such address.
  public func value(ofParameterAt address: UInt64) -> Float? {
    guard let place = UnitLink.place(of: address) else { return nil }
    if address == UnitMode.activeVoiceCount.rawValue { return Float(activeVoiceCount) }
    let value = pendingValue(at: place) ?? link.pointee.value(at: place)
    if !value.isNaN { return value }
    return place < Generator.tableCount ? nil : UnitParameter.at(address)?.defaultValue
  }

  /// Moves a parameter, within its range, at once or in a straight line over so many frames. False,
  /// and nothing done, where there is no such parameter, where it only tells, where the value is no
  /// number, and where too much waits for the audio side.
  @discardableResult
  public func set(_ value: Float, ofParameterAt address: UInt64, rampFrames: Int = 0) -> Bool {
    guard let parameter = UnitParameter.at(address), parameter.isWritable,
      let kept = parameter.counted(value), let place = UnitLink.place(of: address)
    else { return false }
    if hasRenderResources {
      guard send(.parameter(address: address, value: kept, rampFrames: max(rampFrames, 0))) else {
        return false
      }
      remember(kept, at: place)
    } else {
      var state = self.state
      state.set(kept, at: address)
      keep(state)
    }
    return true
  }

  /// Gives a generator back to the file. False where the address is none of a generator's.
  @discardableResult
  public func follow(parameterAt address: UInt64) -> Bool {
    guard case .generator(let generator) = UnitParameter.at(address)?.kind,
      let place = UnitLink.place(of: address)
    else { return false }
    if hasRenderResources {
      guard send(.follow(generator)) else { return false }
    } else {
      link.pointee.setValue(.nan, at: place)
    }
    remember(.nan, at: place)
    return true
  }

  /// Sends a MIDI message, to sound with the next block. False where too much waits.
  @discardableResult
  public func send(_ message: MIDIMessage) -> Bool { send(.message(message)) }

  // MARK: State

  /// All that it is set to, at this moment.
  public var state: UnitState {
    var state = keptState ?? shownState
    state.bankPath = bankPath
    return state
  }

  private var shownState: UnitState {
    var state = UnitState()
    for parameter in UnitParameter.all {
      guard let place = UnitLink.place(of: parameter.address) else { continue }
      let value = pendingValue(at: place) ?? link.pointee.value(at: place)
      guard parameter.isWritable, !value.isNaN else { continue }
      state.parameters.append(UnitState.Setting(address: parameter.address, value: value))
    }
    for generator in Generator.allCases {
      let place = Int(generator.rawValue)
      let bits = link.pointee.offsets[place].load(ordering: .relaxed)
      if Float(bitPattern: bits) == 0 { continue }
      state.offsets.append(
        UnitState.Setting(address: UInt64(place), value: Float(bitPattern: bits)))
    }
    showSettings(in: &state)
    return state
  }

  /// The settings of channels and of the whole, all of one moment as far as that can be had without
  /// waiting.
  private func showSettings(in state: inout UnitState) {
    for _ in 0..<100 {
      let before = link.pointee.stateVersion.load(ordering: .sequentiallyConsistent)
      state.channels = numbers(at: link.pointee.state, count: UnitLink.stateCount)
      state.system = numbers(at: link.pointee.system, count: UnitLink.systemCount)
      let tunings = link.pointee.tuningsInUse.load(ordering: .relaxed)
      state.tunings = numbers(
        at: link.pointee.tunings,
        count: min(tunings, Synthesizer.tuningCapacity) * UnitLink.tuningCount)
      let after = link.pointee.stateVersion.load(ordering: .sequentiallyConsistent)
      if before == after && before & 1 == 0 { break }
    }
  }

  private func numbers(
    at place: UnsafeMutablePointer<Atomic<Int32>>, count: Int
  ) -> [Int32] {
    var numbers = [Int32](repeating: 0, count: count)
    for index in 0..<count { numbers[index] = place[index].load(ordering: .relaxed) }
    return numbers
  }

  /// Puts a state back, its bank first. Where that cannot be loaded, everything is as it was.
  public func restore(_ state: UnitState) throws(UnitLoadError) {
    if let path = state.bankPath, path != bankPath { try load(path) }
    put(state)
  }

  /// Puts everything but the bank back.
  func put(_ state: UnitState) {
    guard hasRenderResources else { return keep(state) }
    for generator in Generator.allCases {
      let known = state.offsets.first { $0.address == UInt64(generator.rawValue) }
      send(.offset(generator, value: known?.value ?? 0))
    }
    // What a mode does to channels is among their settings, which come after it.
    for mode in [UnitMode.portamentoRate, .oneVoicePerKey, .retrigger] {
      let known = state.parameters.first { $0.address == mode.rawValue }
      guard let value = known?.value else { continue }
      send(.parameter(address: mode.rawValue, value: value, rampFrames: 0))
    }
    if state.channels.count == UnitLink.stateCount { sendSettings(state) }
    for generator in Generator.allCases {
      let known = state.parameters.first { $0.address == UInt64(generator.rawValue) }
      if let value = known?.value {
        send(.parameter(address: UInt64(generator.rawValue), value: value, rampFrames: 0))
      } else {
        send(.follow(generator))
      }
    }
    remember(state)
  }

  private func sendSettings(_ state: UnitState) {
    // One that was not taken yet is replaced; one that is being read is so for microseconds.
    while true {
      let free = link.pointee.mailboxState.compareExchange(
        expected: 1, desired: 0, ordering: .acquiringAndReleasing)
      if free.original != 2 { break }
    }
    // A state of before there were settings of the whole leaves these as they are.
    let system =
      state.system.count == UnitLink.systemCount
      ? state.system : numbers(at: link.pointee.system, count: UnitLink.systemCount)
    let settings = [state.channels, system, state.tunings].joined()
    for (index, number) in settings.enumerated() { link.pointee.mailbox[index] = number }
    link.pointee.mailedTuningCount.store(
      state.tunings.count / UnitLink.tuningCount, ordering: .relaxed)
    link.pointee.mailboxState.store(1, ordering: .releasing)
    send(.restoreState)
  }

  /// Keeps a state for when there are resources.
  func keep(_ state: UnitState) {
    forgetPending()
    for place in 0..<UnitLink.valueCount { link.pointee.setValue(.nan, at: place) }
    for setting in state.parameters {
      guard let place = UnitLink.place(of: setting.address) else { continue }
      link.pointee.setValue(setting.value, at: place)
    }
    for place in 0..<Generator.tableCount {
      let known = state.offsets.first { $0.address == UInt64(place) }
      link.pointee.offsets[place].store((known?.value ?? 0).bitPattern, ordering: .relaxed)
    }
    guard state.channels.count == UnitLink.stateCount else { return }
    keep(state.channels, at: link.pointee.state)
    keep(state.tunings, at: link.pointee.tunings)
    link.pointee.tuningsInUse.store(
      state.tunings.count / UnitLink.tuningCount, ordering: .relaxed)
    if state.system.count == UnitLink.systemCount { keep(state.system, at: link.pointee.system) }
  }

  private func keep(_ numbers: [Int32], at place: UnsafeMutablePointer<Atomic<Int32>>) {
    for index in numbers.indices { place[index].store(numbers[index], ordering: .relaxed) }
  }

  /// The settings of a unit to which nothing was ever said.
  func setInitialState() {
    var quiet = configuration
    quiet.maximumVoices = 1
    quiet.effects = false
    quiet.limiter = false
    var core = SamplerUnitCore(quiet, link: UnsafePointer(link))
    core.showState()
  }

  /// Without resources: a preset for all channels but those of percussion, or for one.
  func keepPreset(_ entry: ProgramTable.Entry?, onChannel only: Int? = nil) {
    guard let entry else { return }
    for index in 0..<Self.channelCount {
      let channel = link.pointee.state + index * Synthesizer.channelStateCount
      let isRhythmPart = channel[130].load(ordering: .relaxed) & 2 != 0
      guard only == index || only == nil && !isRhythmPart else { continue }
      channel[128].store(Int32(entry.program), ordering: .relaxed)
      channel[129].store(Int32(entry.bank), ordering: .relaxed)
    }
  }
}

extension UnitState {
  /// Sets a parameter, whether it was set before or not.
  mutating func set(_ value: Float, at address: UInt64) {
    parameters.removeAll { $0.address == address }
    parameters.append(Setting(address: address, value: value))
    parameters.sort { $0.address < $1.address }
    guard address == UnitMode.portamento.rawValue || address == UnitMode.polyphonic.rawValue else {
      return
    }
    // These two are a controller's, and a mode's, of all channels.
    for first in stride(from: 0, to: channels.count, by: Synthesizer.channelStateCount) {
      if address == UnitMode.portamento.rawValue {
        channels[first + 65] = value < 0.5 ? 0 : 127
      } else {
        channels[first + 130] = channels[first + 130] & ~4 | (value < 0.5 ? 4 : 0)
      }
    }
  }
}
