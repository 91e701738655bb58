internal import CDSPKernels

/// A part of a pool's voices, with all that rendering them needs of its own: two parts may be rendered
/// at the same time.
///
/// Which part a voice belongs to follows from its place and from whether it has a low-pass filter,
/// and a part's frames are summed by themselves, so that the bits do not tell how many rendered them.
/// The places lie in eighths, each with a part for the voices without one, so that two processors
/// seldom write near each other; low-pass filters, which are computed eight at a time, are in two
/// parts.
struct VoicePartition: BitwiseCopyable {
  private static var eighths: Int { 8 }
  static var firstFiltered: Int { eighths }
  static var count: Int { firstFiltered + 2 }

  /// The parts in an order in which one may begin at the front and another at the back: each mostly
  /// has the same eighths every time, the one the even, the other the odd.
  @inline(__always) static func inOrder(_ turn: Int) -> Int {
    if turn == 0 { return firstFiltered }
    if turn > eighths { return firstFiltered &+ 1 }
    return turn <= eighths / 2 ? 2 &* (turn &- 1) : 2 &* turn &- 1 &- eighths
  }

  /// The part of a voice at a place of a pool of `capacity`.
  @inline(__always)
  static func index(ofPlace place: Int, usesFilterBatch: Bool, capacity: Int) -> Int {
    let eighth = place &* eighths / capacity
    return usesFilterBatch ? firstFiltered &+ (eighth & 1) : eighth
  }

  /// The places of a pool in the order in which they are taken: from each eighth in turn.
  @inline(__always) static func place(taken turn: Int, capacity: Int) -> Int {
    turn % eighths &* (capacity / eighths) &+ turn / eighths
  }

  /// The voices that sound, one bit for each of the pool's places.
  let sounding: UnsafeMutablePointer<UInt64>
  private let wordCount: Int
  let batch = FilterBatch()
  let motion: ModulationBatch
  /// What a voice sounds like by the coefficients that it leaves.
  let previousBuffer: UnsafeMutablePointer<Float>

  /// A part without voices of a pool of `capacity` places, a multiple of 64, which move by `motions`.
  init(capacity: Int, motions: UnsafePointer<peach_modulation>) {
    motion = ModulationBatch(dummyState: motions)
    wordCount = capacity / 64
    // A line of the processors' memory of its own.
    sounding = UnsafeMutableRawPointer.allocate(byteCount: capacity / 8 + 64, alignment: 64)
      .bindMemory(to: UInt64.self, capacity: wordCount)
    sounding.initialize(repeating: 0, count: wordCount)
    previousBuffer = .allocateLines(FilterBatch.stride)
  }

  func deallocate() {
    sounding.deallocate()
    batch.deallocate()
    motion.deallocate()
    previousBuffer.deallocate()
  }

  /// True where none of its voices sounds.
  @inline(__always) var isSilent: Bool {
    for word in 0..<wordCount where sounding[word] != 0 { return false }
    return true
  }

  /// The places of those that sound.
  @inline(__always) var places: ActiveVoiceIterator {
    ActiveVoiceIterator(sounding, wordCount: wordCount)
  }

  /// How many of its voices sound.
  var soundingCount: Int {
    var count = 0
    for word in 0..<wordCount { count &+= sounding[word].nonzeroBitCount }
    return count
  }

  @inline(__always) func add(_ place: Int) {
    sounding[place / 64] |= 1 &<< UInt64(place & 63)
  }

  @inline(__always) func remove(_ place: Int) {
    sounding[place / 64] &= ~(1 &<< UInt64(place & 63))
  }
}
