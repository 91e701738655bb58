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
