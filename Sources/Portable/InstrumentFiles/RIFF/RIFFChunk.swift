/// A chunk of a RIFF file: a name, a size and bytes.
package struct RIFFChunk: Hashable, Sendable {
  /// Its name.
  package var code: FourCharacterCode
  /// What is in it, for `LIST` chunks; nil for all others.
  package var form: FourCharacterCode?
  /// Where its eight bytes of header are, from the file's start.
  package var headerOffset: Int
  /// Where its contents are, from the file's start: within the file, the form left out.
  package var content: Range<Int>

  /// What to call it in an error: a list by what is in it.
  package var name: FourCharacterCode { form ?? code }

  /// An error about this chunk.
  package func error(_ reason: InstrumentFileError.Reason) -> InstrumentFileError {
    InstrumentFileError(chunk: name, offset: headerOffset, reason: reason)
  }
}
