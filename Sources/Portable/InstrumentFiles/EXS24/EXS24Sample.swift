/// An audio file of an EXS24 instrument. Its format is read from the file, which may be newer.
package struct EXS24Sample: Hashable, Sendable {
  package var name: String
  /// The file name; the oldest instruments have it only in the block's header.
  package var fileName: String
  /// The original folder.
  package var folder: String
  /// The original length, in frames.
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

  package var path: String {
    if folder.isEmpty { return fileName }
    return folder.hasSuffix("/") ? folder + fileName : folder + "/" + fileName
  }
}
