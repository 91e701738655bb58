public import PeachBankEditing
import PeachFileBytes
import PeachInstrumentFiles
public import PeachInstrumentModel

extension ConvertedBank {
  /// The bank at `path`, of any format, as a SoundFont. One that is a SoundFont already stays as it is.
  ///
  /// Throws what `SoundBank(contentsOf:)` throws, and `SampleDecodingError`.
  public init(contentsOf path: String, sampleFolders: [String] = []) throws {
    let storage = try? FileAccess.map(path: path)
    if let storage, InstrumentFormat(recognizing: storage.bytes) == .soundFont {
      self.init(contents: try SoundFont(contentsOf: path).contents())
    } else {
      self = try ConvertedBank(
        SoundBank(contentsOf: path, sampleFolders: sampleFolders),
        decoder: StandardDecoder.decoder)
    }
  }
}

extension SFZConversion {
  /// One preset of a bank as an SFZ file at `path`, to be written by ``write(_:to:progress:)``. Its
  /// recordings will be in a folder beside it, `NAME samples`.
  public init(_ bank: SoundBank, presetAt index: Int, path: String) throws {
    try self.init(
      bank, presetAt: index, folder: Self.folder(for: path), decoder: StandardDecoder.decoder)
  }

  private static func folder(for path: String) -> String {
    var name = path.split(separator: "/").last.map { String($0) } ?? path
    if let dot = name.lastIndex(of: "."), dot > name.startIndex { name = String(name[..<dot]) }
    return name + " samples"
  }

  /// Writes the recordings of `bank`, and then the text, to `path`; what is there is replaced.
  ///
  /// `progress` is told how much is done, 0…1; what it throws ends the writing, and the recordings
  /// written so far stay. Throws `FileError` and `SampleDecodingError`. Gives the number of bytes.
  @discardableResult
  public func write(
    _ bank: SoundBank, to path: String, progress: (Double) throws -> Void = { _ in }
  ) throws -> Int {
    let slash = path.lastIndex(of: "/")
    let own = slash.map { String(path[...$0]) } ?? ""
    var bytes = text.utf8.count
    for (place, recording) in recordings.enumerated() {
      try progress(Double(place) / Double(recordings.count))
      let file = own + recording.name
      if let end = file.lastIndex(of: "/") {
        try FileAccess.makeFolder(String(file[..<end]), isPrivate: false)
      }
      let frames = try bank.readFrames(
        ofSampleAt: recording.sample, decoder: StandardDecoder.decoder,
        limit: recording.frameCount)
      var writer = try WAVWriter(
        path: file, sampleRate: recording.sampleRate, channelCount: 1,
        format: recording.isShort ? .integer16 : .integer24)
      try frames.withUnsafeBufferPointer { (values) throws(FileError) in
        try writer.write(interleaved: values)
      }
      _ = try writer.finish()
      bytes += frames.count * (recording.isShort ? 2 : 3)
    }
    try FileAccess.write(Array(text.utf8), to: path)
    try progress(1)
    return bytes
  }
}
