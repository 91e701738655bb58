#if ALSA
  import CALSA
  import PeachPOSIX
  import Synchronization

  /// The loop of the audio thread: renders, converts and writes each period. It does not allocate,
  /// lock or count references, except within ALSA's functions.
  struct PlaybackLoop: @unchecked Sendable {
    // Safe: one thread runs it, and the device deallocates the memory after that thread has ended.
    let calls: PCMCalls
    let handle: OpaquePointer
    let renderer: AudioRenderer
    let status: SharedStatus
    let format: PCMFormat
    let channelCount: Int
    let periodFrames: Int
    let block: StereoBlock
    let interleaved: UnsafeMutableRawPointer

    /// Returns the time without progress after which a device is lost: 3 s plus a period at 8 kHz.
    static func timeoutSeconds(periodFrames: Int) -> Int { 3 + periodFrames / 8_000 }

    /// Runs until the status requests a stop, or stores a failure of the device in the status.
    func run() {
      while !status.pointer.pointee.isStopping.load(ordering: .relaxed) {
        renderer(block.left, block.right, periodFrames)
        format.interleave(
          block, frameCount: periodFrames, channelCount: channelCount, into: interleaved)
        let failure = writePeriod()
        if failure < 0 {
          status.pointer.pointee.failure.store(failure, ordering: .releasing)
          return
        }
        updateLatency()
      }
    }

    /// Writes one period. Returns 0, or a negative error number.
    private func writePeriod() -> Int32 {
      var done = 0
      var waits = 0
      let maxWaits = Self.timeoutSeconds(periodFrames: periodFrames) * 10
      while done < periodFrames {
        let source = interleaved + done * channelCount * format.byteCount
        let result = calls.write(handle, source, snd_pcm_uframes_t(periodFrames - done))
        if result > 0 {
          done += Int(result)
          waits = 0
          continue
        }
        let failure = Int32(truncatingIfNeeded: result)
        if failure < 0 && failure != -EAGAIN {
          let outcome = recover(from: failure)
          if outcome < 0 { return outcome }
          // Repeated failures time out, too.
          waits += 1
        } else {
          let outcome = calls.wait(handle, 100)
          if outcome < 0 && recover(from: outcome) < 0 { return outcome }
          if outcome <= 0 { waits += 1 }
        }
        if waits > maxWaits { return -ETIMEDOUT }
      }
      return 0
    }

    /// Recovers from an underrun (EPIPE) or a suspend (ESTRPIPE).
    private func recover(from failure: Int32) -> Int32 {
      if failure == -EPIPE { status.pointer.pointee.underrunCount.add(1, ordering: .relaxed) }
      return calls.recover(handle, failure, 1)
    }

    private func updateLatency() {
      var frames: snd_pcm_sframes_t = 0
      if calls.delay(handle, &frames) == 0 && frames >= 0 {
        status.pointer.pointee.latencyFrames.store(Int(frames), ordering: .relaxed)
      }
    }
  }
#endif
