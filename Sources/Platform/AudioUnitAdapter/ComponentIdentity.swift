/// The codes that identify the audio unit, as in the property list of an app extension.
public enum ComponentIdentity {
  /// A music device: an instrument.
  public static let type = code("aumu")
  /// The subtype: the sampler.
  public static let subtype = code("smpl")
  /// The manufacturer.
  public static let manufacturer = code("Pech")
  /// The name in hosts: manufacturer and product.
  public static let name = "Peach: Sampler"
  /// The version, 1.0.0: 16 bits, 8 bits and 8 bits.
  public static let version: UInt32 = 0x0001_0000

  /// Returns the code of four ASCII characters, the first in the highest byte.
  static func code(_ text: StaticString) -> UInt32 {
    text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }
}
