import PeachPOSIX

/// Reading and writing of structures whose first member is their size.
enum VersionedStructure {
  /// Returns the structure of a caller, with defaults in the members that it lacks.
  ///
  /// - Parameters:
  ///   - defaults: The defaults, which a null pointer yields.
  ///   - firstSize: The size in the first version of the interface.
  /// - Throws: ``LibraryError`` if the size is too small, or if unknown members are not 0.
  static func read<Value: BitwiseCopyable>(
    _ pointer: UnsafePointer<Value>?, defaults: Value, firstSize: Int = MemoryLayout<Value>.stride
  ) throws(LibraryError) -> Value {
    guard let pointer else { return defaults }
    let bytes = UnsafeRawPointer(pointer)
    let size = try checkedSize(bytes, of: Value.self, firstSize: firstSize)
    let known = MemoryLayout<Value>.stride
    for offset in known..<max(known, size)
    where bytes.load(fromByteOffset: offset, as: UInt8.self) != 0 {
      throw LibraryError(
        .structSize, "The \(Value.self) has members that this version of the library does not know."
      )
    }
    var value = defaults
    withUnsafeMutableBytes(of: &value) { value in
      value.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: min(size, known)))
    }
    return value
  }

  /// Writes a structure to a caller's, whose size stays.
  ///
  /// - Throws: ``LibraryError`` if the size is too small.
  static func write<Value: BitwiseCopyable>(
    _ value: Value, to pointer: UnsafeMutablePointer<Value>,
    firstSize: Int = MemoryLayout<Value>.stride
  ) throws(LibraryError) {
    let bytes = UnsafeMutableRawPointer(pointer)
    let size = try checkedSize(UnsafeRawPointer(bytes), of: Value.self, firstSize: firstSize)
    let known = MemoryLayout<Value>.stride
    withUnsafeBytes(of: value) { value in
      let rest = value[4..<min(size, known)]
      UnsafeMutableRawBufferPointer(start: bytes + 4, count: size - 4).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: rest))
    }
    if size > known { memset(bytes + known, 0, size - known) }
  }

  /// Sets the defaults of a caller's structure, and its size.
  ///
  /// - Throws: ``LibraryError`` if the pointer is null, or if the size is too small.
  static func initialize<Value: BitwiseCopyable>(
    _ pointer: UnsafeMutablePointer<Value>?, size: Int, _ defaults: Value,
    firstSize: Int = MemoryLayout<Value>.stride
  ) throws(LibraryError) {
    let pointer = try require(pointer, "The structure")
    // A size beyond `Int.max` arrives as a negative number.
    guard 0...Int(UInt16.max) ~= size else { throw wrongSize(size, Value.self) }
    UnsafeMutableRawPointer(pointer).storeBytes(of: UInt32(size), as: UInt32.self)
    try write(defaults, to: pointer, firstSize: firstSize)
  }

  private static func checkedSize<Value>(
    _ bytes: UnsafeRawPointer, of type: Value.Type, firstSize: Int
  ) throws(LibraryError) -> Int {
    let size = Int(bytes.loadUnaligned(as: UInt32.self))
    guard size >= firstSize, size <= Int(UInt16.max) else { throw wrongSize(size, type) }
    return size
  }

  private static func wrongSize<Value>(_ size: Int, _ type: Value.Type) -> LibraryError {
    LibraryError(
      .structSize,
      "The size of the \(type) is \(UInt(bitPattern: size)) instead of "
        + "\(MemoryLayout<Value>.stride). Set it with sizeof.")
  }
}
