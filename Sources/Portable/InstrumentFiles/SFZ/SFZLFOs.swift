import PeachInstrumentModel

/// Which of an SFZ region's oscillators become the model's two: one for pitch, one for anything.
struct SFZLFOs {
  private(set) var vibrato: SFZSettings.Oscillator?
  private(set) var other: SFZSettings.Oscillator?
  /// Whether there are more than fit.
  private(set) var isCrowded = false
  private var numbers: (vibrato: [Int], other: [Int]) = ([], [])

  init(_ settings: SFZSettings) {
    var all = settings.oscillators
    for modulation in settings.modulations {
      // One that only controllers bring in.
      if case .oscillator(let number, _) = modulation.target,
        !all.contains(where: { $0.number == number })
      {
        all.append(SFZSettings.Oscillator(number: number))
      }
    }
    for oscillator in all {
      func moves(_ part: SFZTarget.Oscillation) -> Bool {
        settings.modulations.contains { $0.target == .oscillator(oscillator.number, part) }
      }
      let modulatesPitch = oscillator.pitch != 0 || moves(.pitch)
      let movesOthers =
        oscillator.volume != 0 || oscillator.cutoff != 0 || moves(.volume) || moves(.cutoff)
      if modulatesPitch || movesOthers { place(oscillator, isPitchOnly: !movesOthers) }
    }
  }

  private mutating func place(_ oscillator: SFZSettings.Oscillator, isPitchOnly: Bool) {
    if isPitchOnly && vibrato == nil {
      vibrato = oscillator
      numbers.vibrato.append(oscillator.number)
    } else if var own = other {
      guard own.frequency == oscillator.frequency, own.delay == oscillator.delay,
        own.shape == oscillator.shape
      else {
        isCrowded = true
        return
      }
      own.pitch += oscillator.pitch
      own.volume += oscillator.volume
      own.cutoff += oscillator.cutoff
      other = own
      numbers.other.append(oscillator.number)
    } else {
      other = oscillator
      numbers.other.append(oscillator.number)
    }
  }

  /// Whether an oscillator became the one for pitch; nil where it became neither.
  func isVibrato(_ number: Int) -> Bool? {
    if numbers.vibrato.contains(number) { return true }
    return numbers.other.contains(number) ? false : nil
  }
}
