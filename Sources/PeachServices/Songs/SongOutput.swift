import PeachSequencing
import Synchronization

/// The audio-thread side of a ``SongSession``: renders its song at its volume.
struct SongOutput: ~Copyable {
  /// The state that the threads of a session share.
  struct Shared: ~Copyable {
    /// The ``SongPlayer/audioContext`` of the song, or 0.
    let song = Atomic<UInt>(0)
    /// The song of the last block.
    let renderedSong = Atomic<UInt>(0)
    /// The volume as a factor, as the bit pattern of a float.
    let volume = Atomic<UInt32>(Float(1).bitPattern)
  }

  /// Valid during the lifetime of the output.
  let shared: UnsafeMutablePointer<Shared>
  private var lastVolume: Float = 1

  init() {
    shared = .allocate(capacity: 1)
    shared.initialize(to: Shared())
  }

  deinit {
    shared.deinitialize(count: 1)
    shared.deallocate()
  }

  /// Renders the next `count` frames on the audio thread. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    guard count > 0 else { return }
    let address = shared.pointee.song.load(ordering: .acquiring)
    if let context = UnsafeMutableRawPointer(bitPattern: address) {
      SongAudio.render(context, left: left, right: right, count: count)
    } else {
      for frame in 0..<count {
        left[frame] = 0
        right[frame] = 0
      }
    }
    let target = Float(bitPattern: shared.pointee.volume.load(ordering: .relaxed))
    if target != 1 || lastVolume != 1 {
      let step = (target - lastVolume) / Float(count)
      for frame in 0..<count {
        let factor = lastVolume + step * Float(frame &+ 1)
        left[frame] *= factor
        right[frame] *= factor
      }
      lastVolume = target
    }
    shared.pointee.renderedSong.store(address, ordering: .releasing)
  }
}

/// The callback of a ``SongSession``.
#if REALTIME_CHECKED
  @_noLocks @_noAllocation
#endif
func renderSongOutput(
  _ context: UnsafeMutableRawPointer, _ left: UnsafeMutablePointer<Float>,
  _ right: UnsafeMutablePointer<Float>, _ count: Int
) {
  context.assumingMemoryBound(to: SongOutput.self)
    .pointee.render(left: left, right: right, count: count)
}
