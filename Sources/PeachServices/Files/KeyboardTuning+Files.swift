import PeachFileIO
public import PeachMusicUnits
public import PeachTuning

extension KeyboardTuning {
  /// Reads a Scala scale (`.scl`) and a keyboard mapping (`.kbm`). Degree 0 is middle C by default.
  ///
  /// - Throws: `FileAccessError` or ``TuningFileError``.
  ///
  /// ```swift
  /// var options = RenderOptions()
  /// options.tuning = try KeyboardTuning(scaleAt: "young.scl")
  /// ```
  public init(scaleAt path: String, mappingAt mappingPath: String? = nil) throws {
    let scale = try Self.read(path) { bytes throws(ScalaError) in try ScalaScale(scl: bytes) }
    var mapping = ScalaKeyboardMapping()
    if let mappingPath {
      mapping = try Self.read(mappingPath) { bytes throws(ScalaError) in
        try ScalaKeyboardMapping(kbm: bytes)
      }
    }
    self.init(scale: scale, mapping: mapping)
  }

  /// Reads an AnaMark tuning file (`.tun`).
  ///
  /// - Throws: `FileAccessError` or ``AnaMarkFileError``.
  public init(tunAt path: String) throws {
    let bytes = try FileAccess.read(path: path, limit: ScalaScale.largestFile)
    do { try self.init(tun: bytes) } catch { throw AnaMarkFileError(path: path, reason: error) }
  }

  private static func read<Value>(
    _ path: String, as parse: ([UInt8]) throws(ScalaError) -> Value
  ) throws -> Value {
    let bytes = try FileAccess.read(path: path, limit: ScalaScale.largestFile)
    do { return try parse(bytes) } catch { throw TuningFileError(path: path, reason: error) }
  }
}

/// An invalid Scala file.
public struct TuningFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public var path: String
  /// The error, with its line.
  public var reason: ScalaError

  /// `young.scl: Line 4: …`
  public var description: String { "\(path): \(reason)" }
}

/// An invalid AnaMark tuning file.
public struct AnaMarkFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public var path: String
  /// The error, with its line.
  public var reason: AnaMarkError

  /// `young.tun: Line 4: …`
  public var description: String { "\(path): \(reason)" }
}
