/// A file of presets in any supported format. Regions are created when a preset is selected.
public struct SoundBank: Sendable {
  /// The metadata of a bank. Unknown strings are empty.
  public struct Information: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The author.
    public var author: String
    /// The copyright and license.
    public var copyright: String
    /// The comment.
    public var comment: String

    /// Creates metadata.
    public init(name: String, author: String = "", copyright: String = "", comment: String = "") {
      self.name = name
      self.author = author
      self.copyright = copyright
      self.comment = comment
    }
  }

  /// The metadata.
  public var information: Information
  /// The presets, by bank and program. The first of two presets with equal numbers counts.
  public var presets: [Preset]
  /// The samples. Invalid samples are silent, so that indices stay valid.
  package var samples: [Sample]
  /// The files of external samples.
  package var sampleFiles: [SampleFile]
  /// The files included by the bank's file.
  public var includedFiles: [ByteStorage]
  /// User-facing warnings about tolerated errors.
  public var warnings: [String]
  /// Whether a chunk of the file lacks its pad byte: a defect without an effect on the sound.
  package var lacksPadByte = false
  /// The bytes of the file, which contain the samples.
  public var storage: ByteStorage
  private let regionSource: @Sendable (_ preset: Int, _ limit: Int) -> [Region]
  /// Returns the regions of a preset whose samples do not exist; `nil` if there are none.
  package var missingRegionSource: (@Sendable (_ preset: Int) -> [MissingRegion])?
  /// Returns the keys of a preset sooner than its regions; `nil` if the format has no such way.
  let keySource: (@Sendable (_ preset: Int) -> ClosedRange<UInt8>?)?

  /// Creates a bank.
  ///
  /// - Parameter keySource: Returns the keys from the lowest to the highest region of a preset, or
  ///   `nil` without regions. By default, the regions are built.
  /// - Parameter regionSource: Returns at least the first `limit` regions of a preset. Called when
  ///   a preset is selected, but not on the audio thread.
  package init(
    information: Information, presets: [Preset], samples: [Sample], sampleFiles: [SampleFile] = [],
    includedFiles: [ByteStorage] = [], warnings: [String] = [], storage: ByteStorage,
    keySource: (@Sendable (_ preset: Int) -> ClosedRange<UInt8>?)? = nil,
    regionSource: @escaping @Sendable (_ preset: Int, _ limit: Int) -> [Region]
  ) {
    self.information = information
    self.presets = presets
    self.samples = samples
    self.sampleFiles = sampleFiles
    self.includedFiles = includedFiles
    self.warnings = warnings
    self.storage = storage
    self.keySource = keySource
    self.regionSource = regionSource
  }

  /// Returns the index of a preset in ``presets``; `nil` if it does not exist.
  public func index(of identifier: PresetIdentifier) -> Int? {
    presets.firstIndex { $0.identifier == identifier }
  }

  /// Returns the regions of a preset, in the file's order. Takes milliseconds; not for the audio
  /// thread.
  ///
  /// - Parameter limit: The number of regions required. More may be returned.
  package func regions(ofPresetAt index: Int, limit: Int = .max) -> [Region] {
    precondition(presets.indices.contains(index), "No preset at this index.")
    return regionSource(index, limit)
  }

  /// Returns the regions of a preset that are not among its regions, because their samples do not
  /// exist in the file. Takes as long as ``regions(ofPresetAt:limit:)``.
  package func missingRegions(ofPresetAt index: Int) -> [MissingRegion] {
    missingRegionSource?(index) ?? []
  }
}
