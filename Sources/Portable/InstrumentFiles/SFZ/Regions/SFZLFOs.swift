import PeachInstrumentModel

/// Assigns the LFOs of an SFZ region to the model's two: vibrato for pitch only, and modulation.
struct SFZLFOs {
  private(set) var vibrato: SFZSettings.LFO?
  private(set) var modulation: SFZSettings.LFO?
  /// Whether the region has further LFOs.
  private(set) var exceedsLimit = false
  /// The numbers of the LFOs that share the modulation LFO.
  private var numbers: [Int] = []

  init(_ settings: SFZSettings) {
    var all = settings.lfos
    for modulation in settings.modulations {
      // An LFO whose depth is set by controllers alone.
      if case .lfo(let number, _) = modulation.target {
        all.change(where: { $0.number == number }, or: .init(number: number), limit: .max) { _ in }
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
    numbers.append(lfo.number)
  }

  /// Returns whether an LFO became the vibrato LFO; `nil` if it was not assigned.
  func isVibrato(_ number: Int) -> Bool? {
    vibrato?.number == number ? true : numbers.contains(number) ? false : nil
  }
}
