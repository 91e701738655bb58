#if ALSA
  import CALSA
  import Synchronization

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Plays through ALSA, the sound system of Linux, on a thread of its own.
  ///
  /// ```swift
  /// let device = try ALSADevice(name: "default", sampleRate: 48_000, periodFrames: 128)
  /// try device.start(renderer)
  /// ```
  /// The thread runs before ordinary ones where this user may do that (see ``isRealtime``), with
  /// numbers too small to hear flushed to zero.
  public final class ALSADevice: AudioDevice {
    private struct Control: ~Copyable {
      let pcm: PCM
      var thread: AudioThread?
    }

    /// The name it was opened by.
    public let name: String
    /// Frames in a second.
    public let sampleRate: Double
    /// Frames that the renderer is asked for at once.
    public let periodFrames: Int
    /// Frames that the device holds, at most.
    public let bufferFrames: Int
    /// How values are handed over.
    let format: PCMFormat
    private let channelCount: Int
    private let status: SharedStatus
    private let block: StereoBlock
    private let interleaved: InterleavedBlock
    private let control: Mutex<Control>

    /// Opens a device, silent until it is started, with the nearest it can do to the rate in hertz
    /// and the sizes in frames; what it does is in the properties.
    ///
    /// Never waits for a device that another program has: that is an error (EBUSY).
    public convenience init(
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
      precondition(1...4_000_000 ~= sampleRate, "A rate is within 1…4,000,000 Hz.")
      precondition(periodFrames > 0 && bufferFrames > 0, "Sizes are at least a frame.")
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
      stop(.atOnce)
      status.deallocate()
      block.deallocate()
      interleaved.bytes.deallocate()
    }

    /// Frames between the last one written and the ear.
    public var latencyFrames: Int {
      status.pointer.pointee.latencyFrames.load(ordering: .relaxed)
    }
    /// How often the device ran dry since it was opened.
    public var underrunCount: Int {
      status.pointer.pointee.underrunCount.load(ordering: .relaxed)
    }
    /// True where the thread was let run before all ordinary ones; false until it is started.
    public var isRealtime: Bool { status.pointer.pointee.isRealtime.load(ordering: .relaxed) }

    /// Whether it plays, or why it no longer does.
    public var state: AudioDeviceState {
      let failure = status.pointer.pointee.failure.load(ordering: .acquiring)
      if failure == -ETIMEDOUT {
        let seconds = PlaybackLoop.patienceSeconds(periodFrames: periodFrames)
        return .lost(.stuck(device: name, seconds: seconds))
      }
      if failure < 0 {
        return .lost(PCM.error("snd_pcm_writei", device: name, code: failure))
      }
      return control.withLock { $0.thread == nil ? .idle : .running }
    }

    /// Begins to call `renderer` on a thread of its own.
    public func start(_ renderer: AudioRenderer) throws(AudioDeviceError) {
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
          PCM.beQuiet()
          AudioThread.flushToZero()
          status.pointer.pointee.isRealtime.store(
            AudioThread.becomeRealtime(), ordering: .relaxed)
          loop.run()
        }
      }
    }

    /// Ends it; the renderer is not called after this has returned.
    public func stop(_ ending: AudioEnding) {
      control.withLock { control in
        guard let thread = control.thread else { return }
        status.pointer.pointee.isStopping.store(true, ordering: .relaxed)
        thread.join()
        control.thread = nil
        // Draining a device that is gone could wait for ever.
        let isLost = status.pointer.pointee.failure.load(ordering: .acquiring) < 0
        control.pcm.end(isLost ? .atOnce : ending)
      }
    }
  }

  /// Room for one period as the device takes it, zero at first; freed by hand.
  private struct InterleavedBlock: @unchecked Sendable {
    // Sound: only the audio thread writes to it.
    let bytes: UnsafeMutableRawPointer

    init(byteCount: Int) {
      bytes = .allocate(byteCount: byteCount, alignment: 16)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }
  }
#endif
