/// A connection from a controller to a generator (SoundFont 2.04 §8.2), as encoded in the file.
public struct Modulator: Hashable, Sendable {
  /// The controller, its curve, direction and polarity (§8.2.1).
  public var source: UInt16
  /// The generator (§8.2.2), or a modulator if bit 15 is set.
  public var destination: UInt16
  /// The amount, in the unit of the destination.
  public var amount: Int16
  /// A controller that scales the amount, encoded like ``source``.
  public var amountSource: UInt16
  /// 0 for linear, 2 for the absolute value (§8.3).
  public var transform: UInt16

  /// Creates a modulator.
  public init(
    source: UInt16, destination: UInt16, amount: Int16, amountSource: UInt16, transform: UInt16
  ) {
    self.source = source
    self.destination = destination
    self.amount = amount
    self.amountSource = amountSource
    self.transform = transform
  }

  /// Returns whether both differ at most in their amount, so that one replaces the other (§9.5.1).
  package func hasSameIdentity(as other: Modulator) -> Bool {
    source == other.source && destination == other.destination
      && amountSource == other.amountSource && transform == other.transform
  }
}
