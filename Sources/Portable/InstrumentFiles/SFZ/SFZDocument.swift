package import PeachInstrumentModel

/// The structure of an SFZ file: headers and opcodes, with includes and macros expanded.
package struct SFZDocument: Sendable {
  /// A header and the opcodes that follow it.
  package struct Section: Hashable, Sendable {
    /// The kind of header.
    package var header: SFZHeader
    /// The opcodes in the file's order.
    package var opcodes: [SFZOpcode]
  }

  /// The headers in the file's order.
  package internal(set) var sections: [Section] = []
  /// The included files, each once, sorted by path.
  package internal(set) var includedFiles: [ByteStorage] = []
  /// Messages about defects that were tolerated.
  package internal(set) var warnings: [String] = []

  /// Reads a file and its includes.
  ///
  /// Any bytes yield a document: other content leaves no sections. Recursive includes are ignored;
  /// `SFZLimits` bounds includes and macros. Do not call on the audio thread.
  ///
  /// ```swift
  /// SFZDocument.read(storage, folders: folders).sections.count { $0.header == .region }  // 18
  /// ```
  ///
  /// - Parameter folders: The folders of included files; `nil` to ignore includes.
  package static func read(_ storage: ByteStorage, folders: SampleFolders? = nil) -> SFZDocument {
    var reader = SFZReader(folders)
    reader.read(storage, path: storage.path ?? "", depth: 0)
    return reader.finish()
  }
}
