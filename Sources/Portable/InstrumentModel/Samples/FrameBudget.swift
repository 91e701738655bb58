/// Limits the frames that are decoded or processed in proportion to a bank's files. Segments of a
/// file may overlap, and codecs compress silence to nearly nothing, so that a few kilobytes could
/// describe gigabytes of audio.
package struct FrameBudget: Sendable {
  /// The number of frames that are always permitted: 24 seconds at 44.1 kHz.
  private static var freeFrames: Int { 1 << 20 }
  /// Audio has 2 frames per byte in FLAC and 20 in Vorbis at its lowest quality.
  private static var framesPerByte: Int { 64 }

  package let limit: Int
  private var used = 0

  /// Creates a budget for data of some bytes.
  package init(byteCount: Int) {
    // `Int` has 32 bits in WebAssembly.
    let most = (Int.max - Self.freeFrames) / Self.framesPerByte
    limit = Self.freeFrames + Self.framesPerByte * min(max(byteCount, 0), most)
  }

  /// Creates a budget for the samples of a bank, in its file and in others.
  package init(of bank: SoundBank) {
    self.init(
      byteCount: bank.sampleFiles.reduce(bank.storage.bytes.count) { $0 + $1.storage.bytes.count })
  }

  /// Returns whether a number of frames is within the budget, and takes them from it.
  package mutating func take(_ frames: Int) -> Bool {
    guard frames <= limit - used else { return false }
    used += max(frames, 0)
    return true
  }

  /// Returns the frames that data of some bytes may decode to, at most `limit`.
  package static func frames(ofBytes byteCount: Int, atMost limit: Int) -> Int {
    min(FrameBudget(byteCount: byteCount).limit, limit)
  }
}
