import PeachMusicUnits

/// The modulation matrix: ten rows, each with a destination, a source, a control and an amount.
extension EXS24Translation {
  /// The default row of an instrument without parameters: controller 1 fades in a vibrato of LFO 1.
  private static var defaults: [SamplerConnection] {
    var vibrato = SamplerConnection(.lfo(0), .pitch, EXS24UnitConversion.pitchCents(343))
    vibrato.control = .controller(1)
    return [vibrato]
  }

  mutating func matrix() -> [SamplerConnection] {
    guard let values = parameters else { return Self.defaults }
    var rows: [SamplerConnection] = []
    for row in 0..<10 {
      let first = 0xAD + 6 * row
      let (target, source) = (values.values[first] ?? 0, values.values[first + 1] ?? -1)
      let (low, high) = (values.values[first + 3] ?? 0, values.values[first + 4] ?? 0)
      // The bypass switches have consecutive IDs.
      let isBypassed = (values.values[0xF4 + row] ?? 0) != 0
      if target == 0 || source == -1 || isBypassed || (low == 0 && high == 0) { continue }
      let number = low == high ? -1 : values.values[first + 2] ?? -1
      let control = number == -1 ? SamplerConnection.Source.none : Self.source(number)
      guard let from = Self.source(source), let scale = Self.destination(target), let control else {
        add(warning: "Row \(row + 1) of the modulation matrix is unsupported.")
        continue
      }
      var connection = SamplerConnection(from, scale.destination, scale.amount(high))
      connection.isReversed = (values.values[0xE9 + row] ?? 0) != 0
      if control != .none {
        connection.control = control
        connection.minimum = scale.amount(low)
      }
      rows.append(connection)
    }
    return rows
  }

  private static func source(_ number: Int) -> SamplerConnection.Source? {
    switch number {
    case -3: .velocity
    case -4: .key
    case -10: .sharedLFO(1)
    case -11: .sharedLFO(0)
    case -12: .lfo(0)
    case -13: .envelope(0)
    case -14: .envelope(1)
    case 0...127: .controller(UInt8(number))
    default: nil
    }
  }

  /// Returns a destination by number, and the conversion of a row's value to its unit.
  private static func destination(
    _ number: Int
  ) -> (destination: SamplerConnection.Destination, amount: (Int) -> Double)? {
    switch number {
    case 6: (.pitch, EXS24UnitConversion.pitchCents)
    case 8: (.cutoff, EXS24UnitConversion.cutoffCents)
    case 9: (.resonance, EXS24UnitConversion.resonanceDecibels)
    case 11: (.pan, { Double($0) / 2000 })
    case 16: (.lfoRate(0), { 0.002 * Double($0) })
    default: nil
    }
  }
}
