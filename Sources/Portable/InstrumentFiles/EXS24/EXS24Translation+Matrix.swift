/// The modulation matrix: ten rows, each with a destination, a source, something that scales it, and
/// how far.
extension EXS24Translation {
  /// The row that there is where an instrument has no parameters: controller 1 brings the first
  /// oscillator's vibrato in.
  private static var usual: [SamplerConnection] {
    var vibrato = SamplerConnection(.oscillator(0), .pitch, EXS24UnitConversion.pitchCents(343))
    vibrato.control = .controller(1)
    return [vibrato]
  }

  mutating func matrix() -> [SamplerConnection] {
    guard let values = parameters else { return Self.usual }
    var rows: [SamplerConnection] = []
    for row in 0..<UInt16(10) {
      let first = 0xAD + 6 * row
      let (target, source) = (values.values[first] ?? 0, values.values[first + 1] ?? -1)
      let (low, high) = (values.values[first + 3] ?? 0, values.values[first + 4] ?? 0)
      // The places that switch rows off follow each other.
      let isBypassed = (values.values[0xF4 + row] ?? 0) != 0
      if target == 0 || source == -1 || isBypassed || (low == 0 && high == 0) { continue }
      let isReversed = (values.values[0xE9 + row] ?? 0) != 0
      guard let from = Self.source(source), let scale = Self.destination(target) else {
        add(warning: "Row \(row + 1) of its modulation matrix has no counterpart here.")
        continue
      }
      var connection = SamplerConnection(from, scale.destination, scale.amount(high))
      connection.isReversed = isReversed
      let control = values.values[first + 2] ?? -1
      if low != high, control != -1 {
        guard let known = Self.source(control) else {
          add(warning: "Row \(row + 1) of its modulation matrix has no counterpart here.")
          continue
        }
        connection.control = known
        connection.minimum = scale.amount(low)
      }
      rows.append(connection)
    }
    return rows
  }

  /// Where a movement comes from; nil for what is not known.
  private static func source(_ number: Int) -> SamplerConnection.Source? {
    switch number {
    case -3: .velocity
    case -4: .key
    case -10: .sharedOscillator(1)
    case -11: .sharedOscillator(0)
    case -12: .oscillator(0)
    case -13: .envelope(0)
    case -14: .envelope(1)
    case 0...127: .controller(UInt8(number))
    default: nil
    }
  }

  private struct Scale {
    var destination: SamplerConnection.Destination
    /// The change in the destination's unit for a number of the row.
    var amount: (Int) -> Double
  }

  private static func destination(_ number: Int) -> Scale? {
    switch number {
    case 6: Scale(destination: .pitch, amount: EXS24UnitConversion.pitchCents)
    case 8: Scale(destination: .cutoff, amount: EXS24UnitConversion.cutoffCents)
    case 9: Scale(destination: .resonance, amount: EXS24UnitConversion.resonanceDecibels)
    case 11: Scale(destination: .pan, amount: { Double($0) / 2000 })
    case 16: Scale(destination: .oscillatorRate(0), amount: { 0.002 * Double($0) })
    default: nil
    }
  }
}
