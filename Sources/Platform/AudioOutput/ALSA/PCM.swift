#if ALSA
  import CALSA

  /// A playback device open in ALSA with its parameters set, closed when its owner goes.
  struct PCM: ~Copyable, @unchecked Sendable {
    // Sound: the handle is used by one thread at a time; the device's lock sees to that.
    let handle: OpaquePointer
    let name: String
    private(set) var format = PCMFormat.float32
    private(set) var channelCount = 2
    private(set) var sampleRate = 0.0
    private(set) var periodFrames = 0
    private(set) var bufferFrames = 0

    private init(opening name: String) throws(AudioDeviceError) {
      Self.beQuiet()
      var handle: OpaquePointer?
      // Not to wait: another program may keep the device for hours.
      let code = snd_pcm_open(&handle, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
      guard code >= 0, let handle else {
        throw Self.error("snd_pcm_open", device: name, code: code)
      }
      self.handle = handle
      self.name = name
    }

    deinit { snd_pcm_close(handle) }

    /// Opens `name` and sets the nearest it can do to what is asked for, the first of `formats` that
    /// it takes.
    static func open(
      name: String, sampleRate: Double, periodFrames: Int, bufferFrames: Int, formats: [PCMFormat]
    ) throws(AudioDeviceError) -> PCM {
      var pcm = try PCM(opening: name)
      try pcm.setHardware(sampleRate, periodFrames, bufferFrames, formats)
      try pcm.setSoftware()
      return pcm
    }

    private mutating func setHardware(
      _ wantedRate: Double, _ wantedPeriod: Int, _ wantedBuffer: Int, _ formats: [PCMFormat]
    ) throws(AudioDeviceError) {
      var parameters: OpaquePointer?
      try check("snd_pcm_hw_params_malloc", snd_pcm_hw_params_malloc(&parameters))
      defer { snd_pcm_hw_params_free(parameters) }
      try check("snd_pcm_hw_params_any", snd_pcm_hw_params_any(handle, parameters))
      try check(
        "snd_pcm_hw_params_set_access",
        snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
      let accepted = formats.first {
        snd_pcm_hw_params_test_format(handle, parameters, $0.alsa) == 0
      }
      format = accepted ?? format
      try check(
        "snd_pcm_hw_params_set_format",
        snd_pcm_hw_params_set_format(handle, parameters, format.alsa))
      var channels: UInt32 = 2
      try check(
        "snd_pcm_hw_params_set_channels_min",
        snd_pcm_hw_params_set_channels_min(handle, parameters, &channels))
      try check(
        "snd_pcm_hw_params_set_channels_first",
        snd_pcm_hw_params_set_channels_first(handle, parameters, &channels))
      var rate = UInt32(wantedRate.rounded())
      try check(
        "snd_pcm_hw_params_set_rate_near",
        snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil))
      var period = snd_pcm_uframes_t(wantedPeriod)
      try check(
        "snd_pcm_hw_params_set_period_size_near",
        snd_pcm_hw_params_set_period_size_near(handle, parameters, &period, nil))
      var buffer = snd_pcm_uframes_t(wantedBuffer)
      try check(
        "snd_pcm_hw_params_set_buffer_size_near",
        snd_pcm_hw_params_set_buffer_size_near(handle, parameters, &buffer))
      try check("snd_pcm_hw_params", snd_pcm_hw_params(handle, parameters))
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
      // It begins with a full buffer, so that a slow first period does not run it dry.
      let full = max(1, bufferFrames / periodFrames) * periodFrames
      try check(
        "snd_pcm_sw_params_set_start_threshold",
        snd_pcm_sw_params_set_start_threshold(handle, parameters, snd_pcm_uframes_t(full)))
      try check(
        "snd_pcm_sw_params_set_avail_min",
        snd_pcm_sw_params_set_avail_min(handle, parameters, snd_pcm_uframes_t(periodFrames)))
      try check("snd_pcm_sw_params", snd_pcm_sw_params(handle, parameters))
    }

    /// Makes a stopped device ready to play again.
    func prepare() throws(AudioDeviceError) {
      try check("snd_pcm_prepare", snd_pcm_prepare(handle))
    }

    /// Ends the sound; returns when all of it has been heard, or at once.
    func end(_ ending: AudioEnding) {
      switch ending {
      case .afterWhatWasRendered:
        snd_pcm_nonblock(handle, 0)
        snd_pcm_drain(handle)
        snd_pcm_nonblock(handle, 1)
      case .atOnce: snd_pcm_drop(handle)
      }
    }

    private func check(_ call: String, _ code: Int32) throws(AudioDeviceError) {
      if code < 0 { throw Self.error(call, device: name, code: code) }
    }

    /// The error that a call's negative number stands for.
    static func error(_ call: String, device: String, code: Int32) -> AudioDeviceError {
      .call(call, device: device, code: -code, reason: String(cString: snd_strerror(code)))
    }

    /// Keeps ALSA from printing on the thread that calls; what went wrong is in the error thrown.
    static func beQuiet() {
      _ = snd_lib_error_set_local { _, _, _, _, _, _ in }
    }
  }
#endif
