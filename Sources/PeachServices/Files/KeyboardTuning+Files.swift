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
    let mapping = try mappingPath.map { try ScalaKeyboardMapping(mappingAt: $0) }
    self.init(scale: scale, mapping: mapping ?? ScalaKeyboardMapping())
  }

  /// Reads an AnaMark tuning file (`.tun`).
  ///
  /// - Throws: `FileAccessError` or ``AnaMarkFileError``.
  public init(tunAt path: String) throws {
    let bytes = try FileAccess.read(path: path, limit: ScalaScale.largestFile)
    do { try self.init(tun: bytes) } catch { throw AnaMarkFileError(path: path, reason: error) }
  }

  /// Reads an AnaMark tuning file (`.tun`) or, for any other name, a Scala scale.
  ///
  /// - Throws: `FileAccessError`, ``TuningFileError`` or ``AnaMarkFileError``.
  package init(tuningAt path: String) throws {
    if path.lowercased().hasSuffix(".tun") {
      try self.init(tunAt: path)
    } else {
      try self.init(scaleAt: path)
    }
  }

  /// Parses the contents of an AnaMark tuning file, which has a section in brackets before any
  /// other line but comments, or else of a Scala scale.
  ///
  /// - Throws: `AnaMarkError` or `ScalaError`.
  package init(ofAnyFormat bytes: [UInt8]) throws {
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map { line in
      line.drop { $0 == 0x20 || $0 == 0x09 }
    }
    let first = lines.first { !$0.isEmpty && $0.first != UInt8(ascii: ";") }
    if first?.first == UInt8(ascii: "[") {
      try self.init(tun: bytes)
    } else {
      self.init(scale: try ScalaScale(scl: bytes), mapping: ScalaKeyboardMapping())
    }
  }

  fileprivate static func read<Value>(
    _ path: String, as parse: ([UInt8]) throws(ScalaError) -> Value
  ) throws -> Value {
    let bytes = try FileAccess.read(path: path, limit: ScalaScale.largestFile)
    do { return try parse(bytes) } catch { throw TuningFileError(path: path, reason: error) }
  }
}

extension ScalaKeyboardMapping {
  /// Reads a keyboard mapping (`.kbm`).
  ///
  /// - Throws: `FileAccessError` or ``TuningFileError``.
  package init(mappingAt path: String) throws {
    self = try KeyboardTuning.read(path) { bytes throws(ScalaError) in
      try ScalaKeyboardMapping(kbm: bytes)
    }
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

extension Temperament {
  /// Returns the pitch class of a root: a letter with up to two accidentals, such as `D` or `Bb`;
  /// `nil` for other texts.
  package static func root(named text: String) -> Int? {
    let letters: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    let accidentals: [Character: Int] = ["#": 1, "♯": 1, "b": -1, "♭": -1]
    let signs = text.dropFirst().map { accidentals[$0] }
    guard let letter = text.uppercased().first.flatMap({ letters[$0] }), signs.count <= 2,
      !signs.contains(nil)
    else { return nil }
    return (letter + signs.reduce(0) { $0 + ($1 ?? 0) } + 12) % 12
  }
}
