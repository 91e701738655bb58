import PeachSequencing
import Synchronization

/// The audio-thread state of a ``SongSession``: the song that plays, and the volume.
struct SongOutput: ~Copyable {
  /// The ``SongPlayer/audioContext`` of the song, or 0.
  let song = Atomic<UInt>(0)
  /// The song of the last block.
  let renderedSong = Atomic<UInt>(0)
  /// The volume as a factor, as the bit pattern of a float.
  let volume = Atomic<UInt32>(Float(1).bitPattern)
  private var lastVolume: Float = 1

  /// Renders the next `count` frames on the audio thread. Wait-free.
  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    guard count > 0 else { return }
    let address = song.load(ordering: .acquiring)
    if let context = UnsafeMutableRawPointer(bitPattern: address) {
      SongPlayer.render(context, left: left, right: right, count: count)
    } else {
      for frame in 0..<count { (left[frame], right[frame]) = (0, 0) }
    }
    let target = Float(bitPattern: volume.load(ordering: .relaxed))
    if target != 1 || lastVolume != 1 {
      let step = (target - lastVolume) / Float(count)
      for frame in 0..<count {
        let factor = lastVolume + step * Float(frame &+ 1)
        left[frame] *= factor
        right[frame] *= factor
      }
      lastVolume = target
    }
    renderedSong.store(address, ordering: .releasing)
  }
}
