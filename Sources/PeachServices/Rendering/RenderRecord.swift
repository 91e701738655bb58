import PeachFileIO
import PeachInstrumentModel
import PeachIntonation
import PeachSequencing

/// A record of the inputs of a rendered audio file, so that unchanged songs are not rendered again.
///
/// The record of `audio/one.wav` is `audio/.peach-rendered/one.wav`: a hash of the song, the bank,
/// the options and Peach's version, and the audio file's size and modification time. Each record is
/// a separate file, so that several machines can share a folder. It is written after the audio
/// file, so that a crash causes at most another rendering.
struct RenderRecord {
  /// The first line of a record.
  private static let title = "peach-rendered 1"
  private static let maxFileBytes = 4096

  private let audio: String
  private let content: ContentHash

  /// Creates the record of rendering `song` to `audio` with a version of Peach. `key` identifies
  /// bank and options.
  init(audio: String, song: [UInt8], key: String, version: String = PeachVersion.current) {
    self.audio = audio
    let hash = song.withUnsafeBytes { ContentHash(of: $0) }
    content = Array("\(version) \(key) \(hash.text)".utf8).withUnsafeBytes { ContentHash(of: $0) }
  }

  /// Returns a key for banks, with their sample files, and options. Reads a bank only if the cache
  /// does not know its file.
  static func key(
    of banks: BankStack, options: RenderOptions, cache: IntonationCache = IntonationCache()
  ) -> String {
    let keys = banks.layers.map { layer in
      let storage = layer.bank.storage
      defer { storage.forget(0..<storage.bytes.count) }
      return cache.content(of: layer.bank).text + layer.key
    }
    var options = options
    // The maximum does not change the audio.
    options.maximumSeconds = RenderOptions().maximumSeconds
    return "\(keys.joined(separator: " ")) \(options)"
  }

  private var path: String {
    "\(FileAccess.folder(of: audio))/.peach-rendered/\(FileAccess.fileName(of: audio))"
  }

  /// The record for the current audio file.
  private var text: String? {
    guard let file = (try? FileAccess.map(path: audio))?.file else { return nil }
    return "\(Self.title)\n\(content.text)\n\(file.byteCount) \(file.modifiedNanoseconds)\n"
  }

  /// Whether the audio file exists, unmodified, and was rendered from the same inputs.
  var isDone: Bool {
    guard let text, let stored = try? FileAccess.read(path: path, limit: Self.maxFileBytes) else {
      return false
    }
    return stored == Array(text.utf8)
  }

  /// Writes the record of the current audio file. Ignores errors, which lead to another rendering.
  func write() {
    guard let text else { return }
    try? FileAccess.makeFolder(ofFileAt: path, isPrivate: false)
    try? FileAccess.update(path: path, limit: Self.maxFileBytes) { _ in Array(text.utf8) }
  }
}
