// swift-format-ignore-file
// Stubs for the part of Apple's framework that PeachServices uses, as documented. Never run.
public struct SHA256 {
  public struct Digest: Sequence {
    public func makeIterator() -> IndexingIterator<[UInt8]> { [].makeIterator() }
  }

  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> Digest { Digest() }
}
