/// A rule by which a controller moves a generator (SoundFont 2.04 §8.2), in the file's own numbers.
public struct Modulator: Hashable, Sendable {
  /// The controller, its curve, direction and polarity (§8.2.1), 16 bits.
  public var source: UInt16
  /// The generator moved (§8.2.2), or a modulator where bit 15 is set.
  public var destination: UInt16
  /// How far, in the destination's unit.
  public var amount: Int16
  /// A controller that scales the amount, encoded as ``source`` is.
  public var amountSource: UInt16
  /// 0 for linear, 2 for the absolute value (§8.3).
  public var transform: UInt16

  /// A modulator of these parts.
  public init(
    source: UInt16, destination: UInt16, amount: Int16, amountSource: UInt16, transform: UInt16
  ) {
    self.source = source
    self.destination = destination
    self.amount = amount
    self.amountSource = amountSource
    self.transform = transform
  }

  /// True where both move the same thing by the same controllers, so that one replaces the other
  /// (§9.5.1).
  public func hasSameIdentity(as other: Modulator) -> Bool {
    source == other.source && destination == other.destination
      && amountSource == other.amountSource && transform == other.transform
  }
}
