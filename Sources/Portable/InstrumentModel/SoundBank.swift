/// A file of presets, whatever its format: metadata at once, regions when a preset is chosen.
public struct SoundBank: Sendable {
  /// What the file says about itself.
  public struct Information: Hashable, Sendable {
    /// The bank's name.
    public var name: String
    /// Who made it, where the file says so.
    public var author: String
    /// Copyright and licence, where the file says so.
    public var copyright: String
    /// Anything else its maker wrote.
    public var comment: String

    /// What a file says about itself.
    public init(name: String, author: String = "", copyright: String = "", comment: String = "") {
      self.name = name
      self.author = author
      self.copyright = copyright
      self.comment = comment
    }
  }

  /// What the file says about itself.
  public var information: Information
  /// The presets, by bank and program; of two with the same numbers the first in the file.
  public var presets: [Preset]
  /// The samples; a broken one stays in its place, silent, so that numbers keep their meaning.
  public var samples: [Sample]
  /// The audio files beside the bank that samples lie in.
  public var sampleFiles: [SampleFile]
  /// The files that the bank's own file takes in.
  public var includedFiles: [ByteStorage]
  /// What was wrong in the file and yet could be lived with, one sentence each.
  public var warnings: [String]
  /// The file's bytes, which the samples point into.
  public var storage: ByteStorage
  private let regionSource: @Sendable (_ preset: Int, _ limit: Int) -> [Region]

  /// A bank of these parts. `regionSource` gives the regions of the preset at an index of
  /// `presets`, at least the first `limit` of them; it is called when one is chosen, never on the
  /// audio thread.
  public init(
    information: Information, presets: [Preset], samples: [Sample],
    sampleFiles: [SampleFile] = [], includedFiles: [ByteStorage] = [], warnings: [String] = [],
    storage: ByteStorage,
    regionSource: @escaping @Sendable (_ preset: Int, _ limit: Int) -> [Region]
  ) {
    self.information = information
    self.presets = presets
    self.samples = samples
    self.sampleFiles = sampleFiles
    self.includedFiles = includedFiles
    self.warnings = warnings
    self.storage = storage
    self.regionSource = regionSource
  }

  /// The place in ``presets`` of the one with these numbers; nil where there is none.
  public func index(of identifier: PresetIdentifier) -> Int? {
    presets.firstIndex { $0.identifier == identifier }
  }

  /// The regions of the preset at `index`, in the file's order. Takes milliseconds; not for the
  /// audio thread. `index` must be one of ``presets``.
  ///
  /// With a `limit`, at least so many of them: a list of presets wants to know one of each, and not
  /// to wait for all.
  public func regions(ofPresetAt index: Int, limit: Int = .max) -> [Region] {
    precondition(presets.indices.contains(index), "No preset at this index.")
    return regionSource(index, limit)
  }
}
