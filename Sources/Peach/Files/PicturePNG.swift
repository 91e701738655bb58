import PeachFileBytes
import PeachProcesses

/// Makes PNG files of SVG documents; the program `rsvg-convert` (Debian's librsvg2-bin) draws them.
///
/// ```swift
/// let picture = try PicturePNG(environment: ProcessInfo.processInfo.environment)
/// try picture.write(svg, to: "ear.png")  // 1720 pixels wide
/// ```
/// Not for the audio thread.
public struct PicturePNG: Sendable {
  /// How wide pictures are: as many pixels as look sharp on a screen of any density.
  public static let widthPixels = 1720

  private let program: String

  /// Finds the program in the folders of `PATH`. Throws ``PictureError/noProgram``.
  public init(environment: [String: String]) throws(PictureError) {
    guard let program = InstalledPrograms.path(of: "rsvg-convert", environment: environment) else {
      throw .noProgram
    }
    self.program = program
  }

  /// Draws a document into a file, which is whole or is not there. Throws ``PictureError``,
  /// `FileError` and `ChildProcessError`.
  public func write(_ svg: String, to path: String) throws {
    // A name with a dash at its front would be an option.
    let place = path.hasPrefix("/") ? path : "./\(path)"
    let (source, part) = ("\(place).part.svg", "\(place).part")
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
      case .exited(0)?: return try FileAccess.rename(part, to: place)
      case .exited(let status)?: throw PictureError.failed(status: status)
      case .killed(let signal)?: throw PictureError.failed(status: 128 + signal)
      case nil: Pause.milliseconds(5)
      }
    }
  }
}

/// Why there is no picture. `\(error)` is a sentence for a person.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program that draws is not installed.
  case noProgram
  /// It ended with this status, or 128 and the number of a signal.
  case failed(status: Int32)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .noProgram:
      "A PNG needs the program rsvg-convert, and it is not here. Install librsvg2-bin, or write an "
        + "SVG, which needs no program."
    case .failed(let status): "rsvg-convert could not draw the picture; it ended with \(status)."
    }
  }
}
