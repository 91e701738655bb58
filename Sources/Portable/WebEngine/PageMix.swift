import PeachSequencing
import PeachSynthesis
import PeachTuning
import PeachWebPage
import Synchronization

/// The sum of a live synthesizer, whose chords may be tuned, and a song, for one audio callback.
struct PageMix: ~Copyable {
  private let live: UnsafeMutableRawPointer
  /// The address of the song's context, or 0.
  private let song = Atomic<UInt>(0)
  /// The tuning of chords that the control thread wants: 0 for none, 1 with sevenths of 16:9, 2 of
  /// 7:4.
  private let chords = Atomic<Int>(0)
  /// The tuner, and the tuning that it has. The audio thread alone uses them.
  private let tuner: UnsafeMutablePointer<LivePlayerTuner>
  private let tunedChords: UnsafeMutablePointer<Int>
  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  /// The maximum number of frames of a song that are rendered in one step.
  private static var capacity: Int { 512 }

  /// Creates a mix without a song.
  ///
  /// - Parameter live: The synthesizer, which must outlive the mix.
  init(live: LiveSynthesizer) {
    self.live = live.audioContext
    tuner = .allocate(capacity: 1)
    tuner.initialize(to: LivePlayerTuner(sampleRate: live.sampleRate))
    tunedChords = .allocate(capacity: 1)
    tunedChords.initialize(to: 0)
    left = .allocate(capacity: Self.capacity)
    left.initialize(repeating: 0, count: Self.capacity)
    right = .allocate(capacity: Self.capacity)
    right.initialize(repeating: 0, count: Self.capacity)
  }

  deinit {
    tuner.deinitialize(count: 1)
    tuner.deallocate()
    tunedChords.deallocate()
    left.deallocate()
    right.deallocate()
  }

  /// Sets the song by its ``SongPlayer/audioContext``. The audio thread may render the former one
  /// until its next block.
  func setSong(_ context: UnsafeMutableRawPointer) {
    song.store(UInt(bitPattern: context), ordering: .releasing)
  }

  /// Sets the tuning of chords that are played.
  func setChords(_ tuning: PureChords) {
    chords.store(tuning == .off ? 0 : tuning == .five ? 1 : 2, ordering: .releasing)
  }

  /// Renders the next `count` frames on the audio thread. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    renderLive(left: left, right: right, count: count)
    guard let context = UnsafeMutableRawPointer(bitPattern: song.load(ordering: .acquiring)) else {
      return
    }
    var start = 0
    while start < count {
      let length = min(count - start, Self.capacity)
      SongAudio.render(context, left: self.left, right: self.right, count: length)
      for frame in 0..<length {
        left[start + frame] += self.left[frame]
        right[start + frame] += self.right[frame]
      }
      start += length
    }
  }

  /// Renders the live synthesizer in parts, before each of which its chords are tuned.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  private func renderLive(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    let synthesizer = LiveAudioThread.synthesizer(of: live)
    var start = 0
    while start < count {
      // Before the notes that begin now.
      switchTuner(synthesizer)
      LiveAudioThread.handleCommands(live)
      tuner.pointee.update(&synthesizer.pointee)
      let frame = _unsafePerformance { synthesizer.pointee.frame }
      let distance = tuner.pointee.nextUpdateFrame(after: frame) &- frame
      let length = Int(truncatingIfNeeded: min(Int64(count &- start), distance))
      LiveAudioThread.renderHandled(
        live, left: left + start, right: right + start, count: length)
      start &+= length
    }
  }

  /// Tunes chords as the control thread wants.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  private func switchTuner(_ synthesizer: UnsafeMutablePointer<Synthesizer>) {
    let wanted = chords.load(ordering: .acquiring)
    if wanted == tunedChords.pointee { return }
    tunedChords.pointee = wanted
    if wanted == 0 { return tuner.pointee.set(nil, &synthesizer.pointee) }
    tuner.pointee.set(
      sevenths: wanted == 1 ? .five : .seven, purity: 1, glideRate: 0, &synthesizer.pointee)
  }
}
