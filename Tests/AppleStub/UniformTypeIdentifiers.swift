// swift-format-ignore-file
// Stubs for the part of Apple's framework that Examples/PeachApp uses, as documented. Never run.
public struct UTType: Sendable {
  public static let item = UTType()
  public static let folder = UTType()
}
