public import PeachInstrumentModel
import PeachSequencing
package import PeachStraightPresets

/// A unit's access to bank files. The embedding program decides which ones a message may open.
public struct BankAccess: Sendable {
  /// The folders, searched recursively, whose files may be loaded; `nil` for any.
  public var allowedFolders: [String]?
  /// Returns the canonical path, without links, `.` and `..`; `nil` if the file is missing.
  public var resolve: @Sendable (_ path: String) -> String?
  /// Returns the bank in a file. Called on control threads only.
  public var open: @Sendable (_ path: String) throws(UnitLoadError) -> SoundBank
  /// Decodes compressed samples; `nil` if unsupported.
  public var decoder: SampleDecoder?
  /// Straightens the preset at an index of a bank's presets, and smooths the levels of its partials
  /// if `isSmooth`. Called on one thread at a time, but not on the audio thread. `nil` to
  /// straighten on that thread, without a cache.
  package var straighten:
    (
      @Sendable (SoundBank, _ index: Int, _ isSmooth: Bool) throws(SampleCodecError)
        -> StraightRegions
    )?
  /// Corrects the pitch of the preset at an index of a bank's presets, under the same conditions.
  package var correct:
    (@Sendable (SoundBank, _ index: Int) throws(SampleCodecError) -> StraightRegions)?
  /// Returns the inharmonicity of each of 128 keys of the preset at an index of a bank's presets,
  /// `nil` for unknown ones; empty if its recordings are not those of stiff strings. Called under
  /// the same conditions. `nil` to measure on that thread, without a cache.
  package var inharmonicities:
    (@Sendable (SoundBank, _ index: Int) throws(SampleCodecError) -> [Double?])?

  /// Creates an access.
  public init(
    allowedFolders: [String]? = nil, decoder: SampleDecoder? = nil,
    resolve: @escaping @Sendable (_ path: String) -> String?,
    open: @escaping @Sendable (_ path: String) throws(UnitLoadError) -> SoundBank
  ) {
    self.allowedFolders = allowedFolders
    self.decoder = decoder
    self.resolve = resolve
    self.open = open
  }

  /// Returns the bank in a file. The canonical path decides whether it may be loaded.
  func bank(at path: String) throws(UnitLoadError) -> SoundBank {
    guard let canonicalPath = resolve(path) else { throw .missing(path: path) }
    let isAllowed = allowedFolders?.contains { folder in
      guard let root = resolve(folder) else { return false }
      return canonicalPath.utf8.starts(with: (root.utf8.last == 0x2F ? root : root + "/").utf8)
    }
    guard isAllowed ?? true else { throw .notAllowed(path: path) }
    return try open(canonicalPath)
  }

  /// Returns the stack of some banks, and the path of the first one that is searched.
  func stack(of texts: [String]) throws(UnitLoadError) -> (stack: BankStack, path: String) {
    var stack = BankStack()
    var first: String?
    for text in texts.reversed() {
      let parsed = BankLayerText(text) { resolve($0) != nil }
      guard let layer = parsed.layer(of: try bank(at: parsed.path)) else {
        let presets = parsed.pattern.map { " \($0.description)" } ?? ""
        throw .unreadable(path: parsed.path, reason: "It has no preset\(presets).")
      }
      stack.layers.append(layer)
      first = first ?? parsed.path
    }
    guard let first else { throw .missing(path: "") }
    return (stack, first)
  }

  /// Returns how the regions of a preset are played in tune or with straight tones.
  func regions(
    ofPresetAt index: Int, of bank: SoundBank, as intonation: UnitIntonation
  ) throws(SampleCodecError) -> StraightRegions {
    if intonation.isStraight {
      let isSmooth = intonation == .smooth
      if let straighten { return try straighten(bank, index, isSmooth) }
      return try PresetStraightener().straighten(
        presetAt: index, of: bank, smoothsLevels: isSmooth, decoder: decoder)
    }
    if let correct { return try correct(bank, index) }
    return try PresetCorrector().correct(presetAt: index, of: bank, decoder: decoder)
  }

  /// Returns the inharmonicity of each key of a preset; empty without stiff strings.
  func inharmonicities(
    ofPresetAt index: Int, of bank: SoundBank
  ) throws(SampleCodecError) -> [Double?] {
    if let inharmonicities { return try inharmonicities(bank, index) }
    #if hasFeature(Embedded)
      return []
    #else
      return try PresetCorrector().inharmonicities(presetAt: index, of: bank, decoder: decoder)
    #endif
  }
}
