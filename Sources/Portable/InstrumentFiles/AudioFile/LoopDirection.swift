import PeachInstrumentModel

/// The direction in which a loop of an audio file plays.
package enum LoopDirection: UInt8, Hashable, Sendable {
  case forward
  /// Forward and backward in turn; played so, as a forward loop of both.
  case alternating
  /// Played forward.
  case backward
  /// Defined by a manufacturer; played forward.
  case other

  /// Creates a direction from the type of a loop in a sampler chunk (RIFF New Multimedia Data Types
  /// and Data Techniques, 1994).
  init(wave type: Int) {
    self = type >= 0 && type <= 2 ? [.forward, .alternating, .backward][type] : .other
  }
}

extension RecordingChunks {
  /// A message about a loop that plays otherwise than in the file's terms; `nil` without one.
  func loopWarning(_ name: String) -> String? {
    if loop == nil { return nil }
    let direction: String? =
      switch loopDirection {
      case .forward: nil
      case .alternating: "its alternating loop is unrolled to a forward one"
      case .backward: "its backward loop plays forward"
      case .other: "its loop of an unknown type plays forward"
      }
    let number = loopCount > 1 ? "only one of its \(loopCount) loops plays" : nil
    let texts = [number, direction].compactMap { $0 }
    return texts.isEmpty ? nil : "Sample \(shortened: name): \(texts.joined(separator: "; "))."
  }
}
