import PeachInstrumentModel
import PeachSequencing
import PeachStraightPresets
import PeachSynthesis
public import PeachTuning
import Synchronization

/// Presets in tune and straight tones. Control thread only.
///
/// The presets that channels play are prepared in tune, by the parameter ``UnitMode/inTune``, or
/// with straight tones, by ``UnitMode/straightTone``: when the parameter is switched on, and when
/// other presets are selected. Octaves are stretched by ``UnitMode/octaveStretch``. Until a preset
/// is ready, notes play as in the bank. Active notes do not change.
extension SamplerUnit {
  /// Returns the value of a mode, once the audio thread has handled all commands.
  private func value(of mode: UnitMode, default standard: Float) -> Float {
    let index = mode.parameterIndex
    let restored = pending[index] == nil ? unhandledState?.value(at: mode.rawValue) : nil
    let value = restored ?? value(at: index)
    return value.isNaN ? standard : value
  }

  private func isOn(_ mode: UnitMode, default isOnByDefault: Bool) -> Bool {
    value(of: mode, default: isOnByDefault ? 1 : 0) >= 0.5
  }

  /// The way presets are played, once the audio thread has handled all commands.
  private var intonation: UnitIntonation {
    if isOn(.straightTone, default: false) {
      return isOn(.smoothTone, default: false) ? .smooth : .straight
    }
    return isOn(.inTune, default: true) || stretch != nil ? .inTune : .recorded
  }

  /// The stretch of octaves, once the audio thread has handled all commands.
  private var stretch: OctaveStretch? {
    let octaves = OctaveStretch.Octave.unitValues
    let index = Int(value(of: .octaveStretch, default: 0).rounded()) - 1
    guard octaves.indices.contains(index) else { return nil }
    let percent = value(of: .stretchAmount, default: 100).rounded()
    return OctaveStretch(octaves[index], amount: Double(percent) / 100)
  }

  /// Stretches the octaves of pianos and other strings, once presets are prepared, and corrects the
  /// pitch of presets; `nil` to end it. The same as the parameters ``UnitMode/octaveStretch`` and
  /// ``UnitMode/stretchAmount``.
  ///
  /// ```swift
  /// try unit.setOctaveStretch(OctaveStretch(.fourToTwo, amount: 0.8))
  /// ```
  ///
  /// - Throws: ``UnitCommandError`` if the command queue is full.
  public func setOctaveStretch(_ stretch: OctaveStretch?) throws(UnitCommandError) {
    let index = stretch.flatMap { OctaveStretch.Octave.unitValues.firstIndex(of: $0.octave) }
    if let stretch {
      try set(Float(stretch.amount * 100), ofParameterAt: UnitMode.stretchAmount.rawValue)
    }
    try set(Float((index ?? -1) + 1), ofParameterAt: UnitMode.octaveStretch.rawValue)
  }

  /// Sets how presets of a bank are played.
  private func updatePreparation(of bank: UnitBank) {
    (bank.intonation, bank.stretch) = (intonation, stretch)
  }

  /// Returns the next preset to prepare; `nil` if presets play as in the bank, or if those of all
  /// channels are ready.
  ///
  /// ``service(prepares:)`` does this by default. A control thread that must not wait runs the
  /// task on another thread:
  /// ```swift
  /// show(unit.service(prepares: false))
  /// guard let task = unit.nextPreparation() else { return }
  /// queue.async {
  ///   task.run()
  ///   DispatchQueue.main.async { show(unit.finish(task)) }
  /// }
  /// ```
  public func nextPreparation() -> PresetTask? {
    guard let bank else { return nil }
    updatePreparation(of: bank)
    if bank.intonation == .recorded { return nil }
    let selected = selectedPresets(of: bank).sorted()
    guard let preset = selected.first(where: { bank.needsPreparation($0) }) else { return nil }
    return PresetTask(preset, of: bank, id: bankID, access: access)
  }

  /// Uses the result of a task, which has run, for the next notes.
  ///
  /// - Returns: The report; `nil` if the unit has loaded another bank since, or plays presets in
  ///   another way.
  public func finish(_ task: PresetTask) -> UnitReport? {
    guard let bank, task.bankID == bankID else { return nil }
    defer { updateIntonation() }
    return finish(task, of: bank)
  }

  private func finish(_ task: PresetTask, of bank: UnitBank) -> UnitReport? {
    if let inharmonicities = task.inharmonicities {
      bank.setInharmonicities(inharmonicities, at: task.preset)
    }
    guard let regions = task.regions, task.intonation == bank.intonation,
      bank.needsRegions(task.preset)
    else { return nil }
    return prepare(task.preset, of: bank, as: regions)
  }

  /// Straightens the presets that a state selects in a bank, and a further one, if straight tones
  /// are on.
  func straighten(_ bank: UnitBank, selectedBy state: UnitState, and preset: Int? = nil) {
    updatePreparation(of: bank)
    guard bank.intonation.isStraight else { return }
    var selected = bank.presets(selectedBy: state)
    if let preset, bank.presets.indices.contains(preset) { selected.insert(preset) }
    for preset in selected.sorted() where bank.needsPreparation(preset) {
      let task = PresetTask(preset, of: bank, id: bankID, access: access)
      task.run()
      if let report = finish(task, of: bank) { reports.append(report) }
    }
  }

  private func prepare(
    _ preset: Int, of bank: UnitBank, as result: Result<StraightRegions, SampleCodecError>
  ) -> UnitReport {
    do throws(SampleCodecError) {
      if bank.intonation == .inTune {
        try bank.correct(preset, as: result)
        return .corrected(preset: preset)
      }
      return .straightened(preset: preset, try bank.straighten(preset, as: result))
    } catch {
      return .notLoaded(.undecodable(path: bank.path, reason: error))
    }
  }

  /// Makes the audio thread play the prepared presets of the bank in tune, straight or as recorded.
  func updateIntonation() {
    guard let bank else { return }
    updatePreparation(of: bank)
    guard hasRenderResources else { return }
    for (index, preset) in bank.unsentPresets
    where shared.pointee.commands.room > Self.commandReserve {
      // A preset that is not sent is sent with the next service.
      do throws(UnitCommandError) {
        try send(.replacePreset(index: index, preset))
      } catch { return }
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
