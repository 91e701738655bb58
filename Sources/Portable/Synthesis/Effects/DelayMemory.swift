/// The memory of an effect: allocated once, handed out in pieces, cleared little by little.
struct DelayMemory: BitwiseCopyable {
  private let base: UnsafeMutableRawPointer
  private let byteCount: Int
  private var takenBytes = 0
  /// What is cleared, from the beginning; all of it where the effect is as new.
  private var clearedBytes: Int
  /// Numbers that say how the effect is set: they lie behind what is cleared.
  private var settingsStart: Int

  /// Room for `vectors` of four numbers of sound, and for `numbers` of settings.
  init(vectors: Int, numbers: Int) {
    settingsStart = vectors * 16
    byteCount = settingsStart + numbers * 4
    base = .allocate(byteCount: byteCount, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    clearedBytes = settingsStart
  }

  func deallocate() { base.deallocate() }

  /// A power of two of frames that lasts at least so long, with room for interpolation.
  static func capacity(seconds: Double, sampleRate: Double) -> Int {
    var capacity = 64
    while Double(capacity) < seconds * sampleRate + 8 { capacity *= 2 }
    return capacity
  }

  /// A piece for `count` vectors of four.
  mutating func takeVectors(_ count: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    let start = takenBytes
    takenBytes += count * 16
    precondition(takenBytes <= settingsStart, "More memory taken than there is.")
    return (base + start).bindMemory(to: SIMD4<Float>.self, capacity: count)
  }

  /// A piece for `count` frames; a multiple of four.
  mutating func takeFrames(_ count: Int) -> UnsafeMutablePointer<Float> {
    let start = takenBytes
    takenBytes += count * 4
    precondition(takenBytes <= settingsStart, "More memory taken than there is.")
    return (base + start).bindMemory(to: Float.self, capacity: count)
  }

  /// A piece for `count` numbers of settings.
  mutating func takeNumbers(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let start = settingsStart + numbersTaken * 4
    numbersTaken += count
    precondition(start + count * 4 <= byteCount, "More memory taken than there is.")
    return (base + start).bindMemory(to: Int32.self, capacity: count)
  }
  private var numbersTaken = 0

  /// True where all of the sound is exactly zero.
  var isClear: Bool { clearedBytes >= settingsStart }

  /// Something is about to be written.
  mutating func use() { clearedBytes = 0 }

  /// Makes the next piece zero: so little that an audio thread does not notice.
  mutating func clearPiece() {
    let count = min(settingsStart &- clearedBytes, 32_768)
    let words = (base + clearedBytes).assumingMemoryBound(to: UInt64.self)
    for index in 0..<(count / 8) { words[index] = 0 }
    clearedBytes &+= count
  }
}
