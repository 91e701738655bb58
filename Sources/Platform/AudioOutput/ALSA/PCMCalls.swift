#if ALSA
  import CALSA

  /// The ALSA functions that the audio thread calls. Tests replace them to simulate underruns.
  struct PCMCalls: Sendable {
    /// Returns the number of frames written, or a negative error number.
    var write:
      @convention(c) (OpaquePointer?, UnsafeRawPointer?, snd_pcm_uframes_t) -> snd_pcm_sframes_t
    /// Returns 0 if the device has recovered, or a negative error number.
    var recover: @convention(c) (OpaquePointer?, Int32, Int32) -> Int32
    /// Returns 1 if the device accepts data, 0 after some milliseconds, or a negative error number.
    var wait: @convention(c) (OpaquePointer?, Int32) -> Int32
    /// Stores the output latency in frames in the second argument.
    var delay: @convention(c) (OpaquePointer?, UnsafeMutablePointer<snd_pcm_sframes_t>?) -> Int32

    static var alsa: PCMCalls {
      PCMCalls(
        write: { snd_pcm_writei($0, $1, $2) }, recover: { snd_pcm_recover($0, $1, $2) },
        wait: { snd_pcm_wait($0, $1) }, delay: { snd_pcm_delay($0, $1) })
    }
  }
#endif
