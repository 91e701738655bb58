import PeachBankFiles
import PeachFileIO
import PeachInstrumentModel
import PeachIntonation
import PeachStraightPresets
import Synchronization

/// A cache of straight tones, in memory and in the user's cache folder.
///
/// A recording is straightened when a note first needs it, and stored under the hash of its bank's
/// file, so that copies of the file share it. The files have at most ``byteLimit`` bytes; the
/// oldest are removed first. File errors are ignored, and lead to another straightening. A bank
/// without a file is always straightened. Call on any thread but the audio thread.
///
/// ```swift
/// let straightTones = StraightToneCache()
/// let options = NoteOptions(straightTones: straightTones)
/// let player = try SoundFontNotePlayer(playing: cello, options: options)
/// straightTones.straightenedCount  // 0 from the second run on
/// ```
public final class StraightToneCache: Sendable {
  /// The folder of stored tones; `nil` to store none.
  public let folder: String?
  /// The default maximum size of all files, in bytes.
  public static let byteLimit = 512 << 20

  private let files: StraightToneFiles?
  /// The folder of the content hashes of banks.
  private let contentFolder: String?
  private let straighteners = StraightenerPool()
  private let straighten: Straightening
  private let memory = Mutex(Memory())

  private struct Key: Hashable {
    var content: ContentHash
    var recording: StraightRecording
  }

  private struct Memory {
    var contents: [FileIdentity: ContentHash] = [:]
    /// The verdicts and features, without frames.
    var headers: [Key: StraightTone] = [:]
    /// The tones that players use.
    var shared: [Key: WeakSound] = [:]
    /// All tones, oldest first, of a cache without a folder.
    var kept: [(key: Key, sound: StraightSound)] = []
    var keptBytes = 0
    var straightenedCount = 0
    /// The bytes written since the limit was last checked; `nil` before the first check.
    var uncheckedBytes: Int?
  }

  private struct WeakSound {
    weak var sound: StraightSound?
  }

  /// A function that straightens a recording, or only classifies it if the last argument is `true`.
  typealias Straightening =
    @Sendable (StraightRecording, SoundBank, ToneStraightener, Bool) throws(SampleCodecError) ->
    StraightTone

  /// Creates a cache with another limit, or another function than ``ToneStraightener`` for tests.
  init(
    folder: String?, contentFolder: String?, byteLimit: Int = StraightToneCache.byteLimit,
    straighten: @escaping Straightening = {
      recording, bank, straightener, isClassifiedOnly throws(SampleCodecError) in
      try recording.straightened(
        in: bank, decoder: DefaultSampleDecoder.decoder, using: straightener,
        isClassifiedOnly: isClassifiedOnly)
    }
  ) {
    self.straighten = straighten
    self.folder = folder == "" ? nil : folder
    self.contentFolder = contentFolder
    files = self.folder.map { StraightToneFiles(folder: $0, byteLimit: byteLimit) }
  }

  /// Creates a cache in `folder`, or in memory only if it is `nil` or empty.
  public convenience init(folder: String?) { self.init(folder: folder, contentFolder: folder) }

  package convenience init(environment: [String: String]) {
    let cache = UserFolders.cache(environment: environment)
    // With an ``IntonationCache``, each bank is hashed once.
    self.init(
      folder: cache.map { $0 + "/straight" }, contentFolder: cache.map { $0 + "/intonation" })
  }

  /// Creates a cache in the user's cache folder: `XDG_CACHE_HOME`, or `.cache` in `HOME`; on
  /// Apple's systems `Library/Caches`.
  public convenience init() { self.init(environment: UserFolders.environment) }

  /// The number of recordings that this object has straightened.
  public var straightenedCount: Int { memory.withLock { $0.straightenedCount } }

  // MARK: Tones

  /// Returns the hash of a bank's contents; `nil` for a bank without a file.
  func content(of bank: SoundBank) -> ContentHash? {
    guard let file = bank.storage.file else { return nil }
    if bank.hasOtherFiles { return ContentHash(of: bank) }
    if let known = memory.withLock({ $0.contents[file] }) { return known }
    let content =
      contentFolder.map { IntonationFiles(folder: $0).content(of: bank, file: file) }
      ?? ContentHash(of: bank.storage)
    if IntonationFiles.isSettled(file) { memory.withLock { $0.contents[file] = content } }
    return content
  }

