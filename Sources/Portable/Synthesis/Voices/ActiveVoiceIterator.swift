/// The places of a part's voices that sound, in their order. One whose voice ends meanwhile may still
/// come.
struct ActiveVoiceIterator {
  private let words: UnsafePointer<UInt64>
  private let wordCount: Int
  private var word = 0
  private var bits: UInt64

  /// Those whose bits are set in one or more words.
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
    let place = word &* 64 &+ bits.trailingZeroBitCount
    bits &= bits &- 1
    return place
  }
}
