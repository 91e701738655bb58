/// A chunk of a RIFF file: an ID, a size and contents.
package struct RIFFChunk: Hashable, Sendable {
  package var code: FourCharacterCode
  /// The form type of a `LIST` chunk; `nil` for other chunks.
  package var form: FourCharacterCode?
  /// The offset of the chunk's 8-byte header in the file.
  package var headerOffset: Int
  /// The range of the contents in the file, without the form type.
  package var content: Range<Int>

  /// The code for messages: the form type of a list, else the chunk ID.
  package var name: FourCharacterCode { form ?? code }

  package func error(_ reason: InstrumentFileError.Reason) -> InstrumentFileError {
    InstrumentFileError(chunk: name, offset: headerOffset, reason: reason)
  }
}
