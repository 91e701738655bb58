public import PeachInstrumentModel

/// How a unit gets at banks: handed in, so that portable code opens no file, and so that whoever
/// embeds the unit decides what a message may open.
public struct BankAccess: Sendable {
  /// The folders whose files, and those of folders within, may be loaded; nil for any.
  public var allowedFolders: [String]?
  /// The one name that a file has without links, `.` and `..`; nil where there is none.
  public var resolve: @Sendable (_ path: String) -> String?
  /// The bank in a file. Called on control threads only; whatever is wrong is a sentence.
  public var open: @Sendable (_ path: String) throws(UnitLoadError) -> SoundBank
  /// Decodes compressed samples; nil where nothing can.
  public var decoder: SampleDecoder?

  /// Access by these functions.
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

  /// The bank in a file, if it may be loaded: by the file's own place, wherever a link lies.
  func bank(at path: String) throws(UnitLoadError) -> SoundBank {
    guard let place = resolve(path) else { throw .missing(path: path) }
    if let allowedFolders {
      var isAllowed = false
      for folder in allowedFolders {
        guard let root = resolve(folder) else { continue }
        let start = root.utf8.last == 0x2F ? root : root + "/"
        if place.utf8.starts(with: start.utf8) { isAllowed = true }
      }
      guard isAllowed else { throw .notAllowed(path: path) }
    }
    return try open(place)
  }
}
