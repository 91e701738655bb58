import PeachInstrumentModel

/// Assigns the LFOs of an SFZ region to the model's two: vibrato for pitch only, and modulation.
struct SFZLFOs {
  private(set) var vibrato: SFZSettings.LFO?
  private(set) var modulation: SFZSettings.LFO?
  /// Whether the region has further LFOs.
  private(set) var exceedsLimit = false
  private var numbers: (vibrato: Int?, modulation: [Int]) = (nil, [])

  init(_ settings: SFZSettings) {
    var all = settings.lfos
    for modulation in settings.modulations {
      // An LFO whose depth is set by controllers alone.
      if case .lfo(let number, _) = modulation.target, !all.contains(where: { $0.number == number })
      {
        all.append(SFZSettings.LFO(number: number))
      }
    }
    for lfo in all {
      func isModulated(_ parameter: SFZTarget.LFOParameter) -> Bool {
        settings.modulations.contains { $0.target == .lfo(lfo.number, parameter) }
      }
      let modulatesPitch = lfo.pitch != 0 || isModulated(.pitch)
      let modulatesOthers =
        lfo.volume != 0 || lfo.cutoff != 0 || isModulated(.volume) || isModulated(.cutoff)
      if modulatesPitch || modulatesOthers { assign(lfo, isPitchOnly: !modulatesOthers) }
    }
  }

  private mutating func assign(_ lfo: SFZSettings.LFO, isPitchOnly: Bool) {
    if isPitchOnly && vibrato == nil {
      vibrato = lfo
      numbers.vibrato = lfo.number
      return
    }
    if var shared = modulation {
      guard shared.frequency == lfo.frequency, shared.delay == lfo.delay, shared.shape == lfo.shape
      else {
        exceedsLimit = true
        return
      }
      shared.pitch += lfo.pitch
      shared.volume += lfo.volume
      shared.cutoff += lfo.cutoff
      modulation = shared
    } else {
      modulation = lfo
    }
    numbers.modulation.append(lfo.number)
  }

  /// Returns whether an LFO became the vibrato LFO; `nil` if it was not assigned.
  func isVibrato(_ number: Int) -> Bool? {
    if numbers.vibrato == number { return true }
    return numbers.modulation.contains(number) ? false : nil
  }
}
