/// A row for each voice's envelopes of points.
struct EnvelopeStorage: BitwiseCopyable {
  private let envelopes: UnsafeMutablePointer<FlexEnvelope>
  private let points: UnsafeMutablePointer<FlexEnvelope.Point>

  init(capacity: Int) {
    envelopes = .allocate(capacity: capacity * VoiceEnvelopes.limit)
    // All zeros, so that the pages are there; nothing is read before it was written.
    UnsafeMutableRawPointer(envelopes).initializeMemory(
      as: UInt8.self, repeating: 0,
      count: capacity * VoiceEnvelopes.limit * MemoryLayout<FlexEnvelope>.stride)
    points = .allocate(capacity: capacity * VoiceEnvelopes.pointLimit)
    points.initialize(
      repeating: FlexEnvelope.Point(seconds: 0, level: 0, shape: 0),
      count: capacity * VoiceEnvelopes.pointLimit)
  }

  func deallocate() {
    envelopes.deallocate()
    points.deallocate()
  }

  /// The row of a voice, without any yet.
  @inline(__always) func row(of index: Int) -> VoiceEnvelopes {
    VoiceEnvelopes(
      envelopes: envelopes + index &* VoiceEnvelopes.limit,
      points: points + index &* VoiceEnvelopes.pointLimit)
  }
}
