import Synchronization

/// The sum of a live synthesizer and a song, for one audio callback.
@usableFromInline package struct LiveMix: ~Copyable {
  private let live: UnsafeMutablePointer<LiveSynthesizerCore>
  /// The address of the song's context, or 0.
  private let song = Atomic<UInt>(0)
  @usableFromInline let left: UnsafeMutablePointer<Float>
  @usableFromInline let right: UnsafeMutablePointer<Float>
  /// The maximum number of frames of a song that are rendered in one step.
  private static var capacity: Int { 512 }

  /// Creates a mix without a song.
  ///
  /// - Parameter live: The ``LiveSynthesizer/audioContext``, which must outlive the mix.
  package init(live: UnsafeMutableRawPointer) {
    self.live = live.assumingMemoryBound(to: LiveSynthesizerCore.self)
    left = .allocate(capacity: Self.capacity)
    left.initialize(repeating: 0, count: Self.capacity)
    right = .allocate(capacity: Self.capacity)
    right.initialize(repeating: 0, count: Self.capacity)
  }

  // Inlinable, as Embedded Swift requires for noncopyable types.
  @inlinable deinit {
    left.deallocate()
    right.deallocate()
  }

  /// Sets the song by its ``SongPlayer/audioContext``. The audio thread may render the former one
  /// until its next block.
  package func setSong(_ context: UnsafeMutableRawPointer) {
    song.store(UInt(bitPattern: context), ordering: .releasing)
  }

  /// Renders the next `count` frames on the audio thread. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    live.pointee.render(left: left, right: right, count: count)
    guard let context = UnsafeMutableRawPointer(bitPattern: song.load(ordering: .acquiring)) else {
      return
    }
    var start = 0
    while start < count {
      let length = min(count - start, Self.capacity)
      context.assumingMemoryBound(to: SongPlayerCore.self)
        .pointee.render(left: self.left, right: self.right, count: length)
      for frame in 0..<length {
        left[start + frame] += self.left[frame]
        right[start + frame] += self.right[frame]
      }
      start += length
    }
  }
}
