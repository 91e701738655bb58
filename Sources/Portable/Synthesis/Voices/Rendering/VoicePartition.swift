internal import CDSPKernels

/// A partition of the voice pool with its own scratch memory: the unit that one thread renders.
/// Unfiltered voices are partitioned by eighths of the slots, so that two threads rarely share
/// cache lines; voices that the batch kernel filters form two more partitions. Each is summed
/// separately, so that the output does not depend on the number of threads.
struct VoicePartition: BitwiseCopyable {
  private static var eighths: Int { 8 }
  static var firstFiltered: Int { eighths }
  static var count: Int { @_noLocks @_noAllocation get { firstFiltered + 2 } }

  /// Returns the partition rendered at a position of the schedule. Two threads work from both ends;
  /// each mostly has the same eighths: the caller the even ones, the worker thread the odd ones.
  @inline(__always) static func scheduled(at position: Int) -> Int {
    if position == 0 { return firstFiltered }
    if position > eighths { return firstFiltered &+ 1 }
    return position <= eighths / 2 ? 2 &* (position &- 1) : 2 &* position &- 1 &- eighths
  }

  @inline(__always)
  static func index(ofVoice index: Int, usesFilterBatch: Bool, capacity: Int) -> Int {
    let eighth = index &* eighths / capacity
    return usesFilterBatch ? firstFiltered &+ (eighth & 1) : eighth
  }

  /// Returns the voice at a position of the allocation order, which alternates between eighths
  /// after every two voices: the channels of a stereo sample are in the same.
  @inline(__always) static func voiceIndex(order: Int, capacity: Int) -> Int {
    let pair = order / 2
    return pair % eighths &* (capacity / eighths) &+ 2 &* (pair / eighths) &+ order % 2
  }

  /// Returns the position of a voice in the allocation order.
  @inline(__always) static func order(ofVoice index: Int, capacity: Int) -> Int {
    let size = capacity / eighths
    let (eighth, offset) = (index / size, index % size)
    return 2 &* (offset / 2 &* eighths &+ eighth) &+ offset % 2
  }

  private let activeBits: UnsafeMutablePointer<UInt64>
  private let wordCount: Int
  let filterBatch = FilterBatch()
  let modulationBatch: ModulationBatch
  let vibratoBatch = VibratoBatch()
  let previousBuffer: UnsafeMutablePointer<Float>
  /// The frames before the present one that are not rendered yet, and how many may be deferred from
  /// the first of them on.
  var deferredFrames = 0
  var deferrableFrames = 0

  /// Creates an empty partition of a pool with `capacity` slots, a multiple of 64.
  init(capacity: Int, dummyState: UnsafePointer<peach_modulation>) {
    modulationBatch = ModulationBatch(dummyState: dummyState)
    wordCount = capacity / 64
    // With a cache line of its own at the end.
    activeBits = .allocateLines(repeating: 0, count: wordCount + 8)
    previousBuffer = .allocateLines(repeating: 0, count: FilterBatch.stride)
  }

  func deallocate() {
    activeBits.deallocate()
    filterBatch.deallocate()
    modulationBatch.deallocate()
    vibratoBatch.deallocate()
    previousBuffer.deallocate()
  }

  var isSilent: Bool {
    @inline(__always) @_noLocks @_noAllocation get {
      for word in 0..<wordCount where activeBits[word] != 0 { return false }
      return true
    }
  }

  @inline(__always) var activeVoices: ActiveVoiceIterator {
    ActiveVoiceIterator(activeBits, wordCount: wordCount)
  }

  var activeCount: Int {
    var count = 0
    for word in 0..<wordCount { count &+= activeBits[word].nonzeroBitCount }
    return count
  }

  @inline(__always) func add(_ index: Int) { activeBits[index / 64] |= 1 &<< UInt64(index & 63) }

  @inline(__always) func remove(_ index: Int) {
    activeBits[index / 64] &= ~(1 &<< UInt64(index & 63))
  }
}

/// The indices of a partition's active voices, ascending; some may have been freed since.
struct ActiveVoiceIterator {
  private let words: UnsafePointer<UInt64>
  private let wordCount: Int
  private var word = 0
  private var bits: UInt64

  @inline(__always) init(_ words: UnsafePointer<UInt64>, wordCount: Int) {
    self.words = words
    self.wordCount = wordCount
    bits = words[0]
  }

  @inline(__always) mutating func next() -> Int? {
    while bits == 0 {
      word &+= 1
      if word >= wordCount { return nil }
      bits = words[word]
    }
    let index = word &* 64 &+ bits.trailingZeroBitCount
    bits &= bits &- 1
    return index
  }
}
