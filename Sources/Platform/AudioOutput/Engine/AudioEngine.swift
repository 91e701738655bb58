#if canImport(AVFAudio)
  import AVFAudio
  import Foundation

  /// The audio engine of Apple's systems with a source node. Checked against stubs elsewhere.
  final class AudioEngine: @unchecked Sendable {
    // Safe: the device calls it under a lock; notifications arrive on a separate queue.

    private var engine = AVAudioEngine()
    private var node: AVAudioSourceNode?
    private var observers: [any NSObjectProtocol] = []
    private let session: AudioSessionOptions

    private init(_ session: AudioSessionOptions) { self.session = session }

    /// Returns a device on the default output, which follows the system's choice of the route.
    static func device(
      periodFrames: Int, session: AudioSessionOptions
    ) throws(AudioDeviceError) -> EngineDevice {
      let engine = AudioEngine(session)
      let device = try EngineDevice(engine.calls, periodFrames: periodFrames)
      engine.observe { [weak device] in device?.handle($0) }
      return device
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    private var calls: EngineCalls {
      EngineCalls(
        hardwareSampleRate: { self.engine.outputNode.outputFormat(forBus: 0).sampleRate },
        latencySeconds: { self.engine.outputNode.presentationLatency },
        bufferSeconds: { Self.bufferSeconds },
        activateSession: { () throws(AudioDeviceError) in try self.setSessionActive(true) },
        deactivateSession: { try? self.setSessionActive(false) },
        connect: { source, rate throws(AudioDeviceError) in try self.connect(source, rate) },
        start: { () throws(AudioDeviceError) in
          try Self.call("start") { try self.engine.start() }
        },
        stop: { self.engine.stop() }, sleep: { Thread.sleep(forTimeInterval: $0) })
    }

    private func connect(
      _ source: PullSourceMemory, _ sampleRate: Double
    ) throws(AudioDeviceError) {
      guard let format = AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: 2) else {
        throw Self.error("AVAudioFormat", "\(sampleRate) Hz is not supported")
      }
      if let node { engine.detach(node) }
      let pointer = source.pointer
      let node = AVAudioSourceNode(format: format) { _, _, frameCount, output in
        renderSource(pointer, Int(frameCount), output) ? noErr : kAudioUnitErr_FormatNotSupported
      }
      engine.attach(node)
      engine.connect(node, to: engine.mainMixerNode, format: format)
      // The mixer converts to the current rate of the hardware.
      engine.connect(
        engine.mainMixerNode, to: engine.outputNode,
        format: engine.outputNode.outputFormat(forBus: 0))
      self.node = node
    }

    // MARK: Notifications

    private func observe(_ handle: @escaping @Sendable (EngineEvent) -> Void) {
      // The engine must not be reconnected within its own notification.
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      add(.AVAudioEngineConfigurationChange, queue) { [weak self] notification in
        guard let self, notification.object as? AVAudioEngine === engine else { return }
        handle(.configurationChanged)
      }
      #if !os(macOS)
        add(AVAudioSession.interruptionNotification, queue) { notification in
          if let event = Self.event(notification.userInfo) { handle(event) }
        }
        add(AVAudioSession.routeChangeNotification, queue) { notification in
          let reason = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
          if reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue {
            handle(.outputRemoved)
          }
        }
        add(AVAudioSession.mediaServicesWereResetNotification, queue) { [weak self] _ in
          self?.engine = AVAudioEngine()
          self?.node = nil
          handle(.servicesReset)
        }
      #endif
    }

    private func add(
      _ name: Notification.Name, _ queue: OperationQueue,
      _ handle: @escaping @Sendable (Notification) -> Void
    ) {
      observers.append(
        NotificationCenter.default.addObserver(
          forName: name, object: nil, queue: queue, using: handle))
    }

    // MARK: Session

    #if os(macOS)
      private func setSessionActive(_ isActive: Bool) throws(AudioDeviceError) {}
      private static var bufferSeconds: Double { 0 }
    #else
      private func setSessionActive(_ isActive: Bool) throws(AudioDeviceError) {
        let system = AVAudioSession.sharedInstance()
        // A preference: the system grants what it can.
        if isActive { try? system.setPreferredIOBufferDuration(session.bufferSeconds) }
        guard let category = session.category else { return }
        let options: AVAudioSession.CategoryOptions = session.mixesWithOthers ? .mixWithOthers : []
        try Self.call("setActive") {
          if isActive {
            try system.setCategory(Self.category(category), mode: .default, options: options)
          }
          try system.setActive(
            isActive, options: isActive ? [] : .notifyOthersOnDeactivation)
        }
      }

      private static func category(
        _ category: AudioSessionOptions.Category
      ) -> AVAudioSession.Category {
        switch category {
        case .playback: .playback
        case .ambient: .ambient
        case .soloAmbient: .soloAmbient
        case .playAndRecord: .playAndRecord
        }
      }

      private static var bufferSeconds: Double {
        AVAudioSession.sharedInstance().ioBufferDuration
      }

      private static func event(_ information: [AnyHashable: Any]?) -> EngineEvent? {
        let type = information?[AVAudioSessionInterruptionTypeKey] as? UInt
        switch type.flatMap({ AVAudioSession.InterruptionType(rawValue: $0) }) {
        case .began: return .interruptionBegan
        case .ended:
          let bits = information?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
          let options = AVAudioSession.InterruptionOptions(rawValue: bits)
          return .interruptionEnded(resumes: options.contains(.shouldResume))
        default: return nil
        }
      }
    #endif

    private static func call(
      _ name: String, _ body: () throws -> Void
    ) throws(AudioDeviceError) {
      do { try body() } catch { throw Self.error(name, error.localizedDescription) }
    }

    private static func error(_ call: String, _ reason: String) -> AudioDeviceError {
      .call(call, device: EngineDevice.name, code: 0, reason: reason)
    }
  }

  /// The callback of an ``AudioEngine``. Returns `false` if the output is not stereo.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  func renderSource(
    _ source: UnsafeMutablePointer<PullSource>, _ frameCount: Int,
    _ output: UnsafeMutablePointer<AudioBufferList>
  ) -> Bool {
    // The overlay's functions only compute addresses.
    let channels = _unsafePerformance {
      let buffers = UnsafeMutableAudioBufferListPointer(output)
      return buffers.count == 2 ? (buffers[0].mData, buffers[1].mData) : (nil, nil)
    }
    guard let left = channels.0, let right = channels.1 else { return false }
    AudioThread.flushToZero()
    source.pointee.render(
      left: left.assumingMemoryBound(to: Float.self),
      right: right.assumingMemoryBound(to: Float.self), frameCount: frameCount)
    return true
  }
#endif
