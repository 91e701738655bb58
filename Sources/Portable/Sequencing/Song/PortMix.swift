import PeachSynthesis

/// The sum of the ports of a song, with their common limiter. The ports are added in their order,
/// so that the output does not depend on the number of threads.
struct PortMix {
  /// The number of frames that the ports render at a time.
  static var capacity: Int { @_noLocks @_noAllocation get { 4096 } }

  private let portCount: Int
  /// Two channels of ``capacity`` frames for each port.
  private let buffers: UnsafeMutablePointer<Float>
  private let limiter: UnsafeMutablePointer<Limiter>?

  init(portCount: Int, _ configuration: SynthesizerConfiguration) {
    self.portCount = portCount
    buffers = .allocate(capacity: portCount * 2 * Self.capacity)
    buffers.initialize(repeating: 0, count: portCount * 2 * Self.capacity)
    limiter = configuration.limiter ? .allocate(capacity: 1) : nil
    limiter?.initialize(to: Limiter(sampleRate: configuration.sampleRate))
  }

  func deallocate() {
    buffers.deallocate()
    limiter?.pointee.deallocate()
    limiter?.deallocate()
  }

  var latencyFrames: Int { limiter?.pointee.latencyFrames ?? 0 }
  var isIdle: Bool { limiter?.pointee.isIdle ?? true }

  func left(ofPort port: Int) -> UnsafeMutablePointer<Float> {
    buffers + port &* 2 &* Self.capacity
  }

  func right(ofPort port: Int) -> UnsafeMutablePointer<Float> {
    left(ofPort: port) + Self.capacity
  }

  /// Writes the sum of the ports' buffers, at most ``capacity`` frames.
  func add(
    to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    for frame in 0..<count {
      left[frame] = buffers[frame]
      right[frame] = buffers[Self.capacity &+ frame]
    }
    for port in 1..<portCount {
      let own = buffers + port &* 2 &* Self.capacity
      for frame in 0..<count {
        left[frame] += own[frame]
        right[frame] += own[Self.capacity &+ frame]
      }
    }
    limiter?.pointee.process(left: left, right: right, count: count)
  }
}
