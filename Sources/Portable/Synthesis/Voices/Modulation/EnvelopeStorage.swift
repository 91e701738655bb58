/// The memory of all voices' flex envelopes.
struct EnvelopeStorage: BitwiseCopyable {
  private let envelopes: UnsafeMutablePointer<FlexEnvelope>
  private let points: UnsafeMutablePointer<FlexEnvelope.Point>

  init(capacity: Int) {
    // Touches all pages; nothing is read before it is written.
    envelopes = .allocateZeros(capacity * VoiceEnvelopes.maxCount)
    points = .allocate(
      repeating: FlexEnvelope.Point(seconds: 0, level: 0, shape: 0),
      count: capacity * VoiceEnvelopes.maxPointCount)
  }

  func deallocate() {
    envelopes.deallocate()
    points.deallocate()
  }

  /// Returns the memory of a voice, without envelopes.
  @inline(__always) func envelopes(of index: Int) -> VoiceEnvelopes {
    VoiceEnvelopes(
      envelopes: envelopes + index &* VoiceEnvelopes.maxCount,
      points: points + index &* VoiceEnvelopes.maxPointCount)
  }
}
