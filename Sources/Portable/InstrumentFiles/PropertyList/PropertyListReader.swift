import PeachInstrumentModel

/// Reads property lists of both kinds, as the instrument files need them: bounded in depth and in
/// memory, without entities of their own.
package enum PropertyListReader {
  /// What a list is at its outermost.
  package enum Root: Sendable {
    case array
    case dictionary
  }

  /// Lists within lists end here.
  static var depthLimit: Int { 64 }

  /// The value that a whole file holds. Any bytes give an error or a value; memory stays in
  /// proportion to the file.
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

  /// What a file that begins with these bytes is at its outermost; nil where it is no property list,
  /// or neither array nor dictionary.
  package static func root(of file: UnsafeRawBufferPointer) -> Root? {
    if isBinary(file) { return BinaryPropertyListReader.root(of: file) }
    var reader = TextPropertyListReader(file)
    return reader.root()
  }

  private static func isBinary(_ file: UnsafeRawBufferPointer) -> Bool {
    file.count >= 8 && file[..<7].elementsEqual("bplist0".utf8)
  }

  /// An error at a place of a list.
  static func error(
    _ file: UnsafeRawBufferPointer, _ place: Int, _ reason: InstrumentFileError.Reason
  ) -> InstrumentFileError {
    InstrumentFileError(
      chunk: file.fourCharacterCode(at: 0), offset: min(max(place, 0), file.count),
      reason: reason)
  }
}
