#if ALSA
  import CALSA

  /// The calls of ALSA that the audio thread makes, as plain functions; tests put others in their
  /// place, as no device can be made to run dry on demand.
  struct PCMCalls: Sendable {
    /// Frames taken, or a negative error number.
    var write:
      @convention(c) (OpaquePointer?, UnsafeRawPointer?, snd_pcm_uframes_t) -> snd_pcm_sframes_t
    /// 0 where the device plays on, or a negative error number.
    var recover: @convention(c) (OpaquePointer?, Int32, Int32) -> Int32
    /// 1 where there is room, 0 after so many milliseconds, or a negative error number.
    var wait: @convention(c) (OpaquePointer?, Int32) -> Int32
    /// Frames between the next one written and the ear, into the second argument.
    var delay: @convention(c) (OpaquePointer?, UnsafeMutablePointer<snd_pcm_sframes_t>?) -> Int32

    static var alsa: PCMCalls {
      PCMCalls(
        write: { snd_pcm_writei($0, $1, $2) }, recover: { snd_pcm_recover($0, $1, $2) },
        wait: { snd_pcm_wait($0, $1) }, delay: { snd_pcm_delay($0, $1) })
    }
  }
#endif
