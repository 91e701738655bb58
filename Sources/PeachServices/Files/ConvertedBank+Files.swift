import PeachAudioEncoding
import PeachBankEditing
import PeachFileIO
import PeachInstrumentFiles
public import PeachInstrumentModel

extension ConvertedBank {
  /// Converts the bank at `path` to a SoundFont. A SoundFont is unchanged.
  ///
  /// - Throws: The errors of `SoundBank(contentsOf:)`, or `SampleCodecError`.
  public init(contentsOf path: String, sampleFolders: [String] = []) throws {
    let storage = try? FileAccess.map(path: path)
    if let storage, InstrumentFormat(recognizing: storage) == .soundFont {
      self.init(contents: try SoundFont(contentsOf: path).contents())
    } else {
      self = try ConvertedBank(SoundBank(contentsOf: path, sampleFolders: sampleFolders))
    }
  }

  /// Converts a bank, with the decoders of this build.
  package init(_ bank: SoundBank) throws(SampleCodecError) {
    self = try ConvertedBank(bank, decoder: DefaultSampleDecoder.decoder)
  }
}

extension SFZConversion {
  /// Converts a preset to an SFZ file at `path`, which ``write(_:to:progress:)`` writes. Its
  /// samples are stored next to it in the folder `NAME samples`.
  public init(_ bank: SoundBank, presetAt index: Int, path: String) throws {
    try self.init(
      bank, presetAt: index, folder: Self.folder(for: path), decoder: DefaultSampleDecoder.decoder)
  }

  private static func folder(for path: String) -> String {
    var name = FileAccess.fileName(of: path)
    if let dot = name.lastIndex(of: "."), dot > name.startIndex { name = String(name[..<dot]) }
    return name + " samples"
  }

  /// Writes the samples and the SFZ file to `path`. Replaces existing files when all have been
  /// written, and leaves none if one cannot be written.
  ///
  /// - Parameter progress: Called with the completed fraction, 0…1. Cancels by throwing.
  /// - Returns: The number of bytes written.
  /// - Throws: `FileAccessError` or `SampleCodecError`.
  @discardableResult
  public func write(
    _ bank: SoundBank, to path: String, progress: (Double) throws -> Void = { _ in }
  ) throws -> Int {
    var bytes = text.utf8.count
    let bank = bank.joiningSegments()
    // Named like the files' folder until all are complete.
    let folder = try PartialFolder(
      for: FileAccess.folder(of: path) + "/" + Self.folder(for: path))
    for (index, recording) in recordings.enumerated() {
      try progress(Double(index) / Double(recordings.count))
      let file = "\(folder.path)/\(FileAccess.fileName(of: recording.name))"
      let frames = try bank.readFrames(
        ofSampleAt: recording.sample, decoder: DefaultSampleDecoder.decoder,
        limit: recording.frameCount)
      var writer = try WAVWriter(
        path: file, sampleRate: recording.sampleRate, channelCount: 1,
        format: recording.isShort ? .integer16 : .integer24)
      try frames.withUnsafeBufferPointer { values in
        try writer.write(interleaved: values)
      }
      _ = try writer.finish()
      bytes += frames.count * (recording.isShort ? 2 : 3)
    }
    var file = try FileWriter(path: path)
    let text = Array(text.utf8)
    try text.withUnsafeBytes { bytes in try file.write(bytes) }
    try file.flush()
    try folder.commitFiles()
    try file.finish()
    try progress(1)
    return bytes
  }
}
