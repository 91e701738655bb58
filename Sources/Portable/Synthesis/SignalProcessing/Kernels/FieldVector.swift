/// Access to arrays of C structs, which Swift imports as tuples, as SIMD vectors of the same size.
enum FieldVector {
  @inline(__always)
  static func store<Vector: BitwiseCopyable, Field>(_ vector: Vector, to field: inout Field) {
    withUnsafeMutableBytes(of: &field) { $0.storeBytes(of: vector, as: Vector.self) }
  }

  @inline(__always)
  static func load<Vector: BitwiseCopyable, Field>(_ field: Field, as: Vector.Type) -> Vector {
    withUnsafeBytes(of: field) { $0.loadUnaligned(as: Vector.self) }
  }
}
