#if ALSA
  import CALSA

  /// An open and configured ALSA playback device, closed at the end of this value's lifetime.
  struct PCM: ~Copyable, @unchecked Sendable {
    // Safe: the device's lock ensures that one thread at a time uses the handle.
    let handle: OpaquePointer
    let name: String
    private(set) var format = PCMFormat.float32
    private(set) var channelCount = 2
    private(set) var sampleRate = 0.0
    private(set) var periodFrames = 0
    private(set) var bufferFrames = 0

    private init(opening name: String) throws(AudioDeviceError) {
      Self.silenceErrorHandler()
      var handle: OpaquePointer?
      // Non-blocking: another program may use the device for hours.
      let code = snd_pcm_open(&handle, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
      guard code >= 0, let handle else {
        throw Self.error("snd_pcm_open", device: name, code: code)
      }
      self.handle = handle
      self.name = name
    }

    deinit { snd_pcm_close(handle) }

    /// Opens a device with the nearest supported parameters and the first supported format.
    static func open(
      name: String, sampleRate: Double, periodFrames: Int, bufferFrames: Int, formats: [PCMFormat]
    ) throws(AudioDeviceError) -> PCM {
      var pcm = try PCM(opening: name)
      try pcm.setHardware(sampleRate, periodFrames, bufferFrames, formats)
      try pcm.setSoftware()
      return pcm
    }

    private mutating func setHardware(
      _ requestedRate: Double, _ requestedPeriod: Int, _ requestedBuffer: Int,
      _ formats: [PCMFormat]
    ) throws(AudioDeviceError) {
      func set(_ name: String, _ code: Int32) throws(AudioDeviceError) {
        try check("snd_pcm_hw_params_set_\(name)", code)
      }
      var hw: OpaquePointer?
      try check("snd_pcm_hw_params_malloc", snd_pcm_hw_params_malloc(&hw))
      defer { snd_pcm_hw_params_free(hw) }
      try check("snd_pcm_hw_params_any", snd_pcm_hw_params_any(handle, hw))
      try set("access", snd_pcm_hw_params_set_access(handle, hw, SND_PCM_ACCESS_RW_INTERLEAVED))
      format = formats.first { snd_pcm_hw_params_test_format(handle, hw, $0.alsa) == 0 } ?? format
      try set("format", snd_pcm_hw_params_set_format(handle, hw, format.alsa))
      var channels: UInt32 = 2
      try set("channels_min", snd_pcm_hw_params_set_channels_min(handle, hw, &channels))
      try set("channels_first", snd_pcm_hw_params_set_channels_first(handle, hw, &channels))
      var rate = UInt32(requestedRate.rounded())
      try set("rate_near", snd_pcm_hw_params_set_rate_near(handle, hw, &rate, nil))
      var period = snd_pcm_uframes_t(requestedPeriod)
      try set("period_size_near", snd_pcm_hw_params_set_period_size_near(handle, hw, &period, nil))
      var buffer = snd_pcm_uframes_t(requestedBuffer)
      try set("buffer_size_near", snd_pcm_hw_params_set_buffer_size_near(handle, hw, &buffer))
      try check("snd_pcm_hw_params", snd_pcm_hw_params(handle, hw))
      channelCount = Int(channels)
      sampleRate = Double(rate)
      periodFrames = Int(period)
      bufferFrames = Int(buffer)
    }

    private func setSoftware() throws(AudioDeviceError) {
      var parameters: OpaquePointer?
      try check("snd_pcm_sw_params_malloc", snd_pcm_sw_params_malloc(&parameters))
      defer { snd_pcm_sw_params_free(parameters) }
      try check("snd_pcm_sw_params_current", snd_pcm_sw_params_current(handle, parameters))
      // Playback starts with a full buffer, so that a slow first period causes no underrun.
      let full = max(1, bufferFrames / periodFrames) * periodFrames
      try check(
        "snd_pcm_sw_params_set_start_threshold",
        snd_pcm_sw_params_set_start_threshold(handle, parameters, snd_pcm_uframes_t(full)))
      try check(
        "snd_pcm_sw_params_set_avail_min",
        snd_pcm_sw_params_set_avail_min(handle, parameters, snd_pcm_uframes_t(periodFrames)))
      try check("snd_pcm_sw_params", snd_pcm_sw_params(handle, parameters))
    }

    func prepare() throws(AudioDeviceError) {
      try check("snd_pcm_prepare", snd_pcm_prepare(handle))
    }

    func stop(_ mode: AudioStopMode) {
      switch mode {
      case .drain:
        snd_pcm_nonblock(handle, 0)
        snd_pcm_drain(handle)
        snd_pcm_nonblock(handle, 1)
      case .drop: snd_pcm_drop(handle)
      }
    }

    private func check(_ call: String, _ code: Int32) throws(AudioDeviceError) {
      if code < 0 { throw Self.error(call, device: name, code: code) }
    }

    /// Returns the error for a negative error number of a call.
    static func error(_ call: String, device: String, code: Int32) -> AudioDeviceError {
      .call(call, device: device, code: -code, reason: String(cString: snd_strerror(code)))
    }

    /// Prevents ALSA from printing errors on the calling thread.
    static func silenceErrorHandler() { _ = snd_lib_error_set_local { _, _, _, _, _, _ in } }
  }
#endif
