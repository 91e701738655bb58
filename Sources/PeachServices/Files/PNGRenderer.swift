import PeachFileIO

/// Converts SVG documents to PNG files with the program `rsvg-convert` (Debian's librsvg2-bin).
/// Call on any thread but the audio thread.
public struct PNGRenderer: Sendable {
  /// The width of images in pixels, sufficient for high-density screens.
  public static let widthPixels = 1720

  private let program: String

  /// Finds the program in the folders of `PATH`.
  ///
  /// - Throws: ``PictureError/noProgram``.
  public init() throws(PictureError) { try self.init(environment: ProcessEnvironment.variables) }

  package init(environment: [String: String]) throws(PictureError) {
    guard let program = InstalledPrograms.path(of: "rsvg-convert", environment: environment) else {
      throw .noProgram
    }
    self.program = program
  }

  /// Converts a document to a PNG file, which appears when it is complete.
  ///
  /// - Throws: ``PictureError``, `FileAccessError` or `ChildProcessError`.
  public func write(_ svg: String, to path: String) throws {
    // A name that starts with a dash would be parsed as an option.
    let output = path.hasPrefix("/") ? path : "./\(path)"
    let (source, part) = ("\(output).part.svg", "\(output).part")
    defer {
      try? FileAccess.remove(source)
      try? FileAccess.remove(part)
    }
    try FileAccess.write(Array(svg.utf8), to: source)
    var process = try ChildProcess(
      program: program,
      arguments: [
        "--format", "png", "--width", "\(Self.widthPixels)", "--keep-aspect-ratio",
        "--output", part, source,
      ])
    while true {
      switch process.poll() {
      case .exited(0)?: return try FileAccess.rename(part, to: output)
      case .exited(let status)?: throw PictureError.failed(status: status)
      case .killed(let signal)?: throw PictureError.failed(status: 128 + signal)
      case nil: Pause.milliseconds(5)
      }
    }
  }
}

/// A failure to create an image. `\(error)` is a message.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `rsvg-convert` is not installed.
  case noProgram
  /// The program failed with this status, or 128 plus the number of a signal.
  case failed(status: Int32)

  /// The message.
  public var description: String {
    switch self {
    case .noProgram:
      "Writing a PNG requires the program rsvg-convert. Install librsvg2-bin, or write an SVG."
    case .failed(let status): "rsvg-convert failed with status \(status)."
    }
  }
}
