#if ALSA
  import CALSA
  import PeachPOSIX
  import Synchronization

  /// An ALSA output device. Its thread has real-time priority if permitted (see ``isRealtime``),
  /// and flushes denormals to zero.
  package final class ALSADevice: AudioDevice {
    private struct Control: ~Copyable {
      let pcm: PCM
      var thread: AudioThread?
    }

    package let name: String
    package let sampleRate: Double
    package let periodFrames: Int
    package let bufferFrames: Int
    let format: PCMFormat
    private let channelCount: Int
    private let status: SharedStatus
    private let block: StereoBlock
    private let interleaved: InterleavedBlock
    private let control: Mutex<Control>

    /// Opens a device with the supported rate and sizes nearest to the requested ones. Throws EBUSY
    /// if another program uses it exclusively.
    package convenience init(
      name: String = "default", sampleRate: Double = 48_000, periodFrames: Int = 128,
      bufferFrames: Int = 512
    ) throws(AudioDeviceError) {
      try self.init(
        name: name, sampleRate: sampleRate, periodFrames: periodFrames, bufferFrames: bufferFrames,
        formats: PCMFormat.allCases)
    }

    init(
      name: String, sampleRate: Double, periodFrames: Int, bufferFrames: Int, formats: [PCMFormat]
    ) throws(AudioDeviceError) {
      precondition(1...4_000_000 ~= sampleRate, "The sample rate must be 1 to 4,000,000 Hz.")
      precondition(
        periodFrames > 0 && bufferFrames > 0, "Period and buffer must be at least a frame.")
      let pcm = try PCM.open(
        name: name, sampleRate: sampleRate, periodFrames: periodFrames, bufferFrames: bufferFrames,
        formats: formats)
      self.name = name
      self.sampleRate = pcm.sampleRate
      self.periodFrames = pcm.periodFrames
      self.bufferFrames = pcm.bufferFrames
      format = pcm.format
      channelCount = pcm.channelCount
      status = SharedStatus(latencyFrames: pcm.bufferFrames)
      block = StereoBlock(frameCount: pcm.periodFrames)
      interleaved = InterleavedBlock(
        byteCount: pcm.periodFrames * pcm.channelCount * pcm.format.byteCount)
      control = Mutex(Control(pcm: pcm))
    }

    deinit {
      stop(.drop)
      status.deallocate()
      block.deallocate()
      interleaved.bytes.deallocate()
    }

    package var latencyFrames: Int { status.pointer.pointee.latencyFrames.load(ordering: .relaxed) }
    package var underrunCount: Int { status.pointer.pointee.underrunCount.load(ordering: .relaxed) }
    /// Whether the audio thread has real-time priority; `false` until the device is started.
    package var isRealtime: Bool { status.pointer.pointee.isRealtime.load(ordering: .relaxed) }

    package var state: AudioDeviceState {
      let failure = status.pointer.pointee.failure.load(ordering: .acquiring)
      if failure == -ETIMEDOUT {
        let seconds = PlaybackLoop.timeoutSeconds(periodFrames: periodFrames)
        return .lost(.timedOut(device: name, seconds: seconds))
      }
      if failure < 0 { return .lost(PCM.error("snd_pcm_writei", device: name, code: failure)) }
      return control.withLock { $0.thread == nil ? .idle : .running }
    }

    package func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
      try control.withLock { (control) throws(AudioDeviceError) in
        guard control.thread == nil else { throw .alreadyRunning(device: name) }
        try control.pcm.prepare()
        status.pointer.pointee.failure.store(0, ordering: .relaxed)
        status.pointer.pointee.isStopping.store(false, ordering: .relaxed)
        let status = status
        let loop = PlaybackLoop(
          calls: .alsa, handle: control.pcm.handle, renderer: renderer, status: status,
          format: format, channelCount: channelCount, periodFrames: periodFrames, block: block,
          interleaved: interleaved.bytes)
        control.thread = try AudioThread {
          PCM.silenceErrorHandler()
          AudioThread.flushToZero()
          status.pointer.pointee.isRealtime.store(
            AudioThread.requestRealtimePriority(), ordering: .relaxed)
          loop.run()
        }
      }
    }

    package func stop(_ mode: AudioStopMode) {
      control.withLock { control in
        guard let thread = control.thread else { return }
        status.pointer.pointee.isStopping.store(true, ordering: .relaxed)
        thread.join()
        control.thread = nil
        // Draining a lost device could block indefinitely.
        let isLost = status.pointer.pointee.failure.load(ordering: .acquiring) < 0
        control.pcm.stop(isLost ? .drop : mode)
      }
    }
  }

  /// The interleaved buffer of one period, initially zero. Must be deallocated manually.
  private struct InterleavedBlock: @unchecked Sendable {
    // Safe: only the audio thread writes to it.
    let bytes: UnsafeMutableRawPointer

    init(byteCount: Int) {
      bytes = .allocate(byteCount: byteCount, alignment: 16)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }
  }
#endif
