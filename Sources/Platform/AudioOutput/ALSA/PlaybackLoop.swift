#if ALSA
  import CALSA
  import Synchronization

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// What the audio thread does, period after period: render, convert, hand over.
  ///
  /// Only plain values and pointers: nothing is allocated, locked or counted here beyond what ALSA
  /// does in its own calls.
  struct PlaybackLoop: @unchecked Sendable {
    // Sound: one thread runs it, and the device frees the memory after that thread's end.
    let calls: PCMCalls
    let handle: OpaquePointer
    let renderer: AudioRenderer
    let status: SharedStatus
    let format: PCMFormat
    let channelCount: Int
    let periodFrames: Int
    let block: StereoBlock
    let interleaved: UnsafeMutableRawPointer

    /// A device that takes nothing for so long is lost: three seconds and, at 8 kHz or more, one
    /// period.
    static func patienceSeconds(periodFrames: Int) -> Int { 3 + periodFrames / 8_000 }

    /// Plays until the status says stop or the device fails, which it notes there.
    func run() {
      while !status.pointer.pointee.isStopping.load(ordering: .relaxed) {
        renderer.render(renderer.context, block.left, block.right, periodFrames)
        format.interleave(
          block, frameCount: periodFrames, channelCount: channelCount, into: interleaved)
        let failure = writePeriod()
        if failure < 0 {
          status.pointer.pointee.failure.store(failure, ordering: .releasing)
          return
        }
        noteLatency()
      }
    }

    /// Hands over one period, however many calls that takes; 0, or a negative error number.
    private func writePeriod() -> Int32 {
      var done = 0
      var waits = 0
      let patience = Self.patienceSeconds(periodFrames: periodFrames) * 10
      while done < periodFrames {
        let place = interleaved + done * channelCount * format.byteCount
        let result = calls.write(handle, place, snd_pcm_uframes_t(periodFrames - done))
        if result > 0 {
          done += Int(result)
          waits = 0
          continue
        }
        let failure = Int32(truncatingIfNeeded: result)
        if failure < 0 && failure != -EAGAIN {
          let outcome = recover(from: failure)
          if outcome < 0 { return outcome }
          // A device that fails again at once is given up like one that takes nothing.
          waits += 1
        } else {
          let outcome = calls.wait(handle, 100)
          if outcome < 0 && recover(from: outcome) < 0 { return outcome }
          if outcome <= 0 { waits += 1 }
        }
        if waits > patience { return -ETIMEDOUT }
      }
      return 0
    }

    /// Brings the device back after it ran dry (EPIPE) or slept (ESTRPIPE); the frames that were not
    /// taken are written again.
    private func recover(from failure: Int32) -> Int32 {
      if failure == -EPIPE { status.pointer.pointee.underrunCount.add(1, ordering: .relaxed) }
      return calls.recover(handle, failure, 1)
    }

    private func noteLatency() {
      var frames: snd_pcm_sframes_t = 0
      if calls.delay(handle, &frames) == 0 && frames >= 0 {
        status.pointer.pointee.latencyFrames.store(Int(frames), ordering: .relaxed)
      }
    }
  }
#endif
