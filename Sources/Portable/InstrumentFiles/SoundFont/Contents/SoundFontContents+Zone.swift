package import PeachInstrumentModel

extension SoundFontContents {
  /// A zone of a preset, which refers to an instrument, or of an instrument, which refers to a
  /// sample (SoundFont 2.04 §7.3 to 7.5, 7.7 to 7.9).
  package struct Zone: Hashable, Sendable {
    package var keys: ClosedRange<UInt8>?
    package var velocities: ClosedRange<UInt8>?
    /// The other generators in order. Of equal ones the last is used.
    package var settings: [ZoneTable.GeneratorRecord]
    /// The modulators in order. Links are indices into them.
    package var modulators: [Modulator]
    /// The index of the instrument or sample; `nil` for a global zone.
    package var target: Int?

    package init(
      keys: ClosedRange<UInt8>? = nil, velocities: ClosedRange<UInt8>? = nil,
      _ settings: [(Generator, Int16)] = [], modulators: [Modulator] = [], plays target: Int?
    ) {
      self.keys = keys
      self.velocities = velocities
      self.settings = settings.map {
        ZoneTable.GeneratorRecord(number: UInt16($0.0.rawValue), amount: UInt16(bitPattern: $0.1))
      }
      self.modulators = modulators
      self.target = target
    }

    /// The amount of one of the ``settings`` in the file's units; `nil` if it is not set.
    package subscript(generator: Generator) -> Int16? {
      get {
        settings.last { $0.generator == generator }.map { Int16(bitPattern: $0.amount) }
      }
      set {
        settings.removeAll { $0.generator == generator }
        guard let newValue else { return }
        let number = UInt16(generator.rawValue)
        settings.append(.init(number: number, amount: UInt16(bitPattern: newValue)))
      }
    }
  }
}
