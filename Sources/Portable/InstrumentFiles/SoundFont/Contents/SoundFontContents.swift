/// An editable SoundFont: presets, instruments and samples that refer to each other by index.
/// Nothing is flattened, so that unchanged contents keep their meaning when written. Samples
/// reference their bytes; nothing is copied until they are written.
///
/// ```swift
/// var contents = SoundFontContents(name: "Bells")
/// contents.samples = [.init("Bell", .integer16(frames), sampleRate: 48_000, originalPitch: 72)]
/// contents.instruments = [
///   .init("Bell", zones: [.init([(.volumeEnvelopeRelease, 1200)], plays: 0)])
/// ]
/// contents.presets = [.init("Bell", bank: 0, program: 14, zones: [.init(plays: 0)])]
/// let pieces = try SoundFontWriter(contents).pieces
/// ```
public struct SoundFontContents: Sendable {
  /// The version of the format: 2.04 for SF2, 3.x for compressed samples (SoundFont 2.04 §5.1).
  /// Writing raises it if necessary.
  package var version: SoundFont.Version
  /// The chunks of the INFO list except the version, in order, including unknown ones (§5).
  public var information: [Information]
  /// The presets in any order.
  public var presets: [Preset] = []
  /// The instruments.
  public var instruments: [Instrument] = []
  package var samples: [Sample] = []
  /// User-facing messages about faults of the source file that these contents no longer have.
  public var warnings: [String] = []

  /// A chunk of the INFO list.
  public struct Information: Hashable, Sendable {
    /// The chunk ID, such as `INAM`.
    package var code: FourCharacterCode
    /// The contents. Text is terminated and padded when written.
    public var bytes: [UInt8]

    package init(_ code: FourCharacterCode, _ bytes: [UInt8]) {
      (self.code, self.bytes) = (code, bytes)
    }
  }

  /// Creates empty contents with a name.
  package init(name: String, version: SoundFont.Version = .init(major: 2, minor: 4)) {
    self.version = version
    information = [.init("isng", Array("EMU8000".utf8)), .init("INAM", Array(name.utf8))]
  }

  /// Returns the text of the first INFO chunk with this ID, or `nil` if it is missing.
  package func text(_ code: FourCharacterCode) -> String? {
    information.first { $0.code == code }?.bytes.withUnsafeBytes { TextField.decode($0) }
  }

  /// Sets the text of an INFO chunk, or appends one; `nil` removes it.
  package mutating func setText(_ code: FourCharacterCode, _ text: String?) {
    guard let text else { return information.removeAll { $0.code == code } }
    let chunk = Information(code, Array(text.utf8))
    if let index = information.firstIndex(where: { $0.code == code }) {
      information[index] = chunk
    } else {
      information.append(chunk)
    }
  }
}
