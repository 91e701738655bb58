import PeachInstrumentModel

/// Reads XML and binary property lists with limited depth and memory, without custom entities.
package enum PropertyListReader {
  package enum Root: Sendable { case array, dictionary }

  /// The maximum nesting depth.
  static var depthLimit: Int { 64 }

  /// Returns the root value of a file. Memory is proportional to the file's size.
  package static func read(
    _ file: UnsafeRawBufferPointer
  ) throws(InstrumentFileError) -> PropertyList {
    if isBinary(file) {
      var reader = try BinaryPropertyListReader(file)
      return try reader.read()
    }
    var reader = TextPropertyListReader(file)
    return try reader.read()
  }

  /// Returns the type of the root of a file that starts with the given bytes; `nil` if they are not
  /// a property list, or the root is neither an array nor a dictionary.
  package static func root(of file: UnsafeRawBufferPointer) -> Root? {
    if isBinary(file) { return BinaryPropertyListReader.root(of: file) }
    var reader = TextPropertyListReader(file)
    return reader.root()
  }

  private static func isBinary(_ file: UnsafeRawBufferPointer) -> Bool {
    file.count >= 8 && file[..<7].elementsEqual("bplist0".utf8)
  }

  static func error(
    _ file: UnsafeRawBufferPointer, _ offset: Int, _ reason: InstrumentFileError.Reason
  ) -> InstrumentFileError {
    InstrumentFileError(
      chunk: file.fourCharacterCode(at: 0), offset: min(max(offset, 0), file.count), reason: reason)
  }
}
