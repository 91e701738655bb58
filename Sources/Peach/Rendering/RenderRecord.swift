import PeachFileBytes
import PeachInstrumentModel
import PeachIntonation

/// Remembers of what an audio file was rendered, so that the same work is not done twice.
///
/// For `audio/one.wav` it is `audio/.peach-rendered/one.wav`: a hash of the song's and the bank's
/// bytes and of the options, and the audio file's length and time. Each is its own file, so that
/// machines that share a folder do not get into each other's way. It is written after the audio file
/// has its name: whenever the program is killed, the worst is that a song is rendered once more.
struct RenderRecord {
  /// The first line of the files.
  private static let title = "peach-rendered 1"
  private static let largestFile = 4096

  private let audio: String
  private let content: ContentHash

  /// The record of rendering a song of these bytes into `audio`; `key` stands for bank and options.
  init(audio: String, song: [UInt8], key: String) {
    self.audio = audio
    let hash = song.withUnsafeBytes { ContentHash(of: $0) }
    content = Array("\(key) \(hash.text)".utf8).withUnsafeBytes { ContentHash(of: $0) }
  }

  /// What stands for a bank, with the files it takes in, and options; touches all of the bank's file.
  static func key(of bank: SoundBank, options: RenderOptions) -> String {
    bank.storage.prefetch(0..<bank.storage.bytes.count)
    let hash = ContentHash(of: bank)
    bank.storage.forget(0..<bank.storage.bytes.count)
    return "\(hash.text) \(options)"
  }

  private var path: String {
    let slash = audio.lastIndex(of: "/")
    let folder = slash.map { String(audio[...$0]) } ?? ""
    let name = slash.map { String(audio[audio.index(after: $0)...]) } ?? audio
    return "\(folder).peach-rendered/\(name)"
  }

  /// What is true of an audio file that was just written.
  private var text: String? {
    guard let file = (try? FileAccess.map(path: audio))?.file else { return nil }
    return "\(Self.title)\n\(content.text)\n\(file.byteCount) \(file.modifiedNanoseconds)\n"
  }

  /// True where the audio file is there, of this very work, as it was left.
  var isDone: Bool {
    guard let text, let stored = try? FileAccess.read(path: path, limit: Self.largestFile) else {
      return false
    }
    return stored == Array(text.utf8)
  }

  /// Remembers that the audio file was just written. That it cannot is no error: it will be
  /// rendered again.
  func write() {
    guard let text else { return }
    if let slash = path.lastIndex(of: "/") {
      try? FileAccess.makeFolder(String(path[..<slash]), isPrivate: false)
    }
    try? FileAccess.update(path: path, limit: Self.largestFile) { _ in Array(text.utf8) }
  }
}
