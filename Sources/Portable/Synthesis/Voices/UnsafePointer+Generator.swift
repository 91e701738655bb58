import PeachInstrumentModel

/// Tables of generator values, indexed by generator number.
extension UnsafePointer<Float> {
  @inline(__always) subscript(generator: Generator) -> Float { self[Int(generator.rawValue)] }
}

extension UnsafeMutablePointer<Float> {
  @inline(__always) subscript(generator: Generator) -> Float {
    get { self[Int(generator.rawValue)] }
    nonmutating set { self[Int(generator.rawValue)] = newValue }
  }
}
