/// A SoundFont to be changed, or made, and written: presets, instruments and samples that name each
/// other by their places in the three lists.
///
/// Nothing is flattened, so what is read, left as it is and written means the same to every player.
/// Samples point to their bytes, wherever these are; nothing is copied until a
/// ``SoundFontWriter`` writes it.
///
/// ```swift
/// var contents = SoundFontContents(name: "Bells")
/// contents.samples = [.init("Bell", .integer16(frames), sampleRate: 48_000, originalPitch: 72)]
/// contents.instruments = [.init("Bell", zones: [.init([(.volumeEnvelopeRelease, 1200)], plays: 0)])]
/// contents.presets = [.init("Bell", bank: 0, program: 14, zones: [.init(plays: 0)])]
/// let pieces = try SoundFontWriter(contents).pieces
/// ```
public struct SoundFontContents: Sendable {
  /// The version of the format: 2.04 for SF2, 3.x where samples are compressed (SoundFont 2.04
  /// §5.1). What a writer needs a higher one for, it writes with that.
  public var version: SoundFont.Version
  /// The chunks of the INFO list but the version, in order (§5); unknown ones too.
  public var information: [Information]
  /// The presets, in any order.
  public var presets: [Preset]
  /// The instruments, which presets' zones name by place.
  public var instruments: [Instrument]
  /// The samples, which instruments' zones name by place.
  public var samples: [Sample]
  /// What was wrong in the file that this is from, and is not in here any more.
  public var warnings: [String] = []

  /// A chunk of the INFO list.
  public struct Information: Hashable, Sendable {
    /// Its name, such as `INAM`.
    public var code: FourCharacterCode
    /// Its contents.
    public var bytes: [UInt8]

    /// A chunk of any bytes; texts are ended and padded when they are written.
    public init(_ code: FourCharacterCode, _ bytes: [UInt8]) {
      self.code = code
      self.bytes = bytes
    }
  }

  /// Nothing yet, with a name.
  public init(name: String, version: SoundFont.Version = .init(major: 2, minor: 4)) {
    self.version = version
    information = [.init("isng", Array("EMU8000".utf8)), .init("INAM", Array(name.utf8))]
    presets = []
    instruments = []
    samples = []
  }

  /// The text of the first INFO chunk with this name; nil where there is none.
  public func text(_ code: FourCharacterCode) -> String? {
    guard let chunk = information.first(where: { $0.code == code }) else { return nil }
    return chunk.bytes.withUnsafeBytes { TextField.decode($0) }
  }

  /// Sets the text of an INFO chunk, in its place or behind the others; nil removes it.
  public mutating func setText(_ code: FourCharacterCode, _ text: String?) {
    let place = information.firstIndex { $0.code == code }
    guard let text else {
      information.removeAll { $0.code == code }
      return
    }
    let chunk = Information(code, Array(text.utf8))
    if let place { information[place] = chunk } else { information.append(chunk) }
  }
}