  /// Returns the verdict and the features of a recording, without frames. Classifies it unless they
  /// are known.
  func header(
    of recording: StraightRecording, in bank: SoundBank, content: ContentHash?
  ) throws(SampleCodecError) -> StraightTone {
    if let known = knownHeader(of: recording, in: content) { return known }
    var header = try straightened(recording, bank, isClassifiedOnly: true)
    header.isClassifiedOnly = true
    guard let content else { return header }
    if let files {
      let written = files.store(header, of: recording, in: content)
      checkSize(files, written: written)
    }
    memory.withLock { $0.headers[Key(content: content, recording: recording)] = header }
    return header
  }

  /// Returns the verdict and the features of a recording if they are known; its channels have no
  /// frames.
  func knownHeader(of recording: StraightRecording, in content: ContentHash?) -> StraightTone? {
    guard let content else { return nil }
    let key = Key(content: content, recording: recording)
    if let known = memory.withLock({ $0.headers[key] }) { return known }
    guard let stored = files?.header(of: recording, in: content) else { return nil }
    memory.withLock { $0.headers[key] = stored }
    return stored
  }

  /// Returns the straight tone of a recording. Straightens it unless it is known.
  func sound(
    of recording: StraightRecording, in bank: SoundBank, content: ContentHash?
  ) throws(SampleCodecError) -> StraightSound {
    guard let content else {
      return StraightSound(try straightened(recording, bank, isClassifiedOnly: false))
    }
    let key = Key(content: content, recording: recording)
    if let known = memory.withLock({ $0.shared[key]?.sound }) { return known }
    if let stored = files?.tone(of: recording, in: content) { return share(stored, as: key) }
    let tone = try straightened(recording, bank, isClassifiedOnly: false)
    if let files {
      let written = files.store(tone, of: recording, in: content)
      checkSize(files, written: written)
    }
    return share(tone, as: key)
  }

  private func straightened(
    _ recording: StraightRecording, _ bank: SoundBank, isClassifiedOnly: Bool
  ) throws(SampleCodecError) -> StraightTone {
    let straightener = straighteners.take()
    defer { straighteners.put(straightener) }
    let tone = try LoadSentinel().watch(bank.storage.path) { () throws(SampleCodecError) in
      try straighten(recording, bank, straightener.tool, isClassifiedOnly)
    }
    if !isClassifiedOnly { memory.withLock { $0.straightenedCount += 1 } }
    return tone
  }

  /// Makes a tone available to other players. Returns the tone that another thread has shared
  /// first.
  private func share(_ tone: StraightTone, as key: Key) -> StraightSound {
    memory.withLock { memory in
      if let known = memory.shared[key]?.sound { return known }
      let sound = StraightSound(tone)
      memory.shared[key] = WeakSound(sound: sound)
      var header = tone
      header.channels = Array(repeating: [], count: tone.channels.count)
      header.vibrato.cents = []
      memory.headers[key] = header
      if files == nil { keep(sound, key, &memory) }
      return sound
    }
  }

  private func keep(_ sound: StraightSound, _ key: Key, _ memory: inout Memory) {
    memory.kept.append((key, sound))
    memory.keptBytes += sound.byteCount
    while memory.keptBytes > Self.byteLimit, memory.kept.count > 1 {
      memory.keptBytes -= memory.kept.removeFirst().sound.byteCount
    }
  }

  /// Removes the oldest files, once a sixteenth of the limit has been written.
  private func checkSize(_ files: StraightToneFiles, written: Int) {
    let step = files.byteLimit / 16
    let isDue = memory.withLock { memory in
      let unchecked = memory.uncheckedBytes.map { $0 + written }
      let isDue = unchecked.map { $0 >= step } ?? true
      memory.uncheckedBytes = isDue ? 0 : unchecked
      return isDue
    }
    if isDue { files.removeOldest(beyond: files.byteLimit - step) }
  }
}
