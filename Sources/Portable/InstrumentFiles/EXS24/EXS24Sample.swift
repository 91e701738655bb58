/// An audio file that an EXS24 instrument names. What else the block says of it is older than the
/// file may be, and is read from there.
package struct EXS24Sample: Hashable, Sendable {
  package var name: String
  /// The file's name; the oldest instruments have it in the block's head alone.
  package var fileName: String
  /// The folder it was in.
  package var folder: String
  /// How many frames it had.
  package var frameCount: Int
  package var sampleRate: Int

  init(_ payload: EXS24Payload, name: String) {
    self.name = name
    frameCount = payload.number(4, bytes: 4)
    sampleRate = payload.number(8, bytes: 4)
    folder = payload.text(80..<336)
    let stored = payload.text(336..<592)
    fileName = stored.isEmpty ? name : stored
  }

  /// Folder and name as one path.
  package var path: String {
    if folder.isEmpty { return fileName }
    return folder.hasSuffix("/") ? folder + fileName : folder + "/" + fileName
  }
}
