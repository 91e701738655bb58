public import PeachInstrumentModel

extension SoundFontContents {
  /// A zone of a preset, which plays an instrument, or of an instrument, which plays a sample
  /// (SoundFont 2.04 §7.3 to 7.5, 7.7 to 7.9).
  public struct Zone: Hashable, Sendable {
    /// The keys it answers; nil where it says nothing of them.
    public var keys: ClosedRange<UInt8>?
    /// The velocities it answers; nil where it says nothing of them.
    public var velocities: ClosedRange<UInt8>?
    /// Its other generators, in order; of two with the same number the later one counts.
    public var settings: [ZoneTable.GeneratorRecord]
    /// Its modulators, in order; links count from the first of them.
    public var modulators: [Modulator]
    /// The place of the instrument or sample that it plays; nil for a global zone.
    public var target: Int?

    /// A zone that plays an instrument or a sample, or a global one.
    public init(
      keys: ClosedRange<UInt8>? = nil, velocities: ClosedRange<UInt8>? = nil,
      _ settings: [(Generator, Int16)] = [], modulators: [Modulator] = [], plays target: Int?
    ) {
      self.keys = keys
      self.velocities = velocities
      self.settings = settings.map {
        ZoneTable.GeneratorRecord(
          number: UInt16($0.0.rawValue), amount: UInt16(bitPattern: $0.1))
      }
      self.modulators = modulators
      self.target = target
    }

    /// The amount of one of the ``settings``, in the file's units; nil where nothing is said.
    /// Setting nil says nothing of it.
    public subscript(generator: Generator) -> Int16? {
      get {
        let number = UInt16(generator.rawValue)
        return settings.last { $0.number == number }.map { Int16(bitPattern: $0.amount) }
      }
      set {
        let number = UInt16(generator.rawValue)
        settings.removeAll { $0.number == number }
        guard let newValue else { return }
        settings.append(.init(number: number, amount: UInt16(bitPattern: newValue)))
      }
    }
  }
}
