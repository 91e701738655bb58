package import PeachMIDIEvents

/// An error that prevents reading a song of any format.
package struct SongFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Reason: Hashable, Sendable {
    /// The data ends too early.
    case truncated
    /// The data is invalid, with the problem.
    case damaged(String)
    /// A compressed song is larger than this number of bytes.
    case tooLarge(Int)
    /// The file has no song of this number, counted from 1.
    case noSong(Int, count: Int)
    /// The Standard MIDI File cannot be read.
    case midi(MIDIFileError)
  }

  /// The format of the file.
  package let format: SongFileFormat
  /// The kind of error.
  package let reason: Reason
  /// The offset from the start of the file, in bytes.
  package let offset: Int

  init(_ format: SongFileFormat, _ reason: Reason, at offset: Int) {
    (self.format, self.reason, self.offset) = (format, reason, offset)
  }

  /// `This gzip file cannot be read: it ends too early (byte 310).`
  package var description: String {
    switch reason {
    case .midi(let error): error.description
    case .noSong(let number, let count):
      "This \(format.name) file has no song \(number), only \(count)."
    case .truncated: text("it ends too early")
    case .damaged(let problem): text(problem)
    case .tooLarge(let limit): text("its content has more than \(limit) bytes")
    }
  }

  private func text(_ problem: String) -> String {
    "This \(format.name) file cannot be read: \(problem) (byte \(offset))."
  }
}

/// A defect of a song that was tolerated.
struct SongFileWarning: Hashable, Sendable {
  let text: String
  let offset: Int

  /// - Parameter text: The problem, without a subject or a period.
  init(_ text: String, at offset: Int) {
    (self.text, self.offset) = (text, offset)
  }
}
