import PeachInstrumentModel
import PeachStraightPresets
import PeachSynthesis
import Synchronization

/// Straight tones. Control thread only.
///
/// The presets that channels play are prepared with straight tones when the parameter
/// ``UnitMode/straightTone`` is switched on, and when other presets are selected. Until a preset is
/// ready, notes play as recorded. Active notes do not change.
extension SamplerUnit {
  /// Whether straight tones are on, once the audio thread has handled all commands.
  private var isStraight: Bool {
    let index = UnitMode.straightTone.parameterIndex
    let restored =
      pending[index] == nil ? unhandledState?.value(at: UnitMode.straightTone.rawValue) : nil
    return (restored ?? value(at: index)) >= 0.5
  }

  /// Returns the next preset to straighten; `nil` if straight tones are off, or if the presets of
  /// all channels are ready.
  ///
  /// ``service(straightens:)`` does this by default. A control thread that must not wait runs the
  /// task on another thread:
  /// ```swift
  /// unit.service(straightens: false)
  /// guard let task = unit.nextStraightening() else { return }
  /// queue.async {
  ///   task.run()
  ///   DispatchQueue.main.async { unit.finish(task) }
  /// }
  /// ```
  public func nextStraightening() -> StraightTask? {
    guard let bank, isStraight else { return nil }
    let selected = selectedPresets(of: bank).sorted()
    guard let preset = selected.first(where: { bank.needsStraightening($0) }) else { return nil }
    return StraightTask(preset, of: bank, id: bankID, access: access)
  }

  /// Uses the result of a task, which has run, for the next notes.
  ///
  /// - Returns: The report; `nil` if the unit has loaded another bank since.
  @discardableResult
  public func finish(_ task: StraightTask) -> UnitReport? {
    guard let bank, task.bankID == bankID, let result = task.result,
      bank.needsStraightening(task.preset)
    else { return nil }
    let report = straighten(task.preset, of: bank, as: result)
    updateStraightTones()
    return report
  }

  /// Straightens the presets that a state selects in a bank, and a further one.
  func straighten(_ bank: UnitBank, selectedBy state: UnitState, and preset: Int? = nil) {
    guard isStraight else { return }
    var selected = bank.presets(selectedBy: state)
    if let preset, bank.presets.indices.contains(preset) { selected.insert(preset) }
    for preset in selected.sorted() where bank.needsStraightening(preset) {
      let task = StraightTask(preset, of: bank, id: bankID, access: access)
      task.run()
      if let result = task.result { reports.append(straighten(preset, of: bank, as: result)) }
    }
  }

  private func straighten(
    _ preset: Int, of bank: UnitBank, as result: Result<StraightRegions, SampleCodecError>
  ) -> UnitReport {
    do throws(SampleCodecError) {
      return .straightened(preset: preset, try bank.straighten(preset, as: result))
    } catch {
      return .notLoaded(.undecodable(path: bank.path, reason: error))
    }
  }

  /// Makes the audio thread play the prepared presets of the bank straight or as recorded.
  func updateStraightTones() {
    guard let bank else { return }
    bank.isStraight = isStraight
    guard hasRenderResources else { return }
    for (index, preset) in bank.unsentPresets {
      guard send(.replacePreset(index: index, preset)) else { return }
      bank.setSent(preset, at: index)
    }
  }

  /// Returns the indices of the presets that channels play, once the audio thread has handled all
  /// commands.
  private func selectedPresets(of bank: UnitBank) -> Set<Int> {
    var selected: Set<Int> = []
    if let pendingPreset, let index = pendingPreset.index, !isHandled(pendingPreset.command) {
      selected.insert(index)
    }
    if !hasRenderResources || unhandledState != nil {
      return selected.union(bank.presets(selectedBy: state))
    }
    for channel in 0..<Self.channelCount {
      let address = shared.pointee.presetAddresses[channel].load(ordering: .relaxed)
      if let index = bank.index(ofAddress: address) { selected.insert(index) }
    }
    return selected
  }
}

extension UnitBank {
  /// Returns the indices of the presets that the channels of a state select.
  func presets(selectedBy state: UnitState) -> Set<Int> {
    var state = state
    var selected: Set<Int> = []
    state.updateChannels { _, channel in
      let settings = channel.settings
      if let index = self.index(bank: settings.bank, program: settings.program) {
        selected.insert(index)
      }
    }
    return selected
  }
}
